// The runner emulator: starts an action as a step of a job, by default this repository's committed bundle, and returns
// what GitHub would show.
import { fileURLToPath } from 'node:url'
import { stepEnvironment } from './environment.ts'
import type { Contexts } from './expressions.ts'
import { inputVariables, readMetadata, root } from './metadata.ts'
import { type RunningStep, type StepResult, startCommand } from './run-command.ts'

export type { RunningStep, StepResult } from './run-command.ts'

export interface StepOptions {
  /** The workflow's `with:`; other inputs have the defaults of action.yml. */
  readonly with: Readonly<Record<string, string>>
  /** The Node that runs it, by default the one that runs the tests. */
  readonly node?: string
  readonly eventName?: string
  readonly event?: unknown
  readonly matrix?: Readonly<Record<string, unknown>>
  readonly githubToken?: string
  /** The step's `env:`; overrides the runner's variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Folder of the action, ending in a slash. Default: this repository. */
  readonly action?: URL
  readonly workspace?: string
  /** RUNNER_TEMP, for steps that share files. */
  readonly temp?: string
  /** Secrets to mask, besides the token. */
  readonly secrets?: readonly string[]
}

export function runStep(options: StepOptions): Promise<StepResult> {
  return startStep(options).result
}

export function startStep(options: StepOptions): RunningStep {
  const { action = root, event = {}, eventName = 'push' } = options
  const metadata = readMetadata(action)
  const githubToken = options.githubToken ?? 'ghs_0123456789abcdefghijklmnopqrstuvwxyz'
  const contexts: Contexts = {
    github: { event, event_name: eventName, token: githubToken },
    matrix: options.matrix ?? null,
    job: {},
    runner: {},
    strategy: {},
  }
  const inputs = inputVariables(metadata, options.with, contexts)
  return startCommand({
    command: options.node ?? process.execPath,
    args: [fileURLToPath(new URL(metadata.runs.main, action))],
    event,
    secrets: [githubToken, ...(options.secrets ?? [])],
    ...(options.workspace === undefined ? {} : { workspace: options.workspace }),
    ...(options.temp === undefined ? {} : { temp: options.temp }),
    environment: (files, workspace) => ({
      ...stepEnvironment({ eventName, workspace }, files),
      ...inputs,
      ...options.env,
    }),
  })
}
