// The one answer about a job's change: who may send it, what is refused, what reports name, and what may be skipped.
import { describe, expect, it, onTestFinished } from 'vitest'
import { readPullRequest } from '../../src/github/event.ts'
import {
  askFor,
  asks,
  type ChangeJob,
  HEAD,
  inFile,
  OF_CHANGE,
  OF_MAIN,
  PROMPT,
  startRepository,
  TESTS,
} from './change-harness.ts'

const shop = { id: 1, full_name: 'acme/shop', owner: { login: 'acme' }, default_branch: 'main' }
const fork = { id: 2, full_name: 'dana/shop', owner: { login: 'dana' } }
const pull = { number: 7, head: { sha: HEAD, ref: 'pr', repo: shop }, base: { ref: 'main', repo: shop } }
const ofPull = { pull_request: pull, repository: shop }
const ofFork = { pull_request: { ...pull, head: { ...pull.head, repo: fork } } }
const fromFork = readPullRequest(7, { ...ofFork.pull_request })
const override = inFile(PROMPT)
const tests = 'Bot (preview): agent-tests/*.yml'

async function ask(job: ChangeJob, fault?: 'no trees' | 'nothing') {
  const repository = await startRepository()
  onTestFinished(() => repository.github.close())
  const body = { message: 'Resource not accessible by integration' }
  if (fault !== undefined)
    repository.github.faults.push(({ path }) =>
      fault === 'nothing' || path.includes('/trees/') ? { status: 403, body } : undefined,
    )
  return { ...(await askFor(repository, job)), repository }
}

describe('a change that may be of a fork is refused before any file is read:', () => {
  it.for<[what: string, refused: RegExp | null, job: ChangeJob]>([
    [
      'a pull request of a fork',
      /may come from a fork.*Skip this job/,
      { eventName: 'pull_request_target', payload: ofFork },
    ],
    [
      'one that the event does not deny',
      /may come from a fork/,
      { eventName: 'pull_request', payload: { pull_request: { number: 7 } } },
    ],
    [
      'a named one',
      /may come from a fork/,
      { eventName: 'schedule', inputs: { 'pull-request': '7' }, pullRequest: fromFork },
    ],
    [
      'a comment on one',
      /may come from a fork/,
      {
        eventName: 'issue_comment',
        payload: { issue: { number: 7, pull_request: {} } },
        pullRequest: fromFork,
      },
    ],
    [
      'one that could not be looked up',
      /^It could not be read\.$/,
      {
        eventName: 'issue_comment',
        payload: { issue: { number: 7, pull_request: {} } },
        problem: 'It could not be read.',
      },
    ],
    ['an event that says nothing', /does not say whose change is tested/, { eventName: 'issues' }],
    [
      'a run of a fork',
      /may come from a fork/,
      {
        eventName: 'workflow_run',
        payload: { workflow_run: { event: 'push', head_repository: fork }, repository: shop },
      },
    ],
    [
      'a deployment of no branch',
      /not the newest one of a branch/,
      { eventName: 'deployment', payload: { deployment: { sha: HEAD } } },
    ],
    ['a pull request of the repository', null, { eventName: 'pull_request', payload: ofPull }],
    ['a push', null, { eventName: 'push', pullRequest: null }],
    ['a night', null, { eventName: 'schedule', pullRequest: null }],
    ['a merge group', null, { eventName: 'merge_group', payload: { merge_group: { head_sha: HEAD } } }],
  ])('%s', async ([_, refused, job]) => {
    const { change, hasRead } = await ask({ ...job, files: OF_CHANGE, inputs: { override, ...job.inputs } })
    const texts = 'refused' in change ? change.refused.map(({ message }) => message) : []
    expect([texts.length > 0, hasRead]).toEqual([refused !== null, refused === null])
    if (refused !== null) expect(texts.join()).toMatch(refused)
  })

  it('an unknown one is not refused if no file is used', async () => {
    const { change } = await ask({ eventName: 'pull_request_target', payload: ofFork })
    expect(change).toMatchObject({ values: [], tests: null })
  })
})

const both = { inputs: { override, tests } }
const atMerge = { eventName: 'pull_request', payload: ofPull, sha: 'merge', ...both } as const

describe('reports name', () => {
  it.for<[what: string, expected: object, job: ChangeJob]>([
    [
      'the head of GitHub’s merge',
      { headSha: 'head', filesOf: 'pull-request' },
      { ...atMerge, checkouts: { '': ['merge', OF_CHANGE] } },
    ],
    [
      'what a push checked out',
      { headSha: 'earlier', filesOf: 'commit' },
      { eventName: 'push', pullRequest: null, ...both, checkouts: { '': ['earlier', OF_MAIN] } },
    ],
    [
      'what a dispatch checked out',
      { headSha: 'main', filesOf: 'commit' },
      {
        eventName: 'workflow_dispatch',
        sha: 'newer',
        pullRequest: null,
        ...both,
        checkouts: { '': ['main', OF_MAIN] },
      },
    ],
    [
      'what was checked out after a run',
      { headSha: 'main', filesOf: 'commit' },
      {
        eventName: 'workflow_run',
        payload: { workflow_run: { event: 'push', head_sha: HEAD, head_repository: shop }, repository: shop },
        pullRequest: null,
        ...both,
        checkouts: { '': ['main', OF_MAIN] },
      },
    ],
    [
      'the commit of the event without files',
      { headSha: 'newer', filesOf: 'commit' },
      { eventName: 'push', payload: { after: 'e'.repeat(40) }, sha: 'newer', pullRequest: null },
    ],
    [
      'that of the event beside another repository',
      { headSha: 'head', filesOf: 'unknown' },
      {
        ...atMerge,
        files: {
          'library/.git/config': '[remote "origin"]\n\turl = https://github.com/acme/prompts\n',
          'library/p.md': 'x',
        },
        checkouts: { '': ['merge', OF_CHANGE] },
        inputs: { override: inFile('library/p.md'), tests },
      },
    ],
  ])('%s', async ([_, { headSha, ...expected }, job]: [string, { headSha?: string }, ChangeJob]) => {
    const { change, shaOf } = await ask(job)
    expect(change).toMatchObject({ commit: { ...expected, headSha: shaOf(headSha as 'head') } })
  })
})

describe('a job may be skipped as unchanged', () => {
  it.for<[what: string, isProven: boolean, job: ChangeJob, fault?: 'no trees' | 'nothing']>([
    ['if all is the pull request’s', true, { ...atMerge, checkouts: { '': ['merge', OF_CHANGE] } }],
    [
      'not with a value of the workflow',
      false,
      {
        ...atMerge,
        checkouts: { '': ['merge', OF_CHANGE] },
        inputs: {
          tests,
          override: `Bot (preview): { system_prompt: { file: ${PROMPT} }, llm: { model: gpt } }`,
        },
      },
    ],
    [
      'not with a prompt that a step wrote over',
      false,
      { ...atMerge, checkouts: { '': ['merge', { ...OF_CHANGE, [PROMPT]: 'x' }] } },
    ],
    [
      'not without a pull request',
      false,
      { eventName: 'push', pullRequest: null, ...both, checkouts: { '': ['main', OF_MAIN] } },
    ],
    [
      'not if GitHub does not say what its merge has',
      false,
      { ...atMerge, checkouts: { '': ['merge', OF_CHANGE] } },
      'nothing',
    ],
    [
      'not if it does not say what the commit has',
      false,
      { ...atMerge, checkouts: { '': ['merge', OF_CHANGE] } },
      'no trees',
    ],
  ])('%s', async ([_, isProven, job, fault]) => {
    expect((await ask(job, fault)).change).toMatchObject({ isProven })
  })
})

describe('a workspace of several checkouts', () => {
  const careful = {
    eventName: 'pull_request_target',
    payload: ofPull,
    checkouts: { '': ['main', OF_MAIN], 'pr/': ['head', OF_CHANGE] },
  } as const

  it('is tested with the base at its root if all files are below the pull request’s folder', async () => {
    const inputs = { override: inFile(`pr/${PROMPT}`), tests: 'Bot (preview): pr/agent-tests/*.yml' }
    expect((await ask({ ...careful, inputs })).change).toMatchObject({
      isProven: true,
      values: [{ keys: [{ origin: 'change', of: HEAD, file: PROMPT }] }],
      tests: { changes: { known: 'yes' } },
    })
  })

  it.for([
    ['tests of the base beside the pull request’s prompt', { override: inFile(`pr/${PROMPT}`), tests }],
    ['the prompt of the base beside its tests', { override, tests: 'Bot (preview): pr/agent-tests/*.yml' }],
  ] as const)('is refused with %s, and told how', async ([_, inputs]) => {
    const { change } = await ask({ ...careful, inputs })
    expect(change).toMatchObject({
      refused: [
        {
          input: null,
          message: expect.stringMatching(
            /^The workspace has \w{7}, not pull request #7 \(aaaaaaa\)\..* It is in pr, too: name all files of "override" and "tests" there\.$/,
          ),
        },
      ],
    })
  })

  it('is refused with a prompt of the base in a folder', async () => {
    const checkouts = { '': ['merge', OF_CHANGE], 'baseline/': ['main', OF_MAIN] } as const
    const inputs = { override: inFile(`baseline/${PROMPT}`), tests }
    const { change } = await ask({ ...atMerge, checkouts, inputs })
    expect(change).toMatchObject({
      refused: [
        {
          message: expect.stringMatching(
            /^The checkout in baseline has .* It is in the workspace itself, too/,
          ),
        },
      ],
    })
  })

  it('has tests of another repository, which are nobody’s change and made by no step', async () => {
    const config = '[remote "origin"]\n\turl = https://github.com/acme/tests\n'
    const files = { 'shared/.git/config': config, 'shared/t/b.yml': asks('Shared') }
    const { change, said } = await ask({
      ...atMerge,
      files,
      checkouts: { '': ['merge', OF_CHANGE] },
      inputs: { override, tests: 'Bot (preview): shared/t/*.yml' },
    })
    if ('refused' in change || change.tests === null) throw new Error('It is tested.')
    expect(said).toEqual([])
    expect(change).toMatchObject({
      isProven: false,
      tests: { changes: { known: 'yes', tests: [] }, withMadeTests: [] },
    })
    const wanted = change.tests.wantedTests([{ uuid: 'e', name: 'Tone' }])
    if ('kind' in wanted) throw new Error(wanted.kind)
    expect(wanted.get('Bot (preview)')).toMatchObject([
      { source: { file: 't/b.yml', committed: true, commit: null } },
    ])
  })
})

describe('what is not known is a warning', () => {
  it('of a stale merge, if GitHub does not answer, and refused if it does', async () => {
    const stale = {
      ...atMerge,
      sha: 'mergeOfEarlier',
      checkouts: { '': ['mergeOfEarlier', OF_MAIN] },
      inputs: { override },
    } as const
    const { change, said } = await ask(stale, 'nothing')
    expect(change).toMatchObject({ isProven: false, values: [{ keys: [{ origin: 'unknown', of: null }] }] })
    expect(said).toEqual([
      expect.stringMatching(
        /^warning: It is not known whether this pull request is tested\. The commit in the workspace could not be read/,
      ),
    ])
    expect((await ask(stale)).change).toMatchObject({
      refused: [{ message: expect.stringContaining('A re-run would have the same commit') }],
    })
  })

  it('said once where there are tests, too', async () => {
    const { said } = await ask({ ...atMerge, checkouts: { '': [null, OF_MAIN] } })
    expect(said).toEqual([
      expect.stringMatching(
        /^warning: It is not known what this pull request changes\. The workspace does not say which commit it has, and its files/,
      ),
    ])
  })

  it('and no workspace without a readable HEAD is one, with the files of the event’s commit', async () => {
    const { change, said } = await ask({ ...atMerge, checkouts: { '': [null, OF_CHANGE] } })
    expect(said).toEqual([])
    expect(change).toMatchObject({ isProven: true, commit: { headSha: HEAD } })
  })
})

it('a file of tests that the checkout lacks is refused', async () => {
  const { [TESTS]: _, ...files } = OF_CHANGE
  const repository = await startRepository({ ...OF_CHANGE, 'agent-tests/new.yml': asks('New') })
  onTestFinished(() => repository.github.close())
  const checkouts = { '': ['merge', { ...files, [TESTS]: asks('Old') }] } as const
  const { change } = await askFor(repository, { ...atMerge, checkouts })
  expect(change).toMatchObject({
    refused: [{ message: expect.stringContaining('the checkout lacks agent-tests/new.yml') }],
  })
})
