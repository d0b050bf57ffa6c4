// Composes the action: the gate with its log, then everything that is published.
import * as core from '@actions/core'
import { readBaselineFiles } from './files.ts'
import type { GateEvent } from './gate/events.ts'
import type { GateOutcome } from './gate/results.ts'
import { verdictOf } from './gate/verdict.ts'
import { baselineCutOff, pullRequestOf } from './github/event.ts'
import type { Inputs, MergeInputs } from './inputs.ts'
import { mergeParts } from './merge.ts'
import { announce, commentOf, publish } from './publish.ts'
import { eventLines, phaseTitles } from './report/log-events.ts'
import { toResults } from './results/from-outcome.ts'
import type { Results } from './results/schema.ts'
import { baselineWarnings, runTests } from './run.ts'
import type { Cancellation } from './runner/cancellation.ts'
import type { Environment } from './runner/environment.ts'

type Conclusion = 'success' | 'failure'

/** Runs the action, unless a baseline is `invalid`. A report that cannot be written does not change the conclusion. */
export async function runAction(
  inputs: Inputs,
  warnings: readonly string[],
  environment: Environment,
  cancellation: Cancellation,
): Promise<Conclusion | { readonly invalid: readonly string[] }> {
  const { eventName, payload } = environment
  const pullRequest = pullRequestOf(eventName, payload)
  const comment = commentOf(inputs, environment)
  const context = { inputs, environment, comment, cancellation }
  if (inputs.apiKey === '') {
    await publish(resultsOf(withoutKey(inputs), inputs, environment), context)
    return 'success'
  }
  for (const warning of warnings) core.warning(warning)
  const baseline = await readBaselineFiles(inputs.baseline)
  if (!baseline.ok) return { invalid: baseline.messages }
  const cutOff = baselineCutOff(eventName, payload, pullRequest, Date.now())
  // The chart of a nightly report is that of all agents.
  const isNightly = inputs.mode === 'report' && pullRequest === null
  const announced = announce(context, cancellation.requested)
  const outcome = await runTests(
    inputs,
    { files: baseline.files, cutOff, trends: isNightly ? 'all' : 'failing' },
    { emit: (event) => logEvent(event, inputs.appUrl), signal: cancellation.requested },
  )
  core.endGroup()
  for (const warning of baselineWarnings(inputs, outcome)) core.warning(warning)
  await announced
  const results = resultsOf(outcome, inputs, environment)
  await publish(results, context)
  return conclusionOf(inputs, results)
}

/** Merges the results of earlier jobs, and reports them as if one job had run all tests. */
export async function runMerge(
  inputs: MergeInputs,
  environment: Environment,
  cancellation: Cancellation,
): Promise<Conclusion> {
  const { workflowRunUrl } = environment
  const results = await mergeParts({ ...inputs, headSha: headShaOf(environment), workflowRunUrl })
  const call = { ...inputs, agents: [] }
  const comment = commentOf(call, environment)
  await publish(results, { inputs: call, environment, comment, cancellation })
  return conclusionOf(inputs, results)
}

/** Mode `report` without a key, as on pull requests from forks: says so everywhere, and lets the job succeed. */
function withoutKey({ mode }: Inputs): GateOutcome {
  const abortReason = { kind: 'no-key' } as const
  const verdict = verdictOf(mode, [], abortReason, null, false)
  return { verdict, results: [], abortReason, comparison: null, earlierRuns: [], durationMs: 0 }
}

/** The title includes the values of the matrix leg, as in GitHub's job names. */
function resultsOf(outcome: GateOutcome, inputs: Inputs, environment: Environment): Results {
  const { matrix, appUrl, mode, timeoutSeconds } = inputs
  const values = Object.values(matrix ?? {}).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  const title = values.length === 0 ? 'Agent tests' : `Agent tests (${values.join(', ')})`
  const { workflowRunUrl } = environment
  const headSha = headShaOf(environment)
  return toResults(outcome, {
    title,
    appUrl,
    mode,
    timeoutSeconds,
    headSha,
    workflowRunUrl,
    endedAt: Date.now(),
  })
}

function headShaOf({ eventName, payload }: Environment): string | null {
  return pullRequestOf(eventName, payload)?.headSha ?? null
}

function conclusionOf({ mode }: Pick<Inputs, 'mode'>, { verdict }: Results): Conclusion {
  return mode === 'report' || verdict === 'passed' ? 'success' : 'failure'
}

function logEvent(event: GateEvent, appUrl: string): void {
  if (event.type === 'phase') {
    if (event.phase !== 'select') core.endGroup()
    core.startGroup(phaseTitles[event.phase])
  } else for (const line of eventLines(event, appUrl)) core.info(line)
}
