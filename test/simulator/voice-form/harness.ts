// A voice-form simulator with a manual clock, and short methods to send it requests.
import { expect, onTestFinished } from 'vitest'
import { startVoiceFormSimulator, type VoiceFormOptions } from '../../../simulator/src/index.ts'
import { publishedPaths, shapeViolations } from '../contract/shapes.ts'
import { type Reply, startOfClock } from '../serving.ts'

/** Of an answer that is in the published description; that of an offer is not. */
function voiceFormViolations(method: string, path: string, answer: unknown): string[] {
  const [pathname = '', query = ''] = path.split('?')
  if (pathname === '/offer') return []
  const route = pathname
    .replace(/^\/api\/v1\/data\/[^/]+\/[^/]+$/, '/api/v1/data/{agent_id}/{conversation_id}')
    .replace(/\/agents\/[^/]+/, '/agents/{agent_id}')
    .replace(/\/conversations\/[^/]+/, '/conversations/{conversation_id}')
  const isList = method === 'GET' && /^\/api\/v1\/(agents|workspaces|agents\/.*\/conversations)$/.test(route)
  const paging = /(^|&)(limit|cursor)=/.test(query) ? 'with limit or cursor' : 'without limit and cursor'
  return shapeViolations(publishedPaths(`${method} ${route}`, isList ? paging : 'always'), answer)
}

export async function startVoiceForm(options: VoiceFormOptions = {}) {
  let now = startOfClock
  const simulator = await startVoiceFormSimulator({ now: () => now, ...options })
  onTestFinished(() => simulator.close())
  const bearer = { authorization: `Bearer ${simulator.apiKey}` }

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: object = bearer,
  ): Promise<Reply> {
    const response = await fetch(simulator.url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.status === 200) expect(voiceFormViolations(method, path, answer)).toEqual([])
    return { status: response.status, body: answer }
  }

  return {
    simulator,
    send,
    get: (path: string) => send('GET', `/api/v1${path}`),
    /** As a browser calls it. */
    open: (method: string, path: string, body?: unknown) => send(method, path, body, {}),
    idOf: (title: string) => simulator.agents.find((agent) => agent.title === title)?.id ?? 'no such agent',
    advance(ms: number) {
      now += ms
    },
  }
}
