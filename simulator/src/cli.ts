// `agent-tests simulator` and `npm run simulator`: serves until Ctrl+C.
import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { readCommandLine, startError, usage } from './command-line.ts'
import { greeting, shellWord, voiceFormGreeting } from './greeting.ts'
import { type SimulatedService, startSimulator, startVoiceFormSimulator } from './index.ts'

/**
 * @param args the command line without the program
 * @param file the file that was started
 */
export async function runSimulator(args: readonly string[], file: string): Promise<void> {
  const command = readCommandLine(args)
  switch (command.kind) {
    case 'help':
      process.stdout.write(usage)
      return
    case 'error':
      fail(`${command.message}\n\nAdd --help for a list of the flags.`)
      return
    case 'serve':
      await run(startSimulator(command.options), (simulator) => greeting(simulator, programOf(file)))
      return
    case 'serve-voice-form':
      await run(startVoiceFormSimulator(command.options), voiceFormGreeting)
      return
    default:
      command satisfies never
  }
}

/** How to start agent-tests from the folder that the user is in; npm runs scripts in the folder of their package. */
function programOf(file: string): string {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  if (file.endsWith('.js') && existsSync(join(folder, 'node_modules', 'agent-tests')))
    return 'npx --no agent-tests'
  const from = (path: string) => shellWord(path.startsWith(folder + sep) ? relative(folder, path) : path)
  const node = file.endsWith('.ts') ? from(join(dirname(file), '../node_modules/.bin/node')) : 'node'
  return `${node} ${from(file)}`
}

async function run<Service extends SimulatedService>(
  starting: Promise<Service>,
  greet: (simulator: Service) => string,
): Promise<void> {
  try {
    const simulator = await starting
    process.stdout.write(greet(simulator))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
  } catch (error) {
    fail(`The simulator could not start: ${startError(error)}`)
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
