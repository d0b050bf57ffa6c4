import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askFor,
  asks,
  type CheckedOut,
  COMMITS,
  HEAD,
  inFile,
  OF_CHANGE,
  OF_MAIN,
  PROMPT,
  startRepository,
} from './change-harness.ts'

const shop = { id: 1, full_name: 'acme/shop', owner: { login: 'acme' }, default_branch: 'main' }
const pull = { number: 7, head: { sha: HEAD, ref: 'pr', repo: shop }, base: { ref: 'main', repo: shop } }
const ofRun = {
  event: 'pull_request',
  head_sha: HEAD,
  head_branch: 'pr',
  head_repository: shop,
  pull_requests: [pull],
}

const ofGroup = { head_ref: `gh-readonly-queue/main/pr-7-${HEAD}`, base_sha: 'main', head_sha: 'merge' }

/** `head`: the commit that is the pull request's or group's there; a push has none. Commits of payloads are by name. */
const EVENTS = {
  pull_request: { payload: { pull_request: pull, repository: shop }, head: 'head' },
  pull_request_target: { payload: { pull_request: pull, repository: shop }, head: 'head' },
  issue_comment: { payload: { issue: { number: 7, pull_request: {} } }, head: 'newer' },
  workflow_run: { payload: { workflow_run: ofRun, repository: shop }, head: 'head' },
  workflow_dispatch: { payload: { ref: 'refs/heads/main', repository: shop }, head: 'newer' },
  merge_group: { payload: { merge_group: ofGroup, repository: shop }, head: 'merge' },
  push: { payload: { ref: 'refs/heads/main', repository: shop }, head: null },
} as const

/** The commit has a link to a file of it, and one to a file that only a step may write. */
const LINKED = 'prompts/linked.md'
const SECRET = 'prompts/secret.md'
const ADDED = 'agent-tests/new.yml'
const WITH_TEST = { ...OF_CHANGE, [ADDED]: asks('New') }
const COMMITTED = { ...WITH_TEST, [LINKED]: { link: 'bot.md' }, [SECRET]: { link: '../.env' } }
const LIBRARY = {
  'p.md': 'changed\n',
  '.git/config': '[remote "origin"]\n\turl = https://github.com/acme/prompts\n',
}

const anyJob = fc.record({
  eventName: fc.constantFrom(...(Object.keys(EVENTS) as (keyof typeof EVENTS)[])),
  /** Where the checkout is that should be the pull request's; the workspace may be one of main, and have more in folders. */
  folder: fc.constantFrom('', 'pr/'),
  checkedOut: fc.constantFrom<CheckedOut>(
    ...COMMITS,
    'head',
    'head',
    'newer',
    'merge',
    'merge',
    'made',
    null,
  ),
  sha: fc.constantFrom('main' as const, 'merge' as const, 'mergeOfEarlier' as const),
  of: fc.constantFrom('change', 'change', 'main'),
  prompt: fc.constantFrom(
    PROMPT,
    PROMPT,
    PROMPT,
    PROMPT,
    LINKED,
    SECRET,
    'build/p.md',
    'baseline/p.md',
    'library/p.md',
    'now/bot.md',
  ),
  step: fc.constantFrom(
    'nothing',
    'nothing',
    'nothing',
    'line ends',
    'writes over',
    'writes main’s',
    'makes a test',
  ),
  isInline: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  /** Without the test that the pull request adds. */
  isSparse: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  testsOf: fc.constantFrom('none', 'same', 'workspace'),
  isRefused: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
})
type Job = typeof anyJob extends fc.Arbitrary<infer Value> ? Value : never

let repository: Awaited<ReturnType<typeof startRepository>>
beforeAll(async () => {
  repository = await startRepository(COMMITTED)
})
afterAll(() => repository.github.close())

function filesOf({ of, step, isSparse }: Job) {
  const ofChange = isSparse ? OF_CHANGE : WITH_TEST
  const files = of === 'change' ? ofChange : OF_MAIN
  const text =
    {
      nothing: files[PROMPT],
      'line ends': files[PROMPT].replaceAll('\n', '\r\n'),
      'writes over': 'rude\n',
      'writes main’s': 'main\n',
      'makes a test': files[PROMPT],
    }[step] ?? ''
  return {
    ...files,
    [PROMPT]: text,
    ...(step === 'makes a test' && { 'agent-tests/made.yml': asks('Made') }),
  }
}

async function run(job: Job) {
  const { eventName, folder, checkedOut, sha, prompt, isInline, testsOf, isRefused } = job
  const inRoot = ['baseline/', 'library/', 'build/'].some((each) => prompt.startsWith(each))
  const path = inRoot ? prompt : `${folder}${prompt}`
  const model = isInline ? ', llm: { model: gpt }' : ''
  const ofTests = testsOf === 'same' ? folder : ''
  const { github, commits } = repository
  const payload = JSON.stringify(EVENTS[eventName].payload).replace(
    /"(main|merge)"(?=,"head_sha"|\})/g,
    (whole, name: 'main' | 'merge') => (eventName === 'merge_group' ? `"${commits[name]}"` : whole),
  )
  if (isRefused) github.faults.push(() => ({ status: 403, body: { message: 'No' } }))
  const asked = askFor(repository, {
    ...{ eventName, sha: eventName === 'merge_group' ? 'merge' : sha, payload: JSON.parse(payload) },
    ...(eventName === 'push' && { pullRequest: null }),
    // In the order in which they are made.
    checkouts: {
      ...(folder !== '' && { '': ['main', OF_MAIN] }),
      [folder]: [checkedOut, filesOf(job)],
      'baseline/': ['main', { 'p.md': 'main\n' }],
    },
    files: {
      '.env': 'KEY=1',
      'build/p.md': 'changed\n',
      ...Object.fromEntries(Object.entries(LIBRARY).map(([name, text]) => [`library/${name}`, text])),
    },
    links: {
      [`${folder}${LINKED}`]: 'bot.md',
      [`${folder}${SECRET}`]: '../.env',
      [`${folder}now`]: 'prompts',
    },
    inputs: {
      override: inFile(path).replace(' } }', ` }${model} }`),
      ...(testsOf !== 'none' && { tests: `Bot (preview): ${ofTests}agent-tests/*.yml` }),
    },
  })
  return asked.finally(() => github.faults.splice(0))
}

test('nothing is called the change’s, or skipped, that the tested commit does not have so', async () => {
  const tally = { refused: 0, change: 0, others: 0, proven: 0, careful: 0 }
  await fc.assert(
    fc.asyncProperty(anyJob, async (job) => {
      const { change } = await run(job)
      const { eventName, folder, checkedOut, of, prompt, step, isInline, testsOf, isRefused } = job
      const { isSparse } = job
      const { head } = EVENTS[eventName]
      const isMerge = checkedOut === 'merge' && head === 'head' && !isRefused
      const isHead = head !== null && checkedOut === head
      const isByFiles = (checkedOut === 'made' || checkedOut === null) && !isRefused
      const isOfChange =
        of === 'change' && (step === 'nothing' || step === 'line ends' || step === 'makes a test')
      const isCareful =
        (isHead || isMerge) &&
        (prompt === PROMPT || (prompt === LINKED && isOfChange && !isRefused)) &&
        (folder === '' || testsOf !== 'workspace') &&
        (testsOf === 'none' || (of === 'change' && !isSparse))
      if (isCareful) {
        tally.careful += 1
        expect(change).not.toHaveProperty('refused')
      }
      if (prompt === SECRET && isHead && !isRefused) expect(change).toHaveProperty('refused')
      const lacksTest = testsOf === 'same' && isSparse && (isHead || isMerge) && !isRefused
      if (lacksTest) expect(change).toHaveProperty('refused')
      if ('refused' in change) {
        tally.refused += 1
        return
      }
      const [found] = change.values[0]?.keys ?? []
      const isCommitted =
        (isHead || isMerge || isByFiles) && isOfChange && [PROMPT, LINKED, 'now/bot.md'].includes(prompt)
      if (found?.origin === 'change') {
        tally.change += 1
        expect([isCommitted, head !== null && found.of === repository.commits[head]]).toEqual([true, true])
      } else tally.others += 1
      if (prompt === 'library/p.md') expect(found).toMatchObject({ origin: 'repository', of: 'acme/prompts' })
      // Nothing that is the change's is missed where GitHub answers.
      if (isCommitted && !isByFiles && !isRefused) expect(found?.origin).toBe('change')
      if (!change.isProven) return
      tally.proven += 1
      expect([isInline, isCommitted]).toEqual([false, true])
      const hasMade = change.tests?.withMadeTests ?? []
      if (testsOf !== 'none') expect(hasMade.length > 0).toBe(step === 'makes a test')
    }),
    { numRuns: 400 },
  )
  // All kinds are met.
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(5)
})
