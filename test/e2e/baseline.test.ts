// The baseline of mode gate-if-worse: which earlier runs count, and run histories that cannot be read.
import { describe, expect, it, type TestContext } from 'vitest'
import type { EarlierRun, SimulatedAgent, Simulator } from '../../simulator/src/index.ts'
import type { Fault } from './faults/fault.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import {
  AGENT,
  BROKEN,
  FLAKY,
  FLAKY_ONCE,
  flakyAgent,
  KNOWN,
  launches,
  openedAnHourAgo,
  twoHoursAgo,
} from './flaky-agent.ts'
import { createHarness, type Harness } from './harness.ts'
import { testNamed } from './results-file.ts'

interface Case {
  readonly agents?: readonly SimulatedAgent[]
  /** Called before the job starts. */
  readonly before?: (simulator: Simulator) => void
  readonly onHistory?: ProxyRule
  readonly mode?: string
}

/** A job whose first run is the 11th of each test. */
async function compare(context: TestContext, { agents, before, onHistory, mode }: Case) {
  const rule: ProxyRule = (request) => (request.path.endsWith('/runs') ? onHistory?.(request) : undefined)
  const harness = await createHarness(
    {
      agents: agents ?? [flakyAgent({ breaks: { [BROKEN]: 11 } })],
      concurrency: 8,
      faultProxy: { rules: [rule] },
    },
    context.onTestFinished,
  )
  before?.(harness.simulator)
  const step = await harness.run({
    with: { mode: mode ?? 'gate-if-worse', timeout: '240' },
    event: openedAnHourAgo(),
  })
  return { harness, step, comment: harness.comments()[0] ?? '' }
}

const historyPages = (harness: Harness) =>
  harness.simulator.journal.filter(({ path }) => path.endsWith('/runs')).map(({ query }) => query)

/** More of them than of the history: if they counted, the broken test would be a known failure. */
const addRuns = (run: (number: number) => EarlierRun) => (simulator: Simulator) => {
  for (let number = 0; number < 12; number += 1) simulator.addRun(AGENT, run(number))
}

describe.concurrent('runs that never count as baseline', () => {
  const bad = { failing: [BROKEN] }
  const cases: readonly (readonly [string, Case['before']])[] = [
    ['bad runs of other pull requests after the cut-off', addRuns(() => ({ scenario: 'flaky', ...bad }))],
    [
      'runs of three tests by hand',
      addRuns(() => ({
        scenario: 'flaky',
        launchedAt: twoHoursAgo(),
        tests: [BROKEN, KNOWN, FLAKY],
        ...bad,
      })),
    ],
  ]

  it.for(cases)('%s', async ([, before], context) => {
    const { step, harness } = await compare(context, before === undefined ? {} : { before })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      verdict: 'failed',
      broken: '1',
      'pass-rate': '93.8',
      'previous-pass-rate': '100.0',
    })
    expect(testNamed(step, BROKEN)).toMatchObject({
      group: 'broken',
      because: expect.arrayContaining([{ kind: 'earlier-runs', failures: 0, runs: 10 }]),
    })
    expect(launches(harness, step)).toEqual(['all', [BROKEN], [BROKEN]])
  })
})

describe.concurrent('runs that count', () => {
  it('on later pages of the run history', async (context) => {
    const before = (simulator: Simulator) => {
      for (let number = 0; number < 60; number += 1)
        simulator.addRun(AGENT, { scenario: 'flaky', tests: [BROKEN], launchedAt: twoHoursAgo() })
    }
    const { step, harness } = await compare(context, { before })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(historyPages(harness)).toEqual([
      expect.objectContaining({ type: 'llm-unit-test', limit: '50', offset: '0' }),
      expect.objectContaining({ offset: '50' }),
    ])
  })
})

describe.concurrent('without a run history', () => {
  it('passes and says so, whatever fails', async (context) => {
    const agent = flakyAgent({ rates: { [KNOWN]: 1 } }, { history: [] })
    const { step, comment, harness } = await compare(context, { agents: [agent] })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({
      verdict: 'passed',
      failed: '1',
      'pass-rate': '',
      'previous-pass-rate': '',
    })
    expect(comment).toContain('no earlier results to compare with')
    expect(comment).toMatch(/- Support bot: no earlier run\n/)
    expect(launches(harness, step)).toEqual(['all'])
  })
})

describe.concurrent('a run history that cannot be read', () => {
  const answer = (status: number, body: string): Fault => ({ kind: 'answer', status, body })

  it.for([
    ['that does not exist (404)', answer(404, '{"detail":"Not Found"}'), 'HTTP 404: Not Found'],
  ] as const)('is inconclusive: %s', async ([, fault, words], context) => {
    const { step, comment } = await compare(context, { onHistory: () => fault })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', 'pass-rate': '' })
    expect(comment).toContain('the run history could not be used')
    for (const report of [comment, step.log]) expect(report).toContain(words)
  })
})

/** Another pull request's runs since ours was opened: as a baseline, they would make the broken test a known failure. */
const sinceOpened = () =>
  addRuns(() => ({ scenario: 'flaky', failing: [BROKEN], launchedAt: Date.now() - 30 * 60_000 }))

describe.concurrent('a service whose clock differs', () => {
  it.for([
    ['is five minutes behind', { clockMinutes: -5 }, null],
    ['is an hour and a half behind', { clockMinutes: -90 }, /1h 30m behind/],
    ['gives local times west of UTC', { utcOffsetMinutes: -300 }, /5h behind/],
    ['gives local times east of UTC', { utcOffsetMinutes: 330 }, /5h 30m ahead/],
  ] as const)('%s: a broken test stays broken', async ([, clock, words], context) => {
    const options = { agents: [flakyAgent({ breaks: { [BROKEN]: 11 } })], concurrency: 8, ...clock }
    const harness = await createHarness(options, context.onTestFinished)
    sinceOpened()(harness.simulator)
    const step = await harness.run({
      with: { mode: 'gate-if-worse', timeout: '240' },
      event: openedAnHourAgo(),
    })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(testNamed(step, BROKEN)).toMatchObject({
      group: 'broken',
      because: expect.arrayContaining([{ kind: 'earlier-runs', failures: 0, runs: 10 }]),
    })
    for (const report of [harness.comments()[0], step.log]) if (words !== null) expect(report).toMatch(words)
    if (words === null) expect(step.log).toContain('5m behind')
  })

  it.for([-300, 330])(
    'by %d minutes: an unchanged pull request passes',
    async (utcOffsetMinutes, context) => {
      const options = { agents: [flakyAgent(FLAKY_ONCE)], concurrency: 8, utcOffsetMinutes }
      const harness = await createHarness(options, context.onTestFinished)
      const step = await harness.run({ with: { mode: 'gate-if-worse' }, event: openedAnHourAgo() })
      expect([step.exitCode, step.outputs['verdict'], step.outputs['flaky']]).toEqual([0, 'passed', '1'])
    },
  )
})

it('earlier runs that are too recent are counted, and said to be left out', async (context) => {
  const agent = flakyAgent({ rates: { [KNOWN]: 1 } }, { history: [] })
  const before = (simulator: Simulator) => {
    const launchedAt = Date.now() - 30 * 60_000
    for (let run = 0; run < 3; run += 1) simulator.addRun(AGENT, { scenario: 'flaky', launchedAt })
  }
  const { step, comment } = await compare(context, { agents: [agent], before })
  expect(step.outputs['verdict']).toBe('passed')
  for (const text of [comment, step.summary]) {
    expect(text).toContain('the earlier runs are too recent')
    expect(text).toContain('- Support bot: no earlier run (3 runs left out as too recent)')
  }
  expect(step.log).toContain('the earlier runs are too recent')
})

it('a test that was never answered, in runs that failed, is not new: its failure is inconclusive', async (context) => {
  const agent = flakyAgent({ rates: { [KNOWN]: 1 } }, { history: [] })
  const before = (simulator: Simulator) => {
    for (let run = 0; run < 3; run += 1)
      simulator.addRun(AGENT, { scenario: 'fails-as-run', launchedAt: twoHoursAgo() })
  }
  const { step } = await compare(context, { agents: [agent], before })
  expect(step.outputs['verdict']).toBe('inconclusive')
})
