// A cancelled job: in every phase, everything is written without a second signal, and runs in progress are named.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { FaultRule, GitHubFault, GitHubRequest } from '../support/github/github.ts'
import type { ProxyRule, RequestKind } from './faults/fault-proxy.ts'
import { APP_URL, createHarness, type Harness } from './harness.ts'

const quick = { durationMs: 300, tests: 3 }
const signals = ['SIGINT', 'SIGTERM'] as const

/** Requests of this kind reach the service and are never answered. */
const hangAt =
  (phase: RequestKind): ProxyRule =>
  ({ kind }) =>
    kind === phase ? { kind: 'hang', performed: true } : undefined

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20)
}

const asked = (harness: Harness, kind: RequestKind) =>
  harness.faultProxy?.journal.some((request) => request.kind === kind) ?? false

/** The comment at the end. The requests before it look for a comment of an earlier run. */
const isCreation = ({ method, path }: Pick<GitHubRequest, 'method' | 'path'>) =>
  method === 'POST' && path.endsWith('/comments')

const isCreating = (harness: Harness) => harness.github.journal.some(isCreation)

const onCreate =
  (fault: GitHubFault): FaultRule =>
  (request) =>
    isCreation(request) ? fault : undefined

/** Links to runs as the comment and the log write them. */
const runLinks = (text: string | undefined) => [
  ...new Set(text?.match(/https:\/\/app\.acme\.test\/w\/42\/tests\?tab=runs&(?:amp;)?runId=[0-9a-f-]{36}/g)),
]

/**
 * The step after one signal, which has to be enough for it to end: nothing here waits for a timeout. How long writing
 * may take is tested with fake timers, in test/runner.
 */
async function cancelOnce(
  harness: Harness,
  reached: () => boolean,
  signal: NodeJS.Signals,
  options?: Parameters<Harness['start']>[0],
) {
  const running = harness.start(options)
  let ended = false
  running.result.finally(() => {
    ended = true
  })
  await until(() => reached() || ended)
  running.kill(signal)
  return running.result
}

// Windows has no signals that a process could catch: there the runner's own end of a job is the end.
const describeSignals = describe.skipIf(process.platform === 'win32').concurrent

describeSignals.each(signals)('%s', (signal) => {
  it('as soon as the step has begun', async (context) => {
    const harness = await createHarness(
      { agents: [{ name: 'Alpha', scenario: 'hangs' }] },
      context.onTestFinished,
    )
    const running = harness.start()
    await running.logged(/add-mask/)
    running.kill(signal)
    const step = await running.result
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(step.summary).toContain('cancelled')
    expect(harness.comments()[0]).toContain('cancelled')
  })

  it.for(['list', 'resolve'] as const)('while agents are selected (%s)', async (kind, context) => {
    const harness = await createHarness(
      { agents: [{ name: 'Alpha', scenario: 'all-pass' }], faultProxy: { rules: [hangAt(kind)] } },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => asked(harness, kind), signal, {
      with: kind === 'resolve' ? { agents: 'Alpha' } : {},
    })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '0', passed: '0', failed: '0', verdict: 'inconclusive' })
    expect(asked(harness, 'launch')).toBe(false)
    for (const report of [step.log, step.summary, harness.comments()[0]])
      expect(report).toContain('cancelled')
  })

  it('while agents are launched: runs that may have started are listed apart from those in progress', async (context) => {
    const harness = await createHarness(
      {
        agents: [
          { name: 'Alpha', scenario: 'hangs' },
          { name: 'Beta', scenario: 'hangs' },
        ],
        concurrency: 2,
        faultProxy: {
          rules: [
            ({ kind }) => (kind === 'launch' && asks() === 2 ? { kind: 'hang', performed: true } : undefined),
          ],
        },
      },
      context.onTestFinished,
    )
    const asks = () => harness.faultProxy?.journal.filter(({ kind }) => kind === 'launch').length ?? 0
    const step = await cancelOnce(harness, () => asks() === 2 && asked(harness, 'poll'), signal)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    const [comment] = harness.comments()
    for (const report of [step.log, step.summary, comment]) {
      expect(report).toContain('a run may have started')
      expect(report).toContain('still running')
      expect(runLinks(report)).toHaveLength(1)
    }
    expect(asks()).toBe(2)
  })

  it('while runs are polled: each is listed with its link', async (context) => {
    const harness = await createHarness(
      {
        agents: [
          { name: 'Alpha', scenario: 'hangs' },
          { name: 'Beta', scenario: 'hangs' },
          { name: 'Gamma', scenario: 'hangs' },
        ],
        concurrency: 2,
        faultProxy: { rules: [] },
      },
      context.onTestFinished,
    )
    const step = await cancelOnce(
      harness,
      () => (harness.faultProxy?.journal.filter(({ kind }) => kind === 'poll').length ?? 0) >= 3,
      signal,
    )
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    const tasks = harness.faultProxy?.journal
      .filter(({ kind }) => kind === 'poll')
      .map(({ path }) => path.split('/').at(-1))
    for (const report of [step.log, step.summary, harness.comments()[0]]) {
      for (const task of new Set(tasks)) expect(report).toContain(`${APP_URL}/tests?tab=runs&runId=${task}`)
      expect(report).toContain('still running')
      expect(report).toContain('still queued')
    }
  })

  it('while a poll hangs', async (context) => {
    const harness = await createHarness(
      { agents: [{ name: 'Alpha', scenario: 'hangs' }], faultProxy: { rules: [hangAt('poll')] } },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => asked(harness, 'poll'), signal, {
      with: { mode: 'report' },
    })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(runLinks(harness.comments()[0])).toHaveLength(1)
  })

  it('while the details of a failure are read: it is still a failure', async (context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'one-fails', parameters: quick }],
        faultProxy: { rules: [hangAt('details')] },
      },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => asked(harness, 'details'), signal)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '3', passed: '2', failed: '1', verdict: 'failed' })
    expect(harness.comments()).toHaveLength(1)
  })

  it('while the comment is written, and GitHub answers', async (context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'all-pass', parameters: quick }],
        github: { faults: [onCreate({ delayMs: 400 })] },
      },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => isCreating(harness), signal)
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    expect(harness.comments()).toHaveLength(1)
  })

  it('while the comment is written, and GitHub hangs: only the comment is abandoned', async (context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'all-pass', parameters: quick }],
        github: { faults: [onCreate({ connection: 'hang' })] },
      },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => isCreating(harness), signal)
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    expect(step.summary).toContain('Alpha')
    const warnings = step.annotations.filter(({ level }) => level === 'warning')
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('the job was cancelled')])
  })
})

describeSignals('a second signal', () => {
  it.for([
    ['SIGINT', 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGINT'],
  ] as const)('ends the process at once: %s, then %s', async ([first, second], context) => {
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'hangs' }],
        github: {
          faults: [
            (request) => {
              if (!isCreation(request)) return undefined
              running.kill(second)
              return { connection: 'hang' }
            },
          ],
        },
        faultProxy: { rules: [] },
      },
      context.onTestFinished,
    )
    const running = harness.start({ with: { mode: 'report' } })
    await until(() => asked(harness, 'poll'))
    running.kill(first)
    const step = await running.result
    // With more time it would have ended with 0, as a report always does.
    expect(step.exitCode).toBe(1)
    // Outputs come first, so they exist although nothing waited for the comment.
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(step.summary).toContain('cancelled')
  })
})
