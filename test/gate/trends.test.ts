import { describe, expect, test } from 'vitest'
import type { EarlierRun } from '../../src/client/index.ts'
import { runAgents } from './gate-harness.ts'
import { brokenConnection, http, ok } from './responses.ts'
import { earlierRun, earlierRuns, suite } from './suites.ts'
import type { AgentScript } from './test-service.ts'

describe('the trends of failing agents', () => {
  const script = (history: AgentScript['history']) => suite({ a: '-', b: '+' }, history ? { history } : {})
  const history = earlierRuns(12, ['a', 'b'])
  const requests = ({ calls }: Awaited<ReturnType<typeof runAgents>>) =>
    calls.filter(({ what }) => what === 'history').map(({ agent }) => agent)

  test.each(['gate', 'report'] as const)('are read with one request each in mode %s', async (mode) => {
    const agents = { ada: script(history), bob: suite({ a: '+', b: '+' }, { history }) }
    const ran = await runAgents(agents, { mode })
    expect(requests(ran)).toEqual(['ada'])
    expect(ran.comparison).toBeNull()
    expect(ran.trends.map(({ agent, runs }) => [agent.name, runs.length])).toEqual([['ada', 10]])
  })

  test('are read of all agents that have a run, if asked for', async () => {
    const agents = {
      ada: script(history),
      bob: suite({ a: '+', b: '+' }, { history }),
      eve: { launch: http(404) },
    }
    const ran = await runAgents(agents, { mode: 'report', trends: 'all' })
    expect(requests(ran)).toEqual(['ada', 'bob'])
    expect(ran.trends.map(({ runs }) => runs.length)).toEqual([10, 10])
  })

  test('are not read in mode gate-if-worse, which has a baseline', async () => {
    const ran = await runAgents({ ada: script(history) }, { mode: 'gate-if-worse' })
    expect([requests(ran), ran.trends]).toEqual([['ada'], []])
  })

  test.each<[string, AgentScript['history']]>([
    ['cannot be read', brokenConnection],
    ['is refused', http(401)],
    ['does not exist on older servers', http(404)],
    ['is empty', []],
    ['takes too long', { afterMs: 60_000, reply: ok({ items: history, total: 12 }) }],
  ])('are missing if the history %s, and nothing else is', async (_, unread) => {
    const ran = await runAgents({ ada: script(unread), bob: script(history) })
    expect(requests(ran)).toEqual(['ada', 'bob'])
    expect(ran.trends.map(({ agent }) => agent.name)).toEqual(['bob'])
    expect(ran).toMatchObject({ abortReason: null, verdict: { status: 'failed' } })
    expect(ran.endedAt).toBeLessThanOrEqual(20)
  })

  test('are missing if the service answers with what nobody expects', async () => {
    const throwing = { history: () => Promise.reject(new Error('bug')) }
    const { trends, verdict } = await runAgents({ ada: script(history) }, { change: () => throwing })
    expect([trends, verdict.status]).toEqual([[], 'failed'])
  })

  test('are not read once the job is cancelled, and for 50 agents at most', async () => {
    const cancelled = await runAgents({ ada: script(history), bob: {} }, { cancelledAt: 8 })
    expect([requests(cancelled), cancelled.trends]).toEqual([[], []])
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`agent ${index}`, script(history)]),
    )
    expect((await runAgents(many)).trends).toHaveLength(50)
  })

  test('have no run of this job, even if the clock of the service is behind', async () => {
    const own = earlierRun('run-ada', [], { ...history[0], uuid: 'run-ada' })
    const { trends } = await runAgents({ ada: script([own, ...history.slice(0, 2)]) })
    expect(trends[0]?.runs.map(({ taskId }) => taskId)).toEqual(['before-0', 'before-1'])
  })

  test('have the p95 latency and the cost of each run, as far as the service gave them', async () => {
    const [newest, ...others] = history
    const given = [{ ...newest, latency_ms: { p95: 900 }, cost: { mean: 0.002 } } as EarlierRun, ...others]
    const { trends } = await runAgents({ ada: script(given) })
    expect(trends[0]?.runs.slice(0, 2)).toMatchObject([
      { p95LatencyMs: 900, meanCostUsd: 0.002 },
      { p95LatencyMs: null, meanCostUsd: null },
    ])
  })
})
