// What becomes of agents, in gate and in report: each test is the committed bundle as a process.
import { describe, expect, it } from 'vitest'
import { APP_URL, createHarness, tally } from './harness.ts'
import { testsOf } from './results-file.ts'

const quick = { durationMs: 300, tests: 3 }
const LAUNCH = 'POST /agent-tests/agent/…/run'

describe.concurrent('when every test passes', () => {
  it('succeeds, with counts, summary and comment, and launches each agent once with an empty object', async (context) => {
    const harness = await createHarness(
      {
        agents: [
          { name: 'Alpha', scenario: 'all-pass', parameters: quick },
          { name: 'Beta', scenario: 'all-pass', parameters: quick },
        ],
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { agents: 'Beta, Alpha' } })
    expect(step.log).toContain('Alpha')
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ total: '6', passed: '6', failed: '0', verdict: 'passed' })
    expect(step.annotations).toEqual([])
    expect(tally(harness)).toMatchObject({ 'POST /agents/resolve': 1, [LAUNCH]: 2 })
    const launches = harness.simulator.journal.filter(({ path }) => path.endsWith('/run'))
    expect(launches.map(({ body }) => body)).toEqual([{}, {}])
    const [comment] = harness.comments()
    for (const report of [comment, step.summary]) {
      expect(report).toContain('Alpha')
      expect(report).toContain('Beta')
      expect(report?.indexOf('Beta')).toBeLessThan(report?.indexOf('Alpha') ?? 0)
    }
    expect(comment).toContain(`${APP_URL}/tests?tab=runs&runId=`)
  })
})

describe.concurrent('when tests fail', () => {
  const agents = [
    { name: 'Alpha', scenario: 'all-pass', parameters: quick },
    { name: 'Beta', scenario: 'two-fail', parameters: quick },
  ] as const

  it('fails the job in gate mode and says which tests and why', async (context) => {
    const harness = await createHarness({ agents, concurrency: 2 }, context.onTestFinished)
    const step = await harness.run()
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '6', passed: '4', failed: '2', verdict: 'failed' })
    expect(step.annotations.map(({ level }) => level)).toEqual(['error', 'error'])
    expect(step.annotations[1]?.message + (step.annotations[1]?.title ?? '')).toContain('Beta')
    const details = harness.simulator.journal.filter(
      ({ query }) => query['only_failed'] === 'true' && query['compact'] !== 'true',
    )
    expect(details).toHaveLength(1)
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('<details')
  })

  it.for([
    ['failing', [false, true]],
    ['all', [true, true]],
  ] as const)('has the conversations that the input asks for: %s', async ([details, known], context) => {
    const harness = await createHarness({ agents, concurrency: 2 }, context.onTestFinished)
    const step = await harness.run({ with: { details } })
    const replies = (outcome: string) =>
      testsOf(step).filter((test) => test.outcome === outcome && test.question.length > 0).length
    expect([replies('passed') === 4, replies('failed') === 2]).toEqual(known)
  })

  it('succeeds in report mode and says the same', async (context) => {
    const harness = await createHarness({ agents, concurrency: 2 }, context.onTestFinished)
    const step = await harness.run({ with: { mode: 'report' } })
    expect(step.exitCode).toBe(0)
    expect(step.outputs['verdict']).toBe('failed')
    expect(harness.comments()[0]).toContain('Beta')
  })
})

describe.concurrent('when a run ends without a verdict', () => {
  it('is inconclusive and fails the gate', async (context) => {
    const names = ['fails-as-run', 'cancelled', 'done-with-error', 'unanswered', 'vanishes'] as const
    const agents = names.map((scenario) => ({ name: scenario, scenario, parameters: { durationMs: 300 } }))
    const harness = await createHarness({ agents, concurrency: 5 }, context.onTestFinished)
    const step = await harness.run({ with: { mode: 'gate' } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    for (const words of ['failed on the service', 'cancelled', 'error', 'without a result', '404'])
      expect(harness.comments()[0]?.toLowerCase()).toContain(words)
  })
})

describe.concurrent('when an agent cannot run', () => {
  const agents = [
    { name: 'Alpha', scenario: 'all-pass', parameters: quick },
    { name: 'Beta', scenario: 'not-verified' },
  ] as const

  it('is skipped with a warning in an all-agents run', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run()
    expect(step.exitCode).toBe(0)
    expect(step.outputs['verdict']).toBe('passed')
    const warnings = step.annotations.filter(({ level }) => level === 'warning')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.message).toContain('Agent connection not verified')
  })
})
