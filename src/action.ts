// Composes the action: the gate with its log, then everything that is published.
import * as core from '@actions/core'
import { type Checkouts, readCheckouts } from './change/checkouts.ts'
import { type OverrideWithOrigins, withOrigins } from './change/origins.ts'
import { cutOffsOf, fileChanges, warnOf } from './changes.ts'
import { systemClock } from './client/core/clock.ts'
import type { GateEvent } from './gate/events.ts'
import { type GateOutcome, nothingRan } from './gate/gate.ts'
import { type GitHubAccess, GitHubApi } from './github/api.ts'
import { type ChangeOrigin, changeOrigin, type PullRequest, testedCommit } from './github/event.ts'
import { LivingIssue } from './github/living-issue.ts'
import { commentIdOf } from './github/marker.ts'
import {
  branchesAt,
  type FoundPullRequest,
  isDeployedFromBranch,
  type Job,
  jobsPullRequest,
  type Wanted,
} from './github/pull-request.ts'
import { gitHubRepository } from './github/repository.ts'
import { StickyComment } from './github/sticky-comment.ts'
import {
  type InputError,
  type Inputs,
  inputText,
  type Refusal,
  type ReportInputs,
  refusalOf,
} from './inputs/inputs.ts'
import { outcomeWarnings } from './outcome-warnings.ts'
import { announce, commentInvalid, type PublishContext, publish } from './publish.ts'
import { eventLines, phaseTitle } from './report/log-events.ts'
import { type ReadFiles, readFiles, runTests, toResults } from './run.ts'
import type { Cancellation } from './runner/cancellation.ts'
import type { Environment } from './runner/environment.ts'
import { createProxiedFetch } from './runner/fetch.ts'
import { DEFAULT_TITLE, type JobProblem, type Results } from './schema.ts'

type Conclusion = 'success' | 'failure'
type ActionJob = Environment & Job

/** Runs the action, unless whose change it is or the files of inputs are `invalid`. A report that cannot be written does not change the conclusion. */
export async function runAction(
  inputs: Inputs,
  warnings: readonly InputError[],
  job: ActionJob,
  cancellation: Cancellation,
): Promise<Conclusion | { readonly invalid: readonly Refusal[] }> {
  for (const warning of warnings) core.warning(inputText(warning))
  // A control is no run of this pull request.
  const needsTime = inputs.control.length === 0
  const usesFiles = inputs.override.length > 0 || inputs.tests !== ''
  const origin = usesFiles ? changeOrigin(job.event, inputs.pullRequest !== null) : 'own'
  const needsFork = origin === 'pull-request'
  const isLookedUp = inputs.comment !== false || inputs.tests !== ''
  const wanted = { needsTime, needsFork, isLookedUp }
  const { github, found, context } = await lookUp(inputs, job, cancellation, wanted, inputs.timeoutSeconds)
  if (found.problem !== null && needsFork)
    return { invalid: [{ text: found.problem, title: NOTHING_TESTED }] }
  const decides = needsTime && inputs.mode === 'gate-if-worse'
  warnOf(found.problem, decides || inputs.pullRequest !== null || job.event.problem !== null)
  const finish = async (outcome: GateOutcome, of: PublishContext) => {
    const results = resultsOf(outcome, inputs, of)
    await publish(results, of)
    return conclusionOf(inputs, results)
  }
  const nothing = (problem: JobProblem) => nothingRan(inputs.mode, problem, Date.now(), Date.now())
  // Mode `report`, as on pull requests from forks: says so everywhere, and lets the job succeed.
  const withheld = job.event.secretsWithheld
  if (inputs.apiKey === '')
    return finish(nothing({ kind: 'key', status: null, reason: null, withheld }), context)
  const refused = await originError(origin, found.pullRequest, job, github)
  // It may not have asked whose change it is.
  if (cancellation.requested.aborted)
    return finish(nothing({ kind: 'cancelled', hasStarted: false }), context)
  if (refused !== null) {
    const input = inputs.override.length > 0 ? 'override' : 'tests'
    return { invalid: [{ ...refused, ...refusalOf({ input, message: refused.text }) }] }
  }
  const files = await readFiles(inputs, job.workspace)
  if ('errors' in files) return { invalid: files.errors.map(refusalOf) }
  const { tests } = files
  const ofChange = await filesOfChange(inputs.mode, files, found, job, github)
  if (ofChange.invalid !== undefined) return { invalid: ofChange.invalid }
  const { changes, checkouts, override } = ofChange
  const cutOffs = needsTime ? await cutOffsOf(found, decides, job, github) : null
  const tested = testedIn(checkouts, await ofBranch(context, checkouts, job, github))
  const announced = announce(tested, cancellation.requested)
  const skipUnchanged = inputs.skipUnchanged && isProven(tested, override)
  if (inputs.skipUnchanged && !skipUnchanged && tested.pullRequest !== null)
    core.info(
      "Nothing is skipped as unchanged, because not all that is tested is known to be this pull request's.",
    )
  const outcome = await runTests({ ...inputs, override, skipUnchanged }, cutOffs, tests.planWith(changes), {
    emit: logEvents(),
    signal: cancellation.requested,
  })
  core.endGroup()
  for (const warning of outcomeWarnings(inputs, outcome)) core.warning(inputText(warning))
  await announced
  return finish(outcome, tested)
}

/** What the workspace has of the change, unless it has another commit, or lacks files of it. */
async function filesOfChange(
  mode: Inputs['mode'],
  { override, tests }: Exclude<ReadFiles, { errors: unknown }>,
  found: FoundPullRequest,
  job: ActionJob,
  github: GitHubApi,
) {
  const repository = gitHubRepository(job, github)
  const used = [...tests.files, ...override.flatMap(({ files }) => files)]
  const checkouts = await readCheckouts(used, found, job, repository)
  if ('wrong' in checkouts) {
    const more =
      job.documentsUrl === null
        ? ''
        : ` Before a job with secrets runs code of it: ${job.documentsUrl}/SECURITY.md#code-of-pull-requests-beside-secrets`
    return { invalid: [{ text: `${checkouts.wrong}${more}`, title: NOTHING_TESTED }] }
  }
  const source = { repository, isCancelled: () => github.isCancelled }
  const changes = await fileChanges(tests, found, mode, job, checkouts, source)
  const reasons = new Set(
    [...checkouts.values()].flatMap((each) => (each.state === 'unknown' ? each.reason : [])),
  )
  const isSaid = changes.reason !== null || github.isCancelled || found.pullRequest === null
  for (const reason of isSaid ? [] : reasons)
    core.warning(`It is not known whether this pull request is tested. ${reason}`)
  const [missing] = changes.missing
  if (missing === undefined) {
    const { pullRequest } = found
    const values = await withOrigins(override, { job, pullRequest, checkouts, repository })
    if ('wrong' in values) return { invalid: [refusalOf({ input: 'override', message: values.wrong })] }
    return { changes, checkouts, override: values }
  }
  const message = `the checkout lacks ${missing}, which the change adds or edits. Check out all files of tests: see \`sparse-checkout\` of actions/checkout, and the steps before this one.`
  return { invalid: [refusalOf({ input: 'tests', message })] }
}

/** Whether all that is tested is the pull request's: what is not is not what somebody wants to merge. */
function isProven({ filesOf }: PublishContext, override: readonly OverrideWithOrigins[]): boolean {
  const keys = override.flatMap((each) => each.keys)
  return filesOf === 'pull-request' && keys.every(({ origin }) => origin === 'change')
}

/** Reports name the commit in the workspace, if it is known. */
function testedIn(checkouts: Checkouts, context: PublishContext): PublishContext {
  const all = [...checkouts.values()]
  const known = all.flatMap((each) => (each.state === 'known' ? each : []))
  const headSha = known[0]?.named ?? context.headSha
  if (known.length < all.length) return { ...context, headSha, filesOf: 'unknown' }
  const isOfPullRequest = context.pullRequest !== null && known.every(({ isOfChange }) => isOfChange)
  return { ...context, headSha, filesOf: isOfPullRequest ? 'pull-request' : 'commit' }
}

/** Without the default branch where files of another commit are tested: they say nothing of it. Never rejects. */
async function ofBranch(
  context: PublishContext,
  checkouts: Checkouts,
  job: ActionJob,
  github: GitHubApi,
): Promise<PublishContext> {
  const commits = [...checkouts.values()].flatMap((each) => (each.state === 'known' ? each.sha : []))
  const others = commits.filter((sha) => sha !== job.sha)
  if (context.issue === null || others.length === 0) return context
  const isOfBranch = (sha: string) =>
    branchesAt(sha, job, github).then(
      (names) => names.includes(context.defaultBranch),
      () => false,
    )
  const areOfBranch = (await Promise.all(others.map(isOfBranch))).every(Boolean)
  return areOfBranch ? context : { ...context, defaultBranch: null }
}

/** For all that is asked before the first launch: one wait of a minute, as GitHub may want it, and the requests. */
const BEFORE_LAUNCH_SECONDS = 75

/** The job's pull request, and what else its reports need. Never rejects. @param wanted beyond where to comment */
async function lookUp(
  { githubToken, pullRequest: named, comment, issue, uploadPage, title, matrix }: ReportInputs,
  job: ActionJob,
  cancellation: Cancellation,
  wanted: Partial<Wanted> = {},
  timeoutSeconds = BEFORE_LAUNCH_SECONDS,
) {
  const totalMs = Math.min(BEFORE_LAUNCH_SECONDS, timeoutSeconds) * 1000
  const { apiUrl } = job
  const access: GitHubAccess = {
    token: githubToken,
    apiUrl,
    fetch: createProxiedFetch(process.env),
    clock: systemClock,
  }
  const github = new GitHubApi(access, { signal: cancellation.requested, totalMs })
  const toComment = { needsTime: false, needsFork: false, isLookedUp: comment !== false }
  const found = await jobsPullRequest(job, { named, ...toComment, ...wanted }, github)
  const { pullRequest } = found
  const commentId = commentIdOf({ ...job, matrix: JSON.stringify(matrix), title })
  const context: PublishContext = {
    inputs: { comment, issue, uploadPage },
    title: jobTitle(title, matrix),
    environment: job,
    pullRequest,
    headSha: testedCommit(job.event, pullRequest),
    filesOf: 'unknown',
    about: job.event.about,
    commentId,
    comment:
      pullRequest === null || comment === false
        ? null
        : new StickyComment(access, { ...job, issueNumber: pullRequest.number, commentId }),
    defaultBranch: job.event.defaultBranch,
    issue: issue ? new LivingIssue(access, { ...job, commentId }) : null,
    cancellation,
  }
  return { github, found, context }
}

/** The input, else with the values of the matrix leg, as in GitHub's job names. */
function jobTitle(title: string, matrix: ReportInputs['matrix']): string {
  if (title !== DEFAULT_TITLE) return title
  const values = Object.values(matrix ?? {}).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  return values.length === 0 ? DEFAULT_TITLE : `${DEFAULT_TITLE} (${values.join(', ')})`
}

/** Why the job must not send to the service what this change says; null if it may. */
async function originError(
  origin: ChangeOrigin,
  pullRequest: PullRequest | null,
  job: ActionJob,
  github: GitHubApi,
): Promise<Pick<Refusal, 'text' | 'title'> | null> {
  switch (origin) {
    case 'own':
      return null
    case 'fork':
      return { text: OF_FORK }
    case 'pull-request':
      return pullRequest?.fromFork === false ? null : { text: OF_FORK }
    case 'deployment': {
      const asked = await isDeployedFromBranch(job, github)
      if (asked.isFromBranch) return null
      return asked.problem === null
        ? { text: NOT_FROM_BRANCH }
        : { text: `${asked.problem} ${UNREAD_BRANCHES}`, title: NOTHING_TESTED }
    }
    case 'unknown':
      return { text: UNKNOWN_CHANGE }
    default:
      return origin satisfies never
  }
}

const NOTHING_TESTED = 'Nothing was tested'
const FROM_FORK =
  'may come from a fork, whose author could write to your workspace, or have the headers of your agents sent elsewhere. Nothing was tested.'
const OF_FORK = `the change ${FROM_FORK} Skip this job for forks, or leave this input out.`
const UNKNOWN_CHANGE = `the event does not say whose change is tested. It ${FROM_FORK} Name the pull request with the input "pull-request", and check out its commit (\`ref: refs/pull/<number>/head\`).`
const NOT_FROM_BRANCH = `the deployed commit is not the newest one of a branch of this repository. It ${FROM_FORK} Name its pull request with the input "pull-request". If a newer commit was pushed meanwhile, its deployment starts another job.`
const UNREAD_BRANCHES =
  'Nothing was tested. Without the permission, name the pull request with the input "pull-request".'

/** Says in an existing comment why nothing was tested. Never rejects. */
export async function reportInvalid(
  messages: readonly string[],
  inputs: ReportInputs,
  job: ActionJob,
  cancellation: Cancellation,
): Promise<void> {
  if (inputs.comment === false) return
  const { context } = await lookUp(inputs, job, cancellation)
  await commentInvalid(messages, context)
}

function resultsOf(outcome: GateOutcome, inputs: Inputs, context: PublishContext): Results {
  const { mode, timeoutSeconds } = inputs
  const job = { title: context.title, mode, timeoutSeconds, ...testedOf(context) }
  return toResults(outcome, job, inputs.details)
}

function testedOf({ environment, headSha, filesOf, about, pullRequest }: PublishContext) {
  const { workflowRunUrl, documentsUrl } = environment
  return { headSha, filesOf, about, pullRequest: pullRequest?.number ?? null, workflowRunUrl, documentsUrl }
}

function conclusionOf({ mode }: Pick<Inputs, 'mode'>, { verdict }: Results): Conclusion {
  return mode === 'report' || verdict === 'passed' ? 'success' : 'failure'
}

/** Each phase is a group. */
function logEvents(): (event: GateEvent) => void {
  let isInGroup = false
  return (event) => {
    const title = phaseTitle(event)
    if (title !== null) {
      if (isInGroup) core.endGroup()
      core.startGroup(title)
      isInGroup = true
    }
    for (const line of eventLines(event)) core.info(line)
  }
}
