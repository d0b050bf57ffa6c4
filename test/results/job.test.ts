// What the gate's outcome becomes, once, for all reports.
import { describe, expect, it } from 'vitest'
import type { InconclusiveReason, RunResult, TestResult } from '../../src/gate/model.ts'
import { eventFacts, toResults } from '../../src/results/job.ts'
import { baselineFor } from '../fixtures/baselines.ts'
import { support } from '../fixtures/sample-agents.ts'
import { sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleContext, sampleOutcome, sampleResults, sampleRun } from '../fixtures/sample-outcome.ts'
import { failed, httpError, outcome, passed, resultsOf, run, skipped, test } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

describe('the results of a job', () => {
  it('have totals, comparison and usage', () => {
    expect(sampleResults).toMatchObject({
      version: 2,
      title: 'Agent tests (staging)',
      verdict: 'failed',
      totals: { total: 24, passed: 21, failed: 2, flaky: 1 },
      agentTotals: { passed: 1, failed: 2, inconclusive: 1 },
      executedTests: 29,
      startedAt: '2026-11-21T09:30:00.000Z',
      decisions: [{ compares: 'history', compared: { tests: 6 }, count: { blocks: false }, sample: null }],
    })
  })

  it('have no text of a conversation, and none that may quote one, with `details: none`', () => {
    const { agents, ...job } = toResults(sampleOutcome, { ...sampleContext, details: 'none' })
    const besideControl = resultsOfScenario('control-one-broke', { details: 'none' }).agents
    const tests = [...agents, ...besideControl].flatMap(({ run }) => run?.tests ?? [])
    for (const test of tests)
      expect(test).toMatchObject({ reasoning: null, reply: null, question: [], toolCalls: [], criteria: [] })
    const texts = tests.flatMap(({ attempts, control, evaluators }) => [
      ...[...attempts, ...(control?.attempts ?? [])].flatMap(({ reply, reasoning }) => [reply, reasoning]),
      ...evaluators.map(({ reasoning }) => reasoning),
    ])
    expect(texts.filter((text) => text !== null)).toEqual([])
    expect(tests.some(({ control }) => control?.attempts[0]?.status === 'passed')).toBe(true)
    const [unanswered] = tests.filter(({ status }) => status === 'unanswered')
    expect(unanswered?.error).toMatchObject({ kind: 'agent', detail: 'timed out', message: '' })
    // Counts, verdicts and causes are the same.
    const { agents: _, ...whole } = sampleResults
    expect(job).toEqual(whole)
  })

  it('say of no test of a run that can no longer be read that it goes on', () => {
    const tests = support.run.tests.map((each) => ({ ...each, status: 'pending' as const }))
    const waiting = run('Bot', { status: 'in_progress', tests })
    const groupIn = (reason: InconclusiveReason) => {
      const lost = { outcome: 'inconclusive' as const, agent: support.agent, run: waiting, reason }
      return resultsOf(outcome([lost], 1)).agents[0]?.run?.tests[0]?.group
    }
    const gone = {
      kind: 'unreadable',
      attempts: 1,
      error: httpError(404, 'Task not found'),
    } as const
    expect([groupIn(gone), groupIn({ kind: 'aborted', by: 'signal' })]).toEqual(['unanswered', 'pending'])
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
      group: 'broken',
      because: [
        { kind: 'attempts', failed: 3, of: 3 },
        { kind: 'earlier-runs', failures: 0, runs: 10 },
      ],
    })
    expect(booking?.run?.tests[0]).toMatchObject({
      expectedToolCalls: [{ tool: 'cancel_booking' }],
      because: [
        { kind: 'earlier-runs' },
        { kind: 'not-run-again', why: 'no-result', problem: { kind: 'run-ended', how: 'failed', url: null } },
      ],
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
    })
    expect(booking?.baseline?.runs).toHaveLength(10)
    expect(billing?.baseline).toMatchObject({
      runs: [],
      problem: { error: { status: 403, reason: 'Not allowed' }, next: 'check-key' },
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
        problem: { kind: 'timed-out', state: 'not-started', next: 'raise-timeout' },
      },
    ])
  })
})

describe('why no test was run on the control', () => {
  const reason = { kind: 'cannot-run', error: httpError(400, 'Not verified') } as const
  const lost = run('lost', { status: 'in_progress' })
  const control = { uuid: 'production', name: 'Production' }
  it.each<[InconclusiveReason, RunResult | null, object | null]>([
    [reason, null, { kind: 'cannot-run', error: { reason: 'Not verified' }, url: null }],
    [{ kind: 'run-ended', how: 'cancelled' }, lost, { url: expect.stringContaining(lost.taskId) }],
    [{ kind: 'aborted', by: 'signal' }, null, null],
  ])('is a problem of the control, unless the job ended early: %o', (reason, ran, problem) => {
    const tests = [test('A'), test('B', { retrySkipped: { kind: 'control', control, reason, run: ran } })]
    const { agents } = resultsOf(outcome([{ ...failed('Bot', 2, tests), control }], 1))
    if (problem === null) expect(agents[0]?.control?.problem).toBeNull()
    else expect(agents[0]?.control?.problem).toMatchObject(problem)
  })
})

it('a baseline from files has no links and dates where the files have none', () => {
  const earlier = baselineFor(support, [12])
  const runs = earlier.runs.map((each) => ({ ...each, taskId: null, createdAt: null }))
  expect(eventFacts('https://app.example.com').baselineOf({ ...earlier, runs }).runs).toMatchObject([
    { taskId: null, url: null, createdAt: null, passed: 12 },
  ])
})

it('an agent that was skipped has a problem, one that passed has none', () => {
  const { agents } = resultsOf(outcome([skipped('Draft', 'No tests'), passed('A', 1)], 1))
  expect(agents.map(({ problem }) => problem?.kind)).toEqual(['skipped', undefined])
  expect(agents[0]?.problem).toMatchObject({ reason: 'No tests', next: 'list-agents' })
})

describe('the executed tests', () => {
  const usage = (tests: readonly TestResult[], fields: Partial<RunResult> = {}) => {
    const run = { ...sampleRun('1', tests), ...fields }
    const { executedTests, costUsd } = resultsOf(outcome([{ ...passed('A', 1), run }], 1))
    return { executedTests, costUsd }
  }
  const retried = sampleTest('A', {
    costUsd: 0.5,
    attempts: [
      { taskId: '1', status: 'failed', reasoning: null, reply: null, latencyMs: null, costUsd: 0.5 },
      { taskId: '2', status: 'passed', reasoning: null, reply: null, latencyMs: null, costUsd: 0.25 },
    ],
  })

  it('count retries', () => {
    const tests = [retried, sampleTest('B', { status: 'not-run', costUsd: null })]
    expect(usage(tests, { meanCostUsd: 0.1 })).toEqual({ executedTests: 2, costUsd: 0.75 })
  })

  it('count a first attempt without an answer by itself, not by the retry that the test shows', () => {
    const [first, ...others] = retried.attempts
    const attempts = [{ ...first, status: 'unanswered', costUsd: null }, ...others] as typeof retried.attempts
    expect(usage([{ ...retried, status: 'passed', costUsd: 0.25, attempts }], { meanCostUsd: null })).toEqual(
      {
        executedTests: 2,
        costUsd: 0.25,
      },
    )
  })

  it('leave out a retry of which no result counts, whose cost counts once', () => {
    const retry = sampleRun('2', [sampleTest('A', { costUsd: 0.25 }), sampleTest('B', { costUsd: 0.25 })])
    const retrySkipped = {
      kind: 'no-result',
      reason: { kind: 'run-ended', how: 'failed' },
      run: retry,
    } as const
    const tests = ['A', 'B'].map((name) => sampleTest(name, { status: 'failed', costUsd: 0.5, retrySkipped }))
    expect(usage(tests)).toEqual({ executedTests: 2, costUsd: 1.5 })
  })

  it('count a run that gave one test a result and another one none once', () => {
    const retrySkipped = {
      kind: 'no-result',
      reason: { kind: 'run-ended', how: 'failed' },
      run: sampleRun('2', [retried]),
    } as const
    const other = sampleTest('B', { status: 'failed', costUsd: 0.5, retrySkipped })
    expect(usage([retried, other])).toEqual({ executedTests: 3, costUsd: 1.25 })
  })

  it('count a passing test that ran once more to be counted, which shows nowhere else', () => {
    const { costUsd } = retried
    const test = sampleTest('B', {
      status: 'passed',
      costUsd,
      attempts: [],
      countedAgain: [{ taskId: '2', status: 'passed', costUsd: 0.25 }],
    })
    expect(usage([test])).toEqual({ executedTests: 2, costUsd: 0.75 })
    const { agents } = resultsOf(outcome([passed('A', 1, sampleRun('1', [test]))], 1))
    expect(agents[0]?.run?.tests[0]).toMatchObject({ status: 'passed', attempts: [] })
    expect(agents[0]?.run?.tests[0]).not.toHaveProperty('countedAgain')
  })

  it('leave out attempts that were lost, or of which their run has no row', () => {
    const none = { reasoning: null, reply: null, latencyMs: null, costUsd: null }
    const lost = { ...none, taskId: null, status: 'unanswered' } as const
    const without = { ...none, taskId: '3', status: 'pending' } as const
    const test = { ...retried, attempts: [...retried.attempts, lost, without] }
    expect(usage([test])).toEqual({ executedTests: 2, costUsd: 0.75 })
  })

  it('count what ran on a control', () => {
    const attempt = (taskId: string) =>
      ({ taskId, status: 'passed', reasoning: null, reply: 'Yes', latencyMs: null, costUsd: 0.125 }) as const
    const control = { name: 'Production', attempts: [attempt('3'), attempt('4')] }
    expect(usage([{ ...retried, control }])).toEqual({ executedTests: 4, costUsd: 1 })
  })

  it('cost nothing known if the service gave no costs', () => {
    expect(usage([sampleTest('A', { costUsd: null })], { meanCostUsd: null })).toEqual({
      executedTests: 1,
      costUsd: null,
    })
  })
})
