// The results as one self-contained HTML page, in pieces: src/page/ is its source, this fills in the data.
import { gzipSync } from 'node:zlib'
import { webLink } from '../results/links.ts'
import { summaryText } from '../results/summary.ts'
import { groupOrder } from '../results/test-outcomes.ts'
import { withoutConversation } from '../results/without-conversation.ts'
import type { Results, ResultsTest } from '../schema.ts'
import { cutLine, escapeMarkup } from './untrusted-text.ts'

/** In the built page, in this order: what is shown without JavaScript, and the data. */
const MARKERS = /__WITHOUT_SCRIPT__|__PAGE_DATA__/
const LINE_LENGTH = 1000

/** As JSON: a browser holds the whole page in memory. */
const CONVERSATION_CHARACTERS = 30_000_000

export interface PageOptions {
  /** The page as built, with its markers. */
  readonly template: string
  readonly maxConversationCharacters?: number
}

export function htmlPage(
  results: Results,
  { template, maxConversationCharacters = CONVERSATION_CHARACTERS }: PageOptions,
): readonly string[] {
  const [before = '', between = '', after = ''] = template.split(MARKERS)
  const data = JSON.stringify(withinLimit(results, maxConversationCharacters))
  return [before, withoutScript(results), between, gzipSync(data).toString('base64'), after]
}

/** The first lines of all reports. */
function withoutScript(results: Results): string {
  const [headline = '', ...lines] = summaryText(results).map((line) =>
    escapeMarkup(cutLine(line, LINE_LENGTH)),
  )
  const run = webLink(results.workflowRunUrl)
  const link = run === null ? [] : [`<a href="${escapeMarkup(run)}">Workflow run</a>`]
  return [`<h1>${headline}</h1>`, ...[...lines, ...link].map((line) => `<p>${line}</p>`)].join('\n')
}

/**
 * The results with the conversations of the most important tests, as many as fit.
 * `conversations`: how many tests these are; null if all have theirs. src/page/model.ts reads it.
 */
function withinLimit(results: Results, maxCharacters: number) {
  const { agents } = results
  const importance = ({ group }: ResultsTest) => groupOrder.indexOf(group)
  const tests = agents
    .flatMap(({ run }) => (run?.tests ?? []).map((test) => ({ key: `${run?.taskId} ${test.id}`, test })))
    .sort((a, b) => importance(a.test) - importance(b.test))
  let left = maxCharacters
  const first = tests.findIndex(({ test }) => {
    left -= JSON.stringify(test).length - JSON.stringify(withoutConversation(test)).length
    return left < 0
  })
  if (first < 0) return { ...results, conversations: null }
  const cut = new Set(tests.slice(first).map(({ key }) => key))
  const cutTest = (taskId: string) => (test: ResultsTest) =>
    cut.has(`${taskId} ${test.id}`) ? withoutConversation(test) : test
  return {
    ...results,
    conversations: first,
    agents: agents.map(({ run, ...agent }) => ({
      ...agent,
      run: run && { ...run, tests: run.tests.map(cutTest(run.taskId)) },
    })),
  }
}
