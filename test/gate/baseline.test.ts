import { describe, expect, test } from 'vitest'
import type { EarlierRun, EarlierRunPage, ListRunsOptions } from '../../src/client/index.ts'
import { readBaseline } from '../../src/gate/baseline.ts'
import type { GateService, Result } from '../../src/gate/service.ts'
import { brokenConnection, http, ok, timedOut } from './responses.ts'
import { earlierRun } from './suites.ts'

const agent = { uuid: 'ada', name: 'Ada' }
const cutOff = Date.UTC(2026, 10, 21)
const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
const passed = (...names: string[]) => names.map((name) => ({ name, passed: true }))
const abcd = passed('a', 'b', 'c', 'd')

type History = GateService['history']

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
  const plan = { agent, tests: abcd, cutOff, ownRuns: new Set(ownRuns) }
  return readBaseline(plan, { history: recorded }, options).then((baseline) => ({
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
    runs: [
      {
        taskId: 'before',
        createdAt: Date.UTC(2026, 10, 20, 12),
        passed: 3,
        total: 4,
      },
    ],
    histories: [0, 0, 0, 1].map((failures) => ({ failures, runs: 1 })),
  })
})

test('the service is asked for test runs that are done, a page of 50 at a time', async () => {
  const { asked } = await read([])
  expect(asked).toEqual([{ ...options, type: 'llm-unit-test', status: 'done', limit: 50, offset: 0 }])
})

describe('a run is no baseline', () => {
  test.each<[string, Partial<EarlierRun>]>([
    ['that started at the cut-off', { created_at: '2026-11-21 00:00:00' }],
    ['that started after it', { created_at: '2026-11-21T01:00:00Z' }],
    ['that started at a time unknown', { created_at: null }],
    ['that started at a time that is none', { created_at: 'yesterday' }],
    ['that is not done', { status: 'failed' }],
    ['that is a benchmark', { type: 'llm-benchmark' }],
    ['with an error', { error: true }],
    ['that was aborted', { aborted: true }],
    ['that stopped early', { stopped_early: true }],
    ['with unanswered tests', { unanswered_tests: 1 }],
    ['with fewer results than tests', { total_tests: 5 }],
    ['with more results than tests', { total_tests: 3 }],
    ['without a total', { total_tests: null }],
    ['without counts', { passed: null, failed: null }],
    ['with half of its counts', { failed: null, passed: 3 }],
    ['without tests', { total_tests: 0, passed: 0, failed: 0 }],
    ['without rows', { results: null }],
    ['with rows without a verdict', { results: abcd.map(({ name }) => ({ name, passed: null })) }],
    ['of this job', { uuid: 'own' }],
  ])('%s', async (_, fields) => {
    const older = earlierRun('older', abcd, { created_at: '2026-11-01 12:00:00' })
    expect((await read([earlierRun('newer', abcd, fields), older], ['own'])).ids).toEqual(['older'])
  })

  test('that contains less than half of the tests', async () => {
    const runs = [passed('a', 'b'), passed('a'), passed('a', 'x', 'y', 'z'), passed('c', 'd', 'x', 'y', 'z')]
    expect((await read(runs.map((results, index) => earlierRun(`run-${index}`, results)))).ids).toEqual([
      'run-0',
      'run-3',
    ])
  })
})

describe('a run is a baseline', () => {
  test.each<[string, Partial<EarlierRun>]>([
    ['that started a second before the cut-off', { created_at: '2026-11-20 23:59:59' }],
    ['whose type is unknown', { type: null }],
    ['with no count of unanswered tests', { unanswered_tests: null }],
    ['with failed tests', { passed: 3, failed: 1 }],
  ])('%s', async (_, fields) => {
    expect((await read([earlierRun('before', abcd, fields)])).ids).toEqual(['before'])
  })
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
    expect([baseline.ids, offsets(baseline).length, baseline.error]).toEqual([[], 20, null])
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

  test.each([
    ['empty', [] as EarlierRun[]],
    ['cut short', [earlierRun('before', abcd)]],
  ])('if it is %s although it has more runs', async (_, items) => {
    const history: History = async (__, { offset }) =>
      ok({ items: offset === 0 ? structuredClone(items) : [], total: 5 })
    expect(await read(history)).toMatchObject({
      runs: [],
      error: { kind: 'contract', message: expect.stringContaining(`${items.length} of 5 runs`) },
    })
  })
})
