// The entry of simulator/action.yml, in three roles: starts a simulator beside the job, is that simulator, ends it with the job.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCommand } from '../../src/runner/commands.ts'
import { type EnvironmentVariables, readInput } from '../../src/runner/environment.ts'
import { readCommandLine } from './command-line.ts'
import { defaultApiKey, type SimulatorOptions, startSimulator } from './index.ts'
import { scenarios } from './scenarios.ts'

/** What the simulator tells the process that started it, once. */
type Report = { readonly url: string; readonly agents: readonly string[] } | { readonly fault: string }

/** How often the simulator looks whether its lease is still there. */
const LEASE_CHECK_MS = 250

const [, script = '', ...flags] = process.argv
const lease = process.env['STATE_lease'] ?? ''
if (flags.length > 0) await serve(flags, process.env['SIMULATOR_LEASE'] ?? '')
else if (lease === '') await start(script, flagsOf(process.env))
else end(lease)

/** The action's step: leaves a process behind that answers already, and tells the later steps where. */
async function start(script: string, flags: readonly string[]): Promise<void> {
  // A folder that lives as long as the simulator is to live. The runner empties the one that it is in when a job ends.
  const lease = mkdtempSync(join(process.env['RUNNER_TEMP'] || tmpdir(), 'agent-tests-simulator-'))
  // Apart from this process in everything that would keep the step open or end the simulator with it.
  const simulator = spawn(process.execPath, [script, ...flags], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, SIMULATOR_LEASE: lease },
  })
  const report = await reportOf(simulator)
  simulator.unref()
  if ('fault' in report) {
    end(lease)
    console.log(errorCommand('The simulator could not start', report.fault))
    process.exitCode = 1
    return
  }
  hand('GITHUB_STATE', { lease })
  hand('GITHUB_OUTPUT', { 'base-url': report.url, 'api-key': defaultApiKey })
  console.log(`An evaluation service answers at ${report.url} until the end of this job. Its agents:`)
  for (const line of report.agents) console.log(`  ${line}`)
}

function reportOf(simulator: ChildProcess): Promise<Report> {
  return new Promise((resolve) => {
    // It comes from this very file, as `serve` sends it.
    simulator.once('message', (report: Report) => resolve(report))
    simulator.once('error', ({ message }) => resolve({ fault: message }))
    simulator.once('exit', (code) => resolve({ fault: `it ended at once, with exit code ${code}` }))
  })
}

/** The process left behind. Nobody reads what it would print. */
async function serve(flags: readonly string[], lease: string): Promise<void> {
  const report = await open(flags).catch((error: Error): Report => ({ fault: error.message }))
  process.send?.(report, () => process.disconnect())
  if ('fault' in report) return
  setInterval(() => {
    if (!existsSync(lease)) process.exit()
  }, LEASE_CHECK_MS)
}

async function open(flags: readonly string[]): Promise<Report> {
  const command = readCommandLine(flags)
  if (command.kind === 'fault') return { fault: command.message }
  const options: SimulatorOptions = command.kind === 'serve' ? command.options : {}
  const { url, agents } = await startSimulator(options)
  return { url, agents: agents.map(({ name, scenario }) => `${name}: ${scenarios[scenario].description}`) }
}

/** The action's post step. Not by the process's id: by then, that may be another one's. */
function end(lease: string): void {
  rmSync(lease, { recursive: true, force: true })
}

function flagsOf(env: EnvironmentVariables): string[] {
  const agents = readInput(env, 'agents').split(/\r?\n/)
  const named = agents.filter((line) => line.trim() !== '').map((line) => `--agent=${line.trim()}`)
  return [
    `--port=${readInput(env, 'port') || '0'}`,
    `--slots=${readInput(env, 'slots') || 'unlimited'}`,
    ...named,
  ]
}

/** @param variable that names the file by which the runner takes values on */
function hand(variable: 'GITHUB_OUTPUT' | 'GITHUB_STATE', values: Readonly<Record<string, string>>): void {
  const file = process.env[variable]
  if (file === undefined) return
  for (const [name, value] of Object.entries(values)) appendFileSync(file, `${name}=${value}\n`)
}
