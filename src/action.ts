// Composes the action: the gate with its log, then everything that is published.
import * as core from '@actions/core'
import { changeOf, wantedOf } from './change/change.ts'
import { systemClock } from './client/core/clock.ts'
import { createRedactor } from './client/core/redactor.ts'
import type { GateEvent } from './gate/events.ts'
import { type GateOutcome, nothingRan } from './gate/gate.ts'
import { type GitHubAccess, GitHubApi } from './github/api.ts'
import { testedCommit } from './github/event.ts'
import { writeIssue } from './github/living-issue.ts'
import { commentIdOf } from './github/marker.ts'
import { type Job, jobsPullRequest, type Wanted } from './github/pull-request.ts'
import { StickyComment } from './github/sticky-comment.ts'
import type { Inputs, ParsedInputs, ReportInputs } from './inputs/inputs.ts'
import { keysIn } from './inputs/values.ts'
import { outcomeWarnings } from './outcome-warnings.ts'
import { announce, type PublishContext, publish } from './publish.ts'
import { eventLines, phaseTitle } from './report/log-events.ts'
import { issueText } from './results/problems.ts'
import { readFiles, runTests, toResults } from './run.ts'
import type { Cancellation } from './runner/cancellation.ts'
import type { Environment } from './runner/environment.ts'
import { createProxiedFetch } from './runner/fetch.ts'
import { DEFAULT_TITLE, type InputIssue, type JobProblem, type Results } from './schema.ts'

type Conclusion = 'success' | 'failure'
type ActionJob = Environment & Job

/** Runs the action. A report that cannot be written does not change the conclusion. */
export async function runAction(
  parsed: ParsedInputs,
  job: ActionJob,
  cancellation: Cancellation,
): Promise<Conclusion> {
  const { inputs } = parsed
  if (parsed.ok) {
    for (const each of parsed.ignored) console.log(issueText(each))
    for (const warning of parsed.warnings) core.warning(issueText(warning))
  }
  const wanted = parsed.ok ? wantedOf(inputs, job.event) : {}
  const { github, found, context } = await lookUp(inputs, job, cancellation, wanted)
  const finish = async (outcome: GateOutcome, of: PublishContext) => {
    const results = resultsOf(outcome, inputs, of)
    await publish(results, of)
    return conclusionOf(results)
  }
  const nothing = (problem: JobProblem) => nothingRan(inputs.mode, problem, Date.now(), Date.now())
  const refuse = (errors: readonly InputIssue[]) =>
    finish(nothing(wrongInputs(errors, inputs)), { ...context, isRefused: true })
  if (!parsed.ok) return refuse(parsed.errors)
  const withheld = job.event.secretsWithheld
  if (inputs.apiKey === '') {
    const isRefused = inputs.mode !== 'report'
    return finish(nothing({ kind: 'key', status: null, reason: null, withheld }), { ...context, isRefused })
  }
  const change = await changeOf({
    ...{ inputs, found, job, github },
    readFiles: () => readFiles(inputs, job.workspace),
    say: (text, isWarning) => (isWarning ? core.warning : core.info)(text),
  })
  // The look-up ends early then, so that nothing is known of the change.
  if (cancellation.requested.aborted) return finish(nothing({ kind: 'cancelled' }), context)
  if ('refused' in change) return refuse(change.refused)
  const { values: override, defaultBranch, cutOffs, isProven } = change
  const tested = { ...context, ...change.commit, defaultBranch }
  const announced = announce(tested, cancellation.requested)
  const skipUnchanged = inputs.skipUnchanged && isProven
  if (inputs.skipUnchanged && !isProven && found.pullRequest !== null) core.info(NOT_SKIPPED)
  const outcome = await runTests({ ...inputs, override, skipUnchanged }, cutOffs, change.tests, {
    emit: logEvents(),
    signal: cancellation.requested,
  })
  core.endGroup()
  for (const warning of outcomeWarnings(inputs, outcome)) core.warning(issueText(warning))
  await announced
  return finish(outcome, tested)
}

const NOT_SKIPPED =
  "Nothing is skipped as unchanged, because not all that is tested is known to be this pull request's, or it is not known what the base has."

/** Without the key and the token, which a value may have. */
function wrongInputs(errors: readonly InputIssue[], { apiKey, githubToken }: Inputs): JobProblem {
  const redact = createRedactor([...keysIn(apiKey), githubToken])
  const issues = errors.map(({ input, file, line, message, lines }) => {
    return { input, file, line, message: redact(message), lines: lines.map(redact) }
  })
  return { kind: 'wrong-inputs', issues }
}

/** For all that is asked before the first launch: one wait of a minute, as GitHub may want it, and the requests. */
const BEFORE_LAUNCH_SECONDS = 75

/** The job's pull request, and what else its reports need. Never rejects. @param wanted beyond where to comment */
async function lookUp(
  { githubToken, pullRequest: named, comment, issue, uploadPage, title, matrix, timeoutSeconds }: Inputs,
  job: ActionJob,
  cancellation: Cancellation,
  wanted: Partial<Wanted>,
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
    issue: issue ? (report, signal) => writeIssue(access, { ...job, commentId }, report, signal) : null,
    isRefused: false,
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

function resultsOf(outcome: GateOutcome, inputs: Inputs, context: PublishContext): Results {
  const { mode, timeoutSeconds } = inputs
  const job = { title: context.title, mode, timeoutSeconds, ...testedOf(context) }
  return toResults(outcome, job, inputs.details)
}

function testedOf({ environment, headSha, filesOf, about, pullRequest }: PublishContext) {
  const { workflowRunUrl, documentsUrl } = environment
  return { headSha, filesOf, about, pullRequest: pullRequest?.number ?? null, workflowRunUrl, documentsUrl }
}

function conclusionOf({ mode, verdict, decision }: Results): Conclusion {
  if (decision.endedEarly?.kind === 'wrong-inputs') return 'failure'
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
