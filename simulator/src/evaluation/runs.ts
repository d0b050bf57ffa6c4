// The endpoints about runs: launch one agent's tests or a batch, poll a run, list an agent's run history.
import {
  crash,
  HttpError,
  type HttpResponse,
  json,
  type RequestBody,
  type Route,
  type RouteRequest,
} from '../router.ts'
import {
  booleanQuery,
  choiceQuery,
  integerQuery,
  isObject,
  MAX_LIMIT,
  objectBody,
  optionalStrings,
} from '../validation.ts'
import type { Agent } from './agent.ts'
import { isVerified } from './agent-config.ts'
import { differentWorkspace, findAgent } from './agent-record.ts'
import type { OwnedTest } from './planner.ts'
import { type Run, stateOf } from './run.ts'
import { failedCount, historyItem, runStatus } from './run-status.ts'
import type { Dialect } from './server-version.ts'
import type { Workspace } from './workspace.ts'
import { isGeneral, isReadable } from './written-test.ts'

const notVerified = 'Agent connection not verified. Call POST /agents/{agent_uuid}/verify-connection first.'
const noTests = 'No tests linked to this agent. Link tests first or provide test_uuids.'

export function runRoutes(workspace: Workspace): Route[] {
  const { now, dialect } = workspace
  // Bodies of ended runs by query: they are large and never change.
  const endedRuns = new WeakMap<Run, Map<string, HttpResponse>>()
  return [
    { method: 'POST', path: '/agent-tests/run', handle: ({ body }) => launchBatch(workspace, body) },
    { method: 'GET', path: '/agent-tests/run/{task_id}', handle: poll },
    { method: 'POST', path: '/agent-tests/agent/{agent_uuid}/run', handle: launch },
    { method: 'GET', path: '/agent-tests/agent/{agent_uuid}/runs', handle: history },
  ]

  function launch(request: RouteRequest) {
    const agent = findAgent(workspace, request)
    const ids = optionalStrings(objectBody(request.body), 'test_uuids') ?? []
    if (!isVerified(agent)) throw new HttpError(400, { detail: notVerified })
    const { llm = {} } = agent.config ?? {}
    if (!isObject(llm)) return crash()
    const tests = ids.length === 0 ? workspace.tests.linked(agent) : findTests(workspace, agent, ids)
    if (tests.length === 0) throw new HttpError(400, { detail: noTests })
    if (tests.some(({ owner, test }) => owner === null && !isReadable(test.written))) return crash()
    const dataset = dialect.version === 'documented' && { dataset_id: null, dataset_name: null }
    return json({ ...launched(workspace.launch(agent, tests), dialect), ...dataset })
  }

  function poll({ param, query }: RouteRequest) {
    const onlyFailed = booleanQuery(query, 'only_failed') ?? false
    const compact = booleanQuery(query, 'compact') ?? false
    const run = workspace.run(param('task_id'))
    const state = run === undefined ? null : stateOf(run, now())
    if (run?.agent.scenario.refusal === 'other-workspace') throw differentWorkspace
    if (run === undefined || state === null) throw new HttpError(404, { detail: 'Task not found' })
    if (run.scenario.pollsCrash && state.completed > 0) return crash()

    const cached = endedRuns.get(run) ?? new Map<string, HttpResponse>()
    const key = `${onlyFailed} ${compact}`
    const response = cached.get(key) ?? json(runStatus(run, state, { onlyFailed, compact }, dialect))
    if (state.final) endedRuns.set(run, cached.set(key, response))
    return response
  }

  function history(request: RouteRequest) {
    const runs = workspace.runsOf(findAgent(workspace, request))
    return json(historyPage(runs, request.query, workspace))
  }
}

function launched({ taskId, startsAt, launchedAt, ending }: Run, { version }: Dialect) {
  const waits = version === 'documented' || startsAt > launchedAt || ending === 'not-started'
  return { task_id: taskId, status: waits ? 'queued' : 'in_progress' }
}

function historyPage(runs: readonly Run[], query: URLSearchParams, { now, dialect }: Workspace) {
  const at = now()
  const type = choiceQuery(query, 'type', ['llm-unit-test', 'llm-benchmark'], 'literal_error')
  const status = choiceQuery(query, 'status', ['queued', 'in_progress', 'cancelled', 'done', 'failed'])
  const hasFailures = booleanQuery(query, 'has_failures')
  const around = query.get('around')
  if (around !== null && !runs.some(({ taskId }) => taskId === around))
    throw new HttpError(404, { detail: `${around} not found in the current results` })
  const limit = integerQuery(query, 'limit', 1, MAX_LIMIT)
  const offset = integerQuery(query, 'offset', 0) ?? 0
  const matching = runs.flatMap((run) => {
    const state = stateOf(run, at)
    if (state === null) return []
    const matches =
      (type === null || run.type === type) &&
      (status === null || state.status === status) &&
      (hasFailures === null || (failedCount(run, state, dialect.version) ?? 0) > 0 === hasFailures)
    return matches ? { run, state } : []
  })
  const items = matching
    .slice(offset, limit === null ? undefined : offset + limit)
    .map(({ run, state }) => historyItem(run, state, at, dialect))
  return { items, total: matching.length, limit, offset }
}

/** Linked to the agent or not. */
function findTests(workspace: Workspace, agent: Agent, ids: readonly string[]): OwnedTest[] {
  const tests = ids.map((id) => {
    const found = workspace.tests.find(id, agent)
    if (found === undefined) throw new HttpError(404, { detail: `Test ${id} not found` })
    return found
  })
  const others = tests.filter(({ owner, test }) => {
    const general = owner === null ? isGeneral(test.written) : owner.interactionType === 'general'
    return general !== (agent.interactionType === 'general')
  })
  if (others.length === 0) return tests
  const error = `Agent has interaction_type='${agent.interactionType}' and cannot run these tests`
  throw new HttpError(400, { detail: { error, test_uuids: others.map(({ test }) => test.id) } })
}

function launchBatch(workspace: Workspace, body: RequestBody): HttpResponse {
  const names = (body.kind === 'none' ? null : optionalStrings(objectBody(body), 'agent_names')) ?? []
  const agents = names.length === 0 ? workspace.agents : findAgentsByName(workspace, names)
  const runs: object[] = []
  const skipped: object[] = []
  for (const agent of agents) {
    const ids = { agent_name: agent.name, agent_uuid: agent.uuid }
    if (agent.scenario.refusal === 'other-workspace') continue
    if (!isVerified(agent)) skipped.push({ ...ids, reason: 'connection_not_verified' })
    else if (workspace.tests.linked(agent).length === 0) skipped.push({ ...ids, reason: 'no_linked_tests' })
    else runs.push({ ...ids, ...launched(workspace.launch(agent), workspace.dialect) })
  }
  return json({ runs, skipped })
}

function findAgentsByName(workspace: Workspace, names: readonly string[]): Agent[] {
  const found = [...new Set(names)].map((name) => ({ name, agent: workspace.agentByName(name) }))
  const missing = found.filter(({ agent }) => agent === undefined).map(({ name }) => name)
  if (missing.length > 0) {
    const message = 'Unknown agent name(s)'
    throw new HttpError(404, { detail: { message, not_found: missing } })
  }
  return found.flatMap(({ agent }) => agent ?? [])
}
