import { describe, expect, it } from 'vitest'
import type { AgentResult } from '../../src/gate/results.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import type { Results } from '../../src/results/schema.ts'
import {
  hostileAgent,
  hostileComparison,
  hostileRefusal,
  hostileSilence,
  hostileTexts,
} from '../fixtures/hostile-texts.ts'
import { billing, booking, overdue, support, thousandAgents, unverified } from '../fixtures/sample-agents.ts'
import { failed, outcome, resultsOf, skipped, test as testResult } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const annotations = (results: readonly AgentResult[], mode: Results['mode'] = 'gate') =>
  annotationsOf(resultsOf(outcome(results, 1), { mode }))
const ofScenario = (name: string) => annotationsOf(resultsOfScenario(name))
const titles = (name: string) => ofScenario(name).map(({ level, title }) => `${level}: ${title}`)

describe('annotations', () => {
  it('are none when everything passed', () => {
    expect(annotations([billing])).toEqual([])
  })

  it('are one error per failing agent; the message names it, because the log drops titles', () => {
    expect(annotations([billing, support])).toEqual([
      {
        level: 'error',
        title: 'Support bot: 2 of 12 tests failed',
        message: expect.stringMatching(
          /^Support bot: 2 of 12 tests failed\n- Refuses a refund after 30 days: Refunds end .*\n- Hands an angry customer over to a person: Helpfulness 2 of 5, "Poor": The .*\nhttps:\/\/app\.example\.com\/tests\?tab=runs&runId=/,
        ),
      },
    ])
    for (const { title, message } of [
      ...annotations([unverified, overdue]),
      ...annotations([skipped('A', 'b')]),
    ])
      expect(message.startsWith(title.split(':')[0] ?? '')).toBe(true)
  })

  it('have the differing arguments of a tool call, not those that are as expected', () => {
    expect(annotations([booking])[0]?.message).toContain(
      '- Cancels with a full refund before the deadline: ❌ refund: expected "full", got "none"\n',
    )
  })

  it('show five failing tests of an agent and count the rest', () => {
    const tests = Array.from({ length: 8 }, (_, index) => testResult(`T${index + 1}`))
    const [only] = annotations([failed('Bot', 9, tests)])
    expect(only?.message).toMatch(/\n- T1\n- T2\n- T3\n- T4\n- T5\n… and 3 more tests\nhttps/)
  })

  it('are errors for inconclusive agents in gate mode, warnings in report mode', () => {
    expect(annotations([unverified, overdue]).map(({ level, title }) => [level, title])).toEqual([
      ['error', 'Order tracker: Cannot run'],
      ['error', 'Travel planner: Timed out'],
    ])
    expect(annotations([unverified], 'report')[0]?.level).toBe('warning')
  })

  it('are warnings for skipped agents and for flaky tests', () => {
    expect(annotations([skipped('Draft bot', 'No tests linked.')])).toEqual([
      {
        level: 'warning',
        title: 'Draft bot: Skipped',
        message: 'Draft bot: not ready to run (HTTP 400), so skipped: No tests linked.',
      },
    ])
    expect(titles('passed-on-retry')).toEqual(['warning: Support bot: 1 flaky test'])
    expect(ofScenario('passed-on-retry')[0]?.message).toContain(
      '- Refuses a refund after 30 days (flaky; passed on attempt 3): ',
    )
  })

  it('are ten errors at most and nine warnings, the last saying how many more', () => {
    const drafts = Array.from({ length: 11 }, (_, index) => skipped(`Draft ${index + 1}`, 'No tests linked.'))
    const all = annotations([...thousandAgents(), ...drafts])
    const errors = all.filter(({ level }) => level === 'error')
    const warnings = all.filter(({ level }) => level === 'warning')
    // GitHub keeps ten warnings: one is left for a comment that could not be written.
    expect([errors.length, warnings.length]).toEqual([10, 9])
    expect(errors[9]?.title).toBe('Store assistant 10: 10 of 12 tests failed (and 990 more)')
    expect(warnings[8]?.title).toBe('Draft 9: Skipped (and 2 more)')
    expect(annotations(drafts.slice(0, 9))[8]?.title).toBe('Draft 9: Skipped')
  })

  it('say why tests have no reasons', () => {
    expect(ofScenario('details-missing')[0]?.message).toContain(
      'the details of its tests could not be read: HTTP 503: upstream unavailable. Open the run to see them.',
    )
  })

  it('report once why the job ended early, not again for each agent', () => {
    expect(titles('cancelled')).toEqual(['error: The job was cancelled'])
    expect(ofScenario('unknown-agents')[0]?.message).toContain(
      'agent "Cheese sommelier": no agent with that name in this workspace\n' +
        'agent "Sales": no agent with that name in this workspace (there is "Sales, EMEA", but names are split at commas',
    )
  })

  it('are errors in mode gate-if-worse only if a test blocks or is inconclusive', () => {
    expect(titles('worse')).toEqual([
      'error: Support bot: 1 test broke, 1 flaky test',
      'error: Order agent: 1 test broke, 1 new failing test, 1 known failure, 1 unreliable test, 1 flaky test',
      'warning: More failures than usual',
    ])
    expect(titles('not-worse')).toEqual(['warning: Support bot: 1 known failure, 1 flaky test'])
    expect(titles('could-not-retry')).toEqual(['error: Support bot: 1 inconclusive test'])
    expect(ofScenario('worse')[1]?.message).toMatch(
      /^Order agent: .*\n- Cancels with a full refund .* \(broke; failed 3 of 3 .*\n- Explains .* \(new test; /,
    )
  })

  it('are one error for all run histories that could not be read for the same reason, with what to do', () => {
    expect(titles('history-unreadable')).toEqual([
      'error: 3 agents: No usable run history',
      'error: Support bot: 2 of 12 tests failed',
    ])
    expect(ofScenario('history-unreadable')[0]?.message).toBe(
      'Billing helper, Support bot, IT help desk: the run history could not be read: HTTP 404: Not Found.\n' +
        'Older versions of the service have no run history. Update the service, set `baseline` to results files of earlier jobs, or set `mode` to `gate`.',
    )
    expect(titles('history-partly-unreadable')[0]).toBe('error: Support bot: No usable run history')
  })

  it('stay below what GitHub shows and never lack a name, whatever the texts are', () => {
    const texts = [...hostileTexts, 'long '.repeat(200_000)]
    const outcomes = [
      ...texts.map((text) =>
        outcome([hostileAgent(text), hostileRefusal(text), hostileSilence(text), skipped(text, text)], 1),
      ),
      hostileComparison(texts),
    ]
    for (const { title, message } of outcomes.flatMap((each) => annotationsOf(resultsOf(each)))) {
      expect(title.length).toBeLessThanOrEqual(200)
      expect(message.length).toBeLessThanOrEqual(4096)
      expect(title).not.toMatch(/[\r\n\u001B\u2028\u202E]|^: /)
    }
  })
})
