// The first lines of a comment: whether to merge, and what was tested.
import type { Counts, PassRate } from '../gate/results.ts'
import { commitText, webLink } from './links.ts'
import type { PageModel } from './page-model.ts'
import { groupTitle, historyText, type TestGroup } from './test-groups.ts'
import { count, counted, dollars, duration, latency, percentages, signed, wholePercent } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'
import {
  describeAbort,
  explainsFailure,
  failedTests,
  notBlocking,
  verdictReasons,
} from './verdict-reasons.ts'

const TITLE_LENGTH = 120
const TEST_NAME_LENGTH = 100

/** The heading and the lines below it. Always shown whole; its length is bounded. */
export function headline(model: PageModel): string {
  const lines = [explanation(model), subject(model), measures(model)]
  return `### ${advice(model)}\n\n${lines.filter(Boolean).join('<br>\n')}\n`
}

/** Whether to merge, and why. */
function advice(model: PageModel): string {
  const { outcome, context } = model
  const { status, totals, flaky } = outcome.verdict
  const gate = context.mode !== 'report'
  switch (status) {
    case 'passed':
      if (totals.failed === 0)
        return `✅ ${gate ? 'Good to merge: ' : ''}${passedOf(totals)}${across(model)}${onlyOnRetry(totals, flaky)}`
      // Tests may fail in mode gate-if-worse.
      return outcome.comparison?.comparedTests
        ? `✅ Good to merge, no test broke: ${passedOf(totals)}${across(model)}`
        : `⚠️ Merge with care: ${failedTests(totals)}${across(model)}, and there are no earlier results to compare with`
    case 'failed':
      return `❌ ${gate ? 'Do not merge: ' : ''}${whatFailed(model)}`
    case 'inconclusive':
      return `⚠️ ${gate ? 'Do not merge yet' : 'No clear result'}: ${whyInconclusive(model)}`
    default:
      return status satisfies never
  }
}

function whatFailed(model: PageModel): string {
  const { comparison, verdict } = model.outcome
  // A part of a merged report says so, but not its tests.
  if (verdict.totals.failed === 0) return verdictReasons(model.outcome).join(', ')
  const onlyFailing = verdict.totals.failed === 1 ? nameOfOnly(model, 'failing') : ''
  if (onlyFailing !== '') return `"${onlyFailing}" failed (1 of ${counted(verdict.totals.total, 'test')})`
  if (comparison === null || !explainsFailure(comparison))
    return `${failedTests(verdict.totals)}${across(model)}`
  if (comparison.failureCount.blocks) {
    const { failed, tests, expected } = comparison.failureCount
    return `${failedTests({ failed, total: tests })} (${about(expected)} expected)${across(model)}`
  }
  const onlyBroken = nameOfOnly(model, 'broken')
  if (onlyBroken !== '') return `"${onlyBroken}" broke`
  return `${groupTitle('broken', comparison.classes.broken)}${across(model)}`
}

/** Empty if the group has several tests, or one without a name. */
function nameOfOnly({ groups }: PageModel, group: TestGroup): string {
  const [only, ...others] = groups.get(group) ?? []
  return others.length === 0 ? inlineText(only?.first.test.name ?? '', TEST_NAME_LENGTH) : ''
}

/** What the verdict rests on, in mode `gate-if-worse`; empty in the others. */
function explanation({ outcome, groups }: PageModel): string {
  const { comparison, verdict } = outcome
  if (comparison === null) return ''
  const { failureCount, classes } = comparison
  const parts: string[] = []
  if (verdict.status === 'failed' && failureCount.blocks)
    parts.push(
      `So many failures are very unlikely without a change (probability ${probability(failureCount.probability)}).`,
    )
  const [broken] = groups.get('broken') ?? []
  if (verdict.status === 'failed' && classes.broken === 1 && broken !== undefined)
    parts.push(`It ${inlineText(asClause(historyText(broken.first.test)), 300)}.`)
  const others = notBlocking(comparison)
  if (others.length > 0) parts.push(`Not blocking: ${others.join(', ')}.`)
  return parts.join(' ')
}

/** `failed 3 of 3 attempts, but passed all of its last 10 runs` */
function asClause(history: string): string {
  return history.replaceAll('; ', ', and ').replace(', and passed', ', but passed')
}

function whyInconclusive(model: PageModel): string {
  const { results, comparison, verdict } = model.outcome
  const undetermined = comparison?.classes.undetermined ?? 0
  const aborted = describeAbort(model.outcome)?.headline ?? null
  if (results.length === 0) return aborted ?? 'nothing was tested'
  const missing = [
    aborted,
    inconclusiveAgents(model),
    unreadHistories(model),
    undetermined > 0 && groupTitle('undetermined', undetermined),
    verdict.totals.failed > 0 && failedTests(verdict.totals),
  ]
  return missing.filter(Boolean).join(', ') || verdictReasons(model.outcome).join(', ')
}

/** `46 of 50 tests passed`, `all 50 tests passed`, `1 test passed` */
function passedOf({ passed, total }: PassRate): string {
  if (total === 1 && passed === 1) return '1 test passed'
  return `${passed === total ? 'all' : `${count(passed)} of`} ${counted(total, 'test')} passed`
}

function onlyOnRetry({ total }: Counts, flaky: number): string {
  if (flaky === 0) return ''
  return `, ${total === 1 ? '' : `${counted(flaky, 'test')} `}only on retry`
}

function inconclusiveAgents(model: PageModel): string | null {
  const missing = model.outcome.verdict.agents.inconclusive
  const all = testedAgents(model)
  if (missing === 0) return null
  if (all === 1) return 'the agent was inconclusive'
  if (missing === all) return `all ${count(all)} agents were inconclusive`
  return `${count(missing)} of ${count(all)} agents ${missing === 1 ? 'was' : 'were'} inconclusive`
}

function unreadHistories(model: PageModel): string | null {
  const unread = model.outcome.comparison?.agents.filter(({ error }) => error !== null).length ?? 0
  if (unread === 0) return null
  const all = testedAgents(model)
  if (unread === all) return 'no run history could be used'
  return `the run history of ${count(unread)} of ${count(all)} agents could not be used`
}

/** Which agents the number of tests is of; empty if there is only one. */
function across({ outcome }: PageModel): string {
  const counting = outcome.results.filter(({ run }) => run?.counts != null).length
  const others = (['inconclusive', 'skipped'] as const)
    .filter((each) => outcome.verdict.agents[each] > 0)
    .map((each) => `${count(outcome.verdict.agents[each])} ${each}`)
  if (others.length > 0) return ` across ${counted(counting, 'agent')} (${others.join(', ')})`
  return counting === 1 ? '' : ` across ${counted(counting, 'agent')}`
}

/** Without skipped agents, which did not run. */
function testedAgents({ outcome }: PageModel): number {
  return outcome.results.length - outcome.verdict.agents.skipped
}

function subject({ context }: PageModel): string {
  const { headSha, workflowRunUrl, mode, title } = context
  const workflowRun = webLink(workflowRunUrl)
  const parts = [
    `**${inlineText(title, TITLE_LENGTH)}**`,
    commitText(headSha),
    workflowRun && `[workflow run](${workflowRun})`,
    mode === 'report' && 'report only, does not fail the job',
  ]
  return parts.filter(Boolean).join(' · ')
}

function measures(model: PageModel): string {
  const { outcome, executedTests, totalCost, maxP95LatencyMs, changes } = model
  const { comparison, verdict, durationMs } = outcome
  const agents = (['failed', 'inconclusive', 'skipped', 'passed'] as const)
    .filter((each) => verdict.agents[each] > 0)
    .map((each) => `${count(verdict.agents[each])} ${each}`)
  const rates = comparison && percentages(comparison.now, comparison.before)
  const parts = [
    agents.length > 0 && `agents: ${agents.join(', ')}`,
    executedTests > 0 && `tests executed: ${count(executedTests)}`,
    rates && `first attempts passed: ${rates[0]}, before ${rates[1]}`,
    maxP95LatencyMs !== null &&
      `p95 latency up to ${latency(maxP95LatencyMs)}${signed(changes?.p95LatencyMs, latency)}`,
    totalCost !== null && `cost ${dollars(totalCost)}${signed(changes?.cost, wholePercent)}`,
    `took ${duration(durationMs)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function about(expected: number): string {
  if (expected < 0.05) return 'fewer than 0.1'
  return expected < 9.95 ? expected.toFixed(1).replace(/\.0$/, '') : count(Math.round(expected))
}

function probability(value: number): string {
  return value < 0.0001 ? 'below 0.01%' : `${(100 * value).toFixed(2)}%`
}
