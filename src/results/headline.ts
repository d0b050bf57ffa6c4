// Whether to merge, and why: the first line of every report. Plain text, in which names are untrusted.
import { groupTitle, type TestGroup } from './groups.ts'
import { casesOf, type Overview } from './overview.ts'
import type { Results } from './schema.ts'
import { approximate, count, counted, ofAgents } from './units.ts'
import { explainsFailure, failedTests, testedAgents } from './verdict-reasons.ts'

const TEST_NAME_LENGTH = 100

export interface Headline {
  readonly sign: '✅' | '❌' | '⚠️'
  readonly text: string
}

export function headline(overview: Overview): Headline {
  const { verdict, mode, totals, comparison } = overview.results
  const gate = mode !== 'report'
  switch (verdict) {
    case 'passed':
      if (totals.failed === 0)
        return {
          sign: '✅',
          text: `${gate ? 'Good to merge: ' : ''}${passedOf(totals)}${across(overview)}${onlyOnRetry(totals)}`,
        }
      // Tests may fail in mode gate-if-worse.
      return comparison?.comparedTests
        ? { sign: '✅', text: `Good to merge, no test broke: ${passedOf(totals)}${across(overview)}` }
        : {
            sign: '⚠️',
            text: `Merge with care: ${failedTests(totals)}${across(overview)}, and there are no earlier results to compare with`,
          }
    case 'failed':
      return { sign: '❌', text: `${gate ? 'Do not merge: ' : ''}${whatFailed(overview)}` }
    case 'inconclusive':
      return {
        sign: '⚠️',
        text: `${gate ? 'Do not merge yet' : 'No clear result'}: ${reasonsText(overview.results)}`,
      }
    default:
      return verdict satisfies never
  }
}

function reasonsText({ reasons }: Results): string {
  return reasons.map(({ message }) => message).join(', ')
}

function whatFailed(overview: Overview): string {
  const { comparison, totals } = overview.results
  // A part of a merged report says so, but not its tests.
  if (totals.failed === 0) return reasonsText(overview.results)
  const onlyFailing = nameOfOnly(overview, 'failing', totals.failed)
  if (onlyFailing !== null)
    return `${onlyFailing} failed${inAgents(overview, 'failing')} (${count(totals.failed)} of ${counted(totals.total, 'test')})${notRun(overview)}`
  if (!explainsFailure(comparison))
    return `${failedTests(totals)}${inFailingAgents(overview)}${notRun(overview)}`
  if (comparison.failureCount.blocks) {
    const { failed, tests, expected } = comparison.failureCount
    return `${failedTests({ failed, total: tests })} (${approximate(expected)} expected)${inFailingAgents(overview)}${notRun(overview)}`
  }
  const { broken } = comparison.classes
  const what = nameOfOnly(overview, 'broken', broken)
  return `${what === null ? groupTitle('broken', broken) : `${what} broke`}${inAgents(overview, 'broken')}${notRun(overview)}`
}

/** In quotes; null if the group has several tests, or fewer than were counted, or one without a name. */
function nameOfOnly({ groups }: Overview, group: TestGroup, counted: number): string | null {
  const [only, ...others] = groups.get(group) ?? []
  if (only === undefined || others.length > 0 || casesOf([only]) !== counted) return null
  const name = only.first.test.name?.trim() ?? ''
  // Some texts have only characters that reports leave out.
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return null
  return `"${name.length > TEST_NAME_LENGTH ? `${name.slice(0, TEST_NAME_LENGTH - 1).toWellFormed()}…` : name}"`
}

/** ` in 4 of 39 agents`, ` in all 5 agents`; empty for a test in one agent, or if there is only one agent. */
function inAgents({ groups, results }: Overview, group: TestGroup): string {
  const tests = groups.get(group) ?? []
  const [all, cases] = [testedAgents(results), casesOf(tests)]
  if (all === 1 || cases === 1) return ''
  const runs = new Set(tests.flatMap(({ first, others }) => [first, ...others].map(({ run }) => run.taskId)))
  return ` in ${ofAgents(runs.size, all)}`
}

/** ` in 2 of 5 agents`; empty if there is only one. */
function inFailingAgents({ results }: Overview): string {
  const all = testedAgents(results)
  const failing = results.agents.filter(({ run }) => (run?.counts?.failed ?? 0) > 0).length
  return all === 1 ? '' : ` in ${ofAgents(failing, all)}`
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
    others > 0 && `${counted(others, 'agent')} without a result`,
    agentTotals.skipped > 0 && `${counted(agentTotals.skipped, 'agent')} skipped`,
  ]
  return parts
    .filter(Boolean)
    .map((part) => `; ${part}`)
    .join('')
}

/** `46 of 50 tests passed`, `all 50 tests passed`, `1 test passed` */
function passedOf({ passed, total }: Results['totals']): string {
  if (total === 1 && passed === 1) return '1 test passed'
  return `${passed === total ? 'all' : `${count(passed)} of`} ${counted(total, 'test')} passed`
}

function onlyOnRetry({ total, flaky }: Results['totals']): string {
  if (flaky === 0) return ''
  return `, ${total === 1 ? '' : `${counted(flaky, 'test')} `}only on retry`
}

/** Which agents the number of tests is of, ` across 39 agents (1 more skipped)`; empty if there is only one. */
function across({ results: { agents, agentTotals } }: Overview): string {
  const counting = agents.filter(({ run }) => run?.counts != null).length
  const others = (['inconclusive', 'skipped'] as const)
    .filter((each) => agentTotals[each] > 0)
    .map((each, index) => `${count(agentTotals[each])}${index === 0 ? ' more' : ''} ${each}`)
  if (others.length > 0) return ` across ${counted(counting, 'agent')} (${others.join(', ')})`
  return counting === 1 ? '' : ` across ${counted(counting, 'agent')}`
}
