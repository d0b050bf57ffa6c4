// Raw strings → one readonly record. Every error names its input, and all are reported together.

import type { InputIssue } from '../schema.ts'
import { closestName, didYouMean, suggestion } from './names.ts'
import { type GivenOverride, overrides } from './override.ts'
import {
  type AcceptedTest,
  acceptedTests,
  agentNames,
  allListed,
  apiKeyError,
  appAddress,
  type Checked,
  commentWhen,
  controlNames,
  keysIn,
  MIN_KEY_LENGTH,
  matrixLeg,
  oneOf,
  optionalNumber,
  quoted,
  titleText,
  trueOrFalse,
  webAddress,
  wholeSeconds,
} from './values.ts'
import { type Terms, termsOfJobs } from './workspace.ts'

/** Every input of action.yml, with its default there; empty inputs use it too. */
export const INPUT_DEFAULTS = {
  'api-key': '',
  agents: '',
  control: '',
  override: '',
  'skip-unchanged': 'false',
  tests: '',
  'base-url': 'https://api.agent-tests.example',
  'app-url': 'https://app.agent-tests.example',
  mode: 'gate',
  'poll-interval': '5',
  timeout: '1800',
  retries: '',
  'max-tests': '',
  'pass-rate': '',
  accept: '',
  details: 'failing',
  'upload-page': 'false',
  title: 'Agent tests',
  'pull-request': '',
  comment: 'true',
  issue: 'false',
  'github-token': '',
  matrix: '',
} as const

export type InputName = keyof typeof INPUT_DEFAULTS

/** The variables that the documents' workflows and the command line read addresses from. */
export const ADDRESSES = { 'base-url': 'AGENT_TESTS_BASE_URL', 'app-url': 'AGENT_TESTS_APP_URL' } as const

const MODES = ['gate', 'gate-if-worse', 'report'] as const

const DETAILS = ['failing', 'all', 'none'] as const

const DEFAULT_RETRIES = { gate: 0, 'gate-if-worse': 2, report: 0 } as const

/** What the reports need. */
export interface ReportInputs {
  /** Whether the page becomes an artifact that the comment links to. */
  readonly uploadPage: boolean
  /** Names the check in reports, and is part of the comment's ID. */
  readonly title: string
  /** The number of the pull request; null to use that of the event. */
  readonly pullRequest: number | null
  /** `failures`: if the verdict is not `passed`, or there is a comment already. */
  readonly comment: boolean | 'failures'
  /** Whether one open issue is kept about failing tests of the default branch. */
  readonly issue: boolean
  /** Empty if no comment can be written. */
  readonly githubToken: string
  /** The job's leg of the matrix, null outside a matrix. */
  readonly matrix: Readonly<Record<string, unknown>> | null
}

export interface Inputs extends ReportInputs {
  /** Empty if nothing else is wrong: pull requests from forks and from Dependabot get no secrets, and nothing is tested. */
  readonly apiKey: string
  /** Names in the order given, without duplicates; empty for all agents. */
  readonly agents: readonly string[]
  /** For each of `agents` its unchanged version, or none; only in mode `gate-if-worse`. */
  readonly control: readonly string[]
  /** Which of `agents` are copies that get the configuration of their originals with changes. */
  readonly override: readonly GivenOverride[]
  /** Whether a copy is not run that would be equal to its original, with the same tests. */
  readonly skipUnchanged: boolean
  /** Patterns of files, or a mapping of agents to them, to be read by src/test-files; empty to run the linked tests. */
  readonly tests: string
  readonly baseUrl: string
  readonly appUrl: string
  readonly mode: (typeof MODES)[number]
  readonly pollIntervalSeconds: number
  readonly timeoutSeconds: number
  /** How often failing and unanswered tests are run again: 0 to 5, by default 2 in `gate-if-worse` and otherwise 0. */
  readonly retries: number
  /** How many tests may be launched, retries included; null for any number. */
  readonly maxTests: number | null
  /** How many tests have to pass, in percent; null for all. In mode `gate` only. */
  readonly passRate: number | null
  /** Tests that do not block for now. Lines whose day has passed are among them. */
  readonly accept: readonly AcceptedTest[]
  /** Which tests have their conversations in the files; `none`: no report has any. */
  readonly details: (typeof DETAILS)[number]
}

/** What is wrong with an input, or a warning of it: what was given (never the key or the token), and what is expected. */
export interface InputError extends InputIssue {
  readonly input: string
  /** The declared input that an undeclared one probably is. */
  readonly meant?: string
}

export function inputErrors(input: string, { error, file = null, lines = [] }: Wrong): InputError[] {
  const messages = error.split('\n')
  return messages.map((message, at) => {
    return { input, file, line: null, message, lines: at + 1 < messages.length ? [] : lines }
  })
}

type Wrong = Extract<Checked<unknown>, { error: string }>

export type ParsedInputs =
  | {
      readonly ok: true
      readonly inputs: Inputs
      readonly warnings: readonly InputError[]
      /** What is given and has no effect in this mode, so that changing the mode takes one word. */
      readonly ignored: readonly InputError[]
    }
  | {
      readonly ok: false
      readonly errors: readonly InputError[]
      /** Which a job that tests nothing needs: as far as they are valid, without a comment if they do not say which it is. */
      readonly inputs: Inputs
    }

export interface InputContext {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The names of all inputs that are set, as far as it is known; others than ours may be among them. */
  readonly given: readonly string[]
  /** Whether GitHub gives this workflow no secrets, and no variables either. */
  readonly secretsWithheld: boolean
  readonly terms?: Terms
}

/** @param read the raw value of an input, an empty string if it is not set */
export function parseInputs(
  read: (name: InputName) => string,
  { now, given: names, secretsWithheld, terms = termsOfJobs }: InputContext,
): ParsedInputs {
  const apiKey = read('api-key').trim()
  const githubToken = read('github-token').trim()
  // A key or a token in another input would be quoted in reports, or be sent to another host.
  const misplaced = (text: string, input: InputName): string | null => {
    const contains = (secret: string) => secret.length >= MIN_KEY_LENGTH && text.includes(secret)
    if (keysIn(apiKey).some(contains))
      return `it contains the API key. Expected the key in ${terms.input('api-key')} only.`
    if (input !== 'github-token' && contains(githubToken))
      return 'it contains the GitHub token. Expected the token in "github-token" only.'
    return null
  }
  const { errors, addError, isWrong, check } = checker(read, misplaced, names)
  const address = (name: keyof typeof ADDRESSES, parse: (text: string) => Checked<string>) =>
    check(
      name,
      (text) => {
        // Where the workflow has nothing, the text is the default of action.yml.
        if (read(name).trim() !== '' || !text.endsWith('.example')) return parse(text)
        return apiKey === '' && secretsWithheld ? { value: '' } : { error: emptyAddress(ADDRESSES[name]) }
      },
      '',
    )
  const keyError = apiKeyError(apiKey)
  if (keyError !== null) addError('api-key', keyError)
  for (const name of ['github-token', 'matrix'] as const) {
    const secret = misplaced(read(name), name)
    if (secret !== null) addError(name, secret)
  }
  const given = {
    apiKey,
    agents: check('agents', agentNames, []),
    control: check('control', controlNames, []),
    override: check('override', overrides, []),
    skipUnchanged: check('skip-unchanged', trueOrFalse, false),
    tests: check('tests', (value) => ({ value }), ''),
    baseUrl: address('base-url', webAddress),
    appUrl: address('app-url', appAddress),
    mode: check('mode', oneOf(MODES), 'gate'),
    pollIntervalSeconds: check('poll-interval', wholeSeconds, 1),
    timeoutSeconds: check('timeout', wholeSeconds, Number(INPUT_DEFAULTS.timeout)),
    retries: check('retries', optionalNumber(0, 5), null),
    maxTests: check('max-tests', optionalNumber(1), null),
    passRate: check('pass-rate', optionalNumber(10, 100, ', in percent, such as 90'), null),
    accept: check('accept', acceptedTests(now), []),
    details: check('details', oneOf(DETAILS), 'failing'),
    ...reportInputs(read, check),
  }
  const { asked, ignored } = inMode(given, terms)
  addModeErrors(asked, allListed(read('agents')), { addError, isWrong }, terms)
  addOverrideErrors(asked, { addError, isWrong }, terms)
  const inputs: Inputs = { ...asked, retries: asked.retries ?? DEFAULT_RETRIES[asked.mode] }
  const onlyKeyIsMissing = apiKey === '' && errors.length === 1
  if (errors.length > 0 && !onlyKeyIsMissing) return invalid(errors, inputs)
  return { ok: true, inputs, warnings: warningsOf(inputs), ignored }
}

const emptyAddress = (variable: string) =>
  `is empty. Is the variable ${variable} set, in this repository or its organisation?`

export const BESIDE_CONTROL = 'it has no effect with a control. Remove it.'

type Given = Omit<Inputs, 'retries'> & { readonly retries: number | null }

/**
 * What a job with this mode does. Without `agents` and `control`, the copies of `override` are tested, and compared with their
 * originals.
 */
function inMode(
  given: Given,
  { input }: Terms,
): { readonly asked: Given; readonly ignored: readonly InputError[] } {
  const { mode, override, skipUnchanged } = given
  const inReport = 'it has no effect in the mode "report".'
  const control = mode === 'report' ? [] : given.control
  const passRate = mode === 'report' ? null : given.passRate
  const asked = { ...given, control, passRate, skipUnchanged: skipUnchanged && mode !== 'report' }
  const ignored: InputError[] = []
  const ignore = (name: InputName, error: string) => ignored.push(...inputErrors(name, { error }))
  if (asked.control.length < given.control.length) ignore('control', inReport)
  if (passRate !== given.passRate) ignore('pass-rate', inReport)
  if (asked.skipUnchanged !== skipUnchanged) ignore('skip-unchanged', inReport)
  if (override.length === 0 || given.agents.length > 0 || control.length > 0) return { asked, ignored }
  const agents = override.map(({ copy }) => copy)
  if (mode !== 'gate-if-worse') return { asked: { ...asked, agents }, ignored }
  if (given.retries !== null)
    ignore('retries', `it has no effect with the control that ${input('override')} implies.`)
  const originals = override.map(({ original }) => original)
  return { asked: { ...asked, agents, control: originals, retries: null }, ignored }
}

interface Errors {
  readonly addError: (input: InputName, text: string) => void
  /** Whether it has an error, which may be all that is wrong with other inputs. */
  readonly isWrong: (input: InputName) => boolean
}

/** @param given the names of `agents`, with duplicates */
function addModeErrors(
  { agents, control, mode, retries, passRate, override }: Given,
  given: readonly string[],
  { addError, isWrong }: Errors,
  { input }: Terms,
): void {
  if (passRate !== null && mode === 'gate-if-worse') addError('pass-rate', 'it needs the mode "gate".')
  if (control.length === 0) return
  if (mode !== 'gate-if-worse' && !isWrong('mode')) addError('control', 'it needs the mode "gate-if-worse".')
  if (mode === 'gate-if-worse' && retries !== null) addError('retries', BESIDE_CONTROL)
  if (isWrong('agents')) return
  const listed = given.length > 0 ? given : agents
  // A copy has its original, which says more.
  const itself = control.find(
    (name, index) => name === listed[index] && !override.some(({ copy }) => copy === name),
  )
  if (control.length !== listed.length || new Set(listed).size < listed.length)
    addError(
      'control',
      `expected one name for each name in ${input('agents')}, in the same order: ${control.length} here, ${listed.length} there, where each agent has to stand once.`,
    )
  else if (itself !== undefined)
    addError('control', `${quoted(itself)} is its own control. Expected the same agent without the change.`)
}

function addOverrideErrors(
  { override, skipUnchanged, agents, control, mode }: Given,
  { addError, isWrong }: Errors,
  { input }: Terms,
): void {
  if (skipUnchanged && override.length === 0 && !isWrong('override'))
    addError('skip-unchanged', 'it needs "override": only a copy can be compared with its original.')
  else if (skipUnchanged && mode !== 'gate-if-worse' && !isWrong('mode'))
    addError('skip-unchanged', 'it needs the mode "gate-if-worse".')
  const copies = new Set(override.map(({ copy }) => copy))
  const add = (text: string) => addError('override', text)
  const isCompared = mode === 'gate-if-worse' && !isWrong('control')
  // Without agents, or with the copy as a control, an error of theirs says so.
  for (const { copy, original } of agents.length === 0 ? [] : override) {
    const index = agents.indexOf(copy)
    if (index < 0 && control.includes(copy)) continue
    if (index < 0)
      add(
        `${quoted(copy)} is not in ${input('agents')}. ${suggestion(copy, agents, 'Expected it there, too.')}`,
      )
    else if (isCompared && control[index] !== original)
      addError(
        'control',
        `the control of ${quoted(copy)} has to be its original, ${quoted(original)}. If only copies are tested, remove ${input('agents')} and ${input('control')}.`,
      )
  }
  const others = control.filter((_, index) => !copies.has(agents[index] ?? ''))
  for (const name of new Set(others))
    if (copies.has(name))
      addError(
        'control',
        `${quoted(name)} has the change. Expected its original here, and the copy in ${input('agents')}.`,
      )
  for (const { original } of override)
    if (copies.has(original)) add(`${quoted(original)} is an original, which stays as it is.`)
}

function reportInputs(
  read: (name: InputName) => string,
  check: <T>(name: InputName, parse: (text: string) => Checked<T>, fallback: T) => T,
): ReportInputs {
  return {
    uploadPage: check('upload-page', trueOrFalse, false),
    title: check('title', titleText, INPUT_DEFAULTS.title),
    pullRequest: check('pull-request', optionalNumber(1), null),
    comment: check('comment', commentWhen, true),
    issue: check('issue', trueOrFalse, false),
    githubToken: read('github-token').trim(),
    matrix: matrixLeg(read('matrix')),
  }
}

/** The title, the matrix and the token say which comment it is, and whether it can be written. */
function invalid(errors: readonly InputError[], inputs: Inputs) {
  const isKnown = !errors.some(({ input, meant = input }) => /^(title|matrix|github-token)$/.test(meant))
  return {
    ok: false,
    errors,
    inputs: { ...inputs, issue: false, comment: isKnown && inputs.comment },
  } as const
}

/** Reads inputs one by one, and collects what is wrong with them. */
function checker(
  read: (name: InputName) => string,
  misplaced: (text: string, name: InputName) => string | null,
  names: readonly string[],
) {
  const errors = undeclaredInputs(names, Object.keys(INPUT_DEFAULTS))
  const addError = (input: InputName, message: string) => {
    errors.push(...inputErrors(input, { error: message }))
  }
  const isWrong = (name: InputName) => errors.some(({ input, meant = input }) => meant === name)
  const check = <T>(name: InputName, parse: (text: string) => Checked<T>, fallback: T): T => {
    const text = read(name).trim() || INPUT_DEFAULTS[name]
    const secret = misplaced(text, name)
    const checked: Checked<T> = secret === null ? parse(text) : { error: secret }
    if ('value' in checked) return checked.value
    errors.push(...inputErrors(name, checked))
    return fallback
  }
  return { errors, addError, isWrong, check }
}

/** The runner only warns of them, and without `agents`, every agent would be tested. */
function undeclaredInputs(names: readonly string[], declared: readonly string[]): InputError[] {
  return names.flatMap((input) => {
    const meant = declared.includes(input) ? null : closestName(input, declared)
    if (meant === null) return []
    const error = `there is no such input. ${didYouMean(input, meant)}`
    return inputErrors(input, { error }).map((each) => ({ ...each, meant }))
  })
}

function warningsOf({ baseUrl }: Inputs): InputError[] {
  const url = URL.parse(baseUrl)
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url?.hostname ?? '')
  if (url?.protocol !== 'http:' || isLoopback) return []
  const error = `${quoted(baseUrl)} is plain http, so the API key travels unencrypted. Use https.`
  return inputErrors('base-url', { error })
}
