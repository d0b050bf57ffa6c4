import { describe, expect, test } from 'vitest'
import { AbortedError, type CallOptions } from '../../../src/client/index.ts'
import { selectAgents } from '../../../src/gate/select/agents.ts'
import type { GateService } from '../../../src/gate/service.ts'
import type { AgentRef } from '../../../src/schema.ts'
import { failure, http, invalid, notJson, ok } from '../responses.ts'

interface Responses {
  readonly list?: Awaited<ReturnType<GateService['agents']['list']>>
  readonly resolve?: Awaited<ReturnType<GateService['agents']['resolve']>>
}

/** An agent that runs all tests that are linked to it. */
const plain = (agent: AgentRef, control: AgentRef | null = null) => {
  return { agent, control, tests: null, copy: null, problem: null }
}

const options = { signal: new AbortController().signal, timeoutMs: 60_000 }
const booking = { uuid: 'uuid-booking', name: 'Booking' }
const billing = { uuid: 'uuid-billing', name: 'Billing' }

/** Selects agents, with a journal of the requests. */
async function select(
  names: readonly string[],
  { list, resolve }: Responses,
  controls: readonly string[] = [],
  signal = options.signal,
) {
  const calls: { what: string; names?: readonly string[]; options: CallOptions }[] = []
  const agents = {
    async list(options: CallOptions) {
      calls.push({ what: 'list', options })
      return list ?? ok([])
    },
    async resolve(names: readonly string[], options: CallOptions) {
      calls.push({ what: 'resolve', names, options })
      return resolve ?? ok({ resolved: {}, not_found: [...names] })
    },
  }
  const plan = { agents: names, control: controls, override: [] }
  return { selection: await selectAgents(plan, { agents }, { ...options, signal }), calls }
}

const resolving = (resolved: Readonly<Record<string, string>>): Responses => ({
  resolve: ok({ resolved, not_found: [] }),
})

describe('listed agents', () => {
  test('are resolved in one request, and selected in their order', async () => {
    const names = ['Booking', 'Billing']
    expect(await select(names, resolving({ Billing: billing.uuid, Booking: booking.uuid }))).toEqual({
      selection: [plain(booking), plain(billing)],
      calls: [{ what: 'resolve', names, options }],
    })
  })

  test('may have names that objects have by themselves', async () => {
    const resolved = resolving(JSON.parse('{"__proto__": "uuid-1", "constructor": "uuid-2"}'))
    const { selection } = await select(['__proto__', 'constructor'], resolved)
    expect(selection).toMatchObject([
      { agent: { uuid: 'uuid-1', name: '__proto__' } },
      { agent: { uuid: 'uuid-2' } },
    ])
  })

  test('have their controls resolved in the same request, each name once', async () => {
    const production = { uuid: 'uuid-production', name: 'Production' }
    const resolved = { Booking: booking.uuid, Billing: billing.uuid, Production: production.uuid }
    const twice = ['Production', 'Production']
    const { selection, calls } = await select(['Booking', 'Billing'], resolving(resolved), twice)
    expect(selection).toEqual([plain(booking, production), plain(billing, production)])
    expect(calls).toMatchObject([{ what: 'resolve', names: ['Booking', 'Billing', 'Production'] }])
  })

  test.each<[string, string[], string[]]>([
    ['agents', ['Booking', 'Billing', 'Bookings'], []],
    ['an agent and its control', ['Booking', 'Billing'], ['Bookings', 'Other']],
  ])('are an error if two names are the same agent: %s', async (_, names, controls) => {
    const resolved = { Booking: 'one', Billing: 'two', Bookings: 'one', Other: 'three' }
    const same = ['Booking', 'Bookings']
    const { selection } = await select(names, resolving(resolved), controls)
    expect(selection).toMatchObject({ kind: 'names', unknown: [], same })
  })
})

describe('an all-agents run', () => {
  test('selects all of the workspace, in the order listed, each once, also without a name', async () => {
    const nameless = { uuid: 'uuid-1', name: '' }
    const list = ok([booking, { ...billing, type: 'agent' }, booking, nameless])
    expect(await select([], { list })).toEqual({
      selection: [booking, billing, nameless].map((agent) => plain(agent)),
      calls: [{ what: 'list', options }],
    })
  })

  test('is an error in an empty workspace', async () => {
    const { selection } = await select([], {})
    expect(selection).toEqual({ kind: 'no-agents' })
  })
})

describe.each([
  ['resolving', ['Booking'], 'resolve'],
  ['listing', [], 'list'],
] as const)('%s', (_, names, method) => {
  const reason = 'Invalid or revoked API key'
  test.each([
    ['HTTP 401', http(401, reason), { kind: 'key', status: 401, reason, withheld: false }],
    ['HTTP 403', http(403, reason), { kind: 'key', status: 403, reason, withheld: false }],
    ['HTTP 422', invalid, { kind: 'unreachable', error: { kind: 'validation' } }],
    ['HTTP 500', http(500), { kind: 'unreachable', error: { kind: 'http', status: 500 } }],
    ['a page', notJson, { kind: 'unreachable', error: { kind: 'contract' } }],
  ])('that ends in %s leaves nothing to run', async (_, error, earlyEnd) => {
    const { selection, calls } = await select(names, { [method]: error })
    expect(selection).toMatchObject(earlyEnd)
    expect(calls).toHaveLength(1)
  })

  test('that is cancelled is an abort by that signal', async () => {
    const aborted = failure(new AbortedError({ method: 'GET', url: 'https://service.test' }, true, 'SIGINT'))
    const { selection } = await select(names, { [method]: aborted }, [], AbortSignal.abort('SIGTERM'))
    expect(selection).toEqual({ kind: 'cancelled' })
  })
})

describe('unknown names', () => {
  async function unknownOf(names: readonly string[], responses: Responses, controls: readonly string[] = []) {
    const { selection, calls } = await select(names, responses, controls)
    if (!('kind' in selection) || selection.kind !== 'names') throw new Error('not unknown')
    return { unknown: selection.unknown, calls }
  }
  const existing = (...names: string[]): Responses => ({
    list: ok(names.map((name) => ({ uuid: name, name }))),
  })
  const unknown = (name: string, nearest: string | null = null) => ({ name, nearest })

  test('are all reported at once, those of controls included, each with the nearest name', async () => {
    const resolve = ok({ resolved: { Billing: billing.uuid }, not_found: ['zzz', 'Boking', 'Biling'] })
    const responses = { resolve, list: ok([booking, billing]) }
    const ran = await unknownOf(['Boking', 'Billing', 'zzz'], responses, ['Biling'])
    expect(ran.unknown).toEqual([unknown('Boking', 'Booking'), unknown('zzz'), unknown('Biling', 'Billing')])
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
    ['is longer than 100 characters', 'x'.repeat(100), 'x'.repeat(101)],
  ])('are never suggested a name that the input cannot ask for, as it %s', async (_, wanted, name) => {
    expect((await unknownOf([wanted], existing(name))).unknown).toEqual([unknown(wanted)])
  })

  test('have suggestions for the first 10 of them', async () => {
    const eleven = (name: string) => Array.from({ length: 11 }, (_, index) => `${name}-${index}`)
    const { unknown: names } = await unknownOf(eleven('Boking'), existing(...eleven('Booking')))
    expect(names.map(({ nearest }) => nearest !== null)).toEqual([...new Array(10).fill(true), false])
  })

  test('are reported without suggestions if the agents cannot be listed', async () => {
    expect((await unknownOf(['Boking'], { list: http(401) })).unknown).toEqual([unknown('Boking')])
  })
})
