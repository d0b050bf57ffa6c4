// The options of `agent-tests simulator`. What serves is loaded when it runs.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { SimulatorFlags } from './cli.ts'
import { outages } from './evaluation/errors.ts'
import { scenarios, testEvents } from './evaluation/scenarios.ts'
import { serverVersions } from './evaluation/server-version.ts'
import { apiKeyOf, concurrencyOf, messageOf, numberFrom, portOf } from './values.ts'

const EVALUATION_ONLY = [
  '--agent',
  '--concurrency',
  '--server-version',
  '--seed',
  '--bad-day',
  '--test-event',
  '--verbose',
]

/** @param file the file that was started */
export function addSimulator(command: Command, file: string): void {
  command
    .description('start a simulated evaluation service on this machine, until you press Ctrl+C')
    .summary('start a simulated service, to try all of this')
    .option(
      '--agent <agent>',
      '"<name>: <scenario>", with any parameters; can be repeated (default: one for each scenario)',
      (text, earlier: string[] = []) => [...earlier, text],
    )
    .addOption(checked('--port <number>', 'port to listen on (default: any free one)', portOf))
    .addOption(checked('--api-key <key>', 'the key to accept', apiKeyOf))
    .addOption(
      checked(
        '--concurrency <number>',
        'runs at a time, or "unlimited"; the others are queued',
        concurrencyOf,
      ).default(1),
    )
    .addOption(choice('--service <service>', 'which service', ['evaluation', 'voice-form']))
    .addOption(choice('--server-version <version>', 'how old it is, or as documented', serverVersions))
    .option('--seed <text>', 'the same seed gives the same IDs (default: other IDs each time)')
    .addOption(
      checked(
        '--bad-day <factor>',
        'multiplies the failure rates of flaky agents in every run that is launched (default: 1)',
        numberFrom(0, 100, 'decimal'),
      ),
    )
    .addOption(
      choice('--test-event <event>', 'what happens when tests are first created', testEvents).default(
        undefined,
        'nothing',
      ),
    )
    .addOption(
      checked(
        '--request-ms <number>',
        'how long each request keeps the only thread of the service busy; about 260 on the real service (default: 0)',
        numberFrom(0, 60_000),
      ),
    )
    .option('--verbose', 'also print the IDs for the annotation endpoints')
    .addHelpText('after', explanations)
    .action(async (flags: SimulatorFlags) => {
      const isGiven = (option: Option) => command.getOptionValueSource(option.attributeName()) === 'cli'
      const given = command.options.find((each) => EVALUATION_ONLY.includes(each.long ?? '') && isGiven(each))
      if (flags.service === 'voice-form' && given !== undefined)
        command.error(`error: Option ${given.long} is only for the evaluation service.`)
      const { runSimulator } = await import('./cli.ts')
      process.exitCode = await runSimulator(flags, file)
    })
}

function explanations(): string {
  const described = Object.entries(scenarios).map(([name, { description }]) => [name, description])
  return `
Scenarios:
${listed(Object.fromEntries(described))}

Errors, as in agent-down=1-3:
${listed(outages)}`
}

function listed(meanings: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(meanings).map((name) => name.length))
  return Object.entries(meanings)
    .map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
    .join('\n')
}

function checked(flags: string, description: string, read: (text: string) => unknown): Option {
  return new Option(flags, description).argParser((text) => {
    try {
      return read(text)
    } catch (error) {
      throw new InvalidArgumentError(messageOf(error))
    }
  })
}

/** The first is the default. */
function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).default(choices[0])
}
