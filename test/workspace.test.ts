// Whose commit the workspace has, by event: nothing is called the pull request's that is not known to be.
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/client/core/clock.ts'
import { GitHubApi } from '../src/github/api.ts'
import { eventOf, readPullRequest } from '../src/github/event.ts'
import { gitHubRepository } from '../src/github/repository.ts'
import { readCheckouts } from '../src/workspace.ts'
import { createFolder, writeFiles } from './support/folders.ts'
import { startGitHub } from './support/github/github.ts'

const HEAD = 'a'.repeat(40)
const PROMPT = 'prompts/bot.md'
const [MAIN, CHANGED] = [{ [PROMPT]: 'main' }, { [PROMPT]: 'changed' }]

type Commit =
  | 'root'
  | 'other'
  | 'main'
  | 'earlier'
  | 'head'
  | 'merge'
  | 'newer'
  | 'mergeOfNewer'
  | 'mergeOfEarlier'
  | 'made'

interface Job {
  readonly eventName: string
  /** Null for a workspace without a readable HEAD. */
  readonly checkedOut: Commit | null
  readonly sha?: Commit
  readonly payload?: object
  /** By default, those of the pull request's head. */
  readonly files?: Readonly<Record<string, string>>
  /** The branch that the pull request is to be merged into, by default main. */
  readonly into?: 'main' | 'release'
}

/** On these, GitHub is asked for the pull request. */
const NEWEST = new Set(['issue_comment', 'workflow_dispatch', 'workflow_run'])

/** The pull request has `earlier`, then `head`, then, pushed while the job waits, `newer`. */
async function checkout({
  eventName,
  checkedOut,
  sha = 'main',
  payload,
  files = CHANGED,
  into = 'main',
}: Job) {
  const github = await startGitHub()
  onTestFinished(() => github.close())
  const { git } = github
  const first = git.commit({ 'first.txt': '' })
  const root = git.commit({ 'old.txt': '' }, [first])
  const main = git.commit(MAIN, [root])
  const other = git.commit({ 'other.txt': '' }, [root])
  const earlier = git.commit({ ...MAIN, 'a.txt': '' }, [root])
  const head = git.commit(CHANGED, [earlier], HEAD)
  const newer = git.commit({ ...CHANGED, 'b.txt': '' }, [head])
  const commits: Readonly<Record<Commit, string>> = {
    ...{ root, main, other, earlier, head, newer, made: 'f'.repeat(40) },
    merge: git.commit(CHANGED, [main, head]),
    mergeOfNewer: git.commit(CHANGED, [main, newer]),
    mergeOfEarlier: git.commit(MAIN, [main, earlier]),
  }
  github.branches.set('main', main)
  github.branches.set('release', first)
  const shop = { id: 1 }
  github.pullRequests.set(7, {
    ...{ number: 7, created_at: '2026-11-19T08:00:00Z', user: null },
    ...{ head: { sha: newer, ref: 'pr', repo: shop }, base: { ref: into, repo: shop } },
  })
  const workspace = createFolder(files)
  if (checkedOut !== null) writeFiles(workspace, { '.git/HEAD': `${commits[checkedOut]}\n` })
  const event = eventOf({ eventName, payload: payload ?? {}, sha: commits[sha] })
  const headSha = NEWEST.has(eventName) ? newer : HEAD
  const pullRequest = readPullRequest(7, { head: { sha: headSha }, base: { ref: 'main' } })
  const job = { event, owner: 'acme', repo: 'shop', workspace, sha: commits[sha] }
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
  const read = async () => {
    const found = await readCheckouts([PROMPT], { pullRequest }, job, gitHubRepository(job, api))
    if ('wrong' in found) return found.wrong
    const { state, named, isOfPullRequest, warning } = found.get('') ?? {}
    const name = Object.entries(commits).find(([, commit]) => commit === named)?.[0]
    return { state, named: name, isOfPullRequest, warning }
  }
  return { github, read }
}

const known = { state: 'known', named: 'head', isOfPullRequest: true, warning: null }
const unknown = { state: 'unknown', isOfPullRequest: false, warning: null }
const pushed = { ...known, warning: expect.stringMatching(/^\w{7} of this pull request is tested/) }
const ofPull = { pull_request: { number: 7, head: { sha: HEAD } } }
const ofComment = { issue: { number: 7, pull_request: {} } }
const inShop = { number: 7, base: { repo: { id: 1 } } }
const ofRun = { repository: { id: 1 }, workflow_run: { head_sha: HEAD, pull_requests: [inShop] } }
const originOf = (url: string) => ({
  ...CHANGED,
  '.git/config': `[core]\n[remote "origin"]\n\turl = ${url}\n`,
})

it.for<[what: string, expected: object, job: Job]>([
  ['its head', known, { eventName: 'pull_request', checkedOut: 'head', sha: 'merge', payload: ofPull }],
  [
    'GitHub’s merge',
    known,
    { eventName: 'pull_request', checkedOut: 'merge', sha: 'merge', payload: ofPull },
  ],
  ['another merge of it', known, { eventName: 'pull_request_target', checkedOut: 'merge', payload: ofPull }],
  [
    'a merge that GitHub made before, with a warning',
    { ...known, named: 'earlier', warning: expect.stringMatching(/^GitHub had not merged aaaaaaa yet/) },
    { eventName: 'pull_request', checkedOut: 'mergeOfEarlier', sha: 'mergeOfEarlier', payload: ofPull },
  ],
  [
    'a newer head, with a warning',
    { ...pushed, named: 'newer' },
    { eventName: 'pull_request', checkedOut: 'mergeOfNewer', sha: 'merge', payload: ofPull },
  ],
  [
    'the head of a merge group, in which it need not be the last one',
    { ...known, named: 'mergeOfEarlier' },
    {
      ...{ eventName: 'merge_group', checkedOut: 'mergeOfEarlier', sha: 'mergeOfEarlier' },
      payload: { merge_group: { head_ref: 'gh-readonly-queue/main/pr-8-0abcdef' } },
    },
  ],
  [
    'the head of its run, although a newer one was pushed',
    known,
    { eventName: 'workflow_run', checkedOut: 'head', payload: ofRun },
  ],
  [
    'its newest commit',
    { ...known, named: 'newer' },
    { eventName: 'issue_comment', checkedOut: 'newer', payload: ofComment },
  ],
  [
    'another commit of it where the event names none, with a warning',
    { ...pushed, named: 'head' },
    { eventName: 'issue_comment', checkedOut: 'head', payload: ofComment },
  ],
  [
    'the same, in a dispatch that names it',
    { ...pushed, named: 'earlier' },
    { eventName: 'workflow_dispatch', checkedOut: 'earlier' },
  ],
  [
    'its files, without a HEAD',
    known,
    { eventName: 'pull_request_target', checkedOut: null, payload: ofPull },
  ],
  [
    'the pushed commit, which another one’s number does not make its',
    { ...known, named: 'main', isOfPullRequest: false },
    { eventName: 'push', checkedOut: 'main' },
  ],
  [
    'a commit of a fork, which GitHub knows in this repository, too',
    unknown,
    {
      ...{ eventName: 'pull_request_target', checkedOut: 'main', payload: ofPull },
      files: originOf('https://github.test/acme/shop-fork'),
    },
  ],
  ['a commit of the job', unknown, { eventName: 'pull_request_target', checkedOut: 'made', payload: ofPull }],
  [
    'other files, without a HEAD',
    { state: 'assumed', isOfPullRequest: false },
    { eventName: 'pull_request_target', checkedOut: null, payload: ofPull, files: MAIN },
  ],
])('the workspace has %s', async ([_, expected, job]) => {
  expect(await (await checkout(job)).read()).toMatchObject(expected)
})

it.for<[event: string, ref: string, job: Omit<Job, 'eventName'>]>([
  [
    'pull_request',
    'github.event.pull_request.head.sha',
    { checkedOut: 'main', sha: 'merge', payload: ofPull },
  ],
  ['pull_request_target', 'github.event.pull_request.head.sha', { checkedOut: 'main', payload: ofPull }],
  ['pull_request_target', 'github.event.pull_request.head.sha', { checkedOut: 'earlier', payload: ofPull }],
  ['issue_comment', 'github.event.issue.number', { checkedOut: 'main', payload: ofComment }],
  ['workflow_run', 'github.event.workflow_run.head_sha', { checkedOut: 'main', payload: ofRun }],
  ['workflow_dispatch', 'refs/pull/7/head', { checkedOut: 'main' }],
  ['workflow_dispatch', 'refs/pull/7/head', { checkedOut: 'root' }],
  ['workflow_dispatch', 'refs/pull/7/head', { checkedOut: 'other' }],
  ['issue_comment', 'refs/pull/7/head', { checkedOut: 'main', payload: { issue: { number: 3 } } }],
  ['push', 'github.sha', { checkedOut: 'earlier' }],
  // The default branch, of which a pull request into another branch has commits, too.
  ['workflow_dispatch', 'refs/pull/7/head', { checkedOut: 'root', sha: 'root', into: 'release' }],
  [
    'workflow_dispatch',
    'refs/pull/7/head',
    { checkedOut: 'main', files: originOf('git@github.test:Acme/shop.git') },
  ],
])('on %s, %s is what to check out in place of another commit', async ([eventName, ref, job]) => {
  const { read } = await checkout({ eventName, ...job })
  const expected = eventName === 'push' ? 'the commit of this event' : 'pull request #7'
  expect(await read()).toMatch(RegExp(`^The workspace has \\w{7}, not ${expected} \\(\\w{7}\\)\\. `))
  expect(await read()).toContain(ref)
})

it('asks nothing where the event says it, and says why if GitHub does not answer', async () => {
  const job = { eventName: 'pull_request_target', payload: ofPull } as const
  const right = await checkout({ ...job, checkedOut: 'head' })
  await right.read()
  expect(right.github.journal).toEqual([])
  const refused = await checkout({ ...job, checkedOut: 'main' })
  refused.github.faults.push(() => ({
    status: 403,
    body: { message: 'Resource not accessible by integration' },
  }))
  expect(await refused.read()).toMatchObject({
    ...unknown,
    warning: expect.stringMatching(/^The commit in the workspace could not be read.*contents: read/),
  })
})
