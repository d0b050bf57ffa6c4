// Accepted tests: they are run, block nothing, and change nothing for other tests.
import { describe, expect, test } from 'vitest'
import type { AcceptedTest } from '../../src/inputs/values.ts'
import { outcomeWarnings } from '../../src/outcome-warnings.ts'
import { factsText } from '../../src/results/causes.ts'
import { issueText } from '../../src/results/problems.ts'
import { plain } from '../../src/results/sentence.ts'
import { sourceIn, test as testResult } from '../fixtures/samples.ts'
import { compared, control } from './controlled.ts'
import { runAgents, type Setting } from './gate-harness.ts'
import { run, times } from './responses.ts'
import { earlierRuns, type Suite, suite, suiteOf, suiteRow, testNames, uuidOf } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const line = (name: string, more: Partial<AcceptedTest> = {}): AcceptedTest => ({
  agent: 'ada',
  test: name,
  until: '2026-12-03',
  expired: false,
  ...more,
})

async function job(ada: AgentResponses, setting: Setting) {
  const ran = await runAgents({ ada }, setting)
  const tests = ran.agents[0]?.run?.tests ?? []
  return { ...ran, status: ran.verdict, tests, retried: ran.launches('ada').slice(1) }
}

/** 12 tests, of which some fail, after 10 runs in which all passed. */
function job12(failing: Suite, setting: Setting) {
  const names = testNames(12)
  return job(suite(suiteOf(names, failing), { history: earlierRuns(10, names) }), setting)
}

describe.each(['gate', 'gate-if-worse'] as const)('in mode %s', (mode) => {
  const [one, ofOne] = [{ 'test 1': '-' }, line('test 1')]
  const six = testNames(6)
  const seven = Object.fromEntries(testNames(7).map((name) => [name, '-']))
  test.each<[string, Suite, AcceptedTest[], string, string?]>([
    ['a failing test that is accepted passes', one, [ofOne], 'passed'],
    ['an unanswered test that is accepted passes', { 'test 1': '?' }, [ofOne], 'passed'],
    ['another failing test blocks', { ...one, 'test 2': '-' }, [ofOne], 'failed', 'test 2'],
    ['another unanswered test is inconclusive', { 'test 2': '?' }, [ofOne], 'inconclusive', 'test 2'],
    ['so is one beside a failing test', { ...one, 'test 2': '?' }, [ofOne], 'inconclusive', 'test 2'],
    ['an expired line accepts nothing', one, [line('test 1', { expired: true })], 'failed', 'test 1'],
    ['nor does one for another agent', one, [line('test 1', { agent: 'bob' })], 'failed', 'test 1'],
    ['nor does one for another test', one, [line('test 11')], 'failed', 'test 1'],
    ['nor does a name in other letters', one, [line('Test 1')], 'failed', 'test 1'],
    [
      'many accepted ones do not keep others from running again',
      seven,
      six.map((name) => line(name)),
      'failed',
      'test 7',
    ],
    ['of two lines, the valid one counts', one, [line('test 1', { expired: true }), ofOne], 'passed'],
  ])('%s', async (_, failing, accept, verdict, again) => {
    const { status, retried } = await job12(failing, { mode, retries: 2, accept })
    expect([status, retried]).toEqual([
      verdict,
      again === undefined
        ? []
        : times(mode === 'gate' || verdict === 'inconclusive' ? 2 : 4, [uuidOf(again)]),
    ])
  })

  test('an accepted test that fails has its result, and says that it is accepted', async () => {
    const { tests, agents } = await job12({ ...one, 'test 2': '-' }, { mode, retries: 2, accept: [ofOne] })
    const accepted = { until: '2026-12-03', expired: false }
    const nothingElse = { blocks: false, attempts: [], whyNotRunAgain: null, earlier: null }
    expect(tests[0]).toMatchObject({ cause: 'accepted', accepted, ...nothingElse })
    expect(agents).toMatchObject([{ outcome: 'failed' }])
    const unanswered = await job12({ 'test 1': '?' }, { mode, accept: [ofOne] })
    expect(unanswered.agents).toMatchObject([{ outcome: 'passed' }])
  })

  test('cannot make up for a test that the run left out, which has no row', async () => {
    const names = ['draft', 'b', 'c']
    const test_uuids = names.map(uuidOf)
    const placeholders = names.map((name) => ({ ...suiteRow(name, '+'), passed: null }))
    const rows = ['b', 'c'].map((name) => suiteRow(name, '+'))
    const counts = { total_tests: 2, passed: 2, failed: 0 }
    const polls = [
      run({ status: 'queued', test_uuids, results: placeholders }),
      run({ status: 'done', test_uuids, ...counts, results: rows }),
    ]
    const history = earlierRuns(10, names)
    const accept = [line('draft')]
    expect(await job({ polls, history }, { mode, accept })).toMatchObject({ status: 'inconclusive' })
  })

  test('an agent with another problem stays inconclusive', async () => {
    const rows = [suiteRow('test 1', '-'), suiteRow('test 2', '+')]
    const failedRun = run({ status: 'failed', total_tests: 2, passed: 1, failed: 1, results: rows })
    const { status } = await job({ polls: [failedRun] }, { mode, accept: [line('test 1')] })
    expect(status).toBe('inconclusive')
  })
})

test('accepted tests are left out of the count of many failures', async () => {
  const failing = { 'test 1': '-', 'test 2': '-', 'test 3': '-', 'test 4': '-' }
  const setting = { mode: 'gate-if-worse', retries: 2 } as const
  const without = await job12(failing, setting)
  expect(without.decision?.count).toMatchObject({ tests: 12, failed: 4, blocks: true })
  const accept = [line('test 1'), line('test 2'), line('test 3')]
  const { decision } = await job12(failing, { ...setting, accept })
  expect(decision?.count).toMatchObject({ tests: 9, failed: 1, blocks: false })
})

describe('with a control', () => {
  const five = testNames(5)
  const failing = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '-']))
  const accept = [line('test 1', { agent: 'preview' })]

  test('an accepted test runs on neither, is in no sample, and does not count for the margin', async () => {
    expect((await compared(failing(five))).decision?.sample?.tests).toBe(5)
    const { decision, launches } = await compared(failing(five), control(), { accept })
    expect(decision?.sample?.tests).toBe(4)
    const again = [...launches('preview').slice(1), ...launches('production')].flat()
    expect(new Set(again)).toEqual(new Set(five.slice(1).map(uuidOf)))
    const { status, tests } = await compared(failing(['test 1', 'test 2']), control(), { accept })
    expect([status, tests[1]?.control?.attempts.length]).toEqual(['failed', 3])
  })

  test('a job with accepted failures alone passes', async () => {
    const { status, launched } = await compared(failing(['test 1']), control(), { accept })
    expect([status, launched]).toEqual(['passed', [1, 0]])
  })
})

test('a name that stands twice accepts both tests, with a warning', async () => {
  const rows = ['one', 'two'].map((id) => ({ ...suiteRow('Same', '-'), test_case_id: id }))
  const results = [...rows, suiteRow('other', '+')]
  const polls = [run({ status: 'done', total_tests: 3, passed: 1, failed: 2, results })]
  const accept = [line('Same')]
  const { status, tests, ...outcome } = await job({ polls }, { mode: 'gate', accept })
  expect([status, ...tests.map(({ accepted }) => accepted !== null)]).toEqual(['passed', true, true, false])
  expect(outcomeWarnings({ accept, agents: [], matrix: null }, outcome).map(issueText)).toEqual([
    'Input "accept": "ada / Same until 2026-12-03" accepts 2 tests of this name. Rename them in the service, so that each has its own.',
  ])
})

test('an expired line is no warning where another one still accepts the test', async () => {
  const accept = [line('test 1', { expired: true }), line('test 1'), line('test 2', { expired: true })]
  const { status, ...outcome } = await job12({ 'test 1': '-', 'test 2': '-' }, { mode: 'gate', accept })
  const warnings = outcomeWarnings({ accept, agents: [], matrix: null }, outcome).map(issueText)
  expect([status, warnings]).toEqual(['failed', [expect.stringContaining('"ada / test 2 until')]])
})

test.each(['added', 'edited'] as const)(
  'the line of an accepted test says that the change %s it',
  (change) => {
    const accepted = { until: '2026-12-03', expired: false }
    const changedBy = (change: 'added' | 'edited' | null) =>
      plain(factsText(testResult('A', { accepted, source: sourceIn('a.yml', 1, { change }) })))
    expect(changedBy(change)).toBe(`accepted until 3 Dec; ${change} by the change itself`)
    expect(changedBy(null)).toBe('accepted until 3 Dec')
  },
)
