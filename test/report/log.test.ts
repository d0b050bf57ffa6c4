import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../../src/gate/events.ts'
import type { GateOutcome } from '../../src/gate/results.ts'
import { resultsLines } from '../../src/report/log.ts'
import { eventLines } from '../../src/report/log-events.ts'
import type { JobContext } from '../../src/results/from-outcome.ts'
import {
  hostileAgent,
  hostileComparison,
  hostileRefusal,
  hostileSilence,
  hostileTexts,
} from '../fixtures/hostile-texts.ts'
import { booking, overdue, unverified } from '../fixtures/sample-agents.ts'
import {
  context,
  failed,
  httpError,
  outcome,
  passed,
  resultsOf,
  skipped,
  test as testResult,
} from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { withoutColors } from './contexts.ts'
import { hostileText } from './hostile-arbitrary.ts'

function linesOf(of: GateOutcome, changes: Partial<JobContext> = {}): string[] {
  return resultsLines(resultsOf(of, changes))
}

function eventsAbout(text: string): GateEvent[] {
  const error = { ...httpError(503, text), message: text }
  const hostile = { uuid: text, name: text }
  return [
    { type: 'selected', agents: [hostile, hostile] },
    { type: 'launched', agent: hostile, taskId: text, status: text },
    { type: 'progress', agent: hostile, status: text, counts: { total: 3, passed: 1, failed: null } },
    { type: 'poll-error', agent: hostile, error, attempt: 1, retryInMs: 5_000 },
    { type: 'finished', result: hostileAgent(text) },
    { type: 'finished', result: hostileRefusal(text) },
    { type: 'finished', result: hostileSilence(text) },
    { type: 'finished', result: skipped(text, text) },
    { type: 'retry-round', round: 1, agents: [{ agent: hostile, tests: [hostile.name] }] },
    ...comparedEvents(hostileComparison([text])),
  ]
}

function allLines(texts: readonly string[]): string[] {
  const stop = {
    kind: 'unknown-agents',
    unknown: texts.map((name) => ({ name, nearest: name, nameWithComma: null })),
  } as const
  const all = outcome(texts.map(hostileAgent), 1, { abortReason: stop })
  return [
    ...texts.flatMap(eventsAbout).flatMap((event) => eventLines(event, context.appUrl)),
    ...linesOf(all, { title: texts.join('') }),
    ...linesOf(outcome(texts.map(hostileSilence), 1)),
    ...linesOf(hostileComparison(texts)),
  ]
}

function comparedEvents({ comparison, earlierRuns }: GateOutcome): GateEvent[] {
  return comparison === null ? [] : [{ type: 'compared', comparison, earlierRuns }]
}

/** How the runner finds commands in what a step prints: it splits at every line break and reads both syntaxes. */
function commandsIn(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => line.split(/[\r\n\u2028\u2029\u0085]/))
    .filter((line) => line.trimStart().startsWith('::') || line.includes('##['))
}

describe('the log', () => {
  it('holds no command of the runner, whatever the service says', () => {
    expect(commandsIn(allLines(hostileTexts))).toEqual([])
    fc.assert(
      fc.property(fc.array(hostileText(), { minLength: 1, maxLength: 2 }), (texts) => {
        const lines = withoutColors(allLines(texts))
        expect(commandsIn(lines)).toEqual([])
        expect(lines.filter((line) => /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/.test(line))).toEqual([])
      }),
    )
  })
})

describe('the end of the log', () => {
  const plainLines = (of: GateOutcome, changes: Partial<JobContext> = {}) =>
    withoutColors(linesOf(of, changes))
  const linesOfScenario = (name: string) => withoutColors(resultsLines(resultsOfScenario(name)))

  it('has every agent that did not pass, its tests with the reason, and the verdict', () => {
    const lines = plainLines(outcome([passed('Fine', 3), booking, unverified], 5_000))
    expect(lines[0]).toMatch(/^✗ Booking assistant: failed, 7 of 8 tests passed in 40s$/)
    expect(lines.slice(1, 3)).toEqual([
      '    ✗ Cancels with a full refund before the deadline',
      '        · ❌ refund: expected "full", got "none"',
    ])
    expect(lines[3]).toMatch(/^\? Order tracker: cannot run \(HTTP 400\): Agent connection not verified\./)
    expect(lines.slice(4)).toEqual([
      '! Order tracker cannot run.',
      '→ If a reply is wrong, fix the agent. If it is right, correct the test or its evaluator.',
      'Totals of Agent tests: 10 of 11 tests passed, 1 failed, in 5s',
      'Runs:',
      expect.stringMatching(
        /^ {2}· Booking assistant: https:\/\/app\.example\.com\/tests\?tab=runs&runId=\S+$/,
      ),
      '✗ FAILED: 1 of 11 tests failed in 1 of 3 agents; 1 agent inconclusive',
    ])
  })

  it('has the reply beside the reason', () => {
    const lines = linesOfScenario('one-fails')
    const [reply, reason] = lines.slice(2, 4)
    expect(reply).toMatch(/^ {8}· Replied: No problem at all! I have refunded/)
    expect(reason).toMatch(/^ {8}· Refunds end after 30 days\./)
  })

  it('has each address once, and the verdict in bold as its last line, after the files', () => {
    const lines = resultsLines(resultsOfScenario('mixed'), ['Written: results.json'])
    const addresses = lines.join('\n').match(/https?:\S+/g) ?? []
    expect(addresses).toHaveLength(2)
    expect(lines.slice(-2)).toEqual([
      'Written: results.json',
      '\u001B[31m✗\u001B[0m \u001B[1mFAILED: 3 of 47 tests failed in 2 of 5 agents; 1 agent inconclusive\u001B[0m',
    ])
  })

  it('has no totals if nothing was tested', () => {
    for (const name of ['authentication-failed', 'unknown-agents', 'service-unreachable'])
      expect(linesOfScenario(name).join('\n')).not.toMatch(/Totals|0 of 0/)
  })

  it('is coloured', () => {
    const lines = linesOf(outcome([booking], 5_000))
    expect(lines[0]).toMatch(/^\u001B\[31m✗\u001B\[0m Booking/)
    expect(lines.at(-1)).toContain('\u001B[1mFAILED: 1 of 8')
  })

  it('has each failing test once, the blocking ones first, with its history', () => {
    const lines = linesOfScenario('worse').filter((line) => /^ {4}\S/.test(line))
    expect(lines).toEqual([
      '    ✗ Refuses a refund after 30 days (broke; failed 3 of 3 attempts; passed all of its last 10 runs)',
      '    ↻ Offers an alternative date (flaky; passed on attempt 2; passed all of its last 10 runs)',
      '    ! the agent could not be reached (timed out) → Check that the agent responds at the address that the service calls. Then re-run this job.',
      '    ✗ Cancels with a full refund before the deadline (broke; failed 3 of 3 attempts; passed all of its last 10 runs)',
      '    ! Explains the invoice in plain words (new test; no earlier result known)',
      '    ! Looks up the order before it answers (known failure; failed 9 of its last 10 runs)',
      '    ! Hands an angry customer over to a person (too unreliable to judge; failed 5 of 5 attempts; failed 4 of its last 10 runs)',
      '    ↻ Offers an alternative date (flaky; passed on attempt 2; failed 1 of its last 10 runs)',
      '    ! 1 test without a result: unanswered: Agent request timed out (60s)',
    ])
  })

  it('has tests without a result by name, with their cause once', () => {
    const lines = linesOfScenario('stopped-after-errors')
    expect(lines[0]).toMatch(/^\? Support bot: the agent could not be reached \(HTTP 503\) → Check /)
    expect(lines.slice(1, 3)).toEqual([
      '    ! 12 tests without a result: unanswered: Agent returned HTTP 503: upstream connect error',
      '        · Greets returning customers',
    ])
    expect(lines.filter((line) => /^ {4}!/.test(line))).toHaveLength(2)
    expect(lines.at(-1)).toBe('? INCONCLUSIVE: Support bot could not be reached (HTTP 503)')
  })

  it('has tests without a result and flaky ones in its totals', () => {
    expect(linesOfScenario('worse')).toContain(
      'Totals of Agent tests: 53 of 59 tests passed (2 of them flaky), 5 failed, 1 without a result, in 2m 34s',
    )
  })

  it('says why tests have no reasons', () => {
    expect(linesOfScenario('details-missing').slice(1, 5)).toEqual([
      '    ✗ Refuses a refund after 30 days',
      '    ✗ Hands over',
      '    ! the details of its tests could not be read: HTTP 503: upstream unavailable. Open the run to see them.',
      '    … and 1 more test that did not pass',
    ])
  })

  it('warns of an old baseline', () => {
    expect(linesOfScenario('stale-baseline')[0]).toBe(
      '! Billing helper: the newest earlier run is 20 days old',
    )
  })

  it('says why the verdict is passed if tests failed that do not block, and marks their agent', () => {
    const lines = linesOfScenario('not-worse')
    expect(lines[0]).toMatch(/^! Support bot: failed, 11 of 12 tests passed /)
    expect(lines).toContain('! Not blocking: 1 known failure, 1 flaky test.')
    expect(lines.at(-1)).toBe('✓ PASSED, no test broke: 1 of 39 tests failed in 1 of 3 agents')
    expect(linesOfScenario('nothing-to-compare-with').at(-1)).toBe(
      '✓ PASSED: 1 of 30 tests failed in 1 of 2 agents, and there are no earlier results to compare with',
    )
    expect(linesOfScenario('nothing-broke').at(-1)).toBe('✓ PASSED: all 39 tests passed in 3 agents')
  })

  it('has what to do about an inconclusive agent', () => {
    const [line] = plainLines(outcome([passed('Fine', 3), overdue], 1))
    expect(line).toMatch(/^\? Travel planner: timed out after [^.,→]* → The run continues/)
  })

  it('names every unknown agent in the words of the specification', () => {
    expect(linesOfScenario('unknown-agents').slice(0, 2)).toEqual([
      '! agent "Suport bot": no agent with that name in this workspace (did you mean "Support bot"?)',
      '! agent "Cheese sommelier": no agent with that name in this workspace',
    ])
  })

  it('says why a name that differs in outer spaces only cannot be listed', () => {
    const unknown = [{ name: 'Support bot', nearest: 'Support bot ', nameWithComma: null }]
    expect(plainLines(outcome([], 1, { abortReason: { kind: 'unknown-agents', unknown } }))[0]).toBe(
      '! agent "Support bot": no agent with that name in this workspace (there is "Support bot ", with spaces around it, which the input cannot contain; rename the agent, or leave the input empty to test every agent)',
    )
  })

  it('says in report mode that the job does not fail', () => {
    expect(plainLines(outcome([booking], 1), { mode: 'report' }).at(-1)).toBe(
      '✗ FAILED (report only, does not block): 1 of 8 tests failed',
    )
  })

  it('lists twenty tests of an agent and counts the rest', () => {
    const tests = Array.from({ length: 100 }, (_, index) => testResult(`Test ${index}`))
    const lines = plainLines(outcome([failed('Bot', 120, tests)], 1))
    expect(lines.filter((line) => /^ {4}✗/.test(line))).toHaveLength(20)
    expect(lines).toContain('    … and 80 more tests that did not pass')
  })
})
