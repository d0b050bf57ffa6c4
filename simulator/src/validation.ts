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
    throw invalid(notAnObject(['body'], body.value))
  }
  return body.value
}

function notAnObject(loc: ValidationIssue['loc'], input: unknown): ValidationIssue {
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  return { type: 'model_attributes_type', loc, msg, input }
}

type Body = Readonly<Record<string, unknown>>

/** A string that a body must have. */
export function requiredString(body: Body, field: string, parent: ValidationIssue['loc'] = ['body']): string {
  const input = body[field]
  if (typeof input === 'string') return input
  const loc = [...parent, field]
  throw input === undefined
    ? invalid({ type: 'missing', loc, msg: 'Field required', input: body })
    : invalid({ type: 'string_type', loc, msg: 'Input should be a valid string', input })
}

/** A string in a body; null if the field is absent or null. */
export const optionalString = (body: Body, field: string): string | null =>
  (body[field] ?? null) === null ? null : requiredString(body, field)

/** An object in a body; null if the field is absent or null. */
export function optionalObject(
  body: Body,
  field: string,
  parent: ValidationIssue['loc'] = ['body'],
): Body | null {
  const input = body[field] ?? null
  if (input === null || isObject(input)) return input
  throw invalid({
    type: 'dict_type',
    loc: [...parent, field],
    msg: 'Input should be a valid dictionary',
    input,
  })
}

/** An array of strings in a body; null if the field is absent or null. */
export function optionalStrings(body: Readonly<Record<string, unknown>>, field: string): string[] | null {
  const input = body[field] ?? null
  if (input === null) return null
  const loc = ['body', field]
  const items = listOf(input, loc)
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

function listOf(input: unknown, loc: ValidationIssue['loc']): readonly unknown[] {
  if (Array.isArray(input)) return input
  throw invalid({ type: 'list_type', loc, msg: 'Input should be a valid list', input })
}

/** A boolean query parameter; null if absent. */
export function booleanQuery(query: URLSearchParams, name: string): boolean | null {
  const input = query.get(name)
  if (input === null) return null
  if (/^(?:true|1|yes|on|t|y)$/i.test(input)) return true
  if (/^(?:false|0|no|off|f|n)$/i.test(input)) return false
  throw notBoolean(['query', name], input)
}

/** The largest `limit` that the evaluation service takes. */
export const MAX_LIMIT = 1_000_000

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
  type: ChoiceError = 'enum',
): Choice | null {
  const input = query.get(name)
  if (input === null) return null
  const found = choices.find((choice) => choice === input)
  if (found !== undefined) return found
  throw notOneOf(choices, type, ['query', name], input)
}

function notOneOf(
  choices: readonly string[],
  type: ChoiceError,
  loc: ValidationIssue['loc'],
  input: unknown,
) {
  const quoted = choices.map((choice) => `'${choice}'`)
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
  return invalid({ type, loc, msg: `Input should be ${expected}`, input, ctx: { expected } })
}

type ChoiceError = 'enum' | 'literal_error'

/** A field of a body with a fixed set of values, the first of them if it is absent. */
export function choice<const Choice extends string>(
  body: Body,
  field: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const input = body[field] ?? choices[0]
  const found = choices.find((each) => each === input)
  if (found !== undefined) return found
  throw notOneOf(choices, 'literal_error', ['body', field], input)
}

/** False if absent. */
export function optionalBoolean(body: Body, field: string): boolean {
  const input = body[field] ?? false
  if (typeof input === 'boolean') return input
  throw notBoolean(['body', field], input)
}

function notBoolean(loc: ValidationIssue['loc'], input: unknown) {
  const msg = 'Input should be a valid boolean, unable to interpret input'
  return invalid({ type: 'bool_parsing', loc, msg, input })
}

/** An array of objects that a body must have. */
export function requiredObjects(body: Body, field: string): Body[] {
  requirePresent(body, field)
  return objectsOf(body[field], ['body', field])
}

/** An array of objects in a body; null if the field is absent or null. */
export function optionalObjects(
  body: Body,
  field: string,
  parent: ValidationIssue['loc'] = ['body'],
): Body[] | null {
  const given = body[field] ?? null
  return given === null ? null : objectsOf(given, [...parent, field])
}

function objectsOf(given: unknown, loc: ValidationIssue['loc']): Body[] {
  return listOf(given, loc).map((input, index) => {
    if (isObject(input)) return input
    throw invalid(notAnObject([...loc, index], input))
  })
}

export function requirePresent(body: Body, field: string): void {
  if (body[field] === undefined)
    throw invalid({ type: 'missing', loc: ['body', field], msg: 'Field required', input: body })
}

/** Refuses fields that are not among these. */
export function refuseOthers(entry: Body, known: readonly string[], parent: ValidationIssue['loc']): void {
  const issues = Object.entries(entry).flatMap(([field, input]): ValidationIssue[] => {
    if (known.includes(field)) return []
    return [
      { type: 'extra_forbidden', loc: [...parent, field], msg: 'Extra inputs are not permitted', input },
    ]
  })
  if (issues.length > 0) throw invalid(...issues)
}

/** What is wrong with a body as a whole. */
export function valueError(body: Body, what: string): HttpError {
  const ctx = { error: {} }
  return invalid({ type: 'value_error', loc: ['body'], msg: `Value error, ${what}`, input: body, ctx })
}

/** An ID of 36 characters in an entry of a body's list. */
export function requiredUuid(entry: Body, loc: ValidationIssue['loc']): string {
  const input = requiredString(entry, 'uuid', loc)
  if (input.length === 36) return input
  const short = input.length < 36
  const ctx = short ? { min_length: 36 } : { max_length: 36 }
  const msg = `String should have at ${short ? 'least' : 'most'} 36 characters`
  throw invalid({
    type: short ? 'string_too_short' : 'string_too_long',
    loc: [...loc, 'uuid'],
    msg,
    input,
    ctx,
  })
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
