// For any base, tested commit and workspace: which tests are the pull request's own, which files it lacks, and which a step made, by the
// three sets of files alone.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCheckouts } from '../../src/change/checkouts.ts'
import { gitHubRepository } from '../../src/change/git.ts'
import { readChanges } from '../../src/change/tests.ts'
import { systemClock } from '../../src/client/core/clock.ts'
import { GitHubApi } from '../../src/github/api.ts'
import { eventOf, readPullRequest } from '../../src/github/event.ts'
import { readTestsInput } from '../../src/test-files/input.ts'
import { createFolder } from '../support/folders.ts'
import { type GitHub, startGitHub } from '../support/github/github.ts'

const HEAD = 'a'.repeat(40)
const FILES = { 'agent-tests/a.yml': ['A', 'B'], 'agent-tests/b.yml': ['B', 'C'] } as const
type Side = Readonly<Record<string, string>>

const says = (name: string, content: number) =>
  `- { name: ${name}, history: [{ role: user, content: "${content}" }], evaluators: [{ name: Tone }] }\n`
const textOf = (names: readonly string[]) =>
  fc
    .tuple(...names.map((name) => fc.constantFrom('', says(name, 1), says(name, 2))))
    .map((tests) => tests.join(''))
/** Each file without a test is none. */
const side: fc.Arbitrary<Side> = fc
  .tuple(...Object.values(FILES).map(textOf))
  .map((texts) =>
    withoutEmpty(Object.fromEntries(Object.keys(FILES).map((file, i) => [file, texts[i] ?? '']))),
  )
const withoutEmpty = (all: Side): Side => Object.fromEntries(Object.entries(all).filter(([, text]) => text))
const steps = fc.constantFrom('nothing', 'nothing', 'line ends', 'restores the base', 'writes another')

/** The reference: of the files that the pull request touches, or that are as the tested commit has them. */
function expected(before: Side, now: Side, here: Side) {
  const files = Object.keys(FILES)
  const isTouched = (file: string) => before[file] !== now[file]
  const isSame = (file: string) => here[file]?.replaceAll('\r\n', '\n') === now[file]
  const compared = files.filter((file) => isTouched(file) || isSame(file))
  const testsIn = (all: Side) =>
    compared.flatMap((file) => [...(all[file] ?? '').matchAll(/name: (\w), .*"\d"/g)])
  const old = testsIn(before).map(([text]) => text)
  const own = testsIn(here).flatMap(([text, name]) => (old.includes(text) ? [] : name))
  const missing = files.filter((file) => isTouched(file) && file in now && !(file in here))
  const made = files.filter((file) => file in here && !isSame(file))
  return { own: own.sort(), missing, made }
}

/** Null for a workspace whose files are invalid, or without tests. */
async function found({ git, branches, ...github }: GitHub, before: Side, now: Side, here: Side) {
  const main = git.commit(before)
  const merge = git.commit(now, [main, git.commit(now, [main], HEAD)])
  branches.set('main', main)
  const workspace = createFolder({ ...here, '.git/HEAD': merge })
  const tests = readTestsInput('agent-tests/**/*.yml', ['Bot'], workspace)
  if (!tests.ok) return null
  const pull_request = { number: 7, head: { sha: HEAD }, base: { ref: 'main' } }
  const event = eventOf({ eventName: 'pull_request', payload: { pull_request }, sha: merge })
  const job = { event, owner: 'acme', repo: 'shop', workspace, sha: merge, workflowSha: null, runAttempt: 1 }
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
  const asked = { job, pullRequest: readPullRequest(7, pull_request), repository: gitHubRepository(job, api) }
  const checkouts = await readCheckouts(tests.files, asked)
  if ('wrong' in checkouts) throw new Error(checkouts.wrong)
  const changes = await readChanges(tests, null, checkouts, asked)
  const plan = tests.planWith(changes)
  const byAgent = plan?.wantedTests([{ uuid: 'e', name: 'Tone' }])
  if (!plan || !byAgent || 'kind' in byAgent) throw new Error('There are tests.')
  const made = (byAgent.get('Bot') ?? []).flatMap(({ source }) => (source.committed ? [] : source.file))
  const own = plan.changes.tests.flatMap(({ what, name }) => (what === 'removed' ? [] : name))
  return { own: own.sort(), missing: changes.missing, made: [...new Set(made)].sort() }
}

test("the three sets say which tests are the pull request's own", async ({ onTestFinished }) => {
  const github = await startGitHub()
  onTestFinished(github.close)
  const property = fc.asyncProperty(
    side,
    side,
    side,
    fc.tuple(steps, steps),
    async (before, now, other, done) => {
      const after = { nothing: now, 'line ends': now, 'restores the base': before, 'writes another': other }
      const here = Object.keys(FILES).map((file, i) => {
        const text = after[done[i] ?? 'nothing'][file] ?? ''
        return [file, done[i] === 'line ends' ? text.replaceAll('\n', '\r\n') : text]
      })
      const files = withoutEmpty(Object.fromEntries(here))
      const answer = await found(github, before, now, files)
      if (answer !== null) expect(answer).toEqual(expected(before, now, files))
    },
  )
  await fc.assert(property, { numRuns: 150 })
})
