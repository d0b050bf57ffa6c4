// Mode gate-if-worse: the choice of the baseline, what counts as worse, and inconclusive comparisons.
import { describe, expect, it, type TestContext } from 'vitest'
import type { EarlierRun, SimulatedAgent } from '../../simulator/src/index.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, type Harness, tally } from './harness.ts'

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
  rules: readonly ProxyRule[] = [],
) {
  const options = rules.length === 0 ? { agents, slots: 8 } : { agents, slots: 8, faultProxy: { rules } }
  const harness = await createHarness(options, context.onTestFinished)
  const step = await harness.run({ with: { mode: 'gate-if-worse' } })
  return { harness, step, comment: harness.comments()[0] ?? '' }
}

const onHistory =
  (rule: ProxyRule): ProxyRule =>
  (request) =>
    request.path.endsWith('/runs') ? rule(request) : undefined

const historyPages = (harness: Harness) =>
  harness.simulator.journal.filter(({ path }) => path.endsWith('/runs')).map(({ query }) => query)

describe.concurrent('gate-if-worse', () => {
  it('passes if as many tests fail as before', async (context) => {
    const { step, comment, harness } = await compare(context, [agent('Alpha', 2, [earlier(10, 2)])])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({
      verdict: 'passed',
      failed: '2',
      'pass-rate': '80.0',
      'previous-pass-rate': '80.0',
    })
    expect(comment).toMatch(/not worse/i)
    expect(historyPages(harness)).toEqual([
      expect.objectContaining({ type: 'llm-unit-test', status: 'done', offset: '0' }),
    ])
  })

  it('passes if the pass rate rose, and lists fixed tests', async (context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 0, [earlier(10, 1)])])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ 'pass-rate': '100.0', 'previous-pass-rate': '90.0' })
    expect(comment).toMatch(/fixed/i)
  })

  it('fails if the pass rate fell, and lists newly failing tests first', async (context) => {
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

  it('compares the pass rate across all agents', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 1, [earlier(10, 0)]),
      agent('Beta', 0, [earlier(10, 1)]),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ 'pass-rate': '95.0', 'previous-pass-rate': '95.0' })
  })

  it('counts new tests in the pass rate', async (context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 1, [earlier(8, 0)])])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ 'pass-rate': '90.0', 'previous-pass-rate': '100.0' })
    expect(comment).toMatch(/2 new/i)
  })

  it('matches tests by name and lists removed ones', async (context) => {
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

  it('never uses a run with fewer or more tests as the baseline', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 2, [earlier(3, 0), earlier(12, 0), earlier(10, 3)]),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('70.0')
  })

  it('skips earlier runs that ended with an error', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 2, [{ scenario: 'done-with-error', parameters: { tests: 10 } }, earlier(10, 2)]),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('80.0')
  })

  it('prefers the newest run', async (context) => {
    const { step } = await compare(context, [agent('Alpha', 2, [earlier(10, 1), earlier(10, 5)])])
    expect(step.exitCode).toBe(1)
    expect(step.outputs['previous-pass-rate']).toBe('90.0')
  })

  it('passes and says so if there is no baseline', async (context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 3, [])])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed', 'pass-rate': '', 'previous-pass-rate': '' })
    expect(comment).toMatch(/nothing to compare with/i)
  })

  it('excludes an agent without history from the comparison and lists it', async (context) => {
    const { step, comment } = await compare(context, [
      agent('Alpha', 1, [earlier(10, 1)]),
      agent('Novice', 9, []),
    ])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ 'pass-rate': '90.0', 'previous-pass-rate': '90.0' })
    expect(comment).toMatch(/no earlier run[^\n]*Novice|Novice[^\n]*no earlier run/i)
  })

  it('reads more than one page of the run history', async (context) => {
    const history = [...Array.from({ length: 60 }, () => earlier(3, 0)), earlier(10, 2)]
    const { step, harness } = await compare(context, [agent('Alpha', 2, history)])
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('80.0')
    expect(historyPages(harness).map(({ offset }) => offset)).toEqual(['0', '50'])
  })

  it('is inconclusive if any agent is', async (context) => {
    const { step } = await compare(context, [
      agent('Alpha', 0, [earlier(10, 1)]),
      { name: 'Beta', scenario: 'fails-as-run', parameters: quick },
    ])
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
  })

  it.for([
    ['that does not exist (404)', { kind: 'answer', status: 404, body: '{"detail":"Not Found"}' }],
    ['that is forbidden (403)', { kind: 'answer', status: 403, body: '{"detail":"Not allowed"}' }],
    ['of another shape', { kind: 'answer', status: 200, body: '{"runs":[]}' }],
    ['that never answers', { kind: 'hang', performed: false }],
  ] as const)('is inconclusive with a run history %s', async ([, fault], context) => {
    const { step, comment } = await compare(context, [agent('Alpha', 0, [])], [onHistory(() => fault)])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', 'pass-rate': '' })
    expect(comment).toMatch(/run history/i)
  })

  it.for([
    ['a 500', { kind: 'answer', status: 500 }],
    ['a lost connection', { kind: 'reset', performed: false }],
  ] as const)('retries after %s', async ([, fault], context) => {
    const { step } = await compare(
      context,
      [agent('Alpha', 1, [earlier(10, 1)])],
      [onHistory(({ nth }) => (nth === 1 ? fault : undefined))],
    )
    expect(step.exitCode).toBe(0)
    expect(step.outputs['previous-pass-rate']).toBe('90.0')
  })

  it.for(['gate', 'report'])('reads no run history in mode %s', async (mode, context) => {
    const harness = await createHarness(
      { agents: [agent('Alpha', 1, [earlier(10, 0)])] },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { mode } })
    expect(step.outputs).toMatchObject({ 'pass-rate': '', 'previous-pass-rate': '' })
    expect(tally(harness)[HISTORY]).toBeUndefined()
  })
})
