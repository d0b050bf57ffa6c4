// The evaluators of the workspace, and their records.
import { HttpError, json, type Route, type RouteRequest } from '../router.ts'
import { booleanQuery } from '../validation.ts'
import type { Dialect } from './server-version.ts'

export type EvaluatorName = 'correctness' | 'other-correctness' | 'tone' | 'helpfulness' | 'style'

/** Version numbers. */
export type EvaluatorVersions = Readonly<Partial<Record<EvaluatorName, number>>>

export interface Evaluator {
  readonly name: string
  readonly description: string | null
  readonly outputType: 'binary' | 'rating'
  /** It has the variable `criteria`, which tests fill in. */
  readonly hasCriteria: boolean
  /** The newest. */
  readonly version: number
  /** The slug of the built-in evaluator that it is a copy of. */
  readonly copyOf: string | null
  /** Nothing can judge with it. */
  readonly hasNoModel?: true
}

export const evaluators: Readonly<Record<EvaluatorName, Evaluator>> = {
  correctness: {
    name: 'Correctness',
    description: 'The reply does what the test expects and states nothing that is wrong.',
    outputType: 'binary',
    hasCriteria: true,
    version: 4,
    copyOf: 'correctness',
  },
  // A twin: names are not unique.
  'other-correctness': {
    name: 'Correctness',
    description: null,
    outputType: 'binary',
    hasCriteria: true,
    version: 1,
    copyOf: null,
  },
  tone: {
    name: 'Tone',
    description: 'The reply is polite, keeps to the topic, and is in the language of the user.',
    outputType: 'binary',
    hasCriteria: false,
    version: 2,
    copyOf: 'tone',
  },
  helpfulness: {
    name: 'Helpfulness',
    description: 'How far the reply brings the user, from L1 (not at all) to L5 (all the way).',
    outputType: 'rating',
    hasCriteria: false,
    version: 7,
    copyOf: null,
  },
  style: {
    name: 'Style',
    description: 'The reply follows the style guide.',
    outputType: 'binary',
    hasCriteria: false,
    version: 1,
    copyOf: null,
    hasNoModel: true,
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
const withoutNulls = (step: Step) =>
  Object.fromEntries(Object.entries(step).filter(([, value]) => value !== null))

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
    output_config: compact ? null : { scale: scales[evaluator.outputType].map(withoutNulls) },
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

/** `GET /evaluators/{evaluator_uuid}` */
export function evaluatorRoute(dialect: Dialect): Route {
  const handle = ({ param, query }: RouteRequest) => {
    const compact = booleanQuery(query, 'compact') ?? false
    const found = evaluatorNames.find((name) => evaluatorUuid(dialect, name) === param('evaluator_uuid'))
    if (found === undefined) throw new HttpError(404, { detail: 'Evaluator not found' })
    return json(evaluatorRecord(found, compact, dialect))
  }
  return { method: 'GET', path: '/evaluators/{evaluator_uuid}', handle }
}

const CREATED_AT = Date.UTC(2026, 7, 3, 9, 12, 44)
const DAY_MS = 24 * 60 * 60 * 1000

function evaluatorRecord(name: EvaluatorName, compact: boolean, dialect: Dialect) {
  const { description, outputType, version: versions, name: label, copyOf } = evaluators[name]
  // Newest first, unlike what the specification says.
  const history = Array.from({ length: versions }, (_, i) =>
    versionRecord(name, versions - i, compact, dialect),
  )
  return {
    uuid: evaluatorUuid(dialect, name),
    name: label,
    evaluator_type: 'llm',
    data_type: 'text',
    output_type: outputType,
    ...(dialect.version !== 'older' && { is_default: copyOf !== null }),
    ...(dialect.version === 'newer' && { is_protected: false }),
    kind: 'single',
    owner_user_id: dialect.uuid('owner'),
    created_at: dialect.time(CREATED_AT),
    updated_at: history[0]?.created_at,
    description,
    slug: null,
    source_default_slug: copyOf,
    live_version_id: history[0]?.uuid,
    live_version_index: 0,
    versions: history,
  }
}

function versionRecord(name: EvaluatorName, number: number, compact: boolean, { uuid, time }: Dialect) {
  const { description, outputType, hasCriteria, hasNoModel = false } = evaluators[name]
  const criteria = { name: 'criteria', description: 'What a good reply does.', default: null }
  return {
    uuid: uuid(`evaluator ${name}, version ${number}`),
    version_number: number,
    judge_model: hasNoModel ? null : 'judge-1',
    created_at: time(CREATED_AT + (number - 1) * DAY_MS),
    system_prompt: compact
      ? null
      : `${description ?? 'Judge the reply.'}${hasCriteria ? ' Expected: {{criteria}}' : ''}`,
    output_config: compact ? null : { scale: scales[outputType] },
    variables: compact || !hasCriteria ? null : [criteria],
  }
}
