// The endpoints that start runs: of one agent, and of several in a batch.
import type { Agent } from './agent.ts'
import { agentOf } from './agent-endpoints.ts'
import { type Answer, jsonAnswer, Refused } from './answer.ts'
import type { Call } from './call.ts'
import { objectBody, optionalTexts } from './request-checks.ts'
import { allTests } from './run.ts'
import { stateOf } from './run-state.ts'
import type { Workspace } from './workspace.ts'

/** `POST /agent-tests/agent/{agent_uuid}/run` */
export function runAgent(call: Call): Answer {
  const agent = agentOf(call)
  const asked = optionalTexts(objectBody(call.body), 'test_uuids') ?? []
  switch (agent.scenario.refusal) {
    case 'not-verified':
      // The braces are the service's own: it does not fill in the id.
      throw new Refused(
        400,
        'Agent connection not verified. Call POST /agents/{agent_uuid}/verify-connection first.',
      )
    case 'no-tests':
      throw new Refused(400, 'No tests linked to this agent. Link tests first or provide test_uuids.')
    case 'other-workspace':
    case null: {
      const { workspace, now } = call.service
      const run = workspace.launch(agent, chosenTests(workspace, agent, asked))
      const status = stateOf(run, now())?.status === 'in_progress' ? 'in_progress' : 'queued'
      return jsonAnswer({ task_id: run.taskId, status, dataset_id: null, dataset_name: null })
    }
    default:
      return agent.scenario.refusal satisfies never
  }
}

/** `POST /agent-tests/run` */
export function runBatch({ body, service: { workspace } }: Call): Answer {
  const names = body.kind === 'none' ? null : optionalTexts(objectBody(body), 'agent_names')
  const agents = names === null ? [...workspace.agents] : namedAgents(workspace, names)
  const runs: object[] = []
  const skipped: object[] = []
  for (const agent of agents) {
    const names = { agent_name: agent.name, agent_uuid: agent.uuid }
    switch (agent.scenario.refusal) {
      case null:
        runs.push({
          ...names,
          task_id: workspace.launch(agent, allTests(agent.suite)).taskId,
          status: 'queued',
        })
        break
      case 'not-verified':
        skipped.push({ ...names, reason: 'connection_not_verified' })
        break
      case 'no-tests':
        skipped.push({ ...names, reason: 'no_linked_tests' })
        break
      case 'other-workspace':
        break
      default:
        agent.scenario.refusal satisfies never
    }
  }
  return jsonAnswer({ runs, skipped })
}

function namedAgents(workspace: Workspace, names: readonly string[]): Agent[] {
  const found = [...new Set(names)].map((name) => ({ name, agent: workspace.agentByName(name) }))
  const missing = found.filter(({ agent }) => agent === undefined).map(({ name }) => name)
  if (missing.length > 0) {
    throw new Refused(404, { message: 'Some agents were not found in this workspace', not_found: missing })
  }
  return found.flatMap(({ agent }) => agent ?? [])
}

/** The tests to run: those asked for, or all where none is. */
function chosenTests(workspace: Workspace, agent: Agent, asked: readonly string[]): number[] {
  if (asked.length === 0) return allTests(agent.suite)
  const unlinked = asked.filter((id) => agent.suite.indexOf(id) === null)
  const unknown = unlinked.find((id) => workspace.agents.every((other) => other.suite.indexOf(id) === null))
  if (unknown !== undefined) throw new Refused(404, `Test ${unknown} not found`)
  if (unlinked.length > 0) {
    throw new Refused(400, { error: 'Some tests are not linked to this agent', test_uuids: unlinked })
  }
  return [...new Set(asked)].flatMap((id) => agent.suite.indexOf(id) ?? [])
}
