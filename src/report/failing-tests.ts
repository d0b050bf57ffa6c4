// The failing tests of a page, folded under their agent.
import type { TestStatus } from '../gate/results.ts'
import type { Detail } from './detail.ts'
import { errorText } from './error-text.ts'
import { runLink } from './links.ts'
import { agentName, testName } from './names.ts'
import { type AgentView, failedCount, type PageModel } from './page-model.ts'
import { hasReply, testHeading, testReasons, testReply } from './test-case.ts'
import { count, counted } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'

/** With no more failing tests than this there is nothing to scroll past: the folds are open. */
const OPEN_UP_TO = 3
const EXPLANATION_LENGTH = 300

export function* failingTests(model: PageModel, detail: Detail): Iterable<string> {
  if (detail.tests === 0) return
  const views = model.attention.slice(0, detail.agents).filter(hasSomethingToShow)
  const known = views.reduce((sum, { failing }) => sum + failing.length, 0)
  if (model.comparison !== null && views.length > 0) yield '\n#### All failing tests\n'
  for (const view of views) {
    yield `\n<details${known <= OPEN_UP_TO ? ' open' : ''}>\n<summary>${foldTitle(view)}${runAnchor(view, model)}</summary>\n`
    yield* explained(view, detail)
    yield* named(view, detail)
    yield* withoutVerdict(view, detail)
    yield '\n</details>\n'
  }
  yield* leftOut(views, detail)
}

function hasSomethingToShow({ failing, unfinished, result }: AgentView): boolean {
  return failing.length + unfinished.length > 0 || (result.run?.detailsError ?? null) !== null
}

/** Stands in an HTML block, where markdown means nothing. */
function foldTitle(view: AgentView): string {
  const { result, failing, unfinished } = view
  const sign = result.outcome === 'failed' ? '❌' : '⚠️'
  const name = `${sign} <b>${agentName(result.agent)}</b>`
  const total = result.run?.counts?.total
  if (failing.length === 0 && failedCount(view) === 0)
    return `${name}: ${testsOf(unfinished.length, total)} without a verdict`
  return `${name}: ${testsOf(failedCount(view), total)} failed`
}

function testsOf(number: number, total: number | undefined): string {
  return total === undefined ? counted(number, 'test') : `${count(number)} of ${counted(total, 'test')}`
}

function runAnchor({ result }: AgentView, { context }: PageModel): string {
  if (result.run === null) return ''
  return ` · <a href="${runLink(context.appUrl, result.run.taskId).replaceAll('&', '&amp;')}">open run</a>`
}

function* explained({ failing, news }: AgentView, detail: Detail): Iterable<string> {
  for (const [index, test] of failing.slice(0, Math.min(detail.tests, detail.reasons)).entries()) {
    yield testHeading(test, news.get(test.name) ?? null)
    yield* testReasons(test)
    if (index < detail.replies) yield* testReply(test)
  }
}

function* named(view: AgentView, detail: Detail): Iterable<string> {
  const { failing, result, news } = view
  const names = failing.slice(detail.reasons, detail.tests)
  if (names.length > 0) yield '\n'
  for (const test of names) {
    const what = news.get(test.name)
    yield `- ${testName(test)}${what === undefined ? '' : ` (${what})`}\n`
  }
  const more = failedCount(view) - Math.min(failing.length, detail.tests)
  if (more > 0) yield `\n… and ${counted(more, 'more failing test')}.\n`
  const fault = result.run?.detailsError
  if (fault)
    yield `\nThe reasons could not be read: ${inlineText(errorText(fault), EXPLANATION_LENGTH)}. The run shows them.\n`
}

const statusWords: Readonly<Record<TestStatus, string>> = {
  passed: 'passed',
  failed: 'failed',
  unanswered: 'unanswered: the agent or a judge could not be reached',
  'not-run': 'not run: the run ended before it',
  pending: 'no verdict was given',
}

function* withoutVerdict({ unfinished }: AgentView, detail: Detail): Iterable<string> {
  const shown = unfinished.slice(0, detail.tests)
  if (shown.length > 0) yield '\n#### Neither passed nor failed\n\n'
  for (const test of shown) yield `- ⚠️ ${testName(test)} (${statusWords[test.status]})\n`
  if (shown.length < unfinished.length)
    yield `\n… and ${count(unfinished.length - shown.length)} more without a verdict.\n`
}

/** Says with its number what the folds above lack for want of room. */
function* leftOut(views: readonly AgentView[], detail: Detail): Iterable<string> {
  const reasons = sum(views, ({ failing }) => failing.length - Math.min(failing.length, detail.reasons))
  const replies = sum(views, ({ failing }) => {
    const shown = Math.min(detail.replies, detail.reasons, detail.tests)
    return failing.slice(shown).filter(hasReply).length
  })
  const parts = [
    reasons > 0 ? `the reasons of ${counted(reasons, 'failing test')}` : null,
    replies > 0 ? `the replies in ${counted(replies, 'failing test')}` : null,
  ].filter((part) => part !== null)
  if (parts.length > 0)
    yield `\nLeft out to keep this short: ${parts.join(', ')}. The runs show everything.\n`
}

function sum(views: readonly AgentView[], number: (view: AgentView) => number): number {
  return views.reduce((total, view) => total + number(view), 0)
}
