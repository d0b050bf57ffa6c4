// Updates of a call's answers: each is normalized by the type of its question, or refused.
import { HttpError } from '../router.ts'
import { type Conversation, nameOf, type StoredQuestion } from './data.ts'

type Answers = Readonly<Record<string, unknown>>

/**
 * The normalized updates.
 *
 * @throws HttpError with `invalid_fields`, a map: each invalid field's error, or what was sent with the error
 */
export function normalizeUpdates(questions: readonly StoredQuestion[], updates: Answers): Answers {
  const normalized: Record<string, unknown> = {}
  const invalid: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(updates)) {
    const question = questions.find((each) => nameOf(each) === field)
    const result = question === undefined ? null : normalize(question, value)
    if (result === null) invalid[field] = 'There is no question with this name.'
    else if (result.error === undefined) normalized[field] = result.value
    else invalid[field] = { value, normalized_value: null, error: result.error, source: 'api' }
  }
  if (Object.keys(invalid).length > 0)
    throw new HttpError(400, { error: 'Some fields are invalid', invalid_fields: invalid })
  return normalized
}

/** The questions that were skipped: those cleared, and those without an answer at the end. */
export function formStatus(
  questions: readonly StoredQuestion[],
  { form_data, status }: Pick<Conversation, 'form_data' | 'status'>,
): Readonly<Record<string, string>> {
  const skipped = questions
    .map(nameOf)
    .filter((name) => form_data[name] === null || (status !== 'in_progress' && form_data[name] === undefined))
  return Object.fromEntries(skipped.map((name) => [name, 'skipped']))
}

type Normalized = { readonly value: unknown; readonly error?: undefined } | { readonly error: string }

function normalize({ type, options = [] }: StoredQuestion, value: unknown): Normalized {
  // An answer can be cleared.
  if (value === null) return { value }
  switch (type) {
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return Number.isFinite(number) ? { value: number } : { error: 'Not a number.' }
    }
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { error: 'Neither true nor false.' }
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))
        ? { value }
        : { error: 'Not a date, as in 2026-11-20.' }
    case 'single-select':
      return options.some((option) => option === value) ? { value } : { error: 'Not one of the options.' }
    case 'multi-select': {
      const chosen: unknown[] =
        typeof value === 'string' ? value.split(', ') : Array.isArray(value) ? value : [null]
      return chosen.every((each) => options.some((option) => option === each))
        ? { value }
        : { error: 'Not a list of options.' }
    }
    default:
      return typeof value === 'string' ? { value: value.trim() } : { error: 'Not a text.' }
  }
}
