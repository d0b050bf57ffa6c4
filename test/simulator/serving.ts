// A simulator with a manual clock, and short methods to send it requests.
import { afterEach, expect } from 'vitest'
import {
  type ScenarioName,
  type ServerVersion,
  type SimulatedAgent,
  type SimulatorOptions,
  startSimulator,
} from '../../simulator/src/index.ts'
import { violationsOf } from './contract/judge.ts'

const started: { close(): Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((simulator) => simulator.close()))
})

/** 2026-11-20 22:42:02 UTC */
export const startOfClock = Date.UTC(2026, 10, 20, 22, 42, 2)

/** The value at a path in a JSON value, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

/** The list at a path. */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, ...path)
  if (Array.isArray(found)) return found
  throw new TypeError(`no list at ${path.join('.')}: ${JSON.stringify(value)}`)
}

/** The text at a path. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = at(value, ...path)
  if (typeof found === 'string') return found
  throw new TypeError(`no text at ${path.join('.')}: ${JSON.stringify(value)}`)
}

/** One field of every item of a list. */
export function column(list: unknown, field: string): unknown[] {
  return listAt(list).map((item) => at(item, field))
}

/** The names of the tests that failed in a run. */
export const failuresOf = (run: unknown) =>
  listAt(run, 'results').flatMap((result) => (at(result, 'passed') === false ? textAt(result, 'name') : []))

export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Starts a simulator that is closed after the test. Every response is held against the contract. */
export async function serving(options: SimulatorOptions = {}) {
  let now = startOfClock
  const { agents, serverVersion = 'current' } = options
  // By default there are agents of every scenario.
  const isOdd = agents?.some(({ scenario }) => scenario === 'odd-measures') ?? true
  const simulator = await startSimulator({ now: () => now, ...options })
  started.push(simulator)

  async function ask(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' }
    const url = new URL(simulator.url + path)
    const response = await fetch(url, { method, headers, ...init })
    const { status, headers: sent } = response
    // Uncaught exceptions are plain text.
    const body: unknown = await (response.status === 500 ? response.text() : response.json())
    const exchange = { method, url, status, headers: sent, body }
    expect(await violationsOf(exchange, serverVersion, isOdd)).toEqual([])
    return { status, body }
  }
  const get = (path: string) => ask('GET', path)
  const post = (path: string, body: unknown) => ask('POST', path, { body: JSON.stringify(body) })
  const put = (path: string, body: unknown) => ask('PUT', path, { body: JSON.stringify(body) })
  const uuidOf = (name: string) =>
    simulator.agents.find((agent) => agent.name === name)?.uuid ?? 'no such agent'

  const advance = (ms: number) => {
    now += ms
  }
  const poll = (taskId: string, query = '') => get(`/agent-tests/run/${taskId}${query}`)
  const historyOf = async (name: string, query = '') =>
    (await get(`/agent-tests/agent/${uuidOf(name)}/runs${query}`)).body
  /** Launches all tests of an agent, or those of the body, and gives the id of the run. */
  async function launch(name: string, body: unknown = {}): Promise<string> {
    const { body: answer } = await post(`/agent-tests/agent/${uuidOf(name)}/run`, body)
    return textAt(answer, 'task_id')
  }
  /** The whole answer of a run that is over. */
  async function run(name: string, body: unknown = {}): Promise<unknown> {
    const taskId = await launch(name, body)
    advance(60_000)
    return (await poll(taskId)).body
  }
  return { simulator, ask, get, post, put, uuidOf, advance, launch, poll, run, historyOf }
}

/** A simulator with one agent, "Support bot" unless it has another name, whose run of it is over. */
export async function ended(
  scenario: ScenarioName,
  rest: Partial<SimulatedAgent> = {},
  serverVersion: ServerVersion = 'current',
) {
  const agent = { name: 'Support bot', scenario, ...rest }
  const service = await serving({ agents: [agent], serverVersion })
  const taskId = await service.launch(agent.name)
  service.advance(10 * 60 * 1000)
  const poll = (query = '') => service.poll(taskId, query)
  return { ...service, taskId, poll, whole: (await poll()).body }
}
