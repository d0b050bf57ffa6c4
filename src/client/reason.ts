// The service's own explanation out of an error body, whatever shape it has.
import type { Issue } from './errors.ts'

const LONGEST_REASON = 2000

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The reason in words, null where the body gives none. `detail` may be a string, a list of `{loc, msg}` or an object
 * with `message` or `error`; endpoint errors of the voice-form service put `error` at the top.
 * @param body the parsed body, or its text where it is not JSON
 */
export function reasonOf(body: unknown): string | null {
  const words = wordsOf(body)?.trim()
  if (words === undefined || words === '') return null
  return words.length <= LONGEST_REASON ? words : `${words.slice(0, LONGEST_REASON).toWellFormed()}…`
}

function wordsOf(body: unknown): string | null {
  if (typeof body === 'string') return /^\s*</.test(body) ? 'an HTML page instead of a reason' : body
  if (!isObject(body)) return null
  const issues = issuesOf(body)
  if (issues.length > 0)
    return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  return textOf(body['detail']) ?? textOf(body)
}

function textOf(value: unknown): string | null {
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
 * Every complaint of a refused request: 422's `detail` list, or the voice-form service's `validation_issues` (of a
 * save) and `invalid_fields` (of form data; names or objects, `error` says why).
 */
export function issuesOf(body: unknown): Issue[] {
  if (!isObject(body)) return []
  const list = [body['detail'], body['validation_issues'], body['invalid_fields']].find(Array.isArray) ?? []
  const message = typeof body['error'] === 'string' ? body['error'] : 'refused'
  return list.flatMap((entry: unknown): Issue[] => {
    if (typeof entry === 'string' && list === body['invalid_fields']) return [{ path: entry, message }]
    if (!isObject(entry)) return []
    const path = Array.isArray(entry['loc']) ? dotted(entry['loc']) : String(entry['field'] ?? '')
    return [{ path, message: String(entry['msg'] ?? entry['message'] ?? message) }]
  })
}

/** `['body', 'names', 0]` as `body.names[0]`. */
export function dotted(path: readonly unknown[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}
