// Runs a job of a workflow as the runner does: scripts and this repository's actions as processes, step by step.
// Third-party actions are skipped and count as a success without outputs.
import { stepEnvironment } from './environment.ts'
import { type Contexts, holds, interpolate, type JobStatus } from './expressions.ts'
import { startCommand } from './run-command.ts'
import { runStep, type StepResult } from './run-step.ts'
import { jobOf, type Step, type Workflow } from './workflow.ts'

export type Texts = Readonly<Record<string, string>>
type Conclusion = 'success' | 'failure' | 'skipped'

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

interface Progress {
  status: JobStatus
  /** From the workflow and the job. */
  env: Texts
  readonly steps: JobStepResult[]
}

export interface JobPlan {
  readonly workflow: Workflow
  readonly job: string
  readonly eventName: string
  readonly event: unknown
  readonly githubToken: string
  readonly matrix?: Readonly<Record<string, unknown>> | null
  /** Further contexts, or more of `github`: `secrets`, `vars`, `needs`, `inputs`. */
  readonly contexts?: Contexts
  /** Overrides every step's environment. */
  readonly env?: Texts
  /** The folder of an action, or null for a third-party one. */
  readonly folderOf: (uses: string) => URL | null
  /** Changes the inputs that the workflow passes to an action. */
  readonly inputsOf?: (given: Texts, uses: string) => Texts
  /** The folder that the job works in. */
  readonly workspace: string
  /** RUNNER_TEMP. */
  readonly temp: string
}

export interface JobResult {
  readonly conclusion: Conclusion
  readonly steps: readonly JobStepResult[]
  readonly outputs: Texts
}

export async function runJob(plan: JobPlan): Promise<JobResult> {
  const { workflow } = plan
  const job = jobOf(workflow, plan.job)
  const given = givenContexts(plan)
  const progress: Progress = { status: statusOfNeeds(given['needs']), env: {}, steps: [] }
  if (!holds(textOf(job.if), contextsAt(progress, given), progress.status))
    return { conclusion: 'skipped', steps: [], outputs: {} }
  progress.status = 'success'
  for (const env of [workflow.env, job.env])
    progress.env = { ...progress.env, ...evaluated(env, contextsAt(progress, given)) }
  for (const step of job.steps ?? []) await runJobStep(step, plan, given, progress)
  return {
    conclusion: progress.status === 'success' ? 'success' : 'failure',
    steps: progress.steps,
    outputs: evaluated(job.outputs, contextsAt(progress, given)),
  }
}

function givenContexts({ eventName, event, githubToken, matrix, contexts, temp }: JobPlan): Contexts {
  const github = { event_name: eventName, event, token: githubToken, repository: 'acme/shop' }
  return {
    ...contexts,
    matrix: matrix ?? null,
    runner: { os: 'Linux', temp },
    github: { ...github, ...Object(contexts?.['github']) },
  }
}

async function runJobStep(step: Step, plan: JobPlan, given: Contexts, progress: Progress): Promise<void> {
  const before = contextsAt(progress, given)
  const env = { ...progress.env, ...evaluated(step.env, before) }
  const contexts = { ...before, env }
  if (!holds(textOf(step.if), contexts, progress.status)) {
    const skipped = { outcome: 'skipped', conclusion: 'skipped' } as const
    progress.steps.push({ step, ...skipped, inputs: {}, outputs: {}, result: null })
    return
  }
  const inputs = evaluated(step.with, contexts)
  const named = { GITHUB_JOB: plan.job, GITHUB_ACTION: step.id ?? `__step_${progress.steps.length}` }
  const result = await perform(step, { inputs, env: { ...named, ...env, ...plan.env } }, plan, contexts)
  const outcome = result?.conclusion ?? 'success'
  const mayFail = interpolate(String(step['continue-on-error'] ?? false), contexts) === 'true'
  const conclusion = mayFail ? 'success' : outcome
  const outputs = result?.outputs ?? {}
  if (conclusion === 'failure') progress.status = 'failure'
  progress.steps.push({ step, outcome, conclusion, inputs, outputs, result })
}

/** Null for a third-party action. */
async function perform(
  step: Step,
  { inputs, env }: { readonly inputs: Texts; readonly env: Texts },
  plan: JobPlan,
  contexts: Contexts,
): Promise<StepResult | null> {
  const { event, eventName, workspace, temp, githubToken } = plan
  const secrets = Object.values(Object(contexts['secrets'])).map(String)
  if (step.run !== undefined) {
    return startCommand({
      command: 'bash',
      args: [
        '-e',
        ...(step.shell === 'bash' ? ['-o', 'pipefail'] : []),
        '-c',
        interpolate(step.run, contexts),
      ],
      event,
      secrets: [githubToken, ...secrets],
      workspace,
      temp,
      environment: (files) => ({ ...stepEnvironment({ eventName, workspace }, files), ...env }),
    }).result
  }
  const uses = step.uses ?? ''
  const action = plan.folderOf(uses)
  if (action === null) return null
  return runStep({
    action,
    with: plan.inputsOf?.(inputs, uses) ?? inputs,
    ...(plan.matrix ? { matrix: plan.matrix } : {}),
    ...{ env, event, eventName, githubToken, secrets, temp, workspace },
  })
}

function textOf(condition: string | boolean | undefined): string | undefined {
  return condition === undefined ? undefined : String(condition)
}

/** @param given the contexts that do not change during the job */
function contextsAt({ status, env, steps }: Progress, given: Contexts): Contexts {
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
function statusOfNeeds(needs: unknown): JobStatus {
  const results = Object.values(needs ?? {}).map((need: { readonly result?: JobStatus }) => need.result)
  return (
    (['failure', 'cancelled', 'skipped'] as const).find((status) => results.includes(status)) ?? 'success'
  )
}

/** The evaluated values of `with:`, `env:` or `outputs:`, as strings. */
function evaluated(values: Readonly<Record<string, unknown>> | undefined, contexts: Contexts): Texts {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, interpolate(String(value ?? ''), contexts)]),
  )
}
