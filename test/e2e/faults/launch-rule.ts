// Nothing is launched twice, unless the first launch certainly started nothing.
import type { FaultPlan } from './fault-plan.ts'
import type { ProxyJournalEntry } from './fault-proxy.ts'
import type { PlanResult } from './run-plan.ts'

/** Launches that may have started the same run twice, and agents with too many runs; each as a sentence. */
export function unsafeLaunches(plan: FaultPlan, { journal, started }: PlanResult): string[] {
  return plan.agents.flatMap(({ name, uuid }) => {
    const requests = journal.filter(({ kind, path }) => kind === 'launch' && path.includes(uuid))
    const runs = started.get(uuid) ?? []
    const wasPolled = ({ nth }: ProxyJournalEntry) => {
      const run = runs.find(({ launch }) => launch === nth)
      return journal.some(({ kind, path }) => kind === 'poll' && path.endsWith(`/${run?.taskId}`))
    }
    // Retries name their tests. A further round for the same tests follows a run that was polled.
    const unsafe = [...Map.groupBy(requests, ({ body }) => body)].flatMap(([body, same]) =>
      same
        .slice(0, -1)
        .filter((request) => !(mayBeRetried(request) || (body.includes('test_uuids') && wasPolled(request)))),
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

/** Mode `gate-if-worse` adds up to two more, to tell broken from unreliable. */
function mostRetries({ mode, retries }: FaultPlan): number {
  return mode === 'gate-if-worse' ? retries + 2 : retries
}

function mayBeRetried({ fault }: ProxyJournalEntry): boolean {
  if (fault?.kind !== 'answer') return false
  const { status, headers = {} } = fault
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined)
}
