// Answers of the shapes that running services were seen to have, and that they publish (test/fixtures/api/shapes.json).
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Description } from './description.ts'

/** Of the values at one path. */
export const recordedShape = z.looseObject({
  types: z.optional(z.array(z.string())),
  values: z.optional(z.array(z.string())),
  format: z.optional(z.string()),
  null: z.optional(z.number()),
  absent: z.optional(z.number()),
  required: z.optional(z.boolean()),
  nullable: z.optional(z.boolean()),
  free: z.optional(z.boolean()),
})
const answer = z.object({ paths: z.record(z.string(), recordedShape) })
type Shapes = Readonly<Record<string, z.infer<typeof recordedShape>>>

const file = new URL('../../fixtures/api/shapes.json', import.meta.url)
const recorded = z.parse(z.record(z.string(), z.unknown()), JSON.parse(readFileSync(file, 'utf8')))

export const sampleId = '0b8a3a52-7e55-4b0e-9c5a-0d9f3f7d6a11'

export interface RecordedAnswer {
  /** As in the file: `GET /agents`, for some routes followed by the way to ask. */
  readonly title: string
  /** Of the operation. */
  readonly id: string
  readonly values: fc.Arbitrary<unknown>
}

/** Of the operations that were seen or are published. */
export function recordedAnswers(
  service: 'evaluation service' | 'voice-form service',
  { operations }: Description,
): RecordedAnswer[] {
  const all = { ...Object(recorded[service]), ...Object(recorded[`${service}, beside the specification`]) }
  return Object.entries(all).flatMap(([title, route]) => {
    const [line = ''] = title.split(' · ')
    const id = operations.find(({ method, path }) => line === `${method} ${path}`)?.id
    if (id === undefined) return []
    return shapesOf(route).map((shapes) => ({
      title,
      id,
      values: valuesAt(withRows(shapes), '').map(consistent),
    }))
  })
}

/** The shapes of a route's answers of status 200: one, or one for each way to ask. */
function shapesOf(route: unknown): Shapes[] {
  const ok: unknown = Reflect.get(Object(route), '200')
  if (ok === undefined) return []
  const one = z.safeParse(answer, ok)
  return one.success
    ? [one.data.paths]
    : Object.values(z.parse(z.record(z.string(), answer), ok)).map(({ paths }) => paths)
}

/** The rows of one list are not published: they are those of another list, and name their agents. */
function withRows(shapes: Shapes): Shapes {
  if (!shapes['data[]']?.free) return shapes
  const [, others] = shapesOf(
    Object(recorded['voice-form service'])['GET /api/v1/agents/{agent_id}/conversations'],
  )
  const text = { types: ['string'] }
  return { ...others, 'data[].agent_id': text, 'data[].agent_title': text }
}

const anything = fc.dictionary(fc.constantFrom('a', 'b c'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })

/** Values of the shape at a path; the shapes below it are those that its own path begins. */
function valuesAt(shapes: Shapes, path: string): fc.Arbitrary<unknown> {
  const { types = [], null: nulls = 0, nullable = false, ...own } = shapes[path || '$'] ?? {}
  const kinds = types.map((type) => {
    if (type === 'string') return textsOf(own)
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer') return fc.nat(1000)
    if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
    if (type === 'object') return own.free ? anything : objectsAt(shapes, path)
    return fc.array(valuesAt(shapes, `${path}[]`), { maxLength: `${path}[]` in shapes ? 2 : 0 })
  })
  return fc.oneof(...kinds, ...(nulls > 0 || nullable || kinds.length === 0 ? [fc.constant(null)] : []))
}

function textsOf({
  values,
  format,
}: Pick<z.infer<typeof recordedShape>, 'values' | 'format'>): fc.Arbitrary<string> {
  // Enumerations are open.
  if (values !== undefined) return fc.constantFrom(...values, 'added later')
  return format === 'uuid' ? fc.constant(sampleId) : fc.string().map((text) => `t${text}`)
}

function objectsAt(shapes: Shapes, path: string): fc.Arbitrary<unknown> {
  const prefix = path === '' ? '' : `${path}.`
  const names = Object.keys(shapes)
    .filter((each) => each.startsWith(prefix) && !['$', '…'].includes(each))
    .map((each) => each.slice(prefix.length))
    .filter((name) => /^[^.[\]]+$/.test(name))
  const fields = names.map((name) => [name, valuesAt(shapes, prefix + name)] as const)
  const known = fields.filter(([name]) => name !== '{*}')
  const isRequired = ({ absent = 0, required = true }: z.infer<typeof recordedShape>) =>
    absent === 0 && required
  const record = fc.record(Object.fromEntries(known), {
    requiredKeys: known.map(([name]) => name).filter((name) => isRequired(shapes[prefix + name] ?? {})),
  })
  const free = fields.find(([name]) => name === '{*}')
  const more =
    free === undefined
      ? fc.constant({ added_later: [1, { b: null }] })
      : fc.dictionary(fc.constantFrom('x', 'y z'), free[1])
  return fc.tuple(more, record).map(([added, object]) => ({ ...added, ...object }))
}

/** What a response says of a list has to fit it, and it has to be about what was asked for, or the client rightly refuses it. */
function consistent(response: unknown): unknown {
  const { items, id, uuid, uuids, resolved } = Object(response)
  const asked = {
    ...(id !== undefined && { id: sampleId }),
    ...(uuid !== undefined && { uuid: sampleId }),
    ...(uuids !== undefined && { uuids: [sampleId] }),
    ...(resolved !== undefined && { resolved: { 'Support bot': sampleId } }),
  }
  if (Array.isArray(response)) return response
  if (!Array.isArray(items)) return { ...Object(response), ...asked }
  const distinct = [...new Map(items.map((item) => [Object(item).uuid, item])).values()]
  return { ...Object(response), items: distinct, total: distinct.length }
}
