// A job that is cancelled while its comment is written, or twice.
import { expect, it } from 'vitest'
import type { FaultRule, GitHubFault } from '../support/github/github.ts'
import { asked, cancelOnce, describeSignals, isCreation, signals, until } from './cancel-step.ts'
import { createHarness, type Harness } from './harness.ts'
import { warningsOf } from './step-checks.ts'

const quick = { durationMs: 300, tests: 3 }

const isCreating = (harness: Harness) => harness.github.journal.some(isCreation)

const onCreate =
  (fault: GitHubFault): FaultRule =>
  (request) =>
    isCreation(request) ? fault : undefined

describeSignals('SIGINT', () => {
  const signal = 'SIGINT'

  it('while the comment is written, and GitHub answers', async (context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'all-pass', parameters: quick }],
        github: { faults: [onCreate({ delayMs: 400 })] },
      },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => isCreating(harness), signal)
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    expect(harness.comments()).toHaveLength(1)
  })

  it('while the comment is written, and GitHub hangs: only the comment is abandoned', async (context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'all-pass', parameters: quick }],
        github: { faults: [onCreate({ connection: 'hang' })] },
      },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => isCreating(harness), signal)
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    expect(step.summary).toContain('Alpha')
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringContaining('the job was cancelled'),
    ])
  })
})

describeSignals('a second signal', () => {
  it.for(signals)('ends the process at once: SIGINT, then %s', async (second, context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'hangs' }],
        github: {
          faults: [
            (request) => {
              if (!isCreation(request)) return undefined
              running.kill(second)
              return { connection: 'hang' }
            },
          ],
        },
        faultProxy: { rules: [] },
      },
      context.onTestFinished,
    )
    const running = harness.start({ with: { mode: 'report' } })
    await until(() => asked(harness, 'poll'))
    running.kill('SIGINT')
    const step = await running.result
    // With more time it would have ended with 0, as a report always does.
    expect(step.exitCode).toBe(1)
    // Outputs come first, so they exist although nothing waited for the comment.
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(step.summary).toContain('cancelled')
  })
})
