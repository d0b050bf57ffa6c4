// Runs the command line as a process, against a simulated service.
import { spawn } from 'node:child_process'
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

export type CommandLine = Awaited<ReturnType<typeof createCommandLine>>

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
) {
  const simulator = await startSimulator({ ...options, agents })
  /** The working folder, until the end of the test. */
  const folder = createFolder({}, test)
  test.onTestFinished(() => simulator.close())
  /** Any command, without the key. */
  const command = (args: readonly string[], env: Environment = {}) =>
    startCommand(program, [...first, ...args], { cwd: folder, env })
  /** `agent-tests run` with the key and addresses of the simulator. */
  const start = (args: readonly string[] = [], env: Environment = {}) =>
    command([...runArguments(simulator), ...args], { AGENT_TESTS_API_KEY: simulator.apiKey, ...env })
  const run = (args?: readonly string[], env?: Environment) => start(args, env).result
  return { simulator, folder, command, start, run }
}

/** With nothing on the PATH but Node's own folder. */
export function startCommand(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
) {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: pathOf(process.execPath), NODE_COMPILE_CACHE, ...env },
  })
  const waiting = new Set<() => void>()
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => {
      printed[name] += text
      for (const check of waiting) check()
    })
  const result = new Promise<{ exitCode: number | null; stdout: string; stderr: string }>(
    (resolve, reject) => {
      child.on('error', reject).on('close', (exitCode) => resolve({ exitCode, ...printed }))
    },
  )
  return {
    child,
    result,
    /** Resolves when stdout or stderr matches. @throws if the command ends first */
    printed: (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          if (pattern.test(printed.stdout) || pattern.test(printed.stderr)) resolve()
        }
        waiting.add(check)
        check()
        result.then(
          () => reject(new Error(`ended before ${pattern}:\n${printed.stdout}${printed.stderr}`)),
          reject,
        )
      }),
  }
}

export function pathOf(node: string): string {
  return [dirname(node), '/usr/bin', '/bin'].join(delimiter)
}

/** An agent whose run takes 100 ms. */
export function quick(name: string, scenario: SimulatedAgent['scenario'] = 'all-pass'): SimulatedAgent {
  return { name, scenario, parameters: { tests: 3, durationMs: 100 } }
}
