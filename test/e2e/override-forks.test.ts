// The input `override` on the bundle: a change that may come from a fork ends the job before any request to the service.
import { describe, expect, it, type TestContext } from 'vitest'
import { createHarness, PULL_REQUEST } from './harness.ts'

const quick = { scenario: 'all-pass', parameters: { durationMs: 0 } } as const
const agents = [
  { ...quick, name: 'Support bot (preview)', scenario: 'prompted' },
  { ...quick, name: 'Support bot', scenario: 'prompted' },
] as const
const inputs = {
  agents: 'Support bot (preview)',
  override:
    'Support bot (preview): { system_prompt: "Refunds: 30 days. Hand over to a colleague. Nothing about other customers." }',
}
const named = { 'pull-request': String(PULL_REQUEST) }

const DEPLOYED = 'd'.repeat(40)
const deployment = { deployment: { sha: DEPLOYED, ref: 'topic' } }
const pullRequestOf = (repository: number) => ({
  number: PULL_REQUEST,
  created_at: '2026-11-20T08:00:00Z',
  head: { sha: DEPLOYED, ref: 'topic', repo: { id: repository } },
  base: { repo: { id: 1 } },
  user: { login: 'dana' },
})
const own = pullRequestOf(1)
const fork = pullRequestOf(2)

async function start(test: TestContext, pullRequest: object | null) {
  const harness = await createHarness({ agents }, test.onTestFinished)
  if (pullRequest !== null) harness.github.pullRequests.set(PULL_REQUEST, pullRequest)
  return harness
}

const OF_FORK = 'Input "override": the change may come from a fork'
const UNKNOWN = 'Input "override": the event does not say whose change is tested'
const NOT_FROM_BRANCH = 'Input "override": the deployed commit is not the newest one of a branch of this'
const ITS_NUMBER = 'pull request with the input "pull-request"'
const UNREAD = 'Input "override": the branches of the deployed commit could not be read'

describe.concurrent('the job ends', () => {
  it.for<[string, string, object, object | null, Readonly<Record<string, string>>, string[]]>([
    ["on a fork's pull request", 'pull_request', { pull_request: fork }, null, {}, [OF_FORK]],
    ["if a fork's is named", 'deployment_status', deployment, fork, named, [OF_FORK]],
    [
      'if the named one cannot be read',
      'workflow_dispatch',
      {},
      null,
      named,
      [`Pull request #${PULL_REQUEST} could not be read`, 'Check the input "pull-request"'],
    ],
    [
      "if a deployed commit heads a fork's branch alone",
      'deployment',
      deployment,
      fork,
      {},
      [NOT_FROM_BRANCH, ITS_NUMBER],
    ],
    [
      'if the branches cannot be read',
      'deployment_status',
      deployment,
      null,
      { 'github-token': '' },
      [UNREAD, ITS_NUMBER],
    ],
    ['if the event does not say', 'repository_dispatch', {}, null, {}, [UNKNOWN, ITS_NUMBER]],
  ])('%s', async ([, eventName, event, pullRequest, more, texts], test) => {
    const harness = await start(test, pullRequest)
    harness.github.branches.set('main', 'e'.repeat(40))
    const step = await harness.run({ eventName, event, with: { ...inputs, ...more } })
    for (const text of texts) expect(step.log).toContain(text)
    expect([step.conclusion, harness.requests()]).toEqual(['failure', []])
  })
})

describe.concurrent('the change is tested', () => {
  it.for<[string, string, object, object, Readonly<Record<string, string>>]>([
    ['if its commit heads a branch, as does a fork', 'deployment_status', deployment, fork, {}],
    ['if a pull request of this repository is named', 'repository_dispatch', {}, own, named],
  ])('%s', async ([, eventName, event, pullRequest, more], test) => {
    const harness = await start(test, pullRequest)
    harness.github.branches.set('topic', DEPLOYED)
    const step = await harness.run({ eventName, event, with: { ...inputs, ...more } })
    expect(step.outputs['verdict']).toBe('passed')
  })
})

// Windows has no signals that a process could catch.
it.skipIf(process.platform === 'win32')(
  'a job that is cancelled while GitHub is asked says so, and not what it could not ask',
  async (test) => {
    const harness = await start(test, null)
    const running = harness.start({ eventName: 'deployment_status', event: deployment, with: inputs })
    harness.github.faults.push(({ path }) => {
      if (!path.endsWith('/branches-where-head')) return undefined
      running.kill('SIGINT')
      return { connection: 'hang' }
    })
    const step = await running.result
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('cancelled')
    expect(step.log).not.toContain('Input "override"')
    expect(harness.requests()).toEqual([])
  },
)
