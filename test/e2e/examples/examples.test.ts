// Runs each example as pasted: all its steps, with the action against the simulator.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quick } from '../../cli/harness.ts'
import { root } from '../../support/runner/metadata.ts'
import { jobOf } from '../../support/runner/workflow.ts'
import { configOf, HEAD_SHA, PULL_REQUEST, pullRequestEvent } from '../harness.ts'
import { createWorkflowHarness, example, gateSteps } from './workflow-harness.ts'

const verdicts = (result: Parameters<typeof gateSteps>[0]) =>
  gateSteps(result).map(({ outputs }) => outputs['verdict'])

describe.skipIf(process.platform === 'win32').concurrent('examples (their jobs are for Linux)', () => {
  describe('pull-request-gate', () => {
    const workflow = example('pull-request-gate')

    it('succeeds and comments if the listed agents pass, whatever the others do', async (test) => {
      const harness = await createWorkflowHarness(test, [
        quick('Support bot'),
        quick('Booking assistant'),
        quick('Draft', 'two-fail'),
      ])
      const result = await harness.run(workflow, 'agents')
      expect(result.conclusion).toBe('success')
      expect(verdicts(result)).toEqual(['passed'])
      expect(harness.comments()).toHaveLength(1)
    })

    it('fails if one of them fails', async (test) => {
      const harness = await createWorkflowHarness(test, [
        quick('Support bot', 'two-fail'),
        quick('Booking assistant'),
      ])
      const result = await harness.run(workflow, 'agents')
      expect(result.conclusion).toBe('failure')
      expect(harness.comments()[0]).toContain('Support bot')
    })
  })

  it('merge-queue tests some agents on the pull request and all in the queue, with one comment', async (test) => {
    const workflow = example('merge-queue')
    const harness = await createWorkflowHarness(test, [
      quick('Support bot'),
      quick('Booking assistant', 'one-fails'),
    ])
    const onPullRequest = await harness.run(workflow, 'agents')
    const inQueue = await harness.run(workflow, 'agents', {
      eventName: 'merge_group',
      event: {
        action: 'checks_requested',
        merge_group: {
          head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-3f1c9a7e5d2b4860913c7a5e2d4b6f8091a3c5e7',
        },
      },
      env: { GITHUB_RUN_ID: '1002' },
    })
    expect(onPullRequest.conclusion).toBe('success')
    expect(inQueue.conclusion).toBe('failure')
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('Booking assistant')
  })

  describe('fork-safe', () => {
    const workflow = example('fork-safe')
    const labeled = (name: string) => ({
      eventName: 'pull_request_target',
      event: {
        ...pullRequestEvent,
        action: 'labeled',
        label: { name },
        pull_request: {
          ...pullRequestEvent.pull_request,
          head: { sha: 'f'.repeat(40), repo: { full_name: 'mallory/shop', fork: true } },
        },
      },
    })

    it('tests a labeled fork after removing the label', async (test) => {
      const harness = await createWorkflowHarness(test, [quick('Support bot', 'one-fails')])
      const result = await harness.run(workflow, 'agents', labeled('run agent tests'))
      expect(result.steps.map(({ outcome }) => outcome)).toEqual(['success', 'failure'])
      expect(harness.toolCalls()).toEqual([
        'gh api --method DELETE repos/acme/shop/issues/7/labels/run%20agent%20tests',
      ])
      expect(harness.comments()).toHaveLength(1)
    })

    it('is skipped for other labels', async (test) => {
      const harness = await createWorkflowHarness(test, [quick('Support bot')])
      const result = await harness.run(workflow, 'agents', labeled('documentation'))
      expect(result.conclusion).toBe('skipped')
      expect(harness.simulator.journal).toEqual([])
    })

    it('checks nothing out, so that no code of the fork can run', () => {
      const steps = jobOf(workflow, 'agents').steps ?? []
      expect(steps.filter(({ uses = '' }) => uses.includes('checkout'))).toEqual([])
    })
  })

  describe('preview', () => {
    const workflow = example('preview')
    const repo = { id: 1 }
    const pullRequest = {
      number: PULL_REQUEST,
      created_at: '2026-11-20T08:00:00Z',
      head: { sha: HEAD_SHA, ref: 'change', repo },
      base: { sha: 'b'.repeat(40), repo },
      user: { login: 'dana' },
    }
    const deployed = (state: string, environment: string) => ({
      eventName: 'deployment_status',
      event: {
        deployment_status: { state, environment_url: 'https://pr-7.acme.test' },
        deployment: { environment, sha: HEAD_SHA },
      },
    })

    it('tests a deployed preview and comments on the pull request of its commit', async (test) => {
      const agents = [quick('Support bot (preview)'), quick('Support bot')]
      const harness = await createWorkflowHarness(test, agents)
      harness.github.pullRequests.set(PULL_REQUEST, pullRequest)
      const result = await harness.run(workflow, 'agents', {
        ...deployed('success', 'Preview'),
        env: { GH_PRINTS: String(PULL_REQUEST) },
      })
      expect(result.conclusion).toBe('success')
      expect(harness.toolCalls()).toEqual([
        expect.stringContaining(`gh api repos/acme/shop/commits/${HEAD_SHA}/pulls --jq`),
      ])
      expect(gateSteps(result)[0]?.inputs['pull-request']).toBe(String(PULL_REQUEST))
      expect(harness.comments()).toHaveLength(1)
      expect(await configOf(harness.simulator, 'Support bot (preview)')).toMatchObject({
        agent_url: 'https://pr-7.acme.test/chat',
        connection_verified: true,
      })
    })

    it.for([
      ['in_progress', 'Preview'],
      ['success', 'Production'],
    ] as const)('is skipped for %s of %s', async ([state, environment], test) => {
      const harness = await createWorkflowHarness(test)
      const { conclusion } = await harness.run(workflow, 'agents', deployed(state, environment))
      expect(conclusion).toBe('skipped')
    })
  })

  it('deploy-and-test tests the preview of the commit', async (test) => {
    const agents = [quick('Support bot (preview)'), quick('Support bot')]
    const harness = await createWorkflowHarness(test, agents)
    const needs = { deploy: { result: 'success', outputs: {} } }
    const result = await harness.run(example('deploy-and-test'), 'agents', { contexts: { needs } })
    expect(verdicts(result)).toEqual(['passed'])
    expect(await configOf(harness.simulator, 'Support bot (preview)')).toMatchObject({
      agent_url: `https://${HEAD_SHA}.preview.acme.test/chat`,
    })
  })

  it('test-a-prompt runs the tests of its files with the prompt of the pull request, and publish-a-prompt publishes it', async (test) => {
    const agent = { scenario: 'prompted', parameters: { durationMs: 0 } } as const
    const harness = await createWorkflowHarness(test, [
      { ...agent, name: 'Support bot (preview)' },
      { ...agent, name: 'Support bot' },
    ])
    const original = await configOf(harness.simulator, 'Support bot')
    const prompt = join(harness.workspace, 'prompts/support-bot.md')
    mkdirSync(dirname(prompt))
    cpSync(new URL('examples/agent-tests', root), join(harness.workspace, 'agent-tests'), { recursive: true })
    writeFileSync(prompt, 'Be rude.')
    const worse = await harness.run(example('test-a-prompt'), 'agents')
    expect(worse.conclusion).toBe('failure')
    expect(gateSteps(worse)[0]?.outputs).toMatchObject({ total: '2', broken: '1' })
    const better = `${original['system_prompt']} Be brief.`
    writeFileSync(prompt, better)
    const tested = await harness.run(example('test-a-prompt'), 'agents')
    expect(gateSteps(tested)[0]?.outputs).toMatchObject({ verdict: 'passed', total: '2' })
    expect(await configOf(harness.simulator, 'Support bot')).toEqual(original)
    const text = JSON.stringify(example('publish-a-prompt'))
    const publishing = JSON.parse(text.replaceAll('https://evaluation.acme.test', harness.simulator.url))
    expect((await harness.run(publishing, 'publish', { eventName: 'push' })).conclusion).toBe('success')
    expect(await configOf(harness.simulator, 'Support bot')).toEqual({ ...original, system_prompt: better })
    expect(readdirSync(harness.workspace)).toEqual(['agent-tests', 'prompts'])
  })

  describe('outputs', () => {
    const workflow = example('outputs')
    const twenty = (failing: number) =>
      ({
        name: 'Support bot',
        scenario: 'one-fails',
        parameters: { tests: 20, failing, durationMs: 100 },
      }) as const

    it.for<[number, string, string]>([
      [0, 'success', 'success'],
      [1, 'success', 'skipped'],
      [2, 'failure', 'skipped'],
    ])('%d of 20 failing: %s, deploy: %s', async ([failing, conclusion, deploy], test) => {
      const harness = await createWorkflowHarness(test, [twenty(failing)])
      const agents = await harness.run(workflow, 'agents')
      expect(agents.conclusion).toBe(conclusion)
      const needs = { agents: { result: agents.conclusion, outputs: agents.outputs } }
      expect((await harness.run(workflow, 'deploy', { contexts: { needs } })).conclusion).toBe(deploy)
    })

    it('fails if the result is inconclusive', async (test) => {
      const harness = await createWorkflowHarness(test, [quick('Support bot', 'fails-as-run')])
      expect((await harness.run(workflow, 'agents')).conclusion).toBe('failure')
    })
  })

  it.for([
    ['one-fails', 'failure', 'true'],
    ['all-pass', 'success', 'false'],
  ] as const)(
    'upload-results uploads existing files, and its check is red if the verdict is: %s',
    async ([scenario, gate, isRed], test) => {
      const harness = await createWorkflowHarness(test, [quick('Support bot', scenario)])
      const result = await harness.run(example('upload-results'), 'agents')
      const [, upload, page, report] = result.steps
      expect(result.steps.map(({ outcome }) => outcome)).toEqual([gate, 'success', 'success', 'success'])
      expect(report?.inputs['fail-on-error']).toBe(isRed)
      const paths = upload?.inputs['path']?.trim().split('\n') ?? []
      expect(paths).toHaveLength(2)
      expect(page?.inputs['archive']).toBe('false')
      for (const path of [...paths, page?.inputs['path'] ?? '', report?.inputs['path'] ?? ''])
        expect(existsSync(path)).toBe(true)
    },
  )

  it.for([
    ['agents', { failed: '3', broken: '' }, 'Booking assistant'],
    ['flaky-agents', { failed: '2', flaky: '3', broken: '1' }, ' broke'],
  ] as const)(
    'try-without-an-account starts its own service and shows a failing gate: %s',
    async ([job, outputs, words], test) => {
      const harness = await createWorkflowHarness(test)
      const result = await harness.run(example('try-without-an-account'), job, { contexts: { secrets: {} } })
      expect(result.steps.map(({ outcome }) => outcome)).toEqual(['success', 'failure'])
      expect(gateSteps(result)[0]?.outputs).toMatchObject({ verdict: 'failed', ...outputs })
      expect(harness.comments()[0]).toContain(words)
    },
  )
})
