import { describe, expect, test } from 'vitest'
import { manualClock } from './scripted-fetch.ts'
import {
  always,
  bodies,
  isAny,
  isCreation,
  isEdit,
  isList,
  marked,
  once,
  seed,
  sent,
  upsert,
  useGitHub,
} from './sticky-harness.ts'

useGitHub()

const TIMEOUT_MS = 15_000

describe('a creation whose response is lost', () => {
  test.each([
    ['by a reset', { performed: true, connection: 'reset' } as const],
    ['in mid-body', { performed: true, connection: 'truncated' } as const],
    ['behind a 502', { performed: true, status: 502 }],
    ['by a timeout', { performed: true, connection: 'hang' } as const],
  ])('%s is found and not retried', async (_, fault) => {
    const clock = manualClock()
    once(isCreation, () => {
      setTimeout(() => clock.expire(TIMEOUT_MS), 50)
      return fault
    })
    expect((await upsert('Passed', {}, { clock })).kind).toBe('created')
    expect(bodies()).toEqual([marked('Passed')])
    expect(sent('POST')).toHaveLength(1)
  })

  test('and that was not performed is retried', async () => {
    once(isCreation, () => ({ status: 502 }))
    once(isCreation, () => ({ connection: 'reset' }))
    expect((await upsert('Passed')).kind).toBe('created')
    expect(bodies()).toEqual([marked('Passed')])
    expect(sent('POST')).toHaveLength(3)
  })

  test('each time ends with that error', async () => {
    always(isCreation, () => ({ status: 503, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status: 503 })
    expect(sent('POST')).toHaveLength(5)
  })

  test('is not searched for after an abort', async () => {
    const controller = new AbortController()
    always(isCreation, () => {
      controller.abort()
      return { connection: 'hang' }
    })
    await expect(upsert('Passed', {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(sent('POST')).toHaveLength(1)
  })
})

describe('an error response', () => {
  test.each([401, 403, 404, 422])('of the list with %d is thrown', async (status) => {
    always(isList, () => ({ status, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status })
    expect(sent('POST')).toEqual([])
  })

  test.each([403, 422])('of the creation with %d is thrown', async (status) => {
    always(isCreation, () => ({ status, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status })
    expect(sent('POST')).toHaveLength(1)
  })

  test('of the edit is thrown, and nothing is created', async () => {
    seed(marked('Failed', { runId: 99 }))
    always(isEdit, () => ({ status: 403, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status: 403 })
    expect(sent('POST')).toEqual([])
  })

  test('of a body that is too long is thrown with GitHub’s message', async () => {
    await expect(upsert('x'.repeat(65_536))).rejects.toThrow(/too long/)
  })

  test('of the list after creating does not matter', async () => {
    once(isCreation, () => {
      always(isList, () => ({ status: 403, body: {} }))
      return undefined
    })
    expect((await upsert('Passed')).kind).toBe('created')
  })

  test('that is a proxy’s page is not taken for an empty list', async () => {
    always(isList, () => ({ status: 200, body: '<html>' }))
    await expect(upsert('Passed')).rejects.toThrow(/proxy/)
    expect(sent('POST')).toEqual([])
  })
})

test('transient errors of GitHub are retried', async () => {
  seed(marked('Failed', { runId: 99 }))
  let requests = 0
  always(isAny, () => {
    requests += 1
    return requests % 2 === 1 ? { status: 502 } : undefined
  })
  expect((await upsert('Passed')).kind).toBe('updated')
  expect(bodies()).toEqual([marked('Passed')])
})
