// The endpoints about annotation: items of a task, labelling jobs, annotators. One task and two annotators exist from the start.
import { HttpError, json, type Route, type RouteRequest } from '../router.ts'
import {
  isObject,
  objectBody,
  optionalStrings,
  requiredString,
  requiredStrings,
  requireValid,
} from '../validation.ts'
import { evaluatorNames, evaluatorUuid } from './evaluators.ts'
import type { Dialect } from './server-version.ts'
import type { Workspace } from './workspace.ts'

/** IDs of the records that exist from the start. */
export interface AnnotationIds {
  readonly task: string
  readonly items: readonly string[]
  readonly annotators: readonly string[]
}

export function annotationIds({ dialect: { uuid } }: Pick<Workspace, 'dialect'>): AnnotationIds {
  return {
    task: uuid('annotation task'),
    items: ['Call 1', 'Call 2', 'Call 3'].map((name) => uuid(`item ${name}`)),
    annotators: ['Ada', 'Ben'].map((name) => uuid(`annotator ${name}`)),
  }
}

export function annotationRoutes({ dialect, now }: Pick<Workspace, 'dialect' | 'now'>): Route[] {
  const ids = annotationIds({ dialect })
  const items = new Map(ids.items.map((uuid, i) => [uuid, `Call ${i + 1}`]))
  const annotators = new Map(ids.annotators.map((uuid, i) => [uuid, i === 0 ? 'Ada' : 'Ben']))
  const createdAt = now()
  let jobs = 0

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
          jobs += 1
          return { uuid: dialect.uuid(`job ${jobs}`), public_token: dialect.uuid(`token ${jobs}`), ...job }
        })
        return { jobs: created, count: created.length }
      }),
    },
    {
      method: 'PUT',
      path: '/annotators/{annotator_uuid}',
      handle: ({ param, body }) => {
        const uuid = param('annotator_uuid')
        const name = rename(annotators, uuid, body)
        const times = { created_at: dialect.time(createdAt), updated_at: dialect.time(now()) }
        return json({ uuid, name, ...times, jobs_count: null, current_agreement: null, pair_count: null })
      },
    },
  ]
}

/** Names by ID. */
type Named = ReadonlyMap<string, string>

const linkedEvaluators = (dialect: Dialect) => evaluatorNames.map((name) => evaluatorUuid(dialect, name))

function updateItems(items: Map<string, string>, body: RouteRequest['body']) {
  const { updates } = objectBody(body)
  const isList = Array.isArray(updates) && updates.length > 0 && updates.every(isObject)
  const given = requireValid('updates', updates, isList ? updates : undefined).map((each) => {
    const payload = requireValid('payload', each, isObject(each['payload']) ? each['payload'] : undefined)
    return [requiredString(each, 'uuid'), nonEmpty('name', requiredString(payload, 'name'))] as const
  })
  const changed = given.filter(([uuid]) => items.has(uuid))
  const names = new Map([...items, ...changed])
  const conflicting_names = repeated([...names.values()])
  if (conflicting_names.length > 0) {
    const message = 'Item names must be unique within a task'
    throw new HttpError(409, { detail: { code: 'item_name_conflict', message, conflicting_names } })
  }
  for (const [uuid, name] of names) items.set(uuid, name)
  return { updated_count: changed.length }
}

function newJobs(items: Named, annotators: Named, linked: readonly string[], body: RouteRequest['body']) {
  const { select_all: all = false, q = '', reasoning_mode: mode = 'optional', ...rest } = objectBody(body)
  const selectsAll = requireValid('select_all', all, typeof all === 'boolean' ? all : undefined)
  requireValid(
    'reasoning_mode',
    mode,
    ['optional', 'required', 'hidden'].find((each) => each === mode),
  )
  const annotatorIds = nonEmpty('annotator_ids', requiredStrings(rest, 'annotator_ids'))
  const evaluators = optionalStrings(rest, 'evaluator_ids') ?? linked
  if (evaluators.length === 0) throw refused(400, 'evaluator_ids must not be empty')
  if (!evaluators.every((uuid) => linked.includes(uuid)))
    throw refused(400, 'evaluator_ids must be linked to the task')
  const chosen = selectsAll ? withName(items, String(q)) : (optionalStrings(rest, 'item_ids') ?? [])
  if (chosen.length === 0) throw refused(400, 'No items to assign: send item_ids or select_all')
  if (!chosen.every((uuid) => items.has(uuid))) throw refused(404, 'Item not found')
  return [...new Set(annotatorIds)].map((annotator_id) => {
    const annotator_name = annotators.get(annotator_id)
    if (annotator_name === undefined) throw refused(404, 'Annotator not found')
    const assigned = { item_ids: chosen, item_count: chosen.length, evaluator_ids: evaluators }
    return { annotator_id, annotator_name, ...assigned, status: 'pending' }
  })
}

function withName(items: Named, part: string): string[] {
  const matches = (name: string) => name.toLowerCase().includes(part.toLowerCase())
  return [...items].flatMap(([uuid, name]) => (matches(name) ? uuid : []))
}

function rename(annotators: Map<string, string>, uuid: string, body: RouteRequest['body']): string {
  if (!annotators.has(uuid)) throw refused(404, 'Annotator not found')
  const given = objectBody(body)
  if (given['name'] === undefined) throw refused(400, 'No fields to update')
  const name = nonEmpty('name', requiredString(given, 'name'))
  if ([...annotators].some(([other, taken]) => other !== uuid && taken === name))
    throw refused(409, 'Annotator name already exists')
  annotators.set(uuid, name)
  return name
}

const nonEmpty = <Value extends string | readonly string[]>(field: string, value: Value) =>
  requireValid(field, value, value.length > 0 ? value : undefined)

const refused = (status: number, detail: string) => new HttpError(status, { detail })

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}
