import { describe, expect, test } from 'vitest'
import type { TestCaseResult, TestRun } from '../../src/client/index.ts'
import { runFields, testOf, testRows } from '../../src/gate/read-run.ts'

const bare: TestRun = { task_id: 'run-1', status: 'done' }

const readTest = (row: TestCaseResult, fields: Partial<TestRun> = {}) =>
  testRows({ ...bare, ...fields, results: [row] }).map(testOf)[0]

describe('the fields of a run', () => {
  test('are null where the service gave nothing', () => {
    expect(runFields(bare)).toEqual({
      status: 'done',
      p95LatencyMs: null,
      meanCostUsd: null,
      meanTokens: null,
      shareToken: null,
    })
  })

  test('have the aggregates that the service gave', () => {
    const run = {
      ...bare,
      latency_ms: { p50: 800, p95: 1200, p99: 1300 },
      cost: { mean: 0.004 },
      total_tokens: { mean: 1800 },
    }
    expect(runFields(run)).toMatchObject({ p95LatencyMs: 1200, meanCostUsd: 0.004, meanTokens: 1800 })
  })

  test.each([
    [{ is_public: true, share_token: 'token' }, 'token'],
    [{ is_public: true, share_token: null }, null],
    [{ is_public: false, share_token: 'token' }, null],
    [{ share_token: 'token' }, null],
  ])('have a share token only while the run is public: %j', (fields, shareToken) => {
    expect(runFields({ ...bare, ...fields }).shareToken).toBe(shareToken)
  })
})

describe('the status of a test', () => {
  test.each<[TestCaseResult, string]>([
    [{ passed: true }, 'passed'],
    [{ passed: false }, 'failed'],
    [{ passed: null }, 'pending'],
    [{}, 'pending'],
    [{ passed: true, unanswered: true }, 'unanswered'],
    [{ passed: false, unanswered: true }, 'unanswered'],
    [{ passed: false, not_run: true }, 'not-run'],
    [{ passed: true, unanswered: true, not_run: true }, 'not-run'],
    [{ passed: true, unanswered: false, not_run: false }, 'passed'],
  ])('of %j is %s', (row, status) => {
    expect(readTest(row)?.status).toBe(status)
  })
})

describe('the uuid of a test, by which it can be run alone,', () => {
  const test_uuids = ['t-1', 't-2']
  test.each<[string, TestCaseResult, string | null]>([
    ['is its test_uuid', { test_uuid: 't-1', test_case_id: 'row-1' }, 't-1'],
    ['is its test_case_id', { test_case_id: 't-2' }, 't-2'],
    ['is its test_uuid if both would do', { test_uuid: 't-1', test_case_id: 't-2' }, 't-1'],
    [
      'is its test_case_id if its test_uuid is not of this run',
      { test_uuid: 'x', test_case_id: 't-2' },
      't-2',
    ],
    ['is unknown if neither is of this run', { test_uuid: 'x', test_case_id: 'y' }, null],
    ['is unknown without ids', { test_uuid: null }, null],
  ])('%s', (_, row, uuid) => {
    expect(readTest(row, { test_uuids })?.uuid).toBe(uuid)
  })

  test.each([null, [], undefined])('is unknown if the run has no uuids: %j', (test_uuids) => {
    expect(readTest({ test_case_id: 't-1' }, { test_uuids })?.uuid).toBeNull()
  })
})

describe('a test', () => {
  test('is empty where the service gave nothing', () => {
    expect(readTest({})).toEqual({
      id: null,
      uuid: null,
      name: null,
      status: 'pending',
      reasoning: null,
      reply: null,
      toolCalls: [],
      evaluators: [],
      latencyMs: null,
      cost: null,
      question: [],
      criteria: [],
      expectedToolCalls: [],
      attempts: [],
      retrySkipped: null,
      baseline: null,
    })
  })

  test('has what the agent answered, and the tools that it called', () => {
    const tool_calls = [
      { tool: 'find_order', arguments: { id: 7, deep: { er: [1] } } },
      { tool: 'hang_up' },
      {},
    ]
    const row = {
      test_case_id: 'case-1',
      name: 'greets',
      output: { response: 'Hi', tool_calls },
      latency_ms: 900,
      cost: 0.1,
    }
    expect(readTest(row)).toMatchObject({
      id: 'case-1',
      name: 'greets',
      reply: 'Hi',
      toolCalls: [
        { tool: 'find_order', arguments: '{"id":7,"deep":{"er":[1]}}' },
        { tool: 'hang_up', arguments: null },
        { tool: 'unnamed tool', arguments: null },
      ],
      latencyMs: 900,
      cost: 0.1,
    })
  })

  test('has what it asked and expected', () => {
    const test_case = { input: 'Hi', evaluation: { criteria: ['Polite'], tool_calls: [{ tool: 'greet' }] } }
    expect(readTest({ test_case })).toMatchObject({
      question: [{ role: 'user', content: 'Hi' }],
      criteria: ['Polite'],
      expectedToolCalls: [{ tool: 'greet', arguments: null }],
    })
  })

  test('has the verdicts of its evaluators, each with its name and scale', () => {
    const evaluators = [
      { uuid: 'e1', name: 'Politeness', output_type: 'rating', scale_min: 1, scale_max: 5 },
      { uuid: 'e2', name: 'Correctness', output_type: 'binary' },
    ]
    const judge_results = [
      { evaluator_uuid: 'e2', match: false, reasoning: 'Wrong order.' },
      { evaluator_uuid: 'e1', score: 2, value_name: 'Poor' },
      { evaluator_uuid: 'gone', match: true },
      { score: 1 },
    ]
    const empty = {
      evaluator: null,
      passed: null,
      score: null,
      scaleMin: null,
      scaleMax: null,
      valueName: null,
      reasoning: null,
    }
    expect(readTest({ judge_results }, { evaluators })?.evaluators).toEqual([
      { ...empty, evaluator: 'Correctness', passed: false, reasoning: 'Wrong order.' },
      { ...empty, evaluator: 'Politeness', score: 2, scaleMin: 1, scaleMax: 5, valueName: 'Poor' },
      { ...empty, passed: true },
      { ...empty, score: 1 },
    ])
  })
  const rated = { score: 2 }
  const unrated = { reasoning: 'No score.' }
  const calls = { evaluation: { tool_calls: [{ tool: 'find_order' }] } }
  test.each<[string, TestCaseResult, readonly (boolean | null)[]]>([
    [
      'of a test that passed',
      { passed: true, judge_results: [rated, rated, { match: true }] },
      [true, true, true],
    ],
    [
      'that alone can have failed the test',
      { passed: false, judge_results: [rated, { match: true }] },
      [false, true],
    ],
    [
      'beside another evaluator that failed',
      { passed: false, judge_results: [rated, { match: false }] },
      [null, false],
    ],
    ['that is the only evaluator of a failed test', { passed: false, judge_results: [rated] }, [false]],
    ['that has no score', { passed: true, judge_results: [unrated] }, [null]],
    ['beside another rating', { passed: false, judge_results: [rated, rated] }, [null, null]],
    [
      'beside an evaluator without a result',
      { passed: false, judge_results: [rated, unrated] },
      [null, null],
    ],
    ['beside expected tool calls', { passed: false, test_case: calls, judge_results: [rated] }, [null]],
    ['of a test without a verdict', { passed: true, unanswered: true, judge_results: [rated] }, [null]],
    ['that the service itself judged', { passed: false, judge_results: [{ ...rated, match: true }] }, [true]],
  ])('knows as much as can be derived about a rating %s', (_, row, passed) => {
    expect(readTest(row)?.evaluators.map((each) => each.passed)).toEqual(passed)
  })
})
