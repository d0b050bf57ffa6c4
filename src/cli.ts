#!/usr/bin/env node
// The entry of the command line: commands, options and exit codes. What a command needs is loaded when it runs.
import { fileURLToPath } from 'node:url'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { addSimulator } from '../simulator/src/command-line.ts'
import { EXIT } from './cli/exit.ts'
import { API_KEY, inputOptions } from './cli/input-options.ts'
import { isClientError } from './client/core/errors.ts'
import { createRedactor } from './client/core/redactor.ts'
import { VERSION } from './client/core/version.ts'
import { keysIn } from './inputs/values.ts'
import { endSoon } from './runner/end.ts'

const DOCUMENTS = 'https://repository.example/org/agent-tests/blob/main/docs/cli.md'

const program = new Command('agent-tests')
  .description('Runs the tests of AI agents on an evaluation service and says whether they pass.')
  .version(VERSION)
  .showHelpAfterError('Add --help for the options and an example.')
  .addHelpText('after', `\nDocuments: ${DOCUMENTS}`)
  .configureOutput({ outputError: (text, write) => write(withoutValue(text)) })
  .exitOverride()

const run = program
  .command('run')
  .description('run the tests of agents and print the verdict')
  .summary('run the tests of agents')
addInputs(run, Object.keys(inputOptions))
const before = 'only earlier runs before this time count (default: all)'
run
  .option('--quiet', 'print the results only')
  .addOption(new Option('--baseline-before <time>', before).argParser(parsedTime))
  .option('--json <file>', 'write the results as JSON; "-", as for every file, is standard output')
  .option('--junit <file>', 'write the results as JUnit XML')
  .option('--html <file>', 'write the results as a page')
  .option('--markdown <file>', 'write the report as Markdown')
  // `run` has no arguments: the error says that agents are named by an option.
  .argument('[names...]')
  .usage('[options]')
  .action(async (names: string[], options) => {
    const { runCommand } = await import('./cli/run-command.ts')
    process.exitCode = await runCommand(names, options)
  })

const agents = program
  .command('agents')
  .description('say which agents are ready to be tested, and what the service supports; starts no run')
  .summary('check agents and service')
addInputs(agents, ['agents', 'base-url'])
agents
  .option('--costs', 'say what the last run of each agent took and cost; one more request for each')
  .option('--json <file>', 'write the list as JSON; "-" is standard output')
  .action(async (options) => {
    const { agentsCommand } = await import('./cli/agents-command.ts')
    process.exitCode = await agentsCommand(options)
  })

const tests = program
  .command('tests')
  .description('files of tests: write them from linked tests, and check them')
  .summary('write or check files of tests')
const pull = tests
  .command('pull')
  .description('write the linked tests of agents as files; changes nothing on the service')
  .argument('<agents...>', 'names of agents')
  .requiredOption('--to <folder>', 'where to write; each agent has a folder of its own there (required)')
  .option('--force', 'replace files that exist and differ')
addInputs(pull, ['base-url'])
pull.action(async (names, options) => {
  const { pullCommand } = await import('./cli/tests-pull-command.ts')
  process.exitCode = await pullCommand(names, options)
})
const check = tests
  .command('check')
  .description(
    'say what is wrong with files of tests; with a key and an address, also by the evaluators of the service',
  )
  .argument('[patterns...]', 'as in run --tests (default: agent-tests/**/*.yml, each folder as one agent)')
  .option(
    '--base-url <url>',
    `${inputOptions['base-url'].description} (without it, evaluators are not checked)`,
  )
addKey(check)
check.option('--verbose', 'name the tests, too')
check.action(async (patterns, options) => {
  const { checkCommand } = await import('./cli/tests-check-command.ts')
  process.exitCode = await checkCommand(patterns, options)
})

const report = program
  .command('report')
  .description('write the page of a results file and open it in the browser')
  .summary('show a results file as a page')
  .argument('<results>', 'results file: of --json, or of the action')
  .option('--html <file>', 'where to write the page (default: beside the results file)')
  .option('--no-open', 'do not open it')
  .action(async (results, options) => {
    const { reportCommand } = await import('./cli/report-command.ts')
    process.exitCode = await reportCommand(results, options)
  })

const simulator = program.command('simulator')
addSimulator(simulator, fileURLToPath(import.meta.url))

const service = '--base-url https://evaluation.acme.test'
const services = `${service} --app-url https://app.acme.test`
const cannotStart = { 2: 'cannot start, now or later: an invalid option, a refused key, an unknown agent' }
const verdicts = { 0: 'passed, or mode "report"', 1: 'failed', 3: 'inconclusive' }
const signals = { 130: 'stopped by SIGINT, such as Ctrl+C', 143: 'stopped by SIGTERM' }
addHelp(run, `${services} --agents 'Support bot'`, { ...verdicts, ...cannotStart, ...signals })
addHelp(agents, service, { 0: 'checked', ...cannotStart, 3: 'the service cannot be reached' })
addHelp(pull, `${service} 'Support bot' --to agent-tests`, {
  0: 'written, or unchanged',
  2: 'cannot start: an invalid option, a refused key, an unknown agent, a file that exists',
  3: 'the tests cannot be read',
})
addHelp(check, "'agent-tests/support-bot/*.yml'", {
  0: 'no errors',
  1: 'errors',
  2: 'an invalid option, a refused key',
  3: 'the service cannot be reached',
})
addHelp(report, 'results.json', {
  0: 'written',
  2: 'the results file cannot be read, or the page cannot be written',
})
addHelp(simulator, "--agent 'Support bot: two-fail tests=20'", { 0: 'stopped', 2: 'cannot start' })

/** The options of a command that calls the service. */
function addInputs(command: Command, names: readonly string[]): void {
  for (const [name, { value, description, default: fallback, repeatable }] of Object.entries(inputOptions)) {
    if (!names.includes(name)) continue
    const option = new Option(
      `--${name} <${value}>`,
      `${description} (${fallback === undefined ? 'required' : `default: ${fallback}`})`,
    )
    command.addOption(
      repeatable ? option.argParser((text, earlier: string[] = []) => [...earlier, text]) : option,
    )
  }
  addKey(command)
}

function addKey(command: Command): void {
  command
    .addOption(new Option('--api-key [key]').hideHelp())
    .addHelpText('after', '\nThe API key is read from the environment variable AGENT_TESTS_API_KEY.')
}

/** @param exitCodes those that it can return */
function addHelp(command: Command, example: string, exitCodes: Readonly<Record<number, string>>): void {
  const { parent } = command
  const name = parent === program ? command.name() : `${parent?.name()} ${command.name()}`
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `\n  ${code.padEnd(3)}  ${meaning}`)
  command.addHelpText(
    'after',
    `
Example:
  npx --no-install agent-tests ${name} ${example}

Exit codes:${codes.join('')}

Documents: ${DOCUMENTS}#agent-tests-${name.replace(' ', '-')}`,
  )
}

function parsedTime(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new InvalidArgumentError('Expected a time such as 2026-11-21T08:00:00Z.')
  return time
}

/** Only the name of an unknown option is printed: its value may be the API key. */
function withoutValue(text: string): string {
  return text.replace(/(unknown option ')(--[^=']*|-.).*'/s, "$1$2'")
}

/** An error of a request, a file or a port, which its message explains, or of agent-tests itself. */
function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  const said = createRedactor(keysIn(process.env[API_KEY] ?? ''))(message)
  const isOfSystem = Object(error).syscall !== undefined
  console.error(
    isOfSystem || isClientError(error)
      ? `Error: ${said}`
      : `Internal error: ${said}. Please report it: this is a bug in agent-tests.`,
  )
  process.exitCode = isOfSystem ? EXIT.usage : EXIT.inconclusive
}

// As in `| head`: the files are still written. On a full disk, too, but then nothing was passed on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => undefined)
  stream.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.on('exit', () => fail(error))
  })
}
// Node.js would print the line of the bundle first, which is the whole bundle.
process.on('uncaughtException', (error) => {
  fail(error)
  endSoon(0)
})
await program.parseAsync().catch(fail)
