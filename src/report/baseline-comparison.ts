// This run compared with earlier ones, for all reports: looked up by agent, grouped by kind of change, put into words.
import type {
  AgentComparison,
  AgentRef,
  Comparison,
  GateOutcome,
  PassRate,
  ServiceError,
  TestResult,
} from '../gate/results.ts'
import { errorRemedy } from './error-text.ts'
import { count, counted, percentages } from './units.ts'

/** One agent's comparison with its earlier run. */
export type AgentBaseline =
  | { readonly kind: 'compared'; readonly comparison: AgentComparison }
  | { readonly kind: 'no-earlier-run' }
  | { readonly kind: 'unreadable'; readonly error: ServiceError }

/** Null if the mode compares nothing, or if the job ended before any agent could be compared. */
export function comparisonMade({ comparison }: GateOutcome): Comparison | null {
  if (comparison === null) return null
  const { compared, withoutHistory, unreadable } = comparison
  return compared.length + withoutHistory.length + unreadable.length === 0 ? null : comparison
}

/** A lookup by agent; null for agents that were not compared. */
export function baselines(comparison: Comparison | null): (agent: AgentRef) => AgentBaseline | null {
  if (comparison === null) return () => null
  const { compared, withoutHistory, unreadable } = comparison
  const byAgent = new Map<string, AgentBaseline>()
  for (const each of compared) byAgent.set(each.agent.uuid, { kind: 'compared', comparison: each })
  for (const { uuid } of withoutHistory) byAgent.set(uuid, { kind: 'no-earlier-run' })
  for (const { agent, error } of unreadable) byAgent.set(agent.uuid, { kind: 'unreadable', error })
  return ({ uuid }) => byAgent.get(uuid) ?? null
}

/** How many of an agent's tests passed in its earlier run and fail now. */
export function newlyFailingCount(baseline: AgentBaseline | null): number {
  return baseline?.kind === 'compared' ? baseline.comparison.newlyFailing.length : 0
}

/** How failing tests changed since the earlier run, by test name. Names shared by several tests are left out. */
export type FailureChanges = ReadonlyMap<string | null, 'newly failing' | 'new'>

/** @param tests all known tests of the run */
export function failureChanges(tests: readonly TestResult[], baseline: AgentBaseline | null): FailureChanges {
  const changes = new Map<string | null, 'newly failing' | 'new'>()
  if (baseline?.kind !== 'compared') return changes
  const newlyFailing = new Set<string | null>(baseline.comparison.newlyFailing)
  const added = new Set<string | null>(baseline.comparison.added)
  for (const [name, [test, ...namesakes]] of Map.groupBy(tests, ({ name }) => name)) {
    if (test?.status !== 'failed' || namesakes.length > 0) continue
    if (newlyFailing.has(name)) changes.set(name, 'newly failing')
    else if (added.has(name)) changes.set(name, 'new')
  }
  return changes
}

/** Newly failing tests, then new ones, then those that failed before. */
export function changedFirst(failing: readonly TestResult[], changes: FailureChanges): readonly TestResult[] {
  if (changes.size === 0) return failing
  const having = (change: string | undefined) => failing.filter(({ name }) => changes.get(name) === change)
  return [...having('newly failing'), ...having('new'), ...having(undefined)]
}

/** All tests with one kind of change; at least one. */
export interface ChangeGroup {
  readonly kind: ChangeKind
  /** `3 new (1 failing)` */
  readonly title: string
  readonly total: number
  readonly agents: readonly ChangedAgent[]
}

/** One agent's tests with one kind of change, by name. */
export interface ChangedAgent {
  readonly agent: AgentRef
  readonly tests: readonly string[]
  readonly failureChanges: FailureChanges
}

/** Most important first. */
const changeKinds = ['newlyFailing', 'fixed', 'added', 'removed'] as const
type ChangeKind = (typeof changeKinds)[number]
const changeNames = {
  newlyFailing: 'newly failing',
  fixed: 'fixed',
  added: 'new',
  removed: 'removed',
} as const

interface ComparedAgent {
  readonly result: { readonly agent: AgentRef }
  readonly baseline: AgentBaseline | null
  readonly failureChanges: FailureChanges
}

/** Most important kind first, and in each the agents with the most changed tests. */
export function changeGroups(all: readonly ComparedAgent[]): ChangeGroup[] {
  return changeKinds.flatMap((kind) => {
    const agents = all
      .flatMap(({ result, baseline, failureChanges }) =>
        baseline?.kind === 'compared'
          ? [{ agent: result.agent, tests: baseline.comparison[kind], failureChanges }]
          : [],
      )
      .filter(({ tests }) => tests.length > 0)
      .sort((a, b) => b.tests.length - a.tests.length)
    if (agents.length === 0) return []
    const total = agents.reduce((sum, { tests }) => sum + tests.length, 0)
    const failing = (each: ChangedAgent) => each.tests.filter((test) => isNewAndFailing(each, test)).length
    const newAndFailing = kind === 'added' ? agents.reduce((sum, each) => sum + failing(each), 0) : 0
    return [{ kind, title: changeCount(kind, total, newAndFailing), total, agents }]
  })
}

/** A new test that fails lowers the pass rate, though it did not break. */
export function isNewAndFailing({ failureChanges }: ChangedAgent, test: string): boolean {
  return failureChanges.get(test) === 'new'
}

/** `2 newly failing`, `3 new (1 failing)` */
export function changeCount(kind: ChangeKind, total: number, failing = 0): string {
  return `${count(total)} ${changeNames[kind]}${failing > 0 ? ` (${count(failing)} failing)` : ''}`
}

/** `1 newly failing, 2 fixed`; empty if no test changed. */
export function changeCounts(comparison: AgentComparison): string {
  return changeKinds
    .filter((kind) => comparison[kind].length > 0)
    .map((kind) => changeCount(kind, comparison[kind].length))
    .join(', ')
}

/** `46 of 50 tests passed (92.0%), before 45 of 50 (90.0%)` */
export function passRates({ now, before }: { readonly now: PassRate; readonly before: PassRate }): string {
  const [nowPercent, beforePercent] = percentages(now, before)
  return `${passedOf(now)} (${nowPercent}), before ${count(before.passed)} of ${count(before.total)} (${beforePercent})`
}

/** `46 of 50 tests passed`, `all 50 tests passed`, `1 test passed` */
export function passedOf({ passed, total }: PassRate): string {
  if (total === 1 && passed === 1) return '1 test passed'
  return `${passed === total ? 'all' : `${count(passed)} of`} ${counted(total, 'test')} passed`
}

/**
 * Why an agent's run history is missing: `sentence` is plain, untrusted text that continues the agent's name. It has no
 * address, which differs per agent, so that agents with the same cause share one explanation.
 */
export function describeUnreadable(error: ServiceError): {
  readonly sentence: string
  readonly remedy: string
} {
  return { sentence: `its run history could not be read: ${causeOf(error)}`, remedy: remedyOf(error) }
}

function causeOf({ kind, status, reason, code }: ServiceError): string {
  switch (kind) {
    case 'http':
    case 'validation':
      return reason === null || reason.trim() === '' ? `HTTP ${status}` : `HTTP ${status}: ${reason}`
    case 'network':
      return `no connection${code === null ? '' : ` (${code})`}`
    case 'timeout':
      return 'no response in time'
    case 'contract':
      return 'the response is not a run history as this version knows it'
    case 'aborted':
      return 'the job was cancelled'
    default:
      return kind satisfies never
  }
}

function remedyOf(error: ServiceError): string {
  if (error.status === 404)
    return 'Older versions of the service have no run history. Update the service, or set `mode` to `gate`.'
  if (error.status === 403)
    return "The API key may not read it. Use a key of this agent's workspace, or set `mode` to `gate`."
  if (error.kind === 'contract') return 'Use the latest version of this action, or set `mode` to `gate`.'
  return errorRemedy(error)
}
