// The evaluation service's judges, of software and of flesh: evaluators with their versions, annotators, labelling jobs.
import * as z from 'zod/mini'
import { rubric } from './evaluation-case-schemas.ts'
import { count, identifier, nullish, open, openEnum } from './schema.ts'

const promptVariableFields = open({
  name: z.string(),
  description: nullish(z.string()),
  default: nullish(z.string()),
})

/** A `{{variable}}` place in an evaluator's prompt. */
export interface PromptVariable extends z.infer<typeof promptVariableFields> {}
export const promptVariable: z.ZodMiniType<PromptVariable> = promptVariableFields

const evaluatorVersionFields = open({
  uuid: identifier,
  version_number: z.int(),
  judge_model: z.string(),
  /** UTC, without a zone: see `fromServiceTime`. */
  created_at: z.string(),
  /** Not in a compact answer. */
  system_prompt: nullish(z.string()),
  /** The rubric. Not in a compact answer. */
  output_config: nullish(rubric),
  /** The prompt's `{{variable}}` places. Not in a compact answer. */
  variables: nullish(z.array(promptVariable)),
})

/** One version of an evaluator. */
export interface EvaluatorVersion extends z.infer<typeof evaluatorVersionFields> {}
export const evaluatorVersion: z.ZodMiniType<EvaluatorVersion> = evaluatorVersionFields

const evaluatorFields = open({
  /** Evaluator ID, 36 characters. */
  uuid: identifier,
  name: z.string(),
  /** What is judged: audio, a transcript, a reply in its conversation, an input/output pair, a conversation, a tool call. */
  evaluator_type: openEnum<'tts' | 'stt' | 'llm' | 'llm-general' | 'conversation' | 'tool-call'>(),
  /** What the judge reads. */
  data_type: openEnum<'text' | 'audio'>(),
  /** `binary`: pass/fail; `rating`: a numeric score on the scale in `output_config`. */
  output_type: openEnum<'binary' | 'rating'>(),
  /** A built-in default, or the workspace's editable copy of one. */
  is_default: z.boolean(),
  /** It cannot be deleted, and only its name, description and rubric can change. */
  is_protected: z.boolean(),
  /** UTC, without a zone: see `fromServiceTime`. */
  created_at: z.string(),
  /** UTC, without a zone: see `fromServiceTime`. */
  updated_at: z.string(),
  /** The whole history, oldest first. */
  versions: z.array(evaluatorVersion),
  /** What the evaluator checks. */
  description: nullish(z.string()),
  /** Of a built-in default. */
  slug: nullish(z.string()),
  /** Slug of the built-in default that this one is the editable copy of. */
  source_default_slug: nullish(z.string()),
  /** ID of the version that is live. */
  live_version_id: nullish(z.string()),
})

/** An evaluator with its version history. */
export interface Evaluator extends z.infer<typeof evaluatorFields> {}
export const evaluator: z.ZodMiniType<Evaluator> = evaluatorFields

const updatedItemsFields = open({
  /** Items changed; entries of other tasks and deleted items are skipped and not counted. */
  updated_count: count,
})

/** How many items an update changed. */
export interface UpdatedItems extends z.infer<typeof updatedItemsFields> {}
export const updatedItems: z.ZodMiniType<UpdatedItems> = updatedItemsFields

const labellingJobFields = open({
  uuid: identifier,
  /** Names the job publicly: who has it can open the labelling form. */
  public_token: z.string(),
  annotator_id: z.string(),
  annotator_name: z.string(),
  /** The items assigned. */
  item_ids: z.array(z.string()),
  item_count: count,
  /** The evaluators shown in the job. */
  evaluator_ids: z.array(z.string()),
  /** `pending` on a new job. */
  status: openEnum<'pending' | 'in_progress' | 'completed'>(),
})

/** A labelling job: items for one annotator. */
export interface LabellingJob extends z.infer<typeof labellingJobFields> {}
export const labellingJob: z.ZodMiniType<LabellingJob> = labellingJobFields

const createdJobsFields = open({
  /** One for each annotator. */
  jobs: z.array(labellingJob),
  count: count,
})

/** The labelling jobs that a call created. */
export interface CreatedJobs extends z.infer<typeof createdJobsFields> {}
export const createdJobs: z.ZodMiniType<CreatedJobs> = createdJobsFields

const annotatorFields = open({
  /** Annotator ID, 36 characters. */
  uuid: identifier,
  /** Unique in the workspace. */
  name: z.string(),
  /** UTC, without a zone: see `fromServiceTime`. */
  created_at: z.string(),
  /** UTC, without a zone: see `fromServiceTime`. */
  updated_at: z.string(),
  /** Labelling jobs assigned; the update's answer may leave it null. */
  jobs_count: nullish(count),
  /** Latest mean agreement with each other annotator, 0 to 1; the update's answer may leave it null. */
  current_agreement: nullish(z.number()),
  /** Comparable pairs of annotations behind the agreement; the update's answer may leave it null. */
  pair_count: nullish(count),
})

/** Somebody who labels. */
export interface Annotator extends z.infer<typeof annotatorFields> {}
export const annotator: z.ZodMiniType<Annotator> = annotatorFields
