// `npm run simulator`: serves a default workspace until it is told to stop.
import { greeting, readCommandLine, usage } from './command-line.ts'
import { type SimulatorOptions, startSimulator } from './index.ts'

const command = readCommandLine(process.argv.slice(2))
switch (command.kind) {
  case 'help':
    process.stdout.write(usage)
    break
  case 'fault':
    complain(`${command.message}\n\n${usage}`)
    break
  case 'serve':
    await run(command.options)
    break
  default:
    command satisfies never
}

async function run(options: SimulatorOptions): Promise<void> {
  try {
    const simulator = await startSimulator(options)
    process.stdout.write(greeting(simulator))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
  } catch (error) {
    complain(`The simulator could not start: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
