// What a save of an agent sends, checked and brought into the stored format, in which some fields have other names.
import { HttpError } from '../router.ts'
import { isObject } from '../validation.ts'
import type { StoredQuestion } from './data.ts'

/** Fields as the service stores them; unknown ones are kept. */
export interface StoredAgent {
  readonly title: string
  readonly questions: readonly StoredQuestion[]
  readonly [field: string]: unknown
}

type Body = Readonly<Record<string, unknown>>

interface ValidationIssue {
  readonly field: string
  readonly message: string
}

/** What a save calls the fields that have two names. */
const sentNames = {
  description: 'description',
  instructions: 'ai_instructions',
  question: 'question',
  type: 'response_type',
}
const storedNames: Names = {
  description: 'context',
  instructions: 'instructions',
  question: 'label',
  type: 'type',
}
type Names = Readonly<Record<keyof typeof sentNames, string>>

/** @throws HttpError with all validation issues, by the names of the body */
export function fromAgentBody(body: Body): StoredAgent {
  const questions = refuseIssues(body, sentNames, storedNames)
  const { description, ai_instructions, workspace_id: _, ...rest } = body
  return {
    ...rest,
    ...(description !== undefined && { context: description }),
    ...(ai_instructions !== undefined && { instructions: ai_instructions }),
    title: String(body['title']),
    questions: questions.map(({ question, response_type, ...others }) => ({
      label: String(question),
      type: String(response_type),
      ...others,
    })),
  }
}

/** Checks an agent that is in the stored format already. @throws HttpError with all validation issues */
export function fromConfig(body: Body): StoredAgent {
  const questions = refuseIssues(body, storedNames, sentNames)
  return {
    ...body,
    title: String(body['title']),
    questions: questions.map((each) => ({
      ...each,
      label: String(each['label']),
      type: String(each['type']),
    })),
  }
}

/** The questions of a body without issues. */
function refuseIssues(body: Body, names: Names, otherNames: Names): Body[] {
  const { title, questions, branches, scripts } = body
  const listed = Array.isArray(questions) ? questions : []
  const issues = [
    ...(typeof title === 'string' && title.trim() !== ''
      ? []
      : [{ field: 'title', message: 'Enter a title.' }]),
    ...kindIssues(body, { ...agentKinds, [names.description]: 'text', [names.instructions]: 'text' }, ''),
    ...otherFormat(body, [
      [names.description, otherNames.description],
      [names.instructions, otherNames.instructions],
    ]),
    ...(Array.isArray(questions) ? [] : [{ field: 'questions', message: 'Enter questions.' }]),
    ...listed.flatMap((each: unknown, index) =>
      questionIssues(each, `questions[${index}]`, names, otherNames, branches),
    ),
    ...branchIssues(branches),
    ...scriptIssues(scripts),
  ]
  if (issues.length > 0) throw new HttpError(400, { validation_issues: issues })
  return listed.filter(isObject)
}

/** What a field holds, if it is not null; a list of texts says which. */
type Kind = 'text' | 'boolean' | 'texts' | 'list' | 'object' | readonly string[]
type Kinds = Readonly<Record<string, Kind>>

const agentKinds: Kinds = {
  agent_persona: 'text',
  user_persona: 'text',
  language: 'text',
  agent_speaks_first: 'boolean',
  ask_questions_one_by_one: 'boolean',
  mute_user_while_agent_speaking: 'boolean',
  send_hearing_acknowledgements: 'boolean',
  hearing_acknowledgement_mode: ['fixed', 'llm'],
  hearing_acknowledgement_phrases: 'texts',
  branches: 'list',
  scripts: 'object',
}

const scriptKinds: Kinds = { intro: 'text', outro: 'text', outro_incomplete: 'text' }

const questionKinds: Kinds = {
  name: 'text',
  required: 'boolean',
  options: 'list',
  number_format: ['integer', 'decimal'],
  boolean_labels: 'object',
  script: 'text',
  skip_message: 'text',
  advanced_instructions: 'text',
  end_call_values: 'list',
  branch_id: 'text',
  validation: 'object',
  retry_config: 'object',
}

function kindIssues(given: Body, kinds: Kinds, prefix: string): ValidationIssue[] {
  return Object.entries(kinds).flatMap(([name, kind]) => {
    const value = given[name] ?? null
    return value === null || isOfKind(value, kind) ? [] : [{ field: prefix + name, message: expected(kind) }]
  })
}

function isOfKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string')
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    default:
      return kind.some((each) => each === value)
  }
}

function expected(kind: Kind): string {
  switch (kind) {
    case 'text':
      return 'Enter a text.'
    case 'boolean':
      return 'Choose true or false.'
    case 'texts':
      return 'Enter a list of texts.'
    case 'list':
      return 'Enter a list.'
    case 'object':
      return 'Enter an object.'
    default:
      return `Choose one of ${kind.join(', ')}.`
  }
}

/** Fields by the names that they have in the other format. */
function otherFormat(given: Body, names: readonly (readonly [string, string])[], prefix = '') {
  return names.flatMap(([name, other]) =>
    other in given && other !== name
      ? [{ field: prefix + other, message: `Here it is called ${name}.` }]
      : [],
  )
}

const types = ['string', 'number', 'date', 'boolean', 'single-select', 'multi-select']

function questionIssues(
  question: unknown,
  field: string,
  names: Names,
  otherNames: Names,
  branches: unknown,
): ValidationIssue[] {
  if (!isObject(question)) return [{ field, message: 'A question is an object.' }]
  const { options, branch_id } = question
  const [text, type] = [question[names.question], question[names.type]]
  const needsOptions = type === 'single-select' || type === 'multi-select'
  const knownBranches = (Array.isArray(branches) ? branches : []).map((branch: unknown) => Object(branch).id)
  return [
    ...(typeof text === 'string' && text !== ''
      ? []
      : [{ field: `${field}.${names.question}`, message: 'Enter a question.' }]),
    ...(types.some((known) => known === type)
      ? []
      : [{ field: `${field}.${names.type}`, message: expected(types) }]),
    ...otherFormat(
      question,
      [
        [names.question, otherNames.question],
        [names.type, otherNames.type],
      ],
      `${field}.`,
    ),
    ...kindIssues(question, questionKinds, `${field}.`),
    ...(needsOptions && !(Array.isArray(options) && options.length > 0)
      ? [{ field: `${field}.options`, message: 'Add at least one option.' }]
      : []),
    ...((branch_id ?? null) === null || knownBranches.includes(branch_id)
      ? []
      : [{ field: `${field}.branch_id`, message: 'There is no branch with this id.' }]),
  ]
}

function branchIssues(branches: unknown): ValidationIssue[] {
  return (Array.isArray(branches) ? branches : []).flatMap((branch: unknown, index) => {
    const field = `branches[${index}]`
    if (!isObject(branch)) return [{ field, message: 'A branch is an object.' }]
    const { id, condition } = branch
    const idIssues = typeof id === 'string' ? [] : [{ field: `${field}.id`, message: expected('text') }]
    if (!isObject(condition))
      return [...idIssues, { field: `${field}.condition`, message: expected('object') }]
    const has = (key: string) => (condition[key] ?? null) !== null
    return [
      ...idIssues,
      ...(has('field') ? [] : [{ field: `${field}.condition.field`, message: expected('text') }]),
      ...kindIssues(
        condition,
        { field: 'text', equals: 'boolean', present: 'boolean' },
        `${field}.condition.`,
      ),
      ...(has('equals') === has('present')
        ? [{ field: `${field}.condition`, message: 'Set either equals or present.' }]
        : []),
    ]
  })
}

function scriptIssues(scripts: unknown): ValidationIssue[] {
  if (!isObject(scripts)) return []
  const { outro, outro_incomplete } = scripts
  return [
    ...kindIssues(scripts, scriptKinds, 'scripts.'),
    ...((outro_incomplete ?? null) !== null && (outro ?? null) === null
      ? [{ field: 'scripts.outro_incomplete', message: 'Set outro as well.' }]
      : []),
  ]
}
