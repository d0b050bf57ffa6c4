// The evaluators of the simulator, and what each of them says of a case.

import type { ReplyCase } from './fixtures/topic.ts'
import { stableUuid } from './ids.ts'

export type JudgeName = 'correctness' | 'tone' | 'helpfulness'

interface Judge {
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

const judges: Readonly<Record<JudgeName, Judge>> = {
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

const scales: Readonly<Record<Judge['outputType'], readonly Step[]>> = {
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

const helpful = [
  'Clear and complete: the user can act on it at once.',
  'Answers the question first and names the next step.',
  'Friendly, short, and nothing is left open.',
]

const uuidOf = (name: JudgeName) => stableUuid(`evaluator ${name}`)

/** An evaluator as a run lists it; its rubric is left out (null) where the answer is compact. */
export function evaluatorOf(name: JudgeName, compact: boolean) {
  const judge = judges[name]
  const rating = judge.outputType === 'rating'
  return {
    uuid: uuidOf(name),
    name: judge.name,
    description: judge.description,
    output_type: judge.outputType,
    output_config: compact ? null : { scale: scales[judge.outputType] },
    scale_min: rating ? 1 : null,
    scale_max: rating ? 5 : null,
    version_number: judge.version,
  }
}

/** One judge's verdict on a reply. A failing reply is wrong but polite, so that judges differ. */
export function judgeResult(name: JudgeName, testCase: ReplyCase, failing: boolean, index: number) {
  const judged = verdict(name, testCase, failing, index)
  return {
    evaluator_uuid: uuidOf(name),
    reasoning: judged.reasoning,
    match: typeof judged.value === 'boolean' ? judged.value : null,
    score: typeof judged.value === 'number' ? judged.value : null,
    value_name: scales[judges[name].outputType].find((step) => step.value === judged.value)?.name ?? null,
    variable_values: { expectation: `The reply ${testCase.expects}.` },
  }
}

function verdict(name: JudgeName, testCase: ReplyCase, failing: boolean, index: number) {
  switch (name) {
    case 'correctness':
      return { value: !failing, reasoning: failing ? testCase.fault : `The reply ${testCase.expects}.` }
    case 'tone':
      return { value: true, reasoning: 'Polite, on topic, and in the language of the user.' }
    case 'helpfulness':
      if (failing) return { value: 2, reasoning: `${testCase.fault} The user would have to ask again.` }
      return { value: index % 3 === 1 ? 4 : 5, reasoning: helpful[index % helpful.length] ?? '' }
    default:
      return name satisfies never
  }
}
