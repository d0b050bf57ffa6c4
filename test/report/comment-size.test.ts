import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentResult, GateOutcome } from '../../src/gate/results.ts'
import { renderComment, renderSummary } from '../../src/report/comment.ts'
import { comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import { hostileAgent, hostileComparison, hostileRefusal } from '../fixtures/hostile-texts.ts'
import { thousandAgents } from '../fixtures/sample-agents.ts'
import { lateRefund } from '../fixtures/sample-tests.ts'
import { failed, outcome, passed, resultsOf } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { comment } from './contexts.ts'
import { hostileText } from './hostile-arbitrary.ts'
import { automaticLinks, rendered } from './rendered.ts'

const within = (of: GateOutcome, maxCharacters: number) => comment(of, {}, maxCharacters)
const failingTests = (tests: number) =>
  Array.from({ length: tests }, (_, i) => ({ ...lateRefund, name: `Test ${i + 1}.` }))
const failingAgent = (tests: number): AgentResult => failed('Support bot', tests, failingTests(tests))
const passing = (agents: number) => Array.from({ length: agents }, (_, i) => passed(`Quiet bot ${i + 1}`, 5))

describe('shrinking', () => {
  it('leaves everything in if there is room', () => {
    const markdown = within(outcome([failingAgent(20), ...passing(20)], 1), 65_000)
    expect(markdown).not.toMatch(/left out|and \d+ more/i)
    expect(markdown.match(/\*\*Replied:\*\*/g)).toHaveLength(20)
    expect(markdown).toContain('Quiet bot 20')
  })

  it('links to the uploaded page, and to each test that it names, however little fits', () => {
    const results = resultsOf(outcome([failingAgent(40)], 1))
    const pageUrl = 'https://github.com/acme/shop/actions/runs/1/artifacts/2'
    for (const maxCharacters of [65_000, 9_000]) {
      const markdown = renderComment(results, { maxCharacters, pageUrl })
      expect(markdown.split('\n').slice(0, 4).join('')).toContain(`[Open the conversations](${pageUrl})`)
      const named = markdown.match(/<b>Test \d+/g)?.length
      expect(markdown.split(`(${pageUrl}#test-`)).toHaveLength(1 + (named ?? 0))
      expect(named).toBeGreaterThan(10)
    }
  })

  it('drops passing agents first, then conversations, other tests, reasons and names, and says how many', () => {
    const known = failingTests(10).map((each) =>
      judged({ ...each, name: `Known ${each.name}` }, 'known-failure'),
    )
    const broken = failed('Support bot', 30, [
      ...failingTests(20).map((each) => judged(each, 'broken')),
      ...known,
    ])
    const whole = comparedOutcome([broken, ...passing(40)], 1, [steadyBaseline(broken)])
    const full = within(whole, 65_000)
    const shown = (markdown: string) => ({
      passing: markdown.match(/Quiet bot/g)?.length ?? 0,
      conversations: markdown.match(/\*\*Replied/g)?.length ?? 0,
      known: markdown.match(/<b>Known/g)?.length ?? 0,
      reasons: markdown.match(/\*\*Policy\*\*/g)?.length ?? 0,
      broken: markdown.match(/<b>Test \d+\./g)?.length ?? 0,
    })
    const sizes = [full.length, full.length - 500, 22_000, 14_000, 6_000, 3_000]
    const steps = sizes.map((size) => shown(within(whole, size)))
    for (const part of ['passing', 'conversations', 'reasons', 'broken'] as const)
      expect(steps.map((step) => step[part])).toEqual(
        steps.map((step) => step[part]).toSorted((a, b) => b - a),
      )
    expect(steps[0]).toEqual({ passing: 40, conversations: 30, known: 10, reasons: 30, broken: 20 })
    expect(steps[1]?.passing).toBeLessThan(40)
    expect(steps[1]).toMatchObject({ conversations: 30, known: 10, reasons: 30, broken: 20 })
    expect(steps[3]).toMatchObject({ passing: 0, broken: 20 })
    expect(steps[5]?.known).toBeLessThan(10)
    expect(steps[5]?.broken).toBeGreaterThan(0)
    expect(within(whole, 6_000)).toMatch(/Left out to keep this short: the reasons of \d+ tests/)
    expect(within(whole, 3_000)).toMatch(/… and \d+ more tests\./)
  })

  it('keeps headline, totals and the links of the worst agents when a thousand fail', () => {
    const huge = outcome(thousandAgents(), 1)
    const summary = renderSummary(resultsOf(huge), { maxBytes: 1024 * 1024 })
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024)
    const markdown = within(huge, 20_000)
    expect(markdown.length).toBeLessThanOrEqual(20_000)
    expect(markdown).toContain('### ❌ Do not merge: 10,000 of 12,000 tests failed in all 1,000 agents')
    expect(markdown).toContain('| **Total** | **2,000/12,000** |')
    expect(markdown).toMatch(
      /\| ❌&nbsp;\[Store assistant 1\]\(https:\/\/app\.example\.com\/tests\?tab=runs&runId=/,
    )
    expect(markdown).toMatch(/… and 9\d\d more agents: 9\d\d failed\./)
    expect(markdown).toContain('Policy')
  })

  it('returns the headline if nothing else fits', () => {
    const markdown = within(outcome([failingAgent(5)], 1), 150)
    expect(markdown).toMatch(/^### ❌ Do not merge: 5 of 5 tests failed\n\n\[Workflow run\]/)
    expect(markdown.split('\n')).toHaveLength(4)
  })

  const soundly = async (of: GateOutcome, max: number) => {
    const markdown = within(of, max)
    expect(markdown.length).toBeLessThanOrEqual(max)
    expect(markdown.isWellFormed()).toBe(true)
    // Whatever is left open would swallow what comes after it.
    const page = await rendered(`${markdown}\n\nafter`)
    expect(page.skeleton).toMatch(/^h3\(\) .* p\(\)$/)
    expect(page.text.trimEnd()).toMatch(/\nafter$/)
    expect(automaticLinks(page.looseTexts)).toEqual([])
  }

  it('keeps any outcome within any limit, and whole', async () => {
    const agents = fc.array(
      fc
        .tuple(hostileText(), fc.boolean())
        .map(([text, runs]) => (runs ? hostileAgent(text) : hostileRefusal(text))),
      { minLength: 1, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(agents, fc.integer({ min: 6_000, max: 65_000 }), (results, max) =>
        soundly(outcome(results, 1), max),
      ),
      { numRuns: 15 },
    )
  })

  it('keeps any comparison within any limit, and whole', async () => {
    const texts = fc.array(hostileText(), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 6_000, max: 65_000 }), (texts, max) =>
        soundly(hostileComparison(texts), max),
      ),
      { numRuns: 15 },
    )
  })
})

describe('the summary', () => {
  it('adds tokens and a square per test to the comment', () => {
    const summary = renderSummary(resultsOfScenario('worse'), { maxBytes: 1024 * 1024 })
    expect(summary).toContain('| Agent | Passed | Cost | Tokens / test |')
    expect(summary).toContain(`Support bot<br>🟥🟨${'🟩'.repeat(10)}\n`)
    expect(summary).toContain(`Order agent<br>${'🟥'.repeat(4)}🟨⬜${'🟩'.repeat(18)}\n`)
  })

  it('has no squares for counts that contradict themselves', () => {
    const counts = { total: 5, passed: 0, failed: Number.MAX_SAFE_INTEGER }
    const contradictory = outcome([failed('Support bot', 5, [lateRefund], { counts })], 1)
    const summary = renderSummary(resultsOf(contradictory), { maxBytes: 1024 * 1024 })
    expect(summary).toContain('Support bot')
    expect(summary).not.toContain('🟥')
  })

  it('has the trend as a chart and as text, on events without a pull request', () => {
    const results = resultsOfScenario('nightly')
    const summary = (pullRequest: number | null) =>
      renderSummary({ ...results, pullRequest }, { maxBytes: 1024 * 1024 })
    expect(summary(null)).toContain(
      'First attempts of **Support bot**, **Booking assistant**, oldest run first: 100%, 100%, 85%, 95%, 100%, 95%, 85% (this run).\n\n' +
        '```mermaid\n%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "#2da44e"}}}}%%\nxychart-beta\n  x-axis "runs ago" ["6", "5", "4", "3", "2", "1", "this run"]\n' +
        '  y-axis "tests passed (%)" 0 --> 100\n  line [100, 100, 85, 95, 100, 95, 85]\n```\n',
    )
    expect(summary(42)).not.toContain('mermaid')
    expect(renderComment(results, { maxCharacters: 65_000 })).not.toContain('mermaid')
  })

  it('is measured in bytes, with some to spare', () => {
    const wide = Array.from({ length: 400 }, (_, i) =>
      failed(`予約アシスタント${i}`, 1, [{ ...lateRefund, name: `期限前${i}`.repeat(20) }]),
    )
    const summary = renderSummary(resultsOf(outcome(wide, 1)), { maxBytes: 100_000 })
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(96_000)
    expect(Buffer.byteLength(summary)).toBeGreaterThan(60_000)
  })
})
