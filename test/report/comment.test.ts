import { describe, expect, it } from 'vitest'
import type { GateOutcome } from '../../src/gate/results.ts'
import type { ReportContext } from '../../src/report/context.ts'
import { renderComment } from '../../src/report/page.ts'
import { hostileTexts } from '../fixtures/hostile-texts.ts'
import { billing, support, unverified } from '../fixtures/sample-agents.ts'
import { cancelBooking, lateRefund, missedCall } from '../fixtures/sample-tests.ts'
import { binary, failed, outcome, passed, rating, test as testReport } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { automaticLinks, rendered } from './rendered.ts'

const context: ReportContext = {
  title: 'Agent tests',
  appUrl: 'https://app.example.com/acme/',
  mode: 'gate',
  timeoutSeconds: 1800,
  headSha: null,
  workflowRunUrl: null,
}

function comment(result: GateOutcome, changes: Partial<ReportContext> = {}): string {
  return renderComment(result, { ...context, ...changes }, { maxCharacters: 65_000 })
}

function headingOf(markdown: string): string {
  return markdown.split('\n')[0] ?? ''
}

describe.each(Object.entries(scenarios))('the comment of scenario %s', (name, { outcome, context }) => {
  const markdown = renderComment(outcome, context, { maxCharacters: 65_000 })

  it('reads as it did', async () => {
    await expect(markdown).toMatchFileSnapshot(`snapshots/${name}.md.snap`)
  })

  it('is whole, sound HTML that links to the runs and nowhere else', async () => {
    const page = await rendered(markdown)
    const top = page.elements[0]
    expect(top?.tagName).toBe('h3')
    const allowed =
      /^(h3|h4|p|strong|em|b|br|span|sub|a|code|pre|ul|li|blockquote|details|summary|table|thead|tbody|tr|th|td)$/
    expect(page.elements.map(({ tagName }) => tagName).filter((tag) => !allowed.test(tag))).toEqual([])
    expect(page.skeleton).not.toMatch(/details\([^)]*details/)
    for (const { properties } of page.elements.filter(({ tagName }) => tagName === 'a'))
      expect(properties['href']).toMatch(
        /^https:\/\/(app\.example\.com\/|github\.com\/acme\/shop\/actions\/)/,
      )
    expect(automaticLinks(page.looseTexts)).toEqual([])
  })
})

describe('the headline', () => {
  it('says that merging is fine when everything passed', () => {
    expect(headingOf(comment(outcome([billing], 72_000)))).toBe(
      '### ✅ Good to merge: all 18 tests passed across 1 agent in 1m 12s',
    )
  })

  it('says not to merge, with failed of total tests over how many agents', () => {
    expect(headingOf(comment(outcome([billing, support, unverified], 4_000)))).toBe(
      '### ❌ Do not merge: 2 of 30 tests failed across 3 agents in 4s',
    )
  })

  it('never advises in report mode, and says that the job is not blocked', () => {
    const markdown = comment(outcome([billing, support], 4_000), { mode: 'report' })
    expect(headingOf(markdown)).toBe('### ❌ 2 of 30 tests failed across 2 agents in 4s')
    expect(markdown).toContain('report only, does not fail the job')
  })

  it('survives any title', () => {
    for (const title of hostileTexts) {
      const markdown = comment(outcome([billing], 72_000), { title })
      expect(headingOf(markdown)).toBe('### ✅ Good to merge: all 18 tests passed across 1 agent in 1m 12s')
    }
  })

  it('shows a commit only if it is one, and a workflow run only at a web address', () => {
    const markdown = comment(outcome([billing], 1), {
      headSha: '](x)',
      workflowRunUrl: 'javascript:alert(1)',
    })
    expect(markdown).not.toMatch(/javascript|\]\(x\)|commit/)
  })
})

describe('the table', () => {
  it('has only columns that somebody has a value for', () => {
    const table = comment(outcome([passed('A', 3), passed('B', 3, { meanTokens: 850 })], 1))
    expect(table).toContain('| Agent | Result | Passed | Tokens / test | Run |')
  })

  it('puts the worst first and adds totals from two agents on', () => {
    const one = failed('One', 9, [lateRefund])
    const two = failed('Two', 9, [lateRefund, cancelBooking])
    const rows = comment(outcome([billing, one, unverified, two], 1)).match(/^\| .{2}.*$/gm) ?? []
    expect(rows.slice(2).map((row) => row.split('|')[1]?.trim())).toEqual([
      '❌ Two',
      '❌ One',
      '⚠️ Order tracker',
      '✅ Billing helper',
      '**All 4 agents**',
    ])
    expect(comment(outcome([billing], 1))).not.toContain('**All')
  })

  it('links to the run below the path of the application, and to the public page of a shared run', () => {
    const markdown = comment(outcome([passed('A', 1, { taskId: 'a/b c', shareToken: 't?(1)' })], 1))
    expect(markdown).toContain('[open](https://app.example.com/acme/tests?tab=runs&runId=a%2Fb%20c)')
    expect(markdown).toContain('[public](https://app.example.com/acme/public/test-run/t%3F%281%29)')
  })
})

describe('a failing test', () => {
  const show = (...tests: Parameters<typeof failed>[2][number][]) =>
    comment(outcome([failed('A', 9, tests)], 1))

  it('shows each judge by name: pass or fail of binary ones, the step of rating ones', () => {
    const markdown = show(
      testReport('t', {
        evaluators: [
          binary('Policy', false, 'No.'),
          binary('Tone', true, 'Fine.'),
          rating('Help', 2, 'Poor', 'Vague.'),
        ],
      }),
    )
    expect(markdown).toContain(
      '- **Policy**: ❌ fail. No.\n- **Tone**: ✅ pass\n- **Help**: 2 of 5, "Poor". Vague.\n',
    )
  })

  it('spells out scales that do not begin at 0 or 1', () => {
    expect(
      show(testReport('t', { evaluators: [{ ...rating('Mood', -1, null), scaleMin: -3, scaleMax: 3 }] })),
    ).toContain('- **Mood**: -1 on a scale from -3 to 3')
  })

  it('shows its own reasoning unless a judge says the same', () => {
    const evaluators = [binary('Policy', false, 'Same words.')]
    expect(show(testReport('t', { evaluators, reasoning: 'Same words.' })).match(/Same words/g)).toHaveLength(
      1,
    )
    expect(show(testReport('t', { evaluators, reasoning: 'Other words.' }))).toContain('\nOther words.\n')
  })

  it('shows the difference of tool calls as such, and the calls where the difference lacks them', () => {
    expect(show(cancelBooking)).toContain('```diff\nTool calls do not match.\n- expected: cancel_booking(')
    expect(show(cancelBooking)).not.toContain('Called')
    expect(show(missedCall)).toContain(
      'Called `search_help_center({"query":"where is my order","limit":3})`, `finish()`',
    )
  })

  it('says what the agent replied, and how much of it was cut', () => {
    expect(show(testReport('t', { reply: 'word '.repeat(400) }))).toMatch(
      /> \*\*Reply:\*\* (word )+w?o?r?d?… \*\(cut: 1,501 more characters\)\*/,
    )
  })

  it('stands open while there are few of them, and folded when there are many', () => {
    expect(show(lateRefund)).toContain('<details open>')
    expect(show(lateRefund, lateRefund, lateRefund, lateRefund)).not.toContain('<details open>')
  })

  it('is told apart from tests without a verdict', () => {
    const markdown = show(
      lateRefund,
      testReport('u', { status: 'unanswered' }),
      testReport('n', { status: 'not-run' }),
    )
    expect(markdown).toContain('#### Without a result')
    expect(markdown).toContain('- ⚠️ u (unanswered: the agent or an evaluator could not be reached)')
    expect(markdown).toContain('- ⚠️ n (not run: the run ended first)')
  })
})
