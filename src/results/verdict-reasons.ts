// Why the verdict is what it is: the only place that phrases it.
import { groupTitle } from './groups.ts'
import type { Results, ResultsComparison } from './schema.ts'
import { count, counted } from './units.ts'

type Reason = Results['reasons'][number]

/** Short phrases in plain text without the service's words; empty when the verdict is `passed`. */
export function verdictReasons(results: Omit<Results, 'reasons'>): Reason[] {
  const { verdict, totals, agentTotals, agents, abortReason, comparison } = results
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
    [
      'inconclusive-agents',
      agentTotals.inconclusive > 0 && inconclusiveAgents(agentTotals.inconclusive, tested),
    ],
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

function inconclusiveAgents(inconclusive: number, tested: number): string {
  if (tested === 1) return 'the agent was inconclusive'
  if (inconclusive === tested) return `all ${count(tested)} agents were inconclusive`
  return `${count(inconclusive)} of ${count(tested)} agents ${inconclusive === 1 ? 'was' : 'were'} inconclusive`
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
