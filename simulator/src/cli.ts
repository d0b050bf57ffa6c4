// `npm run simulator`: serves until Ctrl+C.
import { greeting, readCommandLine, usage } from './command-line.ts'
import { type SimulatorOptions, startSimulator } from './index.ts'

const command = readCommandLine(process.argv.slice(2))
switch (command.kind) {
  case 'help':
    process.stdout.write(usage)
    break
  case 'error':
    fail(`${command.message}\n\n${usage}`)
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
    fail(`The simulator could not start: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
