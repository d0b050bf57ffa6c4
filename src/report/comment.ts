// The comment and the job summary, as markdown, in the largest budget that fits.
import { commitOf, documentOf, type JobFacts, linkPart } from '../results/document.ts'
import { say } from '../results/sentence.ts'
import { type Budget, budgets } from '../results/sizes.ts'
import type { Story } from '../results/story.ts'
import { DEFAULT_TITLE } from '../schema.ts'
import { markdown } from './markdown.ts'

/** GitHub shows nothing of a summary that is too large, and line endings may be added on the way. */
const SUMMARY_RESERVE_BYTES = 4096

/** The address of an uploaded page. */
export interface Links {
  readonly pageUrl?: string | null
}

/** @param limit `maxCharacters` in UTF-16 units, as GitHub counts them */
export function renderComment(
  story: Story,
  { maxCharacters, pageUrl = null }: { readonly maxCharacters: number } & Links,
): string {
  return largestThatFits({ ...story, pageUrl }, budgets.slice(1), (text) => text.length <= maxCharacters)
}

/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
export function renderSummary(
  story: Story,
  { maxBytes, pageUrl = null }: { readonly maxBytes: number } & Links,
): string {
  const max = maxBytes - Math.min(SUMMARY_RESERVE_BYTES, maxBytes / 10)
  return largestThatFits({ ...story, pageUrl }, budgets, (text) => Buffer.byteLength(text) <= max)
}

/** In the smallest budget if none fits. */
function largestThatFits(
  story: Story,
  sizes: readonly (Budget | null)[],
  fits: (text: string) => boolean,
): string {
  let text = ''
  for (const budget of sizes) {
    text = `${markdown(documentOf(story, budget))}\n`
    if (fits(text)) break
  }
  return text
}

/** The first line of an existing comment while tests for a newer commit are running. Not for a new comment. */
export function progressNotice(job: JobFacts): string {
  const commit = commitOf(job)
  const link = linkPart('workflow run', job.workflowRunUrl)
  const where = link.length === 0 ? [] : say` (${link})`
  const words = say`Testing ${commit.length === 0 ? 'a new commit' : commit}${where}`
  const title = job.title === DEFAULT_TITLE ? null : job.title
  return markdown([{ kind: 'heading', sign: '⏳', title, words }])
}
