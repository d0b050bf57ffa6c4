// No first run is launched twice, unless the launch was refused; and no test more often than its rounds.
import { LAST_ROUND } from '../../../src/gate/control-rule.ts'
import { MOST_LOST_RETRIES } from '../../../src/gate/plans.ts'
import { MAX_ROUNDS } from '../../../src/gate/rule.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { ProxyJournalEntry } from './fault-proxy.ts'
import type { PlanResult } from './run-plan.ts'

/** First launches that may have started the same run twice, and agents with too many runs; each as a sentence. */
export function unsafeLaunches(plan: FaultPlan, { journal, started }: PlanResult): string[] {
  const all = plan.control === null ? plan.agents : [...plan.agents, plan.control]
  return all.flatMap(({ name, uuid }) => {
    const launches = journal.filter(({ kind, path }) => kind === 'launch' && path.includes(uuid))
    // Retries name their tests. A further round follows one whose response was lost.
    const first = launches.filter(({ body }) => !body.includes('test_uuids'))
    const unsafe = first.slice(0, -1).find((launch) => !mayBeRetried(launch))
    const runs = started.get(uuid) ?? []
    // A gateway may refuse what it has passed on.
    const refused = launches.filter(
      (launch) => mayBeRetried(launch) && runs.some(({ launch: nth }) => nth === launch.nth),
    )
    const most = 1 + mostRetries(plan) + refused.length
    return [
      ...(unsafe === undefined ? [] : [`${name} was launched again after ${JSON.stringify(unsafe.fault)}`]),
      ...(runs.length <= most ? [] : [`${name} has ${runs.length} runs with ${plan.retries} retries`]),
    ]
  })
}

/** Mode `gate-if-worse` adds more, to tell broken from unreliable. Unanswered tests are run once more. */
function mostRetries({ control, mode, retries }: FaultPlan): number {
  if (control !== null) return LAST_ROUND - 1
  return mode === 'gate-if-worse' ? MAX_ROUNDS : Math.max(1, retries) + MOST_LOST_RETRIES
}

function mayBeRetried({ fault }: ProxyJournalEntry): boolean {
  return fault?.kind === 'answer' && (fault.status === 429 || fault.status === 503)
}
