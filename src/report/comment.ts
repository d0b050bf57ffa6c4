// The comment and the job summary, as markdown: one skeleton for every state, in the largest of five sizes that fits.
import {
  agentTable,
  commitOf,
  firstBlocks,
  footerOf,
  headingOf,
  isAlone,
  type JobFacts,
  linkPart,
} from '../results/document.ts'
import type { Overview } from '../results/overview.ts'
import { say } from '../results/sentence.ts'
import { type Kind, largestThatFits, reportSizes, type Size } from '../results/sizes.ts'
import { DEFAULT_TITLE } from '../schema.ts'
import { evidence } from './evidence.ts'
import { fold, greenLine } from './fold.ts'
import { markdown } from './markdown.ts'

/** GitHub shows nothing of a summary that is too large, and line endings may be added on the way. */
const SUMMARY_RESERVE_BYTES = 4096

/** The address of an uploaded page. */
export interface Links {
  readonly pageUrl?: string | null
}

/** @param limit `maxCharacters` in UTF-16 units, as GitHub counts them */
export function renderComment(
  overview: Overview,
  { maxCharacters, ...links }: { readonly maxCharacters: number } & Links,
): string {
  return render(overview, links, 'comment', (text) => text.length <= maxCharacters)
}

/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
export function renderSummary(
  overview: Overview,
  { maxBytes, ...links }: { readonly maxBytes: number } & Links,
): string {
  const max = maxBytes - Math.min(SUMMARY_RESERVE_BYTES, maxBytes / 10)
  return render(overview, links, 'summary', (text) => Buffer.byteLength(text) <= max)
}

/** The first line of an existing comment while tests for a newer commit are running. Not for a new comment. */
export function progressNotice(job: JobFacts): string {
  const commit = commitOf(job)
  const link = linkPart('workflow run', job.workflowRunUrl)
  const where = link.length === 0 ? [] : say` (${link})`
  const words = say`Testing ${commit.length === 0 ? 'a new commit' : commit}${where}`
  return markdown([{ kind: 'heading', sign: '⏳', title: ownTitle(job), words }])
}

function ownTitle({ title }: JobFacts): string | null {
  return title === DEFAULT_TITLE ? null : title
}

function render(prepared: Overview, links: Links, kind: Kind, fits: (text: string) => boolean): string {
  const overview = { ...prepared, pageUrl: links.pageUrl ?? null }
  const make = (size: Size | null) =>
    size === null ? [markdown([headingOf(overview)])] : parts(overview, kind, size)
  return largestThatFits(reportSizes[kind], (size) => `${[...make(size)].join('\n\n')}\n`, fits)
}

function* parts(overview: Overview, kind: Kind, size: Size): Iterable<string> {
  const { next, nextAbove, lines } = overview.story
  yield markdown([headingOf(overview), ...firstBlocks(overview)])
  if (lines.length === 0) yield* greenLine(overview)
  const tests = [...evidence(overview, size)]
  const above = kind === 'summary' || isAlone(overview) ? tests.length : 1
  yield* tests.slice(0, above)
  const table = kind === 'summary' ? [...agentTable(overview, size)] : []
  if (table.length > 0) yield markdown(table)
  yield* fold(overview, size, kind, next.slice(nextAbove), tests.slice(above))
  yield markdown([footerOf(overview, kind)])
}
