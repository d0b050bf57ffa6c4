// The tests that did not simply pass, in groups by what the reader has to do: those that decide the verdict first, open,
// with reasons.
import { appUrlOf } from './context.ts'
import { missingDetails } from './error-text.ts'
import { runLink } from './links.ts'
import { casesOf, type ReportModel, type TestCase, type TestView } from './report-model.ts'
import type { Budget } from './size-budget.ts'
import { caseDetails, hasConversation, shortReason } from './test-case.ts'
import {
  blocks,
  groupTexts,
  groupTitle,
  historyText,
  statusTexts,
  type TestGroup,
  testGroups,
} from './test-groups.ts'
import { counted, firstFew } from './units.ts'
import { agentName, inlineText, testName } from './untrusted-markdown.ts'

/** Decisive tests up to this number are open. */
const OPEN_TESTS = 3
/** Of a test that failed in several agents. */
const CASES_SHOWN = 3
const AGENTS_NAMED = 10
const TEXT_LENGTH = 300

/** With a fold per test; the others have a line per test. */
const foldedGroups: readonly TestGroup[] = testGroups.filter(
  (group) => group !== 'flaky' && group !== 'unfinished',
)

/** What the verdict rests on: tests that block, that could not be judged, or that nothing was known of. */
function isDecisive(group: TestGroup, { outcome: { comparison, verdict } }: ReportModel): boolean {
  if (group === 'undetermined') return verdict.status === 'inconclusive'
  return blocks(group) || (group === 'new' && comparison?.comparedTests === 0)
}

export function* decisiveTests(model: ReportModel, budget: Budget): Iterable<string> {
  const unlisted = model.unlistedFailures
  for (const group of testGroups.filter((each) => isDecisive(each, model))) {
    const tests = model.groups.get(group) ?? []
    const count = casesOf(tests) + (group === 'failing' ? unlisted : 0)
    if (count === 0) continue
    yield heading(group, count)
    yield* folds(group, model, budget)
  }
  if (unlisted > 0) yield `\n… and ${counted(unlisted, 'more failing test')} that the service did not list.\n`
  yield* withoutDetails(model, budget)
}

export function* otherTests(model: ReportModel, budget: Budget): Iterable<string> {
  for (const group of testGroups) {
    const tests = model.groups.get(group) ?? []
    if (isDecisive(group, model) || tests.length === 0) continue
    if (foldedGroups.includes(group)) {
      yield heading(group, casesOf(tests))
      yield* folds(group, model, budget)
    } else yield* list(group, model, budget)
  }
  yield* leftOut(model, budget)
}

function heading(group: TestGroup, tests: number): string {
  const { sign, note } = groupTexts[group]
  return `\n#### ${sign} ${groupTitle(group, tests)}\n${note === null ? '' : `\n${note}\n`}`
}

/** A fold per test; just its name if there is no space for details. */
function* folds(group: TestGroup, model: ReportModel, budget: Budget): Iterable<string> {
  const tests = model.groups.get(group) ?? []
  const shown = shownOf(group, model, budget)
  const before = foldedGroups
    .slice(0, foldedGroups.indexOf(group))
    .reduce((sum, each) => sum + shownOf(each, model, budget).length, 0)
  const detailed = shown.slice(0, Math.max(0, budget.reasons - before))
  for (const [index, test] of detailed.entries()) {
    const open = isDecisive(group, model) && index < OPEN_TESTS ? ' open' : ''
    yield `\n<details${open}>\n<summary>${testTitle(test)}</summary>\n`
    const conversation = before + index < budget.conversations
    const { first, others } = test
    if (others.length > 0) yield `\n**${agentName(first.result.agent)}**${historyOf(first)}\n`
    const parts = { question: conversation, reply: conversation }
    yield* caseDetails(first, parts, appUrlOf(first.result.agent, model.context))
    if (others.length > 0) yield* otherCases(others, conversation, model)
    yield '\n</details>\n'
  }
  const named = shown.slice(detailed.length)
  if (named.length > 0) yield '\n'
  for (const test of named) yield `- ${testTitle(test)}\n`
  if (shown.length < tests.length)
    yield `\n… and ${counted(casesOf(tests.slice(shown.length)), 'more test')}.\n`
}

function shownOf(group: TestGroup, model: ReportModel, budget: Budget): readonly TestView[] {
  return (model.groups.get(group) ?? []).slice(0, isDecisive(group, model) ? budget.blocking : budget.others)
}

/** Folded: they mostly fail for the same reason, and tests of one name ask the same. */
function* otherCases(cases: readonly TestCase[], reply: boolean, { context }: ReportModel): Iterable<string> {
  const names = firstFew(cases, AGENTS_NAMED, ({ result }) => agentName(result.agent))
  yield `\n<details>\n<summary>Also in ${names.join(', ')}</summary>\n`
  for (const each of cases.slice(0, CASES_SHOWN - 1)) {
    yield `\n**${agentName(each.result.agent)}**${historyOf(each)}\n`
    yield* caseDetails(each, { question: false, reply }, appUrlOf(each.result.agent, context))
  }
  const more = cases.length - (CASES_SHOWN - 1)
  if (more > 0) yield `\n… and in ${counted(more, 'more agent')}; see their runs.\n`
  yield '\n</details>\n'
}

/** One fold for all, with a line per test. */
function* list(group: TestGroup, model: ReportModel, budget: Budget): Iterable<string> {
  const tests = model.groups.get(group) ?? []
  const { sign, note } = groupTexts[group]
  yield `\n<details>\n<summary>${sign} ${groupTitle(group, casesOf(tests))}</summary>\n\n${note === null ? '' : `${note}\n\n`}`
  const shown = shownOf(group, model, budget)
  for (const { first, others } of shown) {
    for (const { result, run, test } of [first, ...others].slice(0, CASES_SHOWN)) {
      const what = group === 'flaky' ? historyText(test) : statusTexts[test.status]
      const reason = shortReason(test)
      const link = `[${agentName(result.agent)}](${runLink(appUrlOf(result.agent, model.context), run.taskId)})`
      yield `- **${testName(test)}** · ${link}: ${inlineText(what, TEXT_LENGTH)}${reason === null ? '' : `<br>${reason}`}\n`
    }
    const more = others.length + 1 - CASES_SHOWN
    if (more > 0) yield `- … and in ${counted(more, 'more agent')}\n`
  }
  if (shown.length < tests.length)
    yield `\n… and ${counted(casesOf(tests.slice(shown.length)), 'more test')}.\n`
  yield '\n</details>\n'
}

/** For a `<summary>` or a list item, so no markdown except for text. */
function testTitle({ first, others }: TestView): string {
  const title = `<b>${testName(first.test)}</b>`
  if (others.length > 0) return `${title} · in ${counted(others.length + 1, 'agent')}`
  return `${title} · ${agentName(first.result.agent)}${historyOf(first)}`
}

function historyOf({ test }: TestCase): string {
  const history = historyText(test)
  return history === '' ? '' : ` · ${inlineText(history, TEXT_LENGTH)}`
}

function* withoutDetails({ outcome }: ReportModel, budget: Budget): Iterable<string> {
  const agents = outcome.results.flatMap(({ agent, run }) =>
    run === null || run.detailsError === null ? [] : [{ agent, error: run.detailsError }],
  )
  for (const { agent, error } of agents.slice(0, budget.steps))
    yield `\n⚠️ **${agentName(agent)}**: ${inlineText(missingDetails(error), TEXT_LENGTH)}\n`
}

/** Counts what was left out above to fit the size limit. */
function* leftOut({ groups }: ReportModel, budget: Budget): Iterable<string> {
  const detailed = foldedGroups.flatMap((group) => groups.get(group) ?? [])
  const reasons = detailed.slice(budget.reasons)
  const conversations = detailed
    .slice(0, budget.reasons)
    .slice(budget.conversations)
    .filter(({ first, others }) => [first, ...others].some(({ test }) => hasConversation(test)))
  const parts = [
    reasons.length > 0 && `the reasons of ${counted(reasons.length, 'test')}`,
    conversations.length > 0 && `the conversations of ${counted(conversations.length, 'test')}`,
  ].filter(Boolean)
  if (parts.length > 0)
    yield `\nLeft out to keep this short: ${parts.join(', ')}. See the runs or the results file for everything.\n`
}
