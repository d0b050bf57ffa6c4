// For any base, tested commit and workspace: which tests are the pull request's own, by the three sets of tests alone, and that whatever
// they say, none of them passes the gate while it fails.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCheckouts } from '../../src/change/checkouts.ts'
import { gitHubRepository } from '../../src/change/git.ts'
import { readChanges } from '../../src/change/tests.ts'
import { systemClock } from '../../src/client/core/clock.ts'
import { GitHubApi } from '../../src/github/api.ts'
import { eventOf, readPullRequest } from '../../src/github/event.ts'
import { readTestsInput } from '../../src/test-files/input.ts'
import { runAgents } from '../gate/gate-harness.ts'
import { earlierRuns } from '../gate/suites.ts'
import { answers, making, wanted } from '../gate/tests-of-files.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { startGitHub } from '../support/github/github.ts'

const HEAD = 'a'.repeat(40)
const FILES = ['agent-tests/a.yml', 'agent-tests/b.yml', 'agent-tests/deep/c.yml']
const NAMES = ['A', 'B', 'C', 'D']

const places = fc.array(
  fc.option(fc.record({ file: fc.constantFrom(...FILES), content: fc.integer({ min: 1, max: 2 }) })),
  {
    minLength: NAMES.length,
    maxLength: NAMES.length,
  },
)
const anyJob = fc.record({
  /** Where each test is, and what it asks; null where there is none. */
  before: places,
  now: places,
  /** What a step of the job does to each file. */
  steps: fc.array(fc.constantFrom('nothing', 'nothing', 'line ends', 'add', 'restore', 'remove'), {
    minLength: FILES.length,
    maxLength: FILES.length,
  }),
  failing: fc.subarray([...NAMES, 'E'], { minLength: 1 }),
})
type Job = typeof anyJob extends fc.Arbitrary<infer Value> ? Value : never
type Side = ReadonlyMap<string, string>

let github: Awaited<ReturnType<typeof startGitHub>>
beforeAll(async () => {
  github = await startGitHub()
})
afterAll(() => github.close())

const says = (name: string, content: number) =>
  `- { name: ${name}, history: [{ role: user, content: "${content}" }], evaluators: [{ name: Tone }] }\n`
function sideOf(of: Job['before']): Side {
  const tests = of.flatMap((place, i) => (place === null ? [] : [{ ...place, name: NAMES[i] ?? '' }]))
  const byFile = Map.groupBy(tests, ({ file }) => file)
  return new Map(
    [...byFile].map(([file, inside]) => [
      file,
      inside.map(({ name, content }) => says(name, content)).join(''),
    ]),
  )
}

function workspaceOf({ steps }: Job, before: Side, now: Side): Side {
  const texts = FILES.map((file, i) => {
    const text = now.get(file)
    if (steps[i] === 'line ends') return text?.replaceAll('\n', '\r\n')
    if (steps[i] === 'add') return `${text ?? ''}${i === 0 ? says('E', 1) : `# ${i}\n`}`
    return steps[i] === 'remove' ? undefined : steps[i] === 'restore' ? before.get(file) : text
  })
  return new Map(FILES.flatMap((file, i) => (texts[i] ? [[file, texts[i]]] : [])))
}

/** The reference: of the files that the pull request touches, or that are as the tested commit has them. */
function expected(before: Side, now: Side, here: Side) {
  const isTouched = (file: string) => before.get(file) !== now.get(file)
  const isSame = (file: string) => here.get(file)?.replaceAll('\r\n', '\n') === now.get(file)
  const compared = FILES.filter((file) => isTouched(file) || isSame(file))
  const testsOf = (side: Side) => [
    ...compared
      .map((file) => side.get(file))
      .join()
      .matchAll(/name: (\w), .* content: "\d"/g),
  ]
  const old = testsOf(before).map(([text]) => text)
  const own = testsOf(here).filter(([text]) => !old.includes(text))
  const missing = FILES.filter((file) => isTouched(file) && now.has(file) && !here.has(file))
  const made = FILES.filter((file) => here.has(file) && !isSame(file))
  return { own: own.map(([, name]) => name).sort(), missing, made }
}

async function run(before: Side, now: Side, here: Side) {
  const [old, files] = [Object.fromEntries(before), Object.fromEntries(now)]
  const main = github.git.commit(old)
  const merge = github.git.commit(files, [main, github.git.commit(files, [main], HEAD)])
  github.branches.set('main', main)
  const workspace = createFolder()
  writeFiles(workspace, { ...Object.fromEntries(here), '.git/HEAD': merge })
  const tests = readTestsInput('agent-tests/**/*.yml', ['Bot'], workspace)
  if (!tests.ok) return null
  const payload = { pull_request: { number: 7, head: { sha: HEAD }, base: { ref: 'main' } } }
  const pullRequest = readPullRequest(7, payload.pull_request)
  const event = eventOf({ eventName: 'pull_request', payload, sha: merge })
  const job = { event, owner: 'acme', repo: 'shop', workspace, sha: merge, workflowSha: null }
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const repository = gitHubRepository(
    job,
    new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 }),
  )
  const asked = { job, pullRequest, repository }
  const checkouts = await readCheckouts(tests.files, asked)
  if ('wrong' in checkouts) throw new Error(checkouts.wrong)
  const changes = await readChanges(tests, null, checkouts, asked)
  return { changes, plan: tests.planWith(changes) ?? expect.fail() }
}

test("the tests that the three sets say are the pull request's own, and block if they fail", async () => {
  await fc.assert(
    fc.asyncProperty(anyJob, async (job) => {
      const [before, now] = [sideOf(job.before), sideOf(job.now)]
      const here = workspaceOf(job, before, now)
      const ran = await run(before, now, here)
      if (ran === null) return
      const { changes, plan } = ran
      const byAgent = plan.wantedTests([{ uuid: 'e', name: 'Tone' }])
      if ('kind' in byAgent) throw new Error('There are tests.')
      const wantedTests = byAgent.get('Bot') ?? []
      const own = plan.changes.tests.flatMap(({ what, name }) => (what === 'removed' ? [] : name))
      const made = new Set(wantedTests.flatMap(({ source }) => (source.committed ? [] : source.file)))
      const found = { own: own.sort(), missing: changes.missing, made: [...made].sort() }
      expect(found).toEqual(expected(before, now, here))
      if (changes.missing.length > 0) return
      const tests = wantedTests.map(({ name, source }) => ({ ...wanted(name), source }))
      const isFailing = (name: string) => job.failing.includes(name)
      const { verdict } = await runAgents(
        {
          Bot: {
            retry: answers((name) => (isFailing(name) ? '-' : '+')),
            history: earlierRuns(10, ['Another']),
          },
        },
        {
          mode: 'gate-if-worse',
          names: ['Bot'],
          tests: { ...plan, wantedTests: () => new Map([['Bot', tests]]) },
          change: () => making(tests.map(({ name }) => name)),
        },
      )
      if (own.some(isFailing)) expect(verdict).toBe('failed')
    }),
    { numRuns: 120 },
  )
})
