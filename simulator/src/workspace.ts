// The state of the service: the agents of one workspace and all their runs.
import { type Agent, createAgent, type SimulatedAgent } from './agent.ts'
import { createEarlierRun, createRun, type Run } from './run.ts'
import { createSlots } from './slots.ts'

export interface Workspace {
  /** Newest first, as the service lists them: in the order given. */
  readonly agents: readonly Agent[]
  agentById(uuid: string): Agent | undefined
  agentByName(name: string): Agent | undefined
  launch(agent: Agent, tests: readonly number[]): Run
  run(taskId: string): Run | undefined
  /** Newest first. */
  runsOf(agent: Agent): Run[]
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * A workspace with these agents. `slotCount`: runs at a time; `now`: the clock, in milliseconds since 1970.
 *
 * @throws Error where two agents share a name or an id, or one is not well described
 */
export function createWorkspace(
  described: readonly SimulatedAgent[],
  slotCount: number,
  now: () => number,
): Workspace {
  const startedAt = now()
  const agents: Agent[] = []
  const byUuid = new Map<string, Agent>()
  const byName = new Map<string, Agent>()
  const runs = new Map<string, Run>()
  const slots = createSlots(slotCount)
  let launched = 0

  for (const [position, description] of described.entries()) {
    const agent = createAgent(description, startedAt - (position + 30) * dayMs)
    if (byName.has(agent.name)) throw new Error(`two agents have the name "${agent.name}"`)
    if (byUuid.has(agent.uuid)) throw new Error(`two agents have the id ${agent.uuid}`)
    agents.push(agent)
    byUuid.set(agent.uuid, agent)
    byName.set(agent.name, agent)
    const history = description.history ?? []
    const earlier = history.map((run, age) =>
      createEarlierRun(agent, run, age, startedAt - (age + 1) * dayMs),
    )
    for (const run of earlier.toReversed()) runs.set(run.taskId, run)
  }

  return {
    agents,
    agentById: (uuid) => byUuid.get(uuid),
    agentByName: (name) => byName.get(name),
    launch(agent, tests) {
      launched += 1
      const run = createRun(agent, tests, launched, now(), slots)
      runs.set(run.taskId, run)
      return run
    },
    run: (taskId) => runs.get(taskId),
    runsOf: (agent) => [...runs.values()].filter((run) => run.agent === agent).toReversed(),
  }
}
