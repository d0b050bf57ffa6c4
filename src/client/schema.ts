// Building blocks of both services' schemas, and the parser that applies a schema to a response.
import * as z from 'zod/mini'
import type { Issue } from './errors.ts'
import { dotted } from './reason.ts'

/** A string of which the service has named some values and may add others. */
export type OpenEnum<Known extends string> = Known | (string & {})

/**
 * An object whose unknown keys are kept, though its type names the known ones only: a misspelt key is a compile
 * error, and what a newer service adds is still in the value.
 */
export function open<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape, z.core.$strip> {
  return z.looseObject(shape)
}

/** Any object, its contents are the service's own. */
export const anyObject = z.record(z.string(), z.unknown())

export const nullish = <Schema extends z.core.SomeType>(schema: Schema) => z.optional(z.nullable(schema))

/** A switch that is off where the service leaves it out. */
export const flag = z.optional(
  z.pipe(
    z.nullable(z.boolean()),
    z.transform((on) => on ?? false),
  ),
)

export const openEnum = <Known extends string>() =>
  z.custom<OpenEnum<Known>>((value) => typeof value === 'string', 'expected string')

/** An id as the services write it: something that can stand as one part of a path. */
export const identifier = z.string().check(z.refine((id) => !/^\.{0,2}$/.test(id), 'expected an identifier'))

export const count = z.int().check(z.gte(0))

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Checks an answer. Unknown keys are kept. */
export type Parser<T> = (answer: unknown) => Parsed<T>

/** A parser from a schema; the issues say where in the answer, what was expected, and what stood there. */
export function parserOf<T>(schema: z.ZodMiniType<T>): Parser<T> {
  return (answer) => {
    const result = z.safeParse(schema, answer)
    if (result.success) return { ok: true, value: result.data }
    return { ok: false, issues: result.error.issues.map((issue) => explain(issue, answer)) }
  }
}

function explain(issue: z.core.$ZodIssue, answer: unknown): Issue {
  const found = issue.path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    answer,
  )
  const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message
  return { path: dotted(issue.path), message: `${expected}, got ${kindOf(found)}` }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
