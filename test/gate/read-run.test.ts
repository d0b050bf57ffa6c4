import { describe, expect, test } from 'vitest'
import type { TestCaseResult, TestRun } from '../../src/client/index.ts'
import { runResult, serviceCounts, testResults, testStatus } from '../../src/gate/read-run.ts'

const bare: TestRun = { task_id: 'run-1', status: 'done' }
const seen = { counts: null, durationMs: 1500 }

describe('a run, in our words', () => {
  test('has nothing that the service did not tell', () => {
    expect(runResult(bare, seen)).toEqual({
      taskId: 'run-1',
      status: 'done',
      counts: null,
      plannedTests: null,
      tests: [],
      detailsError: null,
      p95LatencyMs: null,
      meanCostUsd: null,
      meanTokens: null,
      shareToken: null,
      durationMs: 1500,
    })
  })

  test('has the aggregates that the service told', () => {
    const run = {
      ...bare,
      total_tests: 4,
      latency_ms: { p50: 800, p95: 1200, p99: 1300 },
      cost: { mean: 0.004 },
      total_tokens: { mean: 1800 },
    }
    expect(runResult(run, seen)).toMatchObject({
      plannedTests: 4,
      p95LatencyMs: 1200,
      meanCostUsd: 0.004,
      meanTokens: 1800,
    })
  })

  test.each([[{ passed: 2, failed: null }], [{ passed: null, failed: 1 }], [{ failed: 1 }]])(
    'has no counts where one of them is missing: %j',
    (fields) => {
      expect(serviceCounts({ ...bare, total_tests: 3, ...fields })).toBeNull()
    },
  )

  test('knows how many tests are planned before they are counted', () => {
    expect(runResult({ ...bare, total_tests: null, test_uuids: ['1', '2'] }, seen).plannedTests).toBe(2)
  })

  test.each([
    [{ is_public: true, share_token: 'token' }, 'token'],
    [{ is_public: true, share_token: null }, null],
    [{ is_public: false, share_token: 'token' }, null],
    [{ share_token: 'token' }, null],
  ])('is shared or not: %j', (fields, shareToken) => {
    expect(runResult({ ...bare, ...fields }, seen).shareToken).toBe(shareToken)
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
    expect(testStatus(row)).toBe(status)
  })
})

describe('a test', () => {
  const reportOf = (row: TestCaseResult, evaluators: TestRun['evaluators'] = []) =>
    testResults({ ...bare, results: [row], evaluators })[0]

  test('has nothing that the service did not tell', () => {
    expect(reportOf({})).toEqual({
      id: null,
      name: null,
      status: 'pending',
      reasoning: null,
      reply: null,
      toolCalls: [],
      evaluators: [],
      latencyMs: null,
      cost: null,
    })
  })

  test('has what the agent answered, and the tools that it called', () => {
    const tool_calls = [{ tool: 'find_order', arguments: { id: 7, deep: { er: [1] } } }, { tool: 'hang_up' }]
    const row = {
      test_case_id: 'case-1',
      name: 'greets',
      output: { response: 'Hi', tool_calls },
      latency_ms: 900,
      cost: 0.1,
    }
    expect(reportOf(row)).toMatchObject({
      id: 'case-1',
      name: 'greets',
      reply: 'Hi',
      toolCalls: [
        { tool: 'find_order', arguments: '{"id":7,"deep":{"er":[1]}}' },
        { tool: 'hang_up', arguments: null },
      ],
      latencyMs: 900,
      cost: 0.1,
    })
  })

  test('has the verdicts of its judges, each with the name and the scale of its evaluator', () => {
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
    const nothing = {
      evaluator: null,
      match: null,
      score: null,
      scaleMin: null,
      scaleMax: null,
      valueName: null,
    }
    expect(reportOf({ judge_results }, evaluators)?.evaluators).toEqual([
      { ...nothing, evaluator: 'Correctness', match: false, reasoning: 'Wrong order.' },
      {
        ...nothing,
        evaluator: 'Politeness',
        score: 2,
        scaleMin: 1,
        scaleMax: 5,
        valueName: 'Poor',
        reasoning: null,
      },
      { ...nothing, match: true, reasoning: null },
      { ...nothing, score: 1, reasoning: null },
    ])
  })
})
