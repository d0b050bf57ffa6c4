// The evaluation service's judges: evaluators, and the people who label.

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
import type { CallOptions, Requester } from './requester.ts'
import type { OpenEnum } from './schema.ts'
import { parserOf } from './schema.ts'
import { path } from './transport.ts'

export interface GetEvaluatorOptions extends CallOptions {
  /** Versions without `system_prompt`, `output_config` and `variables`. */
  readonly compact?: boolean | undefined
}

export interface AnnotationItemUpdate {
  /** The item's ID. */
  readonly uuid?: string
  /** Keys seen: `name`, `predicted_transcript`, `reference_transcript`. */
  readonly payload?: Readonly<Record<string, unknown>>
  readonly metadata?: readonly { readonly key: string; readonly value: string }[]
  /** Sent as it is, the service decides. */
  readonly [field: string]: unknown
}

export interface AnnotationItemsBody {
  readonly updates: readonly AnnotationItemUpdate[]
  /** Sent as it is, the service decides. */
  readonly [field: string]: unknown
}

export interface LabellingJobsBody {
  /** One job is created for each; all in the key's workspace. */
  readonly annotator_ids: readonly string[]
  /** Needed unless `select_all` is true, which ignores it. */
  readonly item_ids?: readonly string[]
  /** Every item of the task. */
  readonly select_all?: boolean
  /** Only items whose `payload.name` contains this in any case; with `select_all` only. */
  readonly q?: string
  /** Some of the task's evaluators, for every job; all of them where it is left out. An empty list is a 400. */
  readonly evaluator_ids?: readonly string[]
  /** Whether the form takes a comment on each item; true where it is left out. */
  readonly comments_enabled?: boolean
  /** Whether the form shows the box for reasons (`optional`), asks for it, or hides it. */
  readonly reasoning_mode?: OpenEnum<'optional' | 'required' | 'hidden'>
  /** Sent as it is, the service decides. */
  readonly [field: string]: unknown
}

export interface AnnotatorBody {
  /** Unique in the workspace. */
  readonly name?: string
  /** Sent as it is, the service decides. */
  readonly [field: string]: unknown
}

export interface EvaluationAnnotation {
  /**
   * One evaluator with its whole version history, oldest first.
   *
   * Specification: `GET /evaluators/{evaluator_uuid}`.
   * @throws {@link ClientError}
   */
  getEvaluator(evaluatorUuid: string, options?: GetEvaluatorOptions): Promise<Evaluator>

  /**
   * Replaces payloads and metadata of a task's items. Entries of other tasks and deleted items are skipped: compare
   * `updated_count` with what was sent.
   *
   * Specification: `PUT /annotation-tasks/{task_uuid}/items`.
   * @throws {@link ClientError}
   */
  updateAnnotationItems(
    taskUuid: string,
    body: AnnotationItemsBody,
    options?: CallOptions,
  ): Promise<UpdatedItems>

  /**
   * Assigns items to annotators, one labelling job for each annotator. Never repeated once it may have been received.
   *
   * Specification: `POST /annotation-tasks/{task_uuid}/jobs`.
   * @throws {@link ClientError}
   */
  createLabellingJobs(taskUuid: string, body: LabellingJobsBody, options?: CallOptions): Promise<CreatedJobs>

  /**
   * Renames an annotator. An empty body is a 400, a name that is taken a 409.
   *
   * Specification: `PUT /annotators/{annotator_uuid}`.
   * @throws {@link ClientError}
   */
  updateAnnotator(annotatorUuid: string, body: AnnotatorBody, options?: CallOptions): Promise<Annotator>
}

export function annotationMethods({ send }: Pick<Requester, 'send'>): EvaluationAnnotation {
  return {
    getEvaluator(evaluatorUuid, { compact, ...options } = {}) {
      const at = path('evaluators', evaluatorUuid)
      return send('read', { method: 'GET', path: at, query: { compact }, parse: parseEvaluator }, options)
    },

    updateAnnotationItems(taskUuid, body, options) {
      const at = path('annotation-tasks', taskUuid, 'items')
      return send('write', { method: 'PUT', path: at, body, parse: parseUpdated }, options)
    },

    createLabellingJobs(taskUuid, body, options) {
      const at = path('annotation-tasks', taskUuid, 'jobs')
      return send('write', { method: 'POST', path: at, body, parse: parseJobs }, options)
    },

    updateAnnotator(annotatorUuid, body, options) {
      const at = path('annotators', annotatorUuid)
      return send('write', { method: 'PUT', path: at, body, parse: parseAnnotator }, options)
    },
  }
}

const parseEvaluator = parserOf(evaluator)
const parseUpdated = parserOf(updatedItems)
const parseJobs = parserOf(createdJobs)
const parseAnnotator = parserOf(annotator)
