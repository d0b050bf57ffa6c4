// `agent-tests tests check`: what is wrong with files of tests; with a key, also whether the service has their evaluators, and which
// of the tests a run would make. Changes nothing.
import type { CallOptions } from '../client/index.ts'
import { evaluationService } from '../evaluation-service.ts'
import { namedLikeOurs } from '../gate/select/file-tests.ts'
import { ADDRESSES } from '../inputs/inputs.ts'
import { paint } from '../report/text.ts'
import { logText } from '../report/untrusted-text.ts'
import { counted } from '../results/format.ts'
import { type TestFileError, testIssue } from '../test-files/errors.ts'
import { onService } from '../test-files/evaluators.ts'
import { namesAgents, readTests, type TestsOrErrors, testFiles } from '../test-files/files.ts'
import { filesMatching, preparedPattern } from '../test-files/patterns.ts'
import { linePrinter, printError } from './display.ts'
import { EXIT, refuse } from './exit.ts'
import { API_KEY, inputOptions, optionTerms } from './input-options.ts'
import { failedRequest, lookupOptions } from './lookup.ts'
import { readOptionsWithoutLinks } from './read-options.ts'

/** Where `tests pull` is told to write in the documents. */
const FOLDER = 'agent-tests'

/** @returns the exit code */
export async function checkCommand(
  patterns: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const hasKey = Boolean(process.env[API_KEY]?.trim())
  // A key on the command line is refused, whatever else is given.
  const isOnline = 'apiKey' in options || (hasKey && hasBaseUrl(options))
  const inputs = isOnline ? readOptionsWithoutLinks(options) : null
  if (isOnline && inputs === null) return EXIT.usage
  const text = patterns.length > 0 ? patterns.join('\n') : foldersAsInput()
  if (text === null)
    return refuse([
      `there is no file ${FOLDER}/**/*.yml. Name your files, as in "my-tests/*.yml", or write some with "agent-tests tests pull".`,
    ])
  // Without their names, all patterns stand for one agent.
  const read = readTests(
    text,
    namesAgents(text) ? [] : [patterns.join(', ')],
    testFiles('.', { terms: optionTerms }),
  )
  if (!read.ok) return wrong(read.errors)
  const print = linePrinter(process.stdout)
  const tests = new Set(read.agents.flatMap((each) => each.tests))
  const files = new Set([...tests].map(({ file }) => file))
  print([`${counted(tests.size, 'test')} in ${counted(files.size, 'file')}`])
  if (inputs === null) {
    const missing = hasKey
      ? 'Evaluators not checked: --base-url is missing.'
      : `To check evaluators and variables, too, set ${API_KEY} and --base-url.`
    print([`No errors in the files. ${missing}`])
    return EXIT.passed
  }
  const isVerbose = options['verbose'] === true
  return checkOnService(read, evaluationService(inputs), lookupOptions(inputs), isVerbose)
}

function hasBaseUrl({ baseUrl }: Readonly<Record<string, unknown>>): boolean {
  const given = baseUrl ?? process.env[ADDRESSES['base-url']]?.trim()
  return Boolean(given) || inputOptions['base-url'].default !== undefined
}

/** A mapping, in which each folder of {@link FOLDER} has the place of an agent; null if there is no file. */
function foldersAsInput(): string | null {
  const files = filesMatching(preparedPattern(`${FOLDER}/**/*.{yml,yaml}`), '.')
  const folders = Map.groupBy(files, (file) => file.split('/').slice(0, -1).slice(0, 2).join('/'))
  return files.length === 0 ? null : JSON.stringify(Object.fromEntries(folders))
}

async function checkOnService(
  read: Extract<TestsOrErrors, { ok: true }>,
  service: ReturnType<typeof evaluationService>,
  call: CallOptions,
  isVerbose: boolean,
): Promise<number> {
  const evaluators = await service.evaluators.list(call)
  if (!evaluators.ok) return failedRequest('the evaluators', evaluators.error, 'first request')
  const found = onService(read, evaluators.value.items)
  if (!found.ok) return wrong(found.errors)
  const list = await namedLikeOurs(service, call)
  if (!list.ok) return failedRequest('the tests', list.error, 'later request')
  const types = new Map(list.value.items.map(({ name, type }) => [name, type]))
  const tests = [...new Set(found.agents.flatMap((each) => each.tests))]
  const made = tests.filter(({ serviceName }) => !types.has(serviceName))
  const known = tests.length - made.length
  const print = linePrinter(process.stdout)
  if (!isVerbose) {
    print([`No errors. The service has ${known} of them, a run makes the other ${made.length}.`])
    return EXIT.passed
  }
  const lineOf = ({ file, line, test, serviceName }: (typeof tests)[number]) => {
    const sign = types.has(serviceName) ? paint('green', '✓') : '+'
    return logText(`${sign} ${file}:${line}: ${test.name}`, 1000)
  }
  print([
    `No errors. The service has ${known} of them (✓), a run makes the other ${made.length} (+):`,
    ...tests.map(lineOf),
  ])
  return EXIT.passed
}

function wrong(errors: readonly TestFileError[]): number {
  for (const { message, lines } of errors.map(testIssue)) printError(`error: ${message}`, ...lines)
  printError(`→ ${counted(errors.length, 'error')}. Correct them, and check again.`)
  return EXIT.failed
}
