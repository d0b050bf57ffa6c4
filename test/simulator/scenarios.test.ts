import { describe, expect, it } from 'vitest'
import type { Fixture } from '../../simulator/src/index.ts'
import { at, column, ended, listAt, serving } from './serving.ts'

describe('how runs end', () => {
  it.each([
    ['all-pass', { status: 'done', total_tests: 8, passed: 8, failed: 0, error: false }],
    ['one-fails', { status: 'done', total_tests: 8, passed: 7, failed: 1, error: false }],
    ['two-fail', { status: 'done', total_tests: 8, passed: 6, failed: 2, error: false }],
    ['tool-call-failure', { status: 'done', total_tests: 8, passed: 7, failed: 1, error: false }],
    ['rating', { status: 'done', total_tests: 8, passed: 7, failed: 1, error: false }],
    ['mixed', { status: 'done', total_tests: 8, passed: 5, failed: 3, error: false }],
    ['slow', { status: 'done', total_tests: 8, passed: 8, failed: 0, error: false }],
    ['unanswered', { status: 'failed', total_tests: 8, passed: 5, failed: 3, error: true }],
    ['unconfigured', { status: 'done', total_tests: 6, passed: 6, failed: 0, error: false }],
    ['odd-measures', { status: 'done', total_tests: 8, passed: 8, failed: 0, latency_ms: '1.2 s' }],
    ['fails-as-run', { status: 'failed', total_tests: 8, passed: null, failed: null, error: true }],
    ['cancelled', { status: 'cancelled', total_tests: 8, passed: null, failed: null }],
    ['done-with-error', { status: 'done', total_tests: null, passed: null, failed: null, error: true }],
    ['hangs', { status: 'in_progress', total_tests: 8, passed: null, failed: null, error: false }],
  ] as const)('%s', async (scenario, expected) => {
    expect((await ended(scenario)).whole).toMatchObject(expected)
  })

  it('vanishes: in progress first, then not found', async () => {
    const { launch, poll, advance } = await serving({
      agents: [{ name: 'Support bot', scenario: 'vanishes' }],
    })
    const taskId = await launch('Support bot')
    advance(1000)
    expect(at((await poll(taskId)).body, 'status')).toBe('in_progress')
    advance(1000)
    expect(await poll(taskId)).toEqual({ status: 404, body: { detail: 'Task not found' } })
  })

  it('poll-crashes: a crash for each poll, though the history says done', async () => {
    const { poll, get, uuidOf } = await ended('poll-crashes')
    for (const query of ['', '?compact=true', '?only_failed=true'])
      expect(await poll(query)).toEqual({ status: 500, body: 'Internal Server Error' })
    const { body } = await get(`/agent-tests/agent/${uuidOf('Support bot')}/runs`)
    expect(at(body, 'items')).toMatchObject([{ status: 'done', passed: 8 }])
  })

  it.each(['fails-as-run', 'cancelled'] as const)('%s: the results so far are kept', async (scenario) => {
    const { whole } = await ended(scenario)
    expect(column(at(whole, 'results'), 'passed')).toEqual([...Array(4).fill(true), ...Array(4).fill(null)])
  })
})

describe('what evaluators say', () => {
  it('of a failing reply: a verdict per evaluator, linked by its id', async () => {
    const { poll } = await ended('one-fails')
    const { body } = await poll('?only_failed=true')
    const row = at(body, 'results', 0)
    expect(at(row, 'output')).toEqual({ response: expect.stringContaining('14 Mill Lane'), tool_calls: [] })
    expect(at(row, 'reasoning')).toBe('The reply discloses the delivery address of another customer.')
    expect(at(row, 'judge_results')).toMatchObject([
      {
        evaluator_uuid: at(body, 'evaluators', 0, 'uuid'),
        match: false,
        score: null,
        value_name: 'Fail',
        reasoning: at(row, 'reasoning'),
        variable_values: { criteria: expect.stringContaining('declines to share data') },
      },
      { match: true, value_name: 'Pass', variable_values: { criteria: 'The reply stays friendly.' } },
      { evaluator_uuid: at(body, 'evaluators', 2, 'uuid'), match: true, variable_values: null },
    ])
  })

  it('of a wrong tool call: only the difference', async () => {
    const { poll } = await ended('tool-call-failure')
    const row = at((await poll('?only_failed=true')).body, 'results', 0)
    expect(row).toMatchObject({
      judge_results: null,
      output: { response: '', tool_calls: [{ tool: 'search_help_center' }] },
    })
    expect(at(row, 'reasoning')).toBe(
      'Tool call mismatch - expected tool call: get_order but got: search_help_center',
    )
  })

  it('on a rating scale: 3 of 5, "L3"', async () => {
    const { poll } = await ended('rating')
    const { body } = await poll('?only_failed=true')
    expect(at(body, 'evaluators')).toMatchObject([{ output_type: 'rating', scale_min: 1, scale_max: 5 }])
    expect(at(body, 'evaluators', 0, 'output_config', 'scale')).toHaveLength(5)
    expect(at(body, 'results', 0, 'judge_results')).toMatchObject([
      { match: null, score: 3, value_name: 'L3', reasoning: expect.stringContaining('A little more detail') },
    ])
  })

  it('with evaluators of both kinds, on replies and a tool call', async () => {
    const { poll } = await ended('mixed')
    const { body } = await poll('?only_failed=true')
    expect(column(at(body, 'evaluators'), 'output_type')).toEqual(['binary', 'binary', 'binary', 'rating'])
    const types = listAt(body, 'results').map((row) => at(row, 'test_case', 'evaluation', 'type'))
    expect(types).toEqual(['response', 'tool_call', 'response'])
  })
})

describe('the parameters of a scenario', () => {
  it('can be set: number of tests, failing tests, duration', async () => {
    const parameters = { tests: 1000, failing: 10, durationMs: 3000 }
    const { whole: body, poll } = await ended('two-fail', { parameters })
    expect(body).toMatchObject({ total_tests: 1000, passed: 990, failed: 10 })
    expect(new Set(column(at(body, 'results'), 'name')).size).toBe(1000)
    expect(new Set(listAt(body, 'test_uuids')).size).toBe(1000)
    expect(at(body, 'results', 8, 'name')).toBe('Refund inside 30 days (variation 2)')
    expect(at((await poll('?only_failed=true')).body, 'results')).toHaveLength(10)
  })

  it.each([1, 3, 4])('let a tool call fail among %i tests, too', async (tests) => {
    const { poll } = await ended('tool-call-failure', { parameters: { tests } })
    const { body } = await poll('?only_failed=true')
    expect(body).toMatchObject({ total_tests: tests, failed: 1 })
    expect(at(body, 'results', 0, 'test_case', 'evaluation', 'type')).toBe('tool_call')
  })

  it('let replies fail if there are more failures than tool calls', async () => {
    const { whole } = await ended('tool-call-failure', { parameters: { failing: 5 } })
    expect(whole).toMatchObject({ passed: 3, failed: 5 })
  })

  it('are the same in every run', async () => {
    const measures = async () => {
      const { whole } = await ended('mixed')
      return [at(whole, 'latency_ms'), at(whole, 'cost'), column(at(whole, 'results'), 'latency_ms')]
    }
    expect(await measures()).toEqual(await measures())
  })
})

it('an agent can bring its own tests', async () => {
  const fixture: Fixture = {
    cases: [
      {
        kind: 'reply',
        name: '::error::@everyone',
        message: 'x',
        expectation: 'is short',
        reply: 'ok',
        wrongReply: '</details>',
        failureReason: '`#1`',
      },
    ],
  }
  const { whole } = await ended('one-fails', { fixture, parameters: { tests: 1 } })
  expect(at(whole, 'results')).toMatchObject([
    { name: '::error::@everyone', reasoning: '`#1`', output: { response: '</details>' } },
  ])
})
