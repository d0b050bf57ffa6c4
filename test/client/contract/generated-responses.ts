// Answers that an OpenAPI description allows: optional fields absent or null, unknown enum members, unknown keys.
import fc from 'fast-check'
import * as z from 'zod/mini'

const types = z.optional(z.union([z.string(), z.array(z.string())]))
const schemaObject = z.looseObject({
  $ref: z.optional(z.string()),
  type: types,
  enum: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  items: z.optional(z.unknown()),
  additionalProperties: z.optional(z.unknown()),
  allOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  minLength: z.optional(z.number()),
  pattern: z.optional(z.string()),
})
type Schema = z.infer<typeof schemaObject>

export const sampleId = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'

export function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => Reflect.get(Object(value), key), document)
}

/** Values of the schema at a JSON pointer of an OpenAPI document. */
export function responsesAt(document: unknown, pointer: string): fc.Arbitrary<unknown> {
  return valuesOf(document, valueAt(document, pointer))
}

function valuesOf(document: unknown, input: unknown): fc.Arbitrary<unknown> {
  const schema = merged(document, input)
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map((each) => valuesOf(document, each)))
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), fc.constant('added later'))
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (kinds.length === 0) return fc.jsonValue({ maxDepth: 2 })
  return fc.oneof(...kinds.map((kind) => valuesOfType(document, schema, kind)))
}

function valuesOfType(document: unknown, schema: Schema, kind: string): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.nat(1000)
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'string':
      return textsOf(schema)
    case 'array':
      return fc.array(valuesOf(document, schema.items ?? {}), { maxLength: 3 })
    default:
      return objectsOf(document, schema)
  }
}

function textsOf({ minLength = 0, pattern }: Schema): fc.Arbitrary<string> {
  if (minLength === 36) return fc.constant(sampleId)
  if (pattern !== undefined) return fc.constant('2026-11-20 22:42:02')
  return fc
    .string({ unit: 'grapheme', minLength: Math.max(1, minLength), maxLength: 12 })
    .map((text) => `t${text}`)
}

function objectsOf(
  document: unknown,
  { properties = {}, required = [], ...schema }: Schema,
): fc.Arbitrary<unknown> {
  const known = Object.entries(properties).map(([name, each]) => [name, valuesOf(document, each)] as const)
  const record = fc.record(Object.fromEntries(known), {
    requiredKeys: required.filter((key) => key in properties),
  })
  const added =
    typeof schema.additionalProperties === 'object'
      ? fc.dictionary(
          fc.string({ minLength: 1, maxLength: 8 }),
          valuesOf(document, schema.additionalProperties),
          { maxKeys: 3 },
        )
      : fc.constantFrom({}, { added_later: { deep: [1, null] } })
  return fc.tuple(record, added).map(([fields, more]) => ({ ...more, ...fields }))
}

/** The schema with its reference followed and the parts of `allOf` in one. */
function merged(document: unknown, input: unknown): Schema {
  const { $ref, allOf = [], ...own } = z.parse(schemaObject, input ?? {})
  const parts = [...($ref === undefined ? [] : [valueAt(document, $ref.slice(1))]), ...allOf]
  return parts.map((part) => merged(document, part)).reduce<Schema>(inOne, own)
}

function inOne(all: Schema, part: Schema): Schema {
  const properties = bothOf(part.properties ?? {}, all.properties ?? {})
  const required = [...(part.required ?? []), ...(all.required ?? [])]
  return Object.assign({ ...part }, all, {
    properties,
    required,
    type: all.type ?? part.type,
    items: all.items ?? part.items,
  })
}

/** A property that both parts describe has to meet both. */
function bothOf(one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const shared = Object.keys(one).filter((key) => key in other)
  const both = shared.map((key) => [key, { allOf: [one[key], other[key]] }])
  return { ...one, ...other, ...Object.fromEntries(both) }
}
