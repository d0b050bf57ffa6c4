// What became of a test, in words, and what else there is to know of its agent.
import { describe, expect, it } from 'vitest'
import type { RetrySkipped, RunResult, TestResult } from '../../src/gate/results.ts'
import { toResults } from '../../src/results/from-outcome.ts'
import {
  agentNotes,
  classText,
  groupedTests,
  historyText,
  isExcused,
  statusText,
} from '../../src/results/groups.ts'
import type { Results } from '../../src/results/schema.ts'
import { attempts, baselineFor, comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import { lateRefund, notRun } from '../fixtures/sample-tests.ts'
import { context, ended, failed, outcome, resultsOf, run, test } from '../fixtures/samples.ts'

const onlyTest = ({ agents }: Results) => agents[0]?.run?.tests[0] ?? expect.fail()
/** The test in the results, whatever its status. */
const shown = (fields: Partial<TestResult>) =>
  onlyTest(resultsOf(outcome([ended('Bot', 1, [{ ...lateRefund, ...fields }], null)], 1)))
const until = (expired: boolean) => ({ accepted: { until: '2026-12-03', expired } })
const beside = (...signs: readonly TestResult['status'][]) => ({
  control: { name: 'Production', attempts: attempts(lateRefund, ...signs) },
})
const baseline = (failureClass: NonNullable<TestResult['baseline']>['class'], runs = 0) => ({
  baseline: { class: failureClass, failures: 0, runs },
})

describe('the history of a test', () => {
  it.each<[string, Partial<TestResult>]>([
    ['', {}],
    ['failed 2 of 3 attempts', { attempts: attempts(lateRefund, 'failed', 'unanswered', 'failed') }],
    ['passed on attempt 2', { attempts: attempts(lateRefund, 'failed', 'passed') }],
    ['no result in 2 attempts', { attempts: attempts(lateRefund, 'unanswered', 'unanswered') }],
    ['passed all of its last 10 runs', baseline('broken', 10)],
    ['its earlier runs ended without a result', baseline('undetermined')],
    ['no earlier result known', baseline('new')],
    ['accepted until 3 Dec', until(false)],
    ['was accepted until 3 Dec', until(true)],
    ['accepted until 3 Dec; not run: the run ended first', { ...until(false), status: 'not-run' }],
    ['', { ...until(false), status: 'passed' }],
    ['Production passed 1 of 2 in the same rounds', beside('passed', 'unanswered', 'failed')],
    [
      'also fails on Production (control): not this change',
      { ...beside('failed'), ...baseline('known-failure') },
    ],
    [
      'Production (control) gave no result in 1 attempt: HTTP 503',
      {
        control: {
          name: 'Production',
          attempts: attempts({ ...lateRefund, reasoning: 'HTTP 503' }, 'unanswered'),
        },
      },
    ],
    [
      'Production (control) gave no result in 1 attempt',
      {
        control: { name: 'Production', attempts: attempts({ ...lateRefund, reasoning: null }, 'unanswered') },
      },
    ],
    ['', beside()],
    ['not run again, because the timeout was reached', { retrySkipped: { kind: 'no-time' } }],
    ['', { retrySkipped: { kind: 'too-many-failures' } }],
    ['', { retrySkipped: { kind: 'incomplete-run' } }],
    ['', { retrySkipped: { kind: 'no-history' } }],
  ])('reads "%s"', (text, fields) => {
    expect(historyText(shown(fields))).toBe(text)
  })

  it('comes after what became of it, unless it is accepted', () => {
    expect(classText({ test: shown(baseline('broken', 10)), group: 'broken' })).toBe(
      'broke; passed all of its last 10 runs',
    )
    expect(classText({ test: shown(until(false)), group: 'accepted' })).toBe('accepted until 3 Dec')
  })
})

describe('a test without a result', () => {
  const error = (kind: NonNullable<TestResult['error']>['kind'], message: string) =>
    ({ status: 'unanswered', error: { kind, detail: null, message } }) as const
  it.each<[string, Partial<TestResult>]>([
    ['unanswered: it could not be run or evaluated', { status: 'unanswered' }],
    ['unanswered: it could not be run or evaluated', error('agent', '')],
    ['unanswered: HTTP 503', error('agent', 'HTTP 503')],
    ['defective: no evaluator', error('test', 'no evaluator')],
    ['defective: it cannot be evaluated', error('test', '')],
    ['left out: it has no configuration', { ...error('left-out', ''), status: 'not-run' }],
    ['not run: the run ended first', { ...error('not-run', 'x'), status: 'not-run' }],
    ['no result was reported', { status: 'pending' }],
  ])('is "%s"', (text, fields) => {
    expect(statusText(shown(fields))).toBe(text)
  })
})

describe('the tests of an agent', () => {
  const groupsOf = (results: Results) =>
    results.agents.flatMap((agent) => groupedTests(agent, results.comparison).map(({ group }) => group))

  it.each(['queued', 'in_progress', 'done'])('that are still to come are left out: %s', (status) => {
    const tests = [
      { ...notRun, status: 'pending', ...until(false) },
      { ...notRun, status: 'pending' },
      notRun,
      lateRefund,
    ] as const
    const inProgress = resultsOf(outcome([ended('Bot', 4, tests, null, { status })], 1))
    expect(groupsOf(inProgress)).toEqual(
      status === 'done' ? ['failing', 'accepted', 'unfinished', 'unfinished'] : ['failing'],
    )
  })

  it('fail together if there are too many, but for new ones and known failures', () => {
    const tests = [
      judged(lateRefund, 'undetermined'),
      judged(lateRefund, 'new'),
      judged(lateRefund, 'known-failure'),
    ]
    const bot = failed('Bot', 9, tests)
    const groups = (blocks: boolean) =>
      groupsOf(resultsOf(comparedOutcome([bot], 1, [steadyBaseline(bot)], { blocks })))
    expect(groups(true)).toEqual(['failing', 'new', 'known-failure'])
    expect(groups(false)).toEqual(['new', 'known-failure', 'undetermined'])
  })

  it.each([
    ['accepted failures alone', 1, [until(false)], true],
    ['another failing test', 2, [until(false), {}], false],
    ['a failing test that is not listed', 2, [until(false)], false],
    ['no test that is listed', 1, [], false],
  ])('excuse it with %s', (_, failures, listed, expected) => {
    const tests = listed.map((fields) => ({ ...lateRefund, ...fields }))
    const counts = { total: 9, passed: 9 - failures, failed: failures }
    const [agent] = resultsOf(outcome([failed('Bot', 9, tests, { counts })], 1)).agents
    if (agent === undefined) throw new Error('no agent')
    expect(isExcused(agent, groupedTests(agent, null), null)).toBe(expected)
  })

  it('excuse it with known failures, also if others were counted only', () => {
    const counts = { total: 9, passed: 6, failed: 3 }
    const bot = failed('Bot', 9, [judged(lateRefund, 'known-failure'), { ...judged(lateRefund, 'flaky') }], {
      counts,
    })
    const { agents, comparison } = resultsOf(comparedOutcome([bot], 1, [steadyBaseline(bot)]))
    const excused = agents.map((agent) => isExcused(agent, groupedTests(agent, comparison), comparison))
    expect(excused).toEqual([true])
  })
})

describe('the notes of an agent', () => {
  const notesOf = (fields: Partial<RunResult>, clockSkewMs = 0) => {
    const bot = failed('Bot', 9, [lateRefund], fields)
    const earlierRuns = [{ ...baselineFor(bot, [9]), clockSkewMs }]
    const results = toResults(outcome([bot], 1, { earlierRuns }), { ...context, details: 'failing' })
    return results.agents.flatMap(agentNotes)
  }
  const retrySkipped = (kind: RetrySkipped['kind'] & ('no-time' | 'incomplete-run' | 'no-history')) =>
    run('Bot', { tests: ['a', 'b'].map((name) => test(name, { retrySkipped: { kind } })) })

  it.each<[string[], Partial<RunResult>, number]>([
    [[], {}, 120_000],
    [["the clock of the service is 3m ahead of the runner's"], {}, 180_000],
    [['the clock of the service is 1h 30m behind'], {}, -90 * 60_000],
    [[], { tests: retrySkipped('no-time').tests }, 0],
    [
      ['failing tests were not run again, because the run is incomplete.'],
      { tests: retrySkipped('incomplete-run').tests },
      0,
    ],
    [
      ['failing tests were not run again, because the run history could not be used.'],
      { tests: retrySkipped('no-history').tests },
      0,
    ],
  ])('start with %j', (starts, fields, skewMs) => {
    expect(notesOf(fields, skewMs)).toEqual(starts.map((start) => expect.stringMatching(`^${start}`)))
  })
})
