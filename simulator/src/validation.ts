// Checks bodies and queries. Invalid requests are refused with the services' 422 body.
import { HttpError, type RequestBody } from './router.ts'

/** An entry of a 422 body. */
interface ValidationIssue {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input?: unknown
  readonly ctx?: object
}

function invalid(...issues: readonly ValidationIssue[]): HttpError {
  return new HttpError(422, { detail: issues })
}

/** Reads a body. Without a JSON content type it stays text, as on the real service. */
export function readBody(text: string, contentType: string | undefined): RequestBody {
  if (text === '') return { kind: 'none' }
  if (!/^application\/(?:.+\+)?json\b/i.test(contentType ?? '')) return { kind: 'text', value: text }
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'malformed', value: text }
  }
}

/** The JSON object of a request that requires one. */
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

type Body = Readonly<Record<string, unknown>>

/** A string that a body must have. */
export function requiredString(body: Body, field: string): string {
  const input = body[field]
  if (typeof input === 'string') return input
  const loc = ['body', field]
  throw input === undefined
    ? invalid({ type: 'missing', loc, msg: 'Field required', input: body })
    : invalid({ type: 'string_type', loc, msg: 'Input should be a valid string', input })
}

/** An object in a body; null if the field is absent or null. */
export function optionalObject(body: Body, field: string): Body | null {
  const input = body[field] ?? null
  if (input === null || isObject(input)) return input
  throw invalid({ type: 'dict_type', loc: ['body', field], msg: 'Input should be a valid dictionary', input })
}

/** An array of strings in a body; null if the field is absent or null. */
export function optionalStrings(body: Readonly<Record<string, unknown>>, field: string): string[] | null {
  const input = body[field] ?? null
  if (input === null) return null
  const loc = ['body', field]
  if (!Array.isArray(input)) {
    throw invalid({ type: 'list_type', loc, msg: 'Input should be a valid list', input })
  }
  const items: readonly unknown[] = input
  const strings = items.filter((item) => typeof item === 'string')
  if (strings.length < items.length) {
    const issues = items.flatMap((item, index): ValidationIssue[] => {
      if (typeof item === 'string') return []
      const msg = 'Input should be a valid string'
      return [{ type: 'string_type', loc: [...loc, index], msg, input: item }]
    })
    throw invalid(...issues)
  }
  return strings
}

/** An array of strings that a body must have. */
export function requiredStrings(body: Readonly<Record<string, unknown>>, field: string): string[] {
  const strings = optionalStrings(body, field)
  if (strings !== null) return strings
  throw invalid({ type: 'missing', loc: ['body', field], msg: 'Field required', input: body })
}

/** A value in a body that must fulfil a condition. */
export function requireValid<Value>(field: string, input: unknown, value: Value | undefined): Value {
  if (value !== undefined) return value
  throw invalid({ type: 'value_error', loc: ['body', field], msg: 'Value is not valid', input })
}

/** A boolean query parameter; null if absent. */
export function booleanQuery(query: URLSearchParams, name: string): boolean | null {
  const input = query.get(name)
  if (input === null) return null
  if (/^(?:true|1|yes|on|t|y)$/i.test(input)) return true
  if (/^(?:false|0|no|off|f|n)$/i.test(input)) return false
  const msg = 'Input should be a valid boolean, unable to interpret input'
  throw invalid({ type: 'bool_parsing', loc: ['query', name], msg, input })
}

/** A whole-number query parameter; null if absent. */
export function integerQuery(
  query: URLSearchParams,
  name: string,
  minimum: number,
  maximum = Number.POSITIVE_INFINITY,
): number | null {
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
  if (number > maximum) {
    const msg = `Input should be less than or equal to ${maximum}`
    throw invalid({ type: 'less_than_equal', loc, msg, input, ctx: { le: maximum } })
  }
  return number
}

/** A number in the query, with or without a fraction; null if absent. */
export function numberQuery(query: URLSearchParams, name: string): number | null {
  const input = query.get(name)
  if (input === null) return null
  const number = Number(input)
  if (input.trim() !== '' && Number.isFinite(number)) return number
  const msg = 'Input should be a valid number, unable to parse string as a number'
  throw invalid({ type: 'float_parsing', loc: ['query', name], msg, input })
}

/** A query parameter with a fixed set of values; null if absent. */
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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
