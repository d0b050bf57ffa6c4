import { describe, expect, it } from 'vitest'
import type { EarlierRun } from '../../simulator/src/index.ts'
import { at, column, serving } from './serving.ts'

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
})
