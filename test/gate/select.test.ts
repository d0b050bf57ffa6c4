import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AbortedError, type CallOptions } from '../../src/client/index.ts'
import { nearestName, selectAgents } from '../../src/gate/select.ts'
import type { GateService } from '../../src/gate/service.ts'
import { brokenConnection, failure, http, invalid, notJson, ok, timedOut, wrongShape } from './responses.ts'

interface Responses {
  readonly list?: Awaited<ReturnType<GateService['list']>>
  readonly resolve?: Awaited<ReturnType<GateService['resolve']>>
}

const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
const booking = { uuid: 'uuid-booking', name: 'Booking' }
const billing = { uuid: 'uuid-billing', name: 'Billing' }

/** Selects agents, with a journal of the requests. */
async function select(
  names: readonly string[],
  { list, resolve }: Responses,
  signal = options.signal,
  controls: readonly string[] = [],
) {
  const calls: { what: string; names?: readonly string[]; options: CallOptions }[] = []
  const service = {
    async list(options: CallOptions) {
      calls.push({ what: 'list', options })
      return list ?? ok([])
    },
    async resolve(names: readonly string[], options: CallOptions) {
      calls.push({ what: 'resolve', names, options })
      return resolve ?? ok({ resolved: {}, not_found: [...names] })
    },
  }
  return { selection: await selectAgents(names, controls, service, { ...options, signal }), calls }
}

describe('controls', () => {
  const production = { uuid: 'uuid-production', name: 'Production' }
  const withControls = (
    names: readonly string[],
    controls: readonly string[],
    resolved: Readonly<Record<string, string>>,
  ) => select(names, { resolve: ok({ resolved, not_found: [] }) }, options.signal, controls)

  test('are resolved in the same request, each name once', async () => {
    const resolved = { Booking: booking.uuid, Billing: billing.uuid, Production: production.uuid }
    const { selection, calls } = await withControls(
      ['Booking', 'Billing'],
      ['Production', 'Production'],
      resolved,
    )
    expect(selection).toEqual({
      ok: true,
      agents: [booking, billing],
      controls: [production, production],
      copies: [],
    })
    expect(calls).toMatchObject([{ what: 'resolve', names: ['Booking', 'Billing', 'Production'] }])
  })

  test('that are unknown end the job, with unknown agents', async () => {
    const { selection } = await withControls(['Booking', 'Nobody'], ['Production', 'Prod'], {
      Booking: booking.uuid,
      Production: production.uuid,
    })
    expect(selection).toMatchObject({
      ok: false,
      earlyEnd: {
        kind: 'names',
        unknown: [{ name: 'Nobody' }, { name: 'Prod' }],
      },
    })
  })

  test('are not the agent itself under another name', async () => {
    const { selection } = await withControls(['Booking'], ['booking '], {
      Booking: booking.uuid,
      'booking ': booking.uuid,
    })
    const same = ['Booking', 'booking ']
    expect(selection).toMatchObject({ ok: false, earlyEnd: { kind: 'names', unknown: [], same } })
  })
})

describe('listed agents', () => {
  test('are resolved in one request, and selected in their order', async () => {
    const resolved = { Billing: billing.uuid, Booking: booking.uuid }
    const names = ['Booking', 'Billing']
    expect(await select(names, { resolve: ok({ resolved, not_found: [] }) })).toEqual({
      selection: { ok: true, agents: [booking, billing], controls: [], copies: [] },
      calls: [{ what: 'resolve', names, options }],
    })
  })

  test('are an error if two names are the same agent, as it would run twice', async () => {
    const resolve = ok({ resolved: { Booking: 'one', Billing: 'two', Bookings: 'one' }, not_found: [] })
    const { selection } = await select(['Booking', 'Billing', 'Bookings'], { resolve })
    const same = ['Booking', 'Bookings']
    expect(selection).toMatchObject({ ok: false, earlyEnd: { kind: 'names', unknown: [], same } })
  })

  test('may have names that objects have by themselves', async () => {
    const resolved = JSON.parse('{"__proto__": "uuid-1", "constructor": "uuid-2"}')
    const resolve = ok({ resolved, not_found: [] })
    const { selection } = await select(['__proto__', 'constructor'], { resolve })
    expect(selection).toMatchObject({ agents: [{ uuid: 'uuid-1', name: '__proto__' }, { uuid: 'uuid-2' }] })
  })
})

describe('an all-agents run', () => {
  test('selects all of the workspace, in the order listed, each once, also without a name', async () => {
    const list = ok([booking, { ...billing, type: 'agent' }, booking, { uuid: 'uuid-1', name: '' }])
    expect(await select([], { list })).toEqual({
      selection: {
        ok: true,
        agents: [booking, billing, { uuid: 'uuid-1', name: '' }],
        controls: [],
        copies: [],
      },
      calls: [{ what: 'list', options }],
    })
  })

  test('is an error in an empty workspace', async () => {
    const { selection } = await select([], {})
    expect(selection).toEqual({ ok: false, earlyEnd: { kind: 'no-agents' } })
  })
})

describe.each([
  ['resolving', ['Booking'], 'resolve'],
  ['listing', [], 'list'],
] as const)('%s', (_, names, method) => {
  test.each([401, 403])('that is answered %i is about the key', async (status) => {
    const { selection } = await select(names, { [method]: http(status, 'Invalid or revoked API key') })
    expect(selection).toMatchObject({
      ok: false,
      earlyEnd: { kind: 'key', status, reason: 'Invalid or revoked API key', withheld: false },
    })
  })

  test.each([
    ['HTTP 400', http(400)],
    ['HTTP 422', invalid],
    ['HTTP 500', http(500)],
    ['a broken connection', brokenConnection],
    ['no response in time', timedOut],
    ['a page', notJson],
    ['a wrong shape', wrongShape],
  ])('that ends in %s leaves nothing to run', async (_, error) => {
    const { selection, calls } = await select(names, { [method]: error })
    expect(selection).toMatchObject({
      ok: false,
      earlyEnd: { kind: 'unreachable', error: { kind: error.ok ? '' : error.error.kind } },
    })
    expect(calls).toHaveLength(1)
  })

  test('that is cancelled is an abort by that signal', async () => {
    const aborted = failure(new AbortedError({ method: 'GET', url: 'https://service.test' }, true, 'SIGINT'))
    const { selection } = await select(names, { [method]: aborted }, AbortSignal.abort('SIGTERM'))
    expect(selection).toEqual({ ok: false, earlyEnd: { kind: 'cancelled', hasStarted: false } })
  })
})

describe('unknown names', () => {
  async function unknownOf(names: readonly string[], responses: Responses) {
    const { selection, calls } = await select(names, responses)
    if (selection.ok || selection.earlyEnd.kind !== 'names') throw new Error('not unknown')
    return { unknown: selection.earlyEnd.unknown, calls }
  }
  const existing = (...names: string[]): Responses => ({
    list: ok(names.map((name) => ({ uuid: name, name }))),
  })
  const unknown = (name: string, nearest: string | null = null) => ({ name, nearest })

  test('are all reported at once, each with the nearest name', async () => {
    const resolve = ok({ resolved: { Billing: billing.uuid }, not_found: ['zzz', 'Boking'] })
    const ran = await unknownOf(['Boking', 'Billing', 'zzz'], { resolve, list: ok([booking, billing]) })
    expect(ran.unknown).toEqual([unknown('Boking', 'Booking'), unknown('zzz')])
    // Suggestions are worth one request, without retries.
    expect(ran.calls.map(({ what, options }) => [what, options.maxRetries])).toEqual([
      ['resolve', undefined],
      ['list', 0],
    ])
  })

  test.each(['constructor', '__proto__'])('are not found in what every object has: %s', async (name) => {
    expect((await unknownOf([name], {})).unknown).toEqual([unknown(name)])
  })

  test.each([
    ['has another comma', 'Booking', 'Bookings,'],
    ['has a line break', 'Booking', 'Boo\nking'],
    ['is empty', 'B', ''],
    ['is missing from every response', '__proto__', '__proto__'],
  ])('are never suggested a name that the input cannot ask for, as it %s', async (_, wanted, name) => {
    expect((await unknownOf([wanted], existing(name))).unknown).toEqual([unknown(wanted)])
  })

  test('come with a name that differs in outer spaces only', async () => {
    const { unknown: names } = await unknownOf(['Booking'], existing(' Booking '))
    expect(names).toEqual([unknown('Booking', ' Booking ')])
  })

  test('come with names of up to 100 characters', async () => {
    const [wanted, near] = ['x'.repeat(100), `y${'x'.repeat(99)}`]
    expect((await unknownOf([wanted], existing(`${wanted}x`))).unknown).toEqual([unknown(wanted)])
    expect((await unknownOf([wanted], existing(near))).unknown).toEqual([unknown(wanted, near)])
  })

  test('have suggestions for the first 10 of them', async () => {
    const eleven = (name: string) => Array.from({ length: 11 }, (_, index) => `${name}-${index}`)
    const { unknown: names } = await unknownOf(eleven('Boking'), existing(...eleven('Booking')))
    expect(names.map(({ nearest }) => nearest !== null)).toEqual([...new Array(10).fill(true), false])
  })

  test.each([http(401), http(500), brokenConnection, wrongShape])(
    'are reported without suggestions if the agents cannot be listed: %#',
    async (list) => {
      expect((await unknownOf(['Boking'], { list })).unknown).toEqual([unknown('Boking')])
    },
  )
})

describe('the nearest name', () => {
  test.each([
    ['a letter missing', 'Boking', ['Billing', 'Booking'], 'Booking'],
    ['two letters swapped', 'Bokoing', ['Billing', 'Booking'], 'Booking'],
    ['other capitals', 'BOOKING', ['Billing', 'Booking'], 'Booking'],
    ['spaces around the existing one', 'Booking', ['Billing', ' Booking '], ' Booking '],
    ['spaces around the one asked for', ' ab ', ['ab'], 'ab'],
    ['the nearer of two', 'agent-12', ['agent-99', 'agent-11'], 'agent-11'],
    ['the first of equally near ones', 'agent-1', ['agent-2', 'agent-3'], 'agent-2'],
    ['more than a third differing', 'abcdef', ['abcxyz'], null],
    ['a longer name that only begins alike', 'Booking', ['Booking for hotels'], null],
    ['one of two letters differing', 'ab', ['ac'], 'ac'],
    ['the only letter differing', 'a', ['b'], null],
    ['nothing to choose from', 'Booking', [], null],
    ['more than 100 characters', 'x'.repeat(101), ['x'.repeat(100)], null],
  ])('with %s', (_, wanted, names, nearest) => {
    expect(nearestName(wanted, names)).toBe(nearest)
  })

  test('differs in at most a third of the letters that were asked for', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 12 })
    const places = fc.uniqueArray(fc.nat(11), { maxLength: 6 })
    fc.assert(
      fc.property(letters, places, fc.boolean(), (name, places, add) => {
        const edits = places.filter((place) => place < name.length)
        const edited = [...name]
          .map((letter, at) => (edits.includes(at) ? `#${add ? letter : ''}` : letter))
          .join('')
        const isNear = (wanted: string) => edits.length <= wanted.length / 3
        expect(nearestName(name, [edited])).toBe(isNear(name) ? edited : null)
        expect(nearestName(edited, [name])).toBe(isNear(edited) ? name : null)
      }),
    )
  })
})
