// A cancelled job: in every phase, everything is written without a second signal, and runs in progress are named.
import { expect, it } from 'vitest'
import { asked, cancelOnce, describeSignals, signals } from './cancel-step.ts'
import type { ProxyRule, RequestKind } from './faults/fault-proxy.ts'
import { APP_URL, createHarness, PULL_REQUEST } from './harness.ts'

/** Requests of this kind reach the service and are never answered. */
const hangAt =
  (phase: RequestKind): ProxyRule =>
  ({ kind }) =>
    kind === phase ? { kind: 'hang', performed: true } : undefined

describeSignals('SIGINT', () => {
  const signal = 'SIGINT'

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

  it('while agents are selected', async (context) => {
    const harness = await createHarness(
      { agents: [{ name: 'Alpha', scenario: 'all-pass' }], faultProxy: { rules: [hangAt('list')] } },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => asked(harness, 'list'), signal)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '0', passed: '0', failed: '0', verdict: 'inconclusive' })
    expect(asked(harness, 'launch')).toBe(false)
    for (const report of [step.log, step.summary, harness.comments()[0]])
      expect(report).toContain('cancelled')
  })

  it('while the pull request is read, which makes no input invalid', async (context) => {
    const isRead = ({ path }: { readonly path: string }) => path.endsWith(`/pulls/${PULL_REQUEST}`)
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'all-pass' }],
        github: { faults: [(request) => (isRead(request) ? { connection: 'hang' } : undefined)] },
      },
      context.onTestFinished,
    )
    const step = await cancelOnce(harness, () => harness.github.journal.some(isRead), 'SIGTERM', {
      eventName: 'workflow_dispatch',
      with: { mode: 'gate-if-worse', 'pull-request': String(PULL_REQUEST) },
    })
    expect(step.outputs).toMatchObject({ total: '0', verdict: 'inconclusive' })
    expect(step.log).not.toContain('Invalid input')
    for (const report of [step.log, step.summary, harness.comments()[0]])
      expect(report).toContain('cancelled')
  })
})

describeSignals.each(signals)('%s while runs are polled', (signal) => {
  it('lists each with its link', async (context) => {
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
})
