// Takes an unknown error of a GitHub call apart into facts that are safe to print.

/** GitHub's answer to a request that it refused. */
export interface Refusal {
  readonly status: number
  /** GitHub's own words on one line, empty where it gave none. */
  readonly reason: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

const MOST_CHARACTERS = 300
const MOST_CAUSES = 5

/** The refusal in an error of Octokit, or null where no answer came: it then claims a status 500 of its own. */
export function refusalOf(error: unknown): Refusal | null {
  const response = property(error, 'response')
  const status = property(response, 'status')
  if (typeof status !== 'number') return null
  const data = property(response, 'data')
  return { status, reason: printable(reasonIn(data)), headers: headersOf(response) }
}

/** The error and what caused it, outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < MOST_CAUSES; cause = cause.cause) {
    causes.push(cause)
  }
  return causes
}

/** Text on one line without control characters, cut, and without anything that looks like a token. */
export function printable(text: string): string {
  const line = text
    .replace(/\b(token|bearer|basic)\s+[\w.~+/=-]{16,}/gi, '$1 [removed]')
    .replace(/\b(gh[a-z]|github_pat)_\w+/gi, '[removed]')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS).toWellFormed()}…` : line
}

/** A 422 tells its reason only in the list of errors. */
function reasonIn(data: unknown): string {
  const errors = property(data, 'errors')
  const details = Array.isArray(errors) ? errors.map((error) => property(error, 'message')) : []
  return [property(data, 'message'), ...details].filter((part) => typeof part === 'string').join(': ')
}

function headersOf(response: unknown): Record<string, string> {
  const headers = property(response, 'headers')
  if (typeof headers !== 'object' || headers === null) return {}
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
