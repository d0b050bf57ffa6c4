import { describe, expect, test } from 'vitest'
import { AbortedError } from '../../src/client/index.ts'
import { selectAgents } from '../../src/gate/select-agents.ts'
import { directory } from './directory.ts'
import { brokenConnection, failure, http, invalid, notJson, ok, timedOut, wrongShape } from './responses.ts'

const options = { signal: new AbortController().signal, timeoutMs: 60_000 }

const booking = { uuid: 'uuid-booking', name: 'Booking' }
const billing = { uuid: 'uuid-billing', name: 'Billing' }

describe('listed agents', () => {
  test('are resolved in one request, and selected in their order', async () => {
    const service = directory({
      resolve: ok({ resolved: { Billing: billing.uuid, Booking: booking.uuid }, not_found: [] }),
    })
    expect(await selectAgents(['Booking', 'Billing'], service, options)).toEqual({
      ok: true,
      agents: [booking, billing],
    })
    expect(service.calls).toEqual([{ what: 'resolve', names: ['Booking', 'Billing'], options }])
  })

  test('are an error if two names are the same agent, as it would run twice', async () => {
    const resolve = ok({ resolved: { Booking: 'one', Billing: 'two', Bookings: 'one' }, not_found: [] })
    expect(await selectAgents(['Booking', 'Billing', 'Bookings'], directory({ resolve }), options)).toEqual({
      ok: false,
      abortReason: { kind: 'same-agent', names: ['Booking', 'Bookings'] },
    })
  })

  test('may have names that objects have by themselves', async () => {
    const resolved = JSON.parse('{"__proto__": "uuid-1", "constructor": "uuid-2"}')
    const selection = await selectAgents(
      ['__proto__', 'constructor'],
      directory({ resolve: ok({ resolved, not_found: [] }) }),
      options,
    )
    expect(selection).toMatchObject({ agents: [{ uuid: 'uuid-1', name: '__proto__' }, { uuid: 'uuid-2' }] })
  })
})

describe('an all-agents run', () => {
  test('selects all of the workspace, in the order listed, each once', async () => {
    const service = directory({ list: ok([booking, { ...billing, type: 'agent' }, booking]) })
    expect(await selectAgents([], service, options)).toEqual({ ok: true, agents: [booking, billing] })
    expect(service.calls).toEqual([{ what: 'list', options }])
  })

  test('selects agents without a name, too', async () => {
    const list = ok([{ uuid: 'uuid-1', name: null }, { uuid: 'uuid-2' }])
    expect(await selectAgents([], directory({ list }), options)).toEqual({
      ok: true,
      agents: [
        { uuid: 'uuid-1', name: '' },
        { uuid: 'uuid-2', name: '' },
      ],
    })
  })

  test('is an error in an empty workspace', async () => {
    expect(await selectAgents([], directory({ list: ok([]) }), options)).toEqual({
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
    ['no response in time', timedOut],
    ['a page', notJson],
    ['a wrong shape', wrongShape],
  ])('that ends in %s leaves nothing to run', async (_, error) => {
    const service = directory({ [method]: error })
    expect(await selectAgents(names, service, options)).toMatchObject({
      ok: false,
      abortReason: { kind: 'select-failed', error: { kind: error.ok ? '' : error.error.kind } },
    })
    expect(service.calls).toHaveLength(1)
  })

  test('that is cancelled is an abort by that signal', async () => {
    const service = directory({ [method]: aborted })
    expect(await selectAgents(names, service, { ...options, signal: AbortSignal.abort('SIGTERM') })).toEqual({
      ok: false,
      abortReason: { kind: 'signal', signal: 'SIGTERM' },
    })
  })
})
