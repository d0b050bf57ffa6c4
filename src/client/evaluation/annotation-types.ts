// The evaluation service's records of evaluators and annotation, and the bodies that the client sends. Times are UTC without
// a time zone: see `fromServiceTime`.
import type { OpenEnum } from '../core/parser.ts'
import type { PromptVariable, Rubric } from './types.ts'

/** An evaluator in the workspace's list: with its live version, without the others. */
export interface EvaluatorListEntry extends Omit<Evaluator, 'versions' | 'created_at' | 'updated_at'> {
  created_at?: string | null | undefined
  updated_at?: string | null | undefined
  /** Its `variables` are those that a test gives values to; its prompt and rubric are left out. */
  live_version?: EvaluatorVersion | null | undefined
}

export interface Evaluator {
  /** Evaluator ID, 36 characters. */
  uuid: string
  name: string
  /** What is judged: audio, a transcript, a reply in its conversation, an input/output pair, a conversation, a tool call. */
  evaluator_type?:
    | OpenEnum<'tts' | 'stt' | 'llm' | 'llm-general' | 'conversation' | 'tool-call'>
    | null
    | undefined
  data_type?: OpenEnum<'text' | 'audio'> | null | undefined
  /** `binary`: pass/fail; `rating`: a numeric score on the scale in `output_config`. */
  output_type?: OpenEnum<'binary' | 'rating'> | null | undefined
  /** Whether it is a built-in default, or the workspace's editable copy of one. */
  is_default?: boolean | undefined
  /** Newer servers. A protected evaluator cannot be deleted; only its name, description and rubric can change. */
  is_protected?: boolean | undefined
  /** UTC without a time zone, as `2026-11-20 22:42:02`: see `fromServiceTime`. */
  created_at: string
  updated_at: string
  /** The whole history. Servers send the newest version first. */
  versions: EvaluatorVersion[]
  description?: string | null | undefined
  /** Set for a built-in default. */
  slug?: string | null | undefined
  /** Slug of the built-in default that this evaluator is the editable copy of. */
  source_default_slug?: string | null | undefined
  live_version_id?: string | null | undefined
}

export interface EvaluatorVersion {
  uuid: string
  version_number?: number | null | undefined
  judge_model?: string | null | undefined
  created_at?: string | null | undefined
  /** Not in a compact response. */
  system_prompt?: string | null | undefined
  /** The rubric. Not in a compact response. */
  output_config?: Rubric | null | undefined
  variables?: PromptVariable[] | null | undefined
}

export interface UpdatedItems {
  /** Items changed; items of other tasks and deleted items are skipped and not counted. */
  updated_count: number
}

export interface CreatedJobs {
  jobs: LabellingJob[]
  count: number
}

export interface LabellingJob {
  uuid: string
  /** Identifies the job publicly: whoever has it can open the labelling form. */
  public_token?: string | null | undefined
  annotator_id: string
  annotator_name: string
  item_ids?: string[] | null | undefined
  item_count?: number | null | undefined
  evaluator_ids?: string[] | null | undefined
  /** `pending` for a new job, then `in_progress` and `completed`. */
  status?: OpenEnum<'pending' | 'in_progress' | 'completed'> | null | undefined
}

export interface Annotator {
  /** Annotator ID, 36 characters. */
  uuid: string
  /** Unique in the workspace. */
  name: string
  /** UTC without a time zone, as `2026-11-20 22:42:02`: see `fromServiceTime`. */
  created_at: string
  updated_at: string
  /** Assigned labelling jobs. Null in the response of an update, like the two below. */
  jobs_count?: number | null | undefined
  /** Latest mean pairwise agreement with other annotators, 0 to 1. */
  current_agreement?: number | null | undefined
  /** Comparable annotation pairs behind the agreement. */
  pair_count?: number | null | undefined
}

export interface AnnotationItemsBody {
  /** Must not be empty. */
  readonly updates: readonly AnnotationItemUpdate[]
}

export interface AnnotationItemUpdate {
  readonly uuid: string
  /** Replaces the item's payload. The service requires a `name` in it. */
  readonly payload: (object & { readonly name: string }) | Readonly<Record<string, unknown>>
  /** Ignored by current servers. */
  readonly metadata?: readonly { readonly key: string; readonly value: string }[] | undefined
}

/** The fields of every {@link LabellingJobsBody}. */
export interface LabellingJobs {
  /** One job is created for each of them; must not be empty. */
  readonly annotator_ids: readonly string[]
  /** The items to assign; ignored with `select_all`, which assigns every item of the task. */
  readonly item_ids?: readonly string[] | undefined
  readonly select_all?: boolean | undefined
  /** With `select_all`: only items whose `payload.name` contains this, ignoring case. */
  readonly q?: string | undefined
  /** A subset of the task's evaluators, for every job. Default: all of them. An empty list is a 400. */
  readonly evaluator_ids?: readonly string[] | undefined
  /** Whether annotators may comment on items. Default: true. */
  readonly comments_enabled?: boolean | undefined
  /** Whether the form shows a field for the reasoning (`optional`, the default), requires it, or hides it. */
  readonly reasoning_mode?: OpenEnum<'optional' | 'required' | 'hidden'> | undefined
}

/** Needs `item_ids`, or `select_all: true`. */
export type LabellingJobsBody = LabellingJobs &
  ({ readonly item_ids: readonly string[] } | { readonly select_all: true })

export interface AnnotatorBody {
  /** Unique in the workspace, not empty. Left out, it stays as it is. */
  readonly name?: string | undefined
}
