// The service's own explanation in an error body, whatever shape it has.
import { type Issue, issuesText } from './errors.ts'

const MAX_REASON_LENGTH = 2000
/** A body that gives no reason is shown up to this length. */
const MAX_SHOWN_LENGTH = 300

/** Whether it is an object of JSON. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The reason as text; null if the body is empty. Services and proxies write it under many names, as a text, a list of `{loc, msg}`
 * or an object; of any other body, the beginning is shown.
 * @param body the parsed body, or its text if it is not JSON
 */
export function reasonOf(body: unknown): string | null {
  const reason = textOf(body).trim()
  return reason === '' ? null : cut(reason, MAX_REASON_LENGTH)
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return /^\s*</.test(body) ? 'an HTML page instead of a reason' : body
  const issues = issuesOf(body)
  if (issues.length > 0) return issuesText(issues)
  return messageOf(Object(body).detail) ?? messageOf(body) ?? cut(JSON.stringify(body), MAX_SHOWN_LENGTH)
}

/** In any case, and behind `error`, as in `error_description` and `errorMessage`: these come first, then what is nested. */
const REASONS = ['message', 'msg', 'reason', 'detail', 'description', 'faultstring']
const NESTED = ['error', 'err', 'fault', 'data']

function messageOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (Array.isArray(value)) return value.flatMap((entry) => messageOf(entry) ?? []).join('; ') || null
  if (!isObject(value)) return null
  const fields = new Map(
    Object.entries(value).map(([key, each]) => [key.toLowerCase().replace(/^error_?(?=[mrd])/, ''), each]),
  )
  const found = (names: readonly string[], read: (field: unknown) => string | null) =>
    names.map((name) => read(fields.get(name))).find((text) => text !== null)
  const isRead = (key: string) => [...REASONS, ...NESTED, 'errors'].includes(key)
  const lists = [...fields].flatMap(([key, list]) =>
    isList(list) && !isRead(key) ? `${key}: ${String(list)}` : [],
  )
  const own = found(REASONS, (each) => (isText(each) || isList(each) ? messageOf(each) : null))
  const parts = [own ?? found(NESTED, fieldErrors), fieldErrors(fields.get('errors')), ...lists]
  const said = [...new Set(parts.filter(isText))].join('; ') || messageOf(fields.get('title'))
  const field = fields.get('field')
  return said && `${isText(field) ? `${field}: ` : ''}${said}`
}

/** Also of a mapping of fields to what is wrong with them. */
function fieldErrors(value: unknown): string | null {
  const fields = Object.entries(isObject(value) ? value : {})
  const errors = () =>
    fields.flatMap(([name, each]) => messageOf({ field: name, message: messageOf(each) }) ?? [])
  return messageOf(value) ?? (errors().join('; ') || null)
}

const isText = (value: unknown) => typeof value === 'string'

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText)

const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`

/**
 * Every issue of a rejected request: `detail` of a 422, or `validation_issues` (of a save) and `invalid_fields` (of
 * form data) of the voice-form service.
 */
export function issuesOf(body: unknown): Issue[] {
  if (!isObject(body)) return []
  const { detail, validation_issues, invalid_fields } = body
  const fallback = typeof body['error'] === 'string' ? body['error'] : 'rejected'
  const list = [detail, validation_issues].find(Array.isArray)
  if (list !== undefined) return list.flatMap((entry) => listedIssue(entry, fallback))
  if (!isObject(invalid_fields)) return []
  return Object.entries(invalid_fields).map(([field, entry]) => {
    const reason = isObject(entry) ? (entry['error'] ?? entry['message']) : entry
    return issueAt(field, typeof reason === 'string' ? reason : fallback)
  })
}

function listedIssue(entry: unknown, fallback: string): Issue[] {
  if (typeof entry === 'string') return [issueAt('', entry)]
  if (!isObject(entry)) return []
  const { loc, field, type } = entry
  const path = Array.isArray(loc) ? dotted(loc.filter(isSegment)) : typeof field === 'string' ? field : ''
  const message = [entry['msg'], entry['message'], entry['error']].find((text) => typeof text === 'string')
  return [{ ...issueAt(path, message ?? fallback), type: typeof type === 'string' ? type : null }]
}

export function issueAt(path: string, message: string): Issue {
  return { path, message, type: null }
}

const isSegment = (part: unknown) => typeof part === 'string' || typeof part === 'number'

/** `['body', 'names', 0]` as `body.names[0]`. */
export function dotted(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}
