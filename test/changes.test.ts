// What a job knows of its change: which commits are compared, what is read of them, and what is not known.
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { readChanges } from '../src/changes.ts'
import { systemClock } from '../src/client/core/clock.ts'
import { GitHubApi } from '../src/github/api.ts'
import { changedTrees, type GitObjects } from '../src/github/changed-trees.ts'
import { eventOf, type PullRequest, readPullRequest } from '../src/github/event.ts'
import { readTestsInput } from '../src/test-files/input.ts'
import { createFolder, writeFiles } from './support/folders.ts'
import type { GitFiles } from './support/github/git.ts'
import { startGitHub } from './support/github/github.ts'

const asks = (name: string) =>
  `- { name: ${name}, history: [{ role: user, content: Hi }], evaluators: [{ name: Tone }] }\n`
const FILE = 'agent-tests/a.yml'
const HEAD = 'a'.repeat(40)
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
  /** How often each file of the workspace is changed on the way. */
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
  const workspace = createFolder({ [`${folder}${FILE}`]: asks('Z'), ...job.workspace })
  writeFiles(
    join(workspace, folder),
    Object.fromEntries(Object.entries(git).map(([path, text]) => [`.git/${path}`, text])),
  )
  const log: string[] = []
  const run = async () => {
    const tests = readTestsInput(input, ['Bot'], workspace)
    if (!tests.ok) throw new Error(JSON.stringify(tests.errors))
    const { eventName = 'pull_request', payload = {}, sha = null, problem = null } = job
    const found = { pullRequest: job.pullRequest === undefined ? pullRequest : job.pullRequest, problem }
    const event = eventOf({ eventName, payload, sha })
    const asked = { event, owner: 'acme', repo: 'shop', workspace }
    const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
    const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
    const { reason, repositories } = await readChanges(tests, found, asked, api, (line) => log.push(line))
    const [known] = repositories
    return { reason, known, files: known?.files.map(({ path, before, now: is }) => [path, before, is]) }
  }
  const requests = () =>
    github.journal.map(({ path }) => path.replace('/repos/acme/shop/', '').replace(/[0-9a-f]{40}/g, '…'))
  return { github, commits: { main, head, merge, older }, run, log, requests }
}

const changed = [[FILE, asks('A'), asks('B')]]

describe('the commits', () => {
  it('are that of the workspace, and the other parent of the merge, in three requests where no folder changed', async () => {
    const { run, requests, commits } = await start({
      base: { [FILE]: asks('A'), 'src/bot.ts': '1' },
      now: { [FILE]: asks('A'), 'src/bot.ts': '2' },
    })
    expect(await run()).toMatchObject({
      reason: null,
      known: { base: commits.main, commit: commits.merge },
      files: [],
    })
    expect(requests()).toEqual(['git/commits/…', 'git/trees/…', 'git/trees/…'])
  })

  it('are the head and the merge base if the head is checked out', async () => {
    const { run, commits, log } = await start({ git: { HEAD } })
    expect(await run()).toMatchObject({
      known: { base: commits.older, commit: HEAD },
      files: [[FILE, null, asks('B')]],
    })
    expect(log).toEqual([])
  })

  it.for<[what: string, git: Readonly<Record<string, string>>]>([
    ['a commit of the job', { HEAD: 'f'.repeat(40) }],
    ['no .git', {}],
  ])('are those of the event if the workspace has %s', async ([_, git]) => {
    const { run, log } = await start({ git, sha: HEAD })
    expect(await run()).toMatchObject({ reason: null, known: { commit: HEAD } })
    expect(log).toHaveLength(1)
  })

  it.for(['pull_request_target', 'issue_comment', 'workflow_run'])(
    'are not known on %s without a HEAD that GitHub knows',
    async (eventName) => {
      const { run } = await start({ eventName, git: {}, sha: HEAD })
      expect((await run()).reason).toMatch(/^The workspace does not say which commit it has\. Check out/)
    },
  )

  it('are not known if GitHub knows neither', async () => {
    const { run } = await start({ git: { HEAD: 'f'.repeat(40) }, sha: 'e'.repeat(40) })
    expect((await run()).reason).toMatch(/^GitHub does not know the commit in the workspace \(fffffff\)/)
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
      files: [[FILE, asks('C'), asks('B')]],
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
    expect((await run()).reason).toMatch(/^Its commits could not be read/)
    github.pullRequests.set(7, intoMain)
    expect(await run()).toMatchObject({ reason: null, known: { base: commits.older, commit: HEAD } })
  })

  it('are asked for where the event lacks the head', async () => {
    const { github, run, commits, requests } = await start({
      eventName: 'issue_comment',
      pullRequest: { ...pullRequest, headSha: null, baseRef: null },
    })
    github.pullRequests.set(7, intoMain)
    expect(await run()).toMatchObject({ known: { base: commits.main }, files: changed })
    expect(requests()).not.toContain('compare/main...…')
  })
})

describe('of the files', () => {
  it('only those are read that differ and match', async () => {
    const files = { 'agent-tests/x/b.yml': asks('B'), 'agent-tests/x/c.txt': '1', 'docs/d.yml': asks('D') }
    const { run, requests } = await start({
      base: { [FILE]: asks('A'), ...files },
      now: { [FILE]: asks('B'), ...files, 'docs/d.yml': asks('E') },
    })
    expect((await run()).files).toEqual(changed)
    expect(requests().sort()).toEqual([
      'git/blobs/…',
      'git/blobs/…',
      'git/commits/…',
      ...Array(4).fill('git/trees/…'),
    ])
  })

  it('those of a checkout in a folder are found in its repository', async () => {
    const { run } = await start({ folder: 'shop/' })
    expect((await run()).files).toEqual(changed)
  })

  it('a file that the commit lacks is known, as far as folders were opened', async () => {
    const { run } = await start({
      base: { 'same/a.yml': asks('A') },
      now: { 'same/a.yml': asks('A'), 'src/bot.ts': '' },
      input: '**/*.yml',
    })
    const lacks = (await run()).known?.lacks
    expect(
      ['made.yml', 'made/a.yml', 'same/made.yml', 'src/made.yml', 'src/bot.ts'].map((path) => lacks?.(path)),
    ).toEqual([true, true, false, true, false])
  })

  const many = (count: number, text: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`agent-tests/${i}.yml`, asks(`${text} ${i}`)]),
    )
  const folders = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`agent-tests/${i}/a.txt`, text]))

  it('at most 100 folders and 100 files are read', async () => {
    expect((await (await start({ base: many(50, 'a'), now: many(50, 'b') })).run()).files).toHaveLength(50)
    expect((await (await start({ base: many(51, 'a'), now: many(51, 'b') })).run()).reason).toMatch(
      /^More than 100 files/,
    )
    expect((await (await start({ base: folders(48, 'a'), now: folders(48, 'b') })).run()).reason).toBe(null)
    expect((await (await start({ base: folders(49, 'a'), now: folders(49, 'b') })).run()).reason).toMatch(
      /^More than 100 folders/,
    )
  })

  it.for<[reason: RegExp, file: GitFiles[string]]>([
    [
      /^agent-tests\/x\.yml is in Git LFS.*Take files of tests out of LFS/,
      'version https://git-lfs.github.com/spec/v1\noid sha256:1\n',
    ],
    [/^agent-tests\/x\.yml is not UTF-8/, Buffer.from('- name: \xfc', 'latin1')],
    [/^The link agent-tests\/x\.yml differs/, { link: '../two' }],
    [/^The submodule agent-tests\/x\.yml differs/, { submodule: 'd'.repeat(40) }],
  ])('nothing is known with %s', async ([reason, file]) => {
    const now = { [FILE]: asks('A') }
    for (const job of [
      { base: now, now: { ...now, 'agent-tests/x.yml': file } },
      { base: { ...now, 'agent-tests/x.yml': file }, now },
    ])
      expect((await (await start(job)).run()).reason).toMatch(reason)
    const same = await start({
      base: { ...now, 'agent-tests/x.yml': file },
      now: { [FILE]: asks('B'), 'agent-tests/x.yml': file },
    })
    expect((await same.run()).reason).toBe(null)
    const elsewhere = await start({ base: now, now: { ...now, 'docs/x.md': file } })
    expect((await elsewhere.run()).reason).toBe(null)
  })

  it.for([
    ['', '*.yml working-tree-encoding=UTF-7'],
    ['agent-tests/', 'x '.repeat(1024 * 1024)],
  ] as const)(
    'nothing is known with another encoding in the .gitattributes of "%s"',
    async ([folder, text]) => {
      const now = { [FILE]: asks('A') }
      const other = { ...now, [`${folder}.gitattributes`]: text }
      for (const job of [
        { base: now, now: other },
        { base: other, now },
      ])
        expect((await (await start(job)).run()).reason).toMatch(/\.gitattributes differs, .*in UTF-8\.$/)
      expect((await (await start({ base: other, now: other })).run()).reason).toBe(null)
      const plain = { ...now, [`${folder}.gitattributes`]: '*.png binary' }
      expect((await (await start({ base: now, now: plain })).run()).reason).toBe(null)
    },
  )

  it('a file that is too large for any job has no tests, and is not read', async () => {
    const { run, requests } = await start({ now: { [FILE]: ' '.repeat(1024 * 1024 + 1) } })
    expect((await run()).files).toEqual([[FILE, asks('A'), '']])
    expect(requests().filter((path) => path.startsWith('git/blobs'))).toHaveLength(1)
  })
})

describe('nothing is known', () => {
  it('without a pull request, or if it could not be looked up', async () => {
    expect((await (await start({ pullRequest: null })).run()).reason).toBe('no-pull-request')
    const { run, requests } = await start({ pullRequest: null, problem: 'It could not be read.' })
    expect([(await run()).reason, requests()]).toEqual(['It could not be read.', []])
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

  it('if GitHub answers with another folder', async () => {
    const { github, commits, run } = await start({})
    const other = github.git.answer(`/repos/acme/shop/git/trees/${commits.main}`) ?? undefined
    github.faults.push(({ path }) => (path.includes('git/trees') ? other : undefined))
    expect((await run()).reason).toMatch(/git\/trees\/\w+ .*\(.*expected what was asked for/)
  })

  it('if GitHub gives a part of a folder', async () => {
    const { github, run } = await start({})
    github.faults.push(({ path }) =>
      path.includes('git/trees') ? { status: 200, body: { sha: '', tree: [], truncated: true } } : undefined,
    )
    expect((await run()).reason).toMatch(/^GitHub gives only a part of the folder/)
  })
})

test('of any two trees, exactly the files are found that match and differ', async () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    .map((parts) => `${parts.join('/')}.yml`)
  const files = fc.dictionary(path, fc.constantFrom('1', '2'), { maxKeys: 8 })
  const { github } = await start({})
  await fc.assert(
    fc.asyncProperty(files, files, fc.constantFrom('', 'a/', 'a/b/'), async (before, now, root) => {
      const objects: GitObjects = {
        tree: async (sha) =>
          body(sha, 'trees').tree.map((each) => ({
            kind: each.type === 'tree' ? 'folder' : 'file',
            name: each.path,
            sha: each.sha,
            size: 1,
          })),
        blob: async (sha) => Buffer.from(body(sha, 'blobs').content, 'base64'),
      }
      const body = (
        sha: string,
        kind: string,
      ): { tree: { type: string; path: string; sha: string }[]; content: string } =>
        Object(github.git.answer(`/repos/acme/shop/git/${kind}/${sha}`)?.body)
      const reach = {
        canMatchIn: (folder: string) => root.startsWith(`${folder}/`) || `${folder}/`.startsWith(root),
        matches: (file: string) => file.startsWith(root),
      }
      const found = await changedTrees(github.git.commit(before), github.git.commit(now), reach, objects)
      const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])]
      const differ = paths.filter((each) => each.startsWith(root) && before[each] !== now[each])
      expect(found.files.map((each) => each.path).sort()).toEqual(differ.sort())
      for (const each of found.files)
        expect([each.before, each.now]).toEqual([before[each.path] ?? null, now[each.path] ?? null])
    }),
  )
})
