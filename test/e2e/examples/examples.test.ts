// Runs each example as pasted: all its steps, with the action against the simulator.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { parse } from 'yaml'
import type { SimulatedAgent } from '../../../simulator/src/index.ts'
import { quick } from '../../cli/harness.ts'
import { createFolder } from '../../support/folders.ts'
import { root } from '../../support/runner/metadata.ts'
import { jobOf } from '../../support/runner/workflow.ts'
import { configOf, HEAD_SHA, PULL_REQUEST, pullRequestEvent } from '../harness.ts'
import { brokenAgent, createWorkflowHarness, example, gateSteps } from './workflow-harness.ts'

/** A `gh` that writes down its calls. */
const ghAnswering = (permission: string) => `#!/bin/sh
echo "gh $*" >> "$(dirname "$0")/calls"
case "$*" in
  *'--jq .permission') echo ${permission} ;;
  *'--jq .head.sha') echo ${HEAD_SHA} ;;
  *'.id') echo 4711 ;;
esac
`

const verdicts = (result: Parameters<typeof gateSteps>[0]) =>
  gateSteps(result).map(({ outputs }) => outputs['verdict'])

describe.skipIf(process.platform === 'win32').concurrent('examples (their jobs are for Linux)', () => {
  describe.each(['fork-safe', 'fork-approved'])('%s', (name) => {
    const workflow = example(name)
    const fork = { repo: { id: 2, full_name: 'mallory/shop', fork: true }, sha: 'f'.repeat(40) }
    const pull = (head: object, label = 'run agent tests') => ({
      eventName: 'pull_request_target',
      event: {
        ...pullRequestEvent,
        action: 'labeled',
        label: { name: label },
        pull_request: { ...pullRequestEvent.pull_request, head },
      },
    })

    it('tests a fork, after it has removed the label that allows one job', async (test) => {
      const harness = await createWorkflowHarness(test, [brokenAgent])
      const result = await harness.run(workflow, 'agents', pull(fork))
      expect(result.conclusion).toBe('failure')
      const removed = 'gh api --method DELETE repos/acme/shop/issues/7/labels/run%20agent%20tests'
      expect(harness.toolCalls()).toEqual(name === 'fork-safe' ? [removed] : [])
      expect(harness.comments()).toHaveLength(1)
    })

    it('is skipped for other labels, and for branches of the repository, which need no approval', async (test) => {
      const harness = await createWorkflowHarness(test, [quick('Support bot')])
      const other =
        name === 'fork-safe' ? pull(fork, 'documentation') : pull(pullRequestEvent.pull_request.head)
      expect((await harness.run(workflow, 'agents', other)).conclusion).toBe('skipped')
      expect(harness.simulator.journal).toEqual([])
    })

    it('checks nothing out, so that no code of the fork can run, and waits for somebody', () => {
      const { steps = [], environment } = jobOf(workflow, 'agents')
      expect(steps.filter(({ uses = '' }) => uses.includes('checkout'))).toEqual([])
      expect(environment).toBe(name === 'fork-safe' ? undefined : 'forks')
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

    it('tests one that repository_dispatch announces, with the lines of the recipe', async (test) => {
      const recipes = readFileSync(new URL('docs/recipes.md', root), 'utf8').replaceAll('\r\n', '\n')
      const [, on = '', steps = ''] =
        /^## Test what `repository_dispatch`.*?^```yaml\n(on:.*?)^( {10}.*?)^```$/ms.exec(recipes) ?? []
      const [commit = '', address = ''] = steps.split('\n')
      const text = readFileSync(new URL('examples/preview.yml', root), 'utf8')
        .replace(/^on: .*\n/m, on)
        .replace(/^ {4}if: .*\n/m, '')
        .replace(/^ +COMMIT: .*/m, commit)
        .replace(/^ +agent_url: .*/m, address)
      const agents = [quick('Support bot (preview)'), quick('Support bot')]
      const harness = await createWorkflowHarness(test, agents)
      harness.github.pullRequests.set(PULL_REQUEST, pullRequest)
      const result = await harness.run(parse(text), 'agents', {
        eventName: 'repository_dispatch',
        event: { client_payload: { git: { sha: HEAD_SHA }, url: 'https://pr-7.acme.test' } },
        env: { GH_PRINTS: String(PULL_REQUEST) },
      })
      expect(verdicts(result)).toEqual(['passed'])
      expect(harness.toolCalls()[0]).toContain(`gh api repos/acme/shop/commits/${HEAD_SHA}/pulls --jq`)
      expect(harness.comments()).toHaveLength(1)
      expect(await configOf(harness.simulator, 'Support bot (preview)')).toMatchObject({
        agent_url: 'https://pr-7.acme.test/chat',
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

  describe('re-run', () => {
    /** What it does where GitHub says that the author of the comment has this permission. */
    async function commented(test: TestContext, permission: string, body = '/test-agents') {
      const harness = await createWorkflowHarness(test)
      const bin = createFolder({ gh: ghAnswering(permission), calls: '' }, test)
      chmodSync(join(bin, 'gh'), 0o755)
      const { conclusion } = await harness.run(example('re-run'), 're-run', {
        eventName: 'issue_comment',
        event: { issue: { number: 7, pull_request: {} }, comment: { body, user: { login: 'dana' } } },
        env: { PATH: [bin, process.env['PATH']].join(delimiter), GITHUB_REPOSITORY: 'acme/shop' },
      })
      return { conclusion, calls: readFileSync(join(bin, 'calls'), 'utf8').trim().split('\n') }
    }
    const asked = 'gh api repos/acme/shop/collaborators/dana/permission --jq .permission'

    it.for(['admin', 'write'])(
      'runs the failed jobs of the newest commit again for %s',
      async (permission, test) => {
        const { conclusion, calls } = await commented(test, permission)
        expect(conclusion).toBe('success')
        expect(calls).toEqual([
          asked,
          'gh api repos/acme/shop/pulls/7 --jq .head.sha',
          `gh api repos/acme/shop/actions/workflows/agent-tests.yml/runs?event=pull_request&head_sha=${HEAD_SHA} --jq .workflow_runs[0].id`,
          'gh api --method POST repos/acme/shop/actions/runs/4711/rerun-failed-jobs',
        ])
      },
    )

    it('does nothing for others, and for other comments', async (test) => {
      expect(await commented(test, 'read')).toEqual({ conclusion: 'failure', calls: [asked] })
      expect(await commented(test, 'write', 'Nice!')).toEqual({ conclusion: 'skipped', calls: [''] })
    })
  })

  it('deployed-agents fails for a test that broke', async (test) => {
    const harness = await createWorkflowHarness(test, [brokenAgent, quick('Billing helper')])
    const result = await harness.run(example('deployed-agents'), 'agents')
    expect(gateSteps(result)[0]?.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(harness.comments()).toHaveLength(1)
  })

  it('test-a-prompt runs the tests of its files with the prompt of the pull request', async (test) => {
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
  })

  describe('publish-a-prompt', () => {
    const text = readFileSync(new URL('examples/publish-a-prompt.yml', root), 'utf8')
    const big = '12345678901234567890'
    const keepsNumbers = spawnSync('jq', ['.'], { input: big, encoding: 'utf8' }).stdout?.trim() === big
    /** As printed; where this machine's jq rounds numbers, with a number that it keeps in the check of that. */
    const workflow = parse(keepsNumbers ? text : text.replaceAll(big, '1'))

    async function publish(
      test: TestContext,
      prompt: string | Buffer,
      given: SimulatedAgent,
      more: object = {},
    ) {
      const harness = await createWorkflowHarness(test, [given])
      const path = join(harness.workspace, 'prompts/support-bot.md')
      mkdirSync(dirname(path))
      writeFileSync(path, prompt)
      const before = await configOf(harness.simulator, given.name)
      const contexts = { vars: { AGENT_TESTS_BASE_URL: `${harness.simulator.url}/` }, ...more }
      const { conclusion, steps } = await harness.run(workflow, 'publish', { eventName: 'push', contexts })
      const log = steps.map(({ result }) => result?.log ?? '').join('')
      expect(readdirSync(harness.workspace)).toEqual(['prompts'])
      expect(log).not.toContain(harness.simulator.apiKey)
      const written = harness.simulator.journal.filter(({ method }) => method === 'PUT').length
      return { conclusion, log, before, written, after: await configOf(harness.simulator, given.name) }
    }
    const bot: SimulatedAgent = {
      name: 'Support bot',
      scenario: 'prompted',
      config: { system_prompt: 'Old.', llm: { model: 'a', more: [1, null, 'ü\u2028'] }, settings: {} },
    }

    it('puts the prompt of main into the configuration, which stays as it is', async (test) => {
      const text = `\uFEFFRefunds: "30 days"\r\n\\n $HOME \`date\` ü\n`
      const published = await publish(test, text, bot)
      expect(published).toMatchObject({ conclusion: 'success', written: 1 })
      const system_prompt = 'Refunds: "30 days"\n\\n $HOME `date` ü\n'
      expect(published.after).toEqual({ ...published.before, system_prompt })
    })

    it.for<[what: string, prompt: string | Buffer, agent: SimulatedAgent, message: string]>([
      ['a prompt that is not UTF-8', Buffer.from('Caf\xe9', 'latin1'), bot, 'is empty, or not in UTF-8.'],
      ['an empty prompt', ' \n', bot, 'is empty, or not in UTF-8.'],
      ['no such agent', 'New.', { ...bot, name: 'Other bot' }, 'there is no agent "Support bot".'],
      ['no configuration', 'New.', { ...bot, config: null }, 'has no configuration with a prompt.'],
      [
        'an agent behind an address',
        'New.',
        { name: 'Support bot', scenario: 'connected', config: { agent_url: 'https://bot.test' } },
        'has no configuration with a prompt.',
      ],
    ])('writes nothing with %s, and says so', async ([, prompt, agent, message], test) => {
      const published = await publish(test, prompt, agent)
      expect(published).toMatchObject({ conclusion: 'failure', written: 0 })
      expect(published.after).toEqual(published.before)
      expect(published.log).toContain(message)
    })

    it('writes nothing with a key that the service refuses', async (test) => {
      const refused = await publish(test, 'New.', bot, { secrets: { AGENT_TESTS_API_KEY: 'sk_wrong' } })
      expect(refused).toMatchObject({ conclusion: 'failure', written: 0 })
    })

    it.skipIf(keepsNumbers)('writes nothing with a jq that rounds numbers', async (test) => {
      const harness = await createWorkflowHarness(test, [bot])
      const contexts = { vars: { AGENT_TESTS_BASE_URL: harness.simulator.url } }
      const { conclusion } = await harness.run(parse(text), 'publish', { eventName: 'push', contexts })
      expect([conclusion, harness.simulator.journal]).toEqual(['failure', []])
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
      [1, 'success', 'success'],
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
})
