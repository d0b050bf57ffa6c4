// Answers of the shapes that running services were seen to have, and that they publish: the client loses no field of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEvaluationClient, createVoiceFormClient } from '../../../src/client/index.ts'
import { evaluationDescription, voiceFormDescription } from './description.ts'
import { evaluationCalls, voiceFormCalls } from './every-method.ts'
import { consistent } from './generated-service.ts'
import { recorded, type Shapes, shapesOf, valuesAt } from './recorded-shapes.ts'

/** The rows of one list are not published: they are those of another list, and name their agents. */
function withRows(shapes: Shapes): Shapes {
  if (!shapes['data[]']?.free) return shapes
  const [, others] = shapesOf(
    Object(recorded['voice-form service'])['GET /api/v1/agents/{agent_id}/conversations'],
  )
  const text = { types: ['string'] }
  return { ...others, 'data[].agent_id': text, 'data[].agent_title': text }
}

const settings = (response: unknown) => ({
  ...{ baseUrl: 'https://service.test', apiKey: 'secret-key-0123456789', maxRetries: 0 },
  fetch: async () => Response.json(response),
})

const services = [
  {
    name: 'evaluation service',
    operations: evaluationDescription().operations,
    call: (id: string, response: unknown) =>
      evaluationCalls[id]?.(createEvaluationClient(settings(response))),
    unseen: [],
  },
  {
    name: 'voice-form service',
    operations: voiceFormDescription().operations,
    call: (id: string, response: unknown) => voiceFormCalls[id]?.(createVoiceFormClient(settings(response))),
    unseen: ['offer'],
  },
] as const

describe.each(services)('$name', ({ name, operations, call, unseen }) => {
  const all = { ...Object(recorded[name]), ...Object(recorded[`${name}, beside the specification`]) }
  const routes = Object.entries(all).flatMap(([title, route]) => {
    const [line = ''] = title.split(' · ')
    const id = operations.find(({ method, path }) => line === `${method} ${path}`)?.id
    return id === undefined ? [] : shapesOf(route).map((shapes) => ({ title, id, shapes: withRows(shapes) }))
  })

  it('has shapes for every method', () => {
    const ids = [...new Set(routes.map(({ id }) => id)), ...unseen]
    expect(ids.sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  it.each(routes)('$title: is kept whole', async ({ id, shapes }) => {
    await fc.assert(
      fc.asyncProperty(valuesAt(shapes, ''), async (generated) => {
        const response: unknown = JSON.parse(JSON.stringify(consistent(generated)))
        const data = await call(id, response)
        // Lists come as arrays and in pages.
        const kept =
          id === 'listAgents' ? { items: data } : Array.isArray(response) ? Object(data).data : data
        expect(kept).toMatchObject(id === 'listAgents' ? { items: Object(response).items } : Object(response))
      }),
      { numRuns: 25 },
    )
  })

  it.each(routes)('$title: any JSON may replace all but IDs, statuses and counts', async ({ id, shapes }) => {
    await fc.assert(
      fc.asyncProperty(valuesAt(shapes, ''), fc.nat(), fc.jsonValue(), async (generated, at, by) => {
        const response = consistent(generated)
        const paths = replaceable(response)
        const path = paths[at % paths.length]
        if (path === undefined) return
        const whole = strictValues(await call(id, response))
        expect(strictValues(await call(id, replaced(response, path, by)))).toEqual(
          expect.arrayContaining(whole),
        )
      }),
      { numRuns: 25 },
    )
  })
})

/** Keys whose values are strict in at least one response; the last three are those of maps. */
const STRICT = new Set(
  'task_id agent_uuid annotator_id uuid id conversation_id agent_id total_tests passed failed total limit count \
next_cursor test_uuids uuids evaluators updated_count created_at updated_at items runs versions jobs data status success resolved x'
    .split(' ')
    .concat('y z', 'Support bot'),
)

type Path = readonly (string | number)[]

/** Paths of all values that may be replaced: neither strict themselves, nor with anything strict inside. */
function replaceable(value: unknown, path: Path = []): Path[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(typeof value === 'object' && value !== null ? value : {})
  return entries.flatMap(([key, inner]) => {
    const at = [...path, key]
    const isStrict =
      STRICT.has(String(key)) || (typeof key === 'number' && STRICT.has(String(path.at(-1) ?? 'data')))
    if (isStrict && typeof inner !== 'object') return []
    const holdsStrict = isStrict || strictValues(inner).length > 0
    return holdsStrict ? replaceable(inner, at) : [at, ...replaceable(inner, at)]
  })
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? replaced(each, rest, by) : each))
  return { ...Object(value), [key]: replaced(Reflect.get(Object(value), key), rest, by) }
}

/** All strict values in a response, in order. */
function strictValues(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    STRICT.has(key) && typeof inner !== 'object' ? [[key, inner]] : strictValues(inner),
  )
}
