import { describe, expect, test } from 'vitest'
import type { EarlierRun, ListRunsOptions } from '../../src/client/index.ts'
import { compareWithHistory } from '../../src/gate/compare-with-history.ts'
import type { AgentResult } from '../../src/gate/results.ts'
import type { GateService, Result } from '../../src/gate/service.ts'
import { answer, brokenConnection, http, timedOut } from './answers.ts'
import { ada, earlierRun, resultOf, type Verdicts } from './histories.ts'

const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
const bob = { uuid: 'bob', name: 'Bob' }

/** A service with these runs of each agent, newest first; in the place of a history may stand a fault. */
function historyService(histories: Readonly<Record<string, readonly EarlierRun[] | Result<never>>>) {
  const calls: { agent: string; offset: number | undefined }[] = []
  const asked: ListRunsOptions[] = []
  const history: GateService['history'] = async (agent, query) => {
    calls.push({ agent, offset: query.offset })
    asked.push(query)
    const runs = histories[agent] ?? []
    if ('ok' in runs) return runs
    const { offset = 0, limit = 20 } = query
    return answer({ items: runs.slice(offset, offset + limit), total: runs.length, limit, offset })
  }
  return { history, calls, asked }
}

const compare = (results: AgentResult[], service: Pick<GateService, 'history'>) =>
  compareWithHistory(results, service, options)

const notLaunched: AgentResult = {
  outcome: 'inconclusive',
  agent: bob,
  run: null,
  reason: { kind: 'not-launched-in-time', timeoutSeconds: 60 },
}
const skipped: AgentResult = { outcome: 'skipped', agent: bob, run: null, reason: 'not verified' }

describe('a run', () => {
  test('is compared with the earlier one that covered as much', async () => {
    const service = historyService({
      ada: [
        earlierRun('small', { a: true }),
        earlierRun('before', { a: true, b: true }),
        earlierRun('old', { a: true, b: false }),
      ],
    })
    expect(await compare([resultOf({ a: true, b: false })], service)).toMatchObject({
      compared: [{ agent: ada, earlierTaskId: 'before', newlyFailing: ['b'] }],
      withoutHistory: [],
      unreadable: [],
      now: { passed: 1, total: 2 },
      before: { passed: 2, total: 2 },
      worse: true,
    })
  })

  test('is compared with done runs of tests, which the service is asked for', async () => {
    const service = historyService({})
    await compare([resultOf({ a: true })], service)
    expect(service.asked).toMatchObject([{ ...options, type: 'llm-unit-test', status: 'done', offset: 0 }])
  })

  test.each<[string, Verdicts, EarlierRun[]]>([
    ['no history', { a: true }, []],
    ['nothing but itself in its history', { a: true }, [earlierRun('run-ada', { a: true })]],
    ['larger runs alone in its history', { a: true }, [earlierRun('large', { a: true, b: true })]],
  ])('with %s is on neither side, and named', async (_, verdicts, history) => {
    expect(await compare([resultOf(verdicts)], historyService({ ada: history }))).toMatchObject({
      compared: [],
      withoutHistory: [ada],
      unreadable: [],
      worse: false,
    })
  })

  test.each([
    ['404', http(404)],
    ['403', http(403)],
    ['500', http(500)],
    ['no answer in time', timedOut],
    ['a broken connection', brokenConnection],
  ])('whose history meets %s cannot be compared, and says why', async (_, fault) => {
    const service = historyService({ ada: fault, bob: [earlierRun('before', { a: true })] })
    expect(await compare([resultOf({ a: true }), resultOf({ a: true }, bob)], service)).toMatchObject({
      compared: [{ agent: bob }],
      withoutHistory: [],
      unreadable: [{ agent: ada, error: { kind: fault.ok ? '' : fault.error.kind } }],
    })
  })
})

test('agents without a verdict of their own are not asked about', async () => {
  const service = historyService({})
  expect(await compare([notLaunched, skipped], service)).toMatchObject({
    compared: [],
    withoutHistory: [],
    unreadable: [],
    worse: false,
  })
  expect(service.calls).toEqual([])
})

describe('a long history', () => {
  const small = Array.from({ length: 120 }, (_, index) => earlierRun(`small-${index}`, { a: true }))
  const full = earlierRun('full', { a: true, b: true })
  const larger = earlierRun('larger', { a: true, b: true, c: true })
  const result = resultOf({ a: true, b: true })
  const offsets = (service: ReturnType<typeof historyService>) => service.calls.map(({ offset }) => offset)

  test('is read page by page until a run covered as much as this one', async () => {
    const service = historyService({ ada: [...small.slice(0, 70), full, ...small] })
    expect(await compare([result], service)).toMatchObject({ compared: [{ earlierTaskId: 'full' }] })
    expect(offsets(service)).toEqual([0, 50])
  })

  test('is read to its end where none did, for the largest and of those the newest', async () => {
    const service = historyService({ ada: [larger, ...small] })
    expect(await compare([result], service)).toMatchObject({ compared: [{ earlierTaskId: 'small-0' }] })
    expect(offsets(service)).toEqual([0, 50, 100])
  })

  test('that breaks off on a later page cannot be compared', async () => {
    const { history } = historyService({ ada: small })
    const breaking: GateService['history'] = async (agent, query) =>
      query.offset === 50 ? http(500) : await history(agent, query)
    expect(await compare([result], { history: breaking })).toMatchObject({
      compared: [],
      unreadable: [{ agent: ada }],
    })
  })

  test.each([null, undefined])(
    'ends with the first page that is not full where the total is %s',
    async (total) => {
      const { history, calls } = historyService({ ada: small })
      const untotalled: GateService['history'] = async (agent, query) => {
        const page = await history(agent, query)
        return page.ok ? answer({ ...page.value, total }) : page
      }
      expect(await compare([result], { history: untotalled })).toMatchObject({
        compared: [{ earlierTaskId: 'small-0' }],
      })
      expect(calls.map(({ offset }) => offset)).toEqual([0, 50, 100])
    },
  )

  test('is read to its end though the service gives smaller pages than it was asked for', async () => {
    const { history, calls } = historyService({ ada: [...small, full] })
    const sparing: GateService['history'] = (agent, query) => history(agent, { ...query, limit: 20 })
    expect(await compare([result], { history: sparing })).toMatchObject({
      compared: [{ earlierTaskId: 'full' }],
    })
    expect(calls).toHaveLength(7)
  })

  test('is given up after twenty pages, with the best run among them', async () => {
    const { history, calls } = historyService({
      ada: [...Array.from({ length: 1200 }, (_, index) => earlierRun(`small-${index}`, { a: true })), full],
    })
    expect(await compare([result], { history })).toMatchObject({ compared: [{ earlierTaskId: 'small-0' }] })
    expect(calls).toHaveLength(20)
  })

  test('ends with an empty page, whatever the total says', async () => {
    const { history, calls } = historyService({ ada: small })
    const boasting: GateService['history'] = async (agent, query) => {
      const page = await history(agent, query)
      return page.ok ? answer({ ...page.value, total: 1_000_000 }) : page
    }
    expect(await compare([result], { history: boasting })).toMatchObject({
      compared: [{ earlierTaskId: 'small-0' }],
    })
    expect(calls.map(({ offset }) => offset)).toEqual([0, 50, 100, 120])
  })
})
