// Only answers to the same question count, on the bundle: somebody edits an evaluator, a test, the agent or what it is compared with
// between two launches of a job. A test that broke does not pass then, and no edit alone is said to have broken one.
import { describe, expect, it, type TestContext } from 'vitest'
import * as z from 'zod'
import type { EarlierRun, Fixture, SimulatedAgent, Simulator } from '../../simulator/src/index.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { FLAKY, FLAKY_ONCE, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { callService, configure, createHarness, type HarnessOptions, pathOf } from './harness.ts'
import { resultsOf, testNamed, testsOf } from './results-file.ts'
import { asks, FILE, start } from './tests-in-files.ts'

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
const [BOT, PREVIEW] = ['Bot', 'Bot (preview)']
const SEED = 70
const TWO = 'Says two'

/** A test of each word: the agent has to have it in its prompt. */
const fixture: Fixture = {
  cases: WORDS.map((word) => ({
    ...{ kind: 'reply', name: `Says ${word}`, message: `Say ${word}.`, promptWords: word },
    ...{ expectation: `says "${word}"`, reply: `It is ${word}.`, wrongReply: 'No.' },
    failureReason: `It does not say ${word}.`,
  })),
}
const prompt = (...missing: readonly string[]) => ({
  system_prompt: WORDS.filter((word) => !missing.includes(word)).join(' '),
  llm: { model: 'some/model' },
})
const passed: EarlierRun = { scenario: 'all-pass' }
const bot = (more: Partial<SimulatedAgent>): SimulatedAgent => ({
  ...{ name: BOT, scenario: 'prompted', parameters: { tests: 8, durationMs: 0 }, fixture },
  history: Array(10).fill(passed),
  ...more,
})

type Edit = (simulator: Simulator) => unknown

/** Somebody changes the test in the web application. */
async function editTest(simulator: Simulator, name: string, body: object) {
  await callService(simulator, 'PUT', (await pathOf(simulator, '/tests', name)) ?? '', body)
}

async function run(
  context: TestContext,
  agents: readonly SimulatedAgent[],
  inputs: Readonly<Record<string, string>>,
  edit: { readonly before: number; readonly by: Edit } | null = null,
  rules: readonly ProxyRule[] = [],
  options: Partial<HarnessOptions> = {},
) {
  let launches = 0
  const editing: ProxyRule = async ({ kind }) => {
    if (kind !== 'launch') return undefined
    launches += 1
    if (launches === edit?.before) await edit.by(harness.simulator)
    return undefined
  }
  const faultProxy = { rules: [editing, ...rules] }
  const harness = await createHarness(
    { agents, concurrency: 4, ...options, faultProxy },
    context.onTestFinished,
  )
  const step = await harness.run({
    event: openedAnHourAgo(),
    env: fastTime(5),
    with: { timeout: '18000', ...inputs },
  })
  return { harness, step, launches, reports: [harness.comments().at(-1) ?? '', step.summary, step.log] }
}

interface Job {
  readonly inputs: Readonly<Record<string, string>>
  readonly agents: (candidate: Partial<SimulatedAgent>, control?: Partial<SimulatedAgent>) => SimulatedAgent[]
  readonly verdict: 'failed' | 'inconclusive'
}

const withBot: Job['agents'] = (candidate) => [bot(candidate)]

/** How a job tests an agent that fails a test, and its verdict if nobody knows whether it would pass. */
const jobs = {
  gate: { inputs: { mode: 'gate', retries: '2' }, agents: withBot, verdict: 'failed' },
  history: { inputs: { mode: 'gate-if-worse' }, agents: withBot, verdict: 'inconclusive' },
  control: {
    inputs: { mode: 'gate-if-worse', agents: PREVIEW, control: BOT },
    agents: (candidate, control = {}) => [
      bot({ history: [], ...candidate, name: PREVIEW }),
      bot({ config: prompt(), ...control }),
    ],
    verdict: 'inconclusive',
  },
  copy: {
    inputs: {
      mode: 'gate-if-worse',
      override: `${PREVIEW}: { system_prompt: "${prompt('two').system_prompt}" }`,
    },
    agents: (_, control = {}) => [
      bot({ history: [], config: prompt(), name: PREVIEW }),
      bot({ config: prompt(), ...control }),
    ],
    verdict: 'inconclusive',
  },
} satisfies Record<string, Job>

type JobName = keyof typeof jobs

const evaluator = (strictness: 'lenient' | 'strict'): Edit => {
  return (simulator) => simulator.editEvaluator('correctness', strictness)
}
const asksForOne: Edit = async (simulator) => {
  const path = await pathOf(simulator, '/evaluators', 'Correctness')
  const evaluators = [
    {
      evaluator_uuid: path?.slice('/evaluators/'.length),
      variable_values: { criteria: 'The reply says "one".' },
    },
  ]
  await editTest(simulator, TWO, { evaluators })
}
const asksPolitely: Edit = (simulator) =>
  editTest(simulator, TWO, {
    config: { history: [{ role: 'user', content: 'Please say two.' }], evaluation: { type: 'response' } },
  })
const configureTo =
  (name: string, ...missing: readonly string[]): Edit =>
  (simulator) =>
    configure(simulator, name, prompt(...missing))

const EVALUATOR = 'the evaluator "Correctness" was edited during this job'
const TEST = 'the test was edited during this job'

describe.concurrent('a broken test is not green if somebody', () => {
  const everywhere: readonly JobName[] = ['gate', 'history', 'control', 'copy']
  const compared: readonly JobName[] = ['control', 'copy']
  const rows: readonly (readonly [
    what: string,
    by: Edit,
    before: readonly number[],
    names: readonly JobName[],
    told: string | null,
  ])[] = [
    ['makes an evaluator lenient', evaluator('lenient'), [2, 3], everywhere, EVALUATOR],
    ['makes an evaluator strict', evaluator('strict'), [2, 3], everywhere, EVALUATOR],
    [
      'deletes an evaluator',
      (simulator) => simulator.deleteEvaluator('correctness'),
      [2, 3],
      everywhere,
      TEST,
    ],
    ['makes it an easier one', asksForOne, [2, 3], everywhere, TEST],
    ['words it in another way', asksPolitely, [2, 3], everywhere, TEST],
    ['deletes it', (simulator) => simulator.deleteTest(TWO), [2, 3], everywhere, null],
    [
      'gives the agent another fault',
      configureTo(BOT, 'one'),
      [2, 3],
      ['gate', 'history'],
      `the agent "${BOT}" was edited during this job`,
    ],
    [
      'gives the preview another fault',
      configureTo(PREVIEW, 'one'),
      [2, 3],
      ['control'],
      `the agent "${PREVIEW}" was edited during this job`,
    ],
    [
      'breaks what it is compared with',
      configureTo(BOT, 'two'),
      [2, 3],
      compared,
      `the agent "${BOT}" was edited during this job`,
    ],
  ]
  const all = rows.flatMap(([what, by, before, names, told]) =>
    names.flatMap((name) => before.map((nth) => ({ what, name, nth, by, told }))),
  )

  it.for(all)('$what before launch $nth of a job: $name', async ({ name, nth, by, told }, context) => {
    const { inputs, agents, verdict } = jobs[name]
    const { step, launches, reports } = await run(context, agents({ config: prompt('two') }), inputs, {
      before: nth,
      by,
    })
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, verdict])
    expect(launches).toBeGreaterThanOrEqual(nth)
    const { cause, attempts, control } = testNamed(step, TWO)
    if (verdict === 'inconclusive') expect(cause).toBe('undecided')
    expect(attempts.every(({ status }) => status !== 'passed')).toBe(true)
    expect((control?.attempts ?? []).every(({ status }) => status !== 'failed')).toBe(true)
    for (const report of reports) if (told !== null) expect(report).toContain(told)
    if (told !== null) expect(reports[0]).toContain('re-run this job')
  })
})

it.concurrent.for(
  (['gate', 'history', 'control'] as const).flatMap((name) => [2, 3].map((nth) => [name, nth] as const)),
)('beside a test that is deleted, others run again: %s, before launch %i', async ([name, nth], context) => {
  const { inputs, agents } = jobs[name]
  const edit = { before: nth, by: (simulator: Simulator) => simulator.deleteTest(TWO) }
  const { step, reports } = await run(context, agents({ config: prompt('two', 'three') }), inputs, edit)
  expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'failed'])
  const [deleted, other] = [testNamed(step, TWO), testNamed(step, 'Says three')]
  expect(deleted.whyNotRunAgain).toMatchObject({ why: 'no-result', problem: { error: { status: 404 } } })
  expect(deleted.attempts.length).toBeLessThan(other.attempts.length)
  expect([other.blocks, other.whyNotRunAgain]).toEqual([true, null])
  // In mode `gate`, every failing test blocks, whyever it ran less often.
  for (const report of name === 'gate' ? [] : reports) expect(report).toMatch(/Test \S+ not found/)
})

it.concurrent.for(['gate', 'history', 'control'] as const)(
  'an evaluator that is renamed is the same: %s',
  async (name, context) => {
    const { inputs, agents } = jobs[name]
    let isRenamed = false
    const by = () => {
      isRenamed = true
    }
    // Runs show the name of today, whatever it was at their launch, and criteria that of then.
    const change = (body: string) => {
      const { evaluators = [], ...answer } = JSON.parse(body)
      const renamed = evaluators.map((each: object) => ({ ...each, name: 'Policy' }))
      return JSON.stringify({ ...answer, evaluators: renamed })
    }
    const rename: ProxyRule = ({ kind }) =>
      isRenamed && (kind === 'poll' || kind === 'details') ? { kind: 'rewrite', change } : undefined
    const { step } = await run(context, agents({ config: prompt('two') }), inputs, { before: 2, by }, [
      rename,
    ])
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1' })
    const { attempts, undecided } = testNamed(step, TWO)
    expect(attempts.every(({ status }) => status === 'failed')).toBe(true)
    expect([attempts.length > 1, undecided]).toEqual([true, null])
  },
)

it.concurrent('no test is blamed that only the edit fails', async (context) => {
  const strict = { before: 2, by: evaluator('strict') }
  const { inputs } = jobs.control
  const [history, control] = await Promise.all([
    run(context, [flakyAgent(FLAKY_ONCE)], jobs.history.inputs, strict),
    run(
      context,
      [
        { ...flakyAgent({ seed: SEED, rates: FLAKY_ONCE.rates }), name: PREVIEW, history: [] },
        { ...flakyAgent({}), name: BOT },
      ],
      inputs,
      strict,
    ),
  ])
  for (const { step } of [history, control]) {
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', broken: '0' })
    expect(testNamed(step, FLAKY).cause).toBe('undecided')
  }
})

it.concurrent('nor do many fail together by a count again that an evaluator was edited before', async (context) => {
  let runs = 0
  const agent = { ...flakyAgent({ rate: 0.01 }), history: Array(10).fill(passed) }
  const { step, launches } = await run(
    context,
    [agent],
    jobs.history.inputs,
    { before: 2, by: evaluator('strict') },
    [],
    { badDay: () => (++runs === 1 ? 50 : 1) },
  )
  expect([launches, step.outputs['verdict'], step.outputs['broken']]).toEqual([2, 'inconclusive', '0'])
  expect(resultsOf(step).decision.count).toMatchObject({ isTooMany: true, again: null, blocks: false })
})

describe.concurrent('a broken test is not green if its evaluator is made lenient', () => {
  it.for(['gate', 'history', 'control'] as const)(
    'and its first attempt had no answer: %s',
    async (name, context) => {
      const { inputs, agents } = jobs[name]
      const first = name === 'control' ? 1 : 11
      const outages: SimulatedAgent['outages'] = [{ kind: 'agent-down', runs: [first, first], test: TWO }]
      const { step } = await run(context, agents({ config: prompt('two'), outages }), inputs, {
        before: 2,
        by: evaluator('lenient'),
      })
      expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
      expect(testNamed(step, TWO).attempts.map(({ status }) => status)).toEqual(['unanswered', 'unanswered'])
    },
  )

  it.for(
    (['gate', 'history', 'control'] as const).flatMap((name) => [
      { name, how: 'fails', rule: { kind: 'answer', status: 500 } as const },
      {
        name,
        how: 'lacks its row',
        rule: {
          kind: 'rewrite',
          change: (body: string) => JSON.stringify({ ...JSON.parse(body), results: [] }),
        } as const,
      },
    ]),
  )('and the full read of its retry $how: $name', async ({ name, rule }, context) => {
    const { inputs, agents, verdict } = jobs[name]
    const runs = new Set<string>()
    const broken: ProxyRule = ({ kind, path }) => {
      if (kind !== 'details') return undefined
      return runs.add(path).size > 1 ? rule : undefined
    }
    const lenient = { before: 2, by: evaluator('lenient') }
    const { step } = await run(context, agents({ config: prompt('two') }), inputs, lenient, [broken])
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, verdict])
  })
})

describe.concurrent('earlier runs', () => {
  const failed = (times: number, correctness: number): EarlierRun[] =>
    Array.from({ length: 10 }, (_, nth) =>
      nth < times ? { ...passed, failing: [TWO], versions: { correctness } } : passed,
    )
  const night = (context: TestContext, history: readonly EarlierRun[], missing = ['two']) =>
    run(context, [bot({ config: prompt(...missing), history })], jobs.history.inputs)

  it.for([2, 3, 4])(
    'of %i nights with a strict evaluator, which was restored, excuse no break',
    async (nights, context) => {
      const { step } = await night(context, failed(nights, 5))
      expect([step.exitCode, step.outputs['broken']]).toEqual([1, '1'])
      expect(testNamed(step, TWO).earlier).toMatchObject({ failures: 0, runs: 10 - nights })
    },
  )

  it.for([3, 5, 6, 9, 10])(
    'with %i of 10 failures by an older version count as by that of today',
    async (times, context) => {
      const older = failed(times, 3).map((each) => ({ ...each, versions: { correctness: 3 } }))
      const [edited, usual] = await Promise.all([night(context, older), night(context, failed(times, 4))])
      const told = ({ step }: typeof edited) => {
        const { blocks, earlier } = testNamed(step, TWO)
        return [step.exitCode, blocks, earlier?.failures, earlier?.runs]
      }
      expect(told(edited)).toEqual(told(usual))
      expect(told(edited).slice(2)).toEqual([times, 10])
    },
  )
})

describe.concurrent('the test of a file breaks', () => {
  const LIMIT = 'Names the limit'
  const files = {
    [FILE]:
      asks(LIMIT, '30 days') + asks('Hands over', 'a colleague') + asks('Keeps secrets', 'other customers'),
  }

  /** @param byHand so many nights on which somebody had edited it. @param edited the launches of the job before which somebody does */
  async function job(context: TestContext, byHand: number, edited: readonly number[]) {
    let [behindMs, launches] = [24 * 60 * 60 * 1000, 0]
    const editing: ProxyRule = async ({ kind }) => {
      if (behindMs === 0 && kind === 'launch' && edited.includes(++launches)) await edit()
      return undefined
    }
    const faultProxy = { rules: [editing] }
    const harness = await start(context, files, { now: () => Date.now() - behindMs, faultProxy })
    const { simulator } = harness
    const push = { eventName: 'push', event: {} }
    const tests = testsOf(await harness.run({}, push)).flatMap(({ uuid, name }) =>
      uuid === null ? [] : [{ uuid, name }],
    )
    const test = `/tests/${tests.find(({ name }) => name === LIMIT)?.uuid}`
    const { config, evaluators } = z
      .looseObject({
        config: z.unknown(),
        evaluators: z.array(z.looseObject({ uuid: z.string(), variable_values: z.unknown() })),
      })
      .parse(await callService(simulator, 'GET', test))
    const [judge] = evaluators
    const edit = (words = 'nobody says this') =>
      callService(simulator, 'PUT', test, {
        config,
        evaluators: [{ evaluator_uuid: judge?.uuid, variable_values: { criteria: `Says "${words}".` } }],
      })
    const bot = simulator.agents.find(({ name }) => name === 'Support bot')
    const night = () =>
      callService(simulator, 'POST', `/agent-tests/agent/${bot?.uuid}/run`, {
        test_uuids: tests.map(({ uuid }) => uuid),
      })
    for (let nth = 0; nth < 8; nth += 1) await night()
    await edit()
    for (let nth = 0; nth < byHand; nth += 1) await night()
    await edit('30 days')
    await configure(simulator, 'Support bot', {
      system_prompt: 'Hand over to a colleague. Never speak of other customers.',
    })
    behindMs = 0
    return harness.run({ mode: 'gate-if-worse' }, push)
  }

  it.for([0, 1, 2, 3])('after %i edits by hand', async (byHand, context) => {
    const step = await job(context, byHand, [])
    expect([step.exitCode, step.outputs['broken']]).toEqual([1, '1'])
    expect(testNamed(step, LIMIT)).toMatchObject({ cause: 'changed', earlier: { failures: 0 } })
  })

  it.for([[1], [1, 2]])('and somebody edits it before the launches %j', async (edited, context) => {
    const step = await job(context, 2, edited)
    expect([step.exitCode, step.outputs['broken']]).toEqual([1, '1'])
    expect(testNamed(step, LIMIT).attempts[0]).toMatchObject({ status: 'unanswered' })
  })
})

describe('requests', () => {
  const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/
  const counts = ({ harness }: Awaited<ReturnType<typeof run>>) => {
    const journal = harness.faultProxy?.journal ?? []
    const groups = Object.groupBy(journal, ({ kind, method, path }) =>
      kind === 'other' ? `${method} ${path.replace(ID, '…')}` : kind,
    )
    return Object.fromEntries(Object.entries(groups).map(([kind, all]) => [kind, all?.length]))
  }
  const history = 'GET /agent-tests/agent/…/runs'
  const linked = 'GET /agent-tests/agent/…/tests'
  const read = 'GET /agents/…'

  it.for([
    ['gate', { list: 1, launch: 1, poll: 1 }],
    ['history', { list: 1, launch: 1, poll: 1, [history]: 1 }],
    ['control', { resolve: 1, launch: 1, poll: 1 }],
  ] as const)('without a failing test are those of the run: %s', async ([name, expected], context) => {
    const { inputs, agents } = jobs[name]
    expect(counts(await run(context, agents({ config: prompt() }), inputs))).toEqual(expected)
  })

  // Each run is read in full once, and the run in which the test last passed; each agent that ran again once.
  it.for([
    ['gate', { list: 1, launch: 3, poll: 3, details: 4, [history]: 1, [read]: 1 }],
    ['history', { list: 1, launch: 5, poll: 5, details: 6, [history]: 1, [read]: 1 }],
    ['control', { resolve: 1, launch: 8, poll: 8, details: 8, [linked]: 1, [read]: 2 }],
  ] as const)('with one are a read of each run and agent more: %s', async ([name, expected], context) => {
    const { inputs, agents } = jobs[name]
    expect(counts(await run(context, agents({ config: prompt('two') }), inputs))).toEqual(expected)
  })

  it('with one that passes its retry are a read of each run, of the one in which it last passed, and of the agent more', async (context) => {
    const flaky = await run(context, [flakyAgent(FLAKY_ONCE)], jobs.gate.inputs)
    expect(flaky.step.outputs).toMatchObject({ verdict: 'passed' })
    expect(counts(flaky)).toEqual({ list: 1, launch: 2, poll: 2, details: 3, [history]: 1, [read]: 1 })
  })
})
