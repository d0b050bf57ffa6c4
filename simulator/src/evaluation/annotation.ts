// The endpoints about annotation: items of a task, labelling jobs, annotators. One task and two annotators exist from the start.
import { HttpError, json, type Route, type RouteRequest } from '../router.ts'
import {
  choice,
  objectBody,
  optionalBoolean,
  optionalObject,
  optionalString,
  optionalStrings,
  requiredObjects,
  requiredStrings,
  requiredUuid,
} from '../validation.ts'
import { evaluatorNames, evaluatorUuid } from './evaluators.ts'
import type { Dialect } from './server-version.ts'
import type { Workspace } from './workspace.ts'

/** IDs of the records that exist from the start. */
export interface AnnotationIds {
  readonly task: string
  readonly items: readonly string[]
  readonly annotators: readonly string[]
  /** Belongs to another workspace, whatever it is taken for. */
  readonly elsewhere: string
}

export function annotationIds({ dialect: { uuid } }: Pick<Workspace, 'dialect'>): AnnotationIds {
  return {
    task: uuid('annotation task'),
    items: ['Call 1', 'Call 2', 'Call 3'].map((name) => uuid(`item ${name}`)),
    annotators: ['Ada', 'Ben'].map((name) => uuid(`annotator ${name}`)),
    elsewhere: uuid('another workspace'),
  }
}

export function annotationRoutes({ dialect, now }: Pick<Workspace, 'dialect' | 'now'>): Route[] {
  const ids = annotationIds({ dialect })
  const items = new Map(ids.items.map((uuid, i) => [uuid, `Call ${i + 1}`]))
  const annotators = new Map(ids.annotators.map((uuid, i) => [uuid, i === 0 ? 'Ada' : 'Ben']))
  const createdAt = now()
  /** The annotators of all jobs. */
  const assigned: string[] = []

  const ofTask =
    (handle: (body: RouteRequest['body']) => object): Route['handle'] =>
    ({ param, body }) => {
      if (param('task_uuid') !== ids.task) throw refused(404, 'Annotation task not found')
      return json(handle(body))
    }

  return [
    {
      method: 'PUT',
      path: '/annotation-tasks/{task_uuid}/items',
      handle: ofTask((body) => updateItems(items, body)),
    },
    {
      method: 'POST',
      path: '/annotation-tasks/{task_uuid}/jobs',
      handle: ofTask((body) => {
        const created = newJobs(items, annotators, linkedEvaluators(dialect), body).map((job) => {
          const number = assigned.push(job.annotator_id)
          return {
            uuid: dialect.uuid(`job ${number}`),
            public_token: dialect.uuid(`token ${number}`),
            ...job,
          }
        })
        return { jobs: created, count: created.length }
      }),
    },
    {
      method: 'PUT',
      path: '/annotators/{annotator_uuid}',
      handle: ({ param, body }) => {
        const uuid = param('annotator_uuid')
        const name = rename(annotators, uuid, body, dialect)
        const times = { created_at: dialect.time(createdAt), updated_at: dialect.time(now()) }
        const jobs_count = assigned.filter((each) => each === uuid).length
        return json({
          uuid,
          name,
          ...times,
          ...(dialect.version === 'documented' ? { jobs_count, ...agreement } : uncounted),
        })
      },
    },
  ]
}

/** Real servers count when annotators are listed. */
const uncounted = { jobs_count: null, current_agreement: null, pair_count: null }
const agreement = { current_agreement: 0.75, pair_count: 12 }

/** Names by ID. */
type Named = ReadonlyMap<string, string>

const linkedEvaluators = (dialect: Dialect) => evaluatorNames.map((name) => evaluatorUuid(dialect, name))

function updateItems(items: Map<string, string>, body: RouteRequest['body']) {
  const updates = requiredObjects(objectBody(body), 'updates')
  if (updates.length === 0) throw refused(400, 'updates must be non-empty')
  const given = updates.map((each, i) => {
    const payload = optionalObject(each, 'payload', ['body', 'updates', i])
    return [requiredUuid(each, ['body', 'updates', i]), payload?.['name']] as const
  })
  const nameless = given.flatMap(([, name], i) => (typeof name === 'string' && name !== '' ? [] : i))
  if (nameless.length > 0)
    throw refused(
      400,
      `\`payload.name\` is required for llm task items. Missing on updates at index(es): [${nameless}]`,
    )
  const changed = given.flatMap(([uuid, name]) => (items.has(uuid) ? [[uuid, String(name)] as const] : []))
  refuseRepeated(
    changed,
    'ITEM_NAME_DUPLICATE_IN_REQUEST',
    'Duplicate `payload.name` value(s) within request',
  )
  const names = new Map([...items, ...changed])
  refuseRepeated(names, 'ITEM_NAME_CONFLICT', '`payload.name` already exists in this task')
  for (const [uuid, name] of names) items.set(uuid, name)
  return { updated_count: changed.length }
}

function refuseRepeated(named: Iterable<readonly [string, string]>, code: string, what: string): void {
  const conflicting_names = repeated([...new Map(named).values()])
  if (conflicting_names.length === 0) return
  const message = `${what}: ${JSON.stringify(conflicting_names)}`
  throw new HttpError(409, { detail: { code, message, conflicting_names } })
}

function newJobs(items: Named, annotators: Named, linked: readonly string[], body: RouteRequest['body']) {
  const given = objectBody(body)
  choice(given, 'reasoning_mode', ['optional', 'required', 'hidden'])
  optionalBoolean(given, 'comments_enabled')
  const annotatorIds = requiredStrings(given, 'annotator_ids')
  if (annotatorIds.length === 0) throw refused(400, 'annotator_ids must be non-empty')
  const evaluator_ids = optionalStrings(given, 'evaluator_ids') ?? linked
  if (evaluator_ids.length === 0)
    throw refused(
      400,
      'evaluator_ids must be non-empty when provided (omit it to include every linked evaluator)',
    )
  refuse(
    evaluator_ids.filter((uuid) => !linked.includes(uuid)),
    'evaluator_ids not linked to this task',
  )
  const part = optionalString(given, 'q') ?? ''
  const item_ids = optionalBoolean(given, 'select_all')
    ? withName(items, part)
    : (optionalStrings(given, 'item_ids') ?? [])
  if (item_ids.length === 0)
    throw refused(
      400,
      'no items selected (provide item_ids, or select_all=true with a filter that matches at least one item)',
    )
  refuse(repeated(item_ids), 'Duplicate item_ids in request')
  refuse(
    item_ids.filter((uuid) => !items.has(uuid)),
    'item_ids not in this task',
  )
  // An annotator who is named twice gets two jobs.
  return annotatorIds.map((annotator_id) => {
    const annotator_name = annotators.get(annotator_id)
    if (annotator_name === undefined) throw refused(404, `Annotator not found: ${annotator_id}`)
    return {
      annotator_id,
      annotator_name,
      item_ids,
      item_count: item_ids.length,
      evaluator_ids,
      status: 'pending',
    }
  })
}

function refuse(ids: readonly string[], what: string): void {
  if (ids.length > 0) throw refused(400, `${what}: ${JSON.stringify(ids)}`)
}

function withName(items: Named, part: string): string[] {
  const matches = (name: string) => name.toLowerCase().includes(part.toLowerCase())
  return [...items].flatMap(([uuid, name]) => (matches(name) ? uuid : []))
}

function rename(
  annotators: Map<string, string>,
  uuid: string,
  body: RouteRequest['body'],
  { version }: Dialect,
): string {
  const present = annotators.get(uuid)
  if (present === undefined) throw refused(404, 'Annotator not found')
  // By the specification, a name that is left out stays.
  const unnamed = version === 'documented' ? present : null
  const name = optionalString(objectBody(body), 'name') ?? unnamed
  if (name === null) throw refused(400, 'No fields to update')
  if (name.trim() === '') throw refused(400, 'annotator name must not be empty')
  if ([...annotators].some(([other, taken]) => other !== uuid && taken === name))
    throw refused(409, 'Annotator name already exists')
  annotators.set(uuid, name)
  return name
}

const refused = (status: number, detail: string) => new HttpError(status, { detail })

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}
