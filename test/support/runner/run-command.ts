// Runs a step's process with its command files as the runner does, reading both streams line by line, and returns what GitHub
// makes of them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createStepFiles, readFiles, readOutputs, readPairs, readSummary, type StepFiles } from './files.ts'
import { createLog } from './log.ts'

export interface StepResult
  extends Pick<ReturnType<typeof createLog>, 'lines' | 'commands' | 'annotations' | 'masks'> {
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

export function startCommand({ command, args, event, ...plan }: CommandPlan): RunningStep {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-step-'))
  const { workspace = folder } = plan
  const files = createStepFiles(folder, event, plan.temp)
  const log = createLog(plan.secrets)
  const env = plan.environment(files, workspace)
  const child = spawn(command, args, { cwd: workspace, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = readOutput([child.stdout, child.stderr], log)
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  const result = exited
    .then((exitCode): StepResult => {
      output.end()
      return {
        ...log,
        exitCode,
        raw: output.raw,
        conclusion: exitCode === 0 ? 'success' : 'failure',
        log: log.lines.join('\n'),
        outputs: readOutputs(files.output),
        state: readPairs(readFileSync(files.state, 'utf8')),
        env: readPairs(readFileSync(files.env, 'utf8')),
        summary: log.hide(readSummary(files.summary)),
        files: readFiles(folder, files.event),
      }
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }))
  return { result, logged: output.logged, kill: (signal) => child.kill(signal) }
}

/** What a process prints, while it does. */
function readOutput(streams: readonly Readable[], log: ReturnType<typeof createLog>) {
  const waiting = new Set<() => void>()
  let raw = ''
  let ended = false
  const wake = () => {
    for (const check of waiting) check()
  }
  for (const stream of streams) {
    const split = lineSplitter(log.read)
    const decoder = new StringDecoder('utf8')
    stream.on('data', (chunk: Buffer) => {
      const text = decoder.write(chunk)
      raw += text
      split(text)
      wake()
    })
    stream.on('end', () => split(null))
  }
  return {
    get raw() {
      return raw
    },
    end() {
      ended = true
      wake()
    },
    logged: (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          const found = pattern.test(raw)
          if (!found && !ended) return
          waiting.delete(check)
          if (found) resolve()
          else reject(new Error(`The step ended before it logged ${pattern}:\n${raw}`))
        }
        waiting.add(check)
        check()
      }),
  }
}

/** Emits whole lines; `null` ends the text. A lone carriage return ends a line too. */
function lineSplitter(emit: (line: string) => void): (text: string | null) => void {
  let rest = ''
  return (text) => {
    const ended = text === null
    rest += text ?? ''
    // A trailing carriage return may be the first half of CRLF.
    const whole = ended || !rest.endsWith('\r') ? rest : rest.slice(0, -1)
    const lines = whole.split(/\r\n|\n|\r/)
    const last = lines.pop() ?? ''
    for (const line of lines) emit(line)
    if (ended && last !== '') emit(last)
    rest = ended ? '' : last + rest.slice(whole.length)
  }
}
