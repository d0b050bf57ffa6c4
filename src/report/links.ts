// Addresses in the web application, safe in markdown link targets, table cells and the log alike.

/** The page of one run. `appUrl` keeps its path, which may name a workspace. */
export function runLink(appUrl: string, taskId: string): string {
  return `${runsLink(appUrl)}&runId=${encode(taskId)}`
}

/** The page of all runs. */
export function runsLink(appUrl: string): string {
  return `${base(appUrl)}/tests?tab=runs`
}

/** The page that anybody may read while the run is shared. */
export function shareLink(appUrl: string, shareToken: string): string {
  return `${base(appUrl)}/public/test-run/${encode(shareToken)}`
}

/** An address from elsewhere, normalised; null where it is not http(s). */
export function webLink(address: string): string | null {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) ? markdownSafe(url.href) : null
}

function base(appUrl: string): string {
  const { origin, pathname } = new URL(appUrl)
  return markdownSafe(`${origin}${pathname.replace(/\/+$/, '')}`)
}

function encode(part: string): string {
  return markdownSafe(encodeURIComponent(part.toWellFormed()))
}

/** Percent-encodes what URLs allow but markdown reads as the end of a link, of a cell, or as markup. */
function markdownSafe(url: string): string {
  return url.replace(
    /[()|\\`*<>[\]'"!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
