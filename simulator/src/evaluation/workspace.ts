// The state of the evaluation service: the agents of one workspace and all their runs.
import { isoTimestamp, stableUuid, timestamp } from '../ids.ts'
import { type Agent, createAgent, type EarlierRun, type SimulatedAgent } from './agent.ts'
import { EvaluatorBook } from './evaluator-book.ts'
import { createPlanner, type OwnedTest } from './planner.ts'
import type { Run } from './run.ts'
import { createRunBook } from './run-book.ts'
import type { TestEvent } from './scenarios.ts'
import type { Dialect, ServerVersion } from './server-version.ts'
import { TestBook } from './test-book.ts'
import { createVerifier, type Verifier } from './verification.ts'

interface WorkspaceOptions {
  readonly agents: readonly SimulatedAgent[]
  /** Runs at a time. */
  readonly concurrency: number
  readonly startDelayMs?: number | undefined
  readonly version: ServerVersion
  /** All IDs follow from it. */
  readonly seed: string
  /** Multiplies the failure rates of flaky agents in a run that is launched. */
  readonly badDay: () => number
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** From the writing of tests to that of their evaluators, in milliseconds. */
  readonly evaluatorsAfterMs: number
  readonly testEvent: TestEvent | null
}

export interface Workspace extends Verifier {
  readonly now: () => number
  readonly dialect: Dialect
  readonly tests: TestBook
  readonly evaluators: EvaluatorBook
  readonly evaluatorsAfterMs: number
  /** In the order in which the service lists them: newest first. */
  readonly agents: readonly Agent[]
  agentById(uuid: string): Agent | undefined
  agentByName(name: string): Agent | undefined
  /**
   * @param tests of any agent; by default all of this agent's
   */
  launch(agent: Agent, tests?: readonly OwnedTest[]): Run
  /** Adds a run that somebody else launched, at once by default. */
  addRun(agent: Agent, run: EarlierRun): Run
  run(taskId: string): Run | undefined
  /** Newest first. */
  runsOf(agent: Agent): Run[]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** @throws Error if two agents share a name or an id; RangeError for parameters out of range */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { agents: described, version, seed, badDay, now, sleep } = options
  const startedAt = now()
  const dialect: Dialect = {
    version,
    uuid: (text) => stableUuid(`${seed} ${text}`),
    time: version === 'documented' ? isoTimestamp : timestamp,
  }
  const agents = described.map((each, position) =>
    createAgent(each, startedAt - (position + 30) * DAY_MS, dialect.uuid),
  )
  uniqueBy(agents, 'name', 'name')
  const byUuid = uniqueBy(agents, 'uuid', 'id')
  const evaluators = new EvaluatorBook(dialect)
  const planner = createPlanner(startedAt, badDay, evaluators)
  const runs = createRunBook({ ...options, planner, evaluators, dialect })
  const tests = new TestBook({ agents, evaluators, dialect, now, testEvent: options.testEvent })

  for (const [position, agent] of agents.entries()) {
    if (agent.scenario.benchmarked)
      runs.addEarlier(agent, { scenario: 'hangs', type: 'llm-benchmark', launchedAt: startedAt - DAY_MS / 2 })
    const history = described[position]?.history ?? []
    for (const [age, run] of [...history.entries()].reverse())
      runs.addEarlier(agent, { launchedAt: startedAt - (age + 1) * DAY_MS, ...run })
  }

  return {
    ...createVerifier(now, sleep),
    now,
    dialect,
    agents,
    agentById: (uuid) => byUuid.get(uuid),
    agentByName: (name) => agents.find((agent) => agent.name === name),
    tests,
    evaluators,
    launch: (agent, launched = tests.linked(agent)) => runs.launch(agent, tests.launched(agent, launched)),
    evaluatorsAfterMs: options.evaluatorsAfterMs,
    addRun: runs.addEarlier,
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
