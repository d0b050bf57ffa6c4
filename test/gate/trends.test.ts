// The last runs of agents in modes that do not compare.
import { describe, expect, test } from 'vitest'
import { type GateRun, runAgents } from './gate-harness.ts'
import { brokenConnection, http, ok } from './responses.ts'
import { earlierRun, earlierRuns, suite } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

describe('the last runs of failing agents', () => {
  const failing = (history: AgentResponses['history']) =>
    suite({ a: '-', b: '+' }, history === undefined ? {} : { history })
  const history = earlierRuns(12, ['a', 'b'])
  const requests = ({ calls }: GateRun) =>
    calls.filter(({ what }) => what === 'history').map(({ agent }) => agent)

  test.each(['gate', 'report'] as const)('are read with one request each in mode %s', async (mode) => {
    const agents = { ada: failing(history), bob: suite({ a: '+', b: '+' }, { history }) }
    const ran = await runAgents(agents, { mode })
    expect([requests(ran), ran.comparison]).toEqual([['ada'], null])
    expect(ran.earlierRuns.map(({ agent, runs }) => [agent.name, runs.length])).toEqual([['ada', 10]])
  })

  test('are read of all agents that have a run, if asked for', async () => {
    const agents = { ada: suite({ a: '+', b: '+' }, { history }), eve: { launch: http(404) } }
    const ran = await runAgents(agents, { mode: 'report', trends: 'all' })
    expect([requests(ran), ran.earlierRuns.length]).toEqual([['ada'], 1])
  })

  test.each<[string, AgentResponses['history']]>([
    ['cannot be read', brokenConnection],
    ['is refused', http(401)],
    ['does not exist on older servers', http(404)],
    ['is empty', []],
    ['takes too long', { afterMs: 60_000, reply: ok({ items: history, total: 12 }) }],
  ])('are missing if the history %s, and nothing else is', async (_, unread) => {
    const ran = await runAgents({ ada: failing(unread), bob: failing(history) })
    expect(requests(ran)).toEqual(['ada', 'bob'])
    expect(ran.earlierRuns.map(({ agent }) => agent.name)).toEqual(['bob'])
    expect(ran).toMatchObject({ abortReason: null, verdict: { status: 'failed' } })
    expect(ran.endedAt).toBeLessThanOrEqual(20)
  })

  test('are not read once the job is cancelled, for 50 agents at most, and whatever happens', async () => {
    const cancelled = await runAgents({ ada: failing(history), bob: {} }, { cancelledAt: 8 })
    expect([requests(cancelled), cancelled.earlierRuns]).toEqual([[], []])
    const names = Array.from({ length: 60 }, (_, index) => [`agent ${index}`, failing(history)] as const)
    expect((await runAgents(Object.fromEntries(names))).earlierRuns).toHaveLength(50)
    const change = () => ({ history: () => Promise.reject(new Error('unexpected')) })
    expect((await runAgents({ ada: failing(history) }, { change })).earlierRuns).toEqual([])
  })

  test('have no run of this job, no retry, and the measures that the service gave', async () => {
    const own = earlierRun('run-ada', [], { ...history[0], uuid: 'run-ada', created_at: null })
    const [retry, both] = [['b'], ['a', 'b']].map((names) => names.map((name) => ({ name, passed: true })))
    const fields = { latency_ms: { p95: 900 }, cost: { mean: 0.002 } }
    const measured = earlierRun('measured', both ?? [], fields)
    const runs = [own, earlierRun('retry', retry ?? []), measured, ...history.slice(0, 1)]
    const ran = await runAgents({ ada: failing(runs) })
    expect(ran.earlierRuns[0]?.runs).toMatchObject([
      { taskId: 'measured', p95LatencyMs: 900, meanCostUsd: 0.002 },
      { taskId: 'before-0', p95LatencyMs: null, meanCostUsd: null },
    ])
  })
})
