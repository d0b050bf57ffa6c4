// Mode gate-if-worse: which failures block, and what the reports say of the baseline.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent, Simulator } from '../../simulator/src/index.ts'
import {
  BROKEN,
  earlierRuns,
  FLAKY,
  FLAKY_ONCE,
  flakyAgent,
  KNOWN,
  launches,
  openedAnHourAgo,
} from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { resultsOf, testNamed } from './results-file.ts'

const DAY_MS = 86_400_000

/**
 * A job whose first run is the 11th of each test.
 * @param before called before the job starts
 */
async function compare(
  context: TestContext,
  agent: SimulatedAgent,
  before: (simulator: Simulator) => void = () => undefined,
) {
  const harness = await createHarness({ agents: [agent], concurrency: 8 }, context.onTestFinished)
  before(harness.simulator)
  const step = await harness.run({
    with: { mode: 'gate-if-worse', timeout: '240' },
    event: openedAnHourAgo(),
  })
  const comment = harness.comments()[0] ?? ''
  return { harness, step, comment, reports: [comment, step.summary, step.log] }
}

const broken = flakyAgent({ breaks: { [BROKEN]: 11 } })

/** Other jobs' runs since this pull request was opened. As a baseline, they would excuse the broken test. */
const tooRecent = ({ addRun }: Simulator) => {
  const launchedAt = Date.now() - 30 * 60_000
  for (let run = 0; run < 12; run += 1)
    addRun(broken.name, { scenario: 'flaky', failing: [BROKEN], launchedAt })
}

describe.concurrent('gate-if-worse', () => {
  it('fails if a test broke; tests that failed before and flaky ones do not block', async (context) => {
    const rates = { ...FLAKY_ONCE.rates, [KNOWN]: 1 }
    const agent = flakyAgent({ ...FLAKY_ONCE, rates, breaks: { [BROKEN]: 11 } })
    const { step, harness, comment } = await compare(context, agent)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      verdict: 'failed',
      total: '16',
      passed: '14',
      failed: '2',
      flaky: '1',
      broken: '1',
      // All 16 tests, then two again, then one of them.
      'executed-tests': '19',
    })
    expect(comment).toContain(`### ❌ Do not merge: "${BROKEN}" broke\n`)
    expect(comment).toMatch(
      /- ❌ .*: probably a change since \[.*\]\(\S+\), when it last passed\. Failed 3 of 3; passed all of its last 10 runs\./,
    )
    expect(comment).toMatch(
      /- ➖ .*: not this change\. Failed once; failed in all of its last 10 runs, too\./,
    )
    expect(comment).toContain('1 flaky test')
    expect(launches(harness, step)).toEqual(['all', [BROKEN, FLAKY], [BROKEN]])
    const classes = [BROKEN, KNOWN, FLAKY].map((name) => testNamed(step, name).outcome)
    expect(classes).toEqual(['broke', 'failed-before', 'flaky'])
  })

  it('says how many runs the baseline has, from when to when, and links to the newest', async (context) => {
    const history = earlierRuns(10).map((run, age) => ({
      ...run,
      launchedAt: Date.now() - (3 + age) * DAY_MS,
    }))
    const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
    const { step, comment } = await compare(context, { ...broken, history })
    const text = `10 runs from ${dayOf(12)} to ${dayOf(3)}`
    const runs = resultsOf(step).agents[0]?.baseline?.runs ?? []
    const links = runs.slice(0, 3).map(({ url }, age) => `[${dayOf(3 + age)}](${url})`)
    expect(step.summary).toContain(`- Support bot: ${text} (${links.join(', ')}, …)`)
    expect(comment).not.toContain(text)
    expect(step.log).toContain(`Support bot: baseline of ${text}`)
  })

  it('passes without a history, and says which runs were left out', async (context) => {
    const agent = { ...broken, history: [] }
    const { step, harness, reports } = await compare(context, agent, tooRecent)
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    for (const report of reports) expect(report).toContain('12 earlier runs are too recent')
    for (const report of reports) expect(report).toContain('failed; not compared')
    expect(testNamed(step, BROKEN)).toMatchObject({ outcome: 'not-compared', blocks: false })
    expect(reports[1]).toContain('- Support bot: no earlier run (12 runs left out as too recent)')
    expect(launches(harness, step)).toEqual(['all'])
  })
})
