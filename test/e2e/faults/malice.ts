// Answers that are JSON of another shape: one value somewhere in them is of a wrong type, null, or gone.
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
 * The answer with one value spoilt. No value is turned into another of its own type, so that nothing is said which a
 * reader could only believe.
 */
export function spoilt(body: string, random: Random): string {
  const answer: unknown = parsed(body)
  const all = placesIn(answer)
  // Most places are in rows and decide little.
  const deciding = all.filter(({ holder, key }) => holder === answer && DECIDING.includes(key))
  const places = deciding.length > 0 && random.chance(0.6) ? deciding : all
  if (places.length === 0) return JSON.stringify(wrongFor(answer, random))
  const { holder, key } = random.pick(places)
  if (random.chance(0.3)) Reflect.deleteProperty(holder, key)
  else Reflect.set(holder, key, wrongFor(Reflect.get(holder, key), random))
  return JSON.stringify(answer)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Keys of objects only: an item taken out of a list would be a lie and no spoilt answer. */
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
