// Nothing is launched twice, unless the first launch certainly started nothing, as far as the run history tells.
import { LAST_CONTROLLED_ROUND, maxRounds } from '../../../src/gate/rule.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { ProxyJournalEntry } from './fault-proxy.ts'
import type { PlanResult } from './run-plan.ts'

/** Launches that may have started the same run twice, and agents with too many runs; each as a sentence. */
export function unsafeLaunches(plan: FaultPlan, { journal, started }: PlanResult): string[] {
  const all = plan.control === null ? plan.agents : [...plan.agents, plan.control]
  return all.flatMap(({ name, uuid }) => {
    const requests = journal.filter(({ kind, path }) => kind === 'launch' && path.includes(uuid))
    const runs = started.get(uuid) ?? []
    const wasPolled = ({ nth }: ProxyJournalEntry) => {
      const run = runs.find(({ launch }) => launch === nth)
      return journal.some(({ kind, path }) => kind === 'poll' && path.endsWith(`/${run?.taskId}`))
    }
    /** A lost launch that was looked up in between, twice; only the first one may be. */
    const startedNothing = (request: ProxyJournalEntry, same: readonly ProxyJournalEntry[]) => {
      const next = same[same.indexOf(request) + 1]
      const lookups = journal.filter(
        ({ path, atMs }) =>
          path === `/agent-tests/agent/${uuid}/runs` &&
          atMs > request.atMs + LOOKUP_MS &&
          atMs < (next?.atMs ?? 0),
      )
      const isFirstLoss = same.slice(0, same.indexOf(request)).every(mayBeRetried)
      return isFirstLoss && lookups.length >= 2 && runs.every(({ launch }) => launch !== request.nth)
    }
    // Retries name their tests. A further round for the same tests follows a run that was polled.
    const unsafe = [...Map.groupBy(requests, ({ body }) => body)].flatMap(([body, same]) =>
      same
        .slice(0, -1)
        .filter(
          (request) =>
            !mayBeRetried(request) &&
            !(body.includes('test_uuids') ? wasPolled(request) : startedNothing(request, same)),
        ),
    )
    return [
      ...(unsafe.length === 0
        ? []
        : [`${name} was launched again after ${JSON.stringify(unsafe[0]?.fault)}`]),
      ...(runs.length <= 1 + mostRetries(plan)
        ? []
        : [`${name} has ${runs.length} runs with ${plan.retries} retries`]),
    ]
  })
}

/** Less than the time after which a lost launch is looked up, because clocks count differently. */
const LOOKUP_MS = 9_500

/** Mode `gate-if-worse` adds more, to tell broken from unreliable. Unanswered tests are run once more. */
function mostRetries({ control, mode, retries }: FaultPlan): number {
  if (control !== null) return LAST_CONTROLLED_ROUND - 1
  return mode === 'gate-if-worse' ? maxRounds(retries) : Math.max(1, retries)
}

function mayBeRetried({ fault }: ProxyJournalEntry): boolean {
  if (fault?.kind !== 'answer') return false
  const { status, headers = {} } = fault
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined)
}
