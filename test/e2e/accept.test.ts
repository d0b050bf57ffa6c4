// The input `accept` on the bundle.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { AGENT, BROKEN, flakyAgent, KNOWN, launches, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { testNamed } from './results-file.ts'

const DAY_MS = 86_400_000
/** A day before or after today in UTC, as `2026-12-03`. */
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const tomorrow = day(1)
const shortDay = (text: string) => {
  const [, month = '', date = ''] = text.split('-')
  return `${Number(date)} ${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[Number(month) - 1]}`
}

/** Fails one test since its eleventh run, which is the first of a job. */
const broken = flakyAgent({ breaks: { [BROKEN]: 11 } })

async function accept(
  context: TestContext,
  lines: readonly string[],
  inputs: Readonly<Record<string, string>> = {},
  agents: readonly SimulatedAgent[] = [broken],
) {
  const harness = await createHarness({ agents, concurrency: 8 }, context.onTestFinished)
  const step = await harness.run({
    with: { accept: lines.join('\n'), retries: '2', timeout: '240', ...inputs },
    event: openedAnHourAgo(),
  })
  const warnings = step.annotations.filter(({ level }) => level === 'warning').map(({ message }) => message)
  return { harness, step, warnings, comment: harness.comments()[0] ?? '' }
}

describe.concurrent('accept', () => {
  it('lets a job with an accepted failure pass', async (context) => {
    const lines = [`${AGENT} / ${BROKEN} until ${tomorrow}`]
    const { harness, step, comment, warnings } = await accept(context, lines, { mode: 'gate-if-worse' })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed', failed: '1', 'executed-tests': '16' })
    expect(launches(harness, step)).toEqual(['all'])
    const until = `accepted until ${shortDay(tomorrow)}`
    expect(comment).toContain('### ✅ Good to merge: 15 of 16 tests passed; 1 accepted\n')
    for (const report of [comment, step.summary, step.log]) expect(report).toContain(until)
    expect(testNamed(step, BROKEN).accepted).toEqual({ until: tomorrow, expired: false })
    // Nothing that blocks.
    expect(warnings).toEqual([])
  })

  it('blocks again after the day, and says so', async (context) => {
    const { step, comment, warnings } = await accept(context, [`${AGENT} / ${BROKEN} until ${day(-1)}`])
    expect(step.outputs).toMatchObject({ verdict: 'failed', 'executed-tests': '18' })
    expect(comment).toContain('Do not merge')
    expect(comment).toContain(`was accepted until ${shortDay(day(-1))}`)
    expect(warnings).toEqual([
      `Input "accept": "${AGENT} / ${BROKEN} until ${day(-1)}" has expired, so the test blocks again. Correct the test or the agent, and remove this line.`,
    ])
  })

  it('warns about lines that can go', async (context) => {
    const lines = [
      `${AGENT} / ${BROKEN} until ${tomorrow}`,
      `${AGENT} / ${KNOWN} until ${tomorrow}`,
      `${AGENT} / No such test until ${tomorrow}`,
      `Sales bot / ${BROKEN} until ${tomorrow}`,
      `${AGENT} / ${KNOWN} until ${day(-3)}`,
    ]
    // The legs of a matrix, which list their agents, share the lines.
    const leg = await accept(context, lines.slice(3, 4), { agents: AGENT })
    expect(leg.warnings.filter((text) => text.startsWith('Input'))).toEqual([])
    const { step, warnings } = await accept(context, lines)
    expect(step.exitCode).toBe(0)
    const correct = 'Remove this line, or correct the name; case and spaces matter.'
    expect(warnings.filter((text) => text.startsWith('Input'))).toEqual([
      `Input "accept": "${lines[1]}" is not needed any more, because the test passed. Remove this line.`,
      `Input "accept": "${lines[2]}" matches no test of this agent. ${correct}`,
      `Input "accept": "${lines[3]}" matches none of the tested agents. ${correct}`,
      `Input "accept": "${lines[4]}" has expired. Remove this line.`,
    ])
  })
})
