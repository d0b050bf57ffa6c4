// Each example as a stranger would run it: its steps one after the other, the action itself against the simulator.
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { jobOf, matrixLegs } from '../../support/runner/workflow.ts'
import { pullRequestEvent } from '../world.ts'
import { example, gateSteps, quick, setStage } from './stage.ts'

const verdicts = (played: Parameters<typeof gateSteps>[0]) =>
  gateSteps(played).map(({ outputs }) => outputs['verdict'])

describe.skipIf(process.platform === 'win32').concurrent('examples (their jobs are for Linux)', () => {
  describe('pull-request-gate', () => {
    const workflow = example('pull-request-gate')

    it('succeeds where the named agents pass, whatever others do, and comments', async (test) => {
      const stage = await setStage(test, [
        quick('Support bot'),
        quick('Booking assistant'),
        quick('Draft', 'two-fail'),
      ])
      const played = await stage.play(workflow, 'agents')
      expect(played.conclusion).toBe('success')
      expect(verdicts(played)).toEqual(['passed'])
      expect(stage.comments()).toHaveLength(1)
    })

    it('fails where one of them does not', async (test) => {
      const stage = await setStage(test, [quick('Support bot', 'two-fail'), quick('Booking assistant')])
      const played = await stage.play(workflow, 'agents')
      expect(played.conclusion).toBe('failure')
      expect(stage.comments()[0]).toContain('Support bot')
    })

    it('fails in words for a fork, from which GitHub keeps the secret', async (test) => {
      const stage = await setStage(test, [quick('Support bot')])
      const played = await stage.play(workflow, 'agents', { contexts: { secrets: {} } })
      expect(played.conclusion).toBe('failure')
      expect(gateSteps(played)[0]?.result?.annotations[0]?.message).toContain('forks')
      expect(stage.simulator.journal).toEqual([])
    })
  })

  it('nightly-report tests every agent, blocks nothing, and asks nothing of GitHub', async (test) => {
    const stage = await setStage(test, [quick('Support bot', 'two-fail'), quick('Booking assistant')])
    const played = await stage.play(example('nightly-report'), 'agents', {
      eventName: 'schedule',
      event: { schedule: '17 3 * * *' },
    })
    expect(played.conclusion).toBe('success')
    expect(verdicts(played)).toEqual(['failed'])
    expect(gateSteps(played)[0]?.result?.summary).toContain('Booking assistant')
    expect(stage.github.journal).toEqual([])
  })

  describe('matrix', () => {
    const workflow = example('matrix')

    it('has a leg for each environment, each with its key and a comment of its own', async (test) => {
      const stage = await setStage(test, [quick('Support bot')])
      const secrets = { PRODUCTION_API_KEY: stage.simulator.apiKey, STAGING_API_KEY: 'another-key-0815' }
      const conclusions = []
      for (const matrix of matrixLegs(jobOf(workflow, 'agents'))) {
        const played = await stage.play(workflow, 'agents', { matrix, contexts: { secrets } })
        conclusions.push([matrix?.['environment'], played.conclusion])
      }
      expect(conclusions).toEqual([
        ['staging', 'failure'],
        ['production', 'success'],
      ])
      expect(stage.comments()).toHaveLength(2)
    })

    it.for([
      ['success', 'success'],
      ['failure', 'failure'],
      ['cancelled', 'failure'],
      ['skipped', 'failure'],
    ])('has one check for all legs: %s makes it a %s', async ([result, conclusion], test) => {
      const stage = await setStage(test)
      const contexts = { needs: { agents: { result, outputs: {} } } }
      expect((await stage.play(workflow, 'all', { contexts })).conclusion).toBe(conclusion)
    })
  })

  it('merge-queue looks quickly at the pull request and at everything in the queue, with one comment', async (test) => {
    const workflow = example('merge-queue')
    const stage = await setStage(test, [quick('Support bot'), quick('Booking assistant', 'one-fails')])
    const onPullRequest = await stage.play(workflow, 'agents')
    const inQueue = await stage.play(workflow, 'agents', {
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
    expect(stage.comments()).toHaveLength(1)
    expect(stage.comments()[0]).toContain('Booking assistant')
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

    it('tests a fork that bears the label, and takes the label off first', async (test) => {
      const stage = await setStage(test, [quick('Support bot', 'one-fails')])
      const played = await stage.play(workflow, 'agents', labeled('run agent tests'))
      expect(played.steps.map(({ outcome }) => outcome)).toEqual(['success', 'failure'])
      expect(stage.toolCalls()).toEqual([
        'gh api --method DELETE repos/acme/shop/issues/7/labels/run%20agent%20tests',
      ])
      expect(stage.comments()).toHaveLength(1)
    })

    it('does nothing for other labels', async (test) => {
      const stage = await setStage(test, [quick('Support bot')])
      const played = await stage.play(workflow, 'agents', labeled('documentation'))
      expect(played.conclusion).toBe('skipped')
      expect(stage.simulator.journal).toEqual([])
    })

    it('checks nothing out, so that nothing of the fork can run', () => {
      const steps = jobOf(workflow, 'agents').steps ?? []
      expect(steps.filter(({ uses = '' }) => uses.includes('checkout'))).toEqual([])
    })
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
    ])('%d of 20 failing: %s, and deploying is a %s', async ([failing, conclusion, deploy], test) => {
      const stage = await setStage(test, [twenty(failing)])
      const agents = await stage.play(workflow, 'agents')
      expect(agents.conclusion).toBe(conclusion)
      const needs = { agents: { result: agents.conclusion, outputs: agents.outputs } }
      expect((await stage.play(workflow, 'deploy', { contexts: { needs } })).conclusion).toBe(deploy)
    })

    it('fails where the result cannot be told', async (test) => {
      const stage = await setStage(test, [quick('Support bot', 'fails-as-run')])
      expect((await stage.play(workflow, 'agents')).conclusion).toBe('failure')
    })
  })

  it('upload-results hands over files that are there, also where the gate has failed', async (test) => {
    const stage = await setStage(test, [quick('Support bot', 'one-fails')])
    const played = await stage.play(example('upload-results'), 'agents')
    const [, upload, report] = played.steps
    expect(played.steps.map(({ outcome }) => outcome)).toEqual(['failure', 'success', 'success'])
    const paths = upload?.inputs['path']?.trim().split('\n') ?? []
    expect(paths).toHaveLength(2)
    for (const path of [...paths, report?.inputs['path'] ?? '']) expect(existsSync(path)).toBe(true)
  })

  it('try-without-an-account brings its own service and shows a gate that fails', async (test) => {
    const stage = await setStage(test)
    const played = await stage.play(example('try-without-an-account'), 'agents', {
      contexts: { secrets: {} },
    })
    expect(played.steps.map(({ outcome }) => outcome)).toEqual(['success', 'failure'])
    expect(verdicts(played)).toEqual(['failed'])
    expect(gateSteps(played)[0]?.outputs['failed']).toBe('3')
    expect(stage.comments()[0]).toContain('Booking assistant')
  })
})
