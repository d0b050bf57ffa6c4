// One function per kind of input value: a trimmed string → a value, or what is wrong with it and what is expected.

/** 24 days: longer than any job, and the longest that a timer can wait. */
const MAX_SECONDS = 2_147_483

/** Shorter keys could appear in other texts by chance. */
export const MIN_KEY_LENGTH = 8
const MAX_KEY_LENGTH = 1_024

/** Characters of no key, but of what people paste with it. */
const NO_KEY = /[^\x21-\x7e]|["'`<>()[\]{}\\,;]/u
/** The name of a key, alone or before it. A key in Base64 may end in `=`. */
const NAME =
  /^[$%]|^secrets\.|^[A-Z\d_]+_(?:KEY|TOKEN|SECRET)$|^[A-Z\d]+_[A-Z\d_]*=(?=[^=])|^[\w.-]*(?:[Kk]ey|KEY|[Tt]oken|TOKEN|[Ss]ecret|SECRET)[=:](?=[^=])/
/** The path of a file that has the key, which some CI systems give in its place. A key in Base64 may begin with `/`. */
const PATH = /^\/(?:builds|etc|home|run|tmp|var)\/|^\/.*(?:key|token|secret)s?$/i

/** A line per error. `file`: where it is wrong, if that is in a file of the repository. `lines`: how to write it. */
export type Checked<T> =
  | { readonly value: T }
  | { readonly error: string; readonly file?: string | null; readonly lines?: readonly string[] }

/** For an error of form: lines that are right. */
export function formLines(example: readonly string[]): string[] {
  return example.length === 0 ? [] : ['Write it like this:', ...example.map((line) => `  ${line}`)]
}

export function apiKeyError(key: string): string | null {
  if (key === '')
    return 'it is empty. Pass it a secret with an API key of the service. GitHub gives forks and Dependabot no secrets.'
  const found = inNoKey(key)
  if (found !== null)
    return `it is no key: it contains ${found}. Set it to the key itself, not to a name or the path of a file, with nothing around it. In a workflow, write \${{ secrets.NAME }}.`
  if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH)
    return `it has ${key.length} ${key.length === 1 ? 'character' : 'characters'}. Expected ${MIN_KEY_LENGTH} to 1,024. Set it again, with the whole key and nothing else.`
  return null
}

/** What a text has that no key has; null if it may be a key. */
function inNoKey(text: string): string | null {
  const [character] = NO_KEY.exec(text) ?? []
  if (character !== undefined) return character === ' ' ? 'a space' : quoted(character)
  if (PATH.test(text)) return 'a path'
  return NAME.test(text) ? 'a name' : null
}

/** What may be the key in a text that has more. Nothing may show it. */
export function keysIn(text: string): readonly string[] {
  const parts = text.split(new RegExp(NO_KEY, 'gu')).map((part) => part.replace(NAME, ''))
  return parts.filter(({ length }) => length >= MIN_KEY_LENGTH)
}

export const agentNames = entries(
  'has no agent name in it. Enter agent names, or leave it empty to test all agents.',
)
/** Controls: one for each agent, so that names may repeat. */
export const controlNames = entries('has no agent name in it. Enter the control of each agent.', allListed)
function entries(ifThereAreNone: string, read = listed): (text: string) => Checked<readonly string[]> {
  return (text) => {
    const value = read(text)
    return value.length === 0 && text !== '' ? { error: `${quoted(text)} ${ifThereAreNone}` } : { value }
  }
}

/** Entries separated by commas or newlines, trimmed, each once. */
function listed(text: string): string[] {
  return [...new Set(allListed(text))]
}

/** As {@link listed}, with duplicates. */
export function allListed(text: string): string[] {
  return linesOf(text.replaceAll(',', '\n'))
}

/** Trimmed, without empty ones. */
export function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).flatMap((line) => line.trim() || [])
}

/** A test that does not block until the end of a day, in UTC. */
export interface AcceptedTest {
  readonly agent: string
  readonly test: string
  /** The last day, as `2026-12-03`. */
  readonly until: string
  readonly expired: boolean
}

const DAY_MS = 86_400_000
/** So that nothing is accepted for good. */
const MAX_DAYS_ACCEPTED = 30
const acceptedLine =
  /^("(?:[^"\\]|\\.)*"|[^"/\s](?:[^/]*[^/\s])?)\s*\/\s*("(?:[^"\\]|\\.)*"|[^"/\s][^/]*?)\s+until\s+(\S+)$/

/** @param now milliseconds since 1970 */
export function acceptedTests(now: number): (text: string) => Checked<readonly AcceptedTest[]> {
  const [today, lastDay] = [isoDay(now), isoDay(now + MAX_DAYS_ACCEPTED * DAY_MS)]
  return (text) => {
    const parsed = linesOf(text).map((line) => acceptedTest(line, today, lastDay))
    const errors = parsed.flatMap((each) => ('error' in each ? each.error : []))
    if (errors.length > 0) return { error: errors.join(' ') }
    return { value: parsed.flatMap((each) => ('value' in each ? each.value : [])) }
  }
}

function acceptedTest(line: string, today: string, lastDay: string): Checked<AcceptedTest> {
  const [, agent, test, until = ''] = acceptedLine.exec(line) ?? []
  const [agentName, testName] = [unquoted(agent), unquoted(test)]
  if (!agentName || !testName || !isDay(until))
    return {
      error: `${quoted(line)} is not valid. Expected a line such as: Agent / Test until ${lastDay}. Put names that contain "/" in quotes.`,
    }
  if (until > lastDay)
    return {
      error: `${quoted(line)} is too far ahead. The last possible day is ${lastDay}, ${MAX_DAYS_ACCEPTED} days from now.`,
    }
  return { value: { agent: agentName, test: testName, until, expired: until < today } }
}

/** A name as it is, or as JSON in quotes; null if it is neither. */
function unquoted(name: string | undefined): string | null {
  if (name === undefined || !name.startsWith('"')) return name ?? null
  try {
    return String(JSON.parse(name))
  } catch {
    return null
  }
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && isoDay(time) === text
}

/** In UTC, as `2026-12-03`. */
function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A host of no service; the second one is that of this project's documents. */
const PLACEHOLDER = /(?:^|\.)example\.?$|^evaluation\.acme\.test\.?$/

export function webAddress(text: string): Checked<string> {
  const url = URL.parse(text)
  if (url !== null && (url.username !== '' || url.password !== ''))
    return { error: 'it contains a user name or a password. Expected the address without them.' }
  if (text.includes('<') || PLACEHOLDER.test(url?.hostname ?? ''))
    return { error: `${quoted(text)} is a placeholder. Set it to the address of your service.` }
  if (url === null || !/^https?:\/\/[^?#]+$/i.test(text))
    return { error: `${quoted(text)} is not valid. Expected an https:// address without "?" and "#".` }
  return { value: text }
}

/** A page behind a workspace, as in `/<workspace id>/agents`: people copy it from the browser. */
const pageOfWorkspace =
  /^(.*\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/+[^/]|^(.*\/[^/]+)\/+(?:agents|evaluators|settings|tests)\/*$/i

/** As {@link webAddress}, up to the workspace. */
export function appAddress(text: string): Checked<string> {
  const withoutQuery = text.replace(/[?#].*/s, '')
  const url = 'value' in webAddress(withoutQuery) ? URL.parse(withoutQuery) : null
  const page = pageOfWorkspace.exec(url?.pathname ?? '')
  if (url === null || page === null) return webAddress(text)
  const workspace = `${url.origin}${page[1] ?? page[2]}`
  return {
    error: `${quoted(text)} is the address of a page. Expected the address up to the workspace, ${quoted(workspace)}.`,
  }
}

/** Part of headings, and of a line in the comment. */
const MAX_TITLE_LENGTH = 100

export function titleText(text: string): Checked<string> {
  return text.length <= MAX_TITLE_LENGTH && /^[^\p{Cc}]*$/u.test(text)
    ? { value: text }
    : { error: `${quoted(text)} is not valid. Expected one line of at most ${MAX_TITLE_LENGTH} characters.` }
}

export function oneOf<T extends string>(words: readonly T[]): (text: string) => Checked<T> {
  const expected = words
    .map((word) => `"${word}"`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')
  return (text) => {
    const value = words.find((word) => word === text)
    return value === undefined ? { error: `${quoted(text)} is not valid. Expected ${expected}.` } : { value }
  }
}

export function trueOrFalse(text: string, expected = '"true" or "false"'): Checked<boolean> {
  if (!/^(true|false)$/i.test(text)) return { error: `${quoted(text)} is not valid. Expected ${expected}.` }
  return { value: text.toLowerCase() === 'true' }
}

export function commentWhen(text: string): Checked<boolean | 'failures'> {
  return text === 'failures' ? { value: text } : trueOrFalse(text, '"true", "false" or "failures"')
}

/** Null for an empty text. @param unit at the end of what is expected */
export function optionalNumber(
  min: number,
  max?: number,
  unit = '',
): (text: string) => Checked<number | null> {
  const expected = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`
  return (text) => {
    if (text === '') return { value: null }
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return number >= min && number <= (max ?? Number.POSITIVE_INFINITY)
      ? { value: Math.min(number, Number.MAX_SAFE_INTEGER) }
      : { error: `${quoted(text)} is not valid. Expected a whole number ${expected}${unit}.` }
  }
}

/** The runner writes it; anything else only means that the legs share one comment. */
export function matrixLeg(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const leg: unknown = JSON.parse(text)
    return typeof leg === 'object' && leg !== null ? { ...leg } : null
  } catch {
    return null
  }
}

export function wholeSeconds(text: string): Checked<number> {
  if (!/^0*[1-9]\d*$/.test(text))
    return { error: `${quoted(text)} is not a number of seconds. Expected a whole number of at least 1.` }
  return { value: Math.min(Number(text), MAX_SECONDS) }
}

export function quoted(text: string): string {
  return quotedWhole(text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`)
}

/** As JSON; characters that are invisible or turn the direction of text are escaped, too. */
export function quotedWhole(text: string): string {
  return visible(JSON.stringify(text))
}

export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/** A line of a file behind its number, so that it can be no command of the runner. */
export function sourceLine(line: string, number: number): string {
  const cut = line.length <= 200 ? line : `${line.slice(0, 200).toWellFormed()}…`
  return `${number} | ${visible(cut).replaceAll('##[', '## [')}`
}
