// Starts a process as the runner does: reads both streams line by line.
import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { createLogReader, type StepLog } from './commands.ts'
import type { Masks } from './masks.ts'

export interface ProcessPlan {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly masks: Masks
}

export interface ProcessEnd extends StepLog {
  /** Null if a signal ended the process. */
  readonly exitCode: number | null
  /** stdout and stderr, unmasked. */
  readonly raw: string
  readonly durationMs: number
}

export interface RunningProcess {
  readonly end: Promise<ProcessEnd>
  /** Resolves when the output matches. @throws if the process ends first */
  logged(pattern: RegExp): Promise<void>
  kill(signal: NodeJS.Signals): void
}

export function startProcess({ command, args, cwd, env, masks }: ProcessPlan): RunningProcess {
  const startedAt = performance.now()
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const reader = createLogReader(masks)
  const waiting = new Set<() => void>()
  let raw = ''
  let ended = false
  const wake = () => {
    for (const check of waiting) check()
  }
  for (const stream of [child.stdout, child.stderr]) {
    const split = lineSplitter((line) => reader.read(line))
    const decoder = new StringDecoder('utf8')
    stream.on('data', (chunk: Buffer) => {
      const text = decoder.write(chunk)
      raw += text
      split(text)
      wake()
    })
    stream.on('end', () => split(null))
  }
  const end = new Promise<ProcessEnd>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      ended = true
      wake()
      resolve({ ...reader.log, exitCode, raw, durationMs: performance.now() - startedAt })
    })
  })

  return {
    end,
    kill: (signal) => child.kill(signal),
    logged: (pattern) =>
      new Promise((resolve, reject) => {
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
