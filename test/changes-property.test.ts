// For any base, tested commit and workspace: what a job knows of its change, and its verdict. The reference knows the three sets of tests
// alone: whatever Git, a checkout or a step of the job does, nobody gets a failing test past the gate by changing what it says.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCheckouts } from '../src/change/checkouts.ts'
import { readChanges } from '../src/changes.ts'
import { systemClock } from '../src/client/core/clock.ts'
import { GitHubApi } from '../src/github/api.ts'
import { eventOf, readPullRequest } from '../src/github/event.ts'
import { gitHubRepository } from '../src/github/repository.ts'
import { readTestsInput, type TestsPlan, type WantedTest } from '../src/test-files/input.ts'
import { runAgents } from './gate/gate-harness.ts'
import { earlierRuns } from './gate/suites.ts'
import { answers, making, serviceNameOf, wanted } from './gate/tests-of-files.ts'
import { createFolder, writeFiles } from './support/folders.ts'
import type { GitFiles } from './support/github/git.ts'
import { startGitHub } from './support/github/github.ts'

const HEAD = 'a'.repeat(40)
const FILES = ['agent-tests/a.yml', 'agent-tests/b.yml', 'agent-tests/deep/c.yml']
const KEPT = { name: 'Kept', content: 1, file: 'agent-tests/kept.yml' }
const MADE = 'agent-tests/made.yml'
const NAMES = ['A', 'B', 'C', 'D']

interface Test {
  readonly name: string
  readonly content: number
  readonly file: string
}

const place = fc.record({ file: fc.constantFrom(...FILES), content: fc.integer({ min: 1, max: 2 }) })
/** Null where there is no such test; `same` as at the base. */
const fate = fc.record({
  before: fc.option(place, { freq: 3 }),
  now: fc.oneof({ weight: 2, arbitrary: fc.constant('same' as const) }, fc.option(place, { freq: 3 })),
})
const form = fc.constantFrom('text', 'text', 'text', 'pointer')
const steps = ['nothing', 'nothing', 'nothing', 'line ends', 'ident', 'more', 'base', 'remove'] as const
const detour = fc.record({
  path: fc.constantFrom('agent-tests/x', 'agent-tests/x.yml'),
  kind: fc.constantFrom('link', 'submodule'),
  before: fc.option(fc.integer({ min: 1, max: 2 })),
  now: fc.option(fc.integer({ min: 1, max: 2 })),
})
const BASELINES = [
  'new',
  'no runs',
  'no cut-off',
  'failed before',
  'control passes',
  'control fails',
] as const

const anyJob = fc.record({
  fates: fc.array(fate, { minLength: NAMES.length, maxLength: NAMES.length }),
  /** How the commits have each file. */
  forms: fc.array(fc.record({ before: form, now: form }), { minLength: 3, maxLength: 3 }),
  /** What a checkout or a step of the job does to each file. */
  steps: fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 3 }),
  /** The test of a file that a step makes. */
  made: fc.constantFrom(null, 'Made', 'A'),
  detour: fc.option(detour, { freq: 1 }),
  pattern: fc.constantFrom('agent-tests/*.yml', 'agent-tests/**/*.yml'),
  /** The commit that the workspace says it has. */
  checkedOut: fc.constantFrom('merge', 'merge', 'merge', 'a commit of the job', null),
  baseline: fc.constantFrom(...BASELINES),
  failing: fc.subarray([...NAMES, 'Kept', 'Made', 'Behind', 'More0', 'More1'], { minLength: 1 }),
})
type Job = typeof anyJob extends fc.Arbitrary<infer Value> ? Value : never

let github: Awaited<ReturnType<typeof startGitHub>>
beforeAll(async () => {
  github = await startGitHub()
})
afterAll(() => github.close())

const textOf = (tests: readonly Pick<Test, 'name' | 'content'>[]) => tests.map(says).join('') || null
const says = ({ name, content }: Pick<Test, 'name' | 'content'>) =>
  `- { name: ${name}, history: [{ role: user, content: "${content}" }], evaluators: [{ name: Tone }] }\n`
const read = (text: string | null, file: string): Test[] =>
  [...(text ?? '').matchAll(/name: (\w+), .* content: "(\d)"/g)].map(([, name = '', content]) => ({
    name,
    content: Number(content),
    file,
  }))
const keyOf = ({ name, content }: Test) => `${name} ${content}`
const pointerTo = (text: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(text).digest('hex')}\nsize ${text.length}\n`

/** A file: its text at the base, at the tested commit and in the workspace, and as the commits have it. Null where there is none. */
interface File {
  readonly path: string
  readonly before: string | null
  readonly now: string | null
  readonly here: string | null
  readonly blobs: { readonly before: string | null; readonly now: string | null }
}

function filesOf({ fates, forms, steps, made, pattern }: Job): File[] {
  const at = (side: 'before' | 'now', file: string) =>
    fates.flatMap((of, i) => {
      const found = side === 'now' && of.now !== 'same' ? of.now : of.before
      return found?.file === file ? [{ name: NAMES[i] ?? '', content: found.content }] : []
    })
  const files = FILES.map((path, i): File => {
    const [before, now] = [textOf(at('before', path)), textOf(at('now', path))]
    const blobOf = (text: string | null, side: 'before' | 'now') =>
      text !== null && forms[i]?.[side] === 'pointer' ? pointerTo(text) : text
    const blobs = { before: blobOf(before, 'before'), now: blobOf(now, 'now') }
    return { path, before, now, blobs, here: inWorkspace(steps[i] ?? 'nothing', before, now, `More${i}`) }
  })
  const kept = says(KEPT)
  const others: File[] = [
    { path: KEPT.file, before: kept, now: kept, here: kept, blobs: { before: kept, now: kept } },
    {
      ...{ path: MADE, before: null, now: null, blobs: { before: null, now: null } },
      here: made && says({ name: made, content: 1 }),
    },
  ]
  return [...files, ...others].filter(({ path }) => pattern.includes('**') || !path.includes('/deep/'))
}

function inWorkspace(step: (typeof steps)[number], before: string | null, now: string | null, more: string) {
  switch (step) {
    case 'nothing':
      return now
    case 'line ends':
      return now?.replaceAll('\n', '\r\n') ?? null
    case 'ident':
      return now && `# $Id: 1 $\n${now}`
    case 'more':
      return (now ?? '') + says({ name: more, content: 1 })
    case 'base':
      return before
    case 'remove':
      return null
    default:
      return step satisfies never
  }
}

/** The reference: what the pull request does to the tests, by the three sets; `null` if Git's objects do not tell. */
function expected({ detour, pattern }: Job, files: readonly File[]) {
  // Git LFS converts no line ends.
  const isSame = ({ now, here, blobs }: File) =>
    here === now || (blobs.now === now && here?.replaceAll('\r\n', '\n') === now)
  const isTouched = ({ blobs }: File) => blobs.before !== blobs.now
  const isReached = pattern.includes('**') || detour?.path.endsWith('.yml')
  const isHidden =
    (detour !== null && detour.before !== detour.now && isReached) ||
    files.some((file) => isTouched(file) && file.blobs.before?.startsWith('version'))
  if (isHidden) return null
  const compared = files.filter((file) => isTouched(file) || isSame(file))
  const before = compared.flatMap((file) => read(file.before, file.path))
  const now = compared.flatMap((file) => read(file.here, file.path))
  const old = new Set(before.map(keyOf))
  const gone = before.filter(({ name }) => !now.some((each) => each.name === name))
  const changes = now
    .filter((each) => !old.has(keyOf(each)))
    .map(({ name, content }) => {
      if (before.some((each) => each.name === name)) return `${name} edited`
      return gone.some((each) => each.content === content) ? `${name} renamed` : `${name} added`
    })
  const isRenamed = ({ content }: Test) =>
    now.some((each) => each.content === content && changes.includes(`${each.name} renamed`))
  const removed = gone.filter((each) => !isRenamed(each)).map(({ name }) => `${name} removed`)
  const missing = files.filter((file) => isTouched(file) && file.now !== null && file.here === null)
  return {
    changes: [...changes, ...removed].sort(),
    missing: missing.map(({ path }) => path).sort(),
    made: files.filter((file) => file.here !== null && !isSame(file)).map(({ path }) => path),
  }
}

/** The job up to its verdict; null if it ends before any request to the service. */
async function run(job: Job, files: readonly File[]) {
  const { detour, checkedOut, pattern } = job
  const treeOf = (side: 'before' | 'now'): GitFiles => {
    const number = detour?.[side] ?? null
    const other = detour?.kind === 'link' ? { link: `../${number}` } : { submodule: `${number}`.repeat(40) }
    return {
      ...Object.fromEntries(
        files.flatMap(({ path, blobs }) => (blobs[side] === null ? [] : [[path, blobs[side]]])),
      ),
      ...(detour && number !== null && { [detour.path]: other }),
    }
  }
  const main = github.git.commit(treeOf('before'))
  const merge = github.git.commit(treeOf('now'), [main, github.git.commit(treeOf('now'), [main], HEAD)])
  github.branches.set('main', main)
  const workspace = createFolder()
  const present = files.flatMap(({ path, here }) => (here === null ? [] : [[path, here]]))
  writeFiles(workspace, Object.fromEntries(present))
  if (detour?.kind === 'submodule' && detour.now !== null)
    writeFiles(workspace, { [`${detour.path}/in.yml`]: says({ name: 'Behind', content: detour.now }) })
  if (checkedOut !== null)
    writeFiles(workspace, { '.git/HEAD': checkedOut === 'merge' ? merge : 'f'.repeat(40) })

  const tests = readTestsInput(pattern, ['Bot'], workspace)
  if (!tests.ok) return null
  const payload = { pull_request: { number: 7, head: { sha: HEAD }, base: { ref: 'main' } } }
  const found = { pullRequest: readPullRequest(7, payload.pull_request), problem: null }
  const event = eventOf({ eventName: 'pull_request', payload, sha: merge })
  const asked = { event, owner: 'acme', repo: 'shop', workspace, sha: merge, workflowSha: null }
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
  const repository = gitHubRepository(asked, api)
  const checkouts = await readCheckouts(tests.files, found, asked, repository)
  if ('wrong' in checkouts) throw new Error(checkouts.wrong)
  const changes = await readChanges(tests, found, asked, checkouts, repository)
  const plan = tests.planWith(changes)
  const byAgent = plan?.wantedTests([{ uuid: 'e', name: 'Tone' }])
  if (plan === null || byAgent === undefined || 'kind' in byAgent) throw new Error('There are tests.')
  return { changes, plan, wantedTests: byAgent.get('Bot') ?? [] }
}

/** The verdict on tests of which some fail whenever they run. They ask their names, as all tests of these services. */
async function judge({ baseline, failing }: Job, plan: TestsPlan, tests: readonly WantedTest[]) {
  const names = tests.map(({ name }) => name)
  const agents = {
    Bot: {
      retry: answers((name) => (failing.includes(name) ? '-' : '+')),
      history: historyOf(baseline, names, failing),
    },
    Production: {
      retry: answers((name) => (baseline === 'control fails' && failing.includes(name) ? '-' : '+')),
    },
  }
  const asking = tests.map(({ name, source }) => ({ ...wanted(name), source }))
  return runAgents(agents, {
    mode: 'gate-if-worse',
    ...(baseline.startsWith('control') ? { controls: { Bot: 'Production' } } : { names: ['Bot'] }),
    ...(baseline === 'no cut-off' && { cutOff: null }),
    tests: { ...plan, wantedTests: () => new Map([['Bot', asking]]) },
    change: () => making(names),
  })
}

function historyOf(baseline: Job['baseline'], names: readonly string[], failing: readonly string[]) {
  if (baseline === 'no runs') return []
  if (baseline !== 'failed before') return earlierRuns(10, ['Another'])
  const failed = failing.map((name) => [serviceNameOf(name), '-'.repeat(10)])
  return earlierRuns(10, names.map(serviceNameOf), Object.fromEntries(failed))
}

/** What a test that a step of the job made may be in a green job. */
const OLDER = ['failed-before', 'failed-on-control']
/** With these, no failing test blocks that is as it was. */
const EXCUSING = ['new', 'no runs', 'failed before', 'control fails']

test('no failing test that a pull request adds or edits ends in a green job as passed, new or not compared', async () => {
  await fc.assert(
    fc.asyncProperty(anyJob, async (job) => {
      const files = filesOf(job)
      const ran = await run(job, files)
      if (ran === null) return
      const { changes, plan, wantedTests } = ran
      const made = wantedTests.filter(({ source }) => !source.committed)
      const isKnown = job.checkedOut === 'merge'
      const reference = isKnown ? expected(job, files) : null
      if (isKnown) expect(changes.known === 'yes').toBe(reference !== null)
      if (reference !== null) {
        const found = plan.changes.tests.map(
          ({ what, before, now }) => `${(now ?? before)?.test.name} ${what}`,
        )
        expect(found.sort()).toEqual(reference.changes)
        expect(changes.missing.toSorted()).toEqual(reference.missing)
        expect([...new Set(made.map(({ source }) => source.file))].sort()).toEqual(reference.made)
      }
      if (changes.missing.length > 0) return
      const { verdict, agents } = await judge(job, plan, wantedTests)
      const isFailing = ({ name }: { readonly name: string }) => job.failing.includes(name)
      if (reference !== null) {
        const own = plan.changes.tests.flatMap(({ now }) => now?.test ?? [])
        if (own.some(isFailing))
          expect(verdict).toBe(job.baseline === 'no cut-off' ? 'inconclusive' : 'failed')
        else if (EXCUSING.includes(job.baseline) && !made.some(isFailing)) {
          const passesNone = wantedTests.length > 1 && wantedTests.every(isFailing)
          expect(verdict).toBe(passesNone && job.baseline === 'control fails' ? 'inconclusive' : 'passed')
        }
      }
      if (verdict !== 'passed') return
      const old = saidBefore(job, files)
      const here = saidHere(job, files)
      for (const { name, outcome } of agents[0]?.run?.tests ?? [])
        if (name !== null && isFailing({ name }) && !old.has(here.get(name) ?? ''))
          expect(changes.known === 'yes' ? OLDER : []).toContain(outcome)
    }),
    { numRuns: 120 },
  )
})

function saidBefore({ detour }: Job, files: readonly File[]) {
  const behind = detour?.before ? [`Behind ${detour.before}`] : []
  return new Set([...files.flatMap((file) => read(file.before, file.path)).map(keyOf), ...behind])
}

/** By name. */
function saidHere({ detour }: Job, files: readonly File[]) {
  const tests = files.flatMap((file) => read(file.here, file.path))
  return new Map([
    ...tests.map((each) => [each.name, keyOf(each)] as const),
    ['Behind', `Behind ${detour?.now}`] as const,
  ])
}
