// The modes and the inputs that change what blocks: what each makes of a failing test, in all reports.
import { describe, expect, it, type TestContext } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import type { Flakiness, SimulatedAgent } from '../../simulator/src/index.ts'
import {
  AGENT,
  BROKEN,
  FLAKY,
  FLAKY_ONCE,
  flakyAgent,
  KNOWN,
  launches,
  openedAnHourAgo,
} from './flaky-agent.ts'
import { APP_URL, createHarness, requestsOf, tally, warningsOf } from './harness.ts'
import { junitOf, resultsOf, testNamed } from './results-file.ts'

async function runJob(
  context: TestContext,
  agents: readonly SimulatedAgent[],
  inputs: Readonly<Record<string, string>>,
) {
  const options = { agents, concurrency: 8, faultProxy: { rules: [] } }
  const harness = await createHarness(options, context.onTestFinished)
  const step = await harness.run({ with: { timeout: '240', ...inputs }, event: openedAnHourAgo() })
  return { harness, step, comment: harness.comments()[0] ?? '' }
}

const EDITED = 'Angry customer is handed over'
const JUDGED = FLAKY

/** After ten runs: a test that always fails, and three that now do, of which one was edited and one is judged by another version. */
const line = `${AGENT}: flaky rate=0 tests=16 duration-ms=200 rate="${KNOWN}"@1 break="${BROKEN}"@11 break="${JUDGED}"@11 break="${EDITED}"@11 edited="${EDITED}"@11`

/** Of the service's own kind, so that it can be edited there. */
const editedAgent: SimulatedAgent = {
  ...readAgentLine(line),
  history: Array.from({ length: 10 }, () => ({ scenario: 'flaky', versions: { 'other-correctness': 7 } })),
  config: { system_prompt: 'Help.', llm: { model: 'some/model' } },
}

describe.concurrent('mode gate', () => {
  it('counts a failing test that passes a retry as flaky and passed, and every report says so', async (context) => {
    const { harness, step, comment } = await runJob(context, [flakyAgent(FLAKY_ONCE)], { retries: '2' })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({
      verdict: 'passed',
      total: '16',
      passed: '16',
      failed: '0',
      flaky: '1',
      broken: '',
      'executed-tests': '17',
      cost: expect.stringMatching(/^0\.\d+$/),
    })
    expect(launches(harness, step)).toEqual(['all', [FLAKY]])
    expect(comment).toContain('all 16 tests passed, 1 only on retry')
    expect(comment).toContain('passed on attempt 2')
    for (const report of [comment, step.log, step.summary]) expect(report).toContain(FLAKY)
    expect(step.annotations).toEqual([])

    const { cause, attempts } = testNamed(step, FLAKY)
    expect(cause).toBe('passed')
    expect(attempts.map((attempt) => attempt.status)).toEqual(['failed', 'passed'])
    const polled = [...new Set(requestsOf(harness, 'poll').map(({ path }) => path.split('/').at(-1)))]
    expect(attempts.map(({ taskId }) => taskId)).toEqual(polled)
    expect(attempts.map(({ url }) => url)).toEqual(
      polled.map((taskId) => `${APP_URL}/tests?tab=runs&runId=${taskId}`),
    )
    expect(junitOf(step).match(/<flakyFailure /g)).toHaveLength(1)
    expect(junitOf(step)).not.toMatch(/<failure |<rerunFailure /)
  })

  it('says of each failing test what its earlier runs show', async (context) => {
    const { harness, step } = await runJob(context, [editedAgent], { retries: '4' })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      ...{ verdict: 'failed', total: '16', passed: '12', failed: '4', flaky: '0', broken: '' },
      // All 16 tests, then four of them four times.
      'executed-tests': '32',
    })
    const tests = [KNOWN, BROKEN, EDITED, JUDGED].map((name) => testNamed(step, name))
    expect(
      tests.map(({ cause, blocks, earlier }) => [cause, blocks, earlier?.failures, earlier?.runs]),
    ).toEqual([
      ['older', true, 10, 10],
      ['changed', true, 0, 10],
      ['edited', true, 0, 10],
      ['edited', true, 0, 10],
    ])
    const [known, broken, edited, judged] = tests
    expect(known?.earlier?.lastPassed).toBe(null)
    expect(broken?.reply).toMatch(/\w/)
    expect(broken?.earlier?.lastPassed?.reply).toMatch(/\w/)
    expect(broken?.earlier?.lastPassed?.reply).not.toBe(broken?.reply)
    expect([broken?.edits, broken?.editedEvaluators, edited?.editedEvaluators]).toEqual([[], [], []])
    expect(edited?.edits).toMatchObject([{ what: 'question' }])
    expect(edited?.edits[0]?.before).toContain('Before it was edited:')
    expect(edited?.edits[0]?.now).not.toContain('Before it was edited:')
    expect(judged?.editedEvaluators).toEqual([{ evaluator: 'Correctness (2)', version: 1, before: 7 }])
    const counts = tally(harness)
    expect(counts['GET /agent-tests/agent/…/runs']).toBe(1)
    expect(counts['GET /agents/…']).toBe(1)
    // Four retries, and ten earlier runs: the newest twice, for the test that failed in it and those that passed.
    expect(new Set(harness.requests().filter((each) => each.startsWith('GET /agent-tests/run/'))).size).toBe(
      15,
    )
  })
})

describe.concurrent('mode gate-if-worse', () => {
  it('fails if a test broke; tests that failed before and flaky ones do not block', async (context) => {
    const rates = { ...FLAKY_ONCE.rates, [KNOWN]: 1 }
    const agent = flakyAgent({ ...FLAKY_ONCE, rates, breaks: { [BROKEN]: 11 } })
    const { step, harness, comment } = await runJob(context, [agent], { mode: 'gate-if-worse' })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      verdict: 'failed',
      total: '16',
      passed: '14',
      failed: '2',
      flaky: '1',
      broken: '1',
      // All 16 tests, then two again, then one of them three times.
      'executed-tests': '21',
    })
    expect(comment).toContain(`### ❌ Do not merge: 1 of 16 tests broke\n`)
    expect(comment).toMatch(/\| 5 of 5 \| 0 of 10 \| the agent probably changed after \[.*\]\(\S+\) \|/)
    expect(comment).toMatch(/\| ➖&nbsp;.* \| once \| 10 of 10 \| an older failure \|/)
    expect(comment).toContain('1 test (flaky)')
    expect(launches(harness, step)).toEqual(['all', [BROKEN, FLAKY], [BROKEN], [BROKEN], [BROKEN]])
    const classes = [BROKEN, KNOWN, FLAKY].map((name) => testNamed(step, name).cause)
    expect(classes).toEqual(['changed', 'older', 'passed'])
    expect(step.log).toMatch(/baseline of 10 runs from \S+ to \S+/)
  })

  it('passes if the failure is accepted, and warns about lines that can go', async (context) => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const old = `${AGENT} / ${KNOWN} until ${day(-3)}`
    const accept = `${AGENT} / ${BROKEN} until ${day(1)}\n${old}`
    const broken = flakyAgent({ breaks: { [BROKEN]: 11 } })
    const inputs = { mode: 'gate-if-worse', retries: '2', accept }
    const { harness, step, comment } = await runJob(context, [broken], inputs)
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed', failed: '1', 'executed-tests': '16' })
    expect(launches(harness, step)).toEqual(['all'])
    expect(comment).toMatch(/^### ✅ Good to merge: 15 of 16 tests passed; 1 accepted failure$/m)
    for (const report of [comment, step.summary, step.log])
      expect(report).toMatch(/accepted until \d{1,2} [A-Z][a-z]{2}\b/)
    expect(testNamed(step, BROKEN).accepted).toEqual({ until: day(1), expired: false })
    // Nothing that blocks.
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      `Input "accept": "${old}" has expired. Remove this line.`,
    ])
  })

  it('finds a break by a control that passes where the agent keeps failing', async (context) => {
    const preview = `${AGENT} (preview)`
    const agentOf = (name: string, flakiness: Flakiness): SimulatedAgent => ({
      ...{ name, scenario: 'flaky', parameters: { tests: 20, durationMs: 100 } },
      flakiness: { rate: 0, ...flakiness },
    })
    const agents = [agentOf(preview, { breaks: { [BROKEN]: 1 } }), agentOf(AGENT, {})]
    const inputs = { mode: 'gate-if-worse', agents: preview, control: AGENT }
    const { step, harness, comment } = await runJob(context, agents, inputs)
    expect(step.exitCode).toBe(1)
    // All 20 tests, then one four times, and three times on the control.
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1', 'executed-tests': '27' })
    const control = harness.simulator.agents.find(({ name }) => name === AGENT)
    expect(
      requestsOf(harness, 'launch').filter(({ path }) => path.includes(`${control?.uuid}`)),
    ).toHaveLength(3)
    const annotations = step.annotations.map(({ message }) => message).join('\n')
    for (const report of [comment, step.summary, step.log, annotations, junitOf(step)])
      expect(report).toMatch(/without the change 0 of 3/)
    const [attempt] = testNamed(step, BROKEN).control?.attempts ?? []
    expect(attempt).toMatchObject({ status: 'passed', reply: expect.stringMatching(/\w/) })
    expect(resultsOf(step).agents).toMatchObject([{ control: { name: AGENT, problem: null } }])
  })

  it('gives up a preview that only answers with errors after three rounds, and says so', async (context) => {
    const preview = `${AGENT} (preview)`
    const agentOf = (name: string, more: Partial<SimulatedAgent> = {}): SimulatedAgent => ({
      ...{ name, scenario: 'flaky', parameters: { tests: 20, durationMs: 100 } },
      flakiness: { rate: 0 },
      ...more,
    })
    const broken = { flakiness: { rate: 0, breaks: { [BROKEN]: 1 } } }
    const agents = [
      agentOf(preview, { ...broken, outages: [{ kind: 'agent-down', runs: [2, 99] }] }),
      agentOf(AGENT),
    ]
    const inputs = { mode: 'gate-if-worse', agents: preview, control: AGENT }
    const { step, harness, comment } = await runJob(context, agents, inputs)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(requestsOf(harness, 'launch')).toHaveLength(4)
    for (const report of [comment, step.summary, step.log]) {
      expect(report).toContain('when it ran again, Support bot (preview) answered HTTP 503')
      expect(report).not.toContain('without the change')
    }
  })
})

describe.concurrent('pass-rate', () => {
  const twenty = (failing: number): SimulatedAgent => ({
    name: 'Alpha',
    scenario: 'one-fails',
    parameters: { tests: 20, failing, durationMs: 0 },
  })

  it.for([
    [2, 'passed', '✅ Good to merge: 18 of 20 tests passed (90%; at least 90% must pass)'],
    [3, 'failed', '❌ Do not merge: 17 of 20 tests passed (85%; at least 90% must pass)'],
  ] as const)('with %d of 20 tests failing, the job %s', async ([failing, verdict, headline], context) => {
    const { step, comment } = await runJob(context, [twenty(failing)], { 'pass-rate': '90' })
    expect(step.exitCode).toBe(verdict === 'passed' ? 0 : 1)
    expect(step.outputs).toMatchObject({ verdict, headline, failed: String(failing) })
    expect(comment).toContain(`### ${headline}`)
    const levels = new Set(step.annotations.map(({ level }) => level))
    expect([...levels]).toEqual(verdict === 'passed' ? [] : ['error'])
    expect(resultsOf(step).decision.passRate).toEqual({
      ...{ atLeast: 90, passed: 20 - failing, total: 20, isMet: verdict === 'passed' },
    })
  })

  it('is an invalid input beside gate-if-worse, and report ignores it with a line', async (context) => {
    const rate = { 'pass-rate': '90' }
    const invalid = await runJob(context, [twenty(3)], { ...rate, mode: 'gate-if-worse' })
    expect(invalid.step.outputs['headline']).toContain('Input "pass-rate": it needs the mode "gate".')
    expect(invalid.harness.requests()).toEqual([])
    const report = await runJob(context, [twenty(3)], { ...rate, mode: 'report' })
    expect([report.step.exitCode, report.step.outputs['verdict']]).toEqual([0, 'failed'])
    expect(report.step.log).toContain('Input "pass-rate": it has no effect in the mode "report".')
  })
})

describe.concurrent('tests that are gone', () => {
  const agent = (before: number): SimulatedAgent => ({
    ...{ name: 'Alpha', scenario: 'all-pass', parameters: { tests: 8, durationMs: 0 } },
    history: Array.from({ length: 10 }, () => ({ scenario: 'all-pass', parameters: { tests: before } })),
  })

  it('are named in a green job, which reads no more than without them', async (context) => {
    const [less, same] = await Promise.all(
      [12, 8].map((before) => runJob(context, [agent(before)], { mode: 'gate-if-worse' })),
    )
    const text = /ran without 4 of the 12 tests of its last run \(\d+ \w+\): /
    expect(less?.step.outputs['verdict']).toBe('passed')
    for (const report of [less?.comment, less?.step.log, less?.step.summary]) expect(report).toMatch(text)
    expect(same?.comment).not.toMatch(/not in this run/)
    expect(less && tally(less.harness)).toEqual(same && tally(same.harness))
  })
})
