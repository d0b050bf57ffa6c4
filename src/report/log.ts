// The end of the job's log: the document of all reports, and what coding agents read.
import type { Block } from '../results/blocks.ts'
import { documentOf } from '../results/document.ts'
import { headlineText } from '../results/headline.ts'
import { issueText } from '../results/problems.ts'
import { shortPrompt } from '../results/prompt.ts'
import type { Wording } from '../results/sentence.ts'
import { budgets, WITHOUT_LISTS } from '../results/sizes.ts'
import type { Story } from '../results/story.ts'
import { textLines } from './text.ts'
import { logText } from './untrusted-text.ts'

const HEADLINE_LENGTH = 300

/** @param wording that of a job, or of a command */
export function resultsLines(story: Story, wording?: Wording): string[] {
  return textLines(documentOf(story, budgets[0]), wording)
}

/** What every report says first, below its headline, where there is no space for more. */
export function firstLines(story: Story): string[] {
  const [, ...blocks] = documentOf(story, WITHOUT_LISTS)
  const isBelow = (block: Block) => block.kind === 'fold' || (block.kind === 'paragraph' && block.isSmall)
  return textLines(blocks.filter((block) => !isBelow(block)))
}

/** What a coding agent needs that reads the last lines of the log of a job that fails: at most 28. Empty for others. */
export function lastLines(story: Story): string[] {
  return shortPrompt(story).map((line) => {
    const start = /^ *(?:\| )?/.exec(line)?.[0] ?? ''
    const text = logText(line.slice(start.length))
    // The runner would obey it.
    return `${start}${text.startsWith('::') ? '· ' : ''}${text}`
  })
}

/** The headline on one line of plain text, for chats and later steps. */
export function plainHeadline({ headline: first, results: { decision } }: Story): string {
  const { endedEarly } = decision
  const issues = endedEarly?.kind === 'wrong-inputs' ? endedEarly.issues : []
  const texts = issues.map((issue) => issueText({ ...issue, lines: [] }))
  const headline = `${first.sign} ${headlineText(first)}`
  return logText([headline, texts.join(' ')].filter(Boolean).join(': '), HEADLINE_LENGTH)
}
