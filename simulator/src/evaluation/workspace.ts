// The state of the evaluation service: the agents of one workspace and all their runs.
import { stableUuid, timestamp } from '../ids.ts'
import { type Agent, createAgent, type EarlierRun, type SimulatedAgent } from './agent.ts'
import { findTests } from './flakiness.ts'
import { createPlanner, type OwnedTest } from './planner.ts'
import type { Run } from './run.ts'
import { createRunBook } from './run-book.ts'
import type { Dialect, ServerVersion } from './server-version.ts'
import type { Test } from './suite.ts'

export interface WorkspaceOptions {
  readonly agents: readonly SimulatedAgent[]
  /** Runs at a time. */
  readonly concurrency: number
  readonly version: ServerVersion
  /** All IDs follow from it. */
  readonly seed: string
  /** Multiplies the failure rates of flaky agents in runs that are launched. */
  readonly badDay: number
  /** Added to the times in responses, in milliseconds. */
  readonly timeOffsetMs: number
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number
}

export interface Workspace {
  readonly now: () => number
  readonly dialect: Dialect
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
  const { agents: described, concurrency, version, seed, badDay, timeOffsetMs, now } = options
  const startedAt = now()
  const dialect: Dialect = {
    version,
    uuid: (text) => stableUuid(`${seed} ${text}`),
    time: (ms) => timestamp(ms + timeOffsetMs),
  }
  const agents = described.map((each, position) =>
    createAgent(each, startedAt - (position + 30) * DAY_MS, dialect.uuid),
  )
  const byName = uniqueBy(agents, 'name', 'name')
  const byUuid = uniqueBy(agents, 'uuid', 'id')
  const runs = createRunBook({ concurrency, planner: createPlanner(startedAt, badDay), dialect, now })
  const unlinked = new Set<Test>()

  for (const [position, agent] of agents.entries()) {
    const history = described[position]?.history ?? []
    for (const [age, run] of [...history.entries()].reverse())
      runs.addEarlier(agent, { launchedAt: startedAt - (age + 1) * DAY_MS, ...run })
  }

  function findTest(id: string): OwnedTest {
    for (const owner of agents) {
      const test = owner.suite.testById(id)
      if (test !== undefined) return { owner, test }
    }
    throw new UnknownTest(id)
  }

  const linkedTests = (owner: Agent): OwnedTest[] =>
    owner.suite.tests.filter((test) => !unlinked.has(test)).map((test) => ({ owner, test }))

  return {
    now,
    dialect,
    agents,
    agentById: (uuid) => byUuid.get(uuid),
    agentByName: (name) => byName.get(name),
    launch(agent, testIds) {
      const tests = testIds === undefined ? linkedTests(agent) : [...new Set(testIds)].map(findTest)
      return runs.launch(agent, tests)
    },
    addRun: runs.addEarlier,
    unlinkTest(agent, testName) {
      for (const test of findTests(agent.name, agent.suite, [testName])) unlinked.add(test)
    },
    run: runs.byId,
    runsOf: runs.ofAgent,
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
