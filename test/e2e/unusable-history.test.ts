// Mode gate-if-worse with a run history that has runs, but none that can be compared with: never a pass.
import { describe, expect, it, type TestContext } from 'vitest'
import type { Fault } from './faults/fault.ts'
import type { ProxyRequest } from './faults/fault-proxy.ts'
import { BROKEN, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { testNamed } from './results-file.ts'

interface Entry {
  readonly created_at: string
  readonly total_tests: number
  readonly results: readonly { readonly name: string; readonly passed: boolean }[]
}

/** A job in which a test breaks; the entries of its history are changed, or its pages answered as given. */
async function compare(context: TestContext, onHistory: (request: ProxyRequest) => Fault | Promise<Fault>) {
  const rules = [(request: ProxyRequest) => (request.path.endsWith('/runs') ? onHistory(request) : undefined)]
  const harness = await createHarness(
    { agents: [flakyAgent({ breaks: { [BROKEN]: 11 } })], concurrency: 8, faultProxy: { rules } },
    context.onTestFinished,
  )
  const event = openedAnHourAgo()
  const step = await harness.run({ with: { mode: 'gate-if-worse', timeout: '240' }, event })
  return { step, comment: harness.comments()[0] ?? '' }
}

const changed = (change: (entry: Entry) => object): Fault => ({
  kind: 'rewrite',
  change: (body) => {
    const page: { readonly items: readonly Entry[] } = JSON.parse(body)
    return JSON.stringify({ ...page, items: page.items.map((entry) => ({ ...entry, ...change(entry) })) })
  },
})

/** Pages of runs after the cut-off, without an end. */
const newerRuns = ({ query }: ProxyRequest): Fault => {
  const offset = Number(new URLSearchParams(query).get('offset'))
  const created_at = new Date().toISOString()
  const items = Array.from({ length: 50 }, (_, index) => ({
    uuid: `${offset + index}`,
    status: 'done',
    created_at,
  }))
  return { kind: 'answer', status: 200, body: JSON.stringify({ items, total: 5000 }) }
}

const NONE_READ = 'no run in the run history can be read'

describe.concurrent('a job with a failing test is inconclusive', () => {
  const cases: readonly (readonly [string, (request: ProxyRequest) => Fault, string])[] = [
    ['if no start time can be read', () => changed(() => ({ created_at: 1763678522 })), NONE_READ],
    [
      'if all runs are in the future',
      () => changed(() => ({ created_at: '2099-01-01 00:00:00' })),
      'the run history says that the run of this job is from 2099-01-01',
    ],
    ['if no entry can be read', () => changed(() => ({ total_tests: '16' })), NONE_READ],
    ['if no run has rows', () => changed(() => ({ results: null })), NONE_READ],
    [
      'if the rows of all runs contradict their counts',
      () =>
        changed(({ results }) => ({
          results: results.map((row) => ({ ...row, passed: row.name !== BROKEN })),
        })),
      NONE_READ,
    ],
    [
      'if a thousand runs are newer than the pull request',
      newerRuns,
      'none of the newest 1000 runs in the run history can be compared with',
    ],
  ]

  it.for(cases)('%s', async ([, onHistory, words], context) => {
    const { step, comment } = await compare(context, onHistory)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '1', 'pass-rate': '' })
    expect(comment).toContain('no run history could be used')
    // Nothing is known of the failing test: neither that it is new, nor that it does not block.
    expect(comment).not.toMatch(/new failing|not block/i)
    expect(testNamed(step, BROKEN)).toMatchObject({ baseline: null, retrySkipped: { kind: 'no-history' } })
    for (const report of [comment, step.log, step.summary]) {
      expect(report).toContain(words)
      expect(report).toContain('results files of earlier jobs')
    }
  })
})
