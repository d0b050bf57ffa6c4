// What becomes of agents, in gate and in report: each test is the committed bundle as a process.
import { describe, expect, it } from 'vitest'
import { APP_URL, createWorld, tally } from './world.ts'

const quick = { durationMs: 300, tests: 3 }
const LAUNCH = 'POST /agent-tests/agent/…/run'

describe('when every test passes', () => {
  it('succeeds, with counts, summary and comment, and launches each agent once with an empty object', async () => {
    const world = await createWorld({
      agents: [
        { name: 'Alpha', scenario: 'all-pass', parameters: quick },
        { name: 'Beta', scenario: 'all-pass', parameters: quick },
      ],
    })
    const step = await world.run({ with: { agents: 'Beta, Alpha' } })
    expect(step.log).toContain('Alpha')
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ total: '6', passed: '6', failed: '0', verdict: 'passed' })
    expect(step.annotations).toEqual([])
    expect(tally(world)).toMatchObject({ 'POST /agents/resolve': 1, [LAUNCH]: 2 })
    const launches = world.simulator.journal.filter(({ path }) => path.endsWith('/run'))
    expect(launches.map(({ body }) => body)).toEqual([{}, {}])
    const [comment] = world.comments()
    for (const report of [comment, step.summary]) {
      expect(report).toContain('Alpha')
      expect(report).toContain('Beta')
      expect(report?.indexOf('Beta')).toBeLessThan(report?.indexOf('Alpha') ?? 0)
    }
    expect(comment).toContain(`${APP_URL}/tests?tab=runs&runId=`)
  })

  it.each(['items', 'array'] as const)(
    'takes all agents of the workspace from a list of %s',
    async (listShape) => {
      const world = await createWorld({
        listShape,
        concurrency: 2,
        agents: [
          { name: 'Alpha', scenario: 'all-pass', parameters: quick },
          { name: 'Beta, with a comma', scenario: 'all-pass', parameters: quick },
        ],
      })
      const step = await world.run()
      expect(step.exitCode).toBe(0)
      expect(step.outputs['total']).toBe('6')
      expect(tally(world)).toMatchObject({ 'GET /agents': 1, [LAUNCH]: 2 })
    },
  )
})

describe('when tests fail', () => {
  const agents = [
    { name: 'Alpha', scenario: 'all-pass', parameters: quick },
    { name: 'Beta', scenario: 'two-fail', parameters: quick },
  ] as const

  it('fails the job in gate mode and says which tests and why', async () => {
    const world = await createWorld({ agents, concurrency: 2 })
    const step = await world.run()
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '6', passed: '4', failed: '2', verdict: 'failed' })
    expect(step.annotations.filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(step.annotations[0]?.message + (step.annotations[0]?.title ?? '')).toContain('Beta')
    const details = world.simulator.journal.filter(
      ({ query }) => query['only_failed'] === 'true' && query['compact'] !== 'true',
    )
    expect(details).toHaveLength(1)
    expect(world.comments()).toHaveLength(1)
    expect(world.comments()[0]).toContain('<details')
  })

  it('succeeds in report mode and says the same', async () => {
    const world = await createWorld({ agents, concurrency: 2 })
    const step = await world.run({ with: { mode: 'report' } })
    expect(step.exitCode).toBe(0)
    expect(step.outputs['verdict']).toBe('failed')
    expect(world.comments()[0]).toContain('Beta')
  })
})

describe('when a run does not come to a verdict', () => {
  it.each([
    ['fails-as-run', 'failed'],
    ['cancelled', 'cancelled'],
    ['done-with-error', 'error'],
    ['unanswered', 'without a result'],
    ['vanishes', '404'],
  ] as const)('is inconclusive and fails the gate: %s', async (scenario, word) => {
    const world = await createWorld({
      agents: [{ name: 'Alpha', scenario, parameters: { durationMs: 300 } }],
    })
    const step = await world.run()
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(world.comments()[0]?.toLowerCase()).toContain(word)
  })

  it('times out with one last poll, and shows the run as still going with its link', async () => {
    const world = await createWorld({ agents: [{ name: 'Alpha', scenario: 'hangs', parameters: quick }] })
    const step = await world.run({ with: { timeout: '3' } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    const polls = world.requests().filter((request) => request.startsWith('GET /agent-tests/run/'))
    expect(polls.length).toBeGreaterThanOrEqual(2)
    const taskId = polls[0]?.split('/').at(-1)
    expect(world.comments()[0]).toContain(`runId=${taskId}`)
    expect(world.comments()[0]).toMatch(/still/i)
  })

  it('does not lose the other agents', async () => {
    const world = await createWorld({
      concurrency: 3,
      agents: [
        { name: 'Alpha', scenario: 'vanishes', parameters: quick },
        { name: 'Beta', scenario: 'all-pass', parameters: quick },
        { name: 'Gamma', scenario: 'other-workspace' },
      ],
    })
    const step = await world.run({ with: { agents: 'Alpha\r\nBeta\nGamma' } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', failed: '0', verdict: 'inconclusive' })
    expect(step.log).toContain('different workspace')
  })
})

describe('when an agent cannot run', () => {
  const agents = [
    { name: 'Alpha', scenario: 'all-pass', parameters: quick },
    { name: 'Beta', scenario: 'not-verified' },
  ] as const

  it('is a problem where it was named', async () => {
    const world = await createWorld({ agents })
    const step = await world.run({ with: { agents: 'Alpha,Beta' } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('cannot run (HTTP 400): Agent connection not verified')
  })

  it('is skipped with a warning in a sweep over all', async () => {
    const world = await createWorld({ agents })
    const step = await world.run()
    expect(step.exitCode).toBe(0)
    expect(step.outputs['verdict']).toBe('passed')
    const warnings = step.annotations.filter(({ level }) => level === 'warning')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.message).toContain('Agent connection not verified')
  })

  it('is no pass where nothing could run at all', async () => {
    const world = await createWorld({ agents: [{ name: 'Beta', scenario: 'no-tests' }] })
    const step = await world.run()
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '0', verdict: 'inconclusive' })
  })
})
