import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { GateOutcome } from '../../src/gate/results.ts'
import { executedTests } from '../../src/report/measures.ts'
import { resultsJson } from '../../src/report/results-json.ts'
import { type Results, resultsSchema } from '../../src/report/results-schema.ts'
import { sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleContext, sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'

const jsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:agent-tests:results:v2',
  title: 'Results of agent-tests, version 2',
  description:
    'The file that the output `results-file` names. Version 2 may get more fields; none is removed or changes its meaning, so ignore what you do not know.',
  ...z.toJSONSchema(resultsSchema, {
    override({ jsonSchema }) {
      // Both allow what is allowed anyway.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      delete jsonSchema.additionalProperties
    },
  }),
}

const validate = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  formats: { uri: true },
}).compile(jsonSchema)

function written(outcome: GateOutcome): Results {
  const results: unknown = JSON.parse([...resultsJson(outcome, sampleContext)].join(''))
  validate(results)
  expect(validate.errors).toBeNull()
  return z.parse(resultsSchema, results)
}

function outcomeOf(tests: readonly ReturnType<typeof sampleTest>[], name = 'Ada'): GateOutcome {
  const agent = { uuid: 'agent-1', name }
  return {
    ...sampleOutcome,
    results: [{ outcome: 'failed', agent, run: sampleRun('run-1', tests) }],
    comparison: null,
  }
}

describe('schema/results.v2.json', () => {
  it('is generated from the schema of the reader', async () => {
    await expect(`${JSON.stringify(jsonSchema, null, 2)}\n`).toMatchFileSnapshot(
      '../../schema/results.v2.json',
    )
  })

  it('requires ids, statuses and counts, and allows more fields', () => {
    const results = written(sampleOutcome)
    expect(validate({ ...results, added: 1 })).toBe(true)
    for (const wrong of [{ version: 1 }, { verdict: 'green' }, { totals: {} }, { agents: [{ name: 'A' }] }])
      expect(validate({ ...results, ...wrong }), JSON.stringify(wrong)).toBe(false)
  })
})

describe('the results file', () => {
  it('holds job, totals, comparison and usage', () => {
    expect(written(sampleOutcome)).toMatchObject({
      version: 2,
      title: 'Agent tests (staging)',
      verdict: 'failed',
      totals: { total: 24, passed: 21, failed: 2, flaky: 1 },
      agentTotals: { passed: 1, failed: 2, inconclusive: 1 },
      executedTests: 29,
      startedAt: '2026-11-21T09:30:00.000Z',
      comparison: { comparedTests: 6, classes: { broken: 1, flaky: 1 }, failureCount: { blocks: false } },
    })
  })

  it('holds what each agent cost, retries included', () => {
    const { agents, costUsd } = written(sampleOutcome)
    const costs = agents.map((agent) => agent.costUsd)
    expect(costs).toEqual([expect.closeTo(0.010807, 6), 0.0019, expect.closeTo(0.018, 6), null])
    expect(costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0)).toBeCloseTo(costUsd ?? 0, 6)
  })

  it('holds question, expectation, attempts and history of each test', () => {
    const [support, booking] = written(sampleOutcome).agents
    expect(support?.run?.tests[0]).toMatchObject({
      name: 'Refuses a refund after 30 days',
      status: 'failed',
      costUsd: 0.00213,
      question: [{ role: 'system' }, { role: 'user' }, { role: 'assistant' }, { role: 'user' }],
      criteria: [expect.any(String), expect.any(String)],
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
      retrySkipped: { kind: 'refused', message: expect.stringContaining('the run failed') },
    })
  })

  it('links and dates the baseline runs, or says why there are none', () => {
    const [support, booking, billing, planner] = written(sampleOutcome).agents
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

  it('says why an agent is inconclusive or incomplete, and what to do', () => {
    expect(written(sampleOutcome).agents).toMatchObject([
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

  it('keeps every text as it is, except for lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const test = sampleTest(text, { status: 'failed', reply: text, reasoning: text })
        const { agents } = written(outcomeOf([test], text))
        expect(agents[0]?.name).toBe(text.toWellFormed())
        expect(agents[0]?.run?.tests[0]?.reply).toBe(text.toWellFormed())
      }),
      { numRuns: 20, examples: [['lone \uD800 surrogate \uDC00 and \uFFFF'], ['</script>\u2028'], ['']] },
    )
  })

  it('comes in pieces, at least one per test', () => {
    const tests = Array.from({ length: 100 }, (_, index) => sampleTest(`Test ${index}`))
    const pieces = [...resultsJson(outcomeOf(tests), sampleContext)]
    expect(pieces.length).toBeGreaterThan(tests.length)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2000)
  })
})

describe('the executed tests', () => {
  it('count retries, and tests that only the counts tell of', () => {
    const retried = sampleTest('A', {
      cost: 0.5,
      attempts: [
        { taskId: '1', status: 'failed', reasoning: null, latencyMs: null, cost: 0.5 },
        { taskId: '2', status: 'passed', reasoning: null, latencyMs: null, cost: 0.25 },
      ],
    })
    const run = { ...sampleRun('1', [retried, sampleTest('B', { status: 'not-run' })]), meanCostUsd: 0.1 }
    const result = { outcome: 'passed', agent: { uuid: 'a', name: 'A' } } as const
    expect(executedTests([{ ...result, run }])).toEqual({ tests: 2, costUsd: 0.75 })
    const counts = { total: 10, passed: 10, failed: 0 }
    expect(executedTests([{ ...result, run: { ...run, counts } }])).toEqual({ tests: 11, costUsd: 1.25 })
  })

  it('cost nothing known if the service gave no costs', () => {
    const run = { ...sampleRun('1', [sampleTest('A', { cost: null })]), meanCostUsd: null }
    const result = { outcome: 'passed', agent: { uuid: 'a', name: 'A' }, run } as const
    expect(executedTests([result])).toEqual({ tests: 1, costUsd: null })
  })
})
