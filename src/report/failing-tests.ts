// The failing tests, in one fold per agent.
import type { TestStatus } from '../gate/results.ts'
import { errorText } from './error-text.ts'
import { runLink } from './links.ts'
import { type AgentView, failedCount, type PageModel } from './page-model.ts'
import type { Budget } from './size-budget.ts'
import { hasReply, testHeading, testReasons, testReply } from './test-case.ts'
import { count, counted } from './units.ts'
import { agentName, inlineText, testName } from './untrusted-markdown.ts'

/** With few failing tests the folds are open. */
const OPEN_UP_TO = 3
const EXPLANATION_LENGTH = 300

export function* failingTests(model: PageModel, budget: Budget): Iterable<string> {
  if (budget.tests === 0) return
  const views = model.nonPassing.slice(0, budget.agents).filter(hasSomethingToShow)
  const known = views.reduce((sum, { failing }) => sum + failing.length, 0)
  if (model.comparison !== null && views.length > 0) yield '\n#### All failing tests\n'
  for (const view of views) {
    yield `\n<details${known <= OPEN_UP_TO ? ' open' : ''}>\n<summary>${foldTitle(view)}${runAnchor(view, model)}</summary>\n`
    yield* explained(view, budget)
    yield* named(view, budget)
    yield* withoutVerdict(view, budget)
    yield '\n</details>\n'
  }
  yield* leftOut(views, budget)
}

function hasSomethingToShow({ failing, unfinished, result }: AgentView): boolean {
  return failing.length + unfinished.length > 0 || (result.run?.detailsError ?? null) !== null
}

/** Part of an HTML block, so no markdown. */
function foldTitle(view: AgentView): string {
  const { result, failing, unfinished } = view
  const sign = result.outcome === 'failed' ? '❌' : '⚠️'
  const name = `${sign} <b>${agentName(result.agent)}</b>`
  const total = result.run?.counts?.total
  if (failing.length === 0 && failedCount(view) === 0)
    return `${name}: ${testsOf(unfinished.length, total)} without a result`
  return `${name}: ${testsOf(failedCount(view), total)} failed`
}

function testsOf(number: number, total: number | undefined): string {
  return total === undefined ? counted(number, 'test') : `${count(number)} of ${counted(total, 'test')}`
}

function runAnchor({ result }: AgentView, { context }: PageModel): string {
  if (result.run === null) return ''
  return ` · <a href="${runLink(context.appUrl, result.run.taskId).replaceAll('&', '&amp;')}">open run</a>`
}

function* explained({ failing, failureChanges }: AgentView, budget: Budget): Iterable<string> {
  for (const [index, test] of failing.slice(0, Math.min(budget.tests, budget.reasons)).entries()) {
    yield testHeading(test, failureChanges.get(test.name) ?? null)
    yield* testReasons(test)
    if (index < budget.replies) yield* testReply(test)
  }
}

function* named(view: AgentView, budget: Budget): Iterable<string> {
  const { failing, result, failureChanges } = view
  const names = failing.slice(budget.reasons, budget.tests)
  if (names.length > 0) yield '\n'
  for (const test of names) {
    const change = failureChanges.get(test.name)
    yield `- ${testName(test)}${change === undefined ? '' : ` (${change})`}\n`
  }
  const more = failedCount(view) - Math.min(failing.length, budget.tests)
  if (more > 0) yield `\n… and ${counted(more, 'more failing test')}.\n`
  const error = result.run?.detailsError
  if (error)
    yield `\nThe reasons could not be read: ${inlineText(errorText(error), EXPLANATION_LENGTH)}. Open the run to see them.\n`
}

const statusText: Readonly<Record<TestStatus, string>> = {
  passed: 'passed',
  failed: 'failed',
  unanswered: 'unanswered: the agent or an evaluator could not be reached',
  'not-run': 'not run: the run ended first',
  pending: 'no result',
}

function* withoutVerdict({ unfinished }: AgentView, budget: Budget): Iterable<string> {
  const shown = unfinished.slice(0, budget.tests)
  if (shown.length > 0) yield '\n#### Without a result\n\n'
  for (const test of shown) yield `- ⚠️ ${testName(test)} (${statusText[test.status]})\n`
  if (shown.length < unfinished.length)
    yield `\n… and ${count(unfinished.length - shown.length)} more without a result.\n`
}

/** Counts what was left out above to fit the size limit. */
function* leftOut(views: readonly AgentView[], budget: Budget): Iterable<string> {
  const reasons = sum(views, ({ failing }) => failing.length - Math.min(failing.length, budget.reasons))
  const replies = sum(views, ({ failing }) => {
    const shown = Math.min(budget.replies, budget.reasons, budget.tests)
    return failing.slice(shown).filter(hasReply).length
  })
  const parts = [
    reasons > 0 ? `the reasons of ${counted(reasons, 'failing test')}` : null,
    replies > 0 ? `the replies in ${counted(replies, 'failing test')}` : null,
  ].filter((part) => part !== null)
  if (parts.length > 0)
    yield `\nLeft out to keep this short: ${parts.join(', ')}. See the runs for everything.\n`
}

function sum(views: readonly AgentView[], number: (view: AgentView) => number): number {
  return views.reduce((total, view) => total + number(view), 0)
}
