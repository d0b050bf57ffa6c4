// What GitHub answers, or does not: nothing in it makes a verdict better, and no comment is written twice.
import { describe, expect, it, type TestContext } from 'vitest'
import type { FaultRule, GitHubFault, GitHubRequest } from '../support/github/github.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import type { StepOptions, StepResult } from '../support/runner/run-step.ts'
import { AGENT, BROKEN, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness, HEAD_SHA, PULL_REQUEST, pullRequestEvent, warningsOf } from './harness.ts'
import { testNamed } from './results-file.ts'

const quick = { name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 100, tests: 2 } } as const

/** Ten good runs, then BROKEN fails in each of the pull request's own runs, those of the last half an hour. */
async function ownFailures(context: TestContext) {
  const agents = [flakyAgent({ breaks: { [BROKEN]: 11 } })]
  const harness = await createHarness({ agents }, context.onTestFinished)
  const launchedAt = Date.now() - 30 * 60_000
  for (let push = 0; push < 12; push += 1)
    harness.simulator.addRun(AGENT, { scenario: 'flaky', failing: [BROKEN], launchedAt })
  return harness
}

const compare = { mode: 'gate-if-worse', timeout: '240' }
const opened = openedAnHourAgo()
const queued = {
  ...{ repository: pullRequestEvent.repository, sender: pullRequestEvent.sender },
  merge_group: { head_ref: `refs/heads/gh-readonly-queue/main/pr-${PULL_REQUEST}-${HEAD_SHA}` },
}
const PULL = `/repos/acme/shop/pulls/${PULL_REQUEST}`
const PULLS = '/repos/acme/shop/pulls'
const COMMENTS = `/repos/acme/shop/issues/${PULL_REQUEST}/comments`

const at = (
  method: string,
  path: string,
  fault: GitHubFault,
  times = Number.POSITIVE_INFINITY,
): FaultRule => {
  let left = times
  return (request: GitHubRequest) => {
    if (request.method !== method || request.path !== path || left <= 0) return undefined
    left -= 1
    return fault
  }
}

const garbled: GitHubFault = { status: 200, body: [{}] }

function expectPlainWords(step: StepResult): void {
  expect(step.raw).not.toMatch(
    /is not (a function|iterable)|Cannot (read|convert)|undefined|\[object|Internal error/,
  )
}

describe.concurrent('an answer of another form', () => {
  it('for the comments: no second comment, and a warning with the route', async (context) => {
    const harness = await createHarness({ agents: [quick] }, context.onTestFinished)
    await harness.run()
    harness.github.faults.push(at('GET', COMMENTS, garbled))
    const step = await harness.run({ env: { GITHUB_RUN_ID: '1002' } })
    expect([step.exitCode, harness.comments().length]).toEqual([0, 1])
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringContaining(`GitHub's response to GET ${COMMENTS} does not have the expected shape`),
    ])
    expectPlainWords(step)
  })

  it('for the owner of the token: the bot is assumed', async (context) => {
    const harness = await createHarness({ agents: [quick] }, context.onTestFinished)
    harness.github.faults.push(at('POST', '/graphql', garbled), at('GET', '/user', garbled))
    for (const id of ['1', '2']) await harness.run({ env: { GITHUB_RUN_ID: id } })
    expect(harness.comments()).toHaveLength(1)
  })

  it.for([
    ['the pull request of a merge queue', PULL, 'merge_group', queued],
    ['the pull requests of its branch', PULLS, 'pull_request', opened],
    ['the pull requests of a branch', PULLS, 'workflow_dispatch', { ref: 'refs/heads/change' }],
  ] as const)('for %s: its own runs are no baseline', async ([, path, eventName, event], context) => {
    const harness = await ownFailures(context)
    harness.github.pullRequests.set(PULL_REQUEST, opened.pull_request)
    harness.github.faults.push(at('GET', path, garbled))
    const step = await harness.run({ eventName, event: { ...queued, ...event }, with: compare })
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
    expect(testNamed(step, BROKEN)?.cause).toBe('undecided')
    const unread = `GitHub's response to GET ${path} does not have the expected shape`
    expect(
      warningsOf(step)
        .map(({ message }) => message)
        .join(),
    ).toContain(unread)
    expectPlainWords(step)
  })

  it('for the branches of a deployed commit: nothing is sent to the service', async (context) => {
    const harness = await createHarness({ agents: [quick] }, context.onTestFinished)
    harness.github.branches.set('main', HEAD_SHA)
    const path = `/repos/acme/shop/commits/${HEAD_SHA}/branches-where-head`
    harness.github.faults.push(at('GET', path, garbled))
    const step = await harness.run({
      ...{ eventName: 'deployment', event: { deployment: { sha: HEAD_SHA } } },
      with: { agents: 'Alpha (preview)', override: 'Alpha (preview): { system_prompt: "Help." }' },
    })
    expect({ exitCode: step.exitCode, requests: harness.requests() }).toEqual({ exitCode: 1, requests: [] })
    expect(step.log).toContain(`GitHub's response to GET ${path} does not have the expected shape`)
    expectPlainWords(step)
  })
})

describe.concurrent('a refusal that says when to try again', () => {
  it('is waited for, wherever it comes', async (context) => {
    const refusal = { status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' }
    const harness = await ownFailures(context)
    harness.github.pullRequests.set(PULL_REQUEST, opened.pull_request)
    const everywhere = [
      ['GET', PULL],
      ['GET', PULLS],
      ['GET', COMMENTS],
      ['POST', '/graphql'],
      ['POST', COMMENTS],
    ] as const
    harness.github.faults.push(...everywhere.map(([method, path]) => at(method, path, refusal, 1)))
    const step = await harness.run({ eventName: 'merge_group', event: queued, with: compare })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(harness.comments()).toHaveLength(1)
    expect(warningsOf(step)).toEqual([])
  })
})

describe.concurrent('time', () => {
  it('is bounded if GitHub accepts every connection and answers nothing', async (context) => {
    const harness = await createHarness({ agents: [quick] }, context.onTestFinished)
    harness.github.faults.push(() => ({ connection: 'hang' }))
    const step = await harness.run({
      ...{ eventName: 'merge_group', event: queued, with: { ...compare, timeout: '600' } },
      env: fastTime(10),
    })
    expect(step.outputs['verdict']).toBe('passed')
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringContaining('GitHub did not respond in time. Re-run the job later.'),
      expect.stringContaining('Alpha could not be compared'),
      expect.stringContaining('The comment on the pull request could not be written: GitHub did not respond'),
    ])
    // Of ten seconds each. The announcement, beside the tests, has one attempt.
    const attempts = (path: string) =>
      harness.github.journal.filter((request) => request.path === path).length
    expect(attempts(PULL)).toBeLessThanOrEqual(2)
    expect(attempts(PULLS)).toBe(0)
    expect(attempts(COMMENTS)).toBeLessThanOrEqual(3)
  })

  it('is not more than the timeout of the job', async (context) => {
    const harness = await createHarness({ agents: [quick] }, context.onTestFinished)
    harness.github.faults.push(at('GET', PULL, { connection: 'hang' }))
    const inputs = { ...compare, timeout: '8', comment: 'false' }
    await harness.run({ eventName: 'merge_group', event: queued, with: inputs, env: fastTime(4) })
    expect(harness.github.journal).toHaveLength(1)
  })
})

describe.concurrent('the comment', () => {
  it('of a person’s token is edited, too, though GraphQL does not tell whose it is', async (context) => {
    const harness = await createHarness(
      { agents: [quick], github: { viewer: 'dana' } },
      context.onTestFinished,
    )
    harness.github.faults.push(at('POST', '/graphql', { status: 403, body: { message: 'Forbidden' } }))
    for (const id of ['1', '2']) await harness.run({ env: { GITHUB_RUN_ID: id } })
    expect(harness.github.comments(PULL_REQUEST).map(({ user }) => user)).toEqual(['dana'])
  })

  it('that a newer run has written stays, with a warning that links to it', async (context) => {
    const harness = await createHarness({ agents: [quick] }, context.onTestFinished)
    await harness.run({ env: { GITHUB_RUN_ID: '999999' } })
    const step = await harness.run()
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringMatching(/newer workflow run: http.*#issuecomment-\d+$/),
    ])
  })
})

describe.concurrent('the earlier pull requests of a branch', () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const earlier = (more: object) => ({
    ...opened.pull_request,
    ...{ number: 5, state: 'closed', closed_at: ago(10 * 60_000), merged_at: null, ...more },
  })

  async function broken(more: object, context: TestContext, options: Partial<StepOptions> = {}) {
    const harness = await ownFailures(context)
    harness.github.pullRequests.set(5, earlier(more))
    const step = await harness.run({ with: compare, ...options })
    const lists = harness.github.journal.filter(({ path }) => path === PULLS)
    expect(lists.map(({ query }) => query['head'])).toEqual(['acme:change'])
    return testNamed(step, BROKEN)?.cause
  }

  it.for([
    ['that was closed without a merge', {}, 'changed'],
    ['that was merged', { merged_at: ago(10 * 60_000) }, 'older'],
  ] as const)('one %s: its failing runs are a baseline or not', async ([, more, cause], context) => {
    expect(await broken(more, context)).toBe(cause)
  })

  it('are not asked for if the job reads no history', async (context) => {
    const agents = [quick, { ...quick, name: 'Production' }]
    const harness = await createHarness({ agents }, context.onTestFinished)
    await harness.run({ with: { mode: 'gate-if-worse', agents: 'Alpha', control: 'Production' } })
    expect(harness.github.journal.map(({ path }) => path)).not.toContain(PULLS)
  })
})
