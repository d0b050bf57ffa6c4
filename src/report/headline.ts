// The first lines of a comment: whether to merge, and what was tested.
import type { Comparison, Counts, PassRate } from '../gate/results.ts'
import { commitText, webLink } from './links.ts'
import { casesOf, type ReportModel } from './report-model.ts'
import { groupTitle, type TestGroup } from './test-groups.ts'
import {
  approximate,
  count,
  counted,
  dollars,
  duration,
  latency,
  percentages,
  probability,
  signed,
  wholePercent,
} from './units.ts'
import { inlineText } from './untrusted-markdown.ts'
import { explainsFailure, failedTests, notBlocking, testedAgents, verdictReasons } from './verdict-reasons.ts'

const TITLE_LENGTH = 120
const TEST_NAME_LENGTH = 100

/** The heading and the lines below it. Always shown whole; its length is bounded. */
export function headline(model: ReportModel): string {
  const lines = [explanation(model), subject(model), measures(model)]
  return `### ${advice(model)}\n\n${lines.filter(Boolean).join('<br>\n')}\n`
}

/** Whether to merge, and why. */
function advice(model: ReportModel): string {
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
      return `⚠️ ${gate ? 'Do not merge yet' : 'No clear result'}: ${verdictReasons(outcome).join(', ')}`
    default:
      return status satisfies never
  }
}

function whatFailed(model: ReportModel): string {
  const { comparison, verdict } = model.outcome
  const { totals } = verdict
  // A part of a merged report says so, but not its tests.
  if (totals.failed === 0) return verdictReasons(model.outcome).join(', ')
  const onlyFailing = nameOfOnly(model, 'failing', totals.failed)
  if (onlyFailing !== null)
    return `${onlyFailing} failed${inAgents(model, 'failing')} (${count(totals.failed)} of ${counted(totals.total, 'test')})`
  if (comparison === null || !explainsFailure(comparison)) return `${failedTests(totals)}${across(model)}`
  if (comparison.failureCount.blocks) {
    const { failed, tests, expected } = comparison.failureCount
    return `${failedTests({ failed, total: tests })} (${approximate(expected)} expected)${across(model)}`
  }
  const { broken } = comparison.classes
  const what = nameOfOnly(model, 'broken', broken)
  return `${what === null ? groupTitle('broken', broken) : `${what} broke`}${inAgents(model, 'broken')}`
}

/** In quotes; null if the group has several tests, or fewer than were counted, or one without a name. */
function nameOfOnly({ groups }: ReportModel, group: TestGroup, counted: number): string | null {
  const [only, ...others] = groups.get(group) ?? []
  if (only === undefined || others.length > 0 || casesOf([only]) !== counted) return null
  const name = inlineText(only.first.test.name ?? '', TEST_NAME_LENGTH)
  return name === '' ? null : `"${name}"`
}

/** ` in 4 of 39 agents`, ` in all 5 agents`; empty for a test in one agent, or if there is only one agent. */
function inAgents(model: ReportModel, group: TestGroup): string {
  const tests = model.groups.get(group) ?? []
  const [all, cases] = [testedAgents(model.outcome.verdict), casesOf(tests)]
  if (all === 1 || cases === 1) return ''
  const agents = new Set(tests.flatMap(({ first, others }) => [first, ...others].map(({ run }) => run)))
  return agents.size === all
    ? ` in all ${count(all)} agents`
    : ` in ${count(agents.size)} of ${count(all)} agents`
}

/** What the verdict rests on, in mode `gate-if-worse`; empty in the others. */
function explanation({ outcome }: ReportModel): string {
  const { comparison, verdict } = outcome
  if (comparison === null) return ''
  const { failureCount } = comparison
  const parts: string[] = []
  if (verdict.status === 'failed' && failureCount.blocks)
    parts.push(
      `So many failures are very unlikely without a change (probability ${probability(failureCount.probability)}).`,
    )
  const others = notBlocking(comparison)
  if (others.length > 0) parts.push(`Not blocking: ${others.join(', ')}.`)
  return parts.join(' ')
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

/** Which agents the number of tests is of, ` across 39 agents (1 more skipped)`; empty if there is only one. */
function across({ outcome }: ReportModel): string {
  const counting = outcome.results.filter(({ run }) => run?.counts != null).length
  const others = (['inconclusive', 'skipped'] as const)
    .filter((each) => outcome.verdict.agents[each] > 0)
    .map((each, index) => `${count(outcome.verdict.agents[each])}${index === 0 ? ' more' : ''} ${each}`)
  if (others.length > 0) return ` across ${counted(counting, 'agent')} (${others.join(', ')})`
  return counting === 1 ? '' : ` across ${counted(counting, 'agent')}`
}

function subject({ context }: ReportModel): string {
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

function measures(model: ReportModel): string {
  const { outcome, executedTests, totalCost, maxP95LatencyMs, changes } = model
  const { comparison, verdict, durationMs } = outcome
  // "Good to merge" next to "1 failed" would be a riddle.
  const isExcused = verdict.status === 'passed'
  const agents = (['failed', 'inconclusive', 'skipped', 'passed'] as const)
    .filter((each) => verdict.agents[each] > 0)
    .map(
      (each) =>
        `${count(verdict.agents[each])} ${each === 'failed' && isExcused ? 'with failing tests' : each}`,
    )
  const rates = comparison && percentages(comparison.now, comparison.before)
  const parts = [
    agents.length > 0 && `agents: ${agents.join(', ')}`,
    executedTests > 0 && `tests executed: ${count(executedTests)}`,
    rates &&
      `first attempts${ofCompared(comparison, verdict.totals)} passed: ${rates[0]}, before ${rates[1]}`,
    maxP95LatencyMs !== null &&
      `p95 latency up to ${latency(maxP95LatencyMs)}${signed(changes?.p95LatencyMs, latency)}`,
    totalCost !== null && `cost ${dollars(totalCost)}${signed(changes?.cost, wholePercent)}`,
    `took ${duration(durationMs)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Empty if all tests were compared. */
function ofCompared({ now }: Comparison, { total }: Counts): string {
  return now.total < total ? ` of ${counted(now.total, 'compared test')}` : ''
}
