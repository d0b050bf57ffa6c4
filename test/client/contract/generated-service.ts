// A service on loopback that responses every operation of a description with something that the description allows.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sendJson, serve } from '../test-server.ts'
import { type Description, evaluationDescription, partsOf, voiceFormDescription } from './description.ts'
import { responsesAt, sampleId } from './generated-responses.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

export const evaluation = {
  document: read('../../../simulator/src/openapi.json'),
  description: evaluationDescription(),
}
export const voiceForm = {
  document: read('voice-form.openapi.json'),
  description: voiceFormDescription(),
}

interface Described {
  readonly document: unknown
  readonly description: Description
}

/** What a response says of a list has to fit it, and it has to be about what was asked for, or the client rightly refuses it. */
export function consistent(response: unknown): unknown {
  const { items, id, uuid, resolved } = Object(response)
  const asked = {
    ...(id !== undefined && { id: sampleId }),
    ...(uuid !== undefined && { uuid: sampleId }),
    ...(resolved !== undefined && { resolved: { 'Support bot': sampleId } }),
  }
  if (Array.isArray(response)) return response
  if (!Array.isArray(items)) return { ...Object(response), ...asked }
  const distinct = [...new Map(items.map((item) => [Object(item).uuid, item])).values()]
  return { ...Object(response), items: distinct, total: distinct.length }
}

interface GeneratedService {
  readonly url: string
  /** The routes that were answered, without doubles. */
  readonly answered: ReadonlySet<string>
}

/** Until the test is over: one response per operation, the same at each start. Runs have ended, and lists have one page. */
export async function startGenerated({ document, description }: Described): Promise<GeneratedService> {
  const routes = description.operations.map(({ method, path, responses }) => {
    const [sample] = fc.sample(responsesAt(document, responses.get(200) ?? ''), { numRuns: 1, seed: 7 })
    const response = consistent(sample)
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
