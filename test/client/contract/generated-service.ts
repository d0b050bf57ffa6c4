// A service on loopback that responses every operation of a description with something that the description allows.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import { type Description, evaluationDescription, voiceFormDescription } from './description.ts'
import { responsesAt, sampleId } from './generated-responses.ts'
import { type JsonService, serveJson } from './json-service.ts'

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

/** What a list says of itself has to fit the list, or the client rightly refuses it. */
export function consistent(response: unknown): unknown {
  const { items } = Object(response)
  if (!Array.isArray(items)) return response
  const distinct = [...new Map(items.map((item) => [Object(item).uuid, item])).values()]
  return { ...Object(response), items: distinct, total: distinct.length }
}

/** Until the test is over: one response per operation, the same at each start. Runs have ended, and lists have one page. */
export async function startGenerated({ document, description }: Described): Promise<JsonService> {
  const routes = description.operations.map(({ method, path, open, responses }) => {
    const [sample] = fc.sample(responsesAt(document, responses.get(200) ?? ''), { numRuns: 1, seed: 7 })
    const response = consistent(sample)
    const ended = path.endsWith('/run/{task_id}') ? { task_id: sampleId, status: 'done' } : {}
    const last = Array.isArray(response) || !('next_cursor' in Object(response)) ? {} : { next_cursor: null }
    const body = Array.isArray(response) ? response : { ...Object(response), ...ended, ...last }
    return { on: `${method} ${path}`, open, respond: () => body }
  })
  const health = { on: 'GET /health', respond: () => ({ ok: true }) }
  const service = await serveJson([...routes, health], () => undefined)
  onTestFinished(() => service.close())
  return service
}
