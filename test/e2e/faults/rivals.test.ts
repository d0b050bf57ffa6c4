// Tests of files that others edit, strip, rename and make between any two requests of a job, on a service whose full reads may lack
// what was asked. `RIVAL_SEED=17` runs a single job, `RIVAL_JOBS=200` more of them.
import { isDeepStrictEqual } from 'node:util'
import { expect, it, type TestContext } from 'vitest'
import * as z from 'zod'
import { hasPassed, type Results, type ResultsTest } from '../../../src/schema.ts'
import { serviceName } from '../../../src/test-files/definition.ts'
import type { TestDefinition } from '../../../src/test-files/schema.ts'
import { createFolder } from '../../support/folders.ts'
import { fastTime } from '../../support/runner/fast-time.ts'
import { createHarness } from '../harness.ts'
import { resultsOf } from '../results-file.ts'
import type { ProxyRequest, ProxyRule } from './fault-proxy.ts'
import { parseJson } from './payload-corruptor.ts'
import { type Random, randomOf } from './random.ts'

const wanted = process.env['RIVAL_SEED']
const jobs = Number(process.env['RIVAL_JOBS'] ?? 8)
const seeds = wanted === undefined ? Array.from({ length: jobs }, (_, index) => index + 1) : [Number(wanted)]

const DAY_MS = 24 * 60 * 60 * 1000
const MODES = ['gate', 'gate-if-worse', 'control'] as const
const EARLIER_RUNS = 8

const turns = (text: string) => [{ role: 'user' as const, content: text }]
const definitions: readonly TestDefinition[] = [
  ...['A', 'B', 'C'].map((name) => ({
    name,
    history: turns(`${name}?`),
    evaluators: [
      { name: 'Correctness', variable_values: { criteria: `Answers ${name}.` } },
      { name: 'Tone' },
    ],
  })),
  {
    name: 'D',
    history: turns('D?'),
    evaluators: [{ name: 'Correctness', variable_values: { criteria: 'Is D.' } }],
    inputs: { plan: 'basic' },
  },
  {
    name: 'E',
    type: 'tool_call',
    history: turns('E?'),
    tool_calls: [{ tool: 'book', arguments: { room: '101' } }],
  },
]

const row = z.looseObject({
  passed: z.unknown(),
  test_case_id: z.unknown(),
  test_case: z.unknown(),
  judge_results: z.array(z.looseObject({ evaluator_uuid: z.unknown() })).nullish(),
})
const answer = z.looseObject({ results: z.array(row).catch([]) }).catch({ results: [] })
type Row = z.infer<typeof row>

/** Whether a row shows this test, read independently of the code under test. */
function shows(
  { test_case, judge_results }: Row,
  definition: TestDefinition,
  evaluators: ReadonlyMap<string, string>,
) {
  const { history, inputs = {}, evaluation, settings } = Object(test_case)
  const { type = 'response' } = definition
  const isAsked =
    isDeepStrictEqual(history, definition.type === 'general' ? undefined : definition.history) &&
    isDeepStrictEqual(inputs ?? {}, definition.inputs ?? {}) &&
    Object(evaluation).type === type &&
    Object(settings).language === undefined
  if (definition.type === 'tool_call')
    return isAsked && isDeepStrictEqual(evaluation.tool_calls, definition.tool_calls)
  const given = Object(evaluation).criteria
  const judged = (judge_results ?? []).map(({ evaluator_uuid }, i) => [evaluator_uuid, given?.[i]?.arguments])
  const expected = definition.evaluators.map(({ name, variable_values }) => [
    evaluators.get(name),
    variable_values,
  ])
  const inOrder = (pairs: unknown[][]) => pairs.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
  return isAsked && given?.length === expected.length && isDeepStrictEqual(inOrder(judged), inOrder(expected))
}

/** Attempts that count although no full read shows the file's test in their rows, and outcomes without such attempts. */
function unprovenResults(
  results: Results,
  reads: ReadonlyMap<string, readonly Row[]>,
  evaluators: ReadonlyMap<string, string>,
) {
  return results.agents.flatMap(({ run }) =>
    (run?.tests ?? []).flatMap((test) => {
      const definition = definitions.find(({ name }) => name === test.name)
      if (definition === undefined) return [`there is no "${test.name}"`]
      const first = {
        taskId: run?.taskId ?? '',
        status: hasPassed(test) ? 'passed' : test.failed ? 'failed' : 'none',
      }
      const attempts = test.attempts.length > 0 ? test.attempts : [first]
      const counted = [...attempts, ...(test.control?.attempts ?? [])].filter(({ status }) =>
        /passed|failed/.test(status),
      )
      const unproven = counted.filter(({ taskId, status }) => {
        const rows = (reads.get(taskId ?? '') ?? []).filter((each) => each.test_case_id === test.uuid)
        return !rows.some(
          (each) => each.passed === (status === 'passed') && shows(each, definition, evaluators),
        )
      })
      return [
        ...unproven.map(
          ({ taskId, status }) => `"${test.name}" ${status} in ${taskId}, which no full read shows`,
        ),
        ...groundless(test, attempts),
      ]
    }),
  )
}

function groundless(test: ResultsTest, attempts: readonly { readonly status: string }[]): string[] {
  const having = (status: string) => attempts.some((each) => each.status === status)
  const isRight =
    (!hasPassed(test) || having('passed')) &&
    (!test.failed || having('failed')) &&
    (test.cause !== 'older' || test.control?.attempts.some(({ status }) => status === 'failed'))
  return isRight ? [] : [`"${test.name}" is ${test.cause} without an attempt that says so`]
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** What somebody else does to a test. */
const rivalries: readonly ((uuid: string, definition: TestDefinition, call: Call) => Promise<unknown>)[] = [
  (uuid, { type = 'response' }, call) =>
    call('PUT', `/tests/${uuid}`, {
      config: { history: turns('Hi.'), evaluation: { type, tool_calls: [] } },
    }),
  (uuid, _, call) => call('PUT', `/tests/${uuid}`, { evaluators: [] }),
  (uuid, _, call) => call('PUT', `/tests/${uuid}`, { config: {} }),
  (uuid, { name }, call) => call('PUT', `/tests/${uuid}`, { name: `${name} by somebody else` }),
  (uuid, definition, call) => {
    const { type = 'response', history, tool_calls } = { tool_calls: undefined, ...Object(definition) }
    const config = { history, evaluation: { type, tool_calls }, inputs: { mock: true } }
    return call('PUT', `/tests/${uuid}`, { config })
  },
  (uuid, { type = 'response' }, call) =>
    call('PUT', `/tests/${uuid}`, { config: { history: 'Hi', evaluation: { type } } }),
]

const items = (list: unknown) =>
  z.object({ items: z.array(z.looseObject({ uuid: z.string(), name: z.string() })) }).parse(list).items

/** Makes tests under the names of the files, some with other contents, and runs them as they are in the files. */
async function makeTests(
  random: Random,
  call: Call,
  evaluators: ReadonlyMap<string, string>,
): Promise<string[]> {
  const draft = (definition: TestDefinition, isOther = false) => {
    const { history, inputs, tool_calls, evaluators: judges = [] } = Object(definition)
    const named = judges.map(({ name, ...each }: { readonly name: string }) => ({
      ...each,
      evaluator_uuid: evaluators.get(name),
    }))
    const conversation_history = isOther ? turns('Something else?') : history
    return { name: serviceName(definition), conversation_history, inputs, tool_calls, evaluators: named }
  }
  const made: string[] = []
  for (const definition of definitions) {
    const { type = 'response' } = definition
    const created = await call('POST', '/tests/bulk', {
      type,
      tests: [draft(definition, random.chance(0.2))],
    })
    made.push(...z.object({ uuids: z.array(z.string()) }).parse(created).uuids)
  }
  return made
}

/** A full read in which rows are missing, or do not show what was asked. */
function garbled(body: string, random: Random): string {
  const read = answer.parse(parseJson(body))
  const results = read.results.flatMap((each) =>
    random.chance(0.1) ? [] : [random.chance(0.2) ? { ...each, test_case: null } : each],
  )
  return JSON.stringify({ ...read, results })
}

async function jobAmongRivals(seed: number, test: TestContext) {
  const random = randomOf(seed, 'rivals')
  const mode = random.pick(MODES)
  const [rate, rivalry] = [random.pick([0, 0.3, 0.6]), random.pick([0.02, 0.1, 0.4])]
  let [behindMs, hasBegun] = [DAY_MS, false]
  const evaluators = new Map<string, string>()
  const reads = new Map<string, Row[]>()
  const call: Call = async (method, path, body) => {
    const headers = { 'x-api-key': harness.simulator.apiKey, 'content-type': 'application/json' }
    const response = await fetch(harness.simulator.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.ok ? response.json() : {}
  }
  const rivals: ProxyRule = async ({ path, kind, query }: ProxyRequest) => {
    if (!hasBegun || path.startsWith('/evaluators')) return undefined
    for (const definition of definitions) {
      if (!random.chance(rivalry / 2)) continue
      const found = items(await call('GET', `/tests?q=${encodeURIComponent(serviceName(definition))}`))[0]
      if (found !== undefined) await random.pick(rivalries)(found.uuid, definition, call)
    }
    const isRead = kind === 'details' && !query.includes('only_failed=true')
    return isRead && random.chance(0.2)
      ? { kind: 'rewrite', change: (body) => garbled(body, random) }
      : undefined
  }
  const onReceived = ({ kind, path, query }: ProxyRequest, body: string) => {
    if (kind !== 'details' || query.includes('only_failed=true')) return
    const taskId = path.split('/').at(-1) ?? ''
    reads.set(taskId, [...(reads.get(taskId) ?? []), ...answer.parse(parseJson(body)).results])
  }
  const agent = (name: string, failing: number) => ({
    name,
    scenario: 'flaky' as const,
    parameters: { tests: 4, durationMs: 0 },
    flakiness: { rate: failing, seed },
  })
  const harness = await createHarness(
    {
      agents: [agent('Bot', rate), agent('Control', random.pick([0, rate]))],
      concurrency: 4,
      now: () => Date.now() - behindMs,
      faultProxy: { rules: [rivals], onReceived },
    },
    test.onTestFinished,
  )
  for (const { name, uuid } of items(await call('GET', '/evaluators'))) evaluators.set(name, uuid)
  if (mode !== 'gate' || random.chance(0.5)) {
    const test_uuids = await makeTests(random, call, evaluators)
    const bot = harness.simulator.agents.find(({ name }) => name === 'Bot')?.uuid
    for (let nth = 0; nth < EARLIER_RUNS; nth += 1)
      await call('POST', `/agent-tests/agent/${bot}/run`, { test_uuids })
  }
  behindMs = 0
  hasBegun = true
  const workspace = createFolder({ 'tests.yml': JSON.stringify(definitions) }, test)
  const compared =
    mode === 'control'
      ? { mode: 'gate-if-worse', control: 'Control' }
      : { mode, retries: String(random.whole(0, 2)) }
  const step = await harness.start({
    workspace,
    eventName: 'push',
    event: {},
    env: fastTime(20),
    with: { agents: 'Bot', tests: 'tests.yml', timeout: '18000', comment: 'false', ...compared },
  }).result
  if (wanted !== undefined) console.log(mode, step.log)
  return { broken: unprovenResults(resultsOf(step), reads, evaluators), step }
}

it.for(seeds)(
  'no result of a test of a file counts unless a full read shows that test: RIVAL_SEED=%i',
  { timeout: 900_000 },
  async (seed, test) => {
    const { broken, step } = await jobAmongRivals(seed, test)
    expect(broken).toEqual([])
    const results = resultsOf(step)
    const tests = results.agents.flatMap(({ run }) => run?.tests ?? [])
    if (results.verdict === 'passed' && results.mode === 'gate')
      expect([tests.length, tests.every(hasPassed)]).toEqual([definitions.length, true])
    expect(step.log).not.toContain('nternal error')
  },
)
