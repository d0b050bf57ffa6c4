// Two jobs on one copy of an agent, against a model of the service: requests arrive late, twice or not at all, answers are lost, and
// verifications go on after they were given up. In any order, a run that counts tested the job's own configuration.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Agent, TimeoutError } from '../../src/client/index.ts'
import { contradictory } from '../../src/gate/model.ts'
import { CopyLauncher } from '../../src/gate/runs/copies.ts'
import { emptyRun } from '../../src/gate/runs/read-run.ts'
import type { Effects, Result } from '../../src/gate/service.ts'
import { runUrl } from '../fixtures/samples.ts'
import { failure, ok } from './responses.ts'
import type { ServiceChange } from './test-service.ts'

/** RACES=20 tries twenty times as many. */
const LENGTH = Number(process.env['RACES'] ?? 1)

type Config = Record<string, unknown>

/** A number in [0, n). */
type Choose = (n: number) => number

/** Everything that can happen next, in any order. */
function createEvents(choose: Choose) {
  const pending: (() => void)[] = []
  return {
    add: (event: () => void) => pending.push(event),
    /** Lets them happen until nothing is left. */
    async run(limit: number, atTheLimit: () => void): Promise<void> {
      await new Promise(setImmediate)
      for (let nth = 0; pending.length > 0; nth += 1) {
        if (nth === limit) atTheLimit()
        pending.splice(choose(pending.length), 1)[0]?.()
        await new Promise(setImmediate)
      }
    },
  }
}

/** As described in the facts: a launch reads once, and a verification reads and writes in two steps. */
function createModel(choose: Choose, { add }: ReturnType<typeof createEvents>) {
  let config: Config = {}
  let time = 0
  /** What each run tested. */
  const tested: Config[] = []

  const steps = {
    put: (next: Config, answer: (value: unknown) => void) => {
      config = next
      answer(null)
    },
    get: (_: Config, answer: (value: unknown) => void) => answer({ uuid: 'copy', name: 'copy', config }),
    launch: (_: Config, answer: (value: unknown) => void) => answer(String(tested.push(config) - 1)),
    verify: (_: Config, answer: (value: unknown) => void) => {
      if (choose(4) === 0) return answer({ success: false, error: 'Endpoint returned HTTP 404: ' })
      const read = config
      add(() => {
        time += 1
        config = { ...read, connection_verified: true, connection_verified_at: time }
        answer({ success: true })
      })
    },
  }

  /** @param mayRepeat whether it may arrive twice */
  return {
    tested,
    send: <T>(what: keyof typeof steps, body: Config, mayRepeat: boolean) =>
      new Promise<Result<T>>((resolve) => {
        const lost = failure(
          new TimeoutError(
            { method: 'PUT', url: 'https://service.test' },
            { timeoutMs: 1, maybeReceived: true },
          ),
        )
        const fate = choose(what === 'verify' ? 5 : 10)
        const answer = fate === 0 ? () => {} : (value: unknown) => add(() => resolve(ok(value as T)))
        if (fate <= 1) add(() => resolve(lost))
        if (fate !== 2 || what === 'get') add(() => steps[what](body, answer))
        else add(() => resolve(lost))
        if (fate === 3 && mayRepeat) add(() => steps[what](body, () => {}))
      }),
  }
}

interface World {
  readonly choose: Choose
  /** Whether the agents have an address, which is verified. */
  readonly isConnected: boolean
  /** What a job compares. */
  readonly seen: (agent: Agent) => Agent
  /** Whether the second round of each job runs on the copy without the change, too. */
  readonly hasBothSides: boolean
}

/** Two jobs with two rounds each. @returns whose configuration each run tested that counts */
async function race({ choose, isConnected, seen, hasBothSides }: World) {
  const events = createEvents(choose)
  const { send, tested } = createModel(choose, events)
  const cancellation = new AbortController()
  const counted: { readonly by: string; readonly tested: unknown }[] = []
  let ids = 0

  async function job(name: string): Promise<void> {
    const effects: Effects = {
      service: {
        agents: {
          get: async () => {
            const read = await send<Agent>('get', {}, true)
            return read.ok ? ok(seen(read.value)) : read
          },
          update: (_, { config = {} }) => send('put', { ...config }, isConnected),
          verifyConnection: () => send('verify', {}, true),
        },
      } as ServiceChange as Effects['service'],
      clock: { now: () => 0, sleep: () => new Promise((resolve) => events.add(resolve)) },
      random: () => 0,
      newId: () => `${name}-${++ids}`,
      emit: () => {},
      signal: cancellation.signal,
    }
    const address = isConnected && { agent_url: `https://${name}.test` }
    const [config, withoutChange] = [name, `${name} without`].map((owner) => ({ owner, ...address }))
    const agent = { uuid: 'copy', name: 'copy' }
    const unread = { original: agent, keys: [], patch: {}, originalConfig: {}, newer: [], editedAt: null }
    const copy = { ...unread, config: config ?? {}, withoutChange: withoutChange ?? {} }
    const of = { agent, control: agent, tests: null, copy, problem: null }
    const launcher = new CopyLauncher(effects, 1e9)
    for (const round of [1, 2]) {
      const isOnBoth = round > 1 && hasBothSides
      const sides = isOnBoth ? (['candidate', 'control'] as const) : (['candidate'] as const)
      const launches = (choose(2) === 0 ? sides : sides.toReversed()).map((side) => {
        return { of, side, round, testUuids: null }
      })
      launcher.startRound(launches)
      const rounds = launches.map(async (launch) => {
        const launched = await launcher.launch(launch, async () => {
          const launch = await send<string>('launch', {}, true)
          const lost = { problem: contradictory, run: null } as const
          return launch.ok ? emptyRun(launch.value, 'queued', runUrl) : lost
        })
        const by = launch.side === 'candidate' ? name : `${name} without`
        if ('taskId' in launched) counted.push({ by, tested: tested[Number(launched.taskId)]?.['owner'] })
      })
      await Promise.all(rounds)
    }
  }

  const jobs = Promise.all([job('A'), job('B')])
  await events.run(120, () => cancellation.abort('SIGINT'))
  await jobs
  return counted
}

/**
 * Whose configuration the runs tested that count, in races of many orders and faults. @throws the first that is another's
 * @returns how many of them were with the change and without it
 */
async function races({
  isConnected = false,
  hasBothSides = false,
  seen = (agent: Agent) => agent,
  numRuns = 1000 * LENGTH,
}) {
  const counted = { with: 0, without: 0 }
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const choose = (n: number) => (numbers.next().value ?? 0) % n
      for (const { by, tested } of await race({ choose, isConnected, seen, hasBothSides })) {
        expect(tested).toBe(by)
        counted[by.endsWith('without') ? 'without' : 'with'] += 1
      }
    }),
    { numRuns },
  )
  return counted
}

it.each([true, false])(
  'no run counts that tested another configuration; with an address: %s',
  async (isConnected) => {
    expect((await races({ isConnected })).with).toBeGreaterThan(500)
  },
)

it('nor one that tested the other side, where jobs test their copy with the change and without it', async () => {
  const counted = await races({ hasBothSides: true })
  expect(Math.min(counted.with, counted.without)).toBeGreaterThan(300)
})

it('the same races find a comparison of the mark alone', async () => {
  const markAlone = ({ config, ...agent }: Agent) => ({
    ...agent,
    config: { agent_tests: config?.['agent_tests'], connection_verified: config?.['connection_verified'] },
  })
  await expect(races({ isConnected: true, seen: markAlone, numRuns: 10_000 })).rejects.toThrow(
    'Property failed',
  )
})
