import { describe, expect, it } from 'vitest'
import { withoutConversation } from '../../src/gate/runs/conversations.ts'
import { progressNotice, renderComment, renderSummary } from '../../src/report/comment.ts'
import { issueReport } from '../../src/report/issue.ts'
import { groupOf } from '../../src/results/causes.ts'
import { editExcerpts } from '../../src/results/evidence.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { comparedOutcome, unreadable } from '../fixtures/baselines.ts'
import { booking, overdue, support } from '../fixtures/sample-agents.ts'
import * as sampleTests from '../fixtures/sample-tests.ts'
import {
  binary,
  context,
  ended,
  failed,
  httpError,
  outcome,
  overriding,
  resultsOf,
  test,
  withTests,
} from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { comment } from './contexts.ts'
import { automaticLinks, rendered } from './rendered.ts'

const { lateRefund, cancelBooking, unanswered, notRun } = sampleTests
const of = (scenario: string) =>
  renderComment(storyOf(resultsOfScenario(scenario)), { maxCharacters: 65_000 })
/** Of a thousand agents. */
const long = 'thousand-agents'

const ALLOWED =
  /^(h3|p|strong|em|b|br|span|sub|a|code|pre|ul|li|blockquote|details|summary|table|thead|tbody|tr|th|td)$/
const LINKS =
  /^https:\/\/(app\.example\.com\/|app\.agent-tests\.dev\/|github\.com\/acme\/shop\/(?:actions|blob)\/|github\.com\/acme\/agent-tests\/blob\/v1\/docs\/(?:modes|reports|troubleshooting)\.md#)/

/** Each cause, and each form of a report. */
const approved = [
  ...[
    'one-broke',
    'control-one-broke',
    'evaluator-changed',
    'only-new',
    'could-not-retry',
    'mixed',
    'not-worse',
  ],
  ...['accepted-and-expired', 'all-pass', 'unchanged', 'tests-changed', 'pass-rate-missed', 'worse'],
  ...['gate-with-history', 'control-alarm', 'right-to-left-and-cjk', 'same-test-in-many-agents'],
  ...['agent-down', 'every-reason', 'unknown-agents', 'authentication-failed', 'timed-out'],
]

it.each(approved)('the comment of scenario %s reads as it did', async (name) => {
  await expect(of(name)).toMatchFileSnapshot(`snapshots/${name}.md.snap`)
})

it.each([
  ['long-names', '**HandsO…Space**'],
  ['many-small-breaks', '9 of 60 tests failed at first (usually 1); of the 50 that ran again, 7 failed.'],
  ['all-fail-twice', 'All 30 tests failed at first (usually none); of the 30 that ran again, 30 failed: '],
  ['control-bad-day', '18 of 24 tests passed; 6 failed, with or without the change'],
])('the comment of scenario %s has %s', (name, words) => expect(of(name)).toContain(words))

it.each(Object.keys(scenarios))(
  'the comment of scenario %s is sound HTML that links to the runs and nowhere else',
  async (name) => {
    const page = await rendered(of(name))
    expect(page.elements[0]?.tagName).toBe('h3')
    expect(page.elements.map(({ tagName }) => tagName).filter((tag) => !ALLOWED.test(tag))).toEqual([])
    for (const { properties } of page.elements.filter(({ tagName }) => tagName === 'a'))
      expect(properties['href']).toMatch(LINKS)
    expect(automaticLinks(page.looseTexts)).toEqual([])
  },
)

// GitHub shows the end of a line as a break of its own: behind `<br>`, it is a second one.
it.each(Object.keys(scenarios))(
  'all that GitHub shows of scenario %s breaks lines by <br> alone',
  async (name) => {
    const overview = storyOf(resultsOfScenario(name))
    const { body, news, end } = issueReport(overview, 'main', { pageUrl: null })
    const ofIssue = [body(65_000, []), news, end]
    for (const markdown of [of(name), renderSummary(overview, { maxBytes: 1024 * 1024 }), ...ofIssue]) {
      const { elements } = await rendered(markdown)
      const breaks = elements.filter(({ tagName }) => tagName === 'br')
      expect(breaks).toHaveLength(markdown.split('<br>').length - 1)
    }
  },
)

it('shows of an edited test only the message that changed', () => {
  const edit = (before: string, now: string) =>
    editExcerpts({ edits: [{ what: 'question', before, now }] }).map(({ texts }) => texts.join())
  expect(
    edit('user: Hi\nassistant: Hello\nuser: Refund?', 'user: Hi\nassistant: Yes?\nuser: Refund?'),
  ).toEqual(['assistant: Hello', 'assistant: Yes?'])
  expect(edit('user: Hi', 'user: Hi\nuser: Hi')).toEqual(['nothing', 'user: Hi'])
  expect(edit('A', 'B')).toEqual(['A', 'B'])
})

it('shows how a test was edited, but says nothing of an edit whose texts are left out', () => {
  const results = resultsOfScenario('gate-with-history')
  const changed = 'Question, now'
  const shown = (of: Results) => renderComment(storyOf(of), { maxCharacters: 65_000 })
  expect(shown(results)).toContain(changed)
  expect(shown(withTests(results, withoutConversation))).not.toContain(changed)
})

const LINE = /^(?:- |\| )(?:❌|⚠️|➖)(?: |&nbsp;)/u

/** The lines above the fold, without the conversations. */
function topOf(markdown: string): string[] {
  const [top = ''] = markdown.split(/\n<(?:details|sub)>/)
  return top
    .replace(/\n<details open>.*?<\/details>/gs, '')
    .split(/\n|<br>/)
    .filter(Boolean)
}

describe('the skeleton', () => {
  it.each(Object.keys(scenarios).filter((name) => name !== long))(
    'of %s is one headline, a line for what is not green, and what to do about it, and says nothing twice',
    (name) => {
      for (const changes of [{}, { mode: 'report' }] as const) {
        const results = resultsOfScenario(name, changes)
        const { verdict, agents, mode } = results
        const story = storyOf(results)
        const failing = agents.flatMap(({ run }) => run?.tests ?? []).filter((test) => test.failed)
        const isGreen = verdict === 'passed' && failing.every((test) => groupOf(test) === 'accepted')
        expect(
          story.findings.every(({ row, problem, isMany }) => row === null && problem === null && !isMany),
        ).toBe(isGreen)
        const red = verdict === 'failed' ? '❌' : '⚠️'
        const sign = mode === 'report' ? 'ℹ️' : story.advice === 'merge' ? '✅' : red
        for (const pageUrl of [null, 'https://github.com/acme/shop/actions/runs/4711/artifacts/9']) {
          const lines = topOf(renderComment(story, { maxCharacters: 65_000, pageUrl }))
          const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
          expect(lines.join('\n')).not.toMatch(/undefined(?!`)|null|NaN|\[object/)
          expect(count(/^#/)).toBe(1)
          expect(lines[0]).toContain(`### ${sign} `)
          expect(count(LINE)).toBe(story.rows.length + story.lines.length)
          expect(count(/^\*\*Next:\*\*/)).toBe(Math.min(story.next.length, 1))
          const sentences = lines
            .filter((line) => !/^(?:☑️|🔁) /u.test(line))
            .flatMap((line) => line.replaceAll(/\[.*?\]\(.*?\)/g, '').split(/(?<=[.!?])\s/))
            // Tests with different verdicts may have the same numbers, and edits of two kinds the same step.
            .filter((each) => each.length > 20 && !/^(?:Failed|If it is,) /.test(each))
          expect(sentences.filter((each, at) => sentences.indexOf(each) !== at)).toEqual([])
        }
      }
    },
  )
})

describe('the first lines', () => {
  const links = { pageUrl: 'https://github.com/acme/shop/actions/runs/4711/artifacts/9' }
  const withPage = (results: Results) => renderComment(storyOf(results), { maxCharacters: 65_000, ...links })

  it('link to the uploaded page, and each test in it; in the footer if all is green', () => {
    const broke = withPage(resultsOfScenario('one-broke'))
    expect(topOf(broke).join()).toContain(`[**Open the conversations**](${links.pageUrl})`)
    expect(broke).toMatch(
      /<a href="https:\/\/github\.com\/acme\/shop\/actions\/runs\/4711\/artifacts\/9#test-[^"]+">Read the conversation<\/a>/,
    )
    expect(broke).toContain(`<a href="${links.pageUrl}#test-`)
    expect(broke).toContain(`[**Offers an alternative date**](${links.pageUrl}#test-`)
    const green = withPage(resultsOfScenario('all-pass'))
    expect(topOf(green).at(-1)).toContain('### ✅')
    expect(green).toMatch(/<sub>.*\[Conversations\]\(\S+\/artifacts\/9\).*<\/sub>\n$/)
  })

  it('say what was tested in place of the configuration of the service', () => {
    const results = resultsOfScenario('one-broke')
    const override = overriding({ system_prompt: 'prompts/bot.md' })
    const agents = results.agents.map((agent) => ({ ...agent, override }))
    const top = (changed: Partial<Results>) => topOf(withPage({ ...results, agents, ...changed })).join('\n')
    expect(top({})).toContain(
      "Tested with this pull request's `system_prompt` (prompts/bot.md of `3f9c2d1`).",
    )
    const notRun = agents.map((agent) => ({ ...agent, run: null }))
    expect(top({ agents: notRun })).not.toContain('Tested with')
    expect(withPage(resultsOfScenario('one-agent-passes'))).toMatch(
      /<sub>Agent tests · .*Tested as deployed, without your files · 41s .*\[Open the run\]\(/,
    )
    expect(top({ agents: results.agents })).toContain(
      'This job tested the deployed agents: unless you deployed this pull request, it is not the cause.',
    )
    for (const none of [{}, { agents: results.agents, pullRequest: null }])
      expect(top(none)).not.toContain('This job tested')
  })

  it.each(Object.keys(scenarios))(
    'say in "%s" that a change was tested where a test has a result',
    (name) => {
      const override = overriding({ system_prompt: null })
      const results = resultsOfScenario(name)
      const agents = results.agents.map((agent) => ({ ...agent, override }))
      const markdown = withPage({ ...results, agents })
      expect(markdown.includes('Tested with ')).toBe(results.totals.passed + results.totals.failed > 0)
    },
  )

  it('cut long names in lines; each is whole below', () => {
    const names = ['A', 'B'].map((letter) => `${letter} ${'name '.repeat(60)}`.trim())
    const tests = names.map((name) => ({ ...lateRefund, name }))
    const markdown = comment(outcome([failed('Bot', 4, tests)], 1))
    expect(topOf(markdown).filter((line) => LINE.test(line))).toEqual(
      ['A', 'B'].map((letter) =>
        expect.stringMatching(
          new RegExp(`^\\| ❌&nbsp;\\*\\*${letter} [name ]{20,22}…[name ]{20,23}\\*\\* \\|`),
        ),
      ),
    )
    for (const name of names) expect(markdown.split(`<b>${name}</b>`)).toHaveLength(2)
  })

  it('say what no run history means for a test that failed', () => {
    const bot = ended('Bot', 2, [test('Refund', { outcome: 'undecided' })], null)
    const markdown = comment(comparedOutcome([bot], 1, [unreadable(bot, httpError(500, 'down'))]))
    expect(topOf(markdown)[1]).toContain(
      '**Refund** failed once; not compared: no usable run history: HTTP 500: "down".',
    )
  })
})

describe('the evidence', () => {
  it('has a line for each criterion of evaluators of one name', () => {
    const evaluator = 'Correctness'
    const criteria = ['Refuses the refund', 'Offers credit'].map((text) => ({ evaluator, text }))
    const evaluators = [binary(evaluator, false, 'It grants one.'), binary(evaluator, true)]
    const shown = comment(outcome([failed('Bot', 2, [{ ...lateRefund, criteria, evaluators }])], 1))
    expect(shown).toContain('**❌ Refuses the refund:** It grants one.<br>**✅ Offers credit**')
    expect(shown).not.toContain('**Expected:**')
  })

  it('has tool calls as they were and as they were expected, as far as they differ', () => {
    const markdown = comment(outcome([booking], 1))
    expect(markdown).toContain(
      '<br>**Expected calls:** `cancel_booking(refund: "full", …)`<br>**Called:** `cancel_booking(refund: "none", …)`\n',
    )
    expect(markdown).not.toContain('|  |')
    expect(markdown).not.toContain('BK-2041"')
  })

  it('has names, evaluators and links with details: none', () => {
    const markdown = renderComment(storyOf(resultsOfScenario('one-broke', { details: 'none' })), {
      maxCharacters: 65_000,
    })
    expect(markdown).toContain('\n\n**Failed** (Policy)\n\n</details>')
    expect(markdown).not.toMatch(/Expected|User|blender/)
  })

  it('is cut where texts are long, and says by how much', () => {
    expect(comment(outcome([failed('Bot', 2, [sampleTests.longReply])], 1))).toMatch(
      /> \*\*Reply\*\* \(failed\): Thank you for .*… \*\([\d,]+ more characters\)\*/,
    )
  })
})

describe('the fold', () => {
  const foldOf = (markdown: string) => markdown.slice(markdown.search(/<details>\n<summary>(?!<b>)/))

  it('has flaky and accepted tests once', () => {
    const name = (markdown: string, text: string) => markdown.split(text).length - 1
    expect(name(of('passed-on-retry'), 'Refuses a refund after 30 days')).toBe(1)
    expect(name(of('all-accepted'), 'Refuses a refund after 30 days')).toBe(1)
  })

  it('is below one line of what else to know if all is green', () => {
    const markdown = of('stale-baseline')
    expect(topOf(markdown)).toEqual([
      expect.stringContaining('### ✅'),
      expect.stringMatching(
        /^⚠️ \*\*Billing helper\*\* was compared with old runs: its newest earlier run is 20 days old; /,
      ),
    ])
    expect(markdown.split('20 days old')).toHaveLength(2)
  })

  it('says once why several tests of an agent have no result', () => {
    const tests = [unanswered, { ...unanswered, name: 'Greets' }, notRun]
    const fold = foldOf(comment(outcome([ended('A', 9, tests, null)], 1)))
    expect(fold).toMatch(
      /- \*\*Late arrival after reception closes\*\*, \*\*Greets\*\* · \[A\]\(\S+\): .*timed out/,
    )
  })

  it('has a note once for all agents that share it', () => {
    expect(foldOf(of('history-unreadable')).match(/run history/g)).toHaveLength(1)
  })
})

describe('the summary', () => {
  it('is the comment with ten tests in full, and the table open', () => {
    const tests = Array.from({ length: 12 }, (_, index) => ({ ...cancelBooking, name: `Test ${index}.` }))
    const results = resultsOf(outcome([failed('Bot', 20, tests), support, overdue], 1))
    const summary = renderSummary(storyOf(results), { maxBytes: 1024 * 1024 })
    expect(summary.match(/\*\*Called:\*\*/g)).toHaveLength(10)
    expect(summary.indexOf('| Agent |')).toBeLessThan(summary.lastIndexOf('<details>'))
    expect(renderComment(storyOf(results), { maxCharacters: 65_000 }).match(/\*\*Called:\*\*/g)).toHaveLength(
      3,
    )
  })
})

describe('the notice in an existing comment', () => {
  it('says that tests for the new commit are running', () => {
    const { headSha, workflowRunUrl } = context
    expect(progressNotice({ title: 'Agent tests', headSha, workflowRunUrl })).toBe(
      `### ⏳ Testing \`3f9c2d1\` ([workflow run](${workflowRunUrl}))`,
    )
    expect(progressNotice({ title: 'staging', headSha: 'x', workflowRunUrl: 'javascript:x' })).toBe(
      '### ⏳ staging: Testing a new commit',
    )
  })
})
