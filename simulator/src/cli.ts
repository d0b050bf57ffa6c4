// `agent-tests simulator` and `npm run simulator`: serves until Ctrl+C.
import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { readAgentLine } from './agent-line.ts'
import type { TestEvent } from './evaluation/scenarios.ts'
import type { ServerVersion } from './evaluation/server-version.ts'
import { greeting, shellWord, voiceFormGreeting } from './greeting.ts'
import { type SimulatedService, startSimulator, startVoiceFormSimulator } from './index.ts'
import { read, startError } from './values.ts'

export interface SimulatorFlags {
  readonly service: 'evaluation' | 'voice-form'
  readonly port?: number
  readonly apiKey?: string
  readonly requestMs?: number
  readonly agent?: readonly string[]
  readonly concurrency: number
  readonly serverVersion: ServerVersion
  readonly seed?: string
  readonly badDay?: number
  readonly testEvent?: TestEvent
  readonly verbose?: true
}

/**
 * @param file the file that was started
 * @returns the exit code; the simulator may serve
 */
export async function runSimulator(flags: SimulatorFlags, file: string): Promise<number> {
  const { service, agent, verbose = false, ...options } = flags
  try {
    if (service === 'voice-form') {
      await serve(startVoiceFormSimulator(options), voiceFormGreeting)
      return 0
    }
    const agents = agent?.map((line) => read('Option --agent', line, readAgentLine))
    const simulator = startSimulator({ ...options, agents })
    await serve(simulator, (started) => greeting(started, programOf(file), verbose))
    return 0
  } catch (error) {
    console.error(`error: ${startError(error, 'Option --port')}`)
    return 2
  }
}

async function serve<Service extends SimulatedService>(
  starting: Promise<Service>,
  greet: (simulator: Service) => string,
): Promise<void> {
  const simulator = await starting
  process.stdout.write(greet(simulator))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
}

/** How to start agent-tests from the folder that the user is in; npm runs scripts in the folder of their package. */
function programOf(file: string): string {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  if (file.endsWith('.js') && existsSync(join(folder, 'node_modules', 'agent-tests')))
    return 'npx --no-install agent-tests'
  const from = (path: string) => shellWord(path.startsWith(folder + sep) ? relative(folder, path) : path)
  const node = file.endsWith('.ts') ? from(join(dirname(file), '../node_modules/.bin/node')) : 'node'
  return `${node} ${from(file)}`
}
