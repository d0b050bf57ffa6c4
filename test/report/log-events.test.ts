// Lines of the log while the gate runs.
import { describe, expect, it } from 'vitest'
import type { GateEvent } from '../../src/gate/events.ts'
import { eventLines, phaseTitle } from '../../src/report/log-events.ts'
import { ended, httpError, passed, runUrl } from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { withoutColors } from './contexts.ts'

const agent = { uuid: 'u', name: 'Support bot' }
const comparedEvent = (scenario: string): GateEvent => {
  const { decision, agents } = scenarios[scenario]?.outcome ?? expect.fail()
  return { type: 'compared', decision, agents }
}

const other = { uuid: 'v', name: 'Billing helper' }
const many = Array.from({ length: 60 }, (_, index) => ({ uuid: `${index}`, name: `A${index}` }))
const error = httpError(503, 'no slot', '/agent-tests/run/t-1')
const [, failing = expect.fail()] = resultsOfScenario('one-fails').agents
const late = { kind: 'timed-out', timeoutSeconds: 1800, state: 'running', lastError: null } as const
const timedOut = ended('Support bot', 12, [], late)
const progress = (total: number | null, passed: number, failed: number) =>
  ({ type: 'progress', agent, status: 'queued', counts: { total, passed, failed } }) as const
const beat = { type: 'heartbeat', elapsedMs: 180_000, done: 12, running: 8, queued: 20, total: 40 } as const
const finished = (of: typeof failing, isToBeCompared: boolean) =>
  ({ type: 'finished', agent: of, isToBeCompared }) as const
const round = {
  type: 'retry-round',
  round: 2,
  agents: [{ agent, tests: ['Refund', 'Late\n##[error]'] }],
} as const

describe('an event', () => {
  const lines = (event: GateEvent) => withoutColors(eventLines(event))

  it.each<[GateEvent, string]>([
    [{ type: 'selected', agents: [agent, other] }, '2 agents to test: Support bot, Billing helper'],
    [
      { type: 'launched', agent, status: 'in_progress', url: runUrl('t-1') },
      '▶ Support bot: running, https://app.example.com/tests?tab=runs&runId=t-1',
    ],
    [progress(null, 0, 0), '… Support bot: queued'],
    [progress(12, 0, 0), '… Support bot: queued, 0 of 12 tests done'],
    [progress(12, 3, 2), '… Support bot: queued, 5 of 12 tests done, 2 did not pass'],
    [
      { type: 'discarded', agent, taskId: 't-1' },
      '? Support bot: another job uses it; this run does not count',
    ],
    [
      { type: 'poll-error', agent, error, attempt: 2, retryInMs: 10_000 },
      '! Support bot: POST https://api.example.com/agent-tests/run/t-1: HTTP 503: no slot (attempt 2, next in 10s)',
    ],
    [finished(passed('Support bot', 12), true), '✓ Support bot: passed, 12 of 12 tests passed in 40s'],
    [finished(failing, false), '✗ Support bot: failed, 11 of 12 tests passed in 40s'],
    [finished(failing, true), '· Support bot: to be compared, 11 of 12 tests passed in 40s'],
    // One time: for how long it was waited for.
    [
      finished(timedOut, false),
      '? Support bot: timed out (still running its tests after 30m), 12 of 12 tests passed',
    ],
    [{ ...beat, unansweredForMs: null }, '· 3m: 12 of 40 agents done, 8 running, 20 queued'],
    [
      { ...beat, unansweredForMs: 90_000 },
      '· 3m: 12 of 40 agents done, 8 running, 20 queued; the service has not responded for 1m 30s',
    ],
    [round, '↻ Support bot: Refund, Late ##\u200B[error]'],
  ])('$type has its line: %s', (event, line) => {
    expect(lines(event)).toEqual([line])
  })

  it('of the selection names 50 agents; a round of retries has its number above it', () => {
    expect(lines({ type: 'selected', agents: many })[0]).toMatch(/^60 agents to test: A0, .*, A49, 10 more$/)
    expect(phaseTitle(round)).toBe('Retry 2')
  })

  it('of a comparison with earlier runs has the baseline of each agent, of one with a control nothing', () => {
    const compared = (name: string) => [phaseTitle(comparedEvent(name)), ...lines(comparedEvent(name))]
    expect(compared('worse')).toEqual([
      'Compare with earlier runs',
      '· Billing helper: baseline of 10 runs from 2026-11-11 to 2026-11-20',
      '· Support bot: baseline of 10 runs from 2026-11-11 to 2026-11-20',
      '· Order agent: baseline of 10 runs from 2026-11-11 to 2026-11-20',
    ])
    expect(compared('nothing-to-compare-with')).toEqual([
      'Compare with earlier runs',
      'No earlier results to compare with.',
    ])
    for (const name of ['control-one-broke', 'nothing-broke']) expect(compared(name)).toEqual([null])
  })
})
