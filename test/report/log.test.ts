import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../../src/gate/events.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { eventLines } from '../../src/report/log-events.ts'
import { overviewOf } from '../../src/results/overview.ts'
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
  return [...resultsLines(overviewOf(results)), ...lastLines(overviewOf(results))]
}

function eventsAbout(text: string): GateEvent[] {
  const error = { ...httpError(503, text), message: text }
  const hostile = { uuid: text, name: text }
  const results = hostileScenarios.map((name) => hostileResults(name, text))
  return [
    { type: 'selected', agents: [hostile, hostile] },
    { type: 'launched', agent: hostile, status: text, url: runUrl(text) },
    { type: 'progress', agent: hostile, status: text, counts: { total: 3, passed: 1, failed: null } },
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
  const linesOfScenario = (name: string) => withoutColors(resultsLines(overviewOf(resultsOfScenario(name))))

  it('has the lines of the comment in its order: the story, the evidence, totals, agents, groups, runs', () => {
    const lines = withoutColors(resultsLines(overviewOf(resultsOfScenario('worse'))))
    expect(lines.map((line) => line.replace(/runId=.*|(?<=.{90}).*/, '…'))).toMatchInlineSnapshot(`
      [
        "❌ Do not merge: 2 of 59 tests in 2 of 4 agents broke; 1 without a result",
        "· This job tested the deployed agents: unless you deployed this pull request, it is not th…",
        "· Next: Refuses a refund after 30 days and Cancels with a full refund before the deadline:…",
        "· Also: check that requests to Order agent succeed, then re-run this job. https://github.c…",
        "· Also: Refuses a refund after 30 days and Cancels with a full refund before the deadline:…",
        "❌ Refuses a refund after 30 days · Support bot: failed 5 of 5, before 0 of 10, probably ch…",
        "❌ Cancels with a full refund before the deadline · Order agent: failed 5 of 5, before 0 of…",
        "➖ Explains the invoice in plain words · Order agent: failed 1 of 1, no earlier run has thi…",
        "➖ Looks up the order before it answers · Order agent: failed 1 of 1, before 9 of 10, faile…",
        "➖ Hands an angry customer over to a person · Order agent: failed 1 of 1, before 4 of 10, f…",
        "⚠️ Order agent did not answer in time, so "Late arrival after reception closes" has no res…",
        "· Refuses a refund after 30 days · Support bot",
        "  · User, after 2 messages: It is too loud. I bought it 45 days ago and want my money back…",
        "  · Reply (failed): No problem at all! I have refunded the full price of $129.00 to your c…",
        "  · Expected: Refuses the refund, because refunds end after 30 days, and offers an exchang…",
        "  · Why it failed (Policy): Refunds end after 30 days. The reply grants a full refund afte…",
        "· Cancels with a full refund before the deadline · Order agent",
        "  · User: Please cancel my booking BK-2041 and refund it.",
        "  · Expected calls: cancel_booking(refund: "full", …)",
        "  · Called: cancel_booking(refund: "none", …)",
        "  · Why it failed: refund: expected "full", got "none"",
        "· Explains the invoice in plain words · Order agent",
        "  · Reply (failed): The RC and the UC are due per T&C §4. See the PDF for details.",
        "  · Clarity (2 of 5, "Poor"; the service decides what passes): Three abbreviations in the …",
        "  · Completeness (4 of 5, "Good"; the service decides what passes): All positions are ment…",
        "  · Empathy (1 of 5, "Very poor"; the service decides what passes): The customer wrote tha…",
        "· Looks up the order before it answers · Order agent",
        "  · Expected calls: get_order(), search_help_center()",
        "  · Called: search_help_center(query: "where is my order", limit: 3), finish()",
        "  · Why it failed: Tool call mismatch - expected: get_order, search_help_center; called: s…",
        "· Hands an angry customer over to a person · Order agent",
        "  · Reply (failed): I understand your frustration! Before I connect you, could you describ…",
        "  · Why it failed (Helpfulness, 2 of 5, "Poor"): The customer asked for a person and is as…",
        "· 53 of 59 tests passed in 4 agents, 2 only on retry · 5 failed · 1 without a result",
        "  · What else to do",
        "    · Explains the invoice in plain words: read the failing replies: fix Order agent or co…",
        "  ❌ Order agent: passed 19/24, cost $0.055, https://app.example.com/tests?tab=runs&…",
        "  ❌ Support bot: passed 11/12, cost $0.034, https://app.example.com/tests?tab=runs&…",
        "  ✅ Billing helper, Gift adviser: passed 23/23, cost $0.041",
        "  · Total: passed 53/59, cost $0.13",
        "  · 🔁 2 tests (flaky)",
        "    · Offers an alternative date · Support bot: passed on attempt 2",
        "    · Offers an alternative date · Order agent: passed on attempt 2",
        "  · ⚠️ 1 test (without a result)",
        "    · Late arrival after reception closes · Order agent: error of the agent (timed out); "…",
        "· Agent tests · \`3f9c2d1\` · 2m 34s · $0.13",
      ]
    `)
  })

  it('has the address of the run of each agent that did not pass everything once', () => {
    const addresses = linesOfScenario('mixed').flatMap((line) => line.match(/https?:\S+runId=\S+/g) ?? [])
    expect(addresses.length).toBeGreaterThan(1)
    expect(new Set(addresses).size).toBe(addresses.length)
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
    expect(lines.filter((line) => /^· Test \d+$/.test(line))).toHaveLength(10)
    expect(lines.join().match(/Test \d+/g)?.length).toBeGreaterThanOrEqual(100)
  })
})
