// The inputs of the action as options of the command line.
import { ADDRESSES, INPUT_DEFAULTS, type InputName } from '../inputs/inputs.ts'
import type { Terms } from '../inputs/workspace.ts'
import { code, type Input, type Sentence, type Wording } from '../results/sentence.ts'
import type { InputIssue } from '../schema.ts'

/** The environment variable of the key. */
export const API_KEY = 'AGENT_TESTS_API_KEY'

/** Inputs that have no option: the key is read from the environment, the others are about GitHub. */
type NoOption =
  | 'api-key'
  | 'skip-unchanged'
  | 'upload-page'
  | 'pull-request'
  | 'comment'
  | 'issue'
  | 'github-token'
  | 'matrix'

interface InputOption {
  /** As in `--mode <mode>`. */
  readonly value: string
  readonly description: string
  /** Missing if the option is required. */
  readonly default?: string
  readonly repeatable?: true
}

export const inputOptions: Readonly<Record<Exclude<InputName, NoOption>, InputOption>> = {
  agents: {
    value: 'names',
    description: 'agents to test, separated by commas; can be repeated',
    default: 'all agents of the workspace',
    repeatable: true,
  },
  control: {
    value: 'names',
    description:
      'for each agent the same agent without the change, such as production, in the same order: failing tests run on both; can be repeated',
    default: 'none',
    repeatable: true,
  },
  override: {
    value: 'file',
    description:
      'a YAML file: per copy of an agent, what differs from its original, as a prompt, so that a change is tested before it is published; without --agents, the copies are tested',
    default: 'none',
  },
  tests: {
    value: 'patterns',
    description:
      'files with tests that run in place of the linked ones, as globs, or as "Agent: pattern" for several agents; can be repeated',
    default: 'the linked tests',
    repeatable: true,
  },
  'base-url': {
    value: 'url',
    description: `address of the evaluation service, also from ${ADDRESSES['base-url']}`,
    ...addressDefault('base-url'),
  },
  'app-url': {
    value: 'url',
    description: `address of the web application, for links, also from ${ADDRESSES['app-url']}`,
    ...addressDefault('app-url'),
  },
  mode: {
    value: 'mode',
    description:
      '"gate" fails if any test fails, "gate-if-worse" if a test that used to pass now fails, "report" never, invalid options aside',
    default: INPUT_DEFAULTS.mode,
  },
  'poll-interval': {
    value: 'seconds',
    description: 'polling interval',
    default: INPUT_DEFAULTS['poll-interval'],
  },
  timeout: {
    value: 'seconds',
    description: 'overall timeout, including time in the queue',
    default: INPUT_DEFAULTS.timeout,
  },
  retries: {
    value: 'number',
    description: 'how many times a failing test is run again, 0 to 5',
    default: '2 in mode "gate-if-worse", otherwise 0',
  },
  'max-tests': {
    value: 'number',
    description:
      'maximum number of tests to run, retries included; once it is reached, no further agent is run, and the result is inconclusive',
    default: 'no limit',
  },
  'pass-rate': {
    value: 'percent',
    description: 'how many tests have to pass, 10 to 100; only with mode "gate"',
    default: 'all',
  },
  accept: {
    value: 'tests',
    description: 'tests that do not block, as "Agent / Test until 2026-12-03"; can be repeated',
    default: 'none',
    repeatable: true,
  },
  details: {
    value: 'tests',
    description:
      '"all" also reads the conversations of passing tests, "failing" those of failing tests only, "none" keeps conversations out of every report',
    default: INPUT_DEFAULTS.details,
  },
  title: {
    value: 'text',
    description: 'names these tests in the reports',
    default: `"${INPUT_DEFAULTS.title}"`,
  },
}

/** None while the publisher has not set it. */
function addressDefault(name: 'base-url' | 'app-url'): Pick<InputOption, 'default'> {
  const url = INPUT_DEFAULTS[name]
  return url.endsWith('.example') ? {} : { default: url }
}

/** What reports say of inputs, of the options of a command instead. */
export const optionWording: Wording = (sentence) =>
  sentence.flatMap((piece) => {
    if (typeof piece === 'string') return [piece]
    if (piece.kind === 'either') return optionWording(piece.command)
    if (piece.kind === 'link') return [{ ...piece, text: piece.command ?? piece.text }]
    return piece.kind === 'input' && piece.name in inputOptions ? asOption(piece) : [piece]
  })

function asOption({ name, value, isIntroduced }: Input): Sentence {
  const text = [`--${name}`, ...(value === undefined ? [] : [shellWord(value)])].join(' ')
  return [...(isIntroduced ? ['the option '] : []), code(text)]
}

/** What errors of inputs name by other words in a workflow. */
export const optionTerms: Terms = {
  input: (name) => (name === 'api-key' ? API_KEY : `--${name}`),
  folder: 'the working folder',
  hasCheckout: false,
}

/** What is wrong with an input, as with the option. */
export function optionError({ input, message, lines }: InputIssue): string {
  const text = [message, ...lines].join('\n')
  return `${input === 'api-key' ? API_KEY : `Option --${input}`}: ${text}`
}

/** As shells take it. */
export function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
