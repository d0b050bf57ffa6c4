// Building blocks of both services' schemas. IDs, statuses and counts are strict: if one is missing or odd, the
// response cannot be used. Everything else is lenient: an odd value becomes null, an odd entry of a list is dropped.
import * as z from 'zod/mini'
import type { Issue } from './errors.ts'
import type { Parser } from './parser.ts'
import { dotted, isObject, issueAt } from './reason.ts'

export type Schema<T> = z.ZodMiniType<T>

/** An object with a schema for every field of its type. Keys that the type does not have are kept. */
export function record<T>(shape: { readonly [Key in keyof Required<T>]: Schema<T[Key]> }): Schema<T>
export function record(shape: z.core.$ZodShape): z.ZodMiniType {
  return z.looseObject(shape)
}

/** The same schema for several fields of a record. */
export function all<T, Name extends string>(
  schema: Schema<T>,
  ...names: readonly Name[]
): Record<Name, Schema<T>>
export function all(schema: Schema<unknown>, ...names: readonly string[]): Record<string, Schema<unknown>> {
  return Object.fromEntries(names.map((name) => [name, schema]))
}

/** An ID: well-formed, and usable as one segment of a path. */
export const identifier: Schema<string> = z
  .string()
  .check(z.refine((id) => id.isWellFormed() && !/^\.{0,2}$/.test(id), 'expected an identifier'))

export const string: Schema<string> = z.string()
export const count: Schema<number> = z.int().check(z.gte(0, 'expected 0 or more'))

/** Strict, but may be null or absent. */
export const nullish = <T>(schema: Schema<T>): Schema<T | null | undefined> => z.optional(z.nullable(schema))

/** Strict about every entry. */
export const strictList = <T>(entry: Schema<T>): Schema<T[]> => z.array(entry)

/** Null if the value is odd; may be null or absent. */
export const lenient = <T>(schema: Schema<T>): Schema<T | null | undefined> =>
  z.optional(z.catch(z.nullable(schema), null))

export const text: Schema<string | null | undefined> = lenient(string)
export const number: Schema<number | null | undefined> = lenient(z.number())
export const boolean: Schema<boolean | null | undefined> = lenient(z.boolean())
export const anything: Schema<unknown> = z.optional(z.unknown())
/** Any object; its content is not specified. */
export const anyObject: Schema<Record<string, unknown>> = z.custom<Record<string, unknown>>(
  isObject,
  'expected an object',
)
export const object: Schema<Record<string, unknown> | null | undefined> = lenient(anyObject)

/** A name that callers always need: empty if the service leaves it out. */
export const name: Schema<string> = z.catch(z.string(), '')

const isOn = (value: unknown) => Boolean(value) && value !== 'false'
/** A switch. An odd value that is not empty counts as on: `error: "timeout"` is an error. */
export const flag: Schema<boolean | undefined> = z.optional(z.transform(isOn))
/** A switch that is off if it is absent. */
export const flagOrOff: Schema<boolean> = z.transform(isOn)

function knownEntries<T>(entry: Schema<T>, list: readonly unknown[]): T[] {
  return list.flatMap((each) => {
    const result = z.safeParse(entry, each)
    return result.success ? [result.data] : []
  })
}

/** A list without its odd entries; null if it is not a list; may be null or absent. */
export const list = <T>(entry: Schema<T>): Schema<T[] | null | undefined> =>
  z.optional(z.transform((value) => (Array.isArray(value) ? knownEntries(entry, value) : null)))

/** A list without its odd entries; empty if it is absent or not a list. */
export const listOrEmpty = <T>(entry: Schema<T>): Schema<T[]> =>
  z.transform((value) => (Array.isArray(value) ? knownEntries(entry, value) : []))

/** A text in place of a record becomes the record of which it is this field. */
export const orText = <T>(field: string, record: Schema<T>): Schema<T> =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' ? { [field]: value } : value)),
    record,
  )

/** A parser from a schema; its issues say where in the body, what was expected, and what was there instead. */
export function parserOf<T>(schema: Schema<T>): Parser<T> {
  return (body) => {
    const result = z.safeParse(schema, body)
    if (result.success) return { ok: true, value: result.data }
    return { ok: false, issues: result.error.issues.map((issue) => explain(issue, body)) }
  }
}

/**
 * A parser that refuses a response about something else than was asked for, because a proxy may confuse responses.
 * @param field says what the response is about: an ID, null, or an object with what was asked for as keys
 */
export function parserAbout<T>(
  schema: Schema<T>,
  field: keyof T & string,
  asked: readonly string[],
): Parser<T> {
  const parse = parserOf(schema)
  return (body) => {
    const parsed = parse(body)
    if (!parsed.ok) return parsed
    const found = parsed.value[field]
    const names = typeof found === 'string' ? [found] : Object.keys(found ?? {})
    if (names.every((name) => asked.includes(name))) return parsed
    return { ok: false, isOfOther: true, issues: [issueAt(field, 'not what was asked for')] }
  }
}

/** A response of another shape is garbled, and asked for again: a job would end because of it. */
export function parserAgain<T>(parse: Parser<T>): Parser<T> {
  return (body) => {
    const parsed = parse(body)
    return parsed.ok ? parsed : { ...parsed, isTransient: true }
  }
}

function explain(issue: z.core.$ZodIssue, body: unknown): Issue {
  const found = issue.path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), body)
  const expected = issue.code === 'invalid_type' ? `expected ${wordOf(issue.expected)}` : issue.message
  return issueAt(dotted(issue.path), `${expected}, got ${kindOf(found)}`)
}

const WORDS = { string: 'text', array: 'list', int: 'integer', record: 'object', undefined: 'nothing' }
const wordOf = (kind: string): string => Reflect.get(WORDS, kind) ?? kind

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return wordOf(Array.isArray(value) ? 'array' : typeof value)
}
