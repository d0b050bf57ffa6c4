// The border: JSON text in, a typed value or the list of what is wrong with it out.
import * as z from 'zod/mini'
import type { Issue } from './errors.ts'
import { dotted } from './reason.ts'

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
