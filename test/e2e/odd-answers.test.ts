// Answers that are odd in a detail: the verdict stands, and whatever happens, the reports are written.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import type { Fault } from './faults/fault.ts'
import type { ProxyRequest, ProxyRule } from './faults/fault-proxy.ts'
import { BROKEN, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness, requestsOf } from './harness.ts'
import { resultsOf } from './results-file.ts'

const parameters = { durationMs: 200, tests: 4 }
const inputs = { timeout: '240' }

type Json = Record<string, unknown>

const rewrite = (change: (body: Json) => Json): Fault => ({
  kind: 'rewrite',
  change: (body) => JSON.stringify(change(JSON.parse(body))),
})

const isRead = ({ kind }: ProxyRequest) => kind === 'poll' || kind === 'details'

/** The same odd value for each of the keys. */
const odd = (keys: readonly string[], value: unknown): Json =>
  Object.fromEntries(keys.map((key) => [key, value]))

const rowsOf = (body: Json) => (Array.isArray(body['results']) ? body['results'] : [])

describe.concurrent('a value that is neither an ID nor a status nor a count leaves the verdict', () => {
  const runKeys = ['name', 'latency_ms', 'cost', 'total_tokens', 'is_public', 'share_token', 'evaluators']
  const rowKeys = ['name', 'inputs', 'test_case', 'reasoning', 'latency_ms', 'cost']
  const agentKeys = ['type', 'interaction_type', 'created_at', 'updated_at', 'connection_verified']

  const oddFields = (value: unknown, keys: readonly string[]): ProxyRule => {
    const list = rewrite((body) => ({
      ...body,
      items: (body['items'] as Json[]).map((agent) => ({ ...agent, ...odd(agentKeys, value) })),
    }))
    const launch = rewrite(({ task_id }) => ({ task_id, ...odd(['dataset_id', 'created_at'], value) }))
    const read = rewrite((body) => ({
      ...body,
      ...odd(runKeys, value),
      results: rowsOf(body).map((row) => ({ ...row, ...odd(keys, value) })),
    }))
    return (request) => {
      if (request.kind === 'list') return list
      if (request.kind === 'launch') return launch
      return isRead(request) ? read : undefined
    }
  }

  const values = [null, true, 5, 1.5, 'text', [], [5], {}, { mean: '0.1', tool_calls: 'x', history: [[]] }]

  const runWith = async (value: unknown, keys: readonly string[], context: TestContext) => {
    const agents: SimulatedAgent[] = [
      { name: 'Alpha', scenario: 'all-pass', parameters },
      { name: 'Beta', scenario: 'one-fails', parameters },
    ]
    const harness = await createHarness(
      { agents, concurrency: 2, faultProxy: { rules: [oddFields(value, keys)] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: inputs })
    expect(harness.comments()).toHaveLength(1)
    return step
  }

  // A failing row has a verdict if it has either of them.
  const cases = values.map((value, index) => {
    const besides = index % 2 === 0 ? 'output' : 'judge_results'
    return [JSON.stringify(value), besides, value] as const
  })

  it.for(cases)('%s, also as %s', async ([, besides, value], context) => {
    const step = await runWith(value, [...rowKeys, besides], context)
    expect(step.outputs).toMatchObject({ total: '8', passed: '7', failed: '1', verdict: 'failed' })
    expect(resultsOf(step).agents.map(({ outcome }) => outcome)).toEqual(['passed', 'failed'])
  })

  it('but a failing row with neither an output nor evaluations is no verdict', async (context) => {
    const step = await runWith(null, ['output', 'judge_results'], context)
    expect(step.outputs).toMatchObject({ passed: '7', failed: '0', verdict: 'inconclusive' })
  })

  it('nor does one odd row of the run history', async (context) => {
    const oddRow = rewrite((body) => ({
      ...body,
      items: (body['items'] as Json[]).map((run, index) =>
        index === 3 ? { uuid: run['uuid'], name: 7, results: 'none', cost: [], created_at: false } : run,
      ),
    }))
    const harness = await createHarness(
      {
        agents: [flakyAgent({ breaks: { [BROKEN]: 11 } })],
        faultProxy: { rules: [({ path }) => (path.endsWith('/runs') ? oddRow : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { ...inputs, mode: 'gate-if-worse' }, event: openedAnHourAgo() })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1', 'previous-pass-rate': '100.0' })
    expect(resultsOf(step).agents[0]?.baseline?.runs).toHaveLength(9)
  })
})

describe.concurrent('an answer cannot destroy the reports', () => {
  const noStack = /^\s+at .*\(|RangeError|URIError/m

  it('with arguments that are nested 5,000 deep', async (context) => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    let nested = 0
    const nest: Fault = {
      kind: 'rewrite',
      change: (body) =>
        body.replaceAll(/"arguments":\{[^{}]*\}/g, () => {
          nested += 1
          return `"arguments":${deep}`
        }),
    }
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'tool-call-failure', parameters: { ...parameters, tests: 8 } }],
        faultProxy: { rules: [(request) => (isRead(request) ? nest : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: inputs })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '8', failed: '1', verdict: 'failed' })
    expect(harness.comments()[0]).toContain('Alpha')
    expect(nested).toBeGreaterThan(0)
    expect(step.raw).not.toMatch(noStack)
  })

  it('with a lone surrogate in an ID: that run is inconclusive, the others are not', async (context) => {
    const lone = rewrite((body) => ({ ...body, task_id: `run-${'\ud800'}` }))
    const harness = await createHarness(
      {
        agents: [
          { name: 'Alpha', scenario: 'all-pass', parameters },
          { name: 'Beta', scenario: 'all-pass', parameters },
        ],
        concurrency: 2,
        faultProxy: {
          rules: [
            (request) =>
              request.kind === 'launch' && requestsOf(harness, 'launch').length === 1 ? lone : undefined,
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: inputs })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '4', passed: '4', verdict: 'inconclusive' })
    for (const report of [harness.comments()[0], step.summary, step.log])
      expect(report).toContain('a run may have started')
    expect(step.raw).not.toMatch(noStack)
  })
})
