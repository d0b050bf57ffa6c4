import { describe, expect, test } from 'vitest'
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

describe('a creation whose answer is lost', () => {
  test.each([
    ['by a reset', { performed: true, connection: 'reset' } as const],
    ['in mid-body', { performed: true, connection: 'truncated' } as const],
    ['behind a 502', { performed: true, status: 502 }],
    ['by a time-out', { delayMs: 400 }],
  ])('%s is found again and not repeated', async (_, fault) => {
    once(isCreation, () => fault)
    expect((await upsert('Passed', {}, { timeoutMs: 150 })).kind).toBe('created')
    expect(bodies()).toEqual([marked('Passed')])
    expect(sent('POST')).toHaveLength(1)
  })

  test('and that was not received is repeated', async () => {
    once(isCreation, () => ({ status: 502 }))
    once(isCreation, () => ({ connection: 'reset' }))
    expect((await upsert('Passed')).kind).toBe('created')
    expect(bodies()).toEqual([marked('Passed')])
    expect(sent('POST')).toHaveLength(3)
  })

  test('each time ends in that fault', async () => {
    always(isCreation, () => ({ status: 503, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status: 503 })
    expect(sent('POST')).toHaveLength(5)
  })

  test('is not looked for after an abort', async () => {
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

describe('a refusal', () => {
  test.each([401, 403, 404, 422])('of the list with %d is handed on', async (status) => {
    always(isList, () => ({ status, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status })
    expect(sent('POST')).toEqual([])
  })

  test.each([403, 422])('of the creation with %d is handed on', async (status) => {
    always(isCreation, () => ({ status, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status })
    expect(sent('POST')).toHaveLength(1)
  })

  test('of the edit is handed on, and nothing is created', async () => {
    seed(marked('Failed', { runId: 99 }))
    always(isEdit, () => ({ status: 403, body: {} }))
    await expect(upsert('Passed')).rejects.toMatchObject({ status: 403 })
    expect(sent('POST')).toEqual([])
  })

  test('of a body that is too long is handed on as GitHub words it', async () => {
    await expect(upsert('x'.repeat(65_536))).rejects.toThrow(/too long/)
  })

  test('of the look after creating does not spoil what is written', async () => {
    once(isCreation, () => {
      always(isList, () => ({ status: 403, body: {} }))
      return undefined
    })
    expect((await upsert('Passed')).kind).toBe('created')
  })

  test('in the shape of a proxy’s page is not taken for an empty list', async () => {
    always(isList, () => ({ status: 200, body: '<html>' }))
    await expect(upsert('Passed')).rejects.toThrow(/proxy/)
    expect(sent('POST')).toEqual([])
  })
})

test('passing faults of GitHub are outlasted', async () => {
  seed(marked('Failed', { runId: 99 }))
  let requests = 0
  always(isAny, () => {
    requests += 1
    return requests % 2 === 1 ? { status: 502 } : undefined
  })
  expect((await upsert('Passed')).kind).toBe('updated')
  expect(bodies()).toEqual([marked('Passed')])
})
