import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisonOf } from '../../src/gate/comparison.ts'
import type { AgentResult, GateOutcome } from '../../src/gate/results.ts'
import type { ReportContext } from '../../src/report/context.ts'
import { renderComment, renderSummary } from '../../src/report/page.ts'
import { hostileAgent, hostileComparison, hostileRefusal } from '../fixtures/hostile-texts.ts'
import { thousandAgents } from '../fixtures/sample-agents.ts'
import { lateRefund } from '../fixtures/sample-tests.ts'
import { comparedWith, failed, outcome, passed } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { hostileText } from './hostile-arbitrary.ts'
import { automaticLinks, rendered } from './rendered.ts'

const context: ReportContext = {
  title: 'Agent tests',
  appUrl: 'https://app.example.com',
  mode: 'gate',
  timeoutSeconds: 1800,
  headSha: null,
  workflowRunUrl: null,
}
const comment = (of: GateOutcome, maxCharacters: number) => renderComment(of, context, { maxCharacters })
const failingAgent = (tests: number): AgentResult =>
  failed(
    'Support bot',
    tests,
    Array.from({ length: tests }, (_, i) => ({ ...lateRefund, name: `Test ${i + 1}.` })),
  )
const passing = (agents: number) => Array.from({ length: agents }, (_, i) => passed(`Quiet bot ${i + 1}`, 5))

describe('shrinking', () => {
  it('leaves everything in where there is room', () => {
    const markdown = comment(outcome([failingAgent(20), ...passing(20)], 1), 65_000)
    expect(markdown).not.toMatch(/left out|more/i)
    expect(markdown.match(/\*\*Reply:\*\*/g)).toHaveLength(20)
    expect(markdown).toContain('Quiet bot 20')
  })

  it('gives up passing agents first, then replies, then reasons, then names, and says how many', () => {
    const whole = outcome([failingAgent(20), ...passing(40)], 1)
    const full = comment(whole, 65_000)
    const shown = (markdown: string) => ({
      passing: markdown.match(/Quiet bot/g)?.length ?? 0,
      replies: markdown.match(/\*\*Reply:\*\*/g)?.length ?? 0,
      reasons: markdown.match(/\*\*Policy\*\*/g)?.length ?? 0,
      names: markdown.match(/Test \d+\./g)?.length ?? 0,
    })
    const sizes = [full.length, full.length - 500, 10_000, 4_000, 2_000, 900]
    const steps = sizes.map((size) => shown(comment(whole, size)))
    expect(steps).toEqual([
      { passing: 40, replies: 20, reasons: 20, names: 20 },
      { passing: 30, replies: 20, reasons: 20, names: 20 },
      { passing: 0, replies: 10, reasons: 20, names: 20 },
      { passing: 0, replies: 5, reasons: 5, names: 20 },
      { passing: 0, replies: 0, reasons: 3, names: 20 },
      { passing: 0, replies: 0, reasons: 0, names: 10 },
    ])
    expect(comment(whole, 8_000)).toContain('the replies in ')
    expect(comment(whole, 8_000)).toContain(
      '✅ 40 agents passed; their rows are left out to keep this short.',
    )
    expect(comment(whole, 900)).toMatch(/… and \d+ more failing tests\./)
  })

  it('keeps headline, totals and link of the worst agents when a thousand fail', () => {
    const markdown = comment(outcome(thousandAgents(), 1), 20_000)
    expect(markdown).toContain('### ❌ Do not merge: 100,000 of 120,000 tests failed across 1,000 agents')
    expect(markdown).toContain('| **All 1,000 agents** | **100,000 failed** | **20,000 / 120,000** |')
    expect(markdown).toMatch(/\[open\]\(https:\/\/app\.example\.com\/tests\?tab=runs&runId=/)
    expect(markdown).toMatch(/… and 9\d\d more agents: 9\d\d failed\./)
    expect(markdown).toContain('Policy')
  })

  it('returns the headline where nothing else fits', () => {
    expect(comment(outcome([failingAgent(5)], 1), 150)).toBe(
      '### ❌ Do not merge: 5 of 5 tests failed across 1 agent in 0.0s\n\n**Agent tests** · agents: 1 failed\n',
    )
  })

  it('keeps any outcome within any limit, and whole', async () => {
    const agents = fc.array(
      fc
        .tuple(hostileText(), fc.boolean())
        .map(([text, runs]) => (runs ? hostileAgent(text) : hostileRefusal(text))),
      { minLength: 1, maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(agents, fc.integer({ min: 6_000, max: 65_000 }), async (results, max) => {
        const markdown = comment(outcome(results, 1), max)
        expect(markdown.length).toBeLessThanOrEqual(max)
        expect(markdown.isWellFormed()).toBe(true)
        // Whatever is left open would swallow what comes after it.
        const page = await rendered(`${markdown}\n\nafter`)
        expect(page.skeleton).toMatch(/^h3\(\) .* p\(\)$/)
        expect(page.skeleton).not.toMatch(/details\([^)]*details/)
        expect(page.text.trimEnd()).toMatch(/\nafter$/)
      }),
      { numRuns: 40 },
    )
  })
})

describe('shrinking a comparison', () => {
  it('keeps any outcome within any limit, and whole', async () => {
    const texts = fc.array(hostileText(), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 6_000, max: 65_000 }), async (texts, max) => {
        const markdown = comment(hostileComparison(texts), max)
        expect(markdown.length).toBeLessThanOrEqual(max)
        expect(markdown.isWellFormed()).toBe(true)
        const page = await rendered(`${markdown}\n\nafter`)
        expect(page.skeleton).toMatch(/^h3\(\) .* p\(\)$/)
        expect(page.skeleton).not.toMatch(/details\([^)]*details/)
        expect(page.text.trimEnd()).toMatch(/\nafter$/)
        expect(automaticLinks(page.looseTexts)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe('the summary', () => {
  it('says the same as the comment', () => {
    const { outcome, context } = scenarios['mixed'] ?? expect.fail()
    const summary = renderSummary(outcome, context, { maxBytes: 1024 * 1024 })
    expect(summary).toBe(renderComment(outcome, context, { maxCharacters: 65_000 }))
  })

  it('is measured in bytes, with some to spare', () => {
    const wide = Array.from({ length: 400 }, (_, i) =>
      failed(`予約アシスタント${i}`, 1, [{ ...lateRefund, name: '期限前'.repeat(40) }]),
    )
    const summary = renderSummary(outcome(wide, 1), context, { maxBytes: 100_000 })
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(96_000)
    expect(Buffer.byteLength(summary)).toBeGreaterThan(70_000)
  })
})

describe('a thousand agents with a hundred thousand failing tests', () => {
  const huge = outcome(thousandAgents(), 3_900_000)
  const changed = withChanges(thousandAgents())
  const summary = (of: GateOutcome) =>
    Buffer.byteLength(renderSummary(of, context, { maxBytes: 1024 * 1024 }))

  it.each([
    ['comment', () => comment(huge, 65_000).length, 65_000],
    ['comment beside earlier runs', () => comment(changed, 65_000).length, 65_000],
    ['summary', () => summary(huge), 1024 * 1024],
    ['summary beside earlier runs', () => summary(changed), 1024 * 1024],
  ])('give a %s within seconds and within 200 MB', (_what, render, limit) => {
    const heapBefore = process.memoryUsage().heapUsed
    const cpuBefore = process.threadCpuUsage()
    expect(render()).toBeLessThanOrEqual(limit)
    // CPU time of this thread, about one second: ten leave room for a busy machine, and none for quadratic work.
    const { user, system } = process.threadCpuUsage(cpuBefore)
    expect((user + system) / 1000).toBeLessThan(10_000)
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(200e6)
  })
})

/** All of their failing tests passed before, and as many tests are fixed, new and removed. */
function withChanges(results: readonly AgentResult[]): GateOutcome {
  const others = Array.from({ length: 100 }, (_, i) => `Another scenario ${i + 1}: answers within policy`)
  const compared = results.map((result) =>
    comparedWith(
      result,
      { passed: 120, total: 120 },
      {
        newlyFailing: (result.run?.tests ?? []).map(({ name }) => name ?? ''),
        fixed: others,
        added: others,
        removed: others,
      },
    ),
  )
  const comparison = comparisonOf({ compared, withoutHistory: [], unreadable: [] })
  return outcome(results, 3_900_000, null, comparison)
}
