import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderComment, renderSummary } from '../../src/report/comment.ts'
import { storyOf } from '../../src/results/story.ts'
import { hostileResults, hostileScenarios } from '../fixtures/hostile-texts.ts'
import { thousandAgents } from '../fixtures/sample-agents.ts'
import { lateRefund } from '../fixtures/sample-tests.ts'
import {
  failed,
  outcome,
  passed,
  resultsOf,
  type SampleAgent,
  type SampleOutcome,
} from '../fixtures/samples.ts'
import { comment } from './contexts.ts'
import { hostileText } from './hostile-arbitrary.ts'
import { automaticLinks, rendered } from './rendered.ts'

const within = (of: SampleOutcome, maxCharacters: number) => comment(of, {}, maxCharacters)
const failingTests = (tests: number) =>
  Array.from({ length: tests }, (_, i) => ({ ...lateRefund, name: `Test ${i + 1}.` }))
const failingAgent = (tests: number): SampleAgent => failed('Support bot', tests, failingTests(tests))
const passing = (agents: number) => Array.from({ length: agents }, (_, i) => passed(`Quiet bot ${i + 1}`, 5))

/** What of a comment is shown, above and below the fold. */
function shown(markdown: string) {
  return {
    conversations: markdown.match(/^> \*\*Reply\*\* \(failed\)/gm)?.length ?? 0,
    names: markdown.match(/(?:<b>|\*\*)Test \d+\./g)?.length ?? 0,
    agents: markdown.match(/Quiet bot/g)?.length ?? 0,
    hasNumbers: /\d+ of \d+ tests passed/.test(markdown),
  }
}

describe('the budgets', () => {
  const whole = outcome([failingAgent(40), ...passing(120)], 1)
  const full = within(whole, 65_000)
  /** The largest comment that is smaller. */
  const next = (markdown: string) => within(whole, markdown.length - 1)

  it('are full, fewer conversations, names only, counts only, headline; each is used up to its own length', () => {
    // Three names are in the lines above the conversations.
    const sizes = [full]
    for (let size = 1; size < 5; size += 1) sizes.push(next(sizes.at(-1) ?? ''))
    expect(sizes.map(shown)).toEqual([
      { conversations: 3, names: 43, agents: 99, hasNumbers: true },
      { conversations: 1, names: 43, agents: 29, hasNumbers: true },
      { conversations: 0, names: 43, agents: 29, hasNumbers: true },
      { conversations: 0, names: 3, agents: 0, hasNumbers: false },
      { conversations: 0, names: 0, agents: 0, hasNumbers: false },
    ])
    for (const markdown of sizes) expect(within(whole, markdown.length)).toBe(markdown)
    expect(sizes[3]).toMatch(/\*\*Next:\*\* /)
    expect(sizes[4]).toMatch(/^### ❌ [^\n]*\n$/)
    expect(within(whole, 1)).toBe(sizes[4])
  })

  it('of the summary begin with one more', () => {
    const sizes = new Set<string>()
    for (let maxBytes = 200_000; maxBytes > 100; maxBytes *= 0.9)
      sizes.add(renderSummary(storyOf(resultsOf(whole)), { maxBytes }))
    expect([...sizes].map((markdown) => shown(markdown).conversations)).toEqual([10, 3, 1, 0, 0, 0])
    expect([...sizes].at(-1)).toMatch(/^### ❌ [^\n]*\n$/)
  })

  it('say how many agents and tests they leave out', () => {
    expect(full).toContain('… and 21 more agents.')
    const many = outcome([failingAgent(703)], 1)
    const smaller = within(many, within(many, 65_000).length - 1)
    // One is shown with its conversation, and 600 of the others are named.
    expect(smaller).toMatch(/\*\*Test 601\.\*\*, 102 more · /)
  })

  it('have the verdict of 300 tests once, and their names', () => {
    const markdown = within(outcome([failingAgent(300)], 1), 65_000)
    expect(markdown.match(/\*\*Test \d+\.\*\*/g)?.length).toBeGreaterThan(296)
    expect(markdown.length).toBeLessThan(12_000)
  })

  it('of the summary are measured in bytes, with some to spare', () => {
    const wide = Array.from({ length: 400 }, (_, i) =>
      failed(`予約アシスタント${i}`, 1, [{ ...lateRefund, name: `期限前${i}`.repeat(20) }]),
    )
    const results = resultsOf(outcome(wide, 1))
    const largest = renderSummary(storyOf(results), { maxBytes: 1024 * 1024 })
    const bytes = Buffer.byteLength(largest)
    expect(renderSummary(storyOf(results), { maxBytes: bytes + 4096 })).toBe(largest)
    expect(Buffer.byteLength(renderSummary(storyOf(results), { maxBytes: bytes + 4095 }))).toBeLessThan(bytes)
  })

  it('have conversations and the worst agents even if a thousand fail', () => {
    const huge = resultsOf(outcome(thousandAgents(), 1))
    const markdown = renderComment(storyOf(huge), { maxCharacters: 65_536 })
    expect(markdown).toContain('### ❌ Do not merge: 10,000 of 12,000 tests failed in 1,000 agents\n')
    expect(markdown).toContain('**User:**')
    expect(markdown).toMatch(/\n… and [\d,]+ more agents\.\n/)
    expect(markdown).toMatch(
      /\| ❌&nbsp;\[Store assistant 1\]\(https:\/\/app\.example\.com\/tests\?tab=runs&runId=/,
    )
    expect(Buffer.byteLength(renderSummary(storyOf(huge), { maxBytes: 1024 * 1024 }))).toBeLessThan(
      1024 * 1024,
    )
  })

  it('keep any results within any limit, and whole', async () => {
    const results = fc
      .tuple(fc.constantFrom(...hostileScenarios), hostileText(60))
      .map(([name, text]) => hostileResults(name, text))
    await fc.assert(
      fc.asyncProperty(results, fc.integer({ min: 6_000, max: 65_000 }), async (given, maxCharacters) => {
        const markdown = renderComment(storyOf(given), { maxCharacters })
        expect(markdown.length).toBeLessThanOrEqual(maxCharacters)
        expect(markdown.isWellFormed()).toBe(true)
        // Whatever is left open would swallow what comes after it.
        const page = await rendered(`${markdown}\n\nafter`)
        expect(page.skeleton).toMatch(/^h3\(\) .* p\(\)$/)
        expect(page.text.trimEnd()).toMatch(/\nafter$/)
        expect(automaticLinks(page.looseTexts)).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})
