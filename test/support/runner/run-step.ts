// A stand-in for the runner: starts an action as a step of a job, this repository's committed bundle unless told otherwise,
// and tells what GitHub would show of it.
import { fileURLToPath } from 'node:url'
import { stepEnvironment } from './environment.ts'
import type { Contexts } from './expressions.ts'
import { inputVariables, readMetadata, root } from './metadata.ts'
import { type RunningStep, type StepResult, startCommand } from './run-command.ts'

export type { RunningStep, StepResult } from './run-command.ts'

export interface StepOptions {
  /** The workflow's `with:`; the rest are action.yml's defaults. */
  readonly with: Readonly<Record<string, string>>
  /** The Node that runs it, by default the one that runs the tests. */
  readonly node?: string
  readonly eventName?: string
  readonly event?: unknown
  readonly matrix?: Readonly<Record<string, unknown>>
  readonly githubToken?: string
  /** The step's `env:`, over what the runner sets. */
  readonly env?: Readonly<Record<string, string>>
  /** The folder of the action, with a slash at its end; this repository's where it is absent. */
  readonly action?: URL
  /** What the action's first step kept: given, its post step is run. */
  readonly state?: Readonly<Record<string, string>>
  readonly workspace?: string
  /** RUNNER_TEMP, for steps that leave files to each other. */
  readonly temp?: string
  /** What the runner hides from the start, besides the token. */
  readonly secrets?: readonly string[]
}

export function runStep(options: StepOptions): Promise<StepResult> {
  return startStep(options).result
}

export function startStep(options: StepOptions): RunningStep {
  const { action = root, state, event = {}, eventName = 'push' } = options
  const metadata = readMetadata(action)
  const script = state === undefined ? metadata.runs.main : metadata.runs.post
  if (script === undefined) throw new Error('This action has no post step.')
  const githubToken = options.githubToken ?? 'ghs_0123456789abcdefghijklmnopqrstuvwxyz'
  const contexts: Contexts = {
    github: { event, event_name: eventName, token: githubToken },
    matrix: options.matrix ?? null,
    job: {},
    runner: {},
    strategy: {},
  }
  return startCommand({
    command: options.node ?? process.execPath,
    args: [fileURLToPath(new URL(script, action))],
    event,
    secrets: [githubToken, ...(options.secrets ?? [])],
    ...(options.workspace === undefined ? {} : { workspace: options.workspace }),
    ...(options.temp === undefined ? {} : { temp: options.temp }),
    environment: (files, workspace) => ({
      ...stepEnvironment({ eventName, workspace }, files),
      ...inputVariables(metadata, options.with, contexts),
      ...Object.fromEntries(Object.entries(state ?? {}).map(([name, value]) => [`STATE_${name}`, value])),
      ...options.env,
    }),
  })
}
