// Answers that say, or may say, that a test did not pass: none of them ends in exit code 0.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import type { Fault } from './faults/fault.ts'
import { faultsInTurn, type ProxyRequest, type ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, requestsOf } from './harness.ts'
import { resultsOf, testsOf } from './results-file.ts'

const passing = { scenario: 'all-pass', parameters: { durationMs: 200, tests: 4 } } as const
const alpha: SimulatedAgent = { name: 'Alpha', ...passing }
const beta: SimulatedAgent = { name: 'Beta', ...passing }

type Json = Record<string, unknown>
type Row = Readonly<Record<string, unknown>>

const isRead = ({ kind }: ProxyRequest) => kind === 'poll' || kind === 'details'

/** Changes the answers for runs that have ended, `nth` counting them. */
function rewriteEnd(change: (run: Json & { results: readonly Row[] }, nth: number) => Json): ProxyRule {
  let count = 0
  return (request) => {
    if (!isRead(request)) return undefined
    return {
      kind: 'rewrite',
      change: (body) => {
        const run = JSON.parse(body)
        if (run.status !== 'done') return body
        count += 1
        return JSON.stringify(change(run, count))
      },
    }
  }
}

const merging = (fields: Json) => rewriteEnd((run) => ({ ...run, ...fields }))

interface Case {
  readonly agents?: readonly SimulatedAgent[]
  readonly rules?: readonly ProxyRule[]
  readonly inputs?: Readonly<Record<string, string>>
}

async function run(context: TestContext, { agents = [alpha], rules = [], inputs = {} }: Case) {
  const harness = await createHarness(
    { agents, concurrency: 8, faultProxy: { rules } },
    context.onTestFinished,
  )
  const step = await harness.run({ with: { timeout: '240', ...inputs } })
  return { harness, step, comment: harness.comments()[0] ?? '' }
}

describe.concurrent('a run whose tests all seem to have passed is inconclusive', () => {
  const cases: readonly (readonly [string, ProxyRule, string])[] = [
    ['with unanswered tests', merging({ unanswered_tests: 1 }), 'contradictory'],
    ['stopped early', merging({ stopped_early: true }), 'run-ended'],
    ['aborted', merging({ aborted: true }), 'run-ended'],
    ['with its error flag', merging({ error: true }), 'run-ended'],
    ['with a failed test that passed is null beside', merging({ passed: null, failed: 2 }), 'contradictory'],
    ['with counts below its total', merging({ total_tests: 6 }), 'unfinished-tests'],
    [
      'with a row that failed',
      rewriteEnd((body) => ({
        ...body,
        results: body.results.map((row, index) => (index === 0 ? { ...row, passed: false } : row)),
      })),
      'contradictory',
    ],
  ]

  it.for(cases)('%s', async ([, rule, kind], context) => {
    const { step } = await run(context, { rules: [rule] })
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).not.toBe('passed')
    expect(resultsOf(step).agents).toMatchObject([{ name: 'Alpha', problem: { kind } }])
  })

  it('with linked tests that never ran; the report says how many, and why', async (context) => {
    const agents: SimulatedAgent[] = [{ name: 'Alpha', scenario: 'unconfigured', parameters: { tests: 4 } }]
    const { step, comment } = await run(context, { agents })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '4', passed: '2', failed: '0', verdict: 'inconclusive' })
    for (const report of [comment, step.log])
      expect(report).toContain(
        '2 of 4 linked tests were not run; the service leaves out tests without a configuration',
      )
  })
})

describe.concurrent('a launch answered with 400 is inconclusive in an all-agents run', () => {
  const answer = (body: string): Fault => ({ kind: 'answer', status: 400, body })

  it.for([
    ['an HTML page', answer('<html>Bad request</html>')],
    ['an empty body', answer('')],
    [
      'a validation list',
      answer('{"detail":[{"loc":["body"],"msg":"No tests linked","type":"value_error"}]}'),
    ],
    ['another reason', answer('{"detail":"Quota used up"}')],
  ] as const)('%s', async ([, fault], context) => {
    const { step } = await run(context, {
      agents: [alpha, beta],
      rules: [faultsInTurn('launch', fault)],
    })
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(resultsOf(step).agentTotals).toMatchObject({ passed: 1, inconclusive: 1, skipped: 0 })
  })
})

/** As many as before, but each is the first one. */
const repeated = (items: unknown) => (Array.isArray(items) ? items.map(() => items[0]) : items)

describe.concurrent('a list of agents that is cut short is an error', () => {
  it.for([
    ['below its total', (list: Json) => ({ ...list, total: 3 })],
    ['an agent that comes twice', (list: Json) => ({ ...list, items: repeated(list['items']) })],
  ] as const)('%s', async ([, change], context) => {
    const rewrite: Fault = { kind: 'rewrite', change: (body) => JSON.stringify(change(JSON.parse(body))) }
    const { step, harness } = await run(context, {
      agents: [alpha, beta],
      rules: [({ kind }) => (kind === 'list' ? rewrite : undefined)],
    })
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(requestsOf(harness, 'launch')).toEqual([])
  })
})

describe.concurrent('what belongs to whom', () => {
  it('rows with the same name and no ID are all kept', async (context) => {
    const anonymous = rewriteEnd((body) => ({
      ...body,
      results: body.results.map((row) => ({ ...row, name: 'Same', test_case_id: null, test_uuid: null })),
    }))
    const agents: SimulatedAgent[] = [{ ...alpha, scenario: 'two-fail' }]
    const { step } = await run(context, { agents, rules: [anonymous] })
    expect(step.outputs).toMatchObject({ total: '4', passed: '2', failed: '2', verdict: 'failed' })
    expect(
      testsOf(step)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['failed', 'failed', 'passed', 'passed'])
  })

  it('two names that resolve to one agent are an error, before any launch', async (context) => {
    const same: Fault = {
      kind: 'rewrite',
      change: (body) => {
        const { resolved, ...rest } = JSON.parse(body)
        return JSON.stringify({ ...rest, resolved: { Alpha: resolved.Alpha, Beta: resolved.Alpha } })
      },
    }
    const { step, harness, comment } = await run(context, {
      agents: [alpha, beta],
      inputs: { agents: 'Alpha, Beta' },
      rules: [({ kind }) => (kind === 'resolve' ? same : undefined)],
    })
    expect(step.exitCode).toBe(1)
    expect(comment).toContain('several names refer to the same agent')
    expect(requestsOf(harness, 'launch')).toEqual([])
  })
})
