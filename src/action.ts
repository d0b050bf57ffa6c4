// Composes the action: the gate with its log, then everything that is published.
import * as core from '@actions/core'
import { systemClock } from './client/index.ts'
import type { GateEvent } from './gate/events.ts'
import type { GateOutcome } from './gate/results.ts'
import { verdictOf } from './gate/verdict.ts'
import { baselineCutOff, pullRequestOf } from './github/event.ts'
import type { Inputs, ParsedInputs } from './inputs.ts'
import { mergeParts } from './merge.ts'
import type { MergeInputs } from './merge-inputs.ts'
import { announce, publish, redactSecrets, reportOf } from './publish.ts'
import { eventLines, phaseTitles } from './report/log-events.ts'
import { redactData } from './report/untrusted-text.ts'
import { readBaselineFiles } from './results-files.ts'
import { baselineWarnings, runInputs } from './run.ts'
import type { Cancellation } from './runner/cancellation.ts'
import type { Environment } from './runner/environment.ts'

type Conclusion = 'success' | 'failure'

/** Runs the action, unless a baseline is `invalid`. A report that cannot be written does not change the conclusion. */
export async function runAction(
  { inputs, warnings }: ParsedInputs & { ok: true },
  environment: Environment,
  cancellation: Cancellation,
): Promise<Conclusion | { readonly invalid: readonly string[] }> {
  const context = { inputs, environment, cancelled: cancellation.overdue }
  if (inputs.apiKey === '') {
    await publish(withoutKey(inputs), reportOf(inputs), context)
    return 'success'
  }
  for (const warning of warnings) core.warning(warning)
  const baseline = await readBaselineFiles(inputs.baseline)
  if (!baseline.ok) return { invalid: baseline.messages }
  const { eventName, payload } = environment
  const cutOff = baselineCutOff(eventName, payload, systemClock.now())
  // The chart of a nightly report is that of all agents.
  const isReport = inputs.mode === 'report' && pullRequestOf(eventName, payload) === null
  const announced = announce({ ...context, cancelled: cancellation.requested }).catch(() => undefined)
  const outcome = await runInputs(
    inputs,
    { files: baseline.files, cutOff, trends: isReport ? 'all' : 'failing' },
    { emit: logger(inputs), signal: cancellation.requested },
  )
  core.endGroup()
  for (const warning of baselineWarnings(inputs, outcome)) core.warning(warning)
  await announced
  await publish(outcome, reportOf(inputs), context)
  return conclusionOf(inputs, outcome)
}

/** Merges the results of earlier jobs, and reports them as if one job had run all tests. */
export async function runMerge(
  inputs: MergeInputs,
  environment: Environment,
  cancellation: Cancellation,
): Promise<Conclusion> {
  const { outcome, report } = await mergeParts(inputs)
  await publish(outcome, report, {
    inputs: { ...inputs, apiKey: '' },
    environment,
    cancelled: cancellation.overdue,
  })
  return conclusionOf(inputs, outcome)
}

/** Mode `report` without a key, as on pull requests from forks: says so everywhere, and lets the job succeed. */
function withoutKey({ mode }: Inputs): GateOutcome {
  const abortReason = { kind: 'no-key' } as const
  const verdict = verdictOf(mode, [], abortReason, null)
  return { verdict, results: [], abortReason, comparison: null, trends: [], durationMs: 0 }
}

function conclusionOf({ mode }: Pick<Inputs, 'mode'>, { verdict }: GateOutcome): Conclusion {
  return mode === 'report' || verdict.status === 'passed' ? 'success' : 'failure'
}

function logger(inputs: Inputs): (event: GateEvent) => void {
  const redact = redactSecrets(inputs)
  return (event) => {
    if (event.type === 'phase') {
      if (event.phase !== 'select') core.endGroup()
      core.startGroup(phaseTitles[event.phase])
    } else for (const line of eventLines(redactData(event, redact), inputs.appUrl)) core.info(line)
  }
}
