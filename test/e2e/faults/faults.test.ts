// Hundreds of schedules of faults, told by seeds, each checked against what must always hold. `FAULT_SEED=17 npm run
// test:faults` plays one of them alone and shows it; `FAULT_COUNT=2000` plays more of them.
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenRules } from './oracle.ts'
import { type Played, play } from './play.ts'
import { type Schedule, scheduleOf } from './schedule.ts'

/** They mostly sleep. */
const SIDE_BY_SIDE = 28
const WITHIN_MS = 300_000

const wanted = process.env['FAULT_SEED']
const count = Number(process.env['FAULT_COUNT'] ?? 210)
const seeds = wanted === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(wanted)]
const finished = new Map(seeds.map((seed) => [seed, Promise.withResolvers<readonly string[]>()]))

async function playNext(waiting: number[]): Promise<void> {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
    const schedule = scheduleOf(seed)
    const verdict = finished.get(seed)
    try {
      const played = await play(schedule)
      const broken = brokenRules(schedule, played)
      if (broken.length > 0 || wanted !== undefined) show(schedule, played)
      verdict?.resolve(broken)
    } catch (error) {
      verdict?.reject(error)
    }
  }
}

function show({ seed, temper, mode, agents, outages }: Schedule, { step, journal }: Played): void {
  const lines = journal.map(
    ({ method, path, query, nth, atMs, disturbance }) =>
      `${Math.round(atMs)} ms ${method} ${path}${query} (${nth}) ${JSON.stringify(disturbance)}`,
  )
  const told = agents.map(({ name, scenario }) => `${name}: ${scenario}`).join(', ')
  const head = `FAULT_SEED=${seed}, ${temper}, ${mode}, ${told}, closed ${JSON.stringify(outages)}`
  console.log([head, ...lines.map((line) => line.slice(0, 300)), step.raw].join('\n'))
}

beforeAll(() => {
  const waiting = [...seeds]
  // Looked at by the test of the same seed, which may come later.
  for (const { promise } of finished.values()) promise.catch(() => undefined)
  // Not awaited: each test awaits its own schedule.
  for (let player = 0; player < SIDE_BY_SIDE; player += 1) void playNext(waiting)
})

describe('whatever goes wrong, the verdict is true, each agent has one outcome, and nothing is launched twice', () => {
  it.for(seeds)('FAULT_SEED=%i', { timeout: WITHIN_MS }, async (seed) => {
    const broken = await finished.get(seed)?.promise
    expect(broken, `play it again with: FAULT_SEED=${seed} npm run test:faults`).toEqual([])
  })
})
