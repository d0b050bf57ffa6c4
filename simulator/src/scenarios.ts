// What a run of an agent does, by name: the scenarios that agents of the simulator play.
import type { JudgeName } from './judges.ts'

/** How a run comes to its end; `hangs` never does, `vanishes` answers 404 from then on. */
export type Ending = 'done' | 'failed' | 'cancelled' | 'hangs' | 'not-started' | 'vanishes'

/** Why the service refuses to start a run. */
export type Refusal = 'not-verified' | 'no-tests' | 'other-workspace'

export interface Scenario {
  /** One line for people. */
  readonly description: string
  readonly refusal: Refusal | null
  readonly ending: Ending
  /** Which tests fail first: those of a kind, or any. */
  readonly failingKind: 'reply' | 'tool-call' | 'any'
  readonly judges: readonly JudgeName[]
  /** Test cases in all; of these, how many fail, are unanswered, are not run. The rest passes. */
  readonly tests: number
  readonly failing: number
  readonly unanswered: number
  readonly notRun: number
  /** From the start of a run (not its launch) to its end, in milliseconds. */
  readonly durationMs: number
  /** Whether runs are shared publicly. */
  readonly shared: boolean
}

/** The numbers of a scenario that an agent may set otherwise. */
export type ScenarioParameters = Partial<
  Pick<Scenario, 'tests' | 'failing' | 'unanswered' | 'notRun' | 'durationMs' | 'shared'>
>

const passing: Scenario = {
  description: 'every test passes',
  refusal: null,
  ending: 'done',
  failingKind: 'reply',
  judges: ['correctness', 'tone'],
  tests: 8,
  failing: 0,
  unanswered: 0,
  notRun: 0,
  durationMs: 1500,
  shared: false,
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
    description: 'a rating evaluator gives one reply 2 of 5, "Poor"',
    judges: ['helpfulness'],
    failing: 1,
  },
  mixed: {
    ...passing,
    description: 'binary and rating judges; replies and a tool call fail',
    failingKind: 'any',
    judges: ['correctness', 'tone', 'helpfulness'],
    failing: 3,
  },
  slow: { ...passing, description: 'every test passes, but the run takes a minute', durationMs: 60_000 },
  unanswered: {
    ...passing,
    description: 'the agent could not be reached for two tests and one was not run',
    unanswered: 2,
    notRun: 1,
  },
  'fails-as-run': { ...passing, description: 'the run itself fails half-way', ending: 'failed' },
  cancelled: { ...passing, description: 'the run is cancelled half-way', ending: 'cancelled' },
  'done-with-error': {
    ...passing,
    description: 'the run could not be started: done, with its error flag set and without counts',
    ending: 'not-started',
  },
  vanishes: { ...passing, description: 'the run is deleted while it runs (404)', ending: 'vanishes' },
  hangs: { ...passing, description: 'the run stays in progress for ever, half done', ending: 'hangs' },
  'not-verified': {
    ...passing,
    description: 'cannot run (400): the connection of the agent is not verified',
    refusal: 'not-verified',
  },
  'no-tests': {
    ...passing,
    description: 'cannot run (400): no tests are linked to the agent',
    refusal: 'no-tests',
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
 * A scenario with an agent's own numbers in place.
 *
 * @throws RangeError where a number is negative or not whole, or the parts exceed the number of tests
 */
export function scenarioOf(name: ScenarioName, parameters: ScenarioParameters = {}): Scenario {
  const scenario: Scenario = { ...scenarios[name], ...parameters }
  const { tests, failing, unanswered, notRun, durationMs } = scenario
  for (const [what, number] of Object.entries({ tests, failing, unanswered, notRun, durationMs })) {
    if (!Number.isInteger(number) || number < 0) {
      throw new RangeError(`${what} of scenario "${name}" must be a whole number from 0 on, not ${number}`)
    }
  }
  if (failing + unanswered + notRun > tests) {
    throw new RangeError(`scenario "${name}" has fewer tests (${tests}) than it gives fates to`)
  }
  return scenario
}
