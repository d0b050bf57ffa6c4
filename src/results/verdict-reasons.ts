// Why the verdict is what it is: the only place that phrases it. Names of agents in it are untrusted.
import { causesOf } from './causes.ts'
import { blocksAtOnce, groupTitle } from './groups.ts'
import type { Results, ResultsAgent, ResultsComparison } from './schema.ts'
import { count, counted, ofAgents } from './units.ts'

type Reason = Results['reasons'][number]

/** Short phrases in plain text; empty when the verdict is `passed`. */
export function verdictReasons(results: Omit<Results, 'reasons' | 'story'>): Reason[] {
  const { verdict, totals, agents, abortReason, comparison } = results
  if (verdict === 'passed') return []
  const incomplete = agents.filter((agent) => agent.outcome === 'failed' && isUnexplained(agent))
  const tested = testedAgents(results)
  const unread = comparison === null ? 0 : agents.filter(({ baseline }) => baseline?.error).length
  const { broken = 0, undetermined = 0 } = comparison?.classes ?? {}
  const someFailed = totals.failed > 0 && failedTests(totals)
  const onlyUnjudged = verdict === 'inconclusive' && undetermined === totals.failed
  const blocksByCount = blocksAtOnce(comparison)
  const { failed = 0, tests: total = 0 } = comparison?.failureCount ?? {}
  const farMore = comparison?.control
    ? `${failedTests(totals)}, far more often than on the control`
    : `${failedTests({ failed, total })}, far more than in earlier runs`
  const reasons: readonly (readonly [Reason['kind'], string | false | undefined])[] = [
    ['failed', verdict === 'failed' && !explainsFailure(comparison) && someFailed],
    ['failure-count', blocksByCount && farMore],
    ['broken', broken > 0 && groupTitle('broken', broken)],
    ['aborted', abortReason?.message],
    ...causesOf(agents).map((cause) => ['cause', cause] as const),
    ['inconclusive-agents', inconclusiveAgents(agents, tested)],
    ['incomplete-runs', incompleteRuns(incomplete)],
    ['no-history', unread > 0 && unreadHistories(unread, tested)],
    ['undetermined', onlyUnjudged && someFailed && `${someFailed} inconclusively`],
    [
      'undetermined',
      !onlyUnjudged && undetermined > 0 && !blocksByCount && groupTitle('undetermined', undetermined),
    ],
    ['failed', verdict === 'inconclusive' && !onlyUnjudged && someFailed],
    ['nothing-tested', abortReason === null && tested === 0 && 'no agent was tested'],
  ]
  return reasons.flatMap(([kind, message]) => (message ? [{ kind, message }] : []))
}

/** Without skipped agents, which did not run. */
export function testedAgents({ agentTotals }: Pick<Results, 'agentTotals'>): number {
  return agentTotals.passed + agentTotals.failed + agentTotals.inconclusive
}

/** Whether it has a problem, and no cause is said for its tests without a verdict. */
function isUnexplained(agent: ResultsAgent): boolean {
  const { kind } = agent.problem ?? {}
  return kind !== undefined && (kind !== 'unfinished-tests' || causesOf([agent]).length === 0)
}

/** What several agents have in common; for one or many. */
const common: Readonly<Record<string, string>> = {
  'timed-out': 'timed out',
  'cannot-run': 'cannot run',
  'not-launched': 'did not start',
  'no-tests': 'had no tests to run',
  'tests-not-run': 'had tests without a configuration',
  'max-tests': 'did not start because of `max-tests`',
  aborted: 'did not finish',
}

/** `the agent timed out`, `Support bot timed out`, `2 of 3 agents timed out`; empty for none. */
function inconclusiveAgents(agents: readonly ResultsAgent[], tested: number): string {
  const inconclusive = agents.filter((agent) => agent.outcome === 'inconclusive' && isUnexplained(agent))
  const [first] = inconclusive
  if (first === undefined) return ''
  const shared = sharedProblem(inconclusive)
  if (inconclusive.length === 1)
    return `${tested === 1 ? 'the agent' : first.name} ${shared ?? 'was inconclusive'}`
  return `${ofAgents(inconclusive.length, tested)} ${shared ?? 'were inconclusive'}`
}

/** Of agents that failed. */
function incompleteRuns(agents: readonly ResultsAgent[]): string {
  const [first, ...others] = agents
  if (first === undefined) return ''
  if (others.length === 0) return `${first.name} ${sharedProblem(agents) ?? 'did not finish its run'}`
  const failing = `${count(agents.length)} failing agents`
  return `${failing} ${sharedProblem(agents) ?? 'did not finish their runs'}`
}

function sharedProblem(agents: readonly ResultsAgent[]): string | undefined {
  const kinds = new Set(agents.map(({ problem }) => problem?.kind ?? ''))
  return kinds.size === 1 ? common[[...kinds].join()] : undefined
}

function unreadHistories(unread: number, tested: number): string {
  if (unread === tested) return 'no run history could be used'
  return `the run history of ${count(unread)} of ${count(tested)} agents could not be used`
}

/** In a merged report, tests of parts without a comparison fail the gate as well. */
export function explainsFailure(comparison: ResultsComparison | null): comparison is ResultsComparison {
  return comparison !== null && (comparison.classes.broken > 0 || blocksAtOnce(comparison))
}

/** `1 known failure`, `2 flaky tests` */
export function notBlocking({ classes }: ResultsComparison): string[] {
  return (['new', 'known-failure', 'unreliable', 'flaky'] as const)
    .filter((each) => classes[each] > 0)
    .map((each) => groupTitle(each, classes[each]))
}

/** For the start of a sentence. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** `2 of 50 tests failed` */
export function failedTests({ failed, total }: { readonly failed: number; readonly total: number }): string {
  return `${count(failed)} of ${counted(total, 'test')} failed`
}
