import { describe, expect, test } from 'vitest'
import { selectAgents } from '../../src/gate/select-agents.ts'
import { type Directory, directory } from './directory.ts'
import { brokenConnection, http, ok, wrongShape } from './responses.ts'

const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
const booking = { uuid: 'uuid-booking', name: 'Booking' }
const billing = { uuid: 'uuid-billing', name: 'Billing' }

describe('unknown names', () => {
  const unknownOf = async (names: readonly string[], { list, ...service }: Directory) => {
    const calls = directory({ ...service, ...(list && { list }) })
    const selection = await selectAgents(names, calls, options)
    if (selection.ok || selection.abortReason.kind !== 'unknown-agents') throw new Error('not unknown')
    return { unknown: selection.abortReason.unknown, calls: calls.calls }
  }
  const existing = (...names: string[]): Directory => ({
    list: ok(names.map((name) => ({ uuid: name, name }))),
  })
  const unknown = (name: string, nearest: string | null = null, nameWithComma: string | null = null) => ({
    name,
    nearest,
    nameWithComma,
  })

  test('are all reported at once, each with the nearest name', async () => {
    const resolve = ok({ resolved: { Billing: billing.uuid }, not_found: ['zzz', 'Boking'] })
    const ran = await unknownOf(['Boking', 'Billing', 'zzz'], { resolve, list: ok([booking, billing]) })
    expect(ran.unknown).toEqual([unknown('Boking', 'Booking'), unknown('zzz')])
    expect(ran.calls.map(({ what }) => what)).toEqual(['resolve', 'list'])
  })

  test('are reported even if the service does not mention them', async () => {
    const { unknown: names } = await unknownOf(['Booking'], { resolve: ok({ resolved: {}, not_found: [] }) })
    expect(names).toEqual([unknown('Booking')])
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'are not found in what every object has: %s',
    async (name) => {
      expect((await unknownOf([name], {})).unknown).toEqual([unknown(name)])
    },
  )

  test.each([
    ['has outer spaces', 'Booking', ' Booking '],
    ['has another comma', 'Booking', 'Bookings,'],
    ['has a line break', 'Booking', 'Booking\n'],
    ['is empty', 'B', ''],
    ['is missing from every response', '__proto__', '__proto__'],
  ])('are never suggested a name that the input cannot ask for, as it %s', async (_, wanted, name) => {
    expect((await unknownOf([wanted], existing(name))).unknown).toEqual([unknown(wanted)])
  })

  test('are told of a name with a comma that contains them', async () => {
    const ran = await unknownOf(['Sales', 'EMEA', 'Help'], existing('Sales, EMEA', 'Billing'))
    expect(ran.unknown).toEqual([
      unknown('Sales', null, 'Sales, EMEA'),
      unknown('EMEA', null, 'Sales, EMEA'),
      unknown('Help'),
    ])
  })

  test('have suggestions for the first 10 of them, from the first 5000 names of at most 100 characters', async () => {
    const many = (count: number, name: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => name(index))
    const suggestions = async (wanted: readonly string[], names: readonly string[]) =>
      (await unknownOf(wanted, existing(...names))).unknown.map(({ nearest }) => nearest !== null)
    const eleven = (name: string) => many(11, (index) => `${name}-${index}`)
    expect(await suggestions(eleven('Boking'), eleven('Booking'))).toEqual([
      ...new Array(10).fill(true),
      false,
    ])
    const others = (count: number) => many(count, (index) => `${index}`)
    expect(await suggestions(['Boking'], [...others(4999), 'Booking'])).toEqual([true])
    expect(await suggestions(['Boking'], [...others(5000), 'Booking'])).toEqual([false])
    const [longest, tooLong] = ['x'.repeat(100), 'x'.repeat(101)]
    expect(await suggestions([`${longest.slice(1)}y`], [longest])).toEqual([true])
    expect(await suggestions([longest], [tooLong])).toEqual([false])
    expect(await suggestions([tooLong], [longest])).toEqual([false])
  })

  test.each([
    ['401', http(401)],
    ['500', http(500)],
    ['no connection', brokenConnection],
    ['a wrong shape', wrongShape],
  ])('are reported without suggestions if the list is answered %s', async (_, list) => {
    expect((await unknownOf(['Boking'], { list })).unknown).toEqual([unknown('Boking')])
  })

  test('wait for suggestions no longer than one request', async () => {
    expect((await unknownOf(['Boking'], {})).calls[1]?.options).toEqual({ ...options, maxRetries: 0 })
  })
})
