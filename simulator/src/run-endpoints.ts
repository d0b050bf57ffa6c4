// The endpoints that read runs: the poll of one, and the history of an agent.
import { agentOf } from './agent-endpoints.ts'
import { type Answer, jsonAnswer, Refused } from './answer.ts'
import type { Call } from './call.ts'
import { booleanQuery, choiceQuery, integerQuery } from './request-checks.ts'
import type { Run } from './run.ts'
import { failedCount, historyItem, runStatus } from './run-answers.ts'
import { stateOf } from './run-state.ts'

/** What was answered of runs that have ended, by the query's two switches: large, and the same every time. */
const finalAnswers = new WeakMap<Run, Map<string, Answer>>()

/** `GET /agent-tests/run/{task_id}` */
export function pollRun({ part, query, service }: Call): Answer {
  const onlyFailed = booleanQuery(query, 'only_failed') ?? false
  const compact = booleanQuery(query, 'compact') ?? false
  const run = service.workspace.run(part('task_id'))
  const state = run === undefined ? null : stateOf(run, service.now())
  if (run === undefined || state === null) throw new Refused(404, 'Task not found')

  const make = () => jsonAnswer(runStatus(run, state, { onlyFailed, compact }))
  if (!state.final) return make()
  const made = finalAnswers.get(run) ?? new Map<string, Answer>()
  finalAnswers.set(run, made)
  const key = `${onlyFailed} ${compact}`
  const answer = made.get(key) ?? make()
  made.set(key, answer)
  return answer
}

/** `GET /agent-tests/agent/{agent_uuid}/runs` */
export function listRuns(call: Call): Answer {
  const { query, service } = call
  const type = choiceQuery(query, 'type', ['llm-unit-test', 'llm-benchmark'])
  const status = choiceQuery(query, 'status', ['queued', 'in_progress', 'done', 'failed', 'cancelled'])
  const hasFailures = booleanQuery(query, 'has_failures')
  const limit = integerQuery(query, 'limit', 1) ?? 50
  const offset = integerQuery(query, 'offset', 0) ?? 0
  const agent = agentOf(call)
  const now = service.now()

  const found = service.workspace.runsOf(agent).flatMap((run) => {
    const state = stateOf(run, now)
    return state === null ? [] : { run, state }
  })
  const kept = found.filter(
    ({ run, state }) =>
      (type === null || run.type === type) &&
      (status === null || state.status === status) &&
      (hasFailures === null || (failedCount(run, state) ?? 0) > 0 === hasFailures),
  )
  const items = kept.slice(offset, offset + limit).map(({ run, state }) => historyItem(run, state, now))
  return jsonAnswer({ items, total: kept.length, limit, offset })
}
