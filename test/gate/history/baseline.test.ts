// The baseline of an agent: which runs of its history count, and what an unreadable history means.
import { describe, expect, test } from 'vitest'
import type { EarlierRun, EarlierRunPage, ListRunsOptions } from '../../../src/client/index.ts'
import { MAX_PAGES, publishedBaseline, readBaseline } from '../../../src/gate/history/baseline.ts'
import { testKeys, testOutcomes } from '../../../src/gate/history/keys.ts'
import { failingSinceOf } from '../../../src/gate/history/records.ts'
import type { GateService, Result } from '../../../src/gate/service.ts'
import { runUrl, sourceIn } from '../../fixtures/samples.ts'
import { runAgents } from '../gate-harness.ts'
import { brokenConnection, http, ok, timedOut } from '../responses.ts'
import { earlierRun, ended, suite } from '../suites.ts'

type History = (agentUuid: string, query: ListRunsOptions) => Promise<Result<EarlierRunPage>>

const agent = { uuid: 'ada', name: 'Ada' }
const opened = Date.UTC(2026, 10, 21)
const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
const passed = (...names: string[]) => names.map((name) => ({ name, passed: true }))
const failed = (...names: string[]) => names.map((name) => ({ name, passed: false }))
const abcd = passed('a', 'b', 'c', 'd')

const own = (created_at: string | null = '2026-11-21 01:00:00', uuid = 'own') =>
  earlierRun(uuid, abcd, { created_at })

const pagesOf =
  (runs: readonly EarlierRun[], change: (page: EarlierRunPage) => EarlierRunPage = (page) => page): History =>
  async (_, { offset = 0, limit = 20 }) =>
    ok(change({ items: runs.slice(offset, offset + limit), total: runs.length }))

/** Reads the baseline of an agent with these tests, in a job that has just run them, an hour after the cut-off. */
async function read(
  given: readonly EarlierRun[] | History,
  tests: readonly { readonly name: string; readonly passed: boolean; readonly isOwn?: boolean }[] = abcd,
  cutOff = opened,
) {
  const asked: ListRunsOptions[] = []
  const pages = typeof given === 'function' ? given : pagesOf([own(), ...given])
  const list: GateService['runs']['list'] = async (uuid, query) => {
    asked.push(query)
    return pages(uuid, query)
  }
  const launchTimes = new Map(['own', 'own-retry'].map((uuid) => [uuid, opened + 3_600_000]))
  const plan = {
    agent,
    maxPages: MAX_PAGES,
    cutOffs: [cutOff],
    taskId: 'own',
    launchTimes,
    runUrl,
    isWhole: true,
  }
  const named = tests.map(({ name, passed, isOwn = false }, index) => ({
    id: `${index}`,
    name,
    source: isOwn ? sourceIn('a.yml', 1, { serviceName: name, change: 'added' }) : null,
    outcome: passed ? ('passed' as const) : ('failed' as const),
  }))
  const run = { taskId: 'own', plannedTests: named.length, tests: named }
  const get = () => expect.fail('no test of an earlier run is in doubt')
  const baseline = await readBaseline(
    { ...plan, run },
    { service: { runs: { list, get } }, options: () => options },
  )
  const { runs } = publishedBaseline(baseline, null, opened).baseline
  const ids = runs.map(({ taskId }) => taskId)
  const error = baseline.problem?.kind === 'no-history' ? baseline.problem.error : null
  return { ...baseline, runs, error, ids, asked, offsets: asked.map(({ offset }) => offset) }
}
const judge = (fields: Partial<EarlierRun>, results: Parameters<typeof earlierRun>[1] = abcd, tests = abcd) =>
  read([earlierRun('before', results, fields)], tests)

test('a baseline has how each test did, and when its runs started', async () => {
  const outcomes = [...passed('a', 'b', 'c'), ...failed('d')]
  const { asked, ...baseline } = await read([earlierRun('before', outcomes), earlierRun('older', abcd)])
  expect(asked).toEqual([{ ...options, type: 'llm-unit-test', limit: 50, offset: 0 }])
  expect(baseline).toMatchObject({ error: null, ids: ['before', 'older'] })
  const newest = { taskId: 'before', url: runUrl('before'), createdAt: '2026-11-20T12:00:00.000Z' }
  expect(baseline.runs[0]).toEqual({ ...newest, passed: 3, total: 4 })
  expect([...baseline.histories]).toEqual(
    [0, 0, 0, 1].map((failures, index) => {
      const results = [failures === 0, true]
      return [
        `${index}`,
        expect.objectContaining({
          isNew: false,
          earlier: expect.objectContaining({ failures, runs: 2, results }),
        }),
      ]
    }),
  )
})

describe('a run counts', () => {
  test.each<[string, Partial<EarlierRun>]>([
    ['that started a second before the cut-off', { created_at: '2026-11-20 23:59:59' }],
    ['whose type is missing', { type: null }],
    ['with no count of unanswered tests', { unanswered_tests: null }],
  ])('%s', async (_, fields) => {
    expect(await judge(fields)).toMatchObject({ ids: ['before'], error: null })
  })

  test('that has more than half of the tests', async () => {
    expect((await judge({}, [...failed('a'), ...passed('b', 'c', 'x')])).ids).toEqual(['before'])
    expect((await judge({}, passed('a'), passed('a'))).ids).toEqual(['before'])
    expect((await judge({}, [...failed('a', 'b'), ...passed('c', 'd')])).ids).toEqual(['before'])
  })
})

test.each([
  ['added to as many', 4, 4],
  ['renamed, more than half', 3, 4],
])("the change's own tests do not count in that: %s", async (_, known, own) => {
  const others = abcd.slice(0, known)
  const added = Array.from({ length: own }, (_, index) => ({
    name: `own ${index}`,
    passed: true,
    isOwn: true,
  }))
  const tests = [...others, ...added]
  expect((await read([earlierRun('others', others)], tests)).ids).toEqual(['others'])
  expect((await read([earlierRun('added', added)], tests)).ids).toEqual([])
})

describe('a failing test that the newest ten runs lack', () => {
  const abc = passed('a', 'b', 'c')
  const runs = (count: number, name: string, results: typeof abcd) =>
    Array.from({ length: count }, (_, index) => earlierRun(`${name}-${index}`, results))
  // A part of the tests, by themselves.
  const parts = runs(10, 'part', abc).map((run) => ({ ...run, created_at: '2026-11-20 14:00:00' }))
  const tests = [...abc, ...failed('d')]

  test('is looked for in older ones', async () => {
    const { histories, ids, offsets } = await read([...parts, ...runs(70, 'whole', abcd)], tests)
    expect(histories.get('3')).toMatchObject({ earlier: { failures: 0, runs: 10 }, isNew: false })
    expect([ids.length, offsets]).toEqual([20, [0]])
    expect((await read([...parts, ...runs(70, 'whole', abcd)])).ids).toHaveLength(10)
  })

  test('is new if 250 runs lack it', async () => {
    const { histories, ids, offsets } = await read(runs(300, 'run', abc), tests)
    expect(histories.get('3')?.isNew).toBe(true)
    expect([ids.length, offsets]).toEqual([10, [0, 50, 100, 150, 200]])
  })
})

describe('a run does not count', () => {
  test.each<[string, Partial<EarlierRun>]>([
    ['that started at the cut-off', { created_at: '2026-11-21 00:00:00' }],
    ['that started after it, whatever else is missing', { created_at: '2026-11-21T00:30:00Z', passed: null }],
    ['that started in the future', { created_at: '2026-11-21 01:14:00' }],
    ['that failed', { status: 'failed', passed: null, failed: null }],
    ['that was cancelled', { status: 'cancelled', created_at: null }],
    ['that is a benchmark', { type: 'llm-benchmark', results: null }],
    ['with an error', { error: true, passed: null, failed: null }],
    ['that was aborted', { aborted: true }],
    ['that stopped early', { stopped_early: true }],
    ['with unanswered tests', { unanswered_tests: 1 }],
    ['with fewer results than tests', { total_tests: 5 }],
    ['without tests', { total_tests: 0, passed: 0, failed: 0, results: null }],
    ['of this job', { uuid: 'own', created_at: null }],
    ['with half of the tests', { results: passed('a', 'b', 'y', 'z') }],
  ])('%s', async (_, fields) => {
    expect(await judge(fields)).toMatchObject({ ids: [], error: null })
  })

  test('that did not end, but its tests are not new', async () => {
    const { ids, histories } = await judge({ status: 'failed' })
    expect([ids, histories.get('0')]).toMatchObject([
      [],
      { earlier: { failures: 0, runs: 0, results: [] }, isNew: false },
    ])
    expect((await judge({ status: 'failed', results: null })).histories.get('0')?.isNew).toBe(true)
  })

  test('that counts no test, nor does it make up for unreadable ones', async () => {
    const names = abcd.map(({ name }) => ({ name }))
    const empty = earlierRun('empty', names, { total_tests: 0 })
    const unreadable = earlierRun('bad', abcd, { status: 'DONE' })
    expect(await read([empty, unreadable])).toMatchObject({ ids: [], error: { kind: 'history' } })
  })
})

test.each<[string, Partial<EarlierRun>]>([
  ['without a start time', { created_at: null }],
  ['with a start time of another form', { created_at: '20 November 2025' }],
  ['with an unknown status', { status: 'DONE' }],
  ['of an unknown type', { type: 'unit' }],
  ['without a total', { total_tests: null }],
  ['without a count of passed tests', { passed: null }],
  ['without a count of failed tests', { failed: null }],
  ['without rows', { results: null }],
  ['with more rows than tests', { total_tests: 3, passed: 3 }],
  ['with fewer passing rows than counted', { results: [...passed('a', 'b', 'c'), ...failed('d')] }],
  ['with a row without a verdict', { passed: 3, failed: 1, results: [...abcd.slice(1), { name: 'a' }] }],
  ['with a test of a blank name, and few others', { results: passed('a', 'x', 'y', ' ') }],
  ['with a test without a name, and few others', { results: [...passed('a', 'x', 'y'), { passed: true }] }],
])('a run is unreadable %s', async (_, fields) => {
  const message = 'no run in the run history can be read'
  expect(await judge(fields)).toMatchObject({ ids: [], error: { kind: 'history', message } })
  const good = earlierRun('good', abcd)
  expect(await read([earlierRun('bad', abcd, fields), good])).toMatchObject({ ids: ['good'], error: null })
})

describe('the cut-off, if the clock of the service is', () => {
  const other = (created_at: string) => earlierRun(created_at, abcd, { created_at })

  test.each([
    ['5 hours behind, moves', '2026-11-20 20:00:00', '2026-11-20 18:59:59', '2026-11-20 19:00:00'],
    ['a year behind, moves', '2025-11-21 01:00:00', '2025-11-20 23:59:59', '2025-11-21 00:00:00'],
    // The clock of the runner may be the one that is wrong.
    ['5 hours ahead, stays', '2026-11-21 06:00:00', '2026-11-20 23:59:59', '2026-11-21 00:00:00'],
    ['a year ahead, stays', '2027-11-21 01:00:00', '2026-11-20 23:59:59', '2026-11-21 00:00:00'],
  ])('%s', async (_, ownTime, last, tooRecent) => {
    const runs = [own(null, 'own-retry'), own(ownTime), other(tooRecent), other(last)]
    expect(await read(pagesOf(runs))).toMatchObject({ ids: [last], tooRecent: 1, error: null })
  })

  test.each([
    ['ahead', '2026-11-21 06:00:00', '2026-11-21 04:59:59', '2026-11-21 05:00:00'],
    ['behind since it was set anew', '1970-01-01 00:00:00', '2026-11-20 23:59:59', '2026-11-21 00:00:00'],
  ])(
    '%s, so that no run is known to be before it, makes the history an error',
    async (_, mine, last, later) => {
      const { ids, error } = await read(pagesOf([own(mine), other(last)]))
      expect([ids, error]).toMatchObject([[], { kind: 'history', message: expect.stringContaining('clock') }])
      expect(await read(pagesOf([own(mine), other(later)]))).toMatchObject({
        ids: [],
        tooRecent: 1,
        error: null,
      })
    },
  )

  test('apart, is the start of the run of this job if there is none', async () => {
    const [same, before] = ['2026-11-20 20:00:00', '2026-11-20 19:59:59']
    const runs = pagesOf([own(same), other(same), other(before)])
    expect(await read(runs, abcd, Number.POSITIVE_INFINITY)).toMatchObject({ ids: [before], tooRecent: 1 })
  })
})

describe('a long history', () => {
  const retry = (index: number) => earlierRun(`retry-${index}`, passed('a'))
  const full = (index: number) => earlierRun(`full-${index}`, abcd)
  const many = (count: number, each: (index: number) => EarlierRun) =>
    Array.from({ length: count }, (_, index) => each(index))
  const late = [own(), ...many(60, retry), full(0)]
  const sizeAsTotal = ({ items }: EarlierRunPage) => ({ items, total: items.length })
  const withUnreadable: History = async (_, { offset }) => {
    const first = { items: late.slice(0, 31), unreadable: 5, total: 37 }
    return ok(offset === 0 ? first : { items: [full(0)], total: 37 })
  }
  const small: History = (uuid, query) => pagesOf(late)(uuid, { ...query, limit: 25 })

  test('gives its newest 10 runs, read page by page until there are as many', async () => {
    const newest = await read(many(120, full))
    expect([newest.ids, newest.offsets]).toEqual([many(10, full).map(({ uuid }) => uuid), [0]])
    const further = await read([...many(70, retry), ...many(12, full), ...many(100, retry)])
    expect([further.ids.length, further.offsets]).toEqual([10, [0, 50]])
  })

  test.each<[string, History, number[]]>([
    ['to its end', pagesOf(late), [0, 50]],
    ['on after a full page, of the size of the total', pagesOf(late, sizeAsTotal), [0, 50]],
    ['by what was received, if pages are small', small, [0, 25, 50]],
    ['until a page is empty, without a total', pagesOf(late, ({ items }) => ({ items })), [0, 50, 62]],
    ['on after entries that are unreadable', withUnreadable, [0, 36]],
  ])('is read %s', async (_, history, offsets) => {
    expect(await read(history)).toMatchObject({ ids: ['full-0'], offsets, error: null })
  })

  test('is read for 20 pages at most', async () => {
    const { ids, offsets, error } = await read([...many(1200, retry), full(0)])
    const message = expect.stringContaining('none of the newest 1000 runs')
    expect([ids, offsets.length, error]).toMatchObject([[], 20, { kind: 'history', message }])
    const some = await read([full(0), ...many(1200, retry)])
    expect([some.ids, some.offsets.length, some.error]).toEqual([['full-0'], 20, null])
  })

  test('counts a run once that moved to the next page, or is on every page', async () => {
    const runs = many(60, full).map((run, index) => (index < 45 ? (index === 0 ? own() : retry(index)) : run))
    // A run that started meanwhile moves all others by one.
    const moving: History = async (uuid, query) =>
      pagesOf(query.offset === 0 ? runs : [retry(-1), ...runs])(uuid, query)
    expect((await read(moving)).ids).toEqual(many(10, (index) => full(index + 45)).map(({ uuid }) => uuid))
    expect((await read(async () => ok({ items: [own(), full(0), full(1)], total: null }))).ids).toHaveLength(
      2,
    )
  })
})

describe('a history is an error', () => {
  test.each<[string, Result<never>, object]>([
    ['404', http(404), { kind: 'http', status: 404 }],
    ['no response in time', timedOut, { kind: 'timeout' }],
    ['a broken connection', brokenConnection, { kind: 'network' }],
  ])('that ends in %s, also on a later page', async (_, failure, error) => {
    expect(await read(async () => failure)).toMatchObject({ ids: [], error })
    const runs = Array.from({ length: 60 }, (_, index) => earlierRun(`run-${index}`, abcd.slice(1, 2)))
    const history: History = async (uuid, query) =>
      query.offset === 50 ? failure : pagesOf(runs)(uuid, query)
    expect(await read(history)).toMatchObject({ ids: [], error })
  })

  test('that is cut short, unless it has a run that counts', async () => {
    const cutShort = (items: EarlierRun[]) =>
      read(async (_, { offset }) => ok({ items: offset === 0 ? [own(), ...items] : [], total: 6 }))
    const error = { kind: 'history' }
    expect(await cutShort([])).toMatchObject({ ids: [], error })
    expect(await cutShort([earlierRun('retry', passed('a'))])).toMatchObject({ ids: [], error })
    expect(await cutShort([earlierRun('before', abcd)])).toMatchObject({ ids: ['before'], error: null })
  })

  test.each<[string, readonly EarlierRun[]]>([
    ['does not have it', [earlierRun('before', abcd)]],
    ['has it in progress', [{ ...own(), status: 'in_progress' }, earlierRun('before', abcd)]],
    ['is empty', []],
  ])('that is older than the end of the run of this job, because it %s', async (_, runs) => {
    const error = { kind: 'history', message: expect.stringContaining('an old copy') }
    expect(await read(pagesOf(runs))).toMatchObject({ ids: [], error })
  })

  test('whose entries are all unreadable, but not one with the run of this job alone', async () => {
    const unreadable: History = async (_, { offset }) =>
      ok(offset === 0 ? { items: [], unreadable: 3, total: null } : { items: [], total: null })
    expect(await read(unreadable)).toMatchObject({ ids: [], error: { kind: 'history' } })
    expect(await read([])).toMatchObject({ ids: [], error: null })
    const retries = Array.from({ length: 50 }, (_, index) => earlierRun(`retry-${index}`, passed('a')))
    expect(await read(retries)).toMatchObject({ ids: [], offsets: [0, 50], error: null })
  })

  test('in which ten slow pages take longer than a minute after the timeout', async () => {
    const page = ok({ items: Array.from({ length: 50 }, () => earlierRun('one', passed('b'))), total: null })
    const slow = suite({ a: '-', b: '+' }, { history: { afterMs: 20_000, reply: page } })
    const responses = { ada: slow, bob: { ...slow, polls: [{ afterMs: 9000, reply: ended([['a', '-']]) }] } }
    const setting = { mode: 'gate-if-worse', timeoutSeconds: 30 } as const
    const { endedAt, verdict, agents } = await runAgents(responses, setting)
    expect([endedAt, verdict]).toEqual([90, 'inconclusive'])
    const problem = { kind: 'no-history', error: { kind: 'timeout' } }
    expect(agents).toMatchObject([{ baseline: { problem } }, { baseline: { problem } }])
  })
})

test('tests are matched across runs by their exact name, and those with the same name by their order, also without a verdict', () => {
  const tests = ['twin', 'one', 'twin ', null, 'twin', '  '].map((name) => ({ name }))
  expect(testKeys(tests)).toEqual(['1 twin', '1 one', '1 twin ', '1 ', '2 twin', '2 '])
  const outcomes = testOutcomes([true, null, false].map((passed) => ({ name: 'twin', passed })))
  expect(Object.fromEntries(outcomes)).toEqual({ '1 twin': true, '2 twin': null, '3 twin': false })
})

test.each([
  ['--++', { runs: 2, createdAt: 'run 1' }],
  ['?-+?', { runs: 1, createdAt: 'run 1' }],
  ['+-++', null],
  ['-+-+', null],
  ['----', null],
])('a failing test whose earlier runs were %s, the newest first, has failed since: %j', (signs, since) => {
  const results = [...signs].map((sign) => (sign === '?' ? null : sign === '+'))
  const run = { taskId: 'run', url: '', passed: 1, total: 2 }
  const runs = results.map((_, at) => ({ run: { ...run, createdAt: `run ${at}` } }))
  expect(failingSinceOf(runs, results)).toEqual(since)
})
