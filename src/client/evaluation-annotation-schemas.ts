// The evaluation service's evaluators, annotators and labelling jobs.
import * as z from 'zod/mini'
import { rubric } from './evaluation-case-schemas.ts'
import {
  count,
  flag,
  identifier,
  lenient,
  list,
  listOrEmpty,
  number,
  open,
  openEnum,
  text,
} from './schema.ts'

const promptVariableFields = open({ name: text, description: text, default: text })

/** A `{{variable}}` in an evaluator's prompt. */
export interface PromptVariable extends z.infer<typeof promptVariableFields> {}
const promptVariable: z.ZodMiniType<PromptVariable> = promptVariableFields

const evaluatorVersionFields = open({
  uuid: identifier,
  version_number: number,
  judge_model: text,
  /** UTC without a time zone: see `fromServiceTime`. */
  created_at: text,
  /** Not in a compact response. */
  system_prompt: text,
  /** The rubric. Not in a compact response. */
  output_config: lenient(rubric),
  /** The variables of the prompt. Not in a compact response. */
  variables: list(promptVariable),
})

/** One version of an evaluator. */
export interface EvaluatorVersion extends z.infer<typeof evaluatorVersionFields> {}
const evaluatorVersion: z.ZodMiniType<EvaluatorVersion> = evaluatorVersionFields

const evaluatorFields = open({
  /** Evaluator ID, 36 characters. */
  uuid: identifier,
  name: text,
  /** What is judged: audio, a transcript, a reply in its conversation, an input/output pair, a conversation, a tool call. */
  evaluator_type: openEnum<'tts' | 'stt' | 'llm' | 'llm-general' | 'conversation' | 'tool-call'>(),
  /** What the judge reads. */
  data_type: openEnum<'text' | 'audio'>(),
  /** `binary`: pass/fail; `rating`: a numeric score on the scale in `output_config`. */
  output_type: openEnum<'binary' | 'rating'>(),
  /** Whether it is a built-in default, or the workspace's editable copy of one. */
  is_default: flag,
  /** Newer servers. A protected evaluator cannot be deleted; only its name, description and rubric can change. */
  is_protected: flag,
  /** UTC without a time zone: see `fromServiceTime`. */
  created_at: text,
  /** UTC without a time zone: see `fromServiceTime`. */
  updated_at: text,
  /** The whole history. Servers send the newest version first. */
  versions: listOrEmpty(evaluatorVersion),
  /** What the evaluator checks. */
  description: text,
  /** Of a built-in default. */
  slug: text,
  /** Slug of the built-in default that this evaluator is the editable copy of. */
  source_default_slug: text,
  /** ID of the live version. */
  live_version_id: text,
})

/** An evaluator with its version history. */
export interface Evaluator extends z.infer<typeof evaluatorFields> {}
export const evaluator: z.ZodMiniType<Evaluator> = evaluatorFields

const updatedItemsFields = open({
  /** Items changed; items of other tasks and deleted items are skipped and not counted. */
  updated_count: count,
})

/** How many items an update changed. */
export interface UpdatedItems extends z.infer<typeof updatedItemsFields> {}
export const updatedItems: z.ZodMiniType<UpdatedItems> = updatedItemsFields

const labellingJobFields = open({
  uuid: identifier,
  /** Identifies the job publicly: whoever has it can open the labelling form. */
  public_token: text,
  annotator_id: text,
  annotator_name: text,
  /** The assigned items. */
  item_ids: list(z.string()),
  item_count: number,
  /** The evaluators shown in the job. */
  evaluator_ids: list(z.string()),
  /** `pending` for a new job, then `in_progress` and `completed`. */
  status: openEnum<'pending' | 'in_progress' | 'completed'>(),
})

/** A labelling job: items for one annotator. */
export interface LabellingJob extends z.infer<typeof labellingJobFields> {}
const labellingJob: z.ZodMiniType<LabellingJob> = labellingJobFields

const createdJobsFields = open({
  /** One job per annotator. */
  jobs: listOrEmpty(labellingJob),
  count: count,
})

/** The labelling jobs that a call created. */
export interface CreatedJobs extends z.infer<typeof createdJobsFields> {}
export const createdJobs: z.ZodMiniType<CreatedJobs> = createdJobsFields

const annotatorFields = open({
  /** Annotator ID, 36 characters. */
  uuid: identifier,
  /** Unique in the workspace. */
  name: text,
  /** UTC without a time zone: see `fromServiceTime`. */
  created_at: text,
  /** UTC without a time zone: see `fromServiceTime`. */
  updated_at: text,
  /** Assigned labelling jobs. Null in the response of an update, like the two below. */
  jobs_count: number,
  /** Latest mean pairwise agreement with other annotators, 0 to 1. */
  current_agreement: number,
  /** Comparable annotation pairs behind the agreement. */
  pair_count: number,
})

/** A person who labels. */
export interface Annotator extends z.infer<typeof annotatorFields> {}
export const annotator: z.ZodMiniType<Annotator> = annotatorFields
