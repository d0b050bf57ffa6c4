// The issue about the default branch: its title, its text, and when the tests that it is about are over.
import { createHash } from 'node:crypto'
import { workflowRunLink } from '../results/document.ts'
import { firstFew } from '../results/format.ts'
import { joined, say } from '../results/sentence.ts'
import type { Story } from '../results/story.ts'
import { quotedTest } from '../results/untrusted.ts'
import { DEFAULT_TITLE, hasPassed, isAccepted } from '../schema.ts'
import { type Links, renderComment } from './comment.ts'
import { sentenceText } from './untrusted-markdown.ts'
import { logText } from './untrusted-text.ts'

/** GitHub's limit. */
const TITLE_LENGTH = 256
const TESTS_NAMED = 3

interface NamedTest {
  readonly hash: string
  /** Null if it is not known any more. */
  readonly name: string | null
}

export function issueReport(story: Story, branch: string, links: Links) {
  const { results, headline } = story
  const { title, facts } = headline
  const link = workflowRunLink(results)
  const run = link.length === 0 ? '' : ` (${sentenceText(link)})`
  const tests = results.agents.flatMap((agent) =>
    (agent.run?.tests ?? []).map((test) => {
      const name = test.name ?? test.id
      return { hash: `${shortHash(agent.uuid, 6)}${shortHash(name, 8)}`, name, test }
    }),
  )
  const failing = tests.filter(({ test }) => test.failed && !isAccepted(test))
  const isRed = results.verdict === 'failed'
  const blocking = failing.filter(({ test }) => test.blocks)
  // Many failures can block although no test does by itself.
  const atFirst = tests.filter(({ test }) => test.attempts[0]?.status === 'failed')
  const about = (isRed && [blocking, failing, atFirst].find(({ length }) => length > 0)) || []
  const names = firstFew([...new Set(about.map(({ name }) => name))], TESTS_NAMED, quotedTest)
  const failed = names.length === 0 ? '' : ` Failing: ${sentenceText(joined(names))}.`
  /** `"A" has not passed, "B" was not run here and 2 more` */
  const stillOpen = (left: readonly NamedTest[]) => {
    const texts = firstFew(left, TESTS_NAMED, ({ hash, name }) => {
      const test = name === null ? 'a test' : quotedTest(name)
      const hasRun = tests.some((each) => each.hash === hash)
      return hasRun ? say`${test} has not passed` : say`${test} was not run here`
    })
    return left.length === 0 ? '' : `⚠️ This issue stays open: ${sentenceText(joined(texts))}.\n\n`
  }
  return {
    title: logText(`${title ?? DEFAULT_TITLE} on ${branch}: failing`, TITLE_LENGTH),
    body: (maxCharacters: number, left: readonly NamedTest[]) => {
      const start = stillOpen(left)
      return `${start}${renderComment(story, { maxCharacters: maxCharacters - start.length, ...links })}`
    },
    news: `**Now:** ${sentenceText(facts)}${run}.${failed}`,
    end: `The tests of this issue passed, or are accepted${run}.`,
    hasFailed: isRed,
    blocking: about.map(({ hash, name }) => ({ hash, name })),
    isOver: (hash: string) => {
      const same = tests.filter((each) => each.hash === hash)
      return same.length > 0 && same.every(({ test }) => hasPassed(test) || isAccepted(test))
    },
  }
}

function shortHash(text: string, digits: number): string {
  return createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, digits)
}
