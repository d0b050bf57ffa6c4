// A step that is a command: the files it may write, its process, and what GitHub makes of both.
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
  summaryFault,
} from './files.ts'
import { createMasks } from './masks.ts'
import { startProcess } from './processes.ts'

export interface StepResult extends StepLog {
  /** Of the process; null where a signal ended it. */
  readonly exitCode: number | null
  readonly conclusion: 'success' | 'failure'
  /** The whole log as a person would see it. */
  readonly log: string
  /** stdout and stderr as they came, nothing masked. */
  readonly raw: string
  readonly outputs: Readonly<Record<string, string>>
  /** What the step keeps for its own post step. */
  readonly state: Readonly<Record<string, string>>
  /** What the step sets for the steps after it. */
  readonly env: Readonly<Record<string, string>>
  readonly summary: string
  /** Whole, nothing masked: what the step wrote for the runner, into RUNNER_TEMP, and where it works. */
  readonly files: readonly string[]
  readonly durationMs: number
}

export interface RunningStep {
  readonly result: Promise<StepResult>
  readonly files: StepFiles
  /** Resolves when the log so far matches. @throws where the process ends first */
  logged(pattern: RegExp): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** As the runner cancels: SIGINT, 7.5 s later SIGTERM, 2.5 s later the end. */
  cancel(): void
}

export interface CommandPlan {
  readonly command: string
  readonly args: readonly string[]
  /** A temporary folder of the step's own where it is absent. */
  readonly workspace?: string
  /** RUNNER_TEMP; of the step's own where it is absent. */
  readonly temp?: string
  /** The payload of the event. */
  readonly event: unknown
  /** What the runner hides from the start. */
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
      const fault = summaryFault(files.summary)
      return {
        ...end,
        conclusion: end.exitCode === 0 && !end.refused ? 'success' : 'failure',
        annotations: fault === null ? end.annotations : [...end.annotations, fault],
        log: end.lines.join('\n'),
        outputs: readOutputs(files.output),
        state: readPairs(readFileSync(files.state, 'utf8')),
        env: readPairs(readFileSync(files.env, 'utf8')),
        summary: readSummary(files.summary, masks),
        files: readFiles(folder, files.event),
      }
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }))
  return { result, files, logged: running.logged, kill: running.kill, cancel: running.cancel }
}
