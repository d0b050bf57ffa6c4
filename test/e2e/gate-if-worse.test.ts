// Mode gate-if-worse: against which earlier run, what counts as worse, and what cannot be told.
import { describe, expect, it, type TestContext } from 'vitest'
import type { EarlierRun, SimulatedAgent } from '../../simulator/src/index.ts'
import type { FrontRule } from './faults/front.ts'
import { createWorld, tally, type World } from './world.ts'

const HISTORY = 'GET /agent-tests/agent/…/runs'
const quick = { durationMs: 200 }

function earlier(tests: number, failing: number): EarlierRun {
  return { scenario: 'all-pass', parameters: { tests, failing } }
}

/** An agent whose run has 10 tests, of which some fail. */
function agent(name: string, failing: number, history: readonly EarlierRun[]): SimulatedAgent {
  return { name, scenario: 'all-pass', parameters: { ...quick, tests: 10, failing }, history }
}

async function compare(
  context: TestContext,
  agents: readonly SimulatedAgent[],
  rules: readonly FrontRule[] = [],
) {
  const options = rules.length === 0 ? { agents, slots: 8 } : { agents, slots: 8, front: { rules } }
  const world = await createWorld(options, context.onTestFinished)
  const step = await world.run({ with: { mode: 'gate-if-worse' } })
  return { world, step, comment: world.comments()[0] ?? '' }
}

const onHistory =
  (rule: FrontRule): FrontRule =>
  (request) =>
    request.path.endsWith('/runs') ? rule(request) : undefined

const historyPages = (world: World) =>
  world.simulator.journal.filter(({ path }) => path.endsWith('/runs')).map(({ query }) => query)

describe.concurrent('gate-if-worse', () => {
  it('passes where as many tests fail as before', async (context) => {
    const { step, comment, world } = await compare(context, [agent('Alpha', 2, [earlier(10, 2)])])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({
      verdict: 'passed',
      failed: '2',
      'pass-rate': '80.0',
      'previous-pass-rate': '80.0',
    })
    expect(comment).toMatch(/not worse/i)
    expect(historyPages(world)).toEqual([
      expect.objectContaining({ type: 'llm-unit-test', status: 'done', offset: '0' }),
    ])
  })

  it('passes where it got better, and names what is fixed', async (context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 0, [earlier(10, 1)])])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ 'pass-rate': '100.0', 'previous-pass-rate': '90.0' })
    expect(comment).toMatch(/fixed/i)
  })

  it('fails where it got worse, and names what newly fails before all failing tests', async (context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 2, [earlier(10, 1)])])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      verdict: 'failed',
      'pass-rate': '80.0',
      'previous-pass-rate': '90.0',
    })
    expect(comment).toMatch(/newly failing/i)
    expect(comment.search(/newly failing/i)).toBeLessThan(comment.indexOf('<details'))
    expect(step.log).toContain('the pass rate fell from 90.0% (9 of 10) to 80.0% (8 of 10)')
  })

  it('compares the rate over all agents, not each by itself', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 1, [earlier(10, 0)]),
      agent('Beta', 0, [earlier(10, 1)]),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ 'pass-rate': '95.0', 'previous-pass-rate': '95.0' })
  })

  it('takes new tests into account by their rate', async (context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 1, [earlier(8, 0)])])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ 'pass-rate': '90.0', 'previous-pass-rate': '100.0' })
    expect(comment).toMatch(/2 new/i)
  })

  it('tells removed tests from new ones by name', async (context) => {
    const rename = (body: string) =>
      body.replace(/"name":"Refuses a refund after 30 days"/g, '"name":"Gone since"')
    const { step, comment } = await compare(
      context,
      [agent('Support bot', 1, [earlier(10, 1)])],
      [onHistory(() => ({ kind: 'rewrite', change: rename }))],
    )
    expect(step.exitCode).toBe(0)
    expect(comment).toContain('Gone since')
    expect(comment).toMatch(/removed/i)
  })

  it('never takes a small hand-started run, or one over more tests, as the bar', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 2, [earlier(3, 0), earlier(12, 0), earlier(10, 3)]),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('70.0')
  })

  it('passes over earlier runs with an error', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 2, [{ scenario: 'done-with-error', parameters: { tests: 10 } }, earlier(10, 2)]),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('80.0')
  })

  it('takes the newest among equals', async (context) => {
    const { step } = await compare(context, [agent('Alpha', 2, [earlier(10, 1), earlier(10, 5)])])
    expect(step.exitCode).toBe(1)
    expect(step.outputs['previous-pass-rate']).toBe('90.0')
  })

  it('passes, and says so, where there is nothing to compare with', async (context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 3, [])])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed', 'pass-rate': '', 'previous-pass-rate': '' })
    expect(comment).toMatch(/nothing to compare with/i)
  })

  it('leaves an agent without history out of both sides, and names it', async (context) => {
    const { step, comment } = await compare(context, [
      agent('Alpha', 1, [earlier(10, 1)]),
      agent('Novice', 9, []),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ 'pass-rate': '90.0', 'previous-pass-rate': '90.0' })
    expect(comment).toMatch(/no earlier run[^\n]*Novice|Novice[^\n]*no earlier run/i)
  })

  it('reads on past the first page of history', async (context) => {
    const history = [...Array.from({ length: 60 }, () => earlier(3, 0)), earlier(10, 2)]
    const { step, world } = await compare(context, [agent('Alpha', 2, history)])
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('80.0')
    expect(historyPages(world).map(({ offset }) => offset)).toEqual(['0', '50'])
  })

  it('is inconclusive where any agent is', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 0, [earlier(10, 1)]),
      { name: 'Beta', scenario: 'fails-as-run', parameters: quick },
    ])
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
  })

  it.for([
    ['that has none (404)', { kind: 'answer', status: 404, body: '{"detail":"Not Found"}' }],
    ['that refuses it (403)', { kind: 'answer', status: 403, body: '{"detail":"Not allowed"}' }],
    ['that answers another shape', { kind: 'answer', status: 200, body: '{"runs":[]}' }],
    ['that never answers', { kind: 'hang', performed: false }],
  ] as const)('cannot be decided with a history %s', async ([, disturbance], context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 0, [])], [onHistory(() => disturbance)])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', 'pass-rate': '' })
    expect(comment).toMatch(/run history/i)
  })

  it.for([
    ['a 500', { kind: 'answer', status: 500 }],
    ['a lost connection', { kind: 'reset', performed: false }],
  ] as const)('outlasts %s', async ([, disturbance], context) => {
    const { step } = await compare(
      context,
      [agent('Alpha', 1, [earlier(10, 1)])],
      [onHistory(({ nth }) => (nth === 1 ? disturbance : undefined))],
    )
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('90.0')
  })

  it.for(['gate', 'report'])('asks for no history in mode %s', async (mode, context) => {
    const world = await createWorld({ agents: [agent('Alpha', 1, [earlier(10, 0)])] }, context.onTestFinished)
    const step = await world.run({ with: { mode } })
    expect(step.outputs).toMatchObject({ 'pass-rate': '', 'previous-pass-rate': '' })
    expect(tally(world)[HISTORY]).toBeUndefined()
  })
})
