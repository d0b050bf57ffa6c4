// A manual clock whose timers fire a little before their time, as those of Node do against a finer clock.
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'

export function earlyClock(earlyMs: number): ManualClock {
  const clock = createManualClock()
  const { sleep } = clock
  return Object.assign(clock, {
    sleep: (ms: number, signal?: AbortSignal) => sleep(Math.max(0, ms - earlyMs), signal),
  })
}
