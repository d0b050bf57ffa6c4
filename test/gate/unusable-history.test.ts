import { describe, expect, test } from 'vitest'
import type { EarlierRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { abcd, type History, pagesOf, passed, read } from './read-history.ts'
import { brokenConnection, http, ok, timedOut } from './responses.ts'
import { earlierRun } from './suites.ts'

describe('that no run counts', () => {
  const newer = earlierRun('newer', abcd, { created_at: '2026-11-21 00:30:00' })
  const noCounts = earlierRun('no-counts', abcd, { passed: null })

  test('is no error if there is nothing wrong with the runs', async () => {
    expect(await read([newer, earlierRun('own', abcd)], ['own'])).toMatchObject({ runs: [], error: null })
  })

  test('is an error if one of them cannot be used', async () => {
    const message = 'the run history has no run to compare with, and 1 that cannot be used: no counts'
    expect(await read([newer, noCounts])).toMatchObject({ runs: [], error: { kind: 'history', message } })
    expect(await read([noCounts, earlierRun('good', abcd)])).toMatchObject({ ids: ['good'], error: null })
  })

  test('is an error if most of the newest ten cannot be used, whatever the older ones', async () => {
    const bad = (count: number) =>
      Array.from({ length: count }, (_, index) => earlierRun(`bad-${index}`, abcd, { passed: null }))
    const good = (count: number) =>
      Array.from({ length: count }, (_, index) => earlierRun(`good-${index}`, abcd))
    const message = 'the run history has only 4 to compare with, and 6 that cannot be used: no counts'
    expect(await read([...bad(6), ...good(4)])).toMatchObject({ runs: [], error: { message } })
    expect((await read([...good(4), ...bad(30)])).error).toMatchObject({ message })
    expect(await read([...good(5), ...bad(30)])).toMatchObject({ error: null })
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
      expect(await cutShort(items)).toMatchObject({ runs: [], error: { kind: 'history', message } })
    }
    expect(await cutShort([earlierRun('before', abcd)])).toMatchObject({ ids: ['before'], error: null })
  })
})
