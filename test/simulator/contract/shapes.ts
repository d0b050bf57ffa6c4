// The shapes of a running service's answers (test/fixtures/api/shapes.json), and what is wrong with an answer by them.
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { evaluationDescription } from '../../client/contract/description.ts'
import { recordedShape } from '../../client/contract/recorded-answers.ts'

const block = z.object({
  texts: z.optional(z.array(z.string())),
  paths: z.optional(z.record(z.string(), recordedShape)),
})
type Block = z.infer<typeof block>
export type Paths = NonNullable<Block['paths']>

const file = z
  .looseObject({
    'evaluation service': z.record(z.string(), z.record(z.string(), block)),
    'evaluation service, beside the specification': z.record(z.string(), z.record(z.string(), block)),
    'voice-form service': z.record(z.string(), z.union([z.string(), z.looseObject({})])),
  })
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/api/shapes.json', import.meta.url), 'utf8')))
// Of the routes beside the specification, those that are simulated.
const { operations } = evaluationDescription()
const lines = new Set(operations.map(({ method, path }) => `${method} ${path}`))
const beside = Object.entries(file['evaluation service, beside the specification'])
const recorded = {
  ...file['evaluation service'],
  ...Object.fromEntries(beside.filter(([line]) => lines.has(line))),
}

/** Without what is apart within a route. */
export const recordedRoutes = new Set(Object.keys(recorded).map((each) => each.split(' · ')[0] ?? ''))

/** Routes, as `GET /agents`; a poll apart for each status and query, as `GET /agent-tests/run/{task_id} · done · compact`. */
export const recordedBlock = (route: string, status: number) => recorded[route]?.[status]

/** All that was sent with a 422. */
export const validationErrors = new Set(Object.values(recorded).flatMap((each) => each[422]?.texts ?? []))

/** @param variant `always`, `without limit and cursor` or `with limit or cursor` */
export function publishedPaths(route: string, variant: string): Paths {
  const answers = z.looseObject({ 200: z.record(z.string(), block) })
  const paths = answers.parse(file['voice-form service'][route])[200][variant]?.paths
  if (paths === undefined) throw new Error(`no shape of ${route}, ${variant}`)
  return paths
}

/** What fits one of several blocks. */
export function union(blocks: readonly Paths[]): Paths {
  const names = new Set(blocks.flatMap((each) => Object.keys(each)))
  const merged = [...names].map((name): [string, Paths[string]] => {
    const found = blocks.map((each) => each[name]).filter((each) => each !== undefined)
    const count = (key: 'null' | 'absent') => found.reduce((sum, each) => sum + (each[key] ?? 0), 0)
    const values = found.every((each) => each.values) ? found.flatMap((each) => each.values ?? []) : undefined
    return [
      name,
      {
        types: found.flatMap(({ types = [] }) => types),
        null: count('null'),
        absent: count('absent') + blocks.length - found.length,
        ...(values && { values }),
        format: found.every((each) => each.format) ? found[0]?.format : undefined,
      },
    ]
  })
  return Object.fromEntries(merged)
}

const child = (parent: string, key: string) => (parent === '$' ? key : `${parent}.${key}`)
const element = (parent: string) => (parent === '$' ? '[]' : `${parent}[]`)

/** Each as `path: what is wrong`. */
export function shapeViolations(paths: Paths, value: unknown, at = '$'): string[] {
  const shape = paths[at]
  if (shape === undefined) return [`${at}: is unknown`]
  if (value === null) return (shape.null ?? 0) > 0 || shape.nullable ? [] : [`${at}: is null`]
  if (shape.free) return []
  const types = shape.types ?? []
  if (!types.some((type) => type === typeOf(value) || (type === 'number' && typeOf(value) === 'integer')))
    return [`${at}: is of type ${typeOf(value)}, not ${types.join(' or ') || 'null'}`]
  if (Array.isArray(value)) return value.flatMap((each) => shapeViolations(paths, each, element(at)))
  if (typeof value === 'object') return objectViolations(paths, value, at)
  if (shape.values && !shape.values.includes(String(value))) return [`${at}: is "${value}"`]
  const format = formats[shape.format ?? '']
  return format === undefined || format.test(String(value)) ? [] : [`${at}: is no ${shape.format}: ${value}`]
}

const typeOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f-]{36}$/,
  'YYYY-MM-DD HH:MM:SS': /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  'YYYY-MM-DDTHH:MM:SS.ffffff+00:00': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/,
  '#rrggbb': /^#[0-9a-f]{6}$/,
}

function objectViolations(paths: Paths, value: object, at: string): string[] {
  const known = Object.keys(paths)
  const prefix = at === '$' ? '' : `${at}.`
  const required = known.filter((each) => {
    const { absent = 0, required = true } = paths[each] ?? {}
    const key = each.slice(prefix.length)
    return each.startsWith(prefix) && /^[^.[\]{}$…]+$/.test(key) && absent === 0 && required
  })
  const missing = required.filter((each) => !Object.hasOwn(value, each.slice(prefix.length)))
  const isOpen = child(at, '…') in paths || '…' in paths
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const own = child(at, key)
    if (own in paths) return shapeViolations(paths, inner, own)
    const any = child(at, '{*}')
    if (any in paths) return shapeViolations(paths, inner, any)
    return isOpen ? [] : [`${own}: is unknown`]
  })
  return [...missing.map((each) => `${each}: is missing`), ...entries]
}
