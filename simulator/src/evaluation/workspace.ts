// The state of the evaluation service: the agents of one workspace and all their runs.
import { type Agent, createAgent, type EarlierRun, type SimulatedAgent } from './agent.ts'
import { failsInRun, findTests } from './flakiness.ts'
import { createEarlierRun, createRun, createRunQueue, type PlannedTest, type Run } from './run.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import type { ServerVersion } from './server-version.ts'
import { createSuite, type Outcome, outcomesOf, type Test } from './suite.ts'

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
  /** Adds a run that somebody else launched, at once by default. */
  addRun(agent: Agent, run: EarlierRun): Run
  /** Full runs leave the test out from now on. @throws Error if the agent has no such test */
  unlinkTest(agent: Agent, testName: string): void
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
  const planner = createPlanner()
  const unlinked = new Set<Test>()
  const runs = new Map<string, Run>()
  let added = 0

  function add(run: Run): Run {
    runs.set(run.taskId, run)
    return run
  }

  for (const [position, agent] of agents.entries())
    for (const run of planner.history(agent, described[position]?.history ?? [], startedAt)) add(run)

  function findTest(id: string): PlannedTest {
    for (const agent of agents) {
      const test = agent.suite.testById(id)
      if (test !== undefined) return planner.next(agent, test)
    }
    throw new UnknownTest(id)
  }

  function planAll(agent: Agent): PlannedTest[] {
    return agent.suite.tests.filter((test) => !unlinked.has(test)).map((test) => planner.next(agent, test))
  }

  return {
    now,
    version,
    agents,
    agentById: (uuid) => byUuid.get(uuid),
    agentByName: (name) => byName.get(name),
    launch(agent, testIds) {
      const tests = testIds === undefined ? planAll(agent) : [...new Set(testIds)].map(findTest)
      added += 1
      return add(createRun(agent, tests, added, now(), queue))
    },
    addRun(agent, run) {
      const { scenario, tests } = planner.earlier(agent, run)
      added += 1
      return add(createEarlierRun(agent, run, scenario, tests, run.launchedAt ?? now(), `added run ${added}`))
    },
    unlinkTest(agent, testName) {
      for (const test of findTests(agent.name, agent.suite, [testName])) unlinked.add(test)
    },
    run: (taskId) => runs.get(taskId),
    runsOf: (agent) =>
      [...runs.values()]
        .filter((run) => run.agent === agent)
        .reverse()
        .sort((a, b) => b.launchedAt - a.launchedAt),
  }
}

/** Settles how the tests of a run end. It counts the runs of flaky tests, since each has its own draw. */
function createPlanner() {
  const runsByTest = new Map<string, number>()

  function draw({ flakiness }: Agent, test: Test): Outcome {
    const number = (runsByTest.get(test.id) ?? 0) + 1
    runsByTest.set(test.id, number)
    return failsInRun(flakiness, test, number) ? 'failed' : 'passed'
  }

  return {
    next(agent: Agent, test: Test): PlannedTest {
      const outcome = agent.scenario.flaky ? draw(agent, test) : agent.outcomes()[test.index]
      return { test, outcome: outcome ?? 'passed' }
    },

    earlier,

    /** Oldest first. */
    history(agent: Agent, history: readonly EarlierRun[], startedAt: number): Run[] {
      const runs = history.map((run, age) => ({ ...run, age }))
      return runs.reverse().map(({ age, ...run }) => {
        const { scenario, tests } = earlier(agent, run)
        const launchedAt = run.launchedAt ?? startedAt - (age + 1) * DAY_MS
        return createEarlierRun(agent, run, scenario, tests, launchedAt, `earlier run ${age}`)
      })
    },
  }

  function earlier(agent: Agent, run: EarlierRun): { scenario: Scenario; tests: PlannedTest[] } {
    const scenario = scenarioOf(run.scenario, { tests: agent.scenario.tests, ...run.parameters })
    const suite = createSuite(agent.uuid, agent.fixture, scenario.tests)
    const outcomes = outcomesOf(scenario, suite)
    const tests = run.tests === undefined ? suite.tests : findTests(agent.name, suite, run.tests)
    const failing = new Set(findTests(agent.name, suite, run.failing ?? []))
    const planned = tests.map((test): PlannedTest => {
      const drawn = agent.scenario.flaky ? draw(agent, test) : 'passed'
      const outcome = scenario.flaky ? drawn : (outcomes[test.index] ?? 'passed')
      return { test, outcome: failing.has(test) ? 'failed' : outcome }
    })
    return { scenario, tests: planned }
  }
}

function uniqueBy(agents: readonly Agent[], field: 'uuid' | 'name', label: string): Map<string, Agent> {
  const found = new Map<string, Agent>()
  for (const agent of agents) {
    if (found.has(agent[field])) throw new Error(`two agents have the same ${label}: "${agent[field]}"`)
    found.set(agent[field], agent)
  }
  return found
}
