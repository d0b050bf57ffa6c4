// The evaluation service's evaluators, annotation tasks and annotators.
import {
  type Annotator,
  annotator,
  type CreatedJobs,
  createdJobs,
  type Evaluator,
  evaluator,
  type UpdatedItems,
  updatedItems,
} from './evaluation-annotation-schemas.ts'
import type { CallOptions } from './options.ts'
import type { Requester, ResponsePromise } from './requester.ts'
import { type OpenEnum, parserOf } from './schema.ts'

export interface GetEvaluatorOptions extends CallOptions {
  /** Versions without `system_prompt`, `output_config` and `variables`. */
  readonly compact?: boolean | undefined
}

export interface AnnotationItemUpdate {
  /** The item's ID. */
  readonly uuid: string
  /** Replaces the item's payload. The service requires a `name` in it. */
  readonly payload: { readonly name: string; readonly [field: string]: unknown }
  /** Ignored by current servers. */
  readonly metadata?: readonly { readonly key: string; readonly value: string }[]
  /** Sent as it is. */
  readonly [field: string]: unknown
}

export interface AnnotationItemsBody {
  /** Must not be empty. */
  readonly updates: readonly AnnotationItemUpdate[]
  /** Sent as it is. */
  readonly [field: string]: unknown
}

/** The fields of every {@link LabellingJobsBody}. */
export interface LabellingJobs {
  /** One job is created for each of them; must not be empty. */
  readonly annotator_ids: readonly string[]
  /** A subset of the task's evaluators, for every job. Default: all of them. An empty list is a 400. */
  readonly evaluator_ids?: readonly string[]
  /** Whether annotators may comment on items. Default: true. */
  readonly comments_enabled?: boolean
  /** Whether the form shows a field for the reasoning (`optional`, the default), requires it, or hides it. */
  readonly reasoning_mode?: OpenEnum<'optional' | 'required' | 'hidden'>
  /** Sent as it is. */
  readonly [field: string]: unknown
}

/** Either the items, or `select_all`. */
export type LabellingJobsBody = LabellingJobs &
  (
    | {
        /** The items to assign. */
        readonly item_ids: readonly string[]
        readonly select_all?: false
      }
    | {
        /** Assigns every item of the task; `item_ids` would be ignored. */
        readonly select_all: true
        /** Only items whose `payload.name` contains this, ignoring case. */
        readonly q?: string
        readonly item_ids?: never
      }
  )

export interface AnnotatorBody {
  /** Unique in the workspace, not empty. */
  readonly name: string
  /** Sent as it is. */
  readonly [field: string]: unknown
}

export interface EvaluationAnnotation {
  /**
   * One evaluator with its whole version history. Servers send the newest version first.
   *
   * Specification: `GET /evaluators/{evaluator_uuid}`.
   * @throws {@link ClientError}
   * @example
   * const evaluator = await client.getEvaluator(evaluatorUuid, { compact: true })
   * console.log(evaluator.name, evaluator.versions.map((version) => version.version_number))
   */
  getEvaluator(evaluatorUuid: string, options?: GetEvaluatorOptions): ResponsePromise<Evaluator>

  /**
   * Replaces the payloads of a task's items. Items of other tasks and deleted items are skipped: compare
   * `updated_count` with what you sent. Not retried once the service may have received it.
   *
   * Specification: `PUT /annotation-tasks/{task_uuid}/items`.
   * @throws {@link ClientError}
   * @example
   * const payload = { name: 'Call 17', reference_transcript: 'Hello' }
   * const { updated_count } = await client.updateAnnotationItems(taskUuid, { updates: [{ uuid: itemUuid, payload }] })
   * console.log(updated_count)
   */
  updateAnnotationItems(
    taskUuid: string,
    body: AnnotationItemsBody,
    options?: CallOptions,
  ): ResponsePromise<UpdatedItems>

  /**
   * Assigns items to annotators, one labelling job per annotator. Not retried once the service may have received it.
   *
   * Specification: `POST /annotation-tasks/{task_uuid}/jobs`.
   * @throws {@link ClientError}
   * @example
   * const body = { annotator_ids: [annotatorUuid], select_all: true } as const
   * const { jobs } = await client.createLabellingJobs(taskUuid, body)
   * for (const job of jobs) console.log(job.annotator_name, job.status)
   */
  createLabellingJobs(
    taskUuid: string,
    body: LabellingJobsBody,
    options?: CallOptions,
  ): ResponsePromise<CreatedJobs>

  /**
   * Renames an annotator. A name that is taken is a 409. Not retried once the service may have received it.
   *
   * Specification: `PUT /annotators/{annotator_uuid}`.
   * @throws {@link ClientError}
   * @example
   * const annotator = await client.updateAnnotator(annotatorUuid, { name: 'Ada' })
   * console.log(annotator.updated_at)
   */
  updateAnnotator(
    annotatorUuid: string,
    body: AnnotatorBody,
    options?: CallOptions,
  ): ResponsePromise<Annotator>
}

export function annotationMethods({ send }: Pick<Requester, 'send'>): EvaluationAnnotation {
  return {
    getEvaluator(evaluatorUuid, { compact, ...options } = {}) {
      const path = ['evaluators', evaluatorUuid]
      return send({ method: 'GET', path, query: { compact }, parse: parseEvaluator }, options)
    },

    updateAnnotationItems(taskUuid, body, options) {
      const path = ['annotation-tasks', taskUuid, 'items']
      return send({ method: 'PUT', path, body, parse: parseUpdated }, options)
    },

    createLabellingJobs(taskUuid, body, options) {
      const path = ['annotation-tasks', taskUuid, 'jobs']
      return send({ method: 'POST', path, body, parse: parseJobs }, options)
    },

    updateAnnotator(annotatorUuid, body, options) {
      return send(
        { method: 'PUT', path: ['annotators', annotatorUuid], body, parse: parseAnnotator },
        options,
      )
    },
  }
}

const parseEvaluator = parserOf(evaluator)
const parseUpdated = parserOf(updatedItems)
const parseJobs = parserOf(createdJobs)
const parseAnnotator = parserOf(annotator)
