// The tests that did not simply pass, in groups by what the reader has to do: those that decide the verdict first, open,
// with reasons.
import {
  agentNotes,
  blocks,
  byStatusText,
  groupTexts,
  groupTitle,
  historyText,
  noteOf,
  type TestGroup,
  testGroups,
} from '../results/groups.ts'
import { testsLink } from '../results/links.ts'
import { casesOf, type Overview, type TestCase, type TestView } from '../results/overview.ts'
import { counted, firstFew } from '../results/units.ts'
import type { Budget } from './size-budget.ts'
import { caseDetails, hasConversation, shortReason } from './test-case.ts'
import { agentName, agentNames, inlineText, linkTo, testName } from './untrusted-markdown.ts'

/** Decisive tests up to this number are open. */
const OPEN_TESTS = 3
/** Of a test that failed in several agents. */
const CASES_SHOWN = 3
const AGENTS_NAMED = 10
const TEXT_LENGTH = 300
const NAMES_SHOWN = 20

/** With a fold per test; the others have a line per test. */
const foldedGroups: readonly TestGroup[] = testGroups.filter(
  (group) => group !== 'flaky' && group !== 'unfinished',
)

/** What the verdict rests on: tests that block, that could not be judged, or that nothing was known of. */
function isDecisive(group: TestGroup, { results: { comparison, verdict } }: Overview): boolean {
  if (group === 'undetermined') return verdict === 'inconclusive'
  return blocks(group) || (group === 'new' && comparison?.comparedTests === 0)
}

export function* decisiveTests(overview: Overview, budget: Budget): Iterable<string> {
  const unlisted = overview.unlistedFailures
  for (const group of testGroups.filter((each) => isDecisive(each, overview))) {
    const tests = overview.groups.get(group) ?? []
    const count = casesOf(tests) + (group === 'failing' ? unlisted : 0)
    if (count === 0) continue
    yield heading(group, count, tests, overview)
    yield* folds(group, overview, budget)
  }
  if (unlisted > 0) yield `\n… and ${counted(unlisted, 'more failing test')} that the service did not list.\n`
  yield* withoutDetails(overview, budget)
}

export function* otherTests(overview: Overview, budget: Budget): Iterable<string> {
  for (const group of testGroups) {
    const tests = overview.groups.get(group) ?? []
    if (isDecisive(group, overview) || tests.length === 0) continue
    if (foldedGroups.includes(group)) {
      yield heading(group, casesOf(tests), tests, overview)
      yield* folds(group, overview, budget)
    } else yield* list(group, overview, budget)
  }
  yield* leftOut(overview, budget)
}

function heading(
  group: TestGroup,
  count: number,
  [first]: readonly TestView[],
  { results }: Overview,
): string {
  const { sign } = groupTexts[group]
  const note = noteOf(group, results.comparison?.control != null)
  const open =
    blocks(group) && first !== undefined
      ? ` ${linkTo('Open the tests', testsLink(first.first.agent.appUrl))}`
      : ''
  return `\n#### ${sign} ${groupTitle(group, count)}\n${note === null ? '' : `\n${note}${open}\n`}`
}

/** A fold per test; just its name if there is no space for details. */
function* folds(group: TestGroup, overview: Overview, budget: Budget): Iterable<string> {
  const tests = overview.groups.get(group) ?? []
  const shown = shownOf(group, overview, budget)
  const before = foldedGroups
    .slice(0, foldedGroups.indexOf(group))
    .reduce((sum, each) => sum + shownOf(each, overview, budget).length, 0)
  const detailed = shown.slice(0, Math.max(0, budget.reasons - before))
  for (const [index, test] of detailed.entries()) {
    const open = isDecisive(group, overview) && index < OPEN_TESTS ? ' open' : ''
    yield `\n<details${open}>\n<summary>${testTitle(test)}</summary>\n`
    const conversation = before + index < budget.conversations
    const { first, others } = test
    if (others.length > 0) yield `\n**${agentName(first.agent)}**${historyOf(first)}\n`
    yield* caseDetails(first, { question: conversation, reply: conversation })
    if (others.length > 0) yield* otherCases(others, conversation)
    yield '\n</details>\n'
  }
  yield* namesOf(shown.slice(detailed.length))
  if (shown.length < tests.length)
    yield `\n… and ${counted(casesOf(tests.slice(shown.length)), 'more test')}.\n`
}

/** Folded from some on. */
function* namesOf(tests: readonly TestView[]): Iterable<string> {
  if (tests.length > 0) yield '\n'
  for (const test of tests.slice(0, NAMES_SHOWN)) yield `- ${testTitle(test)}${conversationLink(test)}\n`
  const more = tests.slice(NAMES_SHOWN)
  if (more.length === 0) return
  yield `\n<details>\n<summary>${counted(more.length, 'more test')}</summary>\n\n`
  for (const test of more) yield `- ${testTitle(test)}${conversationLink(test)}\n`
  yield '\n</details>\n'
}

function shownOf(group: TestGroup, overview: Overview, budget: Budget): readonly TestView[] {
  return (overview.groups.get(group) ?? []).slice(
    0,
    isDecisive(group, overview) ? budget.blocking : budget.others,
  )
}

/** Folded: they mostly fail for the same reason, and tests of one name ask the same. */
function* otherCases(cases: readonly TestCase[], reply: boolean): Iterable<string> {
  const names = firstFew(cases, AGENTS_NAMED, ({ agent }) => agentName(agent))
  yield `\n<details>\n<summary>Also in ${names.join(', ')}</summary>\n`
  for (const each of cases.slice(0, CASES_SHOWN - 1)) {
    yield `\n**${agentName(each.agent)}**${historyOf(each)}\n`
    yield* caseDetails(each, { question: false, reply })
  }
  const more = cases.length - (CASES_SHOWN - 1)
  if (more > 0) yield `\n… and in ${counted(more, 'more agent')}; see their runs.\n`
  yield '\n</details>\n'
}

/** One fold for all, with a line per test; per agent and cause for tests without a result. */
function* list(group: TestGroup, overview: Overview, budget: Budget): Iterable<string> {
  const tests = overview.groups.get(group) ?? []
  const { sign, note } = groupTexts[group]
  yield `\n<details>\n<summary>${sign} ${groupTitle(group, casesOf(tests))}</summary>\n\n${note === null ? '' : `${note}\n\n`}`
  const shown = shownOf(group, overview, budget)
  if (group === 'unfinished') yield* unfinishedTests(shown, budget)
  for (const { first, others } of group === 'unfinished' ? [] : shown) {
    for (const { agent, run, test } of [first, ...others].slice(0, CASES_SHOWN)) {
      const reason = shortReason(test)
      const link = linkTo(agentName(agent), run.url)
      yield `- **${testName(test)}** · ${link}: ${inlineText(historyText(test), TEXT_LENGTH)}${reason === null ? '' : `<br>${reason}`}\n`
    }
    const more = others.length + 1 - CASES_SHOWN
    if (more > 0) yield `- … and in ${counted(more, 'more agent')}\n`
  }
  if (shown.length < tests.length)
    yield `\n… and ${counted(casesOf(tests.slice(shown.length)), 'more test')}.\n`
  yield '\n</details>\n'
}

function* unfinishedTests(tests: readonly TestView[], budget: Budget): Iterable<string> {
  const cases = tests.flatMap(({ first, others }) => [first, ...others])
  const agents = [...Map.groupBy(cases, ({ run }) => run.taskId).values()]
  for (const ofAgent of agents.slice(0, budget.others))
    for (const [text, same] of byStatusText(ofAgent, ({ test }) => test)) {
      const link = same.slice(0, 1).map(({ agent, run }) => linkTo(agentName(agent), run.url))
      const names = firstFew(same, NAMES_SHOWN, ({ test }) => `**${testName(test)}**`)
      yield `- ${link.join('')}: ${inlineText(text, TEXT_LENGTH)}<br>${names.join(', ')}\n`
    }
  const more = agents.length - budget.others
  if (more > 0) yield `- … and in ${counted(more, 'more agent')}\n`
}

/** For a `<summary>` or a list item, so no markdown except for text. */
function testTitle({ first, others }: TestView): string {
  const title = `<b>${testName(first.test)}</b>`
  if (others.length > 0) return `${title} · in ${counted(others.length + 1, 'agent')}`
  return `${title} · ${agentName(first.agent)}${historyOf(first)}`
}

function conversationLink({ first: { pageUrl } }: TestView): string {
  return pageUrl === null ? '' : ` · ${linkTo('conversation', pageUrl)}`
}

function historyOf({ test }: TestCase): string {
  const history = historyText(test)
  return history === '' ? '' : ` · ${inlineText(history, TEXT_LENGTH)}`
}

function* withoutDetails({ results }: Overview, budget: Budget): Iterable<string> {
  const notes = results.agents.flatMap((agent) => agentNotes(agent).map((note) => ({ agent, note })))
  const same = [...Map.groupBy(notes, ({ note }) => note)]
  for (const [note, of] of same.slice(0, budget.steps)) {
    const agents = of.map(({ agent }) => agent)
    yield `\n⚠️ ${agentNames(agents, AGENTS_NAMED)}: ${inlineText(note, TEXT_LENGTH)}\n`
  }
}

/** Counts what was left out above to fit the size limit. */
function* leftOut({ groups }: Overview, budget: Budget): Iterable<string> {
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
