// What the schemas of both services are made of: lenient about what a service may add, exact about what it promises.
import * as z from 'zod/mini'

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
