// Composes the action: the gate with its log, then everything that is published.
import * as core from '@actions/core'
import { readBaselineFiles } from './files.ts'
import type { GateEvent } from './gate/events.ts'
import { type GateOutcome, nothingRan } from './gate/gate.ts'
import { GitHubApi } from './github/api.ts'
import { baseFiles } from './github/changed-files.ts'
import {
  baselineCutOff,
  type ChangeOrigin,
  changeOrigin,
  type PullRequest,
  secretsWithheld,
  testedCommit,
} from './github/event.ts'
import { isDeployedFromBranch, jobsPullRequest, type Wanted } from './github/pull-request.ts'
import type { Inputs, MergeInputs } from './inputs/inputs.ts'
import { mergeParts } from './merge.ts'
import { announce, gitHubAccess, jobTitle, type PublishContext, publish, stickyComment } from './publish.ts'
import { eventLines, phaseTitle } from './report/log-events.ts'
import { outcomeWarnings, readTestFiles, runTests, toResults } from './run.ts'
import type { Cancellation } from './runner/cancellation.ts'
import type { Environment } from './runner/environment.ts'
import type { Results } from './schema.ts'
import type { Changes, TestsInput } from './tests/input.ts'

type Conclusion = 'success' | 'failure'

/** Runs the action, unless a baseline is `invalid`. A report that cannot be written does not change the conclusion. */
export async function runAction(
  inputs: Inputs,
  warnings: readonly string[],
  environment: Environment,
  cancellation: Cancellation,
): Promise<Conclusion | { readonly invalid: readonly string[] }> {
  for (const warning of warnings) core.warning(warning)
  const tests = await readTestFiles(inputs, environment.workspace)
  if (!tests.ok) return { invalid: tests.messages }
  // A control, or files, are no runs of this pull request.
  const needsTime = inputs.control.length === 0 && inputs.baseline.length === 0
  const { eventName, payload } = environment
  const usesFiles = inputs.override.length > 0 || inputs.tests !== ''
  const origin = usesFiles ? changeOrigin(eventName, payload, inputs.pullRequest !== null) : 'own'
  const needsFork = origin === 'pull-request'
  const decides = inputs.mode === 'gate-if-worse'
  const needs = { needsTime, needsFork, isRequired: needsFork || (needsTime && decides) }
  const github = gitHubBefore(inputs, environment, cancellation, inputs.timeoutSeconds * 1000)
  const found = await findPullRequest(inputs, needs, environment, github)
  if (found.problem !== null && needs.isRequired) return { invalid: [found.problem] }
  const context = contextOf(inputs, found, environment, cancellation)
  if (inputs.apiKey === '') {
    // Mode `report`, as on pull requests from forks: says so everywhere, and lets the job succeed.
    const withheld = secretsWithheld(eventName, payload)
    const noKey = { kind: 'key', status: null, reason: null, withheld } as const
    const outcome = nothingRan(inputs.mode, noKey, Date.now(), Date.now())
    await publish(resultsOf(outcome, inputs, context), context)
    return 'success'
  }
  const refused = await originError(origin, context, github)
  // What a cancelled job did not ask is not missing: the gate requests nothing, and says so.
  if (refused !== null && !cancellation.requested.aborted)
    return { invalid: [`Input "${inputs.override.length > 0 ? 'override' : 'tests'}": ${refused}`] }
  const baseline = await readBaselineFiles(inputs.baseline)
  if (!baseline.ok) return { invalid: baseline.messages }
  const cutOff = found.problem === null ? baselineCutOff(eventName, payload, found.pullRequest) : null
  const changes = await changesOf(tests, context, github)
  const announced = announce(context, cancellation.requested)
  const outcome = await runTests(inputs, { files: baseline.files, cutOff }, tests.planWith(changes), {
    emit: logEvent,
    signal: cancellation.requested,
  })
  core.endGroup()
  for (const warning of outcomeWarnings(inputs, outcome)) core.warning(warning)
  await announced
  const results = resultsOf(outcome, inputs, context)
  await publish(results, context)
  return conclusionOf(inputs, results)
}

/** For all that is asked before the first launch: one wait of a minute, as GitHub may want it, and the requests. */
const BEFORE_LAUNCH_MS = 75_000

function gitHubBefore(
  { githubToken }: Pick<Inputs, 'githubToken'>,
  { apiUrl }: Environment,
  { requested }: Cancellation,
  timeoutMs = BEFORE_LAUNCH_MS,
): GitHubApi {
  const totalMs = Math.min(BEFORE_LAUNCH_MS, timeoutMs)
  return new GitHubApi(gitHubAccess(githubToken, apiUrl), { signal: requested, totalMs })
}

/** What the pull request changes in files of tests. */
async function changesOf(
  tests: Extract<TestsInput, { ok: true }>,
  { environment, pullRequest }: PublishContext,
  github: GitHubApi,
): Promise<Changes> {
  if (tests.files.length === 0 || pullRequest === null) return null
  const { files, problem } = await baseFiles(environment, pullRequest, tests, github)
  if (problem === null) return files
  core.warning(`${problem} Until then, tests that the pull request adds or edits are not known as such.`)
  return 'unread'
}

/** Why the job must not send to the service what this change says; null if it may. */
async function originError(
  origin: ChangeOrigin,
  { environment, pullRequest }: PublishContext,
  github: GitHubApi,
): Promise<string | null> {
  switch (origin) {
    case 'own':
      return null
    case 'fork':
      return OF_FORK
    case 'pull-request':
      return pullRequest?.fromFork === false ? null : OF_FORK
    case 'deployment': {
      const asked = await isDeployedFromBranch(environment, github)
      if (asked.isFromBranch) return null
      return asked.problem === null ? NOT_FROM_BRANCH : `${asked.problem} ${UNREAD_BRANCHES}`
    }
    case 'unknown':
      return UNKNOWN_CHANGE
    default:
      return origin satisfies never
  }
}

const FROM_FORK =
  'may come from a fork, whose author could write to your workspace, or have the headers of your agents sent elsewhere. Nothing was tested.'
const OF_FORK = `the change ${FROM_FORK} Skip this job for forks, or leave this input out.`
const UNKNOWN_CHANGE = `the event does not say whose change is tested. It ${FROM_FORK} Name the pull request with the input "pull-request".`
const NOT_FROM_BRANCH = `the deployed commit is not the newest one of a branch of this repository. It ${FROM_FORK} Name its pull request with the input "pull-request". If a newer commit was pushed meanwhile, its deployment starts another job.`
const UNREAD_BRANCHES =
  'Nothing was tested. Without the permission, name the pull request with the input "pull-request".'

/** Merges the results of earlier jobs, and reports them as if one job had run all tests. */
export async function runMerge(
  inputs: MergeInputs,
  environment: Environment,
  cancellation: Cancellation,
): Promise<Conclusion> {
  const needs = { needsTime: false, needsFork: false, isRequired: false }
  const github = gitHubBefore(inputs, environment, cancellation)
  const found = await findPullRequest(inputs, needs, environment, github)
  const context = contextOf(inputs, found, environment, cancellation)
  const { pullRequest, headSha } = context
  const { workflowRunUrl } = environment
  const { results, warnings } = await mergeParts({
    ...inputs,
    headSha,
    pullRequest: pullRequest?.number ?? null,
    workflowRunUrl,
  })
  for (const warning of warnings) core.warning(warning)
  await publish(results, context)
  return conclusionOf(inputs, results)
}

/**
 * @param needs `isRequired`: whether the job ends if GitHub does not give it
 * @returns also why GitHub's answer is missing; null unless it was asked in vain
 */
async function findPullRequest(
  { pullRequest: named, comment }: Pick<Inputs, 'pullRequest' | 'comment'>,
  { isRequired, ...needs }: Pick<Wanted, 'needsTime' | 'needsFork'> & { readonly isRequired: boolean },
  environment: Environment,
  github: GitHubApi,
): Promise<{ readonly pullRequest: PullRequest | null; readonly problem: string | null }> {
  const wanted = { ...needs, named, comments: comment !== false }
  const { pullRequest, problem } = await jobsPullRequest(environment, wanted, github)
  // A lookup that nobody asked for is not worth an annotation.
  if (problem !== null && !isRequired) (named === null ? core.info : core.warning)(problem)
  return { pullRequest, problem }
}

function contextOf(
  inputs: PublishContext['inputs'],
  { pullRequest }: { readonly pullRequest: PullRequest | null },
  environment: Environment,
  cancellation: Cancellation,
): PublishContext {
  const { eventName, payload, sha } = environment
  const headSha = testedCommit(eventName, payload, sha, pullRequest)
  const comment = stickyComment(inputs, pullRequest, environment)
  return { inputs, environment, pullRequest, headSha, comment, cancellation }
}

function resultsOf(outcome: GateOutcome, inputs: Inputs, context: PublishContext): Results {
  const { mode, timeoutSeconds } = inputs
  const { environment, headSha, pullRequest } = context
  const job = {
    title: jobTitle(inputs),
    mode,
    timeoutSeconds,
    headSha,
    pullRequest: pullRequest?.number ?? null,
    workflowRunUrl: environment.workflowRunUrl,
  }
  return toResults(outcome, job, inputs.details)
}

function conclusionOf({ mode }: Pick<Inputs, 'mode'>, { verdict }: Results): Conclusion {
  return mode === 'report' || verdict === 'passed' ? 'success' : 'failure'
}

function logEvent(event: GateEvent): void {
  const title = phaseTitle(event)
  if (title !== null) {
    core.endGroup()
    core.startGroup(title)
  }
  for (const line of eventLines(event)) core.info(line)
}
