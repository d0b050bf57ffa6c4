// What the gate's outcome becomes, once, for all reports.
import { describe, expect, it } from 'vitest'
import type { RunResult, TestResult } from '../../src/gate/results.ts'
import { toResults } from '../../src/results/from-outcome.ts'
import { sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleContext, sampleOutcome, sampleResults, sampleRun } from '../fixtures/sample-outcome.ts'
import { outcome, passed, resultsOf } from '../fixtures/samples.ts'

describe('the results of a job', () => {
  it('have totals, comparison and usage', () => {
    expect(sampleResults).toMatchObject({
      version: 2,
      title: 'Agent tests (staging)',
      verdict: 'failed',
      reasons: [{ kind: 'broken', message: '1 test broke' }, { kind: 'cause' }, {}, {}],
      totals: { total: 24, passed: 21, failed: 2, flaky: 1 },
      agentTotals: { passed: 1, failed: 2, inconclusive: 1 },
      executedTests: 29,
      startedAt: '2026-11-21T09:30:00.000Z',
      comparison: { comparedTests: 6, classes: { broken: 1, flaky: 1 }, failureCount: { blocks: false } },
    })
  })

  it('have no text of a conversation, and none that may quote one, with `details: none`', () => {
    const { agents, ...job } = toResults(sampleOutcome, { ...sampleContext, details: 'none' })
    const tests = agents.flatMap(({ run }) => run?.tests ?? [])
    for (const test of tests)
      expect(test).toMatchObject({ reasoning: null, reply: null, question: [], toolCalls: [], criteria: [] })
    const [unanswered] = tests.filter(({ status }) => status === 'unanswered')
    expect(unanswered?.error).toMatchObject({ kind: 'agent', detail: 'timed out', message: '' })
    // Counts, verdicts and causes are the same.
    const { agents: _, ...whole } = sampleResults
    expect(job).toEqual(whole)
  })

  it('have the cost of each agent, retries included', () => {
    const { agents, costUsd } = sampleResults
    const costs = agents.map((agent) => agent.costUsd)
    expect(costs).toEqual([expect.closeTo(0.010807, 6), 0.0019, expect.closeTo(0.018, 6), null])
    expect(costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0)).toBeCloseTo(costUsd ?? 0, 6)
    expect(agents.map(({ executedTests }) => executedTests)).toEqual([9, 2, 18, 0])
  })

  it('have question, expectation, attempts and history of each test, with links', () => {
    const [support, booking] = sampleResults.agents
    expect(support?.run?.tests[0]).toMatchObject({
      name: 'Refuses a refund after 30 days',
      status: 'failed',
      costUsd: 0.00213,
      question: [{ role: 'system' }, { role: 'user' }, { role: 'assistant' }, { role: 'user' }],
      criteria: [
        { evaluator: 'Policy', text: 'Refuses the refund and quotes the 30 days.' },
        { evaluator: 'Helpfulness' },
      ],
      evaluators: [{ evaluator: 'Policy', passed: false }, { passed: true }, { score: 2, valueName: 'Poor' }],
      attempts: [
        {
          taskId: 'run-support-1',
          url: 'https://app.agent-tests.dev/tests?tab=runs&runId=run-support-1',
          status: 'failed',
          reasoning: 'Grants the refund (attempt 1).',
          costUsd: 0.002,
        },
        {},
        {},
      ],
      baseline: { class: 'broken', failures: 0, runs: 10 },
    })
    expect(booking?.run?.tests[0]).toMatchObject({
      expectedToolCalls: [{ tool: 'cancel_booking' }],
      retrySkipped: {
        kind: 'refused',
        message: 'the retry gave no result: the run failed on the service before it was complete',
        url: null,
      },
    })
  })

  it('have the baseline runs with links and dates, or why there are none', () => {
    const [support, booking, billing, planner] = sampleResults.agents
    expect(support?.baseline?.runs[0]).toEqual({
      taskId: 'run-support-old-20',
      url: 'https://app.agent-tests.dev/tests?tab=runs&runId=run-support-old-20',
      createdAt: '2026-11-20T08:00:00.000Z',
      passed: 4,
      total: 4,
      p95LatencyMs: 1700,
      meanCostUsd: 0.001,
    })
    expect(booking?.baseline?.runs).toHaveLength(10)
    expect(billing?.baseline).toMatchObject({
      runs: [],
      error: { message: 'the run history could not be read: HTTP 403: Not allowed' },
    })
    expect(planner?.baseline).toBeNull()
  })

  it('say why an agent is inconclusive or incomplete, and what to do', () => {
    expect(sampleResults.agents).toMatchObject([
      { outcome: 'failed', problem: { kind: 'unfinished-tests' } },
      { problem: null },
      { problem: null },
      {
        outcome: 'inconclusive',
        run: null,
        problem: { kind: 'not-launched-in-time', remedy: expect.stringContaining('`timeout`') },
      },
    ])
  })
})

describe('the executed tests', () => {
  const usage = (tests: readonly TestResult[], fields: Partial<RunResult> = {}) => {
    const { executedTests, costUsd } = resultsOf(
      outcome([passed('A', 1, { ...sampleRun('1', tests), ...fields })], 1),
    )
    return { executedTests, costUsd }
  }
  const retried = sampleTest('A', {
    cost: 0.5,
    attempts: [
      { taskId: '1', status: 'failed', reasoning: null, reply: null, latencyMs: null, cost: 0.5 },
      { taskId: '2', status: 'passed', reasoning: null, reply: null, latencyMs: null, cost: 0.25 },
    ],
  })

  it('count retries, and tests that only the counts tell of', () => {
    const tests = [retried, sampleTest('B', { status: 'not-run', cost: null })]
    const counts = { total: 10, passed: 10, failed: 0 }
    expect(usage(tests, { meanCostUsd: 0.1 })).toEqual({ executedTests: 2, costUsd: 0.75 })
    expect(usage(tests, { meanCostUsd: 0.1, counts })).toEqual({ executedTests: 11, costUsd: 1.25 })
  })

  it('count a retry of which no result counts once, however many tests were in it', () => {
    const retry = sampleRun('2', [sampleTest('A', { cost: 0.25 }), sampleTest('B', { cost: 0.25 })])
    const retrySkipped = { kind: 'lost', reason: { kind: 'run-failed' }, run: retry } as const
    const tests = ['A', 'B'].map((name) => sampleTest(name, { status: 'failed', cost: 0.5, retrySkipped }))
    expect(usage(tests)).toEqual({ executedTests: 4, costUsd: 1.5 })
  })

  it('count what ran on a control', () => {
    const attempt = (taskId: string) =>
      ({ taskId, status: 'passed', reasoning: null, reply: 'Yes', latencyMs: null, cost: 0.125 }) as const
    const control = { name: 'Production', attempts: [attempt('3'), attempt('4')] }
    expect(usage([{ ...retried, control }])).toEqual({ executedTests: 4, costUsd: 1 })
  })

  it('cost nothing known if the service gave no costs', () => {
    expect(usage([sampleTest('A', { cost: null })], { meanCostUsd: null })).toEqual({
      executedTests: 1,
      costUsd: null,
    })
  })
})
