import { describe, expect, it } from 'vitest'
import type { EarlierRun } from '../../simulator/src/index.ts'
import { at, column, listAt, serving, textAt } from './serving.ts'

const history: readonly EarlierRun[] = [
  { scenario: 'all-pass' },
  { scenario: 'two-fail' },
  { scenario: 'fails-as-run' },
  { scenario: 'done-with-error' },
  { scenario: 'one-fails', parameters: { tests: 3 } },
  { scenario: 'all-pass', type: 'llm-benchmark' },
]

async function withHistory() {
  const service = await serving({ agents: [{ name: 'Support bot', scenario: 'one-fails', history }] })
  return { ...service, runs: (query?: string) => service.historyOf('Support bot', query) }
}

describe('GET /agent-tests/agent/{agent_uuid}/runs', () => {
  it('lists earlier runs, the newest first', async () => {
    const { runs } = await withHistory()
    const page = await runs()
    expect(page).toEqual({ items: expect.any(Array), total: 6, limit: null, offset: 0 })
    const days = [19, 18, 17, 16, 15, 14].map((day) => `2026-11-${day} 22:42:02`)
    expect(column(at(page, 'items'), 'created_at')).toEqual(days)
    const second = at(page, 'items', 1)
    expect(second).toMatchObject({ name: 'Earlier run', status: 'done', updated_at: '2026-11-18 22:42:03' })
    expect(second).toMatchObject({ total_tests: 8, passed: 6, failed: 2, error: false, is_public: false })
    for (const measure of ['latency_ms', 'cost', 'total_tokens']) expect(at(second, measure, 'count')).toBe(8)
    expect(at(second, 'results')).toHaveLength(8)
    expect(at(second, 'results', 2)).toEqual({ name: 'Refuses a refund after 30 days', passed: false })
  })

  it('puts the runs of today before them, and tells how far they are', async () => {
    const { runs, launch, advance } = await withHistory()
    const first = await launch('Support bot')
    const second = await launch('Support bot')
    advance(2000)
    const page = await runs('?limit=2')
    expect(at(page, 'total')).toBe(8)
    expect(at(page, 'items')).toMatchObject([
      { uuid: second, status: 'in_progress', passed: null, updated_at: '2026-11-20 22:42:04' },
      { uuid: first, status: 'done', passed: 7, updated_at: '2026-11-20 22:42:03' },
    ])
  })

  it.each([
    ['?type=llm-unit-test', 5],
    ['?type=llm-benchmark', 1],
    ['?status=done', 5],
    ['?status=failed', 1],
    ['?status=queued', 0],
    ['?has_failures=true', 2],
    ['?has_failures=false', 4],
    ['?type=llm-unit-test&status=done&has_failures=false', 2],
  ])('keeps to the query %s', async (query, total) => {
    const { runs } = await withHistory()
    const answer = await runs(query)
    expect(at(answer, 'total')).toBe(total)
    expect(at(answer, 'items')).toHaveLength(total)
  })

  it('lists a benchmark without counts and rows, and so does its poll', async () => {
    const agents = [
      { name: 'Support bot', scenario: 'benchmark' as const, history: [{ scenario: 'all-pass' as const }] },
    ]
    const { historyOf, poll } = await serving({ agents })
    const body = await historyOf('Support bot')
    const empty = { results: null, total_tests: null, passed: null, failed: null }
    const benchmark = { ...empty, type: 'llm-benchmark', status: 'in_progress', model_results: [{}, {}] }
    expect(at(body, 'items')).toMatchObject([benchmark, { type: 'llm-unit-test', model_results: null }])
    expect((await poll(textAt(body, 'items', 0, 'uuid'))).body).toMatchObject(empty)
  })

  it('pages', async () => {
    const { runs } = await withHistory()
    const all = listAt(await runs(), 'items')
    const second = await runs('?limit=4&offset=4')
    expect(second).toEqual({ items: all.slice(4), total: 6, limit: 4, offset: 4 })
  })

  it('refuses words it does not know', async () => {
    const { runs } = await withHistory()
    const ctx = { expected: "'llm-unit-test' or 'llm-benchmark'" }
    const issue = { type: 'literal_error', loc: ['query', 'type'], ctx }
    expect(at(await runs('?type=all'), 'detail')).toMatchObject([issue])
    expect(at(await runs('?has_failures=perhaps'), 'detail')).toMatchObject([{ type: 'bool_parsing' }])
    expect(at(await runs('?limit=1000001'), 'detail')).toMatchObject([{ type: 'less_than_equal' }])
    expect(await runs('?around=elsewhere')).toEqual({ detail: 'elsewhere not found in the current results' })
  })
})
