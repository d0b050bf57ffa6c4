import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../../src/gate/events.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { eventLines } from '../../src/report/log-events.ts'
import { storyOf } from '../../src/results/story.ts'
import { hostileResults, hostileScenarios, hostileTexts } from '../fixtures/hostile-texts.ts'
import { booking } from '../fixtures/sample-agents.ts'
import {
  type Context,
  failed,
  httpError,
  outcome,
  resultsOf,
  runUrl,
  type SampleOutcome,
  test as testResult,
} from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { withoutColors } from './contexts.ts'
import { hostileText } from './hostile-arbitrary.ts'

function linesOf(of: SampleOutcome, changes: Partial<Context> = {}): string[] {
  const results = resultsOf(of, changes)
  return [...resultsLines(storyOf(results)), ...lastLines(storyOf(results))]
}

function eventsAbout(text: string): GateEvent[] {
  const error = { ...httpError(503, text), message: text }
  const hostile = { uuid: text, name: text }
  const results = hostileScenarios.map((name) => hostileResults(name, text))
  return [
    { type: 'selected', agents: [hostile, hostile] },
    { type: 'launched', agent: hostile, status: text, url: runUrl(text) },
    { type: 'progress', agent: hostile, status: text, counts: { total: 3, passed: 1, failed: 0 } },
    { type: 'poll-error', agent: hostile, error, attempt: 1, retryInMs: 5_000 },
    { type: 'retry-round', round: 1, agents: [{ agent: hostile, tests: [hostile.name] }] },
    ...results.flatMap(({ agents, decision }): GateEvent[] => [
      ...agents.map((agent) => ({ type: 'finished', agent, isToBeCompared: true }) as const),
      { type: 'compared', decision, agents },
    ]),
  ]
}

it('the log of a job that runs holds no command of the runner, whatever the service says', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      for (const line of withoutColors(eventsAbout(text).flatMap((event) => eventLines(event))))
        expect(line).not.toMatch(/##\[|^\s*::|[\u0000-\u001F\u007F-\u009F\u2028\u2029]/)
    }),
    { numRuns: 30, examples: hostileTexts.map((text) => [text]) },
  )
})

describe('the end of the log', () => {
  const plainLines = (of: SampleOutcome, changes: Partial<Context> = {}) =>
    withoutColors(linesOf(of, changes))
  const linesOfScenario = (name: string) => withoutColors(resultsLines(storyOf(resultsOfScenario(name))))

  it('has the address of the run of each agent', () => {
    const lines = linesOfScenario('mixed')
    for (const { name, run } of resultsOfScenario('mixed').agents)
      if (run !== null)
        expect(lines.some((line) => line.includes(`${name}: passed `) && line.endsWith(run.url))).toBe(true)
  })

  it('has the lines of the comment in its order: the story, the evidence, agents, totals, groups', () => {
    const lines = linesOfScenario('worse')
    const starts = [
      ...['❌ Do not merge: ', '· Next: ', '❌ Refuses', '➖ Explains', '⚠️ ', '· Refuses'],
      ...['  · Why it failed (Policy): ', '  · Expected: ', '  · User, after', '  · Reply (failed): '],
      ...['· Explains', '  · Clarity (2 of 5', '❌ Order agent: passed 19/24, cost $0.055, https:'],
      ...['· 53 of 59 tests passed', '  · What else to do', '  · 🔁 2 tests (flaky)'],
      ...['    · Offers an alternative date', '  · ⚠️ 1 test (without a result)', '· Agent tests · '],
    ]
    const places = starts.map((start) => lines.findIndex((line) => line.startsWith(start)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it('has no totals if nothing was tested', () => {
    for (const name of ['authentication-failed', 'unknown-agents', 'service-unreachable'])
      expect(linesOfScenario(name).join('\n')).not.toMatch(/0 of 0/)
  })

  it('has a headline that stands out', () => {
    expect(linesOf(outcome([booking], 5_000))[0]).toMatch(/^❌ \u001B\[1mDo not merge: /)
  })

  it.each([
    ['authentication-failed', /Invalid or revoked/],
    ['stale-baseline', /20 days old/],
    ['stopped-after-errors', /HTTP 503: upstream/],
    ['stopped-after-errors', /^ {4}· Greets returning customers, .* · Support bot: error of the agent/],
    // In the words of the specification.
    [
      'unknown-agents',
      /^⚠️ agent "Sales": no agent with that name in this org \(did you mean " Sales "\? An input cannot begin or end with a space: rename the agent/,
    ],
  ])('of %s says once: %s', (name, text) => {
    expect(linesOfScenario(name).filter((line) => text.test(line))).toHaveLength(1)
  })

  it('says in report mode that the job does not fail', () => {
    expect(plainLines(outcome([booking], 1), { mode: 'report' })[0]).toBe(
      'ℹ️ Report only: 1 of 8 tests failed; nothing blocks',
    )
  })

  it('has the evidence of ten tests, and the names of the others', () => {
    const tests = Array.from({ length: 100 }, (_, index) => testResult(`Test ${index}`))
    const lines = plainLines(outcome([failed('Bot', 120, tests)], 1))
    expect(lines.filter((line) => /^· Test \d+ · Open the run /.test(line))).toHaveLength(10)
    expect(lines.join().match(/Test \d+/g)?.length).toBeGreaterThanOrEqual(100)
  })
})
