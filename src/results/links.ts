// Links into the web application and the repository, safe in markdown, table cells and the log.
import type { Results, ResultsTest, TestSource } from '../schema.ts'

/** IDs are short; a longer one is no ID. */
const ID_LENGTH = 300

/** The addresses of runs; null: of the list of runs. */
export function runUrlOf(appUrl: string): (taskId: string | null) => string {
  return (taskId) => (taskId === null ? runsLink(appUrl) : runLink(appUrl, taskId))
}

/** The page of one run. The path of `appUrl`, which may name a workspace, is kept. */
export function runLink(appUrl: string, taskId: string): string {
  return `${runsLink(appUrl)}&runId=${encode(taskId)}`
}

export function runsLink(appUrl: string): string {
  return `${testsLink(appUrl)}?tab=runs`
}

export function testsLink(appUrl: string): string {
  return `${base(appUrl)}/tests`
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

/** The line of a file at the commit that has it; null if that is not known. */
export function sourceLink(results: RepositoryOf, source: ResultsTest['source']): string | null {
  return source === null ? null : fileLink(results, source.commit, source)
}

type RepositoryOf = Pick<Results, 'workflowRunUrl'>

/** The line of a file at a commit of the job's repository; null if one of them is not known. */
export function fileLink(
  { workflowRunUrl }: RepositoryOf,
  commit: string | null,
  { file, line }: Pick<TestSource, 'file' | 'line'>,
): string | null {
  const [repository, rest] = (workflowRunUrl ?? '').split('/actions/runs/')
  if (!commit || !repository || rest === undefined) return null
  const path = file.split('/').map(encode).join('/')
  return webLink(`${repository}/blob/${encode(commit)}/${path}#L${line}`)
}

/** The fragment of a test in the page, which is permanent. @param agent the anchor of its agent */
export function testAnchor(agent: string, testId: string): string {
  return `test-${agent}/${encode(testId)}`
}

export function agentAnchor(uuid: string): string {
  return encode(uuid)
}

function base(appUrl: string): string {
  const { origin, pathname } = new URL(appUrl)
  return markdownSafe(`${origin}${pathname.replace(/\/+$/, '')}`)
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
