// Whatever services were seen to answer, the client loses no field of it, and survives odd values.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { services } from './every-method.ts'
import { recordedAnswers } from './recorded-answers.ts'

describe.each(services)('$name', ({ name, description, calls }) => {
  const answers = recordedAnswers(name, description)
  /** What the client makes of a response. */
  const read = (id: string, response: unknown) =>
    calls.find((each) => each.id === id)?.call({ maxRetries: 0, fetch: async () => Response.json(response) })

  it('has shapes for every method', () => {
    const unseen = name === 'voice-form service' ? ['sessions.start'] : []
    const ids = [...new Set(answers.map(({ id }) => id)), ...unseen]
    expect(ids.sort()).toEqual(description.operations.map(({ id }) => id).sort())
  })

  it.each(answers)('$title: is kept whole', async ({ id, values }) => {
    await fc.assert(
      fc.asyncProperty(values, async (generated) => {
        const response: unknown = JSON.parse(JSON.stringify(generated))
        const data = await read(id, response)
        // Lists come as arrays and in pages.
        const kept = Array.isArray(response) ? (Object(data).data ?? Object(data).items) : data
        expect(kept).toMatchObject(Object(response))
      }),
      { numRuns: 25 },
    )
  })

  it.each(answers)(
    '$title: any JSON may replace all but IDs, statuses and counts',
    async ({ id, values }) => {
      await fc.assert(
        fc.asyncProperty(values, fc.nat(), fc.jsonValue(), async (response, at, by) => {
          const paths = replaceable(response)
          const path = paths[at % paths.length]
          if (path === undefined) return
          const whole = strictValues(await read(id, response))
          const changed = await read(id, replaced(response, path, by))
          expect(strictValues(changed)).toEqual(expect.arrayContaining(whole))
        }),
        { numRuns: 25 },
      )
    },
  )
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
