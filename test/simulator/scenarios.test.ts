import { describe, expect, it } from 'vitest'
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
    ['bare', { status: 'done', passed: 8, latency_ms: null, cost: null, total_tokens: null }],
    ['conversations', { status: 'done', total_tests: 8, passed: 7, failed: 1, error: false }],
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
})

it('unconfigured: all tests are in every poll until the run ends, and in its total until the others are counted', async () => {
  const { launch, poll, advance } = await serving({
    agents: [{ name: 'Support bot', scenario: 'unconfigured', parameters: { tests: 4 } }],
  })
  const taskId = await launch('Support bot')
  advance(700)
  expect((await poll(taskId)).body).toMatchObject({ total_tests: 4, results: [{}, {}, {}, {}] })
  advance(500)
  expect((await poll(taskId)).body).toMatchObject({ status: 'in_progress', total_tests: 2, passed: 2 })
  advance(800)
  const { body } = await poll(taskId)
  expect(body).toMatchObject({ status: 'done', total_tests: 2, results: [{}, {}] })
  expect(listAt(body, 'test_uuids')).toHaveLength(4)
})

it('bare: neither a configuration nor measures', async () => {
  const { whole, get, uuidOf } = await ended('bare')
  expect(at((await get(`/agents/${uuidOf('Support bot')}`)).body, 'config')).toBeNull()
  for (const row of listAt(whole, 'results')) expect(row).toMatchObject({ latency_ms: null, cost: null })
})

it('conversations: tests of their type, with an evaluator of theirs, after a tool call', async () => {
  const { whole } = await ended('conversations')
  expect(at(whole, 'evaluators')).toMatchObject([{ name: 'Goal reached' }])
  const conversations = listAt(whole, 'results').filter(
    (row) => at(row, 'test_case', 'evaluation', 'type') === 'conversation',
  )
  expect(conversations.length).toBeGreaterThan(4)
  for (const row of conversations) {
    expect(column(at(row, 'test_case', 'history'), 'role')).toEqual(
      expect.arrayContaining(['user', 'assistant', 'tool', 'assistant', 'user']),
    )
    expect(at(row, 'judge_results')).toMatchObject([{ variable_values: { goal: expect.any(String) } }])
  }
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
})
