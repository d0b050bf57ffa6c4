// Texts of errors, which servers of others wrote, without what looks like a secret.
import { isSecretName, MIN_BARE } from './secrets.ts'

const MAX_CHARACTERS = 300
/** Enough to find what ends within the first 300 characters. */
const READ_CHARACTERS = 5_000

/** An error text without addresses' paths and without secrets, cut to 300 characters. */
export function errorExcerpt(text: string): string {
  const redacted = withoutSecrets(text.slice(0, READ_CHARACTERS))
  return redacted.length <= MAX_CHARACTERS ? redacted : `${redacted.slice(0, MAX_CHARACTERS).toWellFormed()}…`
}

function withoutSecrets(text: string): string {
  return text
    .replace(ADDRESS, (_, scheme: string, rest: string) => `${scheme.toLowerCase()}://${hostOf(rest)}`)
    .replace(PATH_WITH_QUERY, '***')
    .replace(NAMED_VALUE, (whole, ...groups) => {
      const { before = '', name = '', value = '' } = groups.at(-1) as Record<string, string | undefined>
      return isSecretName(name) || value.length >= MIN_BARE ? `${before}***` : whole
    })
    .replace(AUTHORIZATION, (whole, before: string, word: string) =>
      /[\d=+/_.]/.test(word) ? `${before}***` : whole,
    )
    .replace(KNOWN_SECRET, '***')
}

/** An address may have any scheme, and its slashes may be escaped for JSON or encoded for a URL. A query may go on behind quotes and spaces. */
const SLASH = String.raw`(?:\\{0,8}\/|\\{1,8}u002f|%(?:25){0,4}2f)`
const QUERY = String.raw`[^\s"'<>]*(?:["' ][^&<>\n]{0,200}&[^\s"'<>]*)*`
const ADDRESS = new RegExp(
  String.raw`(?<![a-z0-9])([a-z][a-z0-9+.-]{0,20})(?::|%(?:25){0,4}3a)${SLASH}{2}([^\s"'<>?]*(?:\?${QUERY})?(?<![.,:;)\]}]))`,
  'gi',
)
const PATH_WITH_QUERY = new RegExp(String.raw`(?<![\w/.])${SLASH}[^\s"'<>?]*\?[^\s"'<>]${QUERY}`, 'gi')

/** Host and port; `***` where they may be a password. */
function hostOf(rest: string): string {
  const plain = rest
    .replace(new RegExp(SLASH, 'gi'), '/')
    .replace(/%(?:25){0,4}(3a|40|3f|23)/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  const [authority = ''] = plain.split(/[/?#\\]/)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return /^(?:\[[\da-f:.]+\]|[\p{L}\d._-]+)(?::\d{1,5})?$/iu.test(host) ? host : '***'
}

/** A name, an equals sign or a colon, and a word or a quoted text, which may be in brackets. Quotes may be escaped or encoded. */
const QUOTE = String.raw`(?:\\{0,8}["']|\\{1,8}u002[27]|&quot;|&#3[49];)`
const NAMED_VALUE = new RegExp(
  String.raw`(?<before>(?<name>[\w.-]{0,60}(?:password|passwd|secret|authorization|key|token))${QUOTE}?\s{0,20}(?:[=:]>?|%3d|&#61;)\s{0,20}(?:(?<quote>${QUOTE})|(?!${QUOTE}))(?:(?<=authorization.{0,12})[a-z]{1,20} +)?)` +
    String.raw`(?<value>(?<=${QUOTE})(?:(?!\k<quote>)[\s\S]){1,2000}|[\w([{=]{1,20}(?<inner>${QUOTE})(?:(?!\k<inner>)[\s\S]){1,2000}|[^\s"'<>,;&\\)\]}]+)`,
  'gi',
)
const AUTHORIZATION = /\b((?:bearer|basic)\s+)([^\s"'<>,;\\]{7,}[^\s"'<>,;\\.:)\]}])/gi
const KNOWN_SECRET = /(?<![A-Za-z0-9])(?:sk-|gh[a-z]_|github_pat_|xox|AKIA|eyJ)[\w.+/=-]*[\w+/=-]/g
