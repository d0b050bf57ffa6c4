// What the runner or the workflow's env may get wrong: certificate checks off, what breaks Node.
import { describe, expect, it } from 'vitest'
import { everythingWritten } from './everything-written.ts'
import { createHarness } from './harness.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

describe.concurrent('the environment', () => {
  it.for(['gate', 'report'])(
    'without certificate checks is refused before any request (%s)',
    async (mode, context) => {
      const harness = await createHarness({ agents }, context.onTestFinished)
      const step = await harness.run({ with: { mode }, env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
      expect(step.exitCode).toBe(1)
      expect(step.annotations.map(({ message }) => message)).toEqual([
        expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of TLS certificates'),
      ])
      expect(harness.requests()).toEqual([])
    },
  )

  it('that breaks the action is an internal error, which does not show the key', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const script = `Date.now = () => { throw new Error('no time for ' + process.env['INPUT_API-KEY']) }`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` }
    const step = await harness.run({ env })
    expect(step.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('no time for ***. Please report it'),
    ])
    expect(everythingWritten(step, harness)).not.toContain(harness.simulator.apiKey)
  })
})
