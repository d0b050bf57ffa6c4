// The results as one self-contained HTML page, in pieces: src/page/ is its source, this fills in the data.
import { constants, deflateRawSync } from 'node:zlib'
import { documentOf } from '../results/document.ts'
import { webLink } from '../results/links.ts'
import { WITHOUT_LISTS } from '../results/sizes.ts'
import type { Story } from '../results/story.ts'
import { resultsJson } from './results-json.ts'
import { textLines } from './text.ts'
import { cutLine, escapeMarkup, LINE_LENGTH } from './untrusted-text.ts'

/** In the built page, in this order: what is shown without JavaScript, and the data. */
const MARKERS = /__WITHOUT_SCRIPT__|__PAGE_DATA__/

/** @param template the page as built, with its markers */
export function htmlPage(story: Story, template: string): readonly string[] {
  const [before = '', between = '', after = ''] = template.split(MARKERS)
  return [before, withoutScript(story), between, packed(resultsJson(story.results)), after]
}

/** One stream in base64. */
function packed(pieces: Iterable<string>): string {
  const options = { finishFlush: constants.Z_SYNC_FLUSH }
  const parts = Array.from(pieces, (piece) => deflateRawSync(piece, options))
  return Buffer.concat([...parts, deflateRawSync('')]).toString('base64')
}

/** The document of all reports, without what only the page can show. */
function withoutScript(story: Story): string {
  const [headline = '', ...lines] = textLines(documentOf(story, WITHOUT_LISTS)).map((line) =>
    escapeMarkup(cutLine(line, LINE_LENGTH)),
  )
  const run = webLink(story.results.workflowRunUrl)
  const link = run === null ? [] : [`<a href="${escapeMarkup(run)}">Workflow run</a>`]
  return [`<h1>${headline}</h1>`, ...[...lines, ...link].map((line) => `<p>${line}</p>`)].join('\n')
}
