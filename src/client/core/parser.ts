// The types that declarations need of schemas. They are apart from zod, whose declarations are longer than all of the client's.
import type { Issue } from './errors.ts'

/** A string of which the service has named some values and may add others. */
export type OpenEnum<Known extends string> = Known | (string & {})

/** Validates a response body. */
export type Parser<T> = (body: unknown) => Parsed<T>

type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly issues: readonly Issue[]
      /** Whether it is the response to another request. */
      readonly isOfOther?: boolean
      /** Whether the next response may be right. */
      readonly isTransient?: boolean
    }
