// Whose commit the workspace has, by event: nothing is called the pull request's that is not known to be.
import { expect, it, onTestFinished } from 'vitest'
import { readCheckouts } from '../../src/change/checkouts.ts'
import { gitHubRepository } from '../../src/change/git.ts'
import { systemClock } from '../../src/client/core/clock.ts'
import { GitHubApi } from '../../src/github/api.ts'
import { eventOf, readPullRequest } from '../../src/github/event.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { startGitHub } from '../support/github/github.ts'

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
  /** Whether the job has no pull request. */
  readonly isAlone?: boolean
}

/** On these, GitHub is asked for the pull request. */
const NEWEST = new Set(['issue_comment', 'push', 'schedule', 'workflow_dispatch', 'workflow_run'])

/** The pull request has `earlier`, then `head`, then, pushed while the job waits, `newer`. */
async function checkout({
  eventName,
  checkedOut,
  sha = 'main',
  payload,
  files = CHANGED,
  isAlone = false,
}: Job) {
  const github = await startGitHub()
  onTestFinished(() => github.close())
  const { git } = github
  const root = git.commit({ 'old.txt': '' })
  const main = git.commit(MAIN, [root])
  const other = git.commit({ 'other.txt': '' }, [root])
  const earlier = git.commit({ ...MAIN, 'a.txt': '' }, [root])
  const head = git.commit(CHANGED, [earlier], HEAD)
  // As "Update branch" makes it.
  const newer = git.commit({ ...CHANGED, 'b.txt': '' }, [head, main])
  const commits: Readonly<Record<Commit, string>> = {
    ...{ root, main, other, earlier, head, newer, made: 'f'.repeat(40) },
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
  const text = JSON.stringify(payload ?? {}).replace('"sha":"main"', `"sha":"${main}"`)
  const event = eventOf({ eventName, payload: JSON.parse(text), sha: commits[sha] })
  const headSha = NEWEST.has(eventName) ? newer : HEAD
  const pullRequest = isAlone ? null : readPullRequest(7, { head: { sha: headSha }, base: { ref: 'main' } })
  const job = {
    event,
    owner: 'acme',
    repo: 'shop',
    workspace,
    sha: commits[sha],
    workflowSha: null,
    runAttempt: 1,
  }
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
  const read = async () => {
    const found = await readCheckouts([PROMPT], { job, pullRequest, repository: gitHubRepository(job, api) })
    if ('wrong' in found) return found.wrong
    const { '': checkout } = Object.fromEntries(found)
    if (checkout?.state !== 'known') return checkout
    const nameOf = (sha: string) => Object.entries(commits).find(([, commit]) => commit === sha)?.[0]
    return { ...checkout, sha: nameOf(checkout.sha), named: nameOf(checkout.named) }
  }
  return { github, commits, read }
}

const known = (sha: Commit, named = sha) => ({ state: 'known', sha, named, isOfChange: true })
const unknown = (reason: RegExp, isHidden = true) => ({
  ...{ state: 'unknown', isHidden },
  reason: expect.stringMatching(reason),
})
const ofPull = { pull_request: { number: 7, head: { sha: HEAD } } }
const ofComment = { issue: { number: 7, pull_request: {} } }
const inShop = { number: 7, base: { repo: { id: 1 } } }
const ofRun = { repository: { id: 1 }, workflow_run: { head_sha: HEAD, pull_requests: [inShop] } }
const originOf = (url: string) => ({
  ...CHANGED,
  '.git/config': `[core]\n[remote "origin"]\n\turl = ${url}\n`,
})

const ofGroup = { merge_group: { head_ref: 'gh-readonly-queue/main/pr-8-0abcdef' } }

it.for<[what: string, expected: object, job: Job]>([
  [
    'its head',
    known('head'),
    { eventName: 'pull_request', checkedOut: 'head', sha: 'merge', payload: ofPull },
  ],
  [
    'GitHub’s merge',
    known('merge', 'head'),
    { eventName: 'pull_request', checkedOut: 'merge', sha: 'merge', payload: ofPull },
  ],
  [
    'another merge of it',
    known('merge', 'head'),
    { eventName: 'pull_request_target', checkedOut: 'merge', payload: ofPull },
  ],
  [
    'the head of a merge group, in which it need not be the last one',
    known('mergeOfEarlier'),
    { eventName: 'merge_group', checkedOut: 'mergeOfEarlier', sha: 'mergeOfEarlier', payload: ofGroup },
  ],
  [
    'the head of its run, although a newer one was pushed',
    known('head'),
    { eventName: 'workflow_run', checkedOut: 'head', payload: ofRun },
  ],
  [
    'the deployed commit, which another one’s number does not make its',
    { ...known('main'), isOfChange: false },
    { eventName: 'deployment', checkedOut: 'main', payload: { deployment: { sha: 'main' } } },
  ],
  [
    'its newest commit',
    known('newer'),
    { eventName: 'issue_comment', checkedOut: 'newer', payload: ofComment },
  ],
  [
    'its newest commit on a dispatch',
    known('newer'),
    { eventName: 'workflow_dispatch', checkedOut: 'newer' },
  ],
  ['its newest commit on a push', known('newer'), { eventName: 'push', checkedOut: 'newer', sha: 'newer' }],
  [
    'its files, without a HEAD',
    known('head'),
    { eventName: 'pull_request_target', checkedOut: null, payload: ofPull },
  ],
  [
    'those of GitHub’s merge, without a HEAD',
    known('merge', 'head'),
    { eventName: 'pull_request', checkedOut: null, sha: 'merge', payload: ofPull },
  ],
  [
    'its files, at a commit of the job',
    known('head'),
    { eventName: 'pull_request_target', checkedOut: 'made', payload: ofPull },
  ],
  [
    'a commit of a fork, which GitHub knows in this repository, too',
    { state: 'other', repository: 'acme/shop-fork' },
    {
      ...{ eventName: 'pull_request_target', checkedOut: 'main', payload: ofPull },
      files: originOf('https://github.test/acme/shop-fork'),
    },
  ],
  [
    'other files, at a commit of the job',
    unknown(
      /^GitHub does not know fffffff, which the workspace has, and its files are not known to be those of aaaaaaa\./,
    ),
    { eventName: 'pull_request_target', checkedOut: 'made', payload: ofPull, files: MAIN },
  ],
  [
    'other files, without a HEAD',
    unknown(/^The workspace does not say .*, and its files are not known to be those of aaaaaaa\. Check out/),
    { eventName: 'pull_request_target', checkedOut: null, payload: ofPull, files: MAIN },
  ],
  [
    'other files than GitHub’s merge of an earlier head, which does not count, without a HEAD',
    unknown(/its files are not known to be those of aaaaaaa\./),
    { eventName: 'pull_request', checkedOut: null, sha: 'mergeOfEarlier', payload: ofPull, files: MAIN },
  ],
])('the workspace has %s', async ([_, expected, job]) => {
  expect(await (await checkout(job)).read()).toEqual(expected)
})

it.for<[eventName: string, expected: object, job: Omit<Job, 'eventName'>]>([
  ['push', { ...known('main'), isOfChange: false }, { checkedOut: 'main' }],
  ['schedule', { ...known('other'), isOfChange: false }, { checkedOut: 'other' }],
  ['workflow_dispatch', { ...known('made'), isOfChange: false }, { checkedOut: 'made' }],
  ['workflow_run', { ...known('newer'), isOfChange: false }, { checkedOut: 'newer', payload: ofRun }],
  ['push', { ...known('main'), isOfChange: false }, { checkedOut: null, files: MAIN }],
  ['push', unknown(/are not known to be those of/), { checkedOut: null }],
])('without a pull request, on %s, what is checked out is tested: %o', async ([eventName, expected, job]) => {
  expect(await (await checkout({ eventName, ...job, isAlone: true })).read()).toEqual(expected)
})

const ref = (name: string) => `\`ref: ${name.startsWith('refs/') ? name : `\${{ ${name} }}`}\`.`
const HEAD_REF = 'github.event.pull_request.head.sha'
const LATER = ' If it was pushed later, its own job decides.'

/** Of each event: what is checked out by default where that is wrong, an older and a newer head. */
it.for<[event: string, has: string, remedy: string, job: Omit<Job, 'eventName'>]>([
  [
    'pull_request',
    'mergeOfEarlier, in which GitHub merged earlier before it saw head',
    `A re-run would have the same commit: push again, or check out ${ref(HEAD_REF)}`,
    { checkedOut: 'mergeOfEarlier', sha: 'mergeOfEarlier', payload: ofPull },
  ],
  [
    'pull_request',
    'mergeOfNewer, not pull request #7 (head)',
    `Check out ${ref(HEAD_REF)}${LATER}`,
    { checkedOut: 'mergeOfNewer', sha: 'merge', payload: ofPull },
  ],
  [
    'pull_request',
    'newer, not pull request #7 (head)',
    `Check out ${ref(HEAD_REF)}${LATER}`,
    { checkedOut: 'newer', sha: 'merge', payload: ofPull },
  ],
  [
    'pull_request_review',
    'main, not pull request #7 (head)',
    `Check out ${ref(HEAD_REF)}${LATER}`,
    { checkedOut: 'main', sha: 'merge', payload: ofPull },
  ],
  [
    'pull_request_target',
    'main, not pull request #7 (head)',
    `Check out ${ref(HEAD_REF)}`,
    { checkedOut: 'main', payload: ofPull },
  ],
  [
    'pull_request_target',
    'earlier, not pull request #7 (head)',
    `Check out ${ref(HEAD_REF)}${LATER}`,
    { checkedOut: 'earlier', payload: ofPull },
  ],
  [
    'issue_comment',
    'main, not pull request #7 (newer)',
    `Check out \`ref: refs/pull/\${{ github.event.issue.number }}/head\`.`,
    { checkedOut: 'main', payload: ofComment },
  ],
  [
    'issue_comment',
    'head, not pull request #7 (newer)',
    `Check out \`ref: refs/pull/\${{ github.event.issue.number }}/head\`.${LATER}`,
    { checkedOut: 'head', payload: ofComment },
  ],
  [
    'issue_comment',
    'main, not pull request #7 (newer)',
    `Check out ${ref('refs/pull/7/head')}`,
    { checkedOut: 'main', payload: { issue: { number: 3 } } },
  ],
  [
    'workflow_run',
    'main, not pull request #7 (head)',
    `Check out ${ref('github.event.workflow_run.head_sha')}`,
    { checkedOut: 'main', payload: ofRun },
  ],
  [
    'workflow_run',
    'newer, not pull request #7 (head)',
    `Check out ${ref('github.event.workflow_run.head_sha')}${LATER}`,
    { checkedOut: 'newer', payload: ofRun },
  ],
  [
    'deployment',
    'main, not the commit of this event (head)',
    `Check out ${ref('github.event.deployment.sha')}`,
    { checkedOut: 'main', payload: { deployment: { sha: HEAD } } },
  ],
  [
    'merge_group',
    'head, not this merge group (mergeOfNewer)',
    `Check out ${ref('github.event.merge_group.head_sha')}`,
    { checkedOut: 'head', sha: 'mergeOfNewer', payload: ofGroup },
  ],
  [
    'workflow_dispatch',
    'main, not pull request #7 (newer)',
    `Check out ${ref('refs/pull/7/head')}`,
    { checkedOut: 'main' },
  ],
  [
    'workflow_dispatch',
    'earlier, not pull request #7 (newer)',
    `Check out ${ref('refs/pull/7/head')}${LATER}`,
    { checkedOut: 'earlier' },
  ],
  [
    'push',
    'main, not pull request #7 (newer)',
    `Check out ${ref('refs/pull/7/head')}`,
    { checkedOut: 'main' },
  ],
  [
    'schedule',
    'main, not pull request #7 (newer)',
    `Check out ${ref('refs/pull/7/head')}`,
    { checkedOut: 'main' },
  ],
  [
    'workflow_dispatch',
    'main, not pull request #7 (newer)',
    `Check out ${ref('refs/pull/7/head')}`,
    { checkedOut: 'main', files: originOf('git@github.test:Acme/shop.git') },
  ],
])('on %s, the workspace has %s: %s', async ([eventName, has, remedy, job]) => {
  const { read, commits } = await checkout({ eventName, ...job })
  const names = new RegExp(`\\b(${Object.keys(commits).join('|')})\\b(?! group)`, 'g')
  const said = has.replaceAll(names, (name) => commits[name as Commit].slice(0, 7))
  expect(await read()).toBe(`The workspace has ${said}. ${remedy}`)
})

it('asks nothing where the event says it, and says why if GitHub does not answer', async () => {
  const right = await checkout({ eventName: 'pull_request_target', payload: ofPull, checkedOut: 'head' })
  await right.read()
  expect(right.github.journal).toEqual([])
  for (const job of [
    { eventName: 'pull_request_target', checkedOut: 'main' },
    // GitHub may have merged an older head there.
    { eventName: 'pull_request', checkedOut: 'merge', sha: 'merge' },
  ] as const) {
    const refused = await checkout({ ...job, payload: ofPull })
    const body = { message: 'Resource not accessible by integration' }
    refused.github.faults.push(() => ({ status: 403, body }))
    expect(await refused.read()).toEqual(
      unknown(/^The commit in the workspace could not be read.*contents: read/, false),
    )
  }
})
