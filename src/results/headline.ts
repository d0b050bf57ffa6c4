// Whether to merge, and why: the first lines of every report. Plain text, in which names are untrusted.
import { nothingToCompareWith } from './baseline-text.ts'
import { blame } from './blame.ts'
import { acceptedTests, groupTitle } from './groups.ts'
import { notices } from './notices.ts'
import type { Overview } from './overview.ts'
import type { Results, ResultsComparison, ResultsTest } from './schema.ts'
import { approximate, count, counted, dayText, ofAgents, probability } from './units.ts'
import { capitalized, explainsFailure, failedTests, notBlocking, testedAgents } from './verdict-reasons.ts'

type Reason = Results['reasons'][number]

export interface Headline {
  readonly sign: '✅' | '❌' | '⚠️'
  /** Such as `Do not merge`. */
  readonly advice: string
  /** Such as `2 of 30 tests failed in 1 of 2 agents; 3 did not run`. */
  readonly facts: string
}

export function headline(overview: Overview): Headline {
  const { verdict, mode } = overview.results
  const advice = (text: string) => (mode === 'report' ? 'Report only, does not block' : text)
  switch (verdict) {
    case 'passed':
      return whenPassed(overview, advice)
    case 'failed':
      return { sign: '❌', advice: advice('Do not merge'), facts: whatFailed(overview) }
    case 'inconclusive':
      return { sign: '⚠️', advice: advice('Do not merge yet'), facts: reasonsText(overview.results) }
    default:
      return verdict satisfies never
  }
}

function whenPassed(overview: Overview, advice: (text: string) => string): Headline {
  const { results } = overview
  const { totals, comparison } = results
  const accepted = acceptedTests(results)
  // Tests may fail in mode gate-if-worse.
  const excused = totals.failed - accepted.filter(({ status }) => status === 'failed').length
  const facts = totals.failed === 0 ? whatPassed(results) : whatFailed(overview)
  if (excused > 0 && !comparison?.comparedTests && !comparison?.control)
    return {
      sign: '⚠️',
      advice: 'Merge with care',
      facts: `${facts}, and ${nothingToCompareWith(results)}`,
    }
  const why = accepted.length > 0 ? `, ${areAccepted(accepted)}` : excused > 0 ? ', no test broke' : ''
  return { sign: '✅', advice: advice(`Good to merge${why}`), facts }
}

/** `1 failing test is accepted until 3 Dec` */
function areAccepted(tests: readonly ResultsTest[]): string {
  const noun = tests.every(({ status }) => status === 'failed') ? 'failing test' : 'test'
  const [first = '', ...later] = [...new Set(tests.map(({ accepted }) => accepted?.until ?? ''))].sort()
  const until = `until ${dayText(first)}${later.length > 0 ? ' or later' : ''}`
  return `${counted(tests.length, noun)} ${tests.length === 1 ? 'is' : 'are'} accepted ${until}`
}

export function headlineText({ advice, facts }: Headline): string {
  return `${advice}: ${facts}`
}

const CAUSES_SHOWN = 4
const SAID_BY_HEADLINE: readonly Reason['kind'][] = ['failed', 'failure-count', 'broken']

/** The lines below the headline, as sentences: whose fault it is, what does not block, and a bad day. Names are untrusted. */
export function explanation(results: Results): readonly string[][] {
  const { verdict, totals, reasons, comparison } = results
  const further = verdict === 'failed' && totals.failed > 0 ? reasons : []
  const causes = further
    .filter(({ kind }) => !SAID_BY_HEADLINE.includes(kind))
    .slice(0, CAUSES_SHOWN)
    .map(({ message }) => sentence(message))
  const blamed = blame(results)
  const failureCount = comparison?.failureCount
  const accepted = verdict === 'passed' ? 0 : acceptedTests(results).length
  const excused = [
    ...(accepted > 0 ? [groupTitle('accepted', accepted)] : []),
    ...(comparison === null ? [] : notBlocking(comparison)),
  ]
  return [
    [
      ...(blamed === null ? [] : [blamed]),
      ...causes,
      ...(failureCount?.blocks ? [unlikely(failureCount)] : []),
    ],
    excused.length > 0 ? [`Not blocking: ${excused.join(', ')}.`] : [],
    notices(results),
  ].filter(({ length }) => length > 0)
}

function sentence(message: string): string {
  return `${capitalized(message)}${/[.!?…]$/.test(message) ? '' : '.'}`
}

function unlikely({ expected, probability: p }: ResultsComparison['failureCount']): string {
  return `Expected from earlier runs: ${approximate(expected)} failures. So many are very unlikely without a change, even on a day with twice as many (probability ${probability(p)}).`
}

function reasonsText({ reasons }: Results): string {
  const named = reasons.slice(0, CAUSES_SHOWN).map(({ message }) => message)
  const others = reasons.length - named.length
  return [...named, ...(others > 0 ? [counted(others, 'more problem')] : [])].join(', ')
}

function whatFailed(overview: Overview): string {
  const { comparison, totals } = overview.results
  // A part of a merged report says so, but not its tests.
  if (totals.failed === 0) return reasonsText(overview.results)
  if (!explainsFailure(comparison))
    return `${failedTests(totals)}${inFailingAgents(overview)}${notRun(overview)}`
  if (comparison.control?.alarm?.blocks)
    return `${failedTests(totals)}${inFailingAgents(overview)}, far more often than on the control${notRun(overview)}`
  if (comparison.failureCount.blocks) {
    const { failed, tests: total } = comparison.failureCount
    return `${failedTests({ failed, total })}${inFailingAgents(overview)}${notRun(overview)}`
  }
  const broke = `${count(comparison.classes.broken)} of ${counted(totals.total, 'test')} broke`
  return `${broke}${inBrokenAgents(overview)}${notRun(overview)}`
}

/** ` in 4 of 39 agents`, ` in all 5 agents`; empty if there is only one. */
function inBrokenAgents({ groups, results }: Overview): string {
  const cases = (groups.get('broken') ?? []).flatMap(({ first, others }) => [first, ...others])
  return inAgents(new Set(cases.map(({ run }) => run.taskId)).size, results)
}

function inFailingAgents({ results }: Overview): string {
  return inAgents(results.agents.filter(({ run }) => (run?.counts?.failed ?? 0) > 0).length, results)
}

function inAgents(some: number, results: Results): string {
  const all = testedAgents(results)
  return all === 1 ? '' : ` in ${ofAgents(some, all)}`
}

/** `; 2 did not run`, `; 1 agent timed out`: what has no result beside the failures. */
function notRun({ results: { agents, agentTotals } }: Overview): string {
  const runs = agents.flatMap(({ run }) => run ?? [])
  const unanswered = runs.flatMap(({ tests }) => tests).filter(({ status }) => status === 'unanswered').length
  // Tests that were left out may have no names.
  const without = runs.flatMap(({ counts }) =>
    counts === null ? [] : counts.total - counts.passed - counts.failed,
  )
  const left = without.reduce((sum, tests) => sum + tests, 0) - unanswered
  const others = agents.filter(({ outcome, run }) => outcome === 'inconclusive' && run?.counts == null).length
  const parts = [
    left > 0 && `${count(left)} did not run`,
    unanswered > 0 && `${counted(unanswered, 'test')} without a result`,
    others > 0 && `${counted(others, 'agent')} inconclusive`,
    agentTotals.skipped > 0 && `${counted(agentTotals.skipped, 'agent')} skipped`,
  ]
  return parts
    .filter(Boolean)
    .map((part) => `; ${part}`)
    .join('')
}

/** `all 50 tests passed in 3 agents, 1 test only on retry; 1 agent skipped` */
function whatPassed({ totals: { total, passed, flaky }, agents, agentTotals }: Results): string {
  const all = passed === total ? 'all' : `${count(passed)} of`
  const tests = total === 1 ? '1 test' : `${all} ${counted(total, 'test')}`
  const tested = agents.length - agentTotals.skipped
  const where = tested === 1 ? '' : ` in ${counted(tested, 'agent')}`
  const retried = flaky === 0 ? '' : `, ${total === 1 ? '' : `${counted(flaky, 'test')} `}only on retry`
  const skipped = agentTotals.skipped === 0 ? '' : `; ${counted(agentTotals.skipped, 'agent')} skipped`
  return `${tests} passed${where}${retried}${skipped}`
}
