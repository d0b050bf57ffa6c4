// `agent-tests simulator` and `npm run simulator`: serves until Ctrl+C.
import { readCommandLine, startError, usage } from './command-line.ts'
import { greeting, voiceFormGreeting } from './greeting.ts'
import { type SimulatedService, startSimulator, startVoiceFormSimulator } from './index.ts'

/**
 * @param args the command line without the program
 * @param program how to start agent-tests, for the command to copy
 */
export async function runSimulator(args: readonly string[], program: string): Promise<void> {
  const command = readCommandLine(args)
  switch (command.kind) {
    case 'help':
      process.stdout.write(usage)
      return
    case 'error':
      fail(`${command.message}\n\nAdd --help for a list of the flags.`)
      return
    case 'serve':
      await run(startSimulator(command.options), (simulator) => greeting(simulator, program))
      return
    case 'serve-voice-form':
      await run(startVoiceFormSimulator(command.options), voiceFormGreeting)
      return
    default:
      command satisfies never
  }
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
