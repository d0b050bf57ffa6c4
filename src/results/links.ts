// Links into the web application and the repository, safe in markdown, table cells and the log.
import type { Results, TestSource } from '../schema.ts'

/** IDs are short; a longer one is no ID. */
const ID_LENGTH = 300

/** The list of runs, or the page of one. The path of `appUrl`, which may name a workspace, is kept. */
export function runsLink(appUrl: string, taskId: string | null = null): string {
  const runs = `${testsLink(appUrl)}?tab=runs`
  return taskId === null ? runs : `${runs}&runId=${encode(taskId)}`
}

export function testsLink(appUrl: string): string {
  const { origin, pathname } = new URL(appUrl)
  return markdownSafe(`${origin}${pathname.replace(/\/+$/, '')}/tests`)
}

/** An untrusted address, normalized; null unless it is http(s). */
export function webLink(address: string | null): string | null {
  const url = URL.parse(address ?? '')
  return url !== null && /^https?:/.test(url.protocol) ? markdownSafe(url.href) : null
}

/** A document of agent-tests at the version that ran; null if nobody knows where it is. */
export function documentLink({ documentsUrl }: Pick<Results, 'documentsUrl'>, path: string): string | null {
  return documentsUrl === null ? null : webLink(`${documentsUrl}/${path}`)
}

/** The line of a file at a commit of the job's repository; null if one of them is not known. */
export function fileLink(
  { workflowRunUrl }: Pick<Results, 'workflowRunUrl'>,
  source: Pick<TestSource, 'file' | 'line' | 'commit'> | null,
): string | null {
  const [repository, rest] = (workflowRunUrl ?? '').split('/actions/runs/')
  if (!source?.commit || !repository || rest === undefined) return null
  const path = source.file.split('/').map(encode).join('/')
  return webLink(`${repository}/blob/${encode(source.commit)}/${path}#L${source.line}`)
}

/** The fragment of an agent in the page, or of one of its tests, which is permanent. */
export function anchorOf(agentUuid: string, testId: string | null = null): string {
  return testId === null ? encode(agentUuid) : `test-${encode(agentUuid)}/${encode(testId)}`
}

function encode(part: string): string {
  return markdownSafe(encodeURIComponent(part.slice(0, ID_LENGTH).toWellFormed()))
}

/** Percent-encodes characters that are valid in URLs but end a link or a cell in markdown, or are markup. */
function markdownSafe(url: string): string {
  return url.replace(
    /[()|\\`*<>[\]'"!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
