// The entry of simulator/action.yml, in three roles: starts a simulator in the background, is that simulator, and ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EnvironmentVariables, errorCommand, readInput } from '../../src/runner/environment.ts'
import { readCommandLine, startError } from './command-line.ts'
import { scenarios } from './evaluation/scenarios.ts'
import { defaultApiKey, type SimulatorOptions, startSimulator } from './index.ts'

/** Sent once by the simulator to the process that started it. */
type Report = { readonly url: string; readonly agents: readonly string[] } | { readonly error: string }

/** How often the simulator checks that its lease still exists. */
const LEASE_CHECK_MS = 250

const [, script = '', ...flags] = process.argv
const lease = process.env['STATE_lease'] ?? ''
if (flags.length > 0) await serve(flags, process.env['SIMULATOR_LEASE'] ?? '')
else if (lease === '') await start(script, flagsOf(process.env))
else end(lease)

/** The action's step: leaves a serving process behind and tells later steps where it is. */
async function start(script: string, flags: readonly string[]): Promise<void> {
  // A folder that exists as long as the simulator should run. The runner empties its parent when the job ends.
  const lease = mkdtempSync(join(process.env['RUNNER_TEMP'] || tmpdir(), 'agent-tests-simulator-'))
  // First of all: without it, the post step would start a simulator.
  writeFileCommand('GITHUB_STATE', { lease })
  // Shares nothing that would keep the step open or end the simulator with it.
  const simulator = spawn(process.execPath, [script, ...flags], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, SIMULATOR_LEASE: lease },
  })
  const report = await reportOf(simulator)
  simulator.unref()
  if ('error' in report) {
    end(lease)
    console.log(errorCommand('The simulator could not start', report.error))
    process.exitCode = 1
    return
  }
  writeFileCommand('GITHUB_OUTPUT', { 'base-url': report.url, 'api-key': defaultApiKey })
  console.log(`An evaluation service answers at ${report.url} until the end of this job. Its agents:`)
  for (const line of report.agents) console.log(`  ${line}`)
}

function reportOf(simulator: ChildProcess): Promise<Report> {
  return new Promise((resolve) => {
    simulator.once('message', (report: Report) => resolve(report))
    simulator.once('error', ({ message }) => resolve({ error: message }))
    simulator.once('exit', (code) => resolve({ error: `it exited with code ${code}` }))
  })
}

function inputName(flag: string): string {
  return `Input "${flag === 'agent' ? 'agents' : flag}"`
}

/** The process left behind. Nobody reads its output. */
async function serve(flags: readonly string[], lease: string): Promise<void> {
  const report = await open(flags).catch(
    (error: unknown): Report => ({ error: startError(error, inputName) }),
  )
  process.send?.(report, () => process.disconnect())
  if ('error' in report) return
  setInterval(() => {
    if (!existsSync(lease)) process.exit()
  }, LEASE_CHECK_MS)
}

async function open(flags: readonly string[]): Promise<Report> {
  const command = readCommandLine(flags, inputName)
  if (command.kind === 'error') return { error: command.message }
  const options: SimulatorOptions = command.kind === 'serve' ? command.options : {}
  const { url, agents } = await startSimulator(options)
  return { url, agents: agents.map(({ name, scenario }) => `${name}: ${scenarios[scenario].description}`) }
}

/** The action's post step. It does not use the process id, which may belong to another process by then. */
function end(lease: string): void {
  rmSync(lease, { recursive: true, force: true })
}

function flagsOf(env: EnvironmentVariables): string[] {
  const agents = readInput(env, 'agents').split(/\r?\n/)
  const flags = agents.filter((line) => line.trim() !== '').map((line) => `--agent=${line.trim()}`)
  return [
    `--port=${readInput(env, 'port') || '0'}`,
    `--concurrency=${readInput(env, 'concurrency') || 'unlimited'}`,
    ...flags,
  ]
}

/** @param variable names the file from which the runner reads values */
function writeFileCommand(
  variable: 'GITHUB_OUTPUT' | 'GITHUB_STATE',
  values: Readonly<Record<string, string>>,
): void {
  const file = process.env[variable]
  if (file === undefined) return
  for (const [name, value] of Object.entries(values)) appendFileSync(file, `${name}=${value}\n`)
}
