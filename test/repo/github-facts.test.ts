// The script that the workflow github-facts.yml runs, against the fake GitHub, with the routes that only it needs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, type TestContext } from 'vitest'
import { createFolder } from '../support/folders.ts'
import type { GitFiles } from '../support/github/git.ts'
import { type FaultRule, startGitHub } from '../support/github/github.ts'
import { root } from '../support/runner/metadata.ts'

const field = (value: unknown, ...path: readonly string[]) =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)

/** The object of an annotated tag. */
const TAG = 'd'.repeat(40)

interface GitHubChange {
  readonly eventName?: 'workflow_dispatch' | 'push'
  /** What a push says of the tag. */
  readonly after?: string
  /** Whether GitHub merges the base into the head. */
  readonly isReversed?: boolean
  readonly queue?: string
  readonly rules?: readonly FaultRule[]
}

async function facts(
  test: TestContext,
  {
    eventName = 'workflow_dispatch',
    after = TAG,
    isReversed = false,
    queue = 'success',
    rules = [],
  }: GitHubChange = {},
) {
  const github = await startGitHub()
  test.onTestFinished(github.close)
  const { git } = github
  const filesOf = new Map<string, GitFiles>()
  const commit = (files: GitFiles, parents: readonly string[] = []) => {
    const sha = git.commit(files, parents)
    filesOf
      .set(sha, files)
      .set(String(field(git.answer(`/repos/a/b/git/commits/${sha}`)?.body, 'tree', 'sha')), files)
    return sha
  }
  const sha = commit({ 'a.md': 'a', 'scripts/a.ts': 'b', 'scripts/b/c.ts': 'c' })
  const refs = new Map<string, string>()
  const headOf = (name: string) => refs.get(`refs/heads/facts-5-${name}`) ?? ''
  const pull = { state: 'open' }
  const merge = (first: string, second: string) =>
    commit({ ...filesOf.get(first), ...filesOf.get(second) }, [first, second])
  const routes: Readonly<Record<string, (body: unknown) => object>> = {
    'POST /git/trees': (body) => {
      const [file] = field(body, 'tree') as readonly unknown[]
      const added = { [String(field(file, 'path'))]: String(field(file, 'content')) }
      const made = commit({ ...filesOf.get(String(field(body, 'base_tree'))), ...added })
      return { sha: field(git.answer(`/repos/a/b/git/commits/${made}`)?.body, 'tree', 'sha') }
    },
    'POST /git/commits': (body) => {
      const files = filesOf.get(String(field(body, 'tree'))) ?? {}
      return { sha: commit(files, field(body, 'parents') as string[]) }
    },
    'GET /git/ref/tags/facts-1': () => ({ object: { sha: TAG, type: 'tag' } }),
    'POST /git/refs': (body) => refs.set(String(field(body, 'ref')), String(field(body, 'sha'))),
    'PATCH /git/refs/heads/facts-5-base': (body) =>
      refs.set('refs/heads/facts-5-base', String(field(body, 'sha'))),
    'POST /pulls': () => ({ number: 7 }),
    'PATCH /pulls/7': (body) => Object.assign(pull, body),
    'GET /pulls/7': () => {
      const sides = [headOf('base'), headOf('head')] as const
      const [first, second] = isReversed ? [sides[1], sides[0]] : sides
      return { mergeable: true, merge_commit_sha: merge(first, second), head: { sha: sides[1] } }
    },
    'PUT /pulls/7/update-branch': () =>
      refs.set('refs/heads/facts-5-head', merge(headOf('head'), headOf('base'))),
    [`GET /git/trees/${sha}`]: () => {
      const entries = (of: string, prefix: string): object[] =>
        (field(git.answer(`/repos/a/b/git/trees/${of}`)?.body, 'tree') as object[]).flatMap((entry) => {
          const path = `${prefix}${field(entry, 'path')}`
          const inside =
            field(entry, 'type') === 'tree' ? entries(String(field(entry, 'sha')), `${path}/`) : []
          return [{ ...entry, path }, ...inside]
        })
      return { tree: entries(sha, '') }
    },
    'GET /actions/runs/5/jobs': () => ({
      jobs: [1, 1024, 1025].map((kib) => ({ id: kib, name: `Summary of ${kib} KiB` })),
    }),
    'GET /check-runs/1/annotations': () => [],
    'GET /check-runs/1024/annotations': () => [],
    'GET /check-runs/1025/annotations': () => [{ message: '$GITHUB_STEP_SUMMARY upload aborted' }],
  }
  github.faults.push(...rules, ({ method, path, body }) => {
    const route = `${method} ${path.replace('/repos/acme/shop', '')}`
    const deleted = /^DELETE \/git\/(refs\/.+)$/.exec(route)?.[1]
    if (deleted !== undefined) return { status: refs.delete(deleted) ? 204 : 404 }
    const answer = routes[route]?.(body)
    return answer && { status: method === 'POST' ? 201 : 200, body: answer }
  })
  const env = {
    ...{ GITHUB_API_URL: github.url, GITHUB_TOKEN: github.token, GITHUB_REPOSITORY: 'acme/shop' },
    ...{ GITHUB_RUN_ID: '5', GITHUB_SHA: sha, GITHUB_WORKFLOW_SHA: sha, QUEUE: queue },
    ...{ GITHUB_EVENT_NAME: eventName, GITHUB_REF_NAME: 'facts-1' },
    GITHUB_EVENT_PATH: join(createFolder({ 'event.json': JSON.stringify({ after }) }), 'event.json'),
  }
  const script = fileURLToPath(new URL('scripts/github-facts.mjs', root))
  const child = spawn(process.execPath, [script], { env })
  const closed = once(child, 'close')
  const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  const left = [...refs.keys(), ...github.issues.all.filter(({ state }) => state === 'open'), pull.state]
  return { stdout, stderr, exitCode, left }
}

const failed = (printed: string) => [...printed.matchAll(/^FAIL (.*?): /gm)].map(([, fact]) => fact)

it.for([
  ['workflow_dispatch', 14],
  ['push', 16],
] as const)('says ok of each fact on %s, and removes what it made', async ([eventName, count], test) => {
  const { stdout, stderr, exitCode, left } = await facts(test, { eventName })
  expect([stderr, failed(stdout), exitCode, left]).toEqual(['', [], 0, ['closed']])
  expect(stdout.match(/^ok /gm)).toHaveLength(count)
  expect(stdout.match(/^look: .+/gm)).toHaveLength(2)
})

it('says FAIL of what is otherwise', async (test) => {
  const rules: FaultRule[] = [
    ({ path }) => (path.endsWith('/1025/annotations') ? { status: 200, body: [] } : undefined),
    ({ method, path, body }) =>
      method === 'PATCH' && path.includes('/comments/')
        ? { status: 200, body: { body: String(field(body, 'body')).replace(/<!--.*-->/, '') } }
        : undefined,
    ({ path, query }) =>
      path.endsWith('/issues') && query['creator'] ? { status: 200, body: [] } : undefined,
  ]
  const { stdout, exitCode, left } = await facts(test, {
    ...{ eventName: 'push', after: 'e'.repeat(40), isReversed: true, queue: 'cancelled', rules },
  })
  expect(failed(stdout)).toEqual([
    'with the queue "max", all jobs of a group run',
    'on push, `after` is the annotated tag',
    'a summary holds 1,024 KiB',
    "the parents of GitHub's merge are (base, head)",
    'so they are after "Update branch"',
    '`creator` finds the issues of the token',
    'an edit with CRLF keeps the marker',
  ])
  expect([exitCode, left]).toEqual([1, ['closed']])
})

it('removes what it made after an error, too', async (test) => {
  const noBody: FaultRule = ({ method, path }) =>
    method === 'PATCH' && path.includes('/comments/') ? { status: 200, body: { body: 5 } } : undefined
  const { exitCode, stdout, stderr, left } = await facts(test, { rules: [noBody] })
  expect([exitCode, left]).toEqual([1, ['closed']])
  expect(stderr).toContain('TypeError')
  expect(failed(stdout)).toEqual([])
})
