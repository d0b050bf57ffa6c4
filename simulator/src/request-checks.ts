// Checks of what a request carries; every fault is refused with the service's 422 body.
import { type InputFault, invalid } from './answer.ts'

/** A request's body, as far as it could be read. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'malformed'; readonly value: string }

/** Reads a body; text that is not declared as JSON stays text, as on the service. */
export function readBody(text: string, contentType: string | undefined): RequestBody {
  if (text === '') return { kind: 'none' }
  if (!/^application\/(?:.+\+)?json\b/i.test(contentType ?? '')) return { kind: 'text', value: text }
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'malformed', value: text }
  }
}

/** The JSON object of a request that has to have one. */
export function objectBody(body: RequestBody): Readonly<Record<string, unknown>> {
  if (body.kind === 'none') {
    throw invalid({ type: 'missing', loc: ['body'], msg: 'Field required', input: null })
  }
  if (body.kind === 'malformed') {
    const ctx = { error: 'Expecting value' }
    throw invalid({ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {}, ctx })
  }
  if (!isObject(body.value)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from'
    throw invalid({ type: 'model_attributes_type', loc: ['body'], msg, input: body.value })
  }
  return body.value
}

/** A list of texts in a body, or null where the field is absent or null. */
export function optionalTexts(body: Readonly<Record<string, unknown>>, field: string): string[] | null {
  const input = body[field] ?? null
  if (input === null) return null
  const loc = ['body', field]
  if (!Array.isArray(input)) {
    throw invalid({ type: 'list_type', loc, msg: 'Input should be a valid list', input })
  }
  const items: readonly unknown[] = input
  const texts = items.filter((item) => typeof item === 'string')
  if (texts.length < items.length) {
    const faults = items.flatMap((item, index): InputFault[] => {
      if (typeof item === 'string') return []
      const msg = 'Input should be a valid string'
      return [{ type: 'string_type', loc: [...loc, index], msg, input: item }]
    })
    throw invalid(...faults)
  }
  return texts
}

/** A list of texts that a body has to have. */
export function requiredTexts(body: Readonly<Record<string, unknown>>, field: string): string[] {
  const texts = optionalTexts(body, field)
  if (texts !== null) return texts
  throw invalid({ type: 'missing', loc: ['body', field], msg: 'Field required', input: body })
}

/** A boolean of the query; null where it is absent. */
export function booleanQuery(query: URLSearchParams, name: string): boolean | null {
  const input = query.get(name)
  if (input === null) return null
  if (/^(?:true|1|yes|on|t|y)$/i.test(input)) return true
  if (/^(?:false|0|no|off|f|n)$/i.test(input)) return false
  const msg = 'Input should be a valid boolean, unable to interpret input'
  throw invalid({ type: 'bool_parsing', loc: ['query', name], msg, input })
}

/** A whole number of the query from `minimum` on; null where it is absent. */
export function integerQuery(query: URLSearchParams, name: string, minimum: number): number | null {
  const input = query.get(name)
  if (input === null) return null
  const loc = ['query', name]
  if (!/^[+-]?\d{1,15}$/.test(input)) {
    const msg = 'Input should be a valid integer, unable to parse string as an integer'
    throw invalid({ type: 'int_parsing', loc, msg, input })
  }
  const number = Number(input)
  if (number < minimum) {
    const msg = `Input should be greater than or equal to ${minimum}`
    throw invalid({ type: 'greater_than_equal', loc, msg, input, ctx: { ge: minimum } })
  }
  return number
}

/** One of some words in the query; null where it is absent. */
export function choiceQuery<const Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const input = query.get(name)
  if (input === null) return null
  const found = choices.find((choice) => choice === input)
  if (found !== undefined) return found
  const expected = choices.map((choice) => `'${choice}'`).join(', ')
  const msg = `Input should be one of ${expected}`
  throw invalid({ type: 'enum', loc: ['query', name], msg, input, ctx: { expected } })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
