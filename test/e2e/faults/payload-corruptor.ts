// Corrupts JSON responses: one value is replaced by one of another type, by null, or removed.
import type { Random } from './random.ts'

type Place = { readonly holder: object; readonly key: string }

const DECIDING = [
  'status',
  'total_tests',
  'passed',
  'failed',
  'results',
  'error',
  'resolved',
  'items',
  'task_id',
]

/**
 * The response with one value corrupted. A value never becomes another value of its own type, which no reader could
 * detect.
 */
export function corrupted(body: string, random: Random): string {
  const answer = parseJson(body) ?? body
  const all = placesIn(answer)
  // Most values are in result rows and matter little.
  const deciding = all.filter(({ holder, key }) => holder === answer && DECIDING.includes(key))
  const places = deciding.length > 0 && random.chance(0.6) ? deciding : all
  if (places.length === 0) return JSON.stringify(wrongFor(answer, random))
  const { holder, key } = random.pick(places)
  if (random.chance(0.3)) Reflect.deleteProperty(holder, key)
  else Reflect.set(holder, key, wrongFor(Reflect.get(holder, key), random))
  return JSON.stringify(answer)
}

/** The response of an old copy or a proxy that cuts lists: without some of its rows, or all of them. */
export function withoutRows(body: string, random: Random): string {
  const answer = parseJson(body)
  const rows: unknown = Reflect.get(Object(answer), 'results')
  if (!Array.isArray(rows)) return body
  const kept = random.pick([0, 0.5, 0.9])
  return JSON.stringify({ ...Object(answer), results: rows.filter(() => random.chance(kept)) })
}

/** Keys of objects only: a list without one of its items is still a valid response. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(placesIn)
  if (Array.isArray(value)) return inner
  return [...Object.keys(value).map((key) => ({ holder: value, key })), ...inner]
}

function wrongFor(value: unknown, random: Random): unknown {
  const others = ['0', -1.5, true, [], {}, [{}], null].filter((other) => kindOf(other) !== kindOf(value))
  return random.pick(others)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Undefined for anything that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
