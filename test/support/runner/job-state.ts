// The state of a running job, and the contexts that its expressions see.
import { type Contexts, interpolate, type JobStatus } from './expressions.ts'
import type { StepResult } from './run-command.ts'
import type { Step } from './workflow.ts'

export type Texts = Readonly<Record<string, string>>
export type Conclusion = 'success' | 'failure' | 'skipped'

export interface JobStepResult {
  readonly step: Step
  /** Before `continue-on-error`. */
  readonly outcome: Conclusion
  readonly conclusion: Conclusion
  /** The evaluated `with:`. */
  readonly inputs: Texts
  readonly outputs: Texts
  /** Null if no process was started. */
  readonly result: StepResult | null
}

export interface Progress {
  status: JobStatus
  /** From the workflow and the job. */
  env: Texts
  readonly steps: JobStepResult[]
}

/** @param given the contexts that do not change during the job */
export function contextsAt({ status, env, steps }: Progress, given: Contexts): Contexts {
  const contexts = steps.flatMap(({ step, outcome, conclusion, outputs }) =>
    step.id === undefined ? [] : [[step.id, { outcome, conclusion, outputs }]],
  )
  return {
    inputs: {},
    needs: {},
    secrets: {},
    vars: {},
    strategy: {},
    ...given,
    env,
    job: { status },
    steps: Object.fromEntries(contexts),
  }
}

/** The combined status of the needed jobs, for `success()` and the like. */
export function statusOfNeeds(needs: unknown): JobStatus {
  const results = Object.values(needs ?? {}).map((need: { readonly result?: JobStatus }) => need.result)
  return (
    (['failure', 'cancelled', 'skipped'] as const).find((status) => results.includes(status)) ?? 'success'
  )
}

/** The evaluated values of `with:`, `env:` or `outputs:`, as strings. */
export function evaluated(values: Readonly<Record<string, unknown>> | undefined, contexts: Contexts): Texts {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, interpolate(String(value ?? ''), contexts)]),
  )
}
