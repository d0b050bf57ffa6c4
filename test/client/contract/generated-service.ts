// A service on loopback that answers every operation of a description with something that services were seen to answer.
import fc from 'fast-check'
import { sendJson, serve } from '../test-server.ts'
import { partsOf } from './description.ts'
import type { services } from './every-method.ts'
import { recordedAnswers, sampleId } from './recorded-answers.ts'

/** To an offer. */
const UNRECORDED_ANSWER = { sdp: 'v=0', type: 'answer' }

/** Until the test is over: one response per operation, the same at each start. Runs have ended, and lists have one page. */
export async function startGenerated({ name, description }: (typeof services)[number]) {
  const answers = recordedAnswers(name, description)
  const routes = description.operations.map(({ id, method, path }) => {
    const values = answers.find((each) => each.id === id)?.values ?? fc.constant(UNRECORDED_ANSWER)
    const [response] = fc.sample(values, { numRuns: 1, seed: 7 })
    const ended = path.endsWith('/run/{task_id}') ? { task_id: sampleId, status: 'done' } : {}
    const last = Array.isArray(response) || !('next_cursor' in Object(response)) ? {} : { next_cursor: null }
    return {
      method,
      path,
      body: Array.isArray(response) ? response : { ...Object(response), ...ended, ...last },
    }
  })
  const health = { method: 'GET', path: '/health', body: { ok: true } }
  const answered = new Set<string>()
  const { url } = await serve((response, request) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type, x-api-key')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH')
    const asked = new URL(request.url, 'http://service')
    const route = [...routes, health].find(
      ({ method, path }) => method === request.method && partsOf(path, asked) !== null,
    )
    if (route !== undefined) answered.add(`${route.method} ${route.path}`)
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else sendJson(response, route?.body ?? { error: 'no such route' }, route === undefined ? 404 : 200)
  })
  return { url, answered }
}
