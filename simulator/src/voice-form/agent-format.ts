// What a save of an agent sends, checked and brought into the stored format, in which some fields have other names.
import { HttpError } from '../router.ts'
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

/** @throws HttpError with all validation issues */
export function fromAgentBody(body: Body): StoredAgent {
  const { description, ai_instructions, workspace_id: _, questions, ...rest } = body
  return fromConfig({
    ...rest,
    ...(description !== undefined && { context: description }),
    ...(ai_instructions !== undefined && { instructions: ai_instructions }),
    questions: Array.isArray(questions) ? questions.map(fromQuestion) : questions,
  })
}

/** Checks an agent that is in the stored format already. @throws HttpError with all validation issues */
export function fromConfig(body: Body): StoredAgent {
  const questions: unknown[] = Array.isArray(body['questions']) ? body['questions'] : []
  const issues = [
    ...titleIssues(body['title']),
    ...(Array.isArray(body['questions']) ? [] : [{ field: 'questions', message: 'Enter questions.' }]),
    ...questions.flatMap((question, index) => questionIssues(question, `questions[${index}]`, body)),
    ...branchIssues(body['branches']),
    ...scriptIssues(body['scripts']),
  ]
  if (issues.length > 0) throw new HttpError(400, { validation_issues: issues })
  return { ...body, title: String(body['title']), questions: questions.filter(isQuestion) }
}

function fromQuestion(sent: unknown): unknown {
  if (!isObject(sent)) return sent
  const { question, response_type, ...rest } = sent
  return { label: question, type: response_type, ...rest }
}

function titleIssues(title: unknown): ValidationIssue[] {
  return typeof title === 'string' && title.trim() !== ''
    ? []
    : [{ field: 'title', message: 'Enter a title.' }]
}

const types = ['string', 'number', 'date', 'boolean', 'single-select', 'multi-select']

function questionIssues(question: unknown, field: string, { branches }: Body): ValidationIssue[] {
  if (!isObject(question)) return [{ field, message: 'A question is an object.' }]
  const { label, type, options, branch_id } = question
  const needsOptions = type === 'single-select' || type === 'multi-select'
  const knownBranches = (Array.isArray(branches) ? branches : []).map((branch: unknown) => Object(branch).id)
  return [
    ...(typeof label === 'string' && label !== ''
      ? []
      : [{ field: `${field}.question`, message: 'Enter a question.' }]),
    ...(types.some((known) => known === type)
      ? []
      : [{ field: `${field}.response_type`, message: `Choose one of ${types.join(', ')}.` }]),
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
    const condition = Object(Object(branch).condition)
    const isSet = (key: string) => (condition[key] ?? null) !== null
    return isSet('equals') && isSet('present')
      ? [{ field: `branches[${index}].condition`, message: 'Set either equals or present.' }]
      : []
  })
}

function scriptIssues(scripts: unknown): ValidationIssue[] {
  if (
    !isObject(scripts) ||
    (scripts['outro_incomplete'] ?? null) === null ||
    (scripts['outro'] ?? null) !== null
  )
    return []
  return [{ field: 'scripts.outro_incomplete', message: 'Set outro as well.' }]
}

function isQuestion(value: unknown): value is StoredQuestion {
  return isObject(value) && typeof value['label'] === 'string' && typeof value['type'] === 'string'
}

export function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
