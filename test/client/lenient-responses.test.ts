// Only IDs, statuses and counts may make a response unreadable. Everything else may be anything.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { responses, STRICT } from './sample-responses.ts'

type Path = readonly (string | number)[]

/** Paths of all values that may be replaced: neither strict themselves, nor with anything strict inside. */
function replaceable(value: unknown, strict: ReadonlySet<string>, path: Path = []): Path[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(typeof value === 'object' && value !== null ? value : {})
  return entries.flatMap(([key, inner]) => {
    if (strict.has(String(key)) && typeof inner !== 'object') return []
    const deeper = replaceable(inner, strict, [...path, key])
    const holdsStrict =
      strict.has(String(key)) ||
      JSON.stringify(inner)
        .match(/"(\w+)":/g)
        ?.some((each) => strict.has(each.slice(1, -2)))
    const lists = typeof key === 'number' && strict.has(String(path.at(-1)))
    return holdsStrict || lists ? deeper : [[...path, key], ...deeper]
  })
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? replaced(each, rest, by) : each))
  return { ...Object(value), [key]: replaced(Reflect.get(Object(value), key), rest, by) }
}

/** All strict values in a response, in order. */
function strictValues(value: unknown, strict: ReadonlySet<string>): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    strict.has(key) && typeof inner !== 'object' ? [[key, inner]] : strictValues(inner, strict),
  )
}

describe.each(Object.entries(responses))('%s', (_, [response, read, more = []]) => {
  const strict = new Set([...STRICT, ...more])
  const paths = replaceable(response, strict)

  it('reads its response as it is', async () => {
    expect(await read(response)).toMatchObject(Array.isArray(await read(response)) ? [{}] : Object(response))
  })

  it('survives any JSON in place of any other value, and keeps IDs, statuses and counts', async () => {
    const whole = strictValues(await read(response), strict)
    if (paths.length === 0) return expect(response).toBeDefined()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), async (path, by) => {
        const changed = await read(replaced(response, path, by))
        expect(strictValues(changed, strict)).toEqual(expect.arrayContaining(whole))
      }),
      { numRuns: 100 },
    )
  })
})
