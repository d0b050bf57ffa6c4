import { describe, expect, test } from 'vitest'
import { runAgents } from './gate-harness.ts'
import { done, ok } from './responses.ts'
import { ended, suite } from './suites.ts'

const launch = ok({ task_id: 'one-for-both', status: 'queued' })
const shared = { reason: { kind: 'shared-run', taskId: 'one-for-both' } }

describe('a run that the service gave to two launches', () => {
  test('is inconclusive for both agents, even if it passed', async () => {
    const { results, verdict } = await runAgents({
      ada: { launch, polls: [done(1, 0)] },
      bob: { polls: [done(1, 0)] },
      cyd: { launch, polls: [done(1, 0)] },
    })
    expect(results).toMatchObject([
      { outcome: 'inconclusive', ...shared },
      { outcome: 'passed' },
      { outcome: 'inconclusive', run: { taskId: 'one-for-both' }, ...shared },
    ])
    expect(verdict.status).toBe('inconclusive')
  })

  test('is inconclusive although the first of them had ended when the second came', async () => {
    const { results, events } = await runAgents({
      ada: { launch, polls: [done(1, 0)] },
      cyd: { launch: { afterMs: 20_000, reply: launch } },
    })
    const finished = events.flatMap(({ event }) => (event.type === 'finished' ? [event.result] : []))
    expect(finished).toMatchObject([{ outcome: 'passed' }, { agent: { name: 'cyd' }, ...shared }])
    expect(results).toMatchObject([
      { outcome: 'inconclusive', ...shared },
      { outcome: 'inconclusive', ...shared },
    ])
  })

  test('is neither retried nor compared', async () => {
    const polls = [
      ended([
        ['a', '-'],
        ['b', '+'],
        ['c', '+'],
      ]),
    ]
    const { launches, verdict, comparison } = await runAgents(
      { ada: suite({ a: '-+' }, { launch, polls }), cyd: { launch } },
      { mode: 'gate-if-worse', retries: 2 },
    )
    expect([launches('ada'), launches('cyd')]).toEqual([[null], [null]])
    expect(comparison?.agents).toEqual([])
    expect(verdict.status).toBe('inconclusive')
  })
})
