// Building blocks of both services' schemas. IDs, statuses and counts are strict: if one is missing or odd, the
// response cannot be used. Everything else is lenient: an odd value becomes null, an odd entry of a list is dropped.
import * as z from 'zod/mini'
import { dotted } from './reason.ts'
import type { Issue } from './request-error.ts'

/** A string of which the service has named some values and may add others. */
export type OpenEnum<Known extends string> = Known | (string & {})

type Schema<T> = z.ZodMiniType<T>

/**
 * An object that keeps unknown keys, although its type has the known ones only: a misspelt key is a compile error, and
 * what a newer service adds is still in the value.
 */
export function open<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape, z.core.$strip> {
  return z.looseObject(shape)
}

/** More would need gigabytes of memory. */
const MAX_ROWS = 100_000
const tooMany = `expected at most ${MAX_ROWS} entries`

/** An ID: well-formed, and usable as one segment of a path. */
export const identifier = z
  .string()
  .check(z.refine((id) => id.isWellFormed() && !/^\.{0,2}$/.test(id), 'expected an identifier'))

/** A status that has to be there. A service may add values. */
export const status = <Known extends string>() =>
  z.custom<OpenEnum<Known>>((value) => typeof value === 'string', 'expected string')

export const count: Schema<number> = z.int().check(z.gte(0))

/** Strict, but may be null or absent. */
export const nullish = <T>(schema: Schema<T>) => z.optional(z.nullable(schema))

/** Strict about every entry. */
export const strictList = <T>(entry: Schema<T>) => z.array(entry).check(z.maxLength(MAX_ROWS, tooMany))

/** A schema that refuses nothing. `read` does the same without zod's objects, of which a large response needs millions. */
type Lenient<T> = z.ZodMiniOptional<Schema<T>> & { readonly read: (value: unknown) => T }

const lenientBy = <T>(read: (value: unknown) => T): Lenient<T> =>
  Object.assign(z.optional(z.transform(read)), { read })

/** Null if the value is odd; may be null or absent. */
export const lenient = <T>(schema: Schema<T>): Lenient<T | null> =>
  lenientBy((value) => (value === null ? null : (z.safeParse(schema, value).data ?? null)))

const lenientIf = <T>(is: (value: unknown) => value is T): Lenient<T | null> =>
  lenientBy((value) => (is(value) ? value : null))

const isString = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = lenientIf(isString)
export const number = lenientIf((value): value is number => Number.isFinite(value))
export const boolean = lenientIf((value) => typeof value === 'boolean')
/** Any object; its content is not specified. */
export const anyObject = z.custom<Record<string, unknown>>(isObject, 'expected an object')
export const object = lenientIf(isObject)
export const anything = lenientBy((value) => value)
export const openEnum = <Known extends string>() => lenientIf<OpenEnum<Known>>(isString)

/**
 * An object of lenient fields, as an entry of a long list. They are read in place: a copy of each entry would be most of
 * the memory that a large response takes.
 */
export function row<Shape extends Readonly<Record<string, Lenient<unknown>>>>(shape: Shape) {
  const fields = Object.entries(shape)
  const readFields = (value: unknown) => {
    if (!isObject(value)) return false
    for (const [name, { read }] of fields) {
      const given = value[name]
      const known = given === undefined ? given : read(given)
      if (known !== given) value[name] = known
    }
    return true
  }
  return z.custom<z.infer<z.ZodMiniObject<Shape, z.core.$strip>>>(readFields, 'expected an object')
}

/** A list without its odd entries; null if it is not a list; may be null or absent. */
export const list = <T>(entry: Schema<T>) => {
  const entries = knownEntries(entry)
  return Object.assign(z.optional(z.nullable(entries)), { read: lenient(entries).read })
}

/** A list without its odd entries; empty if it is absent or not a list. */
export const listOrEmpty = <T>(entry: Schema<T>) =>
  z._default(
    z.pipe(
      knownEntries(entry),
      z.transform((entries: T[] | null) => entries ?? []),
    ),
    [],
  )

function knownEntries<T>(entry: Schema<T>): Schema<T[] | null> {
  return z.pipe(
    z.unknown().check(z.refine((value) => !Array.isArray(value) || value.length <= MAX_ROWS, tooMany)),
    z.transform((value: unknown) => (Array.isArray(value) ? keepKnown(entry, value) : null)),
  )
}

/** In place, because a list may be most of a large response. */
function keepKnown<T>(entry: Schema<T>, list: unknown[]): T[] {
  const known = list as T[]
  let kept = 0
  for (const each of list) {
    const result = z.safeParse(entry, each)
    if (!result.success) continue
    known[kept] = result.data
    kept += 1
  }
  known.length = kept
  return known
}

/** A switch. An odd value that is not empty counts as on: `error: "timeout"` is an error. */
export const flag = lenientBy((value) => Boolean(value) && value !== 'false')

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Validates a response body. */
export type Parser<T> = (body: unknown) => Parsed<T>

/** A parser from a schema; its issues say where in the body, what was expected, and what was there instead. */
export function parserOf<T>(schema: Schema<T>): Parser<T> {
  return (body) => {
    const result = z.safeParse(schema, body)
    if (result.success) return { ok: true, value: result.data }
    return { ok: false, issues: result.error.issues.map((issue) => explain(issue, body)) }
  }
}

function explain(issue: z.core.$ZodIssue, body: unknown): Issue {
  const found = issue.path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  )
  const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message
  return issueAt(issue.path, `${expected}, got ${kindOf(found)}`)
}

/** An issue of the client itself, about a response. */
export function issueAt(path: readonly PropertyKey[], message: string): Issue {
  const loc = path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  return { path: dotted(path), message, type: null, loc }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
