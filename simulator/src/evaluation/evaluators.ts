// The evaluators of the workspace, and their records.
import { HttpError, json, type Route } from '../router.ts'
import { booleanQuery } from '../validation.ts'
import { pageOf } from './paging.ts'
import type { Dialect } from './server-version.ts'

export type EvaluatorName =
  | 'correctness'
  | 'other-correctness'
  | 'tone'
  | 'helpfulness'
  | 'style'
  | 'goal'
  | 'faithfulness'

/** An evaluator of a test, with the values of its variables. */
export interface EvaluatorUse {
  readonly name: EvaluatorName
  readonly values: Readonly<Record<string, unknown>> | null
}

/** Version numbers. */
export type EvaluatorVersions = Readonly<Partial<Record<EvaluatorName, number>>>

export interface Evaluator {
  readonly name: string
  readonly description: string | null
  readonly outputType: 'binary' | 'rating'
  /** What it judges; `llm` by default. */
  readonly type?: 'conversation' | 'llm-general'
  /** Filled in by tests. */
  readonly variables: readonly { readonly name: string; readonly default: string | null }[]
  /** The newest, until somebody edits it. */
  readonly version: number
  /** The slug of the built-in evaluator that it is a copy of. */
  readonly copyOf: string | null
  /** Nothing can judge with it. */
  readonly hasNoModel?: true
}

const criteria = { name: 'criteria', default: null }

export const evaluators: Readonly<Record<EvaluatorName, Evaluator>> = {
  correctness: {
    name: 'Correctness',
    description: 'The reply does what the test expects and states nothing that is wrong.',
    outputType: 'binary',
    variables: [criteria],
    version: 4,
    copyOf: 'correctness',
  },
  'other-correctness': {
    name: 'Correctness (2)',
    description: null,
    outputType: 'binary',
    variables: [criteria],
    version: 1,
    copyOf: null,
  },
  tone: {
    name: 'Tone',
    description: 'The reply is polite, keeps to the topic, and is in the language of the user.',
    outputType: 'binary',
    variables: [],
    version: 2,
    copyOf: 'tone',
  },
  helpfulness: {
    name: 'Helpfulness',
    description: 'How far the reply brings the user, from L1 (not at all) to L5 (all the way).',
    outputType: 'rating',
    variables: [],
    version: 7,
    copyOf: null,
  },
  style: {
    name: 'Style',
    description: 'The reply follows the style guide.',
    outputType: 'binary',
    variables: [],
    version: 1,
    copyOf: null,
    hasNoModel: true,
  },
  goal: {
    name: 'Goal reached',
    description: 'The conversation reaches its goal.',
    outputType: 'binary',
    type: 'conversation',
    variables: [{ name: 'goal', default: null }],
    version: 3,
    copyOf: null,
  },
  faithfulness: {
    name: 'Faithfulness',
    description: 'The output states nothing that the input does not.',
    outputType: 'binary',
    type: 'llm-general',
    variables: [{ name: 'criteria', default: 'States nothing that the input does not say.' }],
    version: 2,
    copyOf: null,
  },
}

interface Step {
  readonly value: boolean | number
  readonly name: string
  readonly color: string | null
  readonly description: string | null
}

export const scales: Readonly<Record<Evaluator['outputType'], readonly Step[]>> = {
  binary: [
    { value: true, name: 'Pass', color: '#1a7f37', description: 'All of it is true.' },
    { value: false, name: 'Fail', color: '#cf222e', description: null },
  ],
  rating: ['#cf222e', null, null, null, '#1a7f37'].map((color, i) => ({
    value: i + 1,
    name: `L${i + 1}`,
    color,
    description: null,
  })),
}

/** Runs leave out what is not set. */
const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

export const evaluatorUuid = ({ uuid }: Dialect, name: EvaluatorName) => uuid(`evaluator ${name}`)

/** An evaluator in a run's status; without its rubric if `compact`. */
export function evaluatorOf(
  name: EvaluatorName,
  versions: EvaluatorVersions,
  compact: boolean,
  dialect: Dialect,
) {
  const evaluator = evaluators[name]
  const rating = evaluator.outputType === 'rating'
  return {
    uuid: evaluatorUuid(dialect, name),
    name: evaluator.name,
    description: evaluator.description,
    output_type: evaluator.outputType,
    ...(!compact && { output_config: { scale: scales[evaluator.outputType].map(withoutNulls) } }),
    ...(compact && dialect.version !== 'documented' && { output_config: null }),
    scale_min: rating ? 1 : null,
    scale_max: rating ? 5 : null,
    version_number: versions[name] ?? evaluator.version,
  }
}

/** The names of evaluators, as in the run history. */
export const displayNames = (names: readonly EvaluatorName[]) => names.map((name) => evaluators[name].name)

export const evaluatorNames = Object.keys(evaluators).filter((name): name is EvaluatorName =>
  Object.hasOwn(evaluators, name),
)

interface Evaluators {
  /** As they are by now. */
  readonly evaluators: {
    names(): readonly EvaluatorName[]
    byId(uuid: string): EvaluatorName | undefined
    versionOf(name: EvaluatorName): number
  }
  readonly dialect: Dialect
}

export function evaluatorRoutes(workspace: Evaluators): Route[] {
  const get: Route['handle'] = ({ param, query }) => {
    const compact = booleanQuery(query, 'compact') ?? false
    const found = workspace.evaluators.byId(param('evaluator_uuid'))
    if (found === undefined) throw new HttpError(404, { detail: 'Evaluator not found' })
    return json(evaluatorRecord(found, compact, workspace))
  }
  const list: Route['handle'] = ({ query }) => {
    const { items, ...rest } = pageOf(
      query,
      workspace.evaluators.names().map((name) => listEntry(name, workspace)),
    )
    return json({ items, ...rest })
  }
  return [
    { method: 'GET', path: '/evaluators', handle: list },
    { method: 'GET', path: '/evaluators/{evaluator_uuid}', handle: get },
  ]
}

const CREATED_AT = Date.UTC(2026, 7, 3, 9, 12, 44)
const DAY_MS = 24 * 60 * 60 * 1000

/** What the list and the record have in common. */
function identity(name: EvaluatorName, { evaluators: book, dialect }: Evaluators) {
  const { description, outputType, copyOf, type = 'llm' } = evaluators[name]
  const version = book.versionOf(name)
  const isDocumented = dialect.version === 'documented'
  return {
    uuid: evaluatorUuid(dialect, name),
    name: evaluators[name].name,
    evaluator_type: type,
    data_type: 'text',
    output_type: outputType,
    is_default: copyOf !== null,
    ...((dialect.version === 'newer' || isDocumented) && { is_protected: false }),
    ...(!isDocumented && { kind: 'single', owner_user_id: dialect.uuid('owner') }),
    created_at: dialect.time(CREATED_AT),
    updated_at: versionRecord(name, version, true, dialect).created_at,
    description,
    slug: null,
    source_default_slug: copyOf,
    live_version_id: versionRecord(name, version, true, dialect).uuid,
  }
}

function evaluatorRecord(name: EvaluatorName, compact: boolean, workspace: Evaluators) {
  const { evaluators: book, dialect } = workspace
  const version = book.versionOf(name)
  const versions = Array.from({ length: version }, (_, i) =>
    versionRecord(name, version - i, compact, dialect),
  )
  if (dialect.version === 'documented') {
    const oldestFirst = versions.toReversed().map(documentedVersion)
    return { ...withoutNulls(identity(name, workspace)), versions: oldestFirst }
  }
  // Newest first, unlike what the specification says.
  return { ...identity(name, workspace), live_version_index: 0, versions }
}

/** Without what `compact` leaves out, and without nulls. */
function documentedVersion(version: ReturnType<typeof versionRecord>) {
  const { system_prompt, output_config, variables } = version
  const named = { ...version, judge_model: version.judge_model ?? '' }
  if (system_prompt === null || output_config === null) return withoutNulls({ ...named, variables: null })
  return {
    ...named,
    output_config: { scale: output_config.scale.map(withoutNulls) },
    variables: (variables ?? []).map(withoutNulls),
  }
}

function listEntry(name: EvaluatorName, workspace: Evaluators) {
  const { evaluators: book, dialect } = workspace
  const { uuid, version_number, judge_model } = versionRecord(name, book.versionOf(name), true, dialect)
  const live_version = { uuid, version_number, judge_model, variables: variablesOf(name) }
  return { ...identity(name, workspace), live_version }
}

/** An evaluator in a test's record. */
export function linkedEvaluator(name: EvaluatorName, { evaluators: book, dialect }: Evaluators) {
  const { description, outputType, type = 'llm' } = evaluators[name]
  const live = versionRecord(name, book.versionOf(name), false, dialect)
  return {
    uuid: evaluatorUuid(dialect, name),
    name: evaluators[name].name,
    description,
    evaluator_type: type,
    data_type: 'text',
    output_type: outputType,
    kind: 'single',
    owner_user_id: dialect.uuid('owner'),
    slug: null,
    evaluator_version_id: live.uuid,
    version_number: live.version_number,
    judge_model: live.judge_model,
    system_prompt: live.system_prompt,
    output_config: { scale: scales[outputType].map(withoutNulls) },
    variables: variablesOf(name),
  }
}

const variablesOf = (name: EvaluatorName) =>
  evaluators[name].variables.map((each) => ({ ...each, description: 'What a good reply does.' }))

function versionRecord(name: EvaluatorName, number: number, compact: boolean, { uuid, time }: Dialect) {
  const { description, outputType, variables, hasNoModel = false } = evaluators[name]
  const placeholders = variables.map((each) => ` Expected: {{${each.name}}}`).join('')
  return {
    uuid: uuid(`evaluator ${name}, version ${number}`),
    version_number: number,
    judge_model: hasNoModel ? null : 'judge-1',
    created_at: time(CREATED_AT + (number - 1) * DAY_MS),
    system_prompt: compact ? null : `${description ?? 'Judge the reply.'}${placeholders}`,
    output_config: compact ? null : { scale: scales[outputType] },
    variables: compact || variables.length === 0 ? null : variablesOf(name),
  }
}
