import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../../src/gate/events.ts'
import type { GateOutcome } from '../../src/gate/results.ts'
import type { ReportContext } from '../../src/report/context.ts'
import { comparisonLines, eventLines, outcomeLines, selectionLine } from '../../src/report/log.ts'
import { hostileAgent, hostileComparison, hostileRefusal, hostileTexts } from '../fixtures/hostile-texts.ts'
import { booking, unverified } from '../fixtures/sample-agents.ts'
import { httpError, outcome, passed, skipped } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { hostileText } from './hostile-arbitrary.ts'

const appUrl = 'https://app.example.com'
const agent = { uuid: 'u', name: 'Support bot' }
const context: ReportContext = {
  title: 'Agent tests',
  appUrl,
  mode: 'gate',
  timeoutSeconds: 1800,
  headSha: null,
  workflowRunUrl: null,
}

function eventsAbout(text: string): GateEvent[] {
  const error = { ...httpError(503, text), message: text }
  const hostile = { uuid: text, name: text }
  return [
    { type: 'launched', agent: hostile, taskId: text, status: text },
    { type: 'progress', agent: hostile, status: text, counts: { total: 3, passed: 1, failed: null } },
    { type: 'poll-error', agent: hostile, error, attempt: 1, retryInMs: 5_000 },
    { type: 'finished', result: hostileAgent(text) },
    { type: 'finished', result: hostileRefusal(text) },
    { type: 'finished', result: skipped(text, text) },
  ]
}

function allLines(texts: readonly string[]): string[] {
  const stop = { kind: 'unknown-agents', unknown: texts.map((name) => ({ name, nearest: name })) } as const
  const all = outcome(texts.map(hostileAgent), 1, stop)
  return [
    ...texts.flatMap(eventsAbout).flatMap((event) => eventLines(event, appUrl)),
    selectionLine(texts.map((name) => ({ uuid: name, name }))),
    ...outcomeLines(all, { ...context, title: texts.join('') }),
    ...linesOfComparison(hostileComparison(texts)),
  ]
}

function linesOfComparison({ comparison }: GateOutcome): string[] {
  return comparison === null ? [] : comparisonLines(comparison)
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
      fc.property(fc.array(hostileText(), { minLength: 1, maxLength: 3 }), (texts) => {
        const lines = allLines(texts)
        expect(commandsIn(lines)).toEqual([])
        expect(lines.filter((line) => /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/.test(line))).toEqual([])
      }),
    )
  })

  it('names the agents that are tested', () => {
    expect(selectionLine([agent, { uuid: 'v', name: 'Billing helper' }])).toBe(
      '2 agents to test: Support bot, Billing helper',
    )
    const many = Array.from({ length: 60 }, (_, index) => ({ uuid: `${index}`, name: `A${index}` }))
    expect(selectionLine(many)).toMatch(/^60 agents to test: A0, .*, A49, 10 more$/)
  })
})

describe('an event', () => {
  const lines = (event: GateEvent) => eventLines(event, appUrl)

  it('of a launch carries the link to the run', () => {
    expect(lines({ type: 'launched', agent, taskId: 't-1', status: 'in_progress' })).toEqual([
      '▶ Support bot: running, https://app.example.com/tests?tab=runs&runId=t-1',
    ])
  })

  it.each([
    [{ total: null, passed: null, failed: null }, '… Support bot: queued'],
    [{ total: 12, passed: null, failed: null }, '… Support bot: queued, 12 tests'],
    [{ total: 12, passed: null, failed: 2 }, '… Support bot: queued, 12 tests, 2 failed'],
    [{ total: 12, passed: 3, failed: 2 }, '… Support bot: queued, 5 of 12 tests done, 2 failed'],
  ])('of progress says what is known: %j', (counts, line) => {
    expect(lines({ type: 'progress', agent, status: 'queued', counts })).toEqual([line])
  })

  it('of a failed poll says what happened and when the next try is', () => {
    const error = httpError(503, 'no slot', '/agent-tests/run/t-1')
    expect(lines({ type: 'poll-error', agent, error, attempt: 2, retryInMs: 10_000 })).toEqual([
      '! Support bot: POST https://api.example.com/agent-tests/run/t-1: HTTP 503: no slot (attempt 2, next in 10s)',
    ])
  })

  it('of a finished agent is its result', () => {
    const result = passed('Support bot', 12, { taskId: 't-1' })
    expect(lines({ type: 'finished', result })).toEqual([
      '✓ Support bot: passed, 12 of 12 tests passed in 40s, https://app.example.com/tests?tab=runs&runId=t-1',
    ])
  })

  it('of a heartbeat tells elapsed, done, running, queued', () => {
    expect(
      lines({ type: 'heartbeat', elapsedMs: 180_000, done: 12, running: 8, queued: 20, total: 40 }),
    ).toEqual(['· 3m: 12 of 40 agents done, 8 running, 20 queued'])
  })
})

describe('the end of the log', () => {
  const linesOf = (of: GateOutcome, mode: ReportContext['mode'] = 'gate') =>
    outcomeLines(of, { ...context, mode })

  it('has every agent, its failing tests with the first reason, and the verdict', () => {
    const lines = linesOf(outcome([booking, unverified], 5_000))
    expect(lines[0]).toMatch(/^✗ Booking assistant: failed, 7 of 8 tests passed in 40s, https:/)
    expect(lines[1]).toMatch(
      /^ {4}✗ Cancels with a full refund before the deadline: Tool calls do not match\./,
    )
    expect(lines[2]).toMatch(/^\? Order tracker: cannot run \(HTTP 400\): Agent connection not verified\./)
    expect(lines.slice(3)).toEqual([
      'Verdict of Agent tests: failed: 1 of 8 tests failed; 1 agent was inconclusive',
      'Totals: 7 of 8 tests passed, 1 failed, in 5s',
    ])
  })

  it('names every unknown agent in the words of the specification', () => {
    const { outcome } = scenarios['unknown-agents'] ?? expect.fail()
    expect(linesOf(outcome).slice(0, 2)).toEqual([
      '! agent "Suport bot": no agent with that name in this org (did you mean "Support bot"?)',
      '! agent "Cheese sommelier": no agent with that name in this org',
    ])
  })

  it('says in report mode that the job is not blocked', () => {
    expect(linesOf(outcome([booking], 1), 'report').at(-1)).toBe(
      'Mode "report": this verdict does not fail the job.',
    )
  })

  it('lists twenty failing tests of an agent and counts the rest', () => {
    const { outcome } = scenarios['thousand-agents'] ?? expect.fail()
    expect(linesOf(outcome).slice(20, 23)).toEqual([
      expect.stringContaining('✗ Scenario 20:'),
      '    … and 80 more failing tests',
      expect.stringContaining('✗ Store assistant 2: failed'),
    ])
  })
})
