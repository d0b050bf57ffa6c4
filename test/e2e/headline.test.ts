// The output `headline`: one line of plain text.
import { describe, expect, it } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { createHarness, PULL_REQUEST } from './harness.ts'

const HOSTILE = '<!channel>"; $(id)'
const failing = (name: string): SimulatedAgent => ({
  ...{ name: 'Alpha', scenario: 'one-fails', parameters: { tests: 1, durationMs: 0 } },
  fixture: {
    cases: [
      {
        kind: 'reply',
        name,
        ...{ message: 'Hello', expectation: 'Greets', reply: 'Hi' },
        ...{ wrongReply: 'No', failureReason: 'It does not greet.' },
      },
    ],
  },
})

const agents = [failing('Greets')]

describe.concurrent('the headline', () => {
  it('is that of the comment, as plain text', async ({ onTestFinished }) => {
    const vanished = { name: HOSTILE, scenario: 'vanishes', parameters: { durationMs: 0 } } as const
    const harness = await createHarness({ agents: [vanished] }, onTestFinished)
    const step = await harness.run()
    expect(step.outputs['headline']).toBe(`⚠️ Do not merge yet: ${HOSTILE} could not be read`)
    expect(step.log).toContain(`⚠️ \u001B[1mDo not merge yet: ${HOSTILE} could not be read`)
  })

  it('is one line of at most 300 characters, without commands of the runner and invisible characters', async ({
    onTestFinished,
  }) => {
    const name = `${'##['.repeat(20)}error]a\nverdict=passed\n\u202Eb${'x'.repeat(500)}`
    const long = { ...failing(name), name: `A ${'long '.repeat(200)}` }
    const harness = await createHarness({ agents: [long, failing(name)] }, onTestFinished)
    const { headline = '', verdict } = (await harness.run({ with: { title: 'x'.repeat(100) } })).outputs
    expect(verdict).toBe('failed')
    expect(headline.length).toBeLessThanOrEqual(300)
    expect(headline).toMatch(/^❌ x{100}: Do not merge: /)
    expect(headline).not.toMatch(/##\[|[\u202E\n]/)
  })

  it.for([
    ['pull_request', { number: PULL_REQUEST, pull_request: { number: PULL_REQUEST } }, 'Do not merge'],
    ['schedule', {}, 'Failed'],
  ] as const)(
    'says of an invalid input that nothing was tested, on %s',
    async ([eventName, event, advice], { onTestFinished }) => {
      const harness = await createHarness({ agents }, onTestFinished)
      const key = harness.simulator.apiKey
      const inputs = { mode: 'gatee', title: `A\n${key}` }
      const { outputs, exitCode } = await harness.run({ eventName, event, with: inputs })
      expect({ exitCode, names: Object.keys(outputs) }).toEqual({ exitCode: 1, names: ['headline'] })
      expect(outputs['headline']).toContain(
        `❌ ${advice}: nothing was tested: Input "mode": "gatee" is not valid. Expected`,
      )
      expect(outputs['headline']).not.toContain(key)
    },
  )
})
