// The state of the evaluation service: the agents of one workspace and all their runs.
import { stableUuid } from '../ids.ts'
import { type Fixture, fixtureFor } from './fixtures/index.ts'
import { createEarlierRun, createRun, createRunQueue, type PlannedTest, planTests, type Run } from './run.ts'
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
  /** What its tests send: `conversation` (the default) a list of messages, `general` one plain input. */
  readonly interactionType?: InteractionType
  /** The test cases; chosen by the name by default. */
  readonly fixture?: Fixture
  /** Newest first. The first ended about a day ago, the others a day apart. */
  readonly history?: readonly EarlierRun[]
}

/** A run that ended before the simulator started. It is in the run history and can be polled. */
export interface EarlierRun {
  readonly scenario: ScenarioName
  readonly parameters?: ScenarioParameters
  /** `llm-unit-test` by default. */
  readonly type?: RunType
}

export type InteractionType = 'conversation' | 'general'

export type RunType = 'llm-unit-test' | 'llm-benchmark'

export interface Agent {
  readonly uuid: string
  readonly name: string
  readonly scenarioName: ScenarioName
  readonly scenario: Scenario
  readonly interactionType: InteractionType
  readonly fixture: Fixture
  readonly suite: Suite
  /** One for each test of the suite. */
  readonly outcomes: () => readonly Outcome[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/**
 * `older`: agents as an array of names, no run history, results without the id of their test. `newer`: pages of agents,
 * and more fields for agents, evaluators, runs and results. `current`: neither.
 */
export type ServerVersion = 'older' | 'current' | 'newer'

export interface WorkspaceOptions {
  readonly agents: readonly SimulatedAgent[]
  /** Runs at a time. */
  readonly concurrency: number
  readonly version: ServerVersion
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number
}

export interface Workspace extends Pick<WorkspaceOptions, 'now' | 'version'> {
  /** In the order in which the service lists them: newest first. */
  readonly agents: readonly Agent[]
  agentById(uuid: string): Agent | undefined
  agentByName(name: string): Agent | undefined
  /**
   * @param testIds of tests of any agent; by default all of this agent's
   * @throws UnknownTest
   */
  launch(agent: Agent, testIds?: readonly string[]): Run
  run(taskId: string): Run | undefined
  /** Newest first. */
  runsOf(agent: Agent): Run[]
}

/** No agent of the workspace has a test with this id. */
export class UnknownTest extends Error {
  readonly id: string

  constructor(id: string) {
    super(`test ${id} not found`)
    this.id = id
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** @throws Error if two agents share a name or an id; RangeError for parameters out of range */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { agents: described, concurrency, version, now } = options
  const startedAt = now()
  const agents = described.map((each, position) => createAgent(each, startedAt - (position + 30) * DAY_MS))
  const byName = uniqueBy(agents, 'name', 'name')
  const byUuid = uniqueBy(agents, 'uuid', 'id')
  const queue = createRunQueue(concurrency)
  const earlier = agents.flatMap((agent, position) =>
    (described[position]?.history ?? [])
      .map((run, age) => createEarlierRun(agent, run, age, startedAt - (age + 1) * DAY_MS))
      .reverse(),
  )
  const runs = new Map(earlier.map((run) => [run.taskId, run]))
  let launched = 0

  function findTest(id: string): PlannedTest {
    for (const { suite, outcomes } of agents) {
      const test = suite.testById(id)
      if (test !== undefined) return { test, outcome: outcomes()[test.index] ?? 'passed' }
    }
    throw new UnknownTest(id)
  }

  return {
    now,
    version,
    agents,
    agentById: (uuid) => byUuid.get(uuid),
    agentByName: (name) => byName.get(name),
    launch(agent, testIds) {
      const tests =
        testIds === undefined ? planTests(agent.suite, agent.outcomes()) : [...new Set(testIds)].map(findTest)
      launched += 1
      const run = createRun(agent, tests, launched, now(), queue)
      runs.set(run.taskId, run)
      return run
    },
    run: (taskId) => runs.get(taskId),
    runsOf: (agent) => [...runs.values()].filter((run) => run.agent === agent).reverse(),
  }
}

function createAgent(described: SimulatedAgent, createdAt: number): Agent {
  const { name, scenario: scenarioName, uuid = stableUuid(`agent ${name}`) } = described
  if (uuid.length !== 36) throw new Error(`the id of agent "${name}" must have 36 characters: ${uuid}`)
  const scenario = scenarioOf(scenarioName, described.parameters)
  const fixture = described.fixture ?? fixtureFor(name)
  const suite = createSuite(uuid, fixture, scenario.tests)
  const outcomes = lazy(() => outcomesOf(scenario, suite))
  const { interactionType = 'conversation' } = described
  return { uuid, name, scenarioName, scenario, interactionType, fixture, suite, outcomes, createdAt }
}

function uniqueBy(agents: readonly Agent[], field: 'uuid' | 'name', label: string): Map<string, Agent> {
  const found = new Map<string, Agent>()
  for (const agent of agents) {
    if (found.has(agent[field])) throw new Error(`two agents have the same ${label}: "${agent[field]}"`)
    found.set(agent[field], agent)
  }
  return found
}
