import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/client/core/clock.ts'
import { type GitHubAccess, GitHubApi } from '../../src/github/api.ts'
import { eventOf, type JobEvent, type PullRequest } from '../../src/github/event.ts'
import { earliestCreation, jobsPullRequest } from '../../src/github/pull-request.ts'
import { StickyComment } from '../../src/github/sticky-comment.ts'
import { startGitHub } from '../support/github/github.ts'

const eventFrom = (eventName: string, payload = {}): JobEvent => eventOf({ eventName, payload, sha: null })

const shop = { id: 1, owner: { login: 'acme' } }
const theirs = { id: 2, owner: { login: 'eve' } }
const opened = '2026-11-19T08:00:00Z'
const createdAt = Date.parse(opened)
const noSignal = new AbortController().signal

/** As on GitHub Enterprise Server, whose paths are prefixed. */
async function enterprise() {
  const github = await startGitHub({ basePath: '/api/v3', viewer: 'gate[bot]' })
  onTestFinished(() => github.close())
  return { github, access: { token: github.token, apiUrl: github.url, fetch, clock: systemClock } }
}

const api = (access: GitHubAccess, signal = noSignal) => new GitHubApi(access, { signal, totalMs: 60_000 })

const pullRequest = (number: number, more: object = {}) => ({
  number,
  created_at: opened,
  state: 'open',
  head: { sha: 'c0ffee', ref: 'fix', repo: shop },
  base: { sha: 'decade', ref: 'main', repo: shop },
  user: { login: 'ada' },
  ...more,
})

/** The pull request of a job that compares with the history and does not comment, and what GitHub was asked. */
async function found(
  event: JobEvent,
  pullRequests: readonly ReturnType<typeof pullRequest>[],
  wanted: Partial<Parameters<typeof jobsPullRequest>[1]> = {},
  token?: string,
) {
  const { github, access } = await enterprise()
  github.branches.set('main', 'decade')
  for (const each of pullRequests) github.pullRequests.set(each.number, each)
  const answer = await jobsPullRequest(
    { event, owner: 'acme', repo: 'shop' },
    { named: null, needsTime: true, needsFork: false, isLookedUp: false, ...wanted },
    api({ ...access, token: token ?? access.token }),
  )
  const asked = github.journal.map(({ path, query }) => [path.replace('/repos/acme/shop', ''), query['head']])
  return { ...answer, asked }
}

test.each([
  ['of this repository', { repo: shop }, false],
  ['of a fork', { repo: theirs }, true],
])('a named pull request %s is read with one request', async (_, head, fromFork) => {
  const given = pullRequest(7, { head: { sha: 'c0ffee', ref: 'fix', ...head } })
  const answer = await found(eventFrom('schedule'), [given], { named: 7 })
  const read = {
    number: 7,
    headSha: 'c0ffee',
    fromFork,
    createdAt,
    baseRef: 'main',
    head: { owner: head.repo.owner.login, repositoryId: head.repo.id, branch: 'fix' },
  }
  expect(answer).toEqual({ pullRequest: read, problem: null, asked: [['/pulls/7', undefined]] })
})

const queued = eventFrom('merge_group', {
  merge_group: { head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-abc' },
})
/** The end of a run for a branch of this repository, with these pull requests. */
const ofRun = (...numbers: readonly number[]) => {
  const pull_requests = numbers.map((number) => ({ number, base: { repo: shop } }))
  const workflow_run = { head_repository: shop, head_branch: 'fix', pull_requests }
  return eventFrom('workflow_run', { repository: shop, workflow_run })
}
const ofFork = eventFrom('workflow_run', {
  repository: shop,
  workflow_run: { head_repository: theirs, head_branch: 'fix', pull_requests: [] },
})
const dispatched = eventFrom('workflow_dispatch', { repository: shop, ref: 'refs/heads/fix' })
const deployed = (ref?: string, sha = 'c0ffee') =>
  eventFrom('deployment_status', { deployment: { sha, ref, created_at: opened } })
const commented = eventFrom('issue_comment', { issue: { number: 7, created_at: opened, pull_request: {} } })

describe('without its time in the event, the pull request', () => {
  const elsewhere = pullRequest(3, { head: { sha: 'c0ffee', ref: 'fix', repo: { id: 3 } } })
  const other = pullRequest(4, { head: { sha: 'bad', ref: 'other', repo: shop } })
  const fork = pullRequest(7, { head: { sha: 'c0ffee', ref: 'fix', repo: theirs } })
  const own = [elsewhere, other, pullRequest(7)]

  test.each([
    ['of a merge queue is read', queued, own, '/pulls/7', undefined],
    ['of workflow_run is read', ofRun(7), own, '/pulls/7', undefined],
    ['of workflow_run of a fork is found by its branch', ofFork, [elsewhere, fork], '/pulls', 'eve:fix'],
    ['of workflow_dispatch is found by its branch', dispatched, own, '/pulls', 'acme:fix'],
    ['of a deployment is found by its commit', deployed(), [other, pullRequest(7)], '/pulls', undefined],
  ])('%s', async (_, event, all, path, head) => {
    const answer = await found(event, all)
    expect(answer).toMatchObject({ pullRequest: { number: 7, createdAt }, problem: null })
    expect(answer.asked).toEqual([[path, head]])
  })

  test.each([
    ['there is none on a branch without', dispatched, [other]],
    [
      'there is none for a tag',
      eventFrom('workflow_dispatch', { repository: shop, ref: 'refs/tags/fix' }),
      own,
    ],
    ['there is none on a schedule', eventFrom('schedule', {}), own],
    ['closed ones do not count', dispatched, [pullRequest(7, { state: 'closed' })]],
  ])('%s', async (_, event, all) => {
    expect(await found(event, all)).toMatchObject({ pullRequest: null, problem: null })
  })
})

describe('of several pull requests with one head', () => {
  const later = '2026-11-20T08:00:00Z'
  const named = (number: number, ref: string, more = {}) =>
    pullRequest(number, { head: { sha: 'c0ffee', ref, repo: shop }, ...more })
  const fork = (number: number) =>
    pullRequest(number, {
      created_at: '2020-01-01T00:00:00Z',
      head: { sha: 'c0ffee', ref: 'fix', repo: theirs },
    })
  const own = [named(8, 'topic', { created_at: later }), named(7, 'fix')]
  const ofCommit = eventFrom('deployment', { deployment: { sha: 'c0ffee', ref: 'c0ffee' } })
  const two = [named(7, 'fix'), named(8, 'fix', { created_at: later })]

  test.each([
    ['those of this repository come first', deployed(), [fork(3), named(7, 'fix'), fork(9)], 7],
    ['the one whose branch was deployed counts', deployed('fix'), [...own, fork(3)], 7],
    ['a deployed commit is no branch, so the newest counts', ofCommit, own, 8],
    ['the newest of a branch counts', dispatched, two, 8],
    ['the newest of a run counts', ofRun(7, 8), two, 8],
  ])('%s', async (_, event, all, number) => {
    const answer = await found(event, all)
    // The earliest one's, of this repository.
    expect(answer).toMatchObject({ pullRequest: { number, createdAt, fromFork: false }, problem: null })
  })

  const ofForks = (sha: string) => [
    pullRequest(9, { created_at: later, head: { sha, ref: 'fix', repo: theirs } }),
    pullRequest(8, { head: { sha, ref: 'fix', repo: theirs } }),
  ]

  test('of forks alone, the newest counts, with the time of the earliest', async () => {
    const answer = await found(deployed(), ofForks('c0ffee'))
    expect(answer).toMatchObject({ pullRequest: { number: 9, createdAt, fromFork: true }, problem: null })
  })

  test('after the run of a deployment, that of its commit counts, and not that of a branch of the same name', async () => {
    const run = { event: 'deployment_status', head_repository: shop, head_branch: 'fix', head_sha: 'bad' }
    const event = eventFrom('workflow_run', { repository: shop, workflow_run: { ...run, pull_requests: [] } })
    const deployedFork = pullRequest(9, { head: { sha: 'bad', ref: 'fix', repo: theirs } })
    const answer = await found(event, [named(7, 'fix'), deployedFork])
    expect(answer).toMatchObject({ pullRequest: { number: 9, fromFork: true }, problem: null })
  })

  test('of forks alone, none counts if the commit heads a branch of this repository', async () => {
    const answer = await found(deployed(undefined, 'decade'), ofForks('decade'))
    expect(answer).toMatchObject({ pullRequest: null, problem: null })
  })
})

test.each([
  ['the event has time and branch', eventFrom('pull_request', { pull_request: pullRequest(7) }), {}],
  ['nothing needs the time', queued, { needsTime: false, isLookedUp: true }],
  ['there is nothing to comment or compare', dispatched, { needsTime: false, needsFork: true }],
])('GitHub is not asked if %s', async (_, event, wanted) => {
  expect(await found(event, [pullRequest(7)], wanted)).toMatchObject({ problem: null, asked: [] })
})

test('of an event that cannot be read, nothing is known, so that no earlier run excuses a failing test', async () => {
  for (const name of ['pull_request', 'push', 'merge_group'])
    expect(await found(eventOf({ eventName: name, payload: null, sha: null }), [])).toMatchObject({
      pullRequest: null,
      problem: expect.stringContaining('GITHUB_EVENT_PATH cannot be read'),
    })
})

describe('the earliest pull request of a branch', () => {
  const NOW = Date.parse('2026-11-26T12:00:00Z')
  const DAY = 24 * 60 * 60_000
  const at = (days: number) => new Date(NOW - days * DAY).toISOString()
  const job = { owner: 'acme', repo: 'shop' }
  const head = { owner: 'acme', repositoryId: 1, branch: 'fix' }

  /** The days since the cut-off. */
  async function earliest(others: readonly object[], given: Partial<PullRequest> = {}) {
    const { github, access } = await enterprise()
    for (const [index, more] of others.entries()) github.pullRequests.set(index, pullRequest(index + 1, more))
    const asked = { head, createdAt: NOW - DAY, ...given }
    const { createdAt, problem } = await earliestCreation(job, asked, api(access), NOW)
    return [createdAt && (NOW - createdAt) / DAY, problem, github.journal.map(({ query }) => query)]
  }

  const query = { head: 'acme:fix', state: 'all', sort: 'updated', direction: 'desc', per_page: '100' }
  const closed = (opened: number, closed: number, merged: number | null = null) => ({
    ...{ state: 'closed', created_at: at(opened), closed_at: at(closed) },
    merged_at: merged === null ? null : at(merged),
  })

  test.each([
    ['is this one if there is no other', [], 1],
    ['counts if it was closed without a merge', [closed(9, 2), closed(40, 29.9)], 40],
    ['counts if it is open', [{ created_at: at(90) }], 90],
    ['does not count if it was merged', [closed(9, 2, 2)], 1],
    ['does not count if it was closed 30 days before', [closed(40, 30.1)], 1],
    [
      'does not count if its branch is in a fork',
      [{ ...closed(9, 2), head: { sha: 'a', ref: 'fix', repo: { ...theirs, owner: shop.owner } } }],
      1,
    ],
    [
      'does not count if it was deleted with its fork',
      [{ ...closed(9, 2), head: { sha: 'a', ref: 'fix', repo: null } }],
      1,
    ],
  ])('%s', async (_, others, days) => {
    expect(await earliest(others)).toEqual([days, null, [query]])
  })

  test('is not asked for without a branch', async () => {
    expect(await earliest([closed(9, 2)], { head: null })).toEqual([1, null, []])
  })

  test('is not known if GitHub does not say', async () => {
    const { github, access } = await enterprise()
    github.faults.push(() => ({ status: 403, body: { message: 'Resource not accessible by integration' } }))
    const given = { head, createdAt: NOW }
    expect(await earliestCreation(job, given, api(access), NOW)).toEqual({
      createdAt: null,
      problem:
        'The earlier pull requests of this branch could not be read: GitHub says: Resource not accessible by integration (HTTP 403). Check that the job, or the token in the input "github-token", has `permissions: pull-requests: read`.',
    })
  })
})

describe('one that cannot be read', () => {
  test('says why, in the words of GitHub, and what to check', async () => {
    const { pullRequest, problem } = await found(eventFrom('schedule'), [], { named: 7 })
    expect(pullRequest).toMatchObject({ number: 7, createdAt: null })
    expect(problem).toMatch(
      /^Pull request #7 could not be read: GitHub says: Not Found .*\(HTTP 404\)\. Check the input "pull-request", and that the job, or the token in the input "github-token", has `permissions: pull-requests: read`\.$/,
    )
  })

  test('by its branch, with a wrong token, names the token alone', async () => {
    const { pullRequest, problem } = await found(dispatched, [], {}, 'ghs_other')
    expect([pullRequest, problem]).toEqual([
      null,
      'The pull request of this event could not be read: GitHub says: Bad credentials - https://docs.github.com/rest (HTTP 401). Check the input "github-token": the token of an app is valid for one hour.',
    ])
  })

  test('has another shape', async () => {
    const { problem } = await found(queued, [pullRequest(7, { created_at: null })])
    expect(problem).toMatch(/GET \/repos\/acme\/shop\/pulls\/7 .*created_at: expected text, got null/)
  })

  test('is read after a comment if the job may test no change of a fork', async () => {
    const given = pullRequest(7, { head: { sha: 'c0ffee', ref: 'fix', repo: theirs } })
    const answer = await found(commented, [given], { needsFork: true })
    expect(answer).toMatchObject({ pullRequest: { fromFork: true }, asked: [['/pulls/7', undefined]] })
  })

  test('is one of a fork whose commit may head a branch, if that cannot be read', async () => {
    const { github, access } = await enterprise()
    github.pullRequests.set(7, pullRequest(7, { head: { sha: 'c0ffee', ref: 'fix', repo: theirs } }))
    const forbidden = { status: 403, body: { message: 'Resource not accessible by integration' } }
    github.faults.push(({ path }) => (path.endsWith('/branches-where-head') ? forbidden : undefined))
    const job = { event: deployed(), owner: 'acme', repo: 'shop' }
    const wanted = { named: null, needsTime: true, needsFork: false, isLookedUp: true }
    expect(await jobsPullRequest(job, wanted, api(access))).toEqual({
      pullRequest: null,
      problem:
        'The pull request of this event is not known: the branches of the deployed commit could not be read: GitHub says: Resource not accessible by integration (HTTP 403). Check that the job, or the token in the input "github-token", has `permissions: contents: read`.',
    })
  })

  test('is no problem of a job that is cancelled meanwhile', async () => {
    const { access } = await enterprise()
    const job = { event: queued, owner: 'acme', repo: 'shop' }
    const wanted = { named: null, needsTime: true, needsFork: false, isLookedUp: true }
    const answer = await jobsPullRequest(job, wanted, api(access, AbortSignal.abort('SIGINT')))
    expect(answer).toMatchObject({ pullRequest: { number: 7 }, problem: null })
  })
})

test('on GitHub Enterprise Server, the comment uses REST and GraphQL at their own paths', async () => {
  const { github, access } = await enterprise()
  const commentId = 'a'.repeat(32)
  for (const runId of [1, 2]) {
    const sticky = { owner: 'acme', repo: 'shop', issueNumber: 7, commentId, runId, runAttempt: 1 }
    await new StickyComment(access, sticky).write(`run ${runId}`, { creates: true, signal: noSignal })
  }
  expect(github.comments(7)).toMatchObject([{ user: 'gate[bot]', body: expect.stringMatching(/run 2$/) }])
  expect(github.journal.map(({ path }) => path)).toContain('/graphql')
  expect(github.journal.every(({ status }) => status !== 404)).toBe(true)
})
