// An agent: as the user of the simulator describes it, and as the workspace knows it.
import { stableUuid } from '../ids.ts'
import { fixtureFor } from './fixtures/index.ts'
import type { Fixture } from './fixtures/test-case.ts'
import { checkFlakiness, type Flakiness } from './flakiness.ts'
import { type Scenario, type ScenarioName, type ScenarioParameters, scenarioOf } from './scenarios.ts'
import { createSuite, lazy, type Outcome, outcomesOf, type Suite } from './suite.ts'

/** An agent as the user of the simulator describes it. */
export interface SimulatedAgent {
  readonly name: string
  /** 36 characters; derived from the name by default. */
  readonly uuid?: string
  readonly scenario: ScenarioName
  /** Replace the scenario's own numbers. */
  readonly parameters?: ScenarioParameters
  /** For the scenario `flaky`. */
  readonly flakiness?: Flakiness
  /** What its tests send: `conversation` (the default) a list of messages, `general` one plain input. */
  readonly interactionType?: InteractionType
  /** The test cases; chosen by the name by default. */
  readonly fixture?: Fixture
  /** Newest first. */
  readonly history?: readonly EarlierRun[]
}

/** A run that the test or user did not launch. It is in the run history and can be polled. */
export interface EarlierRun {
  readonly scenario: ScenarioName
  /** The number of tests is the agent's by default. */
  readonly parameters?: ScenarioParameters
  /** Names of the tests that ran; all by default. */
  readonly tests?: readonly string[]
  /** Names of tests that failed, besides those of the scenario. */
  readonly failing?: readonly string[]
  /** `llm-unit-test` by default. */
  readonly type?: RunType
  /** Milliseconds since 1970. By default the newest run of a history is a day old, the others a day apart. */
  readonly launchedAt?: number
}

export type InteractionType = 'conversation' | 'general'

export type RunType = 'llm-unit-test' | 'llm-benchmark'

export interface Agent {
  readonly uuid: string
  readonly name: string
  readonly scenarioName: ScenarioName
  readonly scenario: Scenario
  readonly flakiness: Flakiness
  readonly interactionType: InteractionType
  readonly fixture: Fixture
  readonly suite: Suite
  /** One for each test of the suite, unless it is flaky. */
  readonly outcomes: () => readonly Outcome[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** @throws Error for an id of another length or unknown tests; RangeError for parameters out of range */
export function createAgent(described: SimulatedAgent, createdAt: number): Agent {
  const { name, scenario: scenarioName, uuid = stableUuid(`agent ${name}`) } = described
  if (uuid.length !== 36) throw new Error(`the id of agent "${name}" must have 36 characters: ${uuid}`)
  const scenario = scenarioOf(scenarioName, described.parameters)
  const { interactionType = 'conversation', fixture = fixtureFor(name), flakiness = {} } = described
  const suite = createSuite(uuid, fixture, scenario.tests)
  checkFlakiness(name, flakiness, suite)
  const outcomes = lazy(() => outcomesOf(scenario, suite))
  return {
    uuid,
    name,
    scenarioName,
    scenario,
    flakiness,
    interactionType,
    fixture,
    suite,
    outcomes,
    createdAt,
  }
}
