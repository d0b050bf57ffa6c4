// No first run is launched twice, unless the launch was refused or answered 503; and no test more often than its rounds.

import { LAST_ROUND } from '../../../src/gate/control/rule.ts'
import { MAX_ROUNDS } from '../../../src/gate/history/rule.ts'
import { MOST_LOST_RETRIES } from '../../../src/gate/runs/retries.ts'
import type { Fault } from './fault.ts'
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
    const unsafe = first.slice(0, -1).find((launch) => !isAnswered(launch, 429) && !isAnswered(launch, 503))
    const repeats = first.slice(0, -1).filter((launch) => isAnswered(launch, 503))
    const hasty = repeats.find((launch) => !isReadBeforeNext(launch, journal))
    const runs = started.get(uuid) ?? []
    // A gateway may answer so what it has passed on.
    const refused = launches.filter(
      (launch) =>
        (isAnswered(launch, 429) || isAnswered(launch, 503)) &&
        runs.some(({ launch: nth }) => nth === launch.nth),
    )
    const most = 1 + mostRetries(plan) + refused.length
    return [
      ...(unsafe === undefined ? [] : [`${name} was launched again after ${JSON.stringify(unsafe.fault)}`]),
      ...(repeats.length <= 2 ? [] : [`${name} was launched again ${repeats.length} times after 503`]),
      ...(hasty === undefined ? [] : [`${name} was launched again too soon after 503`]),
      ...(runs.length <= most ? [] : [`${name} has ${runs.length} runs with ${plan.retries} retries`]),
    ]
  })
}

/** Mode `gate-if-worse` adds more where it needs them to decide, and counts again. Unanswered tests are run once more. */
function mostRetries({ control, mode, retries }: FaultPlan): number {
  if (control !== null) return LAST_ROUND - 1
  return (mode === 'gate-if-worse' ? MAX_ROUNDS + 1 : Math.max(1, retries)) + MOST_LOST_RETRIES
}

function isAnswered({ fault }: ProxyJournalEntry, status: number): boolean {
  return fault?.kind === 'answer' && fault.status === status
}

/** Whether the agent's runs were read between a launch and the next one of this path, which came half a minute later or more. */
function isReadBeforeNext(launch: ProxyJournalEntry, journal: PlanResult['journal']): boolean {
  const later = journal.slice(journal.indexOf(launch) + 1)
  const next = later.findIndex(({ kind, path }) => kind === 'launch' && path === launch.path)
  const between = later.slice(0, next)
  const isRead = between.some(({ path, fault }) => path === `${launch.path}s` && isComplete(fault))
  return isRead && (later[next]?.atMs ?? 0) - launch.atMs >= 30_000
}

/** Whether the service's own response arrived. */
function isComplete(fault: Fault | null): boolean {
  return fault === null || fault.kind === 'late' || fault.kind === 'drip' || fault.kind === 'rewrite'
}
