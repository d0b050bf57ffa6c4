// A manual clock whose timers fire a little before their time, as Node's do against a finer clock.
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'

/** @param earlyMs by how much each timer fires early; timers never fire within the first millisecond */
export function earlyFiringClock(earlyMs: number): ManualClock {
  const clock = createManualClock()
  const { sleep } = clock
  return Object.assign(clock, {
    sleep: (ms: number, signal?: AbortSignal) => sleep(Math.max(Math.min(ms, 1), ms - earlyMs), signal),
  })
}
