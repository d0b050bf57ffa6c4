import { describe, expect, it } from 'vitest'
import { buildPage } from '../../scripts/build-page.ts'
import type { GateOutcome, TestResult } from '../../src/gate/results.ts'
import { htmlPage, htmlPageOfResults } from '../../src/report/html-page.ts'
import type { PageData } from '../../src/report/page-data.ts'
import { resultsJson } from '../../src/report/results-json.ts'
import { judged } from '../fixtures/baselines.ts'
import { lateRefund, sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleContext, sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'

const template = 'before "__PAGE_DATA__" after'

function pageOf(
  outcome: GateOutcome,
  maxBytes?: number,
): { readonly data: PageData; readonly bytes: number } {
  const html = [...htmlPage(outcome, sampleContext, { template, ...(maxBytes && { maxBytes }) })].join('')
  expect(html).toMatch(/^before \{.* after$/s)
  const json = html.slice('before '.length, -' after'.length)
  return { data: JSON.parse(json), bytes: Buffer.byteLength(json) }
}

function outcomeOf(tests: readonly TestResult[]): GateOutcome {
  const agent = { uuid: 'a', name: 'A' }
  return {
    ...sampleOutcome,
    comparison: null,
    results: [{ outcome: 'failed', agent, run: sampleRun('r', tests) }],
  }
}

const mixed = outcomeOf([
  ...Array.from({ length: 20 }, (_, index) => ({
    ...lateRefund,
    uuid: `broken ${index}`,
    reply: 'x'.repeat(3000),
  })),
  ...Array.from({ length: 80 }, (_, index) => ({
    ...lateRefund,
    uuid: `passed ${index}`,
    status: 'passed' as const,
  })),
])

describe('htmlPage', () => {
  it('holds every detail while it fits', () => {
    const { data } = pageOf(sampleOutcome)
    expect(data.leftOut).toEqual([])
    expect(data.agents.map(({ run }) => run?.tests.length)).toEqual([4, 2, 18, undefined])
    expect(data.agents[0]?.run?.tests[0]).toMatchObject({
      reply: lateRefund.reply,
      criteria: lateRefund.criteria,
    })
  })

  it('leaves out nulls and empty lists', () => {
    const { data } = pageOf(sampleOutcome)
    expect(data.agents[1]?.run?.tests[1]).toEqual({
      uuid: 'test-Moves a booking',
      name: 'Moves a booking',
      status: 'passed',
      latencyMs: 3100,
      costUsd: 0.001,
      id: 'test-Moves a booking',
    })
  })

  it('drops the least useful details first, stays within its limit, and says what is missing', () => {
    const whole = pageOf(mixed)
    let least = Number.POSITIVE_INFINITY
    for (const share of [0.9, 0.7, 0.4, 0.2, 0.1, 0.05]) {
      const { data, bytes } = pageOf(mixed, whole.bytes * share)
      expect(bytes).toBeLessThan(whole.bytes * share + 2000)
      expect(bytes).toBeLessThanOrEqual(least)
      expect(data.leftOut.length).toBeGreaterThan(0)
      least = bytes
    }
    const { data } = pageOf(mixed, whole.bytes * 0.7)
    expect(data.agents[0]?.run?.tests[0]?.reply).toHaveLength(3000)
    expect(data.agents[0]?.run?.tests[99]?.reply).toBeUndefined()
    expect(data.leftOut).toContain('Conversations of passing tests are left out.')
  })

  it('keeps the conversations of tests that could not be judged before those of known failures', () => {
    const tests = (['known-failure', 'undetermined'] as const).map((known) => ({
      ...judged(lateRefund, known),
      reply: 'x'.repeat(30_000),
    }))
    const { data } = pageOf(outcomeOf(tests), 60_000)
    expect(data.agents[0]?.run?.tests.map(({ reply }) => reply?.includes('… ('))).toEqual([true, false])
    expect(data.leftOut).toEqual([
      'Texts of other tests that did not pass at once are cut to 20,000 characters.',
      'Conversations of passing tests are left out.',
    ])
  })

  it('has the conversations of the first failing tests, however many there are', () => {
    const tests = Array.from({ length: 3000 }, (_, index) => ({ ...lateRefund, uuid: `broken ${index}` }))
    const { data } = pageOf(outcomeOf([sampleTest('Passed'), ...tests]), 1_000_000)
    const listed = data.agents[0]?.run?.tests ?? []
    expect(listed).toHaveLength(3001)
    expect(listed[200]).toMatchObject({ reply: lateRefund.reply, criteria: lateRefund.criteria })
    expect(listed[201]?.reply).toBeUndefined()
    expect(data.leftOut[0]).toBe(
      'Only the first 200 tests that count against the verdict have their conversation and evaluators.',
    )
  })

  it('cuts the list last, and still names the agents', () => {
    const { data } = pageOf(mixed, 4000)
    expect(data.agents[0]?.name).toBe('A')
    const listed = data.agents[0]?.run?.tests.length ?? 0
    expect(listed).toBeGreaterThan(0)
    expect(listed).toBeLessThan(100)
    expect(data.leftOut).toContain(`Only the first ${listed} tests are listed.`)
  })

  it('is the same from a results file', () => {
    const { agents, ...job } = JSON.parse([...resultsJson(sampleOutcome, sampleContext)].join(''))
    const html = [...htmlPageOfResults({ ...job, agents }, { template })].join('')
    expect(html).toBe([...htmlPage(sampleOutcome, sampleContext, { template })].join(''))
  })

  it('contains no markup of the data', () => {
    const html = [
      ...htmlPage(outcomeOf([sampleTest('</script><!--<script>')]), sampleContext, { template }),
    ].join('')
    expect(html).not.toContain('<')
  })

  it('comes in pieces', () => {
    expect([...htmlPage(mixed, sampleContext, { template })].length).toBeGreaterThan(100)
  })
})

describe('the built page', () => {
  it('allows its own script and style alone, and names no other address', async () => {
    const html = await buildPage()
    expect(html).toMatch(
      /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'"/,
    )
    expect(html.split('"__PAGE_DATA__"')).toHaveLength(2)
    expect(html).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//)
    expect(await buildPage()).toBe(html)
  })
})
