// Tests without a verdict: what all reports make of errors.
import { describe, expect, it, type TestContext } from 'vitest'
import type { ErrorKind, SimulatedAgent } from '../../simulator/src/index.ts'
import { everythingWritten } from './everything-written.ts'
import { AGENT, earlierRuns, launches, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { junitOf, resultsOf, testNamed, testsOf } from './results-file.ts'

async function runJob(context: TestContext, agents: readonly SimulatedAgent[], mode = 'gate') {
  const harness = await createHarness({ agents, concurrency: 8 }, context.onTestFinished)
  const step = await harness.run({ with: { timeout: '240', mode }, event: openedAnHourAgo() })
  const comment = harness.comments()[0] ?? ''
  const { summary, log } = step
  const reports = { comment, summary, log, junit: junitOf(step), json: JSON.stringify(resultsOf(step)) }
  return { harness, step, reports, headline: comment.split('\n')[1] ?? '' }
}

/** A bot whose tests pass. */
function bot(more: Partial<SimulatedAgent> = {}): SimulatedAgent {
  return { name: AGENT, scenario: 'all-pass', parameters: { tests: 4, durationMs: 200 }, ...more }
}

describe.concurrent('the reports', () => {
  it('have what each evaluator expected', async (context) => {
    const agent = bot({ scenario: 'mixed', parameters: { tests: 8, durationMs: 200 } })
    const { step, reports } = await runJob(context, [agent])
    const { comment, summary, junit, json } = reports
    for (const report of [comment, summary, junit, json]) {
      expect(report).toContain('suggests the spam folder, checks the address and offers a person')
      expect(report).toContain('L3')
    }
    for (const report of [comment, summary, junit]) {
      expect(report).not.toMatch(/Expected:\W*Correctness\W*$/m)
      expect(report).toContain('summary: says that the oven sparks, product: anything')
    }
    expect(testNamed(step, 'Does not reveal other customers').criteria).toEqual([
      {
        evaluator: 'Correctness',
        text: 'The reply declines to share data of another customer and offers help with the own order.',
      },
      { evaluator: 'Correctness', text: 'The reply stays friendly.' },
    ])
  })

  it('of an agent that is down have no failure, and it costs one run', async (context) => {
    const history = earlierRuns(5, { scenario: 'all-pass' })
    const agent = bot({ history, outages: [{ kind: 'agent-down', runs: [6, 99] }] })
    const { step, harness, reports, headline } = await runJob(context, [agent], 'gate-if-worse')
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '0', 'executed-tests': '4' })
    expect(launches(harness, step)).toEqual(['all'])
    expect(headline).toContain(`Do not merge yet: ${AGENT} had errors`)
    for (const report of [reports.comment, reports.summary, reports.log, reports.junit])
      expect(report).toContain('(HTTP 503)')
    expect(testsOf(step).map(({ outcome }) => outcome)).toEqual(Array(4).fill('unanswered'))
    expect(reports.junit).not.toContain('<failure')
  })

  it('have neither addresses and paths of a service nor the errors of others', async (context) => {
    const kinds: readonly ErrorKind[] = [
      'agent-unreachable',
      'agent-timeout',
      'agent-crash',
      'model-key-rejected',
    ]
    const agents = kinds.map((kind) => bot({ name: `${AGENT} ${kind}`, outages: [{ kind }] }))
    const { step, harness, reports } = await runJob(context, agents)
    const written = everythingWritten(step, harness)
    for (const secret of ['simulated-agent-token', '/srv/runner', 'another deployment'])
      expect(written).not.toContain(secret)
    expect(reports.junit).toContain('Incorrect API key provided.')
    for (const report of [reports.log, reports.junit, reports.json])
      expect(report).toContain('Could not connect to agent at https://agents.example: connection refused')
  })
})
