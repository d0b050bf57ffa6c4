// Two things at the same moment: the poller has one loop, whatever the order.
import { expect, test } from 'vitest'
import { createManualClock } from '../support/manual-clock.ts'
import { runAgents } from './gate-harness.ts'
import { done, inProgress, launched } from './responses.ts'

const microtasks = Array.from({ length: 10 }, (_, count) => count)

test.each(microtasks)(
  'a run launched %i microtasks after the last other run ended is polled once in every interval',
  async (count) => {
    const clock = createManualClock()
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const { polledAt } = await runAgents(
      {
        ada: { polls: [inProgress, done(1, 0)] },
        bob: { launch: launched, polls: [inProgress] },
      },
      {
        clock,
        timeoutSeconds: 42,
        change: ({ launch, getRun }) => ({
          async launch(...call) {
            if (call[0] === 'bob') await ended
            for (let each = 0; call[0] === 'bob' && each < count; each += 1) await null
            return launch(...call)
          },
          async getRun(...call) {
            const result = await getRun(...call)
            if (result.ok && result.value.status === 'done') end()
            return result
          },
        }),
      },
    )
    expect(polledAt('bob')).toEqual([15, 17.5, 22.5, 27.5, 32.5, 37.5, 42])
    expect(clock.asleep).toEqual([])
  },
)
