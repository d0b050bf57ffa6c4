import { describe, expect, test } from 'vitest'
import { abcd, agent, type History, options, pagesOf, passed, read } from './read-history.ts'
import { ok } from './responses.ts'
import { earlierRun } from './suites.ts'

test('a baseline has the outcome of every test, and when the run started', async () => {
  const results = [...passed('a', 'b', 'c'), { name: 'd', passed: false }]
  expect(await read([earlierRun('before', results)])).toMatchObject({
    agent,
    error: null,
    runs: [{ taskId: 'before', createdAt: Date.UTC(2026, 10, 20, 12), passed: 3, total: 4 }],
    histories: [0, 0, 0, 1].map((failures) => ({ failures, runs: 1 })),
  })
})

test('the service is asked for test runs that are done, a page of 50 at a time', async () => {
  const { asked } = await read([])
  expect(asked).toEqual([{ ...options, type: 'llm-unit-test', status: 'done', limit: 50, offset: 0 }])
})

describe('a long history', () => {
  const retry = (index: number) => earlierRun(`retry-${index}`, passed('a'))
  const full = (index: number) => earlierRun(`full-${index}`, abcd)
  const many = <T>(count: number, each: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => each(index))
  const offsets = ({ asked }: Awaited<ReturnType<typeof read>>) => asked.map(({ offset }) => offset)

  test('gives its newest 10 runs, from one page if that has as many', async () => {
    const baseline = await read(many(120, full))
    expect(baseline.ids).toEqual(many(10, (index) => `full-${index}`))
    expect(offsets(baseline)).toEqual([0])
  })

  test('is read page by page until there are 10', async () => {
    const baseline = await read([...many(70, retry), ...many(12, full), ...many(100, retry)])
    expect(baseline.ids).toHaveLength(10)
    expect(offsets(baseline)).toEqual([0, 50])
  })

  test('is read on after a full page, as its total may be the size of the page', async () => {
    const runs = [...many(50, retry), full(0)]
    const baseline = await read(pagesOf(runs, ({ items }) => ({ items, total: items.length })))
    expect([baseline.ids, offsets(baseline)]).toEqual([['full-0'], [0, 50]])
  })

  test('is read to its end, and gives what there is', async () => {
    const baseline = await read([...many(110, retry), full(0)])
    expect([baseline.ids, offsets(baseline), baseline.error]).toEqual([['full-0'], [0, 50, 100], null])
  })

  test('is read by what was received, if the pages are smaller than asked for', async () => {
    const runs = [...many(50, retry), full(0)]
    const history: History = (uuid, query) => pagesOf(runs)(uuid, { ...query, limit: 20 })
    const baseline = await read(history)
    expect([baseline.ids, offsets(baseline)]).toEqual([['full-0'], [0, 20, 40]])
  })

  test('is read until a page is empty, if it has no total', async () => {
    const baseline = await read(pagesOf([...many(60, retry), full(0)], (page) => ({ ...page, total: null })))
    expect([baseline.ids, offsets(baseline), baseline.error]).toEqual([['full-0'], [0, 50, 61], null])
  })

  test('is read for 20 pages at most', async () => {
    const baseline = await read([...many(1200, retry), full(0)])
    const message = expect.stringContaining('among the newest 1000 runs')
    expect([baseline.ids, offsets(baseline).length]).toEqual([[], 20])
    expect(baseline.error).toMatchObject({ kind: 'history', message })
  })

  test('of more than 20 pages gives the runs on the first 20', async () => {
    const baseline = await read([full(0), ...many(1200, retry)])
    expect([baseline.ids, offsets(baseline).length, baseline.error]).toEqual([['full-0'], 20, null])
  })

  test('whose entries are partly unreadable is read by what was received', async () => {
    const runs = [...many(50, retry), ...many(5, full)]
    const history: History = async (_, { offset = 0 }) =>
      ok(
        offset === 0
          ? { items: structuredClone(runs.slice(0, 30)), unreadable: 5, total: 40 }
          : { items: structuredClone(runs.slice(50)), total: 40 },
      )
    const baseline = await read(history)
    expect([baseline.ids, offsets(baseline), baseline.error]).toEqual([
      many(5, full).map(({ uuid }) => uuid),
      [0, 35],
      null,
    ])
  })

  test('counts a run that moved to the next page once', async () => {
    const runs = many(60, full).map((run, index) => (index < 45 ? retry(index) : run))
    const history: History = async (uuid, query) => {
      const { offset = 0 } = query
      // A run that started meanwhile moves all others by one.
      return pagesOf(offset === 0 ? runs : [retry(-1), ...runs])(uuid, query)
    }
    const { ids } = await read(history)
    expect(ids).toEqual(many(10, (index) => `full-${index + 45}`))
  })

  test('whose pages are all the same counts each run once', async () => {
    const history: History = async () => ok({ items: [full(0), full(1)], total: null })
    expect((await read(history)).ids).toEqual(['full-0', 'full-1'])
  })
})
