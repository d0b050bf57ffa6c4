// The service's own explanation in an error body, whatever shape it has.
import type { Issue } from './request-error.ts'

const MAX_REASON_LENGTH = 2000
const MAX_ISSUES = 1000

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The reason as text; null if the body gives none. `detail` may be a string, a list of `{loc, msg}` or an object with
 * `message` or `error`; endpoint errors of the voice-form service have `error` at the top.
 * @param body the parsed body, or its text if it is not JSON
 */
export function reasonOf(body: unknown): string | null {
  const reason = textOf(body)?.trim()
  if (reason === undefined || reason === '') return null
  return reason.length <= MAX_REASON_LENGTH ? reason : `${reason.slice(0, MAX_REASON_LENGTH).toWellFormed()}…`
}

function textOf(body: unknown): string | null {
  if (typeof body === 'string') return /^\s*</.test(body) ? 'an HTML page instead of a reason' : body
  if (!isObject(body)) return null
  const issues = issuesOf(body)
  if (issues.length > 0)
    return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  return messageOf(body['detail']) ?? messageOf(body)
}

function messageOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!isObject(value)) return null
  const headline = [value['message'], value['error']].find((text) => typeof text === 'string')
  const details = Object.entries(value)
    .filter(
      ([, list]) => Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === 'string'),
    )
    .map(([key, list]) => `${key}: ${String(list)}`)
  if (headline === undefined && details.length === 0) return null
  return [headline, ...details].filter((text) => text !== undefined).join('; ')
}

/**
 * Every issue of a rejected request: `detail` of a 422, or `validation_issues` (of a save) and `invalid_fields` (of
 * form data) of the voice-form service.
 */
export function issuesOf(body: unknown): Issue[] {
  if (!isObject(body)) return []
  const { detail, validation_issues, invalid_fields } = body
  const error = typeof body['error'] === 'string' ? body['error'] : 'rejected'
  const list = [detail, validation_issues, invalid_fields].find(Array.isArray)
  if (list !== undefined) return list.slice(0, MAX_ISSUES).flatMap((entry) => issueOf(entry, error))
  if (!isObject(invalid_fields)) return []
  return Object.entries(invalid_fields)
    .slice(0, MAX_ISSUES)
    .map(([field, entry]) => fieldIssue(field, entry, error))
}

function issueOf(entry: unknown, error: string): Issue[] {
  if (typeof entry === 'string') return [fieldIssue(entry, null, error)]
  if (!isObject(entry)) return []
  const field = entry['field']
  const loc = Array.isArray(entry['loc']) ? entry['loc'].filter(isSegment) : []
  const path = loc.length > 0 ? dotted(loc) : typeof field === 'string' ? field : ''
  const type = typeof entry['type'] === 'string' ? entry['type'] : null
  const message = [entry['msg'], entry['message'], entry['error']].find((text) => typeof text === 'string')
  return [{ path, message: message ?? error, type, loc: loc.length > 0 ? loc : path === '' ? [] : [path] }]
}

/** An entry of the map `invalid_fields`: a text, or what was wrong with the value. */
function fieldIssue(field: string, entry: unknown, error: string): Issue {
  const reason = isObject(entry) ? (entry['error'] ?? entry['message']) : entry
  return { path: field, message: typeof reason === 'string' ? reason : error, type: null, loc: [field] }
}

const isSegment = (part: unknown): part is string | number =>
  typeof part === 'string' || typeof part === 'number'

/** `['body', 'names', 0]` as `body.names[0]`. */
export function dotted(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}
