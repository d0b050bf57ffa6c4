// Tests of files against a service whose answers are odd: nothing passes that did not run.

import { expect, test } from 'vitest'
import { HttpError, type TestRun } from '../../../src/client/index.ts'
import type { GateService, Result } from '../../../src/gate/service.ts'
import { problemWords } from '../../../src/results/problems.ts'
import { steps } from '../../../src/results/steps.ts'
import { plainNames } from '../../../src/test-files/definition.ts'
import { becameOf } from '../../support/became.ts'
import { runAgents, type Setting } from '../gate-harness.ts'
import {
  brokenConnection,
  done,
  failure,
  http,
  ok,
  page,
  row,
  run,
  timedOut,
  wrongShape,
} from '../responses.ts'
import { earlierRuns } from '../suites.ts'
import type { AgentResponses, RunResponses, ServiceChange } from '../test-service.ts'
import { answers, asked, making, planOf, serviceNameOf, wanted } from '../tests-of-files.ts'

/** What a server that counts nothing says of a run. */
const uncounted = (fields: Partial<TestRun> & { status: string }) =>
  run({ total_tests: null, test_uuids: null, ...fields })

/** @param retry each launch of tests by their IDs */
const jobOf = (
  retry: NonNullable<AgentResponses['retry']>,
  more: ServiceChange['tests'] = {},
  tests = [wanted('A'), wanted('B')],
  setting: Setting = {},
) => {
  const agents = { ada: { retry }, bob: { polls: [done(1, 0)] } }
  const made = making(['A', 'B'])
  const change = () => ({ ...made, tests: { ...made.tests, ...more } })
  return runAgents(agents, { listed: false, tests: planOf('ada', tests), change, ...setting })
}

test('an agent that runs tests of files is never skipped, although all agents of the workspace run', async () => {
  const { agents, verdict } = await jobOf(() => ({ launch: http(400, 'Agent connection not verified.') }))
  expect(agents[0]).toMatchObject({ outcome: 'inconclusive', problem: { kind: 'cannot-run' } })
  expect(verdict).toBe('inconclusive')
})

test('a run that stopped early is whole only if each test has a row in the end', async () => {
  const stopped = uncounted({ status: 'done', stopped_early: true, results: [asked('A', true, 'edited')] })
  const again = uncounted({ status: 'done', results: [asked('A', true)] })
  const { agents, verdict } = await jobOf((_, nth) => ({ polls: [nth === 0 ? stopped : again] }))
  expect(agents[0]).toMatchObject({ outcome: 'inconclusive', problem: { kind: 'run-ended' } })
  expect(verdict).toBe('inconclusive')
})

test('one of several tests that was written back runs alone', async () => {
  const first = done(2, 0, { results: [asked('A', true, 'edited'), asked('B', true)] })
  const { agents, verdict } = await jobOf((_, nth) => ({
    polls: [nth === 0 ? first : done(1, 0, { results: [asked('A', true)] })],
  }))
  expect(verdict).toBe('passed')
  expect(agents[0]?.run?.tests.map(({ source }) => source?.writtenBack)).toEqual([true, false])
})

test('a test that is edited again and again has no result', async () => {
  const results = [asked('A', true, 'edited'), asked('B', true)]
  const { agents, verdict } = await jobOf((_, nth) => ({
    polls: [nth === 0 ? done(2, 0, { results }) : done(1, 0, { results: results.slice(0, 1) })],
  }))
  expect(verdict).toBe('inconclusive')
  expect(agents[0]?.run?.tests).toMatchObject([
    { cause: 'no-result', error: { message: 'The test was edited on the service while the job ran.' } },
    { cause: 'passed' },
  ])
})

const another = row('Another', true, { test_case_id: null, test_case: asked('A', true).test_case ?? null })

test.each([
  [
    'of as many tests as were asked for, of which one is nobody’s,',
    done(2, 0, { results: [another, asked('B', true)] }),
    ['no-result', 'passed'],
  ],
  [
    'that shows one of two tests, and counts nothing,',
    uncounted({ status: 'done', results: [asked('A', true)] }),
    ['passed', 'no-result'],
  ],
  [
    'that shows a test twice',
    uncounted({ status: 'done', results: [asked('A', true), asked('A', true), asked('B', true)] }),
    ['no-result', 'passed'],
  ],
])('a run %s proves only what it shows', async (_, read, outcomes) => {
  const { agents, verdict } = await jobOf(() => ({ polls: [read] }))
  expect(verdict).toBe('inconclusive')
  expect(agents[0]?.run?.tests.map(becameOf)).toEqual(outcomes)
})

/** @param signs what each run of a test shows, of which the last one stays */
async function scripted(signs: Readonly<Record<string, string>>, setting: Setting = {}, control = '+') {
  const written: string[] = []
  const uuids = Object.keys(signs)
  const agentOf = (scripts: typeof signs): AgentResponses => {
    const ran = new Map<string, number>()
    const nextSign = (uuid: string) => {
      const [nth, script = '+'] = [ran.get(uuid) ?? 0, scripts[uuid]]
      ran.set(uuid, nth + 1)
      return script[Math.min(nth, script.length - 1)] ?? '+'
    }
    return { history: earlierRuns(10, uuids.map(serviceNameOf)), retry: answers(nextSign) }
  }
  const made = making(uuids)
  const update: GateService['tests']['update'] = async (uuid, { config }) => {
    written.push(uuid)
    return ok({ uuid, name: uuid, evaluators: [], config: { ...config } })
  }
  const change = () => ({ ...made, tests: { ...made.tests, update } })
  const tests = planOf(
    'ada',
    uuids.map((uuid) => wanted(uuid)),
  )
  const { agents, verdict, calls } = await runAgents(
    { ada: agentOf(signs), bob: agentOf({ A: control }) },
    { names: ['ada'], tests, change, ...setting },
  )
  const [a] = agents[0]?.run?.tests ?? []
  const attempts = a?.attempts.map(({ status }) => status).join(' ')
  return { a, attempts, verdict, written, calls }
}
const others = { B: '+', C: '+', D: '+' }

test.each([
  ['gate', '-e', 'failed', 'failed unanswered'],
  ['gate', 'e+', 'passed', 'unanswered passed'],
  ['gate', 'e', 'inconclusive', 'unanswered unanswered'],
  ['gate', 'm+', 'passed', 'unanswered passed'],
  ['gate', '-m', 'failed', 'failed unanswered'],
  ['gate', 's+', 'passed', 'unanswered passed'],
  ['gate', 'd+', 'passed', 'unanswered passed'],
  ['gate', 'd', 'inconclusive', 'unanswered unanswered'],
  ['gate-if-worse', '-e', 'inconclusive', `failed${' unanswered'.repeat(10)}`],
  ['gate-if-worse', '-e--', 'failed', 'failed unanswered failed failed failed failed'],
  ['gate-if-worse', '-e+', 'passed', 'failed unanswered passed'],
  ['gate-if-worse', 'e-----', 'failed', 'unanswered failed failed failed failed failed'],
] as const)('in %s, attempts that show %s are %s', async (mode, script, verdict, attempts) => {
  const ran = await scripted({ A: script, ...others }, { mode, retries: 1 })
  expect({ verdict: ran.verdict, attempts: ran.attempts }).toEqual({ verdict, attempts })
  expect(ran.calls.filter(({ what }) => what === 'launch')).toHaveLength(attempts.split(' ').length)
  expect(new Set(ran.written)).toEqual(new Set(/[emd]/.test(script) ? ['A'] : []))
  expect(ran.a?.source?.writtenBack).toBe(/[em]|d\+/.test(script))
  if (script === '-e' && mode === 'gate-if-worse')
    expect(ran.a?.undecided).toMatchObject({ why: 'too-few-answers', problem: { whose: 'edited' } })
})

test.each([
  ['-', '+', 'yours'],
  ['-', 'e', 'undecided'],
  ['-', '+e+', 'yours'],
  ['-', 'm+', 'yours'],
  ['-', 'e-', 'older'],
  ['-e', '+', 'undecided'],
  ['-e-', '+', 'yours'],
  ['-e', '-', 'undecided'],
  ['-s+', '+', 'flaky'],
])('beside a control, attempts that show %s, and %s on it, are %s', async (script, control, outcome) => {
  const setting = { mode: 'gate-if-worse', controls: { ada: 'bob' } } as const
  const { a, written } = await scripted({ A: script, ...others }, setting, control)
  expect(a && becameOf(a)).toBe(outcome)
  expect(written.length > 0).toBe(/[em]/.test(script + control))
  if (outcome === 'undecided') expect(a?.undecided?.problem).toMatchObject({ whose: 'edited' })
})

test('each run is read in full once, and not again for its failing rows', async () => {
  const { calls } = await scripted({ A: '-e-+', ...others }, { retries: 3 })
  const reads = calls.filter(({ what }) => what === 'details')
  expect(reads.map(({ run, onlyFailed, compact }) => [run, onlyFailed, compact])).toEqual(
    ['run-ada', 'run-ada-1', 'run-ada-2', 'run-ada-3'].map((run) => [run, false, false]),
  )
})

test('a read that does not show what was asked is repeated, and then its rows have no answer', async () => {
  const { calls, attempts, verdict } = await scripted({ A: 's', ...others })
  expect(calls.filter(({ what, run }) => what === 'details' && run === 'run-ada')).toHaveLength(3)
  expect({ verdict, attempts }).toEqual({ verdict: 'inconclusive', attempts: 'unanswered unanswered' })
})

test.each<[string, NonNullable<TestRun['results']>]>([
  ['none', []],
  ['none of a test that passed', [asked('B', false)]],
  ['none of a test that failed', [asked('A', true)]],
  [
    'those from before its end',
    ['A', 'B'].map((uuid) => ({ ...asked(uuid, true), passed: null, test_case: null })),
  ],
  ['one from before its end', [asked('A', true), { ...asked('B', false), passed: null, test_case: null }]],
])('a read that lacks rows is repeated, too: it has %s', async (_, results) => {
  const whole = done(1, 1, { results: [asked('A', true), asked('B', false)], test_uuids: ['A', 'B'] })
  let reads = 0
  const change = ({ runs }: GateService): ServiceChange => ({
    ...making(['A', 'B']),
    runs: {
      async get(taskId, options) {
        const read = await runs.get(taskId, options)
        const isShort = read.ok && options.compact === false && ++reads === 1
        return isShort ? ok({ ...read.value, results }) : read
      },
    },
  })
  const { agents } = await jobOf(() => ({ polls: [whole] }), {}, undefined, { change })
  expect(agents[0]?.run?.tests.map(becameOf)).toEqual(['passed', 'new'])
  expect(reads).toBe(2)
})

test('a test that cannot be written back does not run again', async () => {
  const first = done(2, 0, { results: [asked('A', true, 'edited'), asked('B', true)] })
  const update = async () => http(404, 'Test not found')
  const { agents, verdict, launches } = await jobOf(() => ({ polls: [first] }), { update })
  expect({ verdict, launches: launches('ada').length }).toEqual({ verdict: 'inconclusive', launches: 1 })
  const error = { kind: 'test', message: expect.stringContaining('could not be written back') }
  expect(agents[0]?.run?.tests[0]).toMatchObject({ cause: 'no-result', error })
})

const refusing = (status: number, body: unknown) =>
  failure(new HttpError({ method: 'POST', url: 'https://service.test/run' }, status, 'No.', null, { body }))

test.each<[string, RunResponses, object[], string]>([
  [
    'a refusal that names it',
    { launch: refusing(400, { detail: { error: 'No.', test_uuids: ['B'] } }) },
    [{ name: 'B', file: 'tests.yml' }],
    'cannot-run',
  ],
  [
    'a refusal that names none',
    { launch: refusing(400, { detail: 'No.' }) },
    [{ name: null, file: 'tests.yml' }],
    'cannot-run',
  ],
  [
    'a crash, before which nothing starts',
    { launch: refusing(500, 'Internal Server Error') },
    [{ name: null, file: 'tests.yml' }],
    'not-launched',
  ],
  [
    'a failed run without rows',
    { polls: [uncounted({ status: 'failed', results: [row('A · 1234567812345678', null)] })] },
    [{ name: null, file: 'tests.yml' }],
    'run-ended',
  ],
])('the test that may be damaged is told after %s', async (_, run, damaged, kind) => {
  const { agents } = await jobOf(() => run)
  expect(agents[0]?.problem).toMatchObject({ kind, damaged })
})

test('rows that no full read has by the deadline have no result', async () => {
  const results = [asked('A', true), { ...asked('B', true), passed: null }]
  const going = uncounted({ status: 'in_progress', results })
  const shown = await jobOf(() => ({ polls: [going] }), {}, undefined, { timeoutSeconds: 20 })
  expect(shown.agents[0]?.run?.tests.map(becameOf)).toEqual(['passed', 'no-result'])
  const cancelled = await jobOf(() => ({ polls: [going] }), {}, undefined, { cancelledAt: 12 })
  expect(cancelled.agents[0]?.run?.tests.map(becameOf)).toEqual(['no-result', 'no-result'])
})

type Asked = Parameters<GateService['tests']['createMany']>[0]

/** A service that makes those tests of a request that it takes, lists what it made, and answers as if it took all unless told otherwise. */
function taking(take: (asked: Asked) => { taken?: Asked['tests']; answer?: Result<never> }) {
  const requests: Asked[] = []
  const made: string[] = []
  const service = {
    async createMany(asked: Asked) {
      requests.push(asked)
      const { taken = [], answer } = take(asked)
      made.push(...taken.map(({ name }) => name))
      return answer ?? ok({ uuids: taken.map(({ name }) => name), count: taken.length })
    },
    async list() {
      const items = made.map((name) => ({ uuid: name, name, type: 'general' as const }))
      return ok({ items, total: items.length, at: 0 })
    },
  }
  return { service, made, sizes: () => requests.map(({ tests }) => tests.length), requests }
}
const notReady = () => ({ launch: http(400) })
const launchedOf = ({ launches }: Awaited<ReturnType<typeof jobOf>>) =>
  launches('ada').map((tests) => tests?.length)

test.each([
  [401, 'key', steps.checkKey],
  [403, 'tests-not-made', steps.updateForTests],
  [404, 'tests-not-made', steps.updateForTests],
  [405, 'tests-not-made', steps.updateForTests],
] as const)('a service that does not take tests (HTTP %i) runs nothing', async (status, kind, step) => {
  const { service, requests } = taking(() => ({ answer: http(status) }))
  const { endedEarly, launches } = await jobOf(() => ({}), service)
  expect({ kind: endedEarly?.kind, requests: requests.length }).toEqual({ kind, requests: 1 })
  expect(endedEarly && problemWords(endedEarly).step).toBe(step)
  expect(launches('ada')).toEqual([])
})

test.each([
  ['a connection breaks', brokenConnection],
  ['no response comes in time', timedOut],
  ['it answers HTTP 500', http(500)],
  ['it answers HTTP 400, as others have made them', http(400)],
  ['its response does not name them', wrongShape],
])('tests that were made although %s are found, and not made twice', async (_, answer) => {
  const { service, made } = taking(({ tests }) => ({ taken: tests, answer }))
  const ran = await jobOf(notReady, service)
  expect({ launched: launchedOf(ran), made: made.length }).toEqual({ launched: [2], made: 2 })
})

test('a request makes at most 500 tests, of one type and one language', async () => {
  const [books, hello] = [wanted('Books'), wanted('Hallo')]
  const { service, requests } = taking(({ tests }) => ({ taken: tests }))
  const ran = await jobOf(notReady, service, [
    ...numbered(501),
    { ...books, content: { type: 'tool_call', input: 'Book', tool_calls: [] } },
    { ...hello, content: { ...hello.content, language: 'de' } },
  ])
  expect(requests.map(({ type, language, tests }) => `${tests.length} ${type} ${language}`)).toEqual([
    '500 general undefined',
    '1 general undefined',
    '1 tool_call undefined',
    '1 general de',
  ])
  expect(launchedOf(ran)).toEqual([503])
})

const takingUpTo = (most: number, answer = http(413, 'Request Entity Too Large')) =>
  taking(({ tests }) => (tests.length > most ? { answer } : { taken: tests }))
const numbered = (count: number, chars = 1) =>
  Array.from({ length: count }, (_, nth) => ({
    ...wanted(`Test ${nth}`),
    content: { type: 'general' as const, input: 'ä'.repeat(chars) },
  }))

test('a request makes tests of at most 512 kB, one at least', async () => {
  const { service, sizes } = takingUpTo(500)
  await jobOf(notReady, service, [...numbered(4, 100_000), ...numbered(5, 300_000).slice(4)])
  expect(sizes()).toEqual([2, 2, 1])
})

test.each([
  ['too large for a proxy', undefined],
  ['refused by a firewall', page(403)],
])('what is %s is made in halves', async (_, answer) => {
  const { service, made, sizes } = takingUpTo(2, answer)
  const ran = await jobOf(notReady, service, numbered(5))
  expect(sizes()).toEqual([5, 3, 2, 1, 2])
  expect(new Set(made).size).toBe(5)
  expect(launchedOf(ran)).toEqual([5])
})

test('a test that is too large for a proxy by itself is named', async () => {
  const { service, sizes } = takingUpTo(0)
  const { endedEarly } = await jobOf(() => ({}), service, numbered(2))
  expect(sizes()).toEqual([2, 1])
  expect(endedEarly).toMatchObject({ kind: 'tests-not-made', name: 'Test 0', error: { status: 413 } })
  expect(endedEarly && problemWords(endedEarly).step).toBe(steps.shortenTest)
})

test('as long as each try gets further, other jobs that make the same tests end nothing', async () => {
  const { service } = taking(({ tests }) => ({ taken: tests.slice(0, 1), answer: http(400, 'Names exist') }))
  expect(launchedOf(await jobOf(notReady, service, numbered(8)))).toEqual([8])
})

test('tries that get no further end the job, and name tests as people know them', async () => {
  const { service, requests } = taking(({ tests: [first] }) => {
    return { answer: http(400, `Test names already exist: ${first?.name}, ${first?.name.slice(0, -4)}`) }
  })
  const { endedEarly } = await jobOf(() => ({}), service)
  const error = { reason: 'Test names already exist: A, A · 123456781234' }
  expect([requests.length, endedEarly]).toMatchObject([3, { kind: 'tests-not-made', error }])
  expect(plainNames('A · 1234567812345678, B · 123…')).toBe('A, B…')
})

test('a service that answers 500 to everything once tests were being made may need a restart', async () => {
  let isLocked = false
  const createMany = async () => {
    isLocked = true
    return http(500)
  }
  const list: GateService['tests']['list'] = async ({ maxRetries }) =>
    isLocked ? http(maxRetries === 2 ? 500 : 503) : ok({ items: [], total: 0, at: 0 })
  const { endedEarly } = await jobOf(() => ({}), { createMany, list })
  expect(endedEarly).toMatchObject({ kind: 'tests-not-made', needsRestart: true })
  expect(endedEarly && problemWords(endedEarly).step).toBe(steps.restartService)
})

test('a list of tests whose total is never reached ends where a page brings nothing new', async () => {
  const asked: (number | undefined)[] = []
  const list: GateService['tests']['list'] = async ({ offset }) => {
    asked.push(offset)
    const items = [{ uuid: 'A', name: 'A · 1234567812345678', type: 'general' as const }]
    return ok({ items, total: 1_000_000, at: 0 })
  }
  await jobOf(() => ({ launch: http(400) }), { list })
  expect(asked).toEqual([undefined, 1])
})

test('a test that the pull request edits is not compared, whatever earlier runs have under its name', async () => {
  const history = earlierRuns(10, ['A', 'B'].map(serviceNameOf))
  const agents = { ada: { retry: answers(() => '+'), history } }
  const tests = planOf('ada', [wanted('A', 'edited'), wanted('B')])
  const change = () => making(['A', 'B'])
  const { decision } = await runAgents(agents, { mode: 'gate-if-worse', tests, change })
  expect(decision.compared?.tests).toBe(1)
})
