// Links into the web application, safe in markdown, table cells and the log.

/** IDs are short; a longer one is no ID. */
const PART_LENGTH = 300

/** The page of one run. The path of `appUrl`, which may name a workspace, is kept. */
export function runLink(appUrl: string, taskId: string): string {
  return `${runsLink(appUrl)}&runId=${encode(taskId)}`
}

export function runsLink(appUrl: string): string {
  return `${base(appUrl)}/tests?tab=runs`
}

/** The public page of a shared run. */
export function shareLink(appUrl: string, shareToken: string): string {
  return `${base(appUrl)}/public/test-run/${encode(shareToken)}`
}

/** An untrusted address, normalized; null unless it is http(s). */
export function webLink(address: string | null): string | null {
  const url = URL.parse(address ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? markdownSafe(url.href) : null
}

/** The tested commit, null if it is unknown. */
export function commitText(headSha: string | null): string | null {
  return /^[0-9a-f]{7,64}$/i.test(headSha ?? '') ? `commit \`${headSha?.slice(0, 7)}\`` : null
}

/** By address: a report has thousands of links to the same one. */
const bases = new Map<string, string>()

function base(appUrl: string): string {
  const known = bases.get(appUrl)
  if (known !== undefined) return known
  const { origin, pathname } = new URL(appUrl)
  const parsed = markdownSafe(`${origin}${pathname.replace(/\/+$/, '')}`)
  bases.set(appUrl, parsed)
  return parsed
}

function encode(part: string): string {
  return markdownSafe(encodeURIComponent(part.slice(0, PART_LENGTH).toWellFormed()))
}

/** Percent-encodes characters that are valid in URLs but end a link or a cell in markdown, or are markup. */
function markdownSafe(url: string): string {
  return url.replace(
    /[()|\\`*<>[\]'"!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
