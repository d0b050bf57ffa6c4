// An agent: as the user of the simulator describes it, and as the workspace knows it.
import { type AgentConfig, defaultConfig, type Verification } from './agent-config.ts'
import type { ErrorKind, Outcome } from './errors.ts'
import type { EvaluatorVersions } from './evaluators.ts'
import { fixtureFor } from './fixtures/index.ts'
import type { Fixture } from './fixtures/test-case.ts'
import { checkFlakiness, type Flakiness, findTests } from './flakiness.ts'
import type { Outage } from './outages.ts'
import { type Scenario, type ScenarioName, type ScenarioParameters, scenarioOf } from './scenarios.ts'
import { casesFor, createSuite, lazy, outcomesOf, type Suite } from './suite.ts'

/** An agent as the user of the simulator describes it. */
export interface SimulatedAgent {
  readonly name: string
  /** 36 characters; derived from the name and the simulator's seed by default. */
  readonly uuid?: string
  readonly scenario: ScenarioName
  /** Replace the scenario's own numbers. */
  readonly parameters?: ScenarioParameters
  /** For the scenario `flaky`. */
  readonly flakiness?: Flakiness
  /** What goes wrong in some of its runs; of two that hit the same test, the later one in the list counts. */
  readonly outages?: readonly Outage[]
  /** Tests that were rewritten: earlier runs have them under another name, with the same ID. */
  readonly rewrites?: readonly Rewrite[]
  /** Tests that were edited under their names: earlier runs asked something else. */
  readonly edits?: readonly Rewrite[]
  /** What its tests send: `conversation` (the default) a list of messages, `general` one plain input. */
  readonly interactionType?: InteractionType
  /** The test cases; chosen by the name by default. */
  readonly fixture?: Fixture
  /** By default a verified connection; of the scenario `prompted`, a system prompt. */
  readonly config?: AgentConfig | null
  /** By default `agent` if the configuration has a `system_prompt`. */
  readonly type?: AgentType
  /** What the agent behind `agent_url` answers each time that it is verified; the last one repeats. */
  readonly verifications?: readonly Verification[]
  /** Newest first. */
  readonly history?: readonly EarlierRun[]
}

/** A run that the test or user did not launch. It is in the run history and can be polled. */
export interface EarlierRun {
  readonly scenario: ScenarioName
  /** The number of tests is the agent's by default. */
  readonly parameters?: ScenarioParameters
  /** The test cases of then; the agent's by default. */
  readonly fixture?: Fixture
  /** Names of the tests that ran; all by default. */
  readonly tests?: readonly string[]
  /** Names of tests that failed, besides those of the scenario. */
  readonly failing?: readonly string[]
  /** Tests without a verdict, by name. */
  readonly errors?: Readonly<Record<string, ErrorKind>>
  /** The evaluators' versions of then; the newest by default. */
  readonly versions?: EvaluatorVersions
  /** `llm-unit-test` by default. */
  readonly type?: RunType
  /** Milliseconds since 1970. By default the newest run of a history is a day old, the others a day apart. */
  readonly launchedAt?: number
}

export interface Rewrite {
  /** The test's name of today; all tests by default. */
  readonly test?: string
  /** The first run with today's name, or question. Runs are counted for each test, from 1, the history included. */
  readonly from: number
}

export type InteractionType = 'conversation' | 'general'

export type AgentType = 'agent' | 'connection'

export type RunType = 'llm-unit-test' | 'llm-benchmark'

export interface Agent {
  readonly uuid: string
  name: string
  readonly type: AgentType
  config: AgentConfig | null
  verifications: readonly Verification[]
  readonly scenarioName: ScenarioName
  readonly scenario: Scenario
  readonly flakiness: Flakiness
  readonly outages: readonly Outage[]
  readonly rewrites: readonly Rewrite[]
  readonly edits: readonly Rewrite[]
  readonly interactionType: InteractionType
  readonly fixture: Fixture
  readonly suite: Suite
  /** The IDs of its tests have the first 24 characters of this one. */
  readonly testsUuid: string
  /** One for each test of the suite, unless it is flaky. */
  readonly outcomes: () => readonly Outcome[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  updatedAt: number
}

/**
 * @param uuidOf gives an ID for a text
 * @throws Error for an id of another length or unknown tests; RangeError for parameters out of range
 */
export function createAgent(
  described: SimulatedAgent,
  createdAt: number,
  uuidOf: (text: string) => string,
): Agent {
  const { name, scenario: scenarioName, uuid = uuidOf(`agent ${name}`) } = described
  if (uuid.length !== 36) throw new Error(`the id of agent "${name}" must have 36 characters: ${uuid}`)
  const scenario = scenarioOf(scenarioName, described.parameters)
  const { interactionType = 'conversation', outages = [], rewrites = [], edits = [] } = described
  const fixture = casesFor(described.fixture ?? fixtureFor(name), scenario)
  const flakiness: Flakiness = { seed: name, ...described.flakiness }
  // Copies of an agent have the same tests.
  const names = fixture.cases.map((test) => test.name)
  const testsUuid = uuidOf(`tests ${interactionType} ${names.join()}`)
  const { config = defaultConfig(uuid, scenario, fixture, createdAt) } = described
  const suite = createSuite(testsUuid, fixture, scenario.tests)
  checkFlakiness(name, flakiness, suite)
  findTests(
    name,
    suite,
    [...outages, ...rewrites, ...edits].flatMap(({ test }) => test ?? []),
  )
  return {
    uuid,
    name,
    type: described.type ?? (config?.['system_prompt'] === undefined ? 'connection' : 'agent'),
    config,
    verifications: described.verifications ?? [],
    scenarioName,
    scenario,
    flakiness,
    outages,
    rewrites,
    edits,
    interactionType,
    fixture,
    suite,
    testsUuid,
    outcomes: lazy(() => outcomesOf(scenario, suite)),
    createdAt,
    updatedAt: createdAt,
  }
}
