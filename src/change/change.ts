// The one change of a job: who may send it to the service, which commit is tested, where each value and test comes from, and since when
// earlier runs may contain it. Everything that GitHub and the workspace are asked about it is asked here.
import type { GitHubApi } from '../github/api.ts'
import { type ChangeOrigin, changeOrigin, type JobEvent, testedCommit } from '../github/event.ts'
import {
  beginningsOf,
  branchesAt,
  type FoundPullRequest,
  isDeployedFromBranch,
  type Wanted,
} from '../github/pull-request.ts'
import { type Inputs, inputErrors } from '../inputs/inputs.ts'
import type { Override } from '../inputs/override.ts'
import type { InputIssue, Results } from '../schema.ts'
import type { TestsInput } from '../test-files/input.ts'
import { type Checkouts, readCheckouts, type WorkspaceJob } from './checkouts.ts'
import { gitHubRepository } from './git.ts'
import type { PlannedCopy, TestsPlan } from './plan.ts'
import { type FoundChanges, readChanges } from './tests.ts'
import { testedValues } from './values.ts'

export type Change =
  /** Nothing is tested, and why. */
  | { readonly refused: readonly InputIssue[] }
  | {
      readonly commit: Pick<Results, 'headSha' | 'filesOf'>
      /** The default branch, if it is tested. */
      readonly defaultBranch: string | null
      readonly values: readonly PlannedCopy[]
      /** Whether all that is tested is the pull request's: only that is what somebody wants to merge. */
      readonly isProven: boolean
      /** When earlier runs may begin to be of this change, as {@link beginningsOf} says: milliseconds since 1970; null if it is not known. */
      readonly cutOffs: readonly number[] | null
      readonly tests: TestsPlan | null
    }

type ChangeInputs = Pick<Inputs, 'control' | 'issue' | 'mode' | 'override' | 'pullRequest' | 'tests'>

interface Asked {
  readonly inputs: ChangeInputs
  readonly found: FoundPullRequest
  readonly job: WorkspaceJob & Parameters<typeof beginningsOf>[0] & { readonly documentsUrl: string | null }
  readonly github: GitHubApi
  /** What the files of the inputs say: not asked before it is known that it may be sent. */
  readonly readFiles: () => Promise<
    | { readonly override: readonly Override[]; readonly tests: Extract<TestsInput, { ok: true }> }
    | { readonly errors: readonly InputIssue[] }
  >
  /** A lookup that nobody asked for, and that decides nothing, is no warning. */
  readonly say: (text: string, isWarning: boolean) => void
}

/** What has to be known of the pull request. */
export function wantedOf(inputs: Inputs, event: JobEvent): Omit<Wanted, 'named'> {
  return {
    // A control is no run of this pull request.
    needsTime: inputs.control.length === 0,
    needsFork: originOf(inputs, event) === 'pull-request',
    isLookedUp: inputs.comment !== false || inputs.tests !== '',
  }
}

/** Never rejects. */
export async function changeOf(asked: Asked): Promise<Change> {
  const { inputs, found, job, github, say } = asked
  const decides = inputs.control.length === 0 && inputs.mode === 'gate-if-worse'
  const isNeeded = decides || inputs.pullRequest !== null || job.event.problem !== null
  const refused = await refusalToSend(asked)
  if (refused !== null) return { refused }
  if (found.problem !== null) say(found.problem, isNeeded)
  const files = await asked.readFiles()
  if ('errors' in files) return { refused: files.errors }
  const { override, tests } = files
  const of = { job, pullRequest: found.pullRequest, repository: gitHubRepository(job, github) }
  const used = [...tests.files, ...override.flatMap((each) => each.files)]
  const checkouts = await readCheckouts(used, of)
  if ('wrong' in checkouts) return { refused: noInput(`${checkouts.wrong}${adviceFor(job)}`) }
  const changes = await readChanges(tests, found.problem, checkouts, of)
  for (const warning of github.isCancelled ? [] : warningsOf(changes, checkouts, asked)) say(warning, true)
  const [missing] = changes.missing
  if (missing !== undefined) return { refused: inputErrors('tests', { error: lacks(missing) }) }
  const values = await testedValues(override, inputs.control.length > 0, { ...of, checkouts })
  if ('wrong' in values) return { refused: inputErrors('override', { error: values.wrong }) }
  const commit = commitOf(checkouts, asked)
  const told = [...checkouts.values()].flatMap((each) => (each.state === 'unknown' ? each.reason : []))
  for (const problem of new Set(values.flatMap(({ base }) => base?.problem ?? [])))
    if (!told.includes(problem)) say(`It is not known what the base has. ${problem}`, true)
  const isOfChange = values.every(
    ({ keys, base }) =>
      !base?.problem &&
      keys.every(({ key, origin }) => {
        // Where it is not known what the base has, the original may have the same by chance.
        const [top = key] = key.split('.', 1)
        return origin === 'base' || (origin === 'change' && Object.hasOwn(base?.patch ?? {}, top))
      }),
  )
  return {
    commit,
    defaultBranch: await testedBranch(checkouts, asked),
    values,
    isProven: commit.filesOf === 'pull-request' && isOfChange,
    cutOffs: inputs.control.length > 0 ? null : await cutOffsOf(asked, decides),
    tests: tests.planWith(changes),
  }
}

function originOf(
  inputs: Pick<ChangeInputs, 'override' | 'tests' | 'pullRequest'>,
  event: JobEvent,
): ChangeOrigin {
  const usesFiles = inputs.override.length > 0 || inputs.tests !== ''
  return usesFiles ? changeOrigin(event, inputs.pullRequest !== null) : 'own'
}

/** Why the job must not send to the service what this change says; null if it may. */
async function refusalToSend(asked: Asked): Promise<readonly InputIssue[] | null> {
  const { inputs, found, job, github } = asked
  const origin = originOf(inputs, job.event)
  const ofInput = (error: string) => inputErrors(inputs.override.length > 0 ? 'override' : 'tests', { error })
  switch (origin) {
    case 'own':
      return null
    case 'fork':
      return ofInput(OF_FORK)
    case 'pull-request':
      if (found.problem !== null) return noInput(found.problem)
      return found.pullRequest?.fromFork === false ? null : ofInput(OF_FORK)
    case 'deployment': {
      const { isFromBranch, problem } = await isDeployedFromBranch(job, github)
      if (isFromBranch) return null
      return problem === null ? ofInput(NOT_FROM_BRANCH) : noInput(`${problem} ${UNREAD_BRANCHES}`)
    }
    case 'unknown':
      return ofInput(UNKNOWN_CHANGE)
    default:
      return origin satisfies never
  }
}

/** No input is wrong, but what the job was given to test, or GitHub does not answer. */
function noInput(message: string): readonly InputIssue[] {
  return [{ input: null, file: null, line: null, message, lines: [] }]
}

const FROM_FORK =
  'may come from a fork, whose author could write to your workspace, or have the headers of your agents sent elsewhere.'
const OF_FORK = `the change ${FROM_FORK} Skip this job for forks, or leave this input out.`
const UNKNOWN_CHANGE = `the event does not say whose change is tested. It ${FROM_FORK} Name the pull request with the input "pull-request", and check out its commit (\`ref: refs/pull/<number>/head\`).`
const NOT_FROM_BRANCH = `the deployed commit is not the newest one of a branch of this repository. It ${FROM_FORK} Name its pull request with the input "pull-request". If a newer commit was pushed meanwhile, its deployment starts another job.`
const UNREAD_BRANCHES = 'Without the permission, name the pull request with the input "pull-request".'

function adviceFor({ documentsUrl }: Asked['job']): string {
  return documentsUrl === null
    ? ''
    : ` Before a job with secrets runs code of it: ${documentsUrl}/SECURITY.md#code-of-pull-requests-beside-secrets`
}

function lacks(file: string): string {
  return `the checkout lacks ${file}, which the change adds or edits. Check out all files of tests: see \`sparse-checkout\` of actions/checkout, and the steps before this one.`
}

/** What is not known of the change. */
function warningsOf(
  { reason }: Pick<FoundChanges, 'reason'>,
  checkouts: Checkouts,
  { inputs, found, job }: Asked,
): readonly string[] {
  const isGroup = job.event.group !== null
  const whose = isGroup ? 'this merge group' : 'this pull request'
  if (reason !== null) {
    const isUndecided = inputs.mode === 'gate-if-worse'
    const effect = isUndecided ? ', and a failing one that would not block leaves the job inconclusive' : ''
    return [
      `It is not known what ${whose} changes. ${reason} Until then, tests that the change adds or edits are not known as such${effect}.`,
    ]
  }
  if (found.pullRequest === null && !isGroup) return []
  const reasons = [...checkouts.values()].flatMap((each) => (each.state === 'unknown' ? each.reason : []))
  return [...new Set(reasons)].map((each) => `It is not known whether ${whose} is tested. ${each}`)
}

/** The commit that reports name: that in the workspace, if it is known. */
function commitOf(checkouts: Checkouts, { found, job }: Asked): Pick<Results, 'headSha' | 'filesOf'> {
  const all = [...checkouts.values()]
  const known = all.flatMap((each) => (each.state === 'known' ? each : []))
  const headSha = known[0]?.named ?? testedCommit(job.event, found.pullRequest)
  if (known.length < all.length) return { headSha, filesOf: 'unknown' }
  const isOfPullRequest = found.pullRequest !== null && known.every(({ isOfChange }) => isOfChange)
  return { headSha, filesOf: isOfPullRequest ? 'pull-request' : 'commit' }
}

/** Files of another commit say nothing of the default branch. */
async function testedBranch(checkouts: Checkouts, { inputs, job, github }: Asked): Promise<string | null> {
  const { defaultBranch } = job.event
  const commits = [...checkouts.values()].flatMap((each) => (each.state === 'known' ? each.sha : []))
  const others = commits.filter((sha) => sha !== job.sha)
  if (!inputs.issue) return defaultBranch
  if ([...checkouts.values()].some(({ state }) => state === 'unknown')) return null
  const branches = await Promise.all(others.map((sha) => branchesAt(sha, job, github).catch(() => [])))
  return branches.every((names) => names.some((name) => name === defaultBranch)) ? defaultBranch : null
}

/** Clocks differ, and the service's times have no more than seconds. */
const CLOCK_MARGIN_MS = 60_000

async function cutOffsOf(
  { found: { pullRequest, problem }, job, github, say }: Asked,
  decides: boolean,
): Promise<Extract<Change, { commit: unknown }>['cutOffs']> {
  if (problem !== null) return null
  const { times, problem: missing } = await beginningsOf(job, pullRequest, github, Date.now())
  if (missing !== null) say(missing, decides && times === null)
  return times?.map((time) => time - CLOCK_MARGIN_MS) ?? null
}
