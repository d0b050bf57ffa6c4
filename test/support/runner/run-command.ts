// Runs a step's process with its command files, and returns what GitHub makes of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StepLog } from './commands.ts'
import {
  createStepFiles,
  readFiles,
  readOutputs,
  readPairs,
  readSummary,
  type StepFiles,
  summaryError,
} from './files.ts'
import { createMasks } from './masks.ts'
import { startProcess } from './processes.ts'

export interface StepResult extends StepLog {
  /** Null if a signal ended the process. */
  readonly exitCode: number | null
  readonly conclusion: 'success' | 'failure'
  /** The log as displayed, masked. */
  readonly log: string
  /** stdout and stderr, unmasked. */
  readonly raw: string
  readonly outputs: Readonly<Record<string, string>>
  /** GITHUB_STATE. */
  readonly state: Readonly<Record<string, string>>
  /** GITHUB_ENV. */
  readonly env: Readonly<Record<string, string>>
  readonly summary: string
  /** The unmasked contents of all files that the step wrote: command files, RUNNER_TEMP and workspace. */
  readonly files: readonly string[]
  readonly durationMs: number
}

export interface RunningStep {
  readonly result: Promise<StepResult>
  /** Resolves when the log matches. @throws if the process ends first */
  logged(pattern: RegExp): Promise<void>
  kill(signal: NodeJS.Signals): void
}

export interface CommandPlan {
  readonly command: string
  readonly args: readonly string[]
  /** Default: a temporary folder. */
  readonly workspace?: string
  /** RUNNER_TEMP. Default: a temporary folder. */
  readonly temp?: string
  /** The payload of the event. */
  readonly event: unknown
  /** Masked from the start. */
  readonly secrets: readonly string[]
  readonly environment: (files: StepFiles, workspace: string) => Readonly<Record<string, string>>
}

export function startCommand(plan: CommandPlan): RunningStep {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-step-'))
  const workspace = plan.workspace ?? folder
  const files = createStepFiles(folder, plan.event, plan.temp)
  const masks = createMasks(plan.secrets)
  const { command, args } = plan
  const env = plan.environment(files, workspace)
  const running = startProcess({ command, args, cwd: workspace, env, masks })
  const result = running.end
    .then((end): StepResult => {
      const error = summaryError(files.summary)
      return {
        ...end,
        conclusion: end.exitCode === 0 && !end.refused ? 'success' : 'failure',
        annotations: error === null ? end.annotations : [...end.annotations, error],
        log: end.lines.join('\n'),
        outputs: readOutputs(files.output),
        state: readPairs(readFileSync(files.state, 'utf8')),
        env: readPairs(readFileSync(files.env, 'utf8')),
        summary: readSummary(files.summary, masks),
        files: readFiles(folder, files.event),
      }
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }))
  return { result, logged: running.logged, kill: running.kill }
}
