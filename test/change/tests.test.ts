// What a job knows of its change: which commits are compared, what is read of them, and what is not known.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { readCheckouts } from '../../src/change/checkouts.ts'
import { entriesBelow, gitHubRepository } from '../../src/change/git.ts'
import { readChanges, touchedFiles } from '../../src/change/tests.ts'
import { systemClock } from '../../src/client/core/clock.ts'
import { GitHubApi } from '../../src/github/api.ts'
import { eventOf, type PullRequest, readPullRequest } from '../../src/github/event.ts'
import { readTestsInput } from '../../src/test-files/input.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import type { GitFiles } from '../support/github/git.ts'
import { startGitHub } from '../support/github/github.ts'

const asks = (name: string) =>
  `- { name: ${name}, history: [{ role: user, content: Hi }], evaluators: [{ name: Tone }] }\n`
const FILE = 'agent-tests/a.yml'
const HEAD = 'a'.repeat(40)
const THEIRS = 'd'.repeat(40)
const pullRequest = readPullRequest(7, { head: { sha: HEAD }, base: { ref: 'main' } })

interface Job {
  /** By default the merge of the pull request into its base. */
  readonly base?: GitFiles
  readonly now?: GitFiles
  readonly input?: string
  readonly eventName?: string
  readonly payload?: unknown
  readonly pullRequest?: PullRequest | null
  readonly problem?: string | null
  /** The files of `.git`; by default the tested commit is checked out. */
  readonly git?: Readonly<Record<string, string>>
  readonly sha?: string | null
  readonly folder?: string
  /** By default that of the tested commit. */
  readonly workspace?: Readonly<Record<string, string>>
}

/** Main has `base`; the pull request has `now`, and is merged into main. */
async function start({
  base = { [FILE]: asks('A') },
  now = { [FILE]: asks('B') },
  folder = '',
  ...job
}: Job) {
  const github = await startGitHub()
  onTestFinished(() => github.close())
  const older = github.git.commit({ 'old.txt': '' })
  const main = github.git.commit(base, [older])
  const head = github.git.commit(now, [older], HEAD)
  const merge = github.git.commit(now, [main, head])
  github.branches.set('main', main)
  const { git = { HEAD: `${merge}\n` }, input = `${folder}agent-tests/**/*.yml` } = job
  const files = job.workspace ?? textsOf(now)
  const workspace = createFolder()
  writeFiles(join(workspace, folder), files)
  writeFiles(
    join(workspace, folder),
    Object.fromEntries(Object.entries(git).map(([path, text]) => [`.git/${path}`, text])),
  )
  const run = async () => {
    const tests = readTestsInput(input, ['Bot'], workspace)
    if (!tests.ok) throw new Error(JSON.stringify(tests.errors))
    const { eventName = 'pull_request', payload = ofEvent, sha = merge, problem = null } = job
    const event = eventOf({ eventName, payload, sha })
    const of = { event, owner: 'acme', repo: 'shop', workspace, sha, workflowSha: null, runAttempt: 1 }
    const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
    const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
    const asked = {
      job: of,
      pullRequest: job.pullRequest === undefined ? pullRequest : job.pullRequest,
      repository: gitHubRepository(of, api),
    }
    const checkouts = await readCheckouts(tests.files, asked)
    if ('wrong' in checkouts) throw new Error(checkouts.wrong)
    const changes = await readChanges(tests, problem, checkouts, asked)
    const { reason, missing, commits } = changes
    const [known] = changes.repositories
    const plan = tests.planWith(changes)
    const touched = known?.touched.map(({ path, before }) => [path, before])
    return {
      state: changes.known,
      reason,
      commits,
      known,
      missing,
      plan,
      touched,
      committed: [...(known?.committed ?? [])].sort(),
    }
  }
  const requests = () =>
    github.journal.map(({ path }) => path.replace('/repos/acme/shop/', '').replace(/[0-9a-f]{40}/g, '…'))
  return { github, commits: { main, head, merge, older }, run, requests }
}

const ofEvent = { pull_request: { number: 7, head: { sha: HEAD }, base: { ref: 'main' } } }
const changed = [[FILE, asks('A')]]

function textsOf(files: GitFiles): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (typeof text === 'string' ? [[path, text]] : [])),
  )
}

describe('the commits', () => {
  it('are that of the workspace, and the other parent of the merge, in a request more for each folder in use where none changed', async () => {
    const { run, requests, commits } = await start({
      base: { [FILE]: asks('A'), 'src/bot.ts': '1' },
      now: { [FILE]: asks('A'), 'src/bot.ts': '2' },
    })
    expect(await run()).toMatchObject({
      state: 'yes',
      reason: null,
      known: { base: commits.main, commit: commits.merge },
      touched: [],
      committed: [FILE],
    })
    expect(requests()).toEqual(['git/commits/…', ...Array(3).fill('git/trees/…')])
  })

  it('are the head and the merge base if the head is checked out', async () => {
    const { run, commits } = await start({ git: { HEAD } })
    expect(await run()).toMatchObject({
      known: { base: commits.older, commit: HEAD },
      touched: [[FILE, null]],
    })
  })

  const gits = [
    ['a commit of the job', { HEAD: 'f'.repeat(40) }],
    ['no .git', {}],
  ] as const

  it.for(gits)('are those of the event if the workspace has %s, and its files', async ([_, git]) => {
    const { run, commits } = await start({ git })
    expect(await run()).toMatchObject({ reason: null, known: { commit: commits.merge }, touched: changed })
    const target = await start({ git, eventName: 'pull_request_target' })
    expect(await target.run()).toMatchObject({ reason: null, known: { commit: HEAD } })
  })

  it.for(gits)('are not known if the workspace has %s, and other files', async ([_, git]) => {
    const { run } = await start({ git, workspace: { [FILE]: asks('A') } })
    const { reason, commits } = await run()
    expect(reason).toMatch(/ and its files are not known to be those of [0-9a-f]{7}\. Check out/)
    // Nor may a test link to its line at one.
    expect([...commits]).toEqual([])
  })

  it.for(gits)('are not known if the workspace has %s, and a file that went', async ([_, git]) => {
    const [base, now] = [{ [FILE]: asks('A'), 'agent-tests/went.yml': asks('W') }, { [FILE]: asks('A') }]
    const { run } = await start({ git, base, now, workspace: base })
    expect((await run()).reason).toMatch(/ and its files are not known to be those of /)
  })

  it('are not known if GitHub knows neither', async () => {
    const payload = { pull_request: { ...ofEvent.pull_request, head: { sha: THEIRS } } }
    const { run } = await start({ git: { HEAD: 'f'.repeat(40) }, sha: 'e'.repeat(40), payload })
    expect((await run()).reason).toMatch(
      /^GitHub does not know f{7}, which the workspace has, and its files are not known/,
    )
  })

  it.for([
    ['another commit than GitHub’s', {}],
    [
      'the head',
      { sha: THEIRS, payload: { pull_request: { ...ofEvent.pull_request, head: { sha: THEIRS } } } },
    ],
  ] as const)('are the merge base of a merge whose parents its author chose: %s', async ([_, job]) => {
    const { github, run, commits } = await start({ git: { HEAD: THEIRS }, ...job })
    const chosen = github.git.commit({ [FILE]: asks('B') }, [commits.older])
    github.git.commit({ [FILE]: asks('B') }, [chosen, HEAD], THEIRS)
    expect((await run()).known).toMatchObject({ base: commits.older, commit: THEIRS })
  })

  it('are the base of a merge group, whatever its parents are', async () => {
    const { github, run, commits } = await start({ eventName: 'merge_group', payload: {}, pullRequest: null })
    expect((await run()).reason).toMatch(/does not name the base of the merge group/)
    const base = github.git.commit({ [FILE]: asks('C') })
    const group = await start({
      eventName: 'merge_group',
      payload: { merge_group: { base_sha: commits.main } },
    })
    group.github.git.commit({ [FILE]: asks('C') }, [], commits.main)
    expect(await group.run()).toMatchObject({
      known: { base: commits.main },
      touched: [[FILE, asks('C')]],
    })
    expect(base).not.toBe(commits.main)
  })

  const shop = { id: 1 }
  const intoMain = {
    number: 7,
    created_at: '2026-11-19T08:00:00Z',
    user: null,
    head: { sha: HEAD, ref: 'pr', repo: shop },
    base: { ref: 'main', repo: shop },
  }

  it('are those of the present base if that of the event is gone', async () => {
    const into = { ...pullRequest, baseRef: 'stacked' }
    const { github, run, commits } = await start({ git: { HEAD }, pullRequest: into })
    expect(await run()).toMatchObject({
      state: 'unknown',
      reason: expect.stringMatching(/^Its commits could not be read/),
    })
    github.pullRequests.set(7, intoMain)
    expect(await run()).toMatchObject({ reason: null, known: { base: commits.older, commit: HEAD } })
  })

  it('are asked for where the event lacks the head', async () => {
    const { github, run, commits, requests } = await start({
      eventName: 'issue_comment',
      pullRequest: { ...pullRequest, headSha: null, baseRef: null },
    })
    github.pullRequests.set(7, intoMain)
    expect(await run()).toMatchObject({ known: { base: commits.main }, touched: changed })
    expect(requests()).toContain('compare/main...…')
  })
})

describe('of the files', () => {
  it('only those are read that differ and match', async () => {
    const files = { 'agent-tests/x/b.yml': asks('X'), 'agent-tests/x/c.txt': '1', 'docs/d.yml': asks('D') }
    const { run, requests } = await start({
      base: { [FILE]: asks('A'), ...files },
      now: { [FILE]: asks('B'), ...files, 'docs/d.yml': asks('E') },
    })
    expect((await run()).touched).toEqual(changed)
    expect(requests().sort()).toEqual(['git/blobs/…', 'git/commits/…', ...Array(5).fill('git/trees/…')])
  })

  it('those of a checkout in a folder are found in its repository', async () => {
    const { run } = await start({ folder: 'shop/' })
    expect((await run()).touched).toEqual(changed)
  })

  it('of the workspace, those are the commit’s that have its bytes, also with other line ends', async () => {
    const [b, c] = [asks('B'), asks('C')]
    const files = { [FILE]: asks('A'), 'agent-tests/b.yml': b, 'agent-tests/c.yml': c }
    const { run } = await start({
      base: files,
      now: files,
      workspace: {
        ...files,
        'agent-tests/b.yml': b.replaceAll('\n', '\r\n'),
        'agent-tests/c.yml': `${c}# filled in\n`,
        'agent-tests/made.yml': asks('D'),
      },
    })
    expect(await run()).toMatchObject({ touched: [], committed: [FILE, 'agent-tests/b.yml'] })
  })

  it('those that the commit adds or edits, and the workspace lacks, are missing', async () => {
    const [kept, left, gone] = ['agent-tests/k.yml', 'agent-tests/l.yml', 'agent-tests/g.yml']
    const { run } = await start({
      base: { [kept]: asks('K'), [left]: asks('L'), [gone]: asks('G'), 'agent-tests/same.yml': asks('S') },
      now: { [kept]: asks('K'), [left]: asks('M'), [FILE]: asks('B'), 'agent-tests/same.yml': asks('S') },
      workspace: { [kept]: asks('K') },
    })
    expect((await run()).missing.toSorted()).toEqual([FILE, left])
  })

  const many = (count: number, text: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`agent-tests/${i}.yml`, asks(`${text} ${i}`)]),
    )
  it('at most 100 files are read, in any number of folders', async () => {
    expect((await (await start({ base: many(100, 'a'), now: many(100, 'b') })).run()).touched).toHaveLength(
      100,
    )
    expect((await (await start({ base: many(101, 'a'), now: many(101, 'b') })).run()).reason).toMatch(
      /^More than 100 files/,
    )
    const inFolders = (text: string) =>
      Object.fromEntries(
        Array.from({ length: 300 }, (_, i) => [`agent-tests/${i}/a.yml`, asks(`${text} ${i}`)]),
      )
    const files = inFolders('a')
    const job = await start({ base: files, now: { ...files, 'agent-tests/7/a.yml': asks('B') } })
    expect((await job.run()).touched).toHaveLength(1)
    expect(job.requests()).toHaveLength(7)
  })

  it.for<[reason: RegExp, isOfBase: boolean, file: GitFiles[string]]>([
    [
      /^The commit before has no plain text in agent-tests\/x\.yml\. Keep files of tests in Git itself, as UTF-8\.$/,
      true,
      'version https://git-lfs.github.com/spec/v1\noid sha256:1\n',
    ],
    [
      /^The commit before has no plain text in agent-tests\/x\.yml/,
      true,
      Buffer.from('- name: \xfc', 'latin1'),
    ],
    [/^The link agent-tests\/x\.yml differs/, false, { link: '../two' }],
    [/^The submodule agent-tests\/x\.yml differs/, false, { submodule: 'd'.repeat(40) }],
  ])('nothing is known with %s', async ([reason, isOfBase, file]) => {
    const now = { [FILE]: asks('A') }
    const other = { ...now, 'agent-tests/x.yml': file }
    const differing = [{ base: other, now }, ...(isOfBase ? [] : [{ base: now, now: other }])]
    for (const job of differing) expect((await (await start(job)).run()).reason).toMatch(reason)
    const same = { base: other, now: { ...other, [FILE]: asks('B') }, workspace: { [FILE]: asks('B') } }
    expect((await (await start(same)).run()).reason).toBe(null)
    const elsewhere = await start({ base: now, now: { ...now, 'docs/x.md': file }, workspace: now })
    expect((await elsewhere.run()).reason).toBe(null)
  })

  it('a link or a submodule that no pattern can match, nor anything behind it, hides nothing', async () => {
    const now = { [FILE]: asks('A') }
    for (const entry of [{ link: '../docs' }, { submodule: 'd'.repeat(40) }]) {
      const beside = { ...now, 'agent-tests/notes': entry }
      const input = 'agent-tests/*.yml'
      expect((await (await start({ base: now, now: beside, input })).run()).reason).toBe(null)
      expect((await (await start({ base: now, now: beside })).run()).reason).toMatch(/notes differs/)
    }
  })

  it('a file of Git LFS is the commit’s if its pointer names the bytes in the workspace', async () => {
    const oid = createHash('sha256').update(asks('B')).digest('hex')
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 72\n`
    const files = { [FILE]: pointer }
    const same = await start({ base: files, now: files, workspace: { [FILE]: asks('B') } })
    expect(await same.run()).toMatchObject({ reason: null, touched: [], committed: [FILE] })
    const other = await start({ base: files, now: files, workspace: { [FILE]: asks('C') } })
    expect(await other.run()).toMatchObject({ reason: null, touched: [], committed: [] })
    const large = { [FILE]: asks('A').padEnd(2000, '#') }
    const edited = await start({ base: large, now: large, workspace: { [FILE]: asks('B') } })
    expect(await edited.run()).toMatchObject({ committed: [] })
    expect(edited.requests()).not.toContain('git/blobs/…')
  })

  it('what is in a submodule that is the same at both commits is the commit’s', async () => {
    const files = { 'agent-tests/x': { submodule: 'd'.repeat(40) } }
    const { run } = await start({ base: files, now: files, workspace: { 'agent-tests/x/a.yml': asks('A') } })
    expect(await run()).toMatchObject({ reason: null, committed: ['agent-tests/x/a.yml'] })
  })

  it('a file that is too large for any job has no tests, and is not read', async () => {
    const { run, requests } = await start({ base: { [FILE]: ' '.repeat(1024 * 1024 + 1) } })
    expect((await run()).touched).toEqual([[FILE, '']])
    expect(requests().filter((path) => path.startsWith('git/blobs'))).toEqual([])
  })
})

describe('nothing is known', () => {
  it('without a pull request, or if it could not be looked up', async () => {
    for (const [problem, state] of [
      [null, 'no-pull-request'],
      ['It could not be read.', 'unknown'],
    ] as const) {
      const push = { eventName: 'push', payload: { after: HEAD } }
      const { run } = await start({ ...push, pullRequest: null, problem, git: {} })
      expect(await run()).toMatchObject({ state, reason: problem })
    }
  })

  it.for(['git/commits', 'git/trees', 'git/blobs', 'compare'])(
    'if %s is refused, or answers in another form',
    async (route) => {
      for (const fault of [
        { status: 403, body: { message: 'Resource not accessible by integration' } },
        { status: 200, body: [{}] },
      ]) {
        // A merge commit says its base; of another one, GitHub is asked.
        const { github, run } = await start(route === 'compare' ? { git: { HEAD } } : {})
        github.faults.push(({ path }) => (path.includes(route) ? fault : undefined))
        expect((await run()).reason).toMatch(
          fault.status === 403 ? /`permissions: contents: read`\.$/ : /does not have the expected shape/,
        )
      }
    },
  )

  it.for([
    ['is no base64', '%%%%'],
    ['is cut', 'LSBu'],
  ] as const)('if the text of a file %s', async ([, content]) => {
    const { github, run } = await start({})
    const fault = { status: 200, body: { encoding: 'base64', content } }
    github.faults.push(({ path }) => (path.includes('git/blobs') ? fault : undefined))
    expect((await run()).reason).toMatch(/git\/blobs\/\w+ does not have the expected shape \(.*expected/)
  })

  it('if GitHub gives a part of a folder', async () => {
    const { github, run } = await start({})
    github.faults.push(({ path }) =>
      path.includes('git/trees')
        ? { status: 200, body: { sha: path.split('/').at(-1), tree: [], truncated: true } }
        : undefined,
    )
    expect((await run()).reason).toMatch(/^GitHub gives only a part of a folder/)
  })
})

test('of any two trees, exactly the files are found that match and differ', async () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    .map((parts) => `${parts.join('/')}.yml`)
  const files = fc.dictionary(path, fc.constantFrom('1', '2'), { maxKeys: 8 })
  const some = fc.dictionary(path, fc.constantFrom('1', '2'), { minKeys: 1, maxKeys: 8 })
  const { github } = await start({})
  await fc.assert(
    fc.asyncProperty(files, some, fc.constantFrom('', 'a/', 'a/b/'), async (before, now, root) => {
      const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
      const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
      const repository = gitHubRepository({ owner: 'acme', repo: 'shop' }, api)
      const reach = {
        canMatchIn: (folder: string) => root.startsWith(`${folder}/`) || `${folder}/`.startsWith(root),
        matches: (file: string) => file.startsWith(root),
      }
      const below = (files: GitFiles) => entriesBelow(root.slice(0, -1), github.git.commit(files), repository)
      const found = await touchedFiles(await below(before), await below(now), reach, repository)
      const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])]
      const differ = paths.filter((each) => each.startsWith(root) && before[each] !== now[each])
      expect(found.map((each) => each.path).sort()).toEqual(differ.sort())
      for (const each of found)
        expect([each.before, each.isThere]).toEqual([before[each.path] ?? null, each.path in now])
    }),
    { numRuns: 50 },
  )
})
