// Copies of agents in the gate, on a manual clock: what is read once, what is awaited, and which runs count.
import { describe, expect, it } from 'vitest'
import type { GateService } from '../../../src/gate/service.ts'
import { runAgents, type Setting } from '../gate-harness.ts'
import { done, http, ok, refusedConnection, row, timedOut } from '../responses.ts'
import { ended as endedRun, type Suite, suite, uuidOf } from '../suites.ts'
import type { AgentResponses } from '../test-service.ts'
import { answers, making, planOf, wanted } from '../tests-of-files.ts'

type Change = NonNullable<Setting['change']>

const COPY = 'bot (preview)'
const tests = ['a', 'b'].map(uuidOf)

/** A copy of `bot` with two tests, and what becomes of their attempts. */
function agents(
  signs: Suite = {},
  bot: Partial<AgentResponses> = {},
  copy: Partial<AgentResponses> = {},
): Record<string, AgentResponses> {
  const config = {
    agent_url: 'https://bot.test',
    agent_headers: { 'X-Key': 'k'.repeat(8), Cookie: 'a=1; id=t1tttttt', 'X-Id': 12345678 },
  }
  const both = { a: '+', b: '+' }
  return {
    [COPY]: suite({ ...both, ...signs }, { config, ...copy }),
    bot: suite(both, { config, ...bot }),
  }
}

const override = (patch: Readonly<Record<string, unknown>> = { agent_url: 'https://preview.test' }) => [
  {
    copy: COPY,
    original: 'bot',
    patch,
    keys: [{ key: 'agent_url', file: null, origin: 'workflow', of: null }] as const,
  },
]
const setting = (more: Setting = {}): Setting => ({ names: [COPY], override: override(), ...more })

/** Replaces the answers to some requests, by how often each was sent. */
const answering =
  (
    what: 'get' | 'update' | 'verifyConnection',
    answer: (nth: number, own: () => Promise<unknown>) => unknown,
  ): Change =>
  (service) => {
    let nth = 0
    const own = service.agents[what] as (...call: readonly unknown[]) => Promise<unknown>
    return { agents: { [what]: async (...call: readonly unknown[]) => answer(++nth, () => own(...call)) } }
  }

const kinds = ({ calls }: Awaited<ReturnType<typeof runAgents>>) =>
  calls.filter(({ agent }) => agent === COPY).map(({ what }) => what)

it('reads the original and its tests once, and writes, verifies and reads the copy before each launch', async () => {
  const ran = await runAgents(agents({ a: '-+' }), setting({ retries: 1 }))
  const step = ['put', 'verify', 'get', 'launch', 'get']
  const others = kinds(ran).filter((what) => !['poll', 'rows', 'details'].includes(what))
  expect(others).toEqual(['get', ...step, ...step])
  expect(ran.launches(COPY)).toEqual([tests, [uuidOf('a')]])
  expect(ran.calls.filter(({ agent }) => agent === 'bot').map(({ what }) => what)).toEqual(['get', 'tests'])
  const written = ran.calls.flatMap(({ config }) => config ?? [])
  expect(written).toEqual(
    ['id-1', 'id-2'].map((mark) => ({
      agent_url: 'https://preview.test',
      agent_headers: expect.objectContaining({ 'X-Key': 'kkkkkkkk' }),
      agent_tests: mark,
    })),
  )
  expect(ran).toMatchObject({ verdict: 'passed', totals: { flaky: 1 } })
  expect(ran.secrets).toEqual(expect.arrayContaining(['kkkkkkkk', 't1tttttt', '12345678']))
})

describe('a job of all agents', () => {
  const marked = { agent_url: 'https://pr.test', agent_tests: 'of the last job' }
  const copy = (config: object) => suite({ a: '+' }, { config: { ...config } })
  const all = { listed: false } as const

  it('leaves out a copy that a job has written to, whatever its tests, and says so', async () => {
    const { [COPY]: _, ...bot } = agents()
    const given = { ...bot, [COPY]: copy(marked), 'bot (EN)': copy({}), 'Sales (preview)': copy(marked) }
    const { agents: found, calls, verdict } = await runAgents(given, all)
    const problems = Object.fromEntries(found.map(({ name, problem }) => [name, problem]))
    expect(problems).toEqual({
      ...{ bot: null, 'bot (EN)': null, 'Sales (preview)': null },
      [COPY]: { kind: 'spare-copy', original: 'bot' },
    })
    expect(verdict).toBe('passed')
    const reads = calls.filter(({ what }) => what === 'get').map(({ agent }) => agent)
    expect(reads.sort()).toEqual(['bot (EN)', COPY].sort())
    expect(calls.filter(({ agent, what }) => agent === COPY && what === 'launch')).toEqual([])
  })

  it('reads it again after an error that passes, and tests a copy that it may not read', async () => {
    const after = (answer: unknown) => answering('get', (nth, own) => (nth === 1 ? answer : own()))
    const given = { bot: suite({ a: '+' }), [COPY]: copy(marked) }
    const kindsAfter = async (answer: unknown) =>
      (await runAgents(given, { ...all, change: after(answer) })).agents.map(({ outcome }) => outcome)
    expect(await kindsAfter(http(503))).toEqual(['passed', 'skipped'])
    expect(await kindsAfter(http(403))).toEqual(['passed', 'passed'])
  })

  it('tests one whose files the input `tests` names', async () => {
    const tests = planOf(COPY, [wanted('a')])
    const given = { bot: suite({ a: '+' }), [COPY]: { config: marked, retry: answers(() => '+') } }
    const ran = await runAgents(given, { ...all, tests, change: () => making(['a']) })
    expect(ran.agents.map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
  })
})

describe('a preview', () => {
  const unverified = ok({ success: false, error: 'Agent returned HTTP 502: … (after 4 attempts)' })

  it('is awaited after 5 s, doubling to 60 s, for at most ten minutes', async () => {
    const change = answering('verifyConnection', () => unverified)
    const ran = await runAgents(agents(), setting({ change }))
    expect(ran.agents[0]).toMatchObject({ outcome: 'inconclusive', problem: { kind: 'override', why: 502 } })
    const waits = ran.events.filter(({ event }) => event.type === 'preview-awaited').map(({ at }) => at)
    expect(waits).toEqual([0, 5, 15, 35, 75, 135, 195, 255, 315, 375, 435, 495])
    expect(ran.endedAt).toBe(555)
  })

  it('is awaited before a retry only for what is left of them', async () => {
    const change = answering('verifyConnection', (nth, own) => (nth === 12 ? own() : unverified))
    const ran = await runAgents(agents({ a: '-+' }), setting({ change, retries: 1 }))
    const whyNotRunAgain = { why: 'no-result' }
    expect(ran.agents[0]?.run?.tests[0]).toMatchObject({ failed: true, whyNotRunAgain })
    expect(ran.events.filter(({ event }) => event.type === 'preview-awaited')).toHaveLength(16)
  })

  it('is not awaited beyond the timeout', async () => {
    const change = answering('verifyConnection', () => unverified)
    const ran = await runAgents(agents(), setting({ timeoutSeconds: 60, change }))
    expect(ran.endedAt).toBeLessThan(60)
  })

  it('lets no other agent wait', async () => {
    const change = answering('verifyConnection', (nth, own) => (nth < 4 ? unverified : own()))
    const others = { ada: { polls: [done(1, 0, { results: [row('x', true)] })] } }
    const ran = await runAgents({ ...agents(), ...others }, setting({ names: [COPY, 'ada'], change }))
    expect(ran.verdict).toBe('passed')
    expect(ran.calls.find(({ agent, what }) => agent === 'ada' && what === 'launch')?.atMs).toBe(0)
    expect(ran.calls.find(({ agent, what }) => agent === COPY && what === 'launch')?.atMs).toBe(35_000)
  })
})

it('is written until the service accepts connections again', async () => {
  const change = answering('update', (nth, own) => (nth < 9 ? refusedConnection : own()))
  expect((await runAgents(agents(), setting({ change }))).verdict).toBe('passed')
})

it('is not launched after five writes that failed, each sent once with a mark of its own', async () => {
  const marks: unknown[] = []
  const update: GateService['agents']['update'] = async (_agent, { config = {} }, { maxRetries }) => {
    expect(maxRetries).toBe(0)
    marks.push(Reflect.get(config, 'agent_tests'))
    return http(500)
  }
  const ran = await runAgents(agents(), setting({ change: () => ({ agents: { update } }) }))
  expect(marks).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5'])
  const problem = { kind: 'not-launched', error: { status: 500 } }
  expect(ran.agents[0]).toMatchObject({ outcome: 'inconclusive', executedTests: 0, problem })
  expect(ran.launches(COPY)).toEqual([])
})

describe('another job that writes', () => {
  /** Every read of the copy from the given one on is of another job's version. */
  const others = (isOther: (nth: number) => boolean) =>
    answering('get', async (nth, own) => {
      const read = (await own()) as Awaited<ReturnType<GateService['agents']['get']>>
      return isOther(nth) && read.ok ? ok({ ...read.value, config: { agent_tests: 'of another' } }) : read
    })

  it('before the launch: the copy is written again', async () => {
    const ran = await runAgents(agents(), setting({ change: others((nth) => nth === 3) }))
    expect(ran.verdict).toBe('passed')
    expect(kinds(ran).filter((what) => what === 'put')).toHaveLength(2)
    expect(ran.launches(COPY)).toHaveLength(1)
  })

  it('during the launch: the run does not count, and another one is started', async () => {
    const ran = await runAgents(agents({ a: '-+' }), setting({ change: others((nth) => nth === 4) }))
    expect(ran.verdict).toBe('passed')
    const discarded = ran.events.filter(({ event }) => event.type === 'discarded')
    expect(discarded).toMatchObject([{ event: { taskId: `run-${COPY}` } }])
    expect(ran.calls.some(({ run }) => run === `run-${COPY}`)).toBe(false)
  })

  it('during three launches: the result is inconclusive', async () => {
    const ran = await runAgents(agents(), setting({ change: others((nth) => nth >= 4 && nth % 2 === 0) }))
    expect(ran.agents[0]).toMatchObject({ problem: { kind: 'override', why: 'shared' } })
    expect(ran.launches(COPY)).toHaveLength(3)
    // None of its runs is read, and each costs.
    const launched = ran.launches(COPY).flatMap((tests) => tests ?? [])
    expect([ran.executedTests, ran.costUsd]).toEqual([launched.length, null])
  })

  it('during a retry: that was an attempt without an answer', async () => {
    const change = others((nth) => nth === 6)
    const ran = await runAgents(agents({ a: '-+' }), setting({ retries: 1, change }))
    expect(ran).toMatchObject({ verdict: 'passed', totals: { flaky: 1 } })
    const attempts = ran.agents[0]?.run?.tests[0]?.attempts.map(({ status }) => status)
    expect(attempts).toEqual(['failed', 'unanswered', 'passed'])
  })

  it('so that the launch is refused: the copy is written again', async () => {
    const refused = { launch: http(400, 'Agent connection not verified. Call POST first.') }
    const polls = [
      endedRun([
        ['a', '+'],
        ['b', '+'],
      ]),
    ]
    const retry: AgentResponses['retry'] = (_, nth) => (nth === 0 ? refused : { polls })
    const ran = await runAgents(agents({}, {}, { retry }), setting())
    expect(ran.verdict).toBe('passed')
    expect(ran.launches(COPY)).toHaveLength(2)
  })
})

it('a run of other tests than asked for contradicts', async () => {
  const polls = [
    endedRun([
      ['a', '+'],
      ['c', '+'],
    ]),
  ]
  const ran = await runAgents(agents({}, {}, { retry: () => ({ polls }) }), setting())
  expect(ran.agents[0]).toMatchObject({ outcome: 'inconclusive', problem: { kind: 'contradictory' } })
})

describe('nothing is written', () => {
  type Config = Readonly<Record<string, unknown>> | null
  const [address, prompt, none] = [{ agent_url: 'https://preview.test' }, { system_prompt: 'a' }, { llm: {} }]
  const tooLarge = { ...none, n: 2 ** 60 }

  it.each<[what: string, ofCopy: Config, ofBot: Config, patch: object, issue: object]>([
    ['if a run does not read the key', none, none, address, { why: 'key', key: 'agent_url' }],
    ['if a connection does not', null, null, prompt, { why: 'key', key: 'system_prompt' }],
    ['if only the copy has an address', null, none, prompt, { why: 'address' }],
    ['if a number is too large', tooLarge, tooLarge, prompt, { why: 'number' }],
  ])('%s', async (_, ofCopy, ofBot, patch, issue) => {
    const [copy, bot] = [ofCopy, ofBot].map((config) => config && { config })
    const ran = await runAgents(
      agents({}, bot ?? {}, copy ?? {}),
      setting({ override: override({ ...patch }) }),
    )
    const issues = [{ agent: COPY, key: null, ...issue }]
    expect(ran.endedEarly).toEqual({ kind: 'wrong-override', issues })
    expect(kinds(ran)).toEqual(['get'])
  })

  it('if it is of another type than its original', async () => {
    const change = answering('get', async (nth, own) => {
      const read = Object(await own())
      return ok({ ...read.value, type: nth === 1 ? 'agent' : 'connection' })
    })
    const issues = [{ agent: COPY, why: 'type', key: null }]
    const ran = await runAgents(agents(), setting({ change }))
    expect([ran.endedEarly, kinds(ran)]).toEqual([{ kind: 'wrong-override', issues }, ['get']])
  })
})

it('an original without tests cannot be run', async () => {
  const ran = await runAgents(agents({}, { tests: [] }), setting())
  const problem = { kind: 'override', why: 'no-tests' }
  expect(ran.agents[0]).toMatchObject({ outcome: 'inconclusive', problem })
  expect(kinds(ran)).toEqual(['get'])
})

it('a list of tests is read on, and has to be complete', async () => {
  const pages =
    (last: readonly { readonly uuid: string; readonly name: string }[]): Change =>
    () => ({
      agents: {
        listTests: async (_, { offset }) =>
          ok({ items: offset === undefined ? [{ uuid: uuidOf('a'), name: 'a' }] : [...last], total: 2 }),
      },
    })
  const whole = await runAgents(agents(), setting({ change: pages([{ uuid: uuidOf('b'), name: 'b' }]) }))
  expect(whole.launches(COPY)).toEqual([tests])
  const part = await runAgents(agents(), setting({ change: pages([]) }))
  expect(part.agents[0]).toMatchObject({ problem: { kind: 'override', why: 'tests-missing' } })
})

it('the selection ends with the job, however many requests it takes', async () => {
  const slow: Change = (_, clock) => ({
    agents: {
      listTests: async (_agent, { offset = 0, timeoutMs = 0, signal }) => {
        await clock.sleep(Math.min(20_000, timeoutMs), signal)
        return timeoutMs < 20_000 ? timedOut : ok({ items: [{ uuid: `${offset}`, name: 'a' }], total: 3 })
      },
    },
  })
  const ran = await runAgents(agents(), setting({ change: slow, timeoutSeconds: 30 }))
  expect([ran.endedAt, kinds(ran)]).toEqual([30, ['get']])
})

it('in a round with a control, none is launched before the copy is ready', async () => {
  const change = answering('verifyConnection', (nth, own) =>
    nth === 2 ? ok({ success: false, error: 'x' }) : own(),
  )
  const job = setting({ mode: 'gate-if-worse', controls: { [COPY]: 'bot' }, change })
  const ran = await runAgents(agents({ a: '-' }), job)
  const at = (agent: string) =>
    ran.calls.flatMap((call) => (call.agent === agent && call.what === 'launch' ? [call.atMs] : []))
  const ready = ran.calls.flatMap((call) => (call.what === 'put' ? [call.atMs] : []))
  expect(at('bot').length).toBeGreaterThan(0)
  for (const time of at('bot')) expect(at(COPY)).toContain(time)
  expect(ready.length).toBe(at(COPY).length)
  expect(ran.verdict).toBe('failed')
})

it.each<[number, string, object]>([
  [403, 'Not authenticated', { kind: 'override', why: 'unsupported' }],
  [404, 'Not Found', { kind: 'override', why: 'unsupported' }],
  [405, 'Method Not Allowed', { kind: 'override', why: 'unsupported' }],
  [404, 'Agent not found', { kind: 'not-launched', error: { status: 404 } }],
  [422, 'config.system_prompt: my secret prompt', { kind: 'not-launched', error: { reason: null } }],
  [401, 'Invalid or revoked API key', { kind: 'key' }],
])(
  'a write that is answered %i, %s, says why nothing is launched, without what it quotes',
  async (status, reason, why) => {
    const change = answering('update', () => http(status, reason))
    const { endedEarly, agents: ended } = await runAgents(agents(), setting({ change }))
    expect(endedEarly ?? ended[0]?.problem).toMatchObject(why)
  },
)

it('accepts tests by the name of the copy and of its original', async () => {
  const line = { test: 'a', until: '2026-12-01', expired: false }
  for (const agent of [COPY, 'bot']) {
    const ran = await runAgents(agents({ a: '-' }), setting({ accept: [{ ...line, agent }] }))
    expect(ran.verdict).toBe('passed')
  }
})
