// Jobs with a control, on the whole gate; rule.test.ts has the rule.
import { describe, expect, test } from 'vitest'
import type { AgentTest, ItemPage, TestRun } from '../../../src/client/index.ts'
import type { Result } from '../../../src/gate/service.ts'
import { runUrl } from '../../fixtures/samples.ts'
import { attempts, compared, control, controls, first, names, second, uuids } from '../controlled.ts'
import { runAgents } from '../gate-harness.ts'
import { http, inProgress, ok, run, times } from '../responses.ts'
import { earlierRuns, type Suite, suite, suiteOf, suiteRow, testNames, uuidOf } from '../suites.ts'
import type { AgentResponses } from '../test-service.ts'

const fails = attempts('fails')
const one = { [first]: fails }

describe('with a control', () => {
  test('nothing runs on it if all tests pass', async () => {
    const { status, launched, decision } = await compared({})
    expect({ status, launched, sample: decision?.sample }).toEqual({
      status: 'passed',
      launched: [1, 0],
      sample: null,
    })
  })

  test('a test that fails while the control passes is broken', async () => {
    const { status, shown, launches, calls, agents } = await compared(one)
    // A weight of 52 is enough; the second failure alone brings in the control.
    expect({ status, shown }).toEqual({
      status: 'failed',
      shown: [{ name: first, outcome: 'yours', attempts: 'failed 5', control: 'passed 3' }],
    })
    expect(launches('preview')).toEqual([null, ...[1, 2, 3, 4].map(() => uuids(first))])
    expect(launches('production')).toEqual([1, 2, 3].map(() => uuids(first)))
    // No history is read.
    expect(calls.filter(({ what }) => what === 'earlier' || what === 'history')).toEqual([])
    expect(agents.map(({ baseline }) => baseline)).toEqual([null])
  })

  test.each<{ it: string; tests: Suite; onControl: Suite; verdict: string; became: object }>([
    {
      it: 'passes its first retry is flaky',
      tests: { [first]: attempts('fails', 'passes') },
      onControl: {},
      verdict: 'passed',
      became: { outcome: 'flaky', attempts: 'failed 1, passed 1', control: 'not run' },
    },
    {
      it: 'fails there, too, is known',
      tests: one,
      onControl: one,
      verdict: 'passed',
      became: { outcome: 'older', attempts: 'failed 3', control: 'failed 1' },
    },
    {
      it: 'has no answer again',
      tests: { [first]: attempts('fails', 'has no answer') },
      onControl: {},
      verdict: 'inconclusive',
      became: { outcome: 'undecided', attempts: 'failed 1, unanswered 3', control: 'not run' },
    },
    {
      it: 'has no answer first, then fails',
      tests: { [first]: attempts('has no answer', 'fails') },
      onControl: {},
      verdict: 'inconclusive',
      became: { outcome: 'undecided', attempts: 'unanswered 1, failed 1', control: 'not run' },
    },
    {
      it: 'does not fail alone',
      tests: { ...one, [second]: attempts('fails', 'passes') },
      onControl: {},
      verdict: 'failed',
      became: { outcome: 'yours', attempts: 'failed 6', control: 'passed 4' },
    },
  ])('a test that $it', async ({ tests, onControl, verdict, became }) => {
    const { status, shown } = await compared(tests, control(onControl))
    expect({ status, first: shown[0] }).toEqual({ status: verdict, first: { name: first, ...became } })
  })

  test.each<[string, Suite, Suite, string, object | null]>([
    ['no test passes on either side', { [first]: '-', [second]: '-' }, {}, 'inconclusive', {}],
    ['one passes', { [first]: '-', [second]: '+' }, {}, 'passed', null],
    ['there is one test alone', { [first]: '-' }, {}, 'passed', null],
    ['one passes without the change', { [first]: '-', [second]: '-' }, { [first]: '+' }, 'failed', null],
  ])('where %s', async (_, tests, without, verdict, problem) => {
    const agents = { preview: suite(tests), production: suite({ ...tests, ...without }) }
    const ran = await runAgents(agents, { mode: 'gate-if-worse', controls })
    expect(ran.verdict).toBe(verdict)
    expect(ran.agents[0]?.problem).toEqual(problem && { kind: 'nothing-passed', ...problem })
  })

  test('a new test is judged, too, also if it is not linked to the control and another failing one is', async () => {
    const tests = names.map(uuidOf)
    const brandNew = control({ brandNew: attempts('passes') }, { tests })
    const failing = { brandNew: fails, [first]: attempts('fails', 'passes') }
    const { status, shown } = await compared(failing, brandNew)
    const broke = { name: 'brandNew', outcome: 'yours', attempts: 'failed 6', control: 'passed 4' }
    expect({ status, second: shown[1] }).toEqual({ status: 'failed', second: broke })
  })

  test('to which none of the failing tests is linked, nothing is excused, and nothing runs on it', async () => {
    const { status, shown, tests, launched, calls } = await compared(
      { [first]: fails, [second]: fails },
      control({ [first]: fails, [second]: fails }, { tests: ['uuid-other'] }),
    )
    expect(status).toBe('inconclusive')
    const undecided = { outcome: 'undecided', attempts: 'not run', control: 'not run' }
    expect(shown).toEqual([first, second].map((name) => ({ name, ...undecided })))
    const whyNot = { why: 'control', problem: { kind: 'wrong-control' }, url: null }
    expect(tests[0]?.whyNotRunAgain).toEqual(whyNot)
    expect(tests[0]?.control?.name).toBe('production')
    expect(launched).toEqual([1, 0])
    expect(calls.filter(({ what }) => what === 'tests').map(({ agent }) => agent)).toEqual(['production'])
  })

  test.each<[string, Result<ItemPage<AgentTest>>, string, string | null]>([
    ['an older server does not list them', http(404), 'failed', null],
    ['they cannot be read', http(500), 'inconclusive', 'not-launched'],
    ['some are missing', ok({ items: [], total: 1 }), 'inconclusive', 'contradictory'],
  ])('whose tests are unknown, because %s', async (_, listed, verdict, kind) => {
    const change = () => ({ agents: { listTests: async () => listed } })
    const { status, tests } = await compared(one, control(), { change })
    expect(status).toBe(verdict)
    expect(tests[0]?.whyNotRunAgain).toEqual(
      kind && expect.objectContaining({ why: 'control', problem: expect.objectContaining({ kind }) }),
    )
  })

  test('both run in the same round, now this one first, now that one', async () => {
    const { calls } = await compared(one, control({ [first]: attempts('passes', 'fails').repeat(6) }))
    const launched = calls.filter(({ what }) => what === 'launch').map(({ agent }) => agent)
    const rounds = Array.from({ length: 12 }, (_, index) => launched.slice(2 + 2 * index, 4 + 2 * index))
    for (const round of rounds) expect(round.toSorted()).toEqual(['preview', 'production'])
    expect(new Set(rounds.map(([agent]) => agent)).size).toBe(2)
  })

  test('two candidates can share one, which is asked once for its tests; that of a passing one is not', async () => {
    const failing = (tests: Suite) => suite(suiteOf(names, tests))
    const [eu, us, asia] = [failing(one), failing({ [second]: fails }), failing({})]
    const agents = { eu, us, asia, production: control(), other: control() }
    const controls = { eu: 'production', us: 'production', asia: 'other' }
    const ran = await runAgents(agents, { mode: 'gate-if-worse', controls })
    expect(ran.calls.filter(({ what }) => what === 'tests').map(({ agent }) => agent)).toEqual(['production'])
    const broke = ran.agents.map(({ run }) => run?.tests.filter(({ cause }) => cause === 'yours').length)
    expect(broke).toEqual([1, 1, 0])
    expect(ran.launches('production')).toHaveLength(6)
    // Two tests that fail as one need no more than one; each candidate has its own attempts.
    expect(ran.launches('production').filter((each) => each?.[0] === uuidOf(first))).toHaveLength(3)
  })
})

describe('a sample of tests', () => {
  const six = (of: string) => Object.fromEntries(testNames(6).map((name) => [name, of]))

  test('runs on both at once, and tests that pass each time without the change broke after three rounds', async () => {
    const { status, decision, launched, shown } = await compared(six(fails))
    expect({ status, launched }).toEqual({ status: 'failed', launched: [4, 3] })
    expect(decision?.sample).toEqual({ tests: 6, rounds: 3, roundsWorse: 3, blocks: false })
    expect(shown[0]).toMatchObject({ outcome: 'yours', attempts: 'failed 4', control: 'passed 3' })
  })

  test('blocks after seven rounds in which more fail with the change, though no test broke', async () => {
    const [odd, even] = [
      attempts('passes', 'fails').repeat(4),
      attempts('passes') + attempts('passes', 'fails').repeat(3),
    ]
    const inTurn = testNames(6).map((name, at) => [name, at < 3 ? odd : even] as const)
    const { status, decision, launched, tests } = await compared(
      six(fails),
      control(Object.fromEntries(inTurn)),
    )
    expect({ status, launched }).toEqual({ status: 'failed', launched: [8, 7] })
    expect(decision?.sample).toEqual({ tests: 6, rounds: 7, roundsWorse: 7, blocks: true })
    expect(tests.slice(0, 6).map(({ cause, blocks }) => [cause, blocks])).toEqual(
      testNames(6).map(() => ['undecided', true]),
    )
  })

  test('leaves open what is not decided when others broke', async () => {
    const some = testNames(2).map((name) => [name, attempts('passes', 'fails').repeat(2)] as const)
    const { status, tests } = await compared(six(fails), control(Object.fromEntries(some)))
    expect(status).toBe('failed')
    const became = tests.slice(0, 6).map(({ cause, whyNotRunAgain }) => `${cause} ${whyNotRunAgain?.why}`)
    expect(new Set(became)).toEqual(new Set(['yours undefined', 'undecided blocked']))
  })

  test('counts no round of which max-tests allows a part', async () => {
    const { status, decision } = await compared(six(fails), control(), { maxTests: 26 })
    expect(status).toBe('inconclusive')
    expect(decision?.sample).toEqual({ tests: 6, rounds: 0, roundsWorse: 0, blocks: false })
  })
})

describe('a candidate that gives no answer', () => {
  const silence = { problem: { whose: 'agent', detail: 'HTTP 503' }, url: runUrl('run-preview-3') }

  test('in three rounds is asked no more, and it is known whose error that was', async () => {
    const { status, tests, launched } = await compared({ [first]: '-e' })
    expect({ status, launched }).toEqual({ status: 'inconclusive', launched: [4, 0] })
    expect(tests[0]?.undecided).toMatchObject({ why: 'candidate-silent', ...silence })
  })

  test('leaves nothing to count of what its control says by itself', async () => {
    const { status, shown, tests, launched } = await compared({ [first]: '--e' })
    expect({ status, launched }).toEqual({ status: 'inconclusive', launched: [5, 3] })
    expect(shown).toMatchObject([{ attempts: 'failed 2, unanswered 3', control: 'not run' }])
    expect(tests[0]?.undecided).toMatchObject({ why: 'candidate-silent' })
  })

  test('does not end the rounds of another one', async () => {
    const [eu, us] = [suite(suiteOf(names, { [first]: '-e' })), suite(suiteOf(names, { [second]: fails }))]
    const setting = { mode: 'gate-if-worse', controls: { eu: 'production', us: 'production' } } as const
    const { verdict, agents } = await runAgents({ eu, us, production: control() }, setting)
    expect(verdict).toBe('failed')
    expect(agents[0]?.run?.tests[0]).toMatchObject({ cause: 'undecided', undecided: { why: 'blocked' } })
    expect(agents[1]?.run?.tests[1]).toMatchObject({ cause: 'yours', undecided: null })
  })
})

describe('a control that gives no answer', () => {
  const never = { launch: http(400, 'Agent connection not verified') }
  const answers = (fields: Partial<TestRun>, passed: false | null) => {
    const row = { ...suiteRow(first, '-'), passed }
    const failed = passed === null ? 0 : 1
    const counts = { total_tests: 1, passed: 0, failed, test_uuids: uuids(first) }
    const polls = [run({ status: 'done', ...counts, results: [row], ...fields })]
    return control({}, { retry: () => ({ polls }) })
  }

  test.each<[string, AgentResponses, string, (string | null)?]>([
    ['is not verified', control({}, { retry: () => never }), 'cannot-run', null],
    ['was deleted', control({}, { retry: () => ({ launch: http(404) }) }), 'not-launched'],
    ['loses the response', control({}, { retry: () => ({ launch: http(500) }) }), 'maybe-launched'],
    ['is not answered by a judge', control({ [first]: attempts('has no answer') }), 'unfinished-tests'],
    ['loses its run', control({}, { retry: () => ({ polls: [http(404)] }) }), 'unreadable'],
    ['leaves the test out', answers({ total_tests: 0, failed: 0, results: [] }, null), 'tests-not-run'],
    ['is slow', control({}, { retry: () => ({}) }), 'timed-out'],
    ['fails with a result', answers({ status: 'failed' }, false), 'run-ended', runUrl('run-production-2')],
    ['has no result for it', answers({}, null), 'contradictory'],
  ])('because it %s makes a failing test undecided', async (_, onControl, kind, url) => {
    const { status, tests, launched, agents } = await compared(one, onControl)
    expect({ status, outcome: tests[0]?.cause }).toEqual({ status: 'inconclusive', outcome: 'undecided' })
    expect(tests[0]?.whyNotRunAgain).toMatchObject({ why: 'control', problem: { kind } })
    const found = { problem: { kind }, ...(url !== undefined && { url }) }
    expect(agents[0]?.control).toMatchObject({ name: 'production', ...found })
    // It is asked in three rounds, or until the deadline.
    const rounds = kind === 'timed-out' ? 1 : 3
    expect(launched).toEqual([2 + rounds, rounds])
  })

  test('because the job was cancelled has no problem of its own', async () => {
    const onControl = control({}, { retry: () => ({ polls: [inProgress] }) })
    const { agents, tests } = await compared(one, onControl, { cancelledAt: 22 })
    expect(tests[0]?.whyNotRunAgain?.why).toBe('control')
    expect(agents[0]?.control).toMatchObject({ name: 'production', problem: null, url: null })
  })

  test.each([
    [20, 'no-result'],
    [22, 'control'],
  ])('because of %i tests at most is not run', async (maxTests, why) => {
    const { status, tests } = await compared(one, control(), { maxTests })
    const undecided = tests.filter(({ cause }) => cause === 'undecided').length
    expect({ status, undecided }).toEqual({ status: 'inconclusive', undecided: 1 })
    expect(tests[0]?.whyNotRunAgain).toMatchObject({ why, problem: { kind: 'max-tests' } })
  })
})

test.each([
  [1, 2],
  [11, 1],
])(
  'of a candidate, %i of 20 tests without an answer are run once more, alone, unless they are most',
  async (count, launches) => {
    const unanswered = Object.fromEntries(testNames(count).map((name) => [name, attempts('has no answer')]))
    const { status, launched } = await compared(unanswered)
    expect({ status, launched }).toEqual({ status: 'inconclusive', launched: [launches, 0] })
  },
)

test('without controls, no request differs', async () => {
  const preview = suite(suiteOf(names, one), { history: earlierRuns(10, names) })
  const { calls, endedAt, launches } = await runAgents({ preview }, { mode: 'gate-if-worse', retries: 2 })
  // How the test was when it last passed, and once after the last launch when the agent was edited.
  const ofRun = ['launch', 'poll', 'details']
  const requests = [...ofRun, 'history', 'earlier', ...times(4, ofRun).flat(), 'get']
  expect(calls.map(({ what }) => what)).toEqual(requests)
  expect(launches('preview')).toEqual([null, ...times(4, uuids(first))])
  // Twenty seconds after the deadline at most.
  expect(calls.at(-1)?.timeoutMs).toBe(1_820_000 - 1000 * endedAt)
})
