// Runs the command line as a process, against a simulated service.
import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, type TestContext } from 'vitest'
import {
  type SimulatedAgent,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../simulator/src/index.ts'
import { createFolder } from '../support/folders.ts'

export interface CommandResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
}

export interface RunningCommand {
  readonly child: ChildProcess
  readonly result: Promise<CommandResult>
  /** Resolves when stdout or stderr matches. @throws if the command ends first */
  printed(pattern: RegExp): Promise<void>
}

export interface CommandLine {
  readonly simulator: Simulator
  /** The working folder, until the end of the test. */
  readonly folder: string
  /** Any command, without the key. */
  command(args: readonly string[], env?: Environment): RunningCommand
  /** `agent-tests run` with the key and addresses of the simulator. */
  start(args?: readonly string[], env?: Environment): RunningCommand
  run(args?: readonly string[], env?: Environment): Promise<CommandResult>
}

type Environment = Readonly<Record<string, string>>

/** Halves the CPU time of a start from source. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

/** Starts the command line of the package that vitest.config.ts has installed. */
export const commandLine = [
  process.execPath,
  join(inject('installed').folder, 'node_modules/agent-tests/cli.js'),
] as const

/** The arguments of `agent-tests run` against the simulator. */
export const runArguments = ({ url }: Simulator) =>
  ['run', '--base-url', url, '--app-url', url, '--poll-interval', '1', '--timeout', '60'] as const

/** @param command what starts the command line: its program, then arguments */
export async function createCommandLine(
  test: Pick<TestContext, 'onTestFinished'>,
  [program, ...first]: readonly [string, ...string[]],
  agents: readonly SimulatedAgent[],
  options: SimulatorOptions = { concurrency: Number.POSITIVE_INFINITY },
): Promise<CommandLine> {
  const simulator = await startSimulator({ ...options, agents })
  const folder = createFolder({}, test)
  test.onTestFinished(() => simulator.close())
  const command: CommandLine['command'] = (args, env = {}) =>
    startCommand(program, [...first, ...args], { cwd: folder, env })
  const start: CommandLine['start'] = (args = [], env = {}) =>
    command([...runArguments(simulator), ...args], { AGENT_TESTS_API_KEY: simulator.apiKey, ...env })
  return { simulator, folder, command, start, run: (args, env) => start(args, env).result }
}

/** With nothing on the PATH but Node's own folder. */
export function startCommand(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): RunningCommand {
  const startedAt = performance.now()
  const child = spawn(program, args, {
    cwd,
    env: { PATH: pathOf(process.execPath), NODE_COMPILE_CACHE, ...env },
  })
  const waiting = new Set<() => void>()
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    for (const check of waiting) check()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
    for (const check of waiting) check()
  })
  const result = new Promise<CommandResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      resolve({ exitCode, stdout, stderr, durationMs: performance.now() - startedAt })
    })
  })
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (pattern.test(stdout) || pattern.test(stderr)) resolve()
      }
      waiting.add(check)
      check()
      result.then(() => reject(new Error(`ended before ${pattern}:\n${stdout}${stderr}`)), reject)
    })
  return { child, result, printed }
}

export function pathOf(node: string): string {
  return [dirname(node), '/usr/bin', '/bin'].join(delimiter)
}

/** An agent whose run takes 100 ms. */
export function quick(name: string, scenario: SimulatedAgent['scenario'] = 'all-pass'): SimulatedAgent {
  return { name, scenario, parameters: { tests: 3, durationMs: 100 } }
}
