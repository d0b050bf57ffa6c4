import { describe, expect, test } from 'vitest'
import { AbortedError, type CallOptions } from '../../src/client/index.ts'
import { selectAgents } from '../../src/gate/select-agents.ts'
import type { GateService } from '../../src/gate/service.ts'
import { answer, brokenConnection, failure, http, invalid, notJson, timedOut, wrongShape } from './answers.ts'

const options = { signal: new AbortController().signal, timeoutMs: 60_000 }

interface Directory {
  readonly list?: Awaited<ReturnType<GateService['list']>>
  readonly resolve?: Awaited<ReturnType<GateService['resolve']>>
}

function directory({ list, resolve }: Directory) {
  const calls: { what: string; names?: readonly string[]; options: CallOptions }[] = []
  return {
    calls,
    async list(options: CallOptions) {
      calls.push({ what: 'list', options })
      return list ?? answer([])
    },
    async resolve(names: readonly string[], options: CallOptions) {
      calls.push({ what: 'resolve', names, options })
      return resolve ?? answer({ resolved: {}, not_found: [...names] })
    },
  }
}

const booking = { uuid: 'uuid-booking', name: 'Booking' }
const billing = { uuid: 'uuid-billing', name: 'Billing' }

describe('agents asked for by name', () => {
  const service = directory({
    resolve: answer({ resolved: { Billing: billing.uuid, Booking: booking.uuid }, not_found: [] }),
  })

  test('are resolved in one request, and stand in the order asked', async () => {
    expect(await selectAgents(['Booking', 'Billing'], service, options)).toEqual({
      ok: true,
      agents: [booking, billing],
      named: true,
    })
    expect(service.calls).toEqual([{ what: 'resolve', names: ['Booking', 'Billing'], options }])
  })

  test('are all reported where they are very many, the first fifty with the nearest name', async () => {
    const wanted = Array.from({ length: 60 }, (_, index) => `Boking-${index}`)
    const existing = wanted.map((name) => ({ uuid: name, name: name.replace('Boking', 'Booking') }))
    const selection = await selectAgents(wanted, directory({ list: answer(existing) }), options)
    const stop =
      selection.ok || selection.abortReason.kind !== 'unknown-agents' ? null : selection.abortReason
    expect(stop?.unknown.map(({ nearest }) => nearest)).toEqual(
      existing.map(({ name }, index) => (index < 50 ? name : null)),
    )
  })

  test('are all reported at once where they are unknown, each with the nearest name', async () => {
    const { resolve, list, calls } = directory({
      resolve: answer({ resolved: { Billing: billing.uuid }, not_found: ['zzz', 'Boking'] }),
      list: answer([booking, billing]),
    })
    expect(await selectAgents(['Boking', 'Billing', 'zzz'], { resolve, list }, options)).toEqual({
      ok: false,
      abortReason: {
        kind: 'unknown-agents',
        unknown: [
          { name: 'Boking', nearest: 'Booking' },
          { name: 'zzz', nearest: null },
        ],
      },
    })
    expect(calls.map(({ what }) => what)).toEqual(['resolve', 'list'])
  })

  test('are unknown where the service passes over them in silence', async () => {
    const service = directory({ resolve: answer({ resolved: {}, not_found: [] }) })
    expect(await selectAgents(['Booking'], service, options)).toMatchObject({
      abortReason: { kind: 'unknown-agents', unknown: [{ name: 'Booking' }] },
    })
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'are not found in what every object has: %s',
    async (name) => {
      expect(await selectAgents([name], directory({}), options)).toMatchObject({
        abortReason: { kind: 'unknown-agents', unknown: [{ name }] },
      })
    },
  )

  test.each([
    ['401', http(401)],
    ['500', http(500)],
    ['no connection', brokenConnection],
    ['a wrong shape', wrongShape],
  ])('are unknown all the same where the list for suggestions answers %s', async (_, list) => {
    expect(await selectAgents(['Boking'], directory({ list }), options)).toEqual({
      ok: false,
      abortReason: { kind: 'unknown-agents', unknown: [{ name: 'Boking', nearest: null }] },
    })
  })

  test('wait for suggestions no longer than one request', async () => {
    const service = directory({})
    await selectAgents(['Boking'], service, options)
    expect(service.calls[1]?.options).toEqual({ ...options, maxRetries: 0 })
  })
})

describe('no agent asked for', () => {
  test('means all of the workspace, in the order listed, each once', async () => {
    const service = directory({ list: answer([booking, { ...billing, type: 'agent' }, booking]) })
    expect(await selectAgents([], service, options)).toEqual({
      ok: true,
      agents: [booking, billing],
      named: false,
    })
    expect(service.calls).toEqual([{ what: 'list', options }])
  })

  test('and none there is an error', async () => {
    expect(await selectAgents([], directory({ list: answer([]) }), options)).toEqual({
      ok: false,
      abortReason: { kind: 'no-agents' },
    })
  })
})

const aborted = failure(new AbortedError({ method: 'GET', url: 'https://service.test' }, true, 'SIGINT'))

describe.each([
  ['resolving', ['Booking'], 'resolve'],
  ['listing', [], 'list'],
] as const)('%s', (_, names, method) => {
  test.each([401, 403])('that is answered %i is about the key', async (status) => {
    const service = directory({ [method]: http(status, 'Invalid or revoked API key') })
    expect(await selectAgents(names, service, options)).toMatchObject({
      ok: false,
      abortReason: { kind: 'authentication', error: { status, reason: 'Invalid or revoked API key' } },
    })
  })

  test.each([
    ['HTTP 400', http(400)],
    ['HTTP 404', http(404)],
    ['HTTP 422', invalid],
    ['HTTP 429', http(429)],
    ['HTTP 500', http(500)],
    ['a redirect', http(302)],
    ['a broken connection', brokenConnection],
    ['no answer in time', timedOut],
    ['a page', notJson],
    ['a wrong shape', wrongShape],
    ['a cancellation', aborted],
  ])('that ends in %s leaves nothing to run', async (_, fault) => {
    const service = directory({ [method]: fault })
    expect(await selectAgents(names, service, options)).toMatchObject({
      ok: false,
      abortReason: { kind: 'select-failed', error: { kind: fault.ok ? '' : fault.error.kind } },
    })
    expect(service.calls).toHaveLength(1)
  })
})
