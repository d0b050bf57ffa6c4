// The entry of simulator/action.yml, in three roles: starts a simulator in the background, is that simulator, and ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readInput } from '../../src/runner/environment.ts'
import { errorCommand } from '../../src/runner/workflow-commands.ts'
import { readAgentLine } from './agent-line.ts'
import { scenarios } from './evaluation/scenarios.ts'
import { defaultApiKey, startSimulator } from './index.ts'
import { concurrencyOf, portOf, read, startError } from './values.ts'

/** Sent once by the simulator to the process that started it. */
type Report = { readonly url: string; readonly agents: readonly string[] } | { readonly error: string }

/** How often the simulator checks that its lease still exists. */
const LEASE_CHECK_MS = 250

const [, script = ''] = process.argv
const { SIMULATOR_LEASE: leaseToServe, STATE_lease: leaseToEnd } = process.env
if (leaseToServe) await serve(leaseToServe)
else if (leaseToEnd) end(leaseToEnd)
else await start(script)

/** The action's step: leaves a serving process behind and tells later steps where it is. */
async function start(script: string): Promise<void> {
  // A folder that exists as long as the simulator should run. The runner empties its parent when the job ends.
  const lease = mkdtempSync(join(process.env['RUNNER_TEMP'] || tmpdir(), 'agent-tests-simulator-'))
  // First of all: without it, the post step would start a simulator.
  writeFileCommand('GITHUB_STATE', { lease })
  // Shares nothing that would keep the step open or end the simulator with it.
  const simulator = spawn(process.execPath, [script], {
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

/** The process left behind, with the inputs of the step. Nobody reads its output. */
async function serve(lease: string): Promise<void> {
  const report = await open().catch(
    (error: unknown): Report => ({ error: startError(error, 'Input "port"') }),
  )
  process.send?.(report, () => process.disconnect())
  if ('error' in report) return
  setInterval(() => {
    if (!existsSync(lease)) process.exit()
  }, LEASE_CHECK_MS)
}

async function open(): Promise<Report> {
  const input = (name: string) => readInput(process.env, name)
  const lines = input('agents')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const { url, agents } = await startSimulator({
    port: read('Input "port"', input('port') || '0', portOf),
    concurrency: read('Input "concurrency"', input('concurrency') || 'unlimited', concurrencyOf),
    ...(lines.length > 0 && { agents: lines.map((line) => read('Input "agents"', line, readAgentLine)) }),
  })
  return { url, agents: agents.map(({ name, scenario }) => `${name}: ${scenarios[scenario].description}`) }
}

/** The action's post step. It does not use the process id, which may belong to another process by then. */
function end(lease: string): void {
  rmSync(lease, { recursive: true, force: true })
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
