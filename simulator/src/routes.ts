// From a request to its answer: route, key, endpoint.
import { getAgent, listAgents, resolveAgents } from './agent-endpoints.ts'
import { type Answer, Refused } from './answer.ts'
import type { Call, Service } from './call.ts'
import { describe } from './description-endpoint.ts'
import { runAgent, runBatch } from './launch-endpoints.ts'
import type { RequestBody } from './request-checks.ts'
import { listRuns, pollRun } from './run-endpoints.ts'

/** How a request's key compares with the workspace's; the key itself goes no further. */
export type KeyState = 'right' | 'wrong' | 'missing'

export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: KeyState
  readonly body: RequestBody
}

interface Route {
  readonly method: string
  readonly path: string
  readonly endpoint: (call: Call) => Answer
  /** Answered without a key. */
  readonly open?: boolean
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/public-api/openapi.json', endpoint: describe, open: true },
  { method: 'GET', path: '/agents', endpoint: listAgents },
  { method: 'POST', path: '/agents/resolve', endpoint: resolveAgents },
  { method: 'GET', path: '/agents/{agent_uuid}', endpoint: getAgent },
  { method: 'POST', path: '/agent-tests/run', endpoint: runBatch },
  { method: 'GET', path: '/agent-tests/run/{task_id}', endpoint: pollRun },
  { method: 'POST', path: '/agent-tests/agent/{agent_uuid}/run', endpoint: runAgent },
  { method: 'GET', path: '/agent-tests/agent/{agent_uuid}/runs', endpoint: listRuns },
]

/** Answers a request; never throws for anything that a request can hold. */
export function answerTo(request: ServiceRequest, service: Service): Answer {
  try {
    const { route, part } = routeOf(request)
    if (!route.open) checkKey(request.key)
    return route.endpoint({ part, query: request.query, body: request.body, service })
  } catch (error) {
    if (error instanceof Refused) return error.answer()
    throw error
  }
}

function routeOf(request: ServiceRequest): { route: Route; part: Call['part'] } {
  let known = false
  for (const route of routes) {
    const parts = match(route.path, request.path)
    if (parts === null) continue
    known = true
    if (route.method === request.method) {
      return { route, part: (name) => parts.get(name) ?? '' }
    }
  }
  throw known ? new Refused(405, 'Method Not Allowed') : new Refused(404, 'Not Found')
}

/** The named parts of a path that has a route's form, or null. */
function match(pattern: string, path: string): Map<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const parts = new Map<string, string>()
  for (const [i, segment] of wanted.entries()) {
    const text = given[i] ?? ''
    if (segment.startsWith('{') && text !== '') parts.set(segment.slice(1, -1), decoded(text))
    else if (segment !== text) return null
  }
  return parts
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function checkKey(key: KeyState): void {
  switch (key) {
    case 'right':
      return
    case 'wrong':
      throw new Refused(401, 'Invalid or revoked API key')
    case 'missing':
      throw new Refused(403, 'Not authenticated')
    default:
      key satisfies never
  }
}
