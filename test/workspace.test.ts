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

type Commit = 'main' | 'earlier' | 'head' | 'merge' | 'newer' | 'mergeOfNewer' | 'mergeOfEarlier' | 'made'

interface Job {
  readonly eventName: string
  /** Null for a workspace without a readable HEAD. */
  readonly checkedOut: Commit | null
  readonly sha?: Commit
  readonly payload?: object
  /** By default, those of the pull request's head. */
  readonly files?: Readonly<Record<string, string>>
}

/** The pull request has `earlier`, then `head`, then, pushed while the job waits, `newer`. */
async function checkout({ eventName, checkedOut, sha = 'main', payload, files = CHANGED }: Job) {
  const github = await startGitHub()
  onTestFinished(() => github.close())
  const { git } = github
  const root = git.commit({ 'old.txt': '' })
  const main = git.commit(MAIN, [root])
  const earlier = git.commit({ ...MAIN, 'a.txt': '' }, [root])
  const head = git.commit(CHANGED, [earlier], HEAD)
  const newer = git.commit({ ...CHANGED, 'b.txt': '' }, [head])
  const commits: Readonly<Record<Commit, string>> = {
    ...{ main, earlier, head, newer, made: 'f'.repeat(40) },
    merge: git.commit(CHANGED, [main, head]),
    mergeOfNewer: git.commit(CHANGED, [main, newer]),
    mergeOfEarlier: git.commit(MAIN, [main, earlier]),
  }
  github.branches.set('main', main)
  const shop = { id: 1 }
  github.pullRequests.set(7, {
    ...{ number: 7, created_at: '2026-11-19T08:00:00Z', user: null },
    ...{ head: { sha: newer, ref: 'pr', repo: shop }, base: { ref: 'main', repo: shop } },
  })
  const workspace = createFolder(files)
  if (checkedOut !== null) writeFiles(workspace, { '.git/HEAD': `${commits[checkedOut]}\n` })
  const event = eventOf({ eventName, payload: payload ?? {}, sha: commits[sha] })
  const headSha = eventName === 'issue_comment' || eventName === 'workflow_dispatch' ? newer : HEAD
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
const ofRun = { workflow_run: { head_sha: HEAD } }

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
  ['the head of its run', known, { eventName: 'workflow_run', checkedOut: 'head', payload: ofRun }],
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
])('on %s, %s is what to check out in place of another commit', async ([eventName, ref, job]) => {
  const { read } = await checkout({ eventName, ...job })
  expect(await read()).toMatch(
    /^The workspace has [0-9a-f]{7}, not (?:pull request #7|the commit of this event) \([0-9a-f]{7}\)\. /,
  )
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
