// Lines of the log while the gate runs.
import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../../src/gate/events.ts'
import { eventLines, phaseTitle } from '../../src/report/log-events.ts'
import { httpError, passed, runUrl } from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { withoutColors } from './contexts.ts'

const agent = { uuid: 'u', name: 'Support bot' }
const comparedEvent = (scenario: string): GateEvent => {
  const { decisions = [], agents = [] } = scenarios[scenario]?.outcome ?? {}
  return { type: 'compared', decision: decisions[0] ?? expect.fail(), agents }
}

describe('an event', () => {
  const lines = (event: GateEvent) => withoutColors(eventLines(event))

  it('of the selection names the agents that are tested', () => {
    const agents = [agent, { uuid: 'v', name: 'Billing helper' }]
    expect(lines({ type: 'selected', agents })).toEqual(['2 agents to test: Support bot, Billing helper'])
    const many = Array.from({ length: 60 }, (_, index) => ({ uuid: `${index}`, name: `A${index}` }))
    expect(lines({ type: 'selected', agents: many })[0]).toMatch(/^60 agents to test: A0, .*, A49, 10 more$/)
  })

  it('of a launch carries the link to the run', () => {
    const launched = { type: 'launched', agent, status: 'in_progress', url: runUrl('t-1') } as const
    const link = 'https://app.example.com/tests?tab=runs&runId=t-1'
    expect(lines(launched)).toEqual([`▶ Support bot: running, ${link}`])
  })

  it.each([
    [{ total: null, passed: null, failed: null }, '… Support bot: queued'],
    [{ total: 12, passed: null, failed: null }, '… Support bot: queued, 12 tests'],
    [{ total: 12, passed: null, failed: 2 }, '… Support bot: queued, 12 tests, 2 did not pass'],
    [{ total: 12, passed: 3, failed: 2 }, '… Support bot: queued, 5 of 12 tests done, 2 did not pass'],
  ])('of progress says what is known: %j', (counts, line) => {
    expect(lines({ type: 'progress', agent, status: 'queued', counts })).toEqual([line])
  })

  it('of a run that does not count says why', () => {
    expect(lines({ type: 'discarded', agent, taskId: 't-1' })).toEqual([
      '? Support bot: another job uses it; this run does not count',
    ])
  })

  it('of a failed poll says what happened and when the next try is', () => {
    const error = httpError(503, 'no slot', '/agent-tests/run/t-1')
    expect(lines({ type: 'poll-error', agent, error, attempt: 2, retryInMs: 10_000 })).toEqual([
      '! Support bot: POST https://api.example.com/agent-tests/run/t-1: HTTP 503: no slot (attempt 2, next in 10s)',
    ])
  })

  it.each([
    [20_000, '40s'],
    [30_000, '40s, 30s of it in the queue'],
  ])('of a finished agent is its result, after %i ms in the queue', (queuedMs, time) => {
    const finished = passed('Support bot', 12, { queuedMs })
    expect(lines({ type: 'finished', agent: finished, isToBeCompared: true })).toEqual([
      `✓ Support bot: passed, 12 of 12 tests passed in ${time}`,
    ])
  })

  it.each([
    [false, '✗ Support bot: failed, 11 of 12 tests passed in 40s'],
    [true, '· Support bot: to be compared, 11 of 12 tests passed in 40s'],
  ])(
    'of an agent with a failing test that is to be compared (%s) does not say that it blocks',
    (isToBeCompared, line) => {
      const [, finished] = resultsOfScenario('one-fails').agents
      expect(lines({ type: 'finished', agent: finished ?? expect.fail(), isToBeCompared })).toEqual([line])
    },
  )

  it('of an agent that timed out has one time: for how long it was waited for', () => {
    const problem = { kind: 'timed-out', timeoutSeconds: 1800, state: 'running', lastError: null } as const
    expect(
      lines({ type: 'finished', agent: { ...passed('Support bot', 12), problem }, isToBeCompared: false })[0],
    ).toMatch(/: was still running its tests after 30m, 12 of 12 tests passed$/)
  })

  it('of a heartbeat has elapsed time, done, running, queued, and since when the service has not answered', () => {
    const beat = {
      type: 'heartbeat',
      elapsedMs: 180_000,
      done: 12,
      running: 8,
      queued: 20,
      total: 40,
    } as const
    expect(lines({ ...beat, unansweredForMs: null })).toEqual([
      '· 3m: 12 of 40 agents done, 8 running, 20 queued',
    ])
    expect(lines({ ...beat, unansweredForMs: 90_000 })).toEqual([
      '· 3m: 12 of 40 agents done, 8 running, 20 queued; the service has not responded for 1m 30s',
    ])
  })

  it('of a round of retries names the tests, under its number', () => {
    const round = {
      type: 'retry-round',
      round: 2,
      agents: [{ agent, tests: ['Refund', 'Late\n##[error]'] }],
    } as const
    expect(phaseTitle(round)).toBe('Retry 2')
    expect(lines(round)).toEqual(['↻ Support bot: Refund, Late ##\u200B[error]'])
  })

  it('of a comparison has the baseline of each agent and both pass rates', () => {
    const compared = (name: string) => lines(comparedEvent(name))
    expect(compared('worse')).toEqual([
      '· Billing helper: baseline of 10 runs from 2026-11-11 to 2026-11-20',
      '· Support bot: baseline of 10 runs from 2026-11-11 to 2026-11-20',
      '· Order agent: baseline of 10 runs from 2026-11-11 to 2026-11-20',
      '- Gift adviser: no earlier run to compare with',
      'Compared 53 tests: 86.8% of first attempts passed, before 97.4%',
    ])
    expect(phaseTitle(comparedEvent('worse'))).toBe('Compare with earlier runs')
    expect(compared('control-one-broke')).toEqual(['Compared the failing tests with Support bot.'])
    expect(phaseTitle(comparedEvent('control-one-broke'))).toBe('Compare with the control')
    expect(compared('nothing-to-compare-with').at(-1)).toBe('No earlier results to compare with.')
    expect(compared('history-unreadable')[0]).toMatch(
      /^\? Billing helper has a run history that could not be read: HTTP 404: Not Found → Set `baseline` to results files/,
    )
  })

  it('of a comparison in which nothing failed has no line and no group', () => {
    expect(lines(comparedEvent('nothing-broke'))).toEqual([])
    expect(phaseTitle(comparedEvent('nothing-broke'))).toBeNull()
  })
})
