// The evaluators, and their verdicts on replies.
import { stableUuid, timestamp } from '../ids.ts'
import { HttpError, json, type Route, type RouteRequest } from '../router.ts'
import { booleanQuery } from '../validation.ts'
import type { ReplyCase } from './fixtures/test-case.ts'
import type { ServerVersion } from './server-version.ts'

export type EvaluatorName = 'correctness' | 'tone' | 'helpfulness'

interface Evaluator {
  readonly name: string
  readonly description: string
  readonly outputType: 'binary' | 'rating'
  readonly version: number
}

interface Step {
  readonly value: boolean | number
  readonly name: string
  readonly color: string
}

const evaluators: Readonly<Record<EvaluatorName, Evaluator>> = {
  correctness: {
    name: 'Correctness',
    description: 'The reply does what the test expects and states nothing that is wrong.',
    outputType: 'binary',
    version: 4,
  },
  tone: {
    name: 'Tone',
    description: 'The reply is polite, keeps to the topic, and is in the language of the user.',
    outputType: 'binary',
    version: 2,
  },
  helpfulness: {
    name: 'Helpfulness',
    description: 'How far the reply brings the user, from 1 (not at all) to 5 (all the way).',
    outputType: 'rating',
    version: 7,
  },
}

const scales: Readonly<Record<Evaluator['outputType'], readonly Step[]>> = {
  binary: [
    { value: true, name: 'Pass', color: '#1a7f37' },
    { value: false, name: 'Fail', color: '#cf222e' },
  ],
  rating: [
    { value: 1, name: 'Very poor', color: '#cf222e' },
    { value: 2, name: 'Poor', color: '#e16f24' },
    { value: 3, name: 'Fair', color: '#bf8700' },
    { value: 4, name: 'Good', color: '#4ac26b' },
    { value: 5, name: 'Excellent', color: '#1a7f37' },
  ],
}

const praise = [
  'Clear and complete: the user can act on it at once.',
  'Answers the question first and names the next step.',
  'Friendly, short, and nothing is left open.',
]

/** The id of an evaluator, the same in every simulator. */
const uuidOf = (name: EvaluatorName) => stableUuid(`evaluator ${name}`)

/** An evaluator in a run's status; without its rubric if `compact`. */
export function evaluatorOf(name: EvaluatorName, compact: boolean) {
  const evaluator = evaluators[name]
  const rating = evaluator.outputType === 'rating'
  return {
    uuid: uuidOf(name),
    name: evaluator.name,
    description: evaluator.description,
    output_type: evaluator.outputType,
    output_config: compact ? null : { scale: scales[evaluator.outputType] },
    scale_min: rating ? 1 : null,
    scale_max: rating ? 5 : null,
    version_number: evaluator.version,
  }
}

/** `GET /evaluators/{evaluator_uuid}` */
export function evaluatorRoute(version: ServerVersion): Route {
  const handle = ({ param, query }: RouteRequest) => {
    const compact = booleanQuery(query, 'compact') ?? false
    const names = Object.keys(evaluators).filter((name): name is EvaluatorName => name in evaluators)
    const found = names.find((name) => uuidOf(name) === param('evaluator_uuid'))
    if (found === undefined) throw new HttpError(404, { detail: 'Evaluator not found' })
    return json(evaluatorRecord(found, compact, version))
  }
  return { method: 'GET', path: '/evaluators/{evaluator_uuid}', handle }
}

const CREATED_AT = Date.UTC(2026, 7, 3, 9, 12, 44)
const DAY_MS = 24 * 60 * 60 * 1000

function evaluatorRecord(name: EvaluatorName, compact: boolean, version: ServerVersion) {
  const { description, outputType, version: versions, name: label } = evaluators[name]
  // Newest first, unlike what the documentation says.
  const history = Array.from({ length: versions }, (_, i) => versionRecord(name, versions - i, compact))
  return {
    uuid: uuidOf(name),
    name: label,
    evaluator_type: 'llm',
    data_type: 'text',
    output_type: outputType,
    ...(version === 'newer' && { is_default: false, is_protected: false }),
    created_at: timestamp(CREATED_AT),
    updated_at: history[0]?.created_at,
    description,
    slug: null,
    source_default_slug: null,
    live_version_id: history[0]?.uuid,
    versions: history,
  }
}

function versionRecord(name: EvaluatorName, number: number, compact: boolean) {
  const { description, outputType } = evaluators[name]
  return {
    uuid: stableUuid(`evaluator ${name}, version ${number}`),
    version_number: number,
    judge_model: 'judge-1',
    created_at: timestamp(CREATED_AT + (number - 1) * DAY_MS),
    system_prompt: compact ? null : `${description} Expectation: {{expectation}}`,
    output_config: compact ? null : { scale: scales[outputType] },
    variables: compact
      ? null
      : [{ name: 'expectation', description: 'What a good reply does.', default: '' }],
  }
}

/** An evaluator's verdict on a reply. Failing replies are wrong but polite, so that evaluators differ. */
export function evaluatorResult(name: EvaluatorName, testCase: ReplyCase, failing: boolean, index: number) {
  const judged = verdict(name, testCase, failing, index)
  return {
    evaluator_uuid: uuidOf(name),
    reasoning: judged.reasoning,
    match: typeof judged.value === 'boolean' ? judged.value : null,
    score: typeof judged.value === 'number' ? judged.value : null,
    value_name: scales[evaluators[name].outputType].find((step) => step.value === judged.value)?.name ?? null,
    variable_values: { expectation: `The reply ${testCase.expectation}.` },
  }
}

function verdict(name: EvaluatorName, testCase: ReplyCase, failing: boolean, index: number) {
  switch (name) {
    case 'correctness':
      return {
        value: !failing,
        reasoning: failing ? testCase.failureReason : `The reply ${testCase.expectation}.`,
      }
    case 'tone':
      return { value: true, reasoning: 'Polite, on topic, and in the language of the user.' }
    case 'helpfulness':
      if (failing)
        return { value: 2, reasoning: `${testCase.failureReason} The user would have to ask again.` }
      return { value: index % 3 === 1 ? 4 : 5, reasoning: praise[index % praise.length] ?? '' }
    default:
      return name satisfies never
  }
}
