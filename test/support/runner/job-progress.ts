// How far a job has come, and what its expressions can see at that point.
import { type Contexts, interpolate, type JobStatus } from './expressions.ts'
import type { StepResult } from './run-command.ts'
import type { Step } from './workflow.ts'

export type Texts = Readonly<Record<string, string>>
export type Conclusion = 'success' | 'failure' | 'skipped'

export interface PlayedStep {
  readonly step: Step
  /** Before `continue-on-error`. */
  readonly outcome: Conclusion
  readonly conclusion: Conclusion
  /** `with:`, evaluated. */
  readonly inputs: Texts
  readonly outputs: Texts
  /** Null where nothing was started. */
  readonly result: StepResult | null
}

export interface Progress {
  status: JobStatus
  /** Of the workflow and the job, and what steps have added. */
  env: Texts
  readonly played: PlayedStep[]
}

/** @param given the contexts that stay as they are throughout the job */
export function contextsAt({ status, env, played }: Progress, given: Contexts): Contexts {
  const steps = played.flatMap(({ step, outcome, conclusion, outputs }) =>
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
    steps: Object.fromEntries(steps),
  }
}

/** What the jobs before have come to, as far as `success()` and the like are concerned. */
export function statusOfNeeds(needs: unknown): JobStatus {
  const results = Object.values(needs ?? {}).map((need: { readonly result?: JobStatus }) => need.result)
  return (
    (['failure', 'cancelled', 'skipped'] as const).find((status) => results.includes(status)) ?? 'success'
  )
}

/** The values of `with:`, `env:` or `outputs:`, every one a text. */
export function evaluated(values: Readonly<Record<string, unknown>> | undefined, contexts: Contexts): Texts {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, interpolate(String(value ?? ''), contexts)]),
  )
}
