import { describe, expect, test } from 'vitest'
import { AbortedError } from '../../../src/client/index.ts'
import { appUrl, runUrl } from '../../fixtures/samples.ts'
import { type GateRun, runAgent, runAgents, type Setting } from '../gate-harness.ts'
import {
  brokenConnection,
  done,
  failure,
  http,
  invalid,
  launched,
  notJson,
  ok,
  page,
  refusedCertificate,
  refusedConnection,
  timedOut,
  timedOutBeforeSending,
  wrongShape,
} from '../responses.ts'
import { suite } from '../suites.ts'

const notVerified = 'Agent connection not verified. Call POST /agents/{agent_uuid}/verify-connection first.'
const noTests = 'No tests linked to this agent. Link tests first or provide test_uuids.'

describe.each([notVerified, noTests])('an agent that is not ready to run: %s', (reason) => {
  const launch = http(400, reason)

  test('is inconclusive if it was listed', async () => {
    const { agent, verdict } = await runAgent({ launch })
    const cannotRun = { kind: 'cannot-run', error: { status: 400, reason } }
    expect(agent).toMatchObject({ outcome: 'inconclusive', run: null, problem: cannotRun })
    expect(verdict).toBe('inconclusive')
  })

  test('is skipped in an all-agents run, which is inconclusive if no agent is ready', async () => {
    const responses = { ada: { launch }, bob: { polls: [done(1, 0)] } }
    const { agents, ...ran } = await runAgents(responses, { listed: false })
    const problem = { kind: 'skipped', reason }
    expect(agents[0]).toEqual({
      ...{ name: 'ada', uuid: 'ada', appUrl, outcome: 'skipped', problem, control: null },
      ...{
        override: null,
        editedAt: null,
        executedTests: 0,
        costUsd: null,
        isCostWhole: true,
        baseline: null,
        run: null,
      },
    })
    expect(ran).toMatchObject({ verdict: 'passed', agentTotals: { passed: 1, skipped: 1 } })
    expect((await runAgent({ launch }, { listed: false })).verdict).toBe('inconclusive')
  })
})

test('a copy beside its original, without tests of its own, is skipped as one', async () => {
  const responses = {
    'Bot (preview)': { launch: http(400, noTests) },
    Bot: { polls: [done(1, 0)] },
    'Other (preview)': { launch: http(400, noTests) },
    'Bot (new)': { launch: http(400, notVerified) },
  }
  const { agents, verdict } = await runAgents(responses, { listed: false })
  expect(agents.map(({ problem }) => problem)).toEqual([
    { kind: 'spare-copy', original: 'Bot' },
    null,
    { kind: 'skipped', reason: noTests },
    { kind: 'skipped', reason: notVerified },
  ])
  expect(verdict).toBe('passed')
})

describe.each([true, false])('a launch without a run (agents listed: %s)', (listed) => {
  test.each([
    ['400 without a reason', http(400), 'cannot-run'],
    ['400 with a known text amid others', http(400, 'Error: No tests linked to this agent'), 'cannot-run'],
    ['403', http(403), 'not-launched'],
    ['404', http(404, 'Agent not found'), 'not-launched'],
    ['409 with a known text', http(409, noTests), 'not-launched'],
    ['422', invalid, 'not-launched'],
    ['429', http(429), 'not-launched'],
    ['a redirect', http(307), 'not-launched'],
    ['no connection', refusedConnection, 'not-launched'],
    ['no turn in time', timedOutBeforeSending, 'not-launched'],
    ['a refused certificate', refusedCertificate, 'not-launched'],
    ['408', http(408), 'maybe-launched'],
    ['500', http(500), 'maybe-launched'],
    ['504 with Retry-After', http(504, null, 2000), 'maybe-launched'],
    ['a broken connection', brokenConnection, 'maybe-launched'],
    ['no response in time', timedOut, 'maybe-launched'],
    ['a response that is not JSON', notJson, 'maybe-launched'],
    ['a response of another shape', wrongShape, 'maybe-launched'],
  ])(
    'for %s concerns that agent only, and is not sent again, nor looked up in the history',
    async (_, launch, kind) => {
      const both = { ada: { launch }, bob: { polls: [done(2, 0)] } }
      const { agents, calls, endedEarly } = await runAgents(both, { listed, mode: 'gate-if-worse' })
      const error = launch.ok ? null : { kind: launch.error.kind, message: launch.error.message }
      const ada = { outcome: 'inconclusive', run: null, problem: { kind, error } }
      expect(agents).toMatchObject([ada, { outcome: 'passed' }])
      const ofAda = calls.filter(({ agent }) => agent === 'ada').map(({ what }) => what)
      expect([ofAda, endedEarly]).toEqual([['launch'], null])
    },
  )
})

test.each([
  [http(400, 'Test "Says: my card" has no question'), 'cannot-run'],
  [http(404, 'Test "Says: my card" not found'), 'not-launched'],
  [http(409, 'my card'), 'not-launched'],
  [http(500, 'my card'), 'maybe-launched'],
])(
  'the text of a refused launch, which may quote a test, is hidden without details',
  async (launch, kind) => {
    const problemOf = async (details: 'failing' | 'none') =>
      (await runAgent({ launch }, { details })).agent?.problem
    expect(await problemOf('failing')).toMatchObject({
      kind,
      error: { reason: expect.stringMatching('my card') },
    })
    const hidden = await problemOf('none')
    expect(hidden).toMatchObject({ kind, error: { reason: 'its text is hidden by "details: none"' } })
    expect(JSON.stringify(hidden)).not.toContain('my card')
  },
)

test('a known text of a refused launch quotes nothing, and says what to do', async () => {
  const { agent } = await runAgent({ launch: http(400, noTests) }, { details: 'none' })
  expect(agent?.problem).toMatchObject({ kind: 'cannot-run', error: { reason: noTests } })
})

describe('a launch', () => {
  test('that is answered with the ID of another run of this job is contradictory', async () => {
    const run = suite({ first: '+' })
    const responses = { ada: run, bob: { ...suite({ second: '-' }), launch: ok({ task_id: 'run-ada' }) } }
    const { agents, verdict } = await runAgents(responses)
    const bob = { outcome: 'inconclusive', run: null, problem: { kind: 'contradictory' } }
    expect(agents).toMatchObject([{ outcome: 'passed' }, bob])
    expect(verdict).toBe('inconclusive')
  })

  test('may take what is left of the timeout, and is of all linked tests', async () => {
    const { calls } = await runAgent({ polls: [done(1, 0)] }, { timeoutSeconds: 90 })
    expect(calls[0]).toEqual({ agent: 'ada', what: 'launch', atMs: 0, timeoutMs: 90_000, testUuids: null })
  })

  test.each([
    [
      'that was not sent by the deadline',
      20,
      timedOutBeforeSending,
      { kind: 'timed-out', timeoutSeconds: 20, lastError: null },
    ],
    ['that is refused at the deadline', 20, http(404), { kind: 'not-launched', error: { status: 404 } }],
    ['in flight at the deadline', 25, launched, { kind: 'maybe-launched' }],
  ])('%s has no run, and says why', async (_, afterSeconds, reply, reason) => {
    const launch = { afterMs: afterSeconds * 1000, reply }
    const { agent } = await runAgent({ launch }, { timeoutSeconds: 20 })
    expect(agent).toMatchObject({ outcome: 'inconclusive', run: null, problem: reason })
  })

  test('is sent again without limit while it cannot have been received', async () => {
    const limits: (number | undefined)[] = []
    const change: Setting['change'] = ({ agents }) => ({
      agents: {
        run(agent, options) {
          limits.push(options.maxRetries)
          return agents.run(agent, options)
        },
      },
    })
    await runAgent({ polls: [done(1, 0)] }, { change })
    expect(limits).toEqual([Number.POSITIVE_INFINITY])
  })

  test('that is answered without a status has a queued run', async () => {
    const { agent, events } = await runAgent({ launch: ok({ task_id: 'kept' }), polls: [done(1, 0)] })
    const event = { type: 'launched', url: runUrl('kept'), status: 'queued' }
    expect(events).toContainEqual({ at: 0, event: expect.objectContaining(event) })
    expect(agent).toMatchObject({ outcome: 'passed', run: { taskId: 'kept', status: 'done' } })
  })

  test('that a cancellation kept from being sent has not started a run', async () => {
    const unsent = new AbortedError({ method: 'POST', url: 'https://service.test/run' }, false, 'SIGINT')
    const change: Setting['change'] = (_, clock) => ({
      agents: { run: () => clock.sleep(2000).then(() => failure(unsent)) },
    })
    const { agents } = await runAgent({}, { cancelledAt: 2, change })
    expect(agents).toMatchObject([{ run: null, problem: { kind: 'aborted', by: 'signal' } }])
  })
})

describe('a launch that a gateway passes on and answers with 503', () => {
  const unavailable = http(503)
  /** Every launch starts a run; these answers come in place of its own. */
  const answering = (...answers: (typeof unavailable)[]): Setting => ({
    change: ({ agents }) => ({
      agents: {
        run: async (...call) => {
          const answer = await agents.run(...call)
          return answers.shift() ?? answer
        },
      },
    }),
  })
  const times = ({ calls }: Pick<GateRun, 'calls'>) =>
    calls.flatMap(({ what, atMs }) =>
      what === 'launch' || what === 'history' ? `${what} at ${atMs / 1000}` : [],
    )
  const twiceAgain = ['launch at 0', 'history at 30', 'launch at 30', 'history at 150', 'launch at 150']
  const ada = suite({ a: '+', b: '+' })
  const maybeLaunched = { kind: 'maybe-launched', error: { status: 503 } }

  test('is repeated after 30 s and after 2 min, once the service answers a read; then it may have started', async () => {
    const ran = await runAgent(ada, answering(unavailable, unavailable, unavailable))
    expect(times(ran)).toEqual(twiceAgain)
    expect(ran.agent).toMatchObject({ outcome: 'inconclusive', run: null, problem: maybeLaunched })
    expect(ran.verdict).toBe('inconclusive')
  })

  test.each([401, 403, 404, 400])('or with a page and %i is the same', async (status) => {
    const ran = await runAgent(ada, answering(page(status), unavailable))
    expect(times(ran)).toEqual(twiceAgain)
    expect([ran.agent?.outcome, ran.endedEarly]).toEqual(['passed', null])
  })

  test.each([1, 2])('%i times gives the run of the next launch', async (often) => {
    const { agent } = await runAgent(ada, answering(...Array.from({ length: often }, () => unavailable)))
    expect(agent).toMatchObject({ outcome: 'passed', run: { taskId: `run-ada-${often}` } })
  })

  test('keeps no other agent waiting', async () => {
    const both = { ada: { launch: unavailable }, bob: { polls: [done(1, 0)] } }
    const { agents, calls, endedAt } = await runAgents(both, { timeoutSeconds: 200 })
    expect(agents).toMatchObject([{ problem: maybeLaunched }, { outcome: 'passed' }])
    expect(calls.find(({ agent, what }) => agent === 'bob' && what === 'launch')?.atMs).toBe(0)
    expect(endedAt).toBe(150)
  })

  test.each([
    ['503', unavailable, null],
    ['404, as older services do', http(404), null],
    ['401, which ends the job', http(401), { kind: 'key', status: 401 }],
  ])('is not repeated if the read is answered with %s', async (_, history, endedEarly) => {
    const ran = await runAgent({ ...ada, history }, answering(unavailable))
    expect([ran.launches('ada').length, ran.endedAt]).toEqual([1, 30])
    expect([ran.endedEarly, ran.agent?.run, ran.agent?.problem]).toMatchObject([
      endedEarly,
      null,
      maybeLaunched,
    ])
  })

  test.each([
    ['a lost response', http(500), maybeLaunched],
    ['a refusal', http(404), maybeLaunched],
    ['no connection', refusedConnection, maybeLaunched],
    ['the reason why the agent cannot run', http(400, noTests), { kind: 'cannot-run' }],
  ])('and then with %s has no run', async (_, next, reason) => {
    const { agent, launches } = await runAgent(ada, answering(unavailable, next))
    expect(launches('ada').length).toBe(2)
    expect(agent).toMatchObject({ outcome: 'inconclusive', run: null, problem: reason })
  })

  test.each([
    ['ends with a cancellation during the wait', { cancelledAt: 12 }, 12],
    ['is not waited for beyond the deadline', { timeoutSeconds: 30 }, 0],
    ['ends at the deadline while the service is read', { timeoutSeconds: 40 }, 40],
  ])('%s, and may have started', async (_, setting, end) => {
    const history = { afterMs: 30_000, reply: unavailable }
    const ran = await runAgent({ ...ada, history }, { ...answering(unavailable), ...setting })
    const { agent, launches, endedAt } = ran
    expect([launches('ada').length, endedAt]).toEqual([1, end])
    expect(agent).toMatchObject({ run: null, problem: maybeLaunched })
  })
})
