// Why the verdict is what it is: the only place that phrases it. Names of agents in it are untrusted.
import { causesOf } from './causes.ts'
import { groupTitle } from './groups.ts'
import type { Results, ResultsAgent, ResultsComparison } from './schema.ts'
import { count, counted, ofAgents } from './units.ts'

type Reason = Results['reasons'][number]

/** Short phrases in plain text; empty when the verdict is `passed`. */
export function verdictReasons(results: Omit<Results, 'reasons'>): Reason[] {
  const { verdict, totals, agents, abortReason, comparison } = results
  if (verdict === 'passed') return []
  const incomplete = agents.filter(({ outcome, problem }) => outcome === 'failed' && problem !== null).length
  const tested = testedAgents(results)
  const unread = comparison === null ? 0 : agents.filter(({ baseline }) => baseline?.error).length
  const { broken = 0, undetermined = 0 } = comparison?.classes ?? {}
  const someFailed = totals.failed > 0 && failedTests(totals)
  const onlyUnjudged = verdict === 'inconclusive' && undetermined === totals.failed
  const blocksByCount = comparison?.failureCount.blocks === true
  const { failed = 0, tests: total = 0 } = comparison?.failureCount ?? {}
  const reasons: readonly (readonly [Reason['kind'], string | false | undefined])[] = [
    ['failed', verdict === 'failed' && !explainsFailure(comparison) && someFailed],
    ['failure-count', blocksByCount && `${failedTests({ failed, total })}, far more than in earlier runs`],
    ['broken', broken > 0 && groupTitle('broken', broken)],
    ['aborted', abortReason?.message],
    ...causesOf(agents).map((cause) => ['cause', cause] as const),
    ['inconclusive-agents', inconclusiveAgents(agents.filter(isUnexplained), tested)],
    ['incomplete-runs', comparison !== null && incomplete > 0 && incompleteRuns(incomplete)],
    ['no-history', unread > 0 && unreadHistories(unread, tested)],
    ['undetermined', onlyUnjudged && someFailed && `${someFailed} and could not be judged`],
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

/** Whether no cause is said for its tests without a verdict. */
function isUnexplained(agent: ResultsAgent): boolean {
  const isCaused = agent.problem?.kind === 'unfinished-tests' && causesOf([agent]).length > 0
  return agent.outcome === 'inconclusive' && !isCaused
}

/** What several agents have in common; for one or many. */
const common: Readonly<Record<string, string>> = {
  'timed-out': 'timed out',
  'cannot-run': 'cannot run',
  'not-launched': 'did not start',
  'not-launched-in-time': 'did not start in time',
  'no-tests': 'had no tests to run',
  'tests-not-run': 'had tests without a configuration',
  'max-tests': 'did not start because of `max-tests`',
  aborted: 'did not finish',
}

/** `the agent timed out`, `2 of 3 agents timed out`; empty for none. */
function inconclusiveAgents(inconclusive: readonly ResultsAgent[], tested: number): string {
  const [first] = inconclusive
  if (first === undefined) return ''
  const isSame = inconclusive.every(({ problem }) => problem?.kind === first.problem?.kind)
  const shared = isSame ? common[first.problem?.kind ?? ''] : undefined
  if (tested === 1) return `the agent ${shared ?? 'was inconclusive'}`
  const are = inconclusive.length === 1 ? 'was' : 'were'
  return `${ofAgents(inconclusive.length, tested)} ${shared ?? `${are} inconclusive`}`
}

function incompleteRuns(incomplete: number): string {
  const [runs, are] = incomplete === 1 ? ['run', 'is'] : ['runs', 'are']
  return `the ${runs} of ${counted(incomplete, 'failing agent')} ${are} incomplete`
}

function unreadHistories(unread: number, tested: number): string {
  if (unread === tested) return 'no run history could be used'
  return `the run history of ${count(unread)} of ${count(tested)} agents could not be used`
}

/** In a merged report, tests of parts without a comparison fail the gate as well. */
export function explainsFailure(comparison: ResultsComparison | null): comparison is ResultsComparison {
  return comparison !== null && (comparison.classes.broken > 0 || comparison.failureCount.blocks)
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
