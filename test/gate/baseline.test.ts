import { describe, expect, test } from 'vitest'
import type { EarlierRun, EarlierRunPage, ListRunsOptions } from '../../src/client/index.ts'
import { readBaseline } from '../../src/gate/baseline.ts'
import type { GateService, Result } from '../../src/gate/service.ts'
import { brokenConnection, http, ok, timedOut } from './responses.ts'
import { earlierRun } from './suites.ts'

const agent = { uuid: 'ada', name: 'Ada' }
const cutOff = Date.UTC(2026, 10, 21)
const HOUR_MS = 3_600_000
const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
const passed = (...names: string[]) => names.map((name) => ({ name, passed: true }))
const abcd = passed('a', 'b', 'c', 'd')

type History = GateService['history']

const tests = abcd.map(({ name }) => ({ name, status: 'passed' as const }))

const pagesOf =
  (runs: readonly EarlierRun[], change: (page: EarlierRunPage) => EarlierRunPage = (page) => page): History =>
  async (_, { offset = 0, limit = 20 }) =>
    ok(change({ items: structuredClone(runs.slice(offset, offset + limit)), total: runs.length }))

function read(given: readonly EarlierRun[] | History, ownRuns: readonly string[] = []) {
  const asked: ListRunsOptions[] = []
  const history = typeof given === 'function' ? given : pagesOf(given)
  const recorded: History = (uuid, query) => {
    asked.push(query)
    return history(uuid, query)
  }
  const plan = { agent, tests, now: cutOff + HOUR_MS, cutOff, ownRuns: new Set(ownRuns) }
  return readBaseline(plan, { history: recorded }, () => options).then((baseline) => ({
    ...baseline,
    ids: baseline.runs.map(({ taskId }) => taskId),
    asked,
  }))
}

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
    expect(baseline.error).toMatchObject({ kind: 'contract', message })
  })

  test('of more than 20 pages gives the runs on the first 20', async () => {
    const baseline = await read([full(0), ...many(1200, retry)])
    expect([baseline.ids, offsets(baseline).length, baseline.error]).toEqual([['full-0'], 20, null])
  })

  test('whose entries are partly unreadable is read by what was received', async () => {
    const runs = [...many(50, retry), full(0)]
    const history: History = async (_, { offset = 0 }) =>
      ok(
        offset === 0
          ? { items: structuredClone(runs.slice(0, 30)), unreadable: 20, total: 51 }
          : { items: structuredClone(runs.slice(offset)), total: 51 },
      )
    const baseline = await read(history)
    expect([baseline.ids, offsets(baseline), baseline.error]).toEqual([['full-0'], [0, 50], null])
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

describe('that no run counts', () => {
  const newer = earlierRun('newer', abcd, { created_at: '2026-11-21 00:30:00' })
  const noCounts = earlierRun('no-counts', abcd, { passed: null })

  test('is no error if there is nothing wrong with the runs', async () => {
    expect(await read([newer, earlierRun('own', abcd)], ['own'])).toMatchObject({ runs: [], error: null })
  })

  test('is an error if one of them cannot be used', async () => {
    const why = 'some of its runs cannot be used: no counts'
    const message = `the run history has no run to compare with, and ${why}`
    expect(await read([newer, noCounts])).toMatchObject({ runs: [], error: { kind: 'contract', message } })
    expect(await read([noCounts, earlierRun('good', abcd)])).toMatchObject({ ids: ['good'], error: null })
  })

  test('is an error if entries cannot be read', async () => {
    const history: History = async (_, { offset }) =>
      ok(offset === 0 ? { items: [], unreadable: 3, total: null } : { items: [], total: null })
    const message = expect.stringContaining('entries that are not readable')
    expect(await read(history)).toMatchObject({ asked: [{ offset: 0 }, { offset: 3 }], error: { message } })
  })

  test('is an error if every page has the same runs', async () => {
    const error = { message: 'the run history is incomplete: 1 of 3 runs received' }
    expect(await read(async () => ok({ items: [{ ...newer }], total: 3 }))).toMatchObject({ error })
  })

  test('is no error if a run that started meanwhile moved the others', async () => {
    const runs = Array.from({ length: 60 }, (_, index) => earlierRun(`run-${index}`, passed('a')))
    const history: History = async (uuid, query) =>
      pagesOf(query.offset === 0 ? runs : [earlierRun('new', passed('a')), ...runs])(uuid, query)
    expect(await read(history)).toMatchObject({ runs: [], error: null })
  })
})

describe('a history that cannot be read is an error', () => {
  test.each<[string, Result<never>, object]>([
    ['404', http(404), { kind: 'http', status: 404 }],
    ['500', http(500), { kind: 'http', status: 500 }],
    ['no response in time', timedOut, { kind: 'timeout' }],
    ['a broken connection', brokenConnection, { kind: 'network' }],
  ])('for %s', async (_, failure, error) => {
    expect(await read(async () => failure)).toMatchObject({ runs: [], error })
  })

  test('on a later page', async () => {
    const runs = Array.from({ length: 60 }, (_, index) => earlierRun(`retry-${index}`, passed('a')))
    const history: History = async (uuid, query) =>
      query.offset === 50 ? http(500) : pagesOf(runs)(uuid, query)
    expect(await read([...runs])).toMatchObject({ error: null })
    expect(await read(history)).toMatchObject({ runs: [], error: { status: 500 } })
  })

  test('if it is cut short, unless its newest runs can be compared with', async () => {
    const cutShort = (items: EarlierRun[]) =>
      read(async (_, { offset }) => ok({ items: offset === 0 ? items : [], total: 5 }))
    for (const items of [[], [earlierRun('before', passed('a'))]]) {
      const message = expect.stringContaining(`${items.length} of 5 runs`)
      expect(await cutShort(items)).toMatchObject({ runs: [], error: { kind: 'contract', message } })
    }
    expect(await cutShort([earlierRun('before', abcd)])).toMatchObject({ ids: ['before'], error: null })
  })
})
