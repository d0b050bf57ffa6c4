// Tests without a verdict: what the agent, its model, a judge or the test itself did, on servers of each age.
import { describe, expect, it } from 'vitest'
import type { ScenarioName } from '../../simulator/src/index.ts'
import { at, column, ended, listAt, textAt } from './serving.ts'

const errorRow = {
  passed: false,
  judge_results: null,
  output: { response: null, tool_calls: [] },
  latency_ms: null,
  cost: null,
}

describe('on current servers', () => {
  it.each<[ScenarioName, RegExp]>([
    ['agent-down', /^Agent returned HTTP 503: /],
    [
      'model-key-rejected',
      /^LLM inference failed - no response or tool calls returned\.[\s\S]+Error code: 401 - \{/,
    ],
    ['judge-down', /^Error code: 503 - \{/],
    ['judge-without-model', /^Error code: 400 - \{.+you must provide a model/],
  ])('%s: the run is failed, all rows are errors and count as failed', async (scenario, reason) => {
    const { whole: first } = await ended(scenario)
    expect(first).toMatchObject({ status: 'failed', error: true, total_tests: 8, passed: 0, failed: 8 })
    for (const row of listAt(first, 'results')) {
      expect(row).toMatchObject(errorRow)
      expect(textAt(row, 'reasoning')).toMatch(reason)
    }
  })

  it('defective-test: one error row counts as failed, and the run is done', async () => {
    const { whole: first, run } = await ended('defective-test')
    expect(first).toMatchObject({ status: 'done', error: false, total_tests: 8, passed: 7, failed: 1 })
    const row = listAt(first, 'results')[7]
    expect(row).toMatchObject({ ...errorRow, reasoning: expect.stringMatching(/^This test case names no/) })
    expect(await run('Support bot', { test_uuids: [at(row, 'test_case_id')] })).toMatchObject({ failed: 1 })
  })

  it('half-down: other tests fail in the next run', async () => {
    const { whole: first, run } = await ended('half-down')
    const verdicts = [true, false, true, false, true, false, true, false]
    const passed = (each: unknown) => column(at(each, 'results'), 'passed')
    expect(first).toMatchObject({ status: 'done', error: false, passed: 4, failed: 4 })
    expect([passed(first), passed(await run('Support bot'))].sort()).toEqual([
      verdicts.map((each) => !each),
      verdicts,
    ])
  })

  it.each([
    ['agent-unreachable', /^Could not connect to agent at https:\/\/.+token=/],
    ['agent-timeout', /^Agent request timed out \(60s\): https:\/\/.+token=/],
    ['agent-crash', /^Unexpected error calling agent at https:\/\/.+token=/],
    ['agent-not-json', /^Agent response is not valid JSON/],
    ['agent-odd-json', /^'int' object has no attribute/],
    ['model-silent', /^LLM inference failed - no response or tool calls returned\.$/],
    ['judge-unreachable', /^Connection error\.$/],
    ['judge-timeout', /^Request timed out\.$/],
    ['judge-silent', /^Unable to generate a response/],
    ['odd-parameter', /^Tool-call parameter '\w+': /],
    ['no-history', /^'history'$/],
  ] as const)('%s has a reason of its own', async (kind, reason) => {
    const outages = [{ kind, test: 'Refund inside 30 days' }]
    const { whole: first } = await ended('all-pass', { outages })
    expect(first).toMatchObject({ status: 'done', passed: 7, failed: 1 })
    expect(textAt(first, 'results', 0, 'reasoning')).toMatch(reason)
  })
})
