import { describe, expect, it } from 'vitest'
import type { AgentResult } from '../../src/gate/results.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import type { ReportContext } from '../../src/report/context.ts'
import { hostileAgent, hostileComparison, hostileRefusal, hostileTexts } from '../fixtures/hostile-texts.ts'
import { billing, overdue, support, thousandAgents, unverified } from '../fixtures/sample-agents.ts'
import { failed, outcome, skipped, test as testReport } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'

const context: ReportContext = {
  title: 'Agent tests',
  appUrl: 'https://app.example.com',
  mode: 'gate',
  timeoutSeconds: 1800,
  headSha: null,
  workflowRunUrl: null,
}
const annotations = (results: readonly AgentResult[], mode: ReportContext['mode'] = 'gate') =>
  annotationsOf(outcome(results, 1), { ...context, mode })

describe('annotations', () => {
  it('are none when everything passed', () => {
    expect(annotations([billing])).toEqual([])
  })

  it('are one error per failing agent, with its first failing tests and the link to the run', () => {
    expect(annotations([billing, support])).toEqual([
      {
        level: 'error',
        title: 'Support bot: 2 of 12 tests failed',
        message: expect.stringMatching(
          /^- Refuses a refund after 30 days: Refunds end .*\n- Hands an angry customer over to a person: The .*\nhttps:\/\/app\.example\.com\/tests\?tab=runs&runId=/,
        ),
      },
    ])
  })

  it('show five failing tests of an agent and count the rest', () => {
    const tests = Array.from({ length: 8 }, (_, index) => testReport(`T${index + 1}`))
    const [only] = annotations([failed('Bot', 9, tests)])
    expect(only?.message).toMatch(/^- T1\n- T2\n- T3\n- T4\n- T5\n… and 3 more failing tests\nhttps/)
  })

  it('are errors for agents without a result in gate mode, warnings in report mode', () => {
    expect(annotations([unverified, overdue]).map(({ level, title }) => [level, title])).toEqual([
      ['error', 'Order tracker: Cannot run'],
      ['error', 'Travel planner: Timed out'],
    ])
    expect(annotations([unverified], 'report')[0]?.level).toBe('warning')
  })

  it('are warnings for skipped agents', () => {
    expect(annotations([skipped('Draft bot', 'No tests linked.')])).toEqual([
      { level: 'warning', title: 'Draft bot: Skipped', message: 'It cannot run: No tests linked.' },
    ])
  })

  it('are ten errors at most and nine warnings, the last saying how many more', () => {
    const drafts = Array.from({ length: 11 }, (_, index) => skipped(`Draft ${index + 1}`, 'No tests linked.'))
    const all = annotations([...thousandAgents(), ...drafts])
    const errors = all.filter(({ level }) => level === 'error')
    const warnings = all.filter(({ level }) => level === 'warning')
    // GitHub keeps ten warnings: one is left for a comment that cannot be written.
    expect([errors.length, warnings.length]).toEqual([10, 9])
    expect(errors[9]?.title).toBe('Store assistant 10: 100 of 120 tests failed (and 990 more)')
    expect(warnings[8]?.title).toBe('Draft 9: Skipped (and 2 more)')
    expect(annotations(drafts.slice(0, 9))[8]?.title).toBe('Draft 9: Skipped')
  })

  it('tell a stop once, not again for each agent that it stopped', () => {
    const { outcome, context } = scenarios['cancelled'] ?? expect.fail()
    expect(annotationsOf(outcome, context).map(({ title }) => title)).toEqual(['the job was cancelled'])
    const unknown = scenarios['unknown-agents'] ?? expect.fail()
    expect(annotationsOf(unknown.outcome, unknown.context)[0]?.message).toContain(
      'agent "Cheese sommelier": no agent with that name in this org',
    )
  })

  it('stay below what GitHub shows, whatever the texts are', () => {
    const texts = [...hostileTexts, 'long '.repeat(200_000)]
    for (const text of texts) {
      for (const { title, message } of annotations([
        hostileAgent(text),
        hostileRefusal(text),
        skipped(text, text),
      ])) {
        expect(title.length).toBeLessThanOrEqual(200)
        expect(message.length).toBeLessThanOrEqual(4096)
        expect(title).not.toMatch(/[\r\n\u001B\u2028\u202E]/)
      }
    }
  })
})

describe('annotations of a comparison', () => {
  const titles = (name: string) => {
    const { outcome, context } = scenarios[name] ?? expect.fail()
    return annotationsOf(outcome, context).map(({ level, title }) => `${level}: ${title}`)
  }

  it('put first what newly fails: the agents, and the tests of each', () => {
    expect(titles('worse')).toEqual([
      'error: Support bot: 2 newly failing, 2 of 12 tests failed',
      'error: Order agent: 1 newly failing, 2 of 9 tests failed',
      'error: Booking assistant: 1 of 8 tests failed',
    ])
    const { outcome, context } = scenarios['not-worse'] ?? expect.fail()
    expect(annotationsOf(outcome, context)[0]?.message).toMatch(
      /^- newly failing: Hands an angry .*\n- Refuses a refund after 30 days: /,
    )
  })

  it('are warnings for failing agents where the job succeeds', () => {
    expect(titles('not-worse')).toEqual(['warning: Support bot: 1 newly failing, 2 of 12 tests failed'])
    expect(titles('nothing-to-compare-with')).toEqual(['warning: Support bot: 2 of 12 tests failed'])
  })

  it('say of a failing agent that its rate is no measure, where that decides', () => {
    const { outcome, context } = scenarios['incomplete-run'] ?? expect.fail()
    expect(annotationsOf(outcome, context)[0]?.message).toMatch(
      /^Its pass rate cannot be compared: 1 test ended without a result\.\n- Refuses a refund/,
    )
  })

  it('are one error for all run histories that could not be read for the same reason, with what to do', () => {
    expect(titles('history-unreadable')).toEqual([
      'error: 3 agents: Run history not readable',
      'error: Support bot: 2 of 12 tests failed',
    ])
    const { outcome, context } = scenarios['history-unreadable'] ?? expect.fail()
    expect(annotationsOf(outcome, context)[0]?.message).toBe(
      'Billing helper, Support bot, IT help desk: its run history could not be read: HTTP 404: Not Found.\n' +
        'Older versions of the service have no run history. Update the service, or set `mode` to `gate`.',
    )
    expect(titles('history-partly-unreadable')[0]).toBe('error: Support bot: Run history not readable')
  })

  it('stay below what GitHub shows, whatever the texts are', () => {
    const { context } = scenarios['worse'] ?? expect.fail()
    const all = annotationsOf(hostileComparison([...hostileTexts, 'long '.repeat(200_000)]), context)
    for (const { title, message } of all) {
      expect(title.length).toBeLessThanOrEqual(200)
      expect(message.length).toBeLessThanOrEqual(4096)
      expect(title).not.toMatch(/[\r\n\u001B\u2028\u202E]/)
    }
  })
})
