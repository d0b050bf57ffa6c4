// What the runs of an agent do, by name.
import type { OutageKind } from './errors.ts'
import type { EvaluatorName } from './evaluators.ts'

/** How a run ends. `hangs` never does; `vanishes` is a 404 from then on. */
export type Ending = 'done' | 'failed' | 'cancelled' | 'hangs' | 'not-started' | 'vanishes'

/** Why the service refuses to start a run. */
type Refusal = 'not-verified' | 'other-workspace'

export interface Scenario {
  /** One line, shown to users. */
  readonly description: string
  readonly refusal: Refusal | null
  readonly ending: Ending
  /** Which tests fail first. */
  readonly failingKind: 'reply' | 'tool-call' | 'any'
  readonly evaluators: readonly EvaluatorName[]
  /** The number of tests, and how many of them fail, are unanswered, are not run or are defective. The rest passes. */
  readonly tests: number
  readonly failing: number
  readonly unanswered: number
  readonly notRun: number
  readonly defective: number
  /** How many of the linked tests have no configuration. Runs leave them out without a word. */
  readonly unconfigured: number
  /** From the run's start (not its launch) to its end. */
  readonly durationMs: number
  /** Runs are shared publicly. */
  readonly shared: boolean
  /** `odd`: latency, cost and tokens come as text, arrays and unknown objects, as the service permits. */
  readonly measures: 'usual' | 'odd' | 'none'
  /** Replies are judged in conversation tests, in which a tool was called before. */
  readonly hasConversations: boolean
  /** The agent has a configuration unless it is described without. */
  readonly isConfigured: boolean
  /** Tests fail by chance: see {@link Flakiness}. */
  readonly flaky: boolean
  /** Replies follow the agent's system prompt, or the address of an agent that has one. */
  readonly follows: 'prompt' | 'address' | null
  /** Polls crash as soon as a test has a result. */
  readonly pollsCrash: boolean
  /** A benchmark is in the run history. */
  readonly benchmarked: boolean
  /** What goes wrong in every run. */
  readonly outage: OutageKind | null
}

/** What an agent can change in its scenario. */
export type ScenarioParameters = Partial<
  Pick<
    Scenario,
    'tests' | 'failing' | 'unanswered' | 'notRun' | 'defective' | 'unconfigured' | 'durationMs' | 'shared'
  >
>

const passing: Scenario = {
  description: 'every test passes',
  refusal: null,
  ending: 'done',
  failingKind: 'reply',
  evaluators: ['correctness', 'other-correctness', 'tone'],
  tests: 8,
  failing: 0,
  unanswered: 0,
  notRun: 0,
  defective: 0,
  unconfigured: 0,
  durationMs: 1500,
  shared: false,
  measures: 'usual',
  hasConversations: false,
  isConfigured: true,
  flaky: false,
  follows: null,
  pollsCrash: false,
  benchmarked: false,
  outage: null,
}

export const scenarios = {
  'all-pass': passing,
  'one-fails': { ...passing, description: 'one test fails', failing: 1 },
  'two-fail': { ...passing, description: 'two tests fail', failing: 2 },
  'tool-call-failure': {
    ...passing,
    description: 'one test fails because the agent called a tool wrongly',
    failingKind: 'tool-call',
    failing: 1,
  },
  rating: {
    ...passing,
    description: 'a rating evaluator gives one reply 3 of 5, "L3"',
    evaluators: ['helpfulness'],
    failing: 1,
  },
  mixed: {
    ...passing,
    description: 'binary and rating evaluators; replies and a tool call fail',
    failingKind: 'any',
    evaluators: ['correctness', 'other-correctness', 'tone', 'helpfulness'],
    failing: 3,
  },
  slow: { ...passing, description: 'every test passes, but the run takes a minute', durationMs: 60_000 },
  unanswered: {
    ...passing,
    description: 'the agent could not be reached for two tests and one was not run',
    unanswered: 2,
    notRun: 1,
  },
  'agent-down': {
    ...passing,
    description: 'no test has a verdict: the agent answers HTTP 503',
    outage: 'agent-down',
  },
  'half-down': {
    ...passing,
    description: 'every second call of the agent fails with HTTP 503, whatever the test',
    outage: 'half-down',
  },
  'model-key-rejected': {
    ...passing,
    description: "no test has a verdict: the key of the agent's model is rejected",
    outage: 'model-key-rejected',
  },
  'judge-down': {
    ...passing,
    description: 'no test has a verdict: the evaluators could not be reached',
    outage: 'judge-down',
  },
  'judge-without-model': {
    ...passing,
    description: 'no test has a verdict: an evaluator has no model',
    evaluators: ['correctness', 'other-correctness', 'style'],
    outage: 'judge-without-model',
  },
  'defective-test': {
    ...passing,
    description: 'one test has no verdict: it is defective, since it names no evaluator',
    defective: 1,
  },
  unconfigured: {
    ...passing,
    description: 'two of the linked tests have no configuration, so the run leaves them out',
    unconfigured: 2,
  },
  'odd-measures': {
    ...passing,
    description: 'every test passes; latency and cost come in unexpected shapes',
    measures: 'odd',
  },
  bare: {
    ...passing,
    description: 'every test passes; the agent has no configuration, and there are no latency and cost',
    measures: 'none',
    isConfigured: false,
  },
  conversations: {
    ...passing,
    description: 'conversation tests, after a tool call; one fails',
    evaluators: ['goal'],
    failing: 1,
    hasConversations: true,
  },
  flaky: {
    ...passing,
    description: 'each test fails in 5% of its runs, unless its parameters say otherwise',
    flaky: true,
  },
  prompted: {
    ...passing,
    description: 'replies follow the system prompt: without "30 days" in it, one test fails',
    follows: 'prompt',
  },
  connected: {
    ...passing,
    description: 'an agent behind an address: with "broken" in its agent_url, three tests fail',
    follows: 'address',
  },
  'fails-as-run': { ...passing, description: 'the run itself fails half-way', ending: 'failed' },
  cancelled: { ...passing, description: 'the run is cancelled half-way', ending: 'cancelled' },
  'done-with-error': {
    ...passing,
    description: 'the run could not be started: done, with its error flag set and without counts',
    ending: 'not-started',
  },
  vanishes: { ...passing, description: 'the run is deleted while it runs (404)', ending: 'vanishes' },
  'poll-crashes': {
    ...passing,
    description: 'every poll is an HTTP 500 once a test has a result, and the run history says done',
    pollsCrash: true,
  },
  benchmark: {
    ...passing,
    description: 'every test passes; a benchmark is in the run history',
    benchmarked: true,
  },
  hangs: { ...passing, description: 'the run stays in progress forever, half done', ending: 'hangs' },
  'not-verified': {
    ...passing,
    description: 'cannot run (400): the connection of the agent is not verified',
    refusal: 'not-verified',
  },
  'no-tests': {
    ...passing,
    description: 'cannot run (400): no tests are linked to the agent',
    tests: 0,
  },
  'other-workspace': {
    ...passing,
    description: 'listed, but moved to another workspace since: runs are refused (403)',
    refusal: 'other-workspace',
  },
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios

/**
 * A scenario with an agent's parameters.
 *
 * @throws RangeError if a number is negative or not whole, more outcomes are given than there are tests, or any are given
 * for the scenario `flaky`
 */
export function scenarioOf(name: ScenarioName, parameters: ScenarioParameters = {}): Scenario {
  const scenario: Scenario = { ...scenarios[name], ...parameters }
  const { tests, failing, unanswered, notRun, defective, unconfigured, durationMs } = scenario
  const numbers = { tests, failing, unanswered, notRun, defective, unconfigured, durationMs }
  for (const [what, number] of Object.entries(numbers)) {
    if (!Number.isInteger(number) || number < 0) {
      throw new RangeError(`${what} of scenario "${name}" must be a whole number of 0 or more, not ${number}`)
    }
  }
  const given = failing + unanswered + notRun + defective + unconfigured
  if (scenario.flaky && given > 0) {
    throw new RangeError(
      `scenario "${name}" has no fixed outcomes, so it takes no failing, unanswered, not-run, defective or unconfigured tests; set rate or break`,
    )
  }
  if (given > tests) {
    throw new RangeError(
      `scenario "${name}" has ${tests} tests, fewer than its failing, unanswered, not-run, defective and unconfigured tests together`,
    )
  }
  return scenario
}

/**
 * What happens when tests are created for the first time: another job has just created the same ones, the service ends
 * before it writes their evaluators, or somebody edits one of them just before it is launched, once or each time.
 */
export const testEvents = ['others-first', 'interrupted', 'edited', 'edited-always'] as const
export type TestEvent = (typeof testEvents)[number]
