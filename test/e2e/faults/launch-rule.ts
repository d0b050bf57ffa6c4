// The launches of an agent, as the fault proxy saw them.
import type { TrueAgent } from '../../support/promise.ts'
import type { Fault } from './fault.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { ProxyJournalEntry } from './fault-proxy.ts'
import type { PlanResult } from './run-plan.ts'

/** Retries name their tests. A further round follows one whose response was lost. */
export function launchesOf(
  uuid: string,
  { journal, started }: PlanResult,
): Pick<TrueAgent, 'first' | 'retries'> {
  const launches = journal.filter(({ kind, path }) => kind === 'launch' && path.includes(uuid))
  const runs = started.get(uuid) ?? []
  // A gateway may answer so what it has passed on.
  const passedOn = launches.filter(
    (launch) => isRefused(launch) && runs.some((run) => run.launch === launch.nth),
  )
  const first = launches.filter(({ body }) => !body.includes('test_uuids'))
  return {
    first: first.map((launch) => ({ isRefused: isRefused(launch) })),
    retries: runs.length - 1 - passedOn.length,
  }
}

/** First launches that followed one answered 503 too soon, each as a sentence. */
export function hastyLaunches(plan: FaultPlan, { journal }: PlanResult): string[] {
  const all = plan.control === null ? plan.agents : [...plan.agents, plan.control]
  return all.flatMap(({ name, uuid }) => {
    const launches = journal.filter(({ kind, path }) => kind === 'launch' && path.includes(uuid))
    const first = launches.filter(({ body }) => !body.includes('test_uuids'))
    const repeated = first.slice(0, -1).filter((launch) => isAnswered(launch, 503))
    const hasty = repeated.find((launch) => !isReadBeforeNext(launch, journal))
    return hasty === undefined ? [] : [`${name} was launched again too soon after 503`]
  })
}

function isRefused(launch: ProxyJournalEntry): boolean {
  return isAnswered(launch, 429) || isAnswered(launch, 503)
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
