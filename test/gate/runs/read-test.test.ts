// One row of the service's answer → our type of a test. Servers differ in what they send.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TestCaseResult, TestRun } from '../../../src/client/index.ts'
import { readRun, redactedTest } from '../../../src/gate/runs/read-run.ts'
import { runUrl } from '../../fixtures/samples.ts'

const times = { durationMs: 0, queuedMs: 0 }
const done = { task_id: 'run-1', status: 'done', error: false, is_public: false }

const testsOf = (results: readonly TestCaseResult[], fields: Partial<TestRun> = {}) =>
  readRun({ ...done, ...fields, results: [...results] }, times, runUrl).tests.map((each) =>
    redactedTest(each, (text) => text),
  )
const readTest = (row: TestCaseResult, fields: Partial<TestRun> = {}) => testsOf([row], fields)[0]

test.each<[TestCaseResult, string]>([
  [{ passed: true }, 'passed'],
  [{ passed: false }, 'failed'],
  [{ passed: null }, 'pending'],
  [{}, 'pending'],
  [{ passed: true, unanswered: true }, 'unanswered'],
  [{ passed: false, unanswered: true }, 'unanswered'],
  [{ passed: true, unanswered: true, not_run: true }, 'not-run'],
  [{ passed: false, not_run: true }, 'not-run'],
  [{ passed: true, unanswered: false, not_run: false }, 'passed'],
])('the row %j is %s', (row, outcome) => {
  expect(readTest(row)?.outcome).toBe(outcome)
})

describe('the IDs of tests', () => {
  test('are those of their rows, and unique even if the service gives none', () => {
    const rows = [{ test_case_id: 'a' }, { test_uuid: 'b' }, { name: 'twin' }, { name: 'twin' }, {}, {}]
    const ids = testsOf(rows).map(({ id }) => id)
    const unnamed = 'a test without a name'
    expect(ids).toEqual(['a', 'b', 'twin', 'twin#2', unnamed, `${unnamed}#2`])
  })

  test.each<[string, TestCaseResult, string | null]>([
    ['test_uuid', { test_uuid: 't-1', test_case_id: 'row-1' }, 't-1'],
    ['test_case_id', { test_case_id: 't-2' }, 't-2'],
    ['test_case_id if its test_uuid is not of this run', { test_uuid: 'x', test_case_id: 't-2' }, 't-2'],
    ['nothing if neither is of this run', { test_uuid: 'x', test_case_id: 'y' }, null],
    ['nothing without IDs', { test_uuid: null }, null],
  ])('by which they can be run alone are their %s', (_, row, uuid) => {
    expect(readTest(row, { test_uuids: ['t-1', 't-2'] })?.uuid).toBe(uuid)
    expect(readTest(row, { test_uuids: null })?.uuid).toBeNull()
  })
})

test('a run has the measures that the service gives', () => {
  const measures = { latency_ms: { p95: 900 }, cost: { mean: 0.002 } }
  const read = { p95LatencyMs: 900, meanCostUsd: 0.002 }
  expect(readRun({ ...done, ...measures }, times, runUrl)).toMatchObject(read)
})

test('a blank name is no name', () => {
  expect(testsOf([{ name: ' ' }, { name: '' }, {}]).map(({ name }) => name)).toEqual([null, null, null])
})

const asked = (content: string) => ({ role: 'user', content })
const turns = [asked('Hi'), { role: 'assistant', content: 'Hello!' }]
test.each<[string, Record<string, unknown>, object]>([
  ['its history', { history: turns }, turns],
  ['its messages on other servers', { messages: turns }, turns],
  ['its input', { input: 'Where is my order?' }, [asked('Where is my order?')]],
  ['its history rather than its input', { history: turns, input: 'x' }, turns],
  ['its input if the history is empty', { history: [], input: 'x' }, [asked('x')]],
  [
    'the turns with text',
    { history: [asked(' '), { role: 'tool' }, 7, null, { content: 'x' }] },
    [asked('x')],
  ],
])('what an agent was asked is %s', (_, testCase, question) => {
  expect(readTest({ test_case: testCase })?.question).toEqual(question)
})

describe('what was expected', () => {
  const evaluators = [
    { uuid: 'e1', name: 'Correctness' },
    { uuid: 'e2', name: 'Manners' },
  ]
  const criteriaOf = (row: TestCaseResult) =>
    readTest(row, { evaluators })?.criteria.map(({ evaluator, text }) => `${evaluator}: ${text}`)

  test('is what each evaluator was to check, by its arguments', () => {
    const criteria = [
      { name: 'Correctness', arguments: { criteria: 'Names the 30 days.' } },
      { name: 'Correctness-9e9add37', arguments: { tone: 'friendly', sentences: [1, 2] } },
      { name: 'Rule-9e9add37-b', arguments: { criteria: 7 } },
      { name: 'Without variables', arguments: {} },
      { name: 'Manners' },
    ]
    expect(criteriaOf({ test_case: { evaluation: { type: 'response', criteria } } })).toEqual([
      'Correctness: Names the 30 days.',
      'Correctness: tone: friendly; sentences: [1,2]',
      'Rule-9e9add37-b: 7',
    ])
  })

  test('has the name of today after an evaluator was renamed', () => {
    const criteria = [{ name: 'Old name', arguments: { criteria: 'Is polite.' } }]
    const judge_results = [{ evaluator_uuid: 'e2' }]
    const row = { test_case: { evaluation: { criteria } }, judge_results }
    expect(criteriaOf(row)).toEqual(['Manners: Is polite.'])
  })

  test('is known from the results if the test case has no criteria, or none with arguments', () => {
    const judge_results = [
      { evaluator_uuid: 'e1', variable_values: { criteria: 'Names the 30 days.' } },
      { evaluator_uuid: 'e2', variable_values: null },
      { evaluator_uuid: 'gone', variable_values: { criteria: 'Is polite.' } },
    ]
    const expected = ['Correctness: Names the 30 days.', 'null: Is polite.']
    for (const test_case of [undefined, { criteria: null }])
      expect(criteriaOf({ judge_results, test_case })).toEqual(expected)
    const test_case = { evaluation: { criteria: [{ name: 'Correctness' }, { name: 'Manners' }] } }
    expect(criteriaOf({ judge_results, test_case })).toEqual(expected.slice(0, 1))
  })

  test('is a text, a list of texts, or descriptions on older servers', () => {
    const criteria = ['Polite', { description: 'Correct' }, { name: 'Short' }, 7, {}]
    expect(criteriaOf({ test_case: { evaluation: { criteria } } })).toEqual(['null: Polite', 'null: Correct'])
    expect(criteriaOf({ test_case: { evaluation: { criteria: 'Polite' } } })).toEqual(['null: Polite'])
  })

  test('is tool calls', () => {
    const tool_calls = [{ tool: 'find', arguments: { id: 7 } }, { tool: 'hang_up' }, { other: 1 }, null]
    const test_case = { evaluation: { type: 'tool_call', tool_calls } }
    expect(readTest({ test_case })?.expectedToolCalls).toEqual([
      { tool: 'find', arguments: '{"id":7}' },
      { tool: 'hang_up', arguments: null },
    ])
  })
})

test('no test case throws, and nothing is known of what is none', () => {
  const fields = fc.dictionary(
    fc.constantFrom('history', 'messages', 'input', 'evaluation', 'criteria', 'tool_calls'),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(fields, (test_case) => {
      const { question = [], criteria = [], expectedToolCalls = [] } = readTest({ test_case }) ?? {}
      const texts = [
        ...question.flatMap(({ role, content }) => [role, content]),
        ...criteria.map(({ text }) => text),
        ...expectedToolCalls.map(({ tool }) => tool),
      ]
      for (const text of texts) expect(typeof text).toBe('string')
    }),
  )
  const unknown = { question: [], criteria: [], expectedToolCalls: [], toolCalls: [], evaluators: [] }
  for (const row of [{}, { test_case: null }, { test_case: {} }]) expect(readTest(row)).toMatchObject(unknown)
})

test('a test has its reason, its measures, and what its evaluators say', () => {
  const reasoning = 'It shouts, as in https://agent.test/reply/1.'
  const judge_results = [{ value_name: 'Rude', reasoning }]
  const row = { passed: true, reasoning: 'Good.', latency_ms: 900, cost: 0.002, judge_results }
  expect(readTest(row)).toMatchObject({
    reasoning: 'Good.',
    latencyMs: 900,
    costUsd: 0.002,
    evaluators: [{ valueName: 'Rude', reasoning }],
  })
})

const judge_results = [{ reasoning: 'at https://judge.test/SECRET' }]
test.each<[TestCaseResult, string | undefined, string | null]>([
  [{ unanswered: true, reasoning: 'Connection error. ', judge_results }, 'evaluator', 'Connection error.'],
  [{ unanswered: true, reasoning: ' ' }, 'unknown', null],
  [{ not_run: true, reasoning: 'Stopped.' }, 'not-run', 'Stopped.'],
  [{ passed: false, reasoning: 'Connection error.' }, undefined, 'Connection error.'],
])('the row %j has an error of kind %s', (row, kind, reasoning) => {
  const test = readTest(row)
  expect([test?.error?.kind, test?.reasoning]).toEqual([kind, reasoning])
  expect(JSON.stringify(test?.evaluators)).not.toContain('SECRET')
})

test('the calls of an agent have a tool, also without a name', () => {
  const tool_calls = [{ tool: 'find_order', arguments: { id: 7 } }, { tool: '' }]
  expect(readTest({ output: { response: 'Hi', tool_calls } })).toMatchObject({
    reply: 'Hi',
    toolCalls: [
      { tool: 'find_order', arguments: '{"id":7}' },
      { tool: 'unnamed tool', arguments: null },
    ],
  })
})

describe('the arguments of a tool call', () => {
  const argumentsOf = (given: unknown) =>
    readTest({ test_case: { evaluation: { tool_calls: [{ tool: 'find', arguments: given }] } } })
      ?.expectedToolCalls[0]?.arguments

  test.each([
    [undefined, null],
    [null, null],
    ['{"as": "it came"}', '{"as": "it came"}'],
    [{ id: 7, deep: { er: [1] } }, '{"id":7,"deep":{"er":[1]}}'],
    [0, '0'],
  ])('%j are %j', (given, shown) => {
    expect(argumentsOf(given)).toBe(shown)
  })

  test('keep everything but secrets', () => {
    const given = { id: 7, isNew: true, keys: ['SECRET', 42, null] }
    const { tests } = readRun(
      {
        ...done,
        results: [{ test_case: { evaluation: { tool_calls: [{ tool: 'find', arguments: given }] } } }],
      },
      times,
      runUrl,
    )
    const [call] = tests.flatMap(
      (each) => redactedTest(each, (text) => text.replaceAll('SECRET', '***')).expectedToolCalls,
    )
    expect(call?.arguments).toBe('{"id":7,"isNew":true,"keys":["***",42,null]}')
  })

  test('that are nested too deeply to print cost nothing but themselves', () => {
    let nested: unknown = 1
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested]
    expect(argumentsOf(nested)).toContain('nested too deeply')
  })
})

describe('the verdicts of evaluators', () => {
  test('have the name and scale that the run lists', () => {
    const evaluators = [{ uuid: 'e1', name: 'Politeness', scale_min: 1, scale_max: 5 }]
    const judge_results = [
      { evaluator_uuid: 'e1', score: 2 },
      { evaluator_uuid: 'gone', match: true },
    ]
    expect(readTest({ judge_results }, { evaluators })?.evaluators).toMatchObject([
      { evaluator: 'Politeness', score: 2, scaleMin: 1, scaleMax: 5 },
      { evaluator: null, passed: true },
    ])
  })

  const rated = { score: 2 }
  const unrated = { reasoning: 'No score.' }
  const [yes, no] = [{ match: true }, { match: false }]
  const [passed, failed] = [{ passed: true }, { passed: false }]
  const calls = { evaluation: { tool_calls: [{ tool: 'find_order' }] } }
  test.each<[string, TestCaseResult, NonNullable<TestCaseResult['judge_results']>, (boolean | null)[]]>([
    ['of a test that passed', passed, [rated, yes], [true, true]],
    ['that alone can have failed the test', failed, [rated, yes, yes], [false, true, true]],
    ['beside another evaluator that failed', failed, [rated, no], [null, false]],
    ['that has no score', passed, [unrated], [null]],
    ['beside another rating', failed, [rated, rated], [null, null]],
    ['beside an evaluator without a result', failed, [rated, unrated], [null, null]],
    ['beside expected tool calls', { ...failed, test_case: calls }, [rated], [null]],
    ['of a test without a verdict', { ...passed, unanswered: true }, [rated], [null]],
    ['that the service itself judged', failed, [{ ...rated, match: true }], [true]],
  ])('are derived for a rating %s', (_, row, judge_results, verdicts) => {
    expect(readTest({ ...row, judge_results })?.evaluators.map((each) => each.passed)).toEqual(verdicts)
  })
})
