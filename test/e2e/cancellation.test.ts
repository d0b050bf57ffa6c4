// A cancelled job: in every phase, everything is written without a second signal, and runs in progress are named.
import { expect, it } from 'vitest'
import type { GitHubFault, GitHubRequest } from '../support/github/github.ts'
import { cancelOnce, describeSignals, until } from './cancel-step.ts'
import { APP_URL, createHarness, PULL_REQUEST, requestsOf, warningsOf } from './harness.ts'

const hanging = [{ name: 'Alpha', scenario: 'hangs' }] as const
const passing = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 300, tests: 3 } }] as const

const hang: GitHubFault = { connection: 'hang' }

/** The comment at the end. The requests before it look for a comment of an earlier run. */
const isCreation = ({ method, path }: Pick<GitHubRequest, 'method' | 'path'>) =>
  method === 'POST' && path.endsWith('/comments')

describeSignals('a signal', () => {
  it('as soon as the step has begun', async (context) => {
    const harness = await createHarness({ agents: hanging }, context.onTestFinished)
    const running = harness.start()
    await running.logged(/add-mask/)
    running.kill('SIGINT')
    const step = await running.result
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(step.summary).toContain('cancelled')
    expect(harness.comments()[0]).toContain('cancelled')
  })

  it('while the pull request is read, which makes no input invalid', async (context) => {
    const isRead = ({ path }: { readonly path: string }) => path.endsWith(`/pulls/${PULL_REQUEST}`)
    const faults = [(request: GitHubRequest) => (isRead(request) ? hang : undefined)]
    const harness = await createHarness({ agents: passing, github: { faults } }, context.onTestFinished)
    const step = await cancelOnce(harness, () => harness.github.journal.some(isRead), 'SIGTERM', {
      eventName: 'workflow_dispatch',
      with: { mode: 'gate-if-worse', 'pull-request': String(PULL_REQUEST) },
    })
    expect(step.outputs).toMatchObject({ total: '0', passed: '0', failed: '0', verdict: 'inconclusive' })
    expect(harness.requests()).toEqual([])
    expect(step.log).not.toContain('Invalid input')
    for (const report of [step.log, step.summary, harness.comments()[0]])
      expect(report).toContain('cancelled')
  })

  it.for(['SIGINT', 'SIGTERM'] as const)('while runs are polled: %s', async (signal, context) => {
    const agents = ['Alpha', 'Beta', 'Gamma'].map((name) => ({ name, scenario: 'hangs' }) as const)
    const options = { agents, concurrency: 2, faultProxy: { rules: [] } }
    const harness = await createHarness(options, context.onTestFinished)
    const step = await cancelOnce(harness, () => requestsOf(harness, 'poll').length >= 3, signal)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    const tasks = requestsOf(harness, 'poll').map(({ path }) => path.split('/').at(-1))
    for (const report of [step.log, step.summary, harness.comments()[0]]) {
      for (const task of new Set(tasks)) expect(report).toContain(`${APP_URL}/tests?tab=runs&runId=${task}`)
      expect(report).toContain('still running')
      expect(report).toContain('still queued')
    }
  })

  it('while the comment is written, and GitHub hangs: only the comment is abandoned', async (context) => {
    const faults = [(request: GitHubRequest) => (isCreation(request) ? hang : undefined)]
    const harness = await createHarness({ agents: passing, github: { faults } }, context.onTestFinished)
    const step = await cancelOnce(harness, () => harness.github.journal.some(isCreation), 'SIGINT')
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    expect(step.summary).toContain('Alpha')
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringContaining('the job was cancelled'),
    ])
  })
})

describeSignals('a second signal', () => {
  it('ends the process at once', async (context) => {
    const kill = (request: GitHubRequest) => {
      if (!isCreation(request)) return undefined
      // One that comes within half a second counts as the first one.
      setTimeout(() => running.kill('SIGTERM'), 600)
      return hang
    }
    const options = { agents: hanging, github: { faults: [kill] }, faultProxy: { rules: [] } }
    const harness = await createHarness(options, context.onTestFinished)
    const running = harness.start({ with: { mode: 'report' } })
    await until(() => requestsOf(harness, 'poll').length > 0)
    running.kill('SIGINT')
    const step = await running.result
    // With more time it would have ended with 0, as a report always does.
    expect(step.exitCode).toBe(143)
    // Outputs come first, so they exist although nothing waited for the comment.
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(step.summary).toContain('cancelled')
  })
})
