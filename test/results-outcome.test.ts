import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { VerdictStatus } from '../src/gate/results.ts'
import { agentResult, verdictOf } from '../src/gate/verdict.ts'
import { renderComment } from '../src/report/comment.ts'
import { junitXml } from '../src/report/junit.ts'
import { resultsSchema } from '../src/report/results-schema.ts'
import { outcomeOf } from '../src/results-outcome.ts'
import { outcomeOfTests as outcome, resultsText as textOf } from './fixtures/results-texts.ts'
import { sampleTest } from './fixtures/sample-conversations.ts'
import { sampleContext, sampleOutcome, sampleRun } from './fixtures/sample-outcome.ts'
import { scenarios } from './fixtures/scenarios.ts'
import { hostileText } from './report/hostile-arbitrary.ts'
import { automaticLinks, rendered } from './report/rendered.ts'

const passed = textOf(outcome('Ada', 'passed', 'flaky'))
const NONE = { total: 0, passed: 0, failed: 0 }
const failed = textOf(outcome('Bob', 'passed', 'failed'))

describe('a file that contradicts itself', () => {
  type Change = (file: ReturnType<typeof JSON.parse>) => void
  it.each<[string, string, Change, VerdictStatus]>([
    [
      'a verdict better than its tests',
      failed,
      (file) => {
        file.verdict = 'passed'
      },
      'failed',
    ],
    [
      'totals without the failing test',
      failed,
      (file) => {
        file.totals.failed = 0
      },
      'failed',
    ],
    [
      'totals with more failing tests',
      passed,
      (file) => {
        file.totals.failed = 1
      },
      'inconclusive',
    ],
    [
      'everything but the tests says passed',
      failed,
      (file) => {
        file.verdict = 'passed'
        file.totals = { total: 2, passed: 2, failed: 0, flaky: 0 }
        file.agentTotals = { passed: 1, failed: 0, inconclusive: 0, skipped: 0 }
        file.agents[0].outcome = 'passed'
        file.agents[0].run.counts = { total: 2, passed: 2, failed: 0 }
      },
      'failed',
    ],
    [
      'an agent that is skipped although it ran',
      failed,
      (file) => {
        file.agents[0].outcome = 'skipped'
      },
      'failed',
    ],
    [
      'an agent that passed although its run did not end',
      passed,
      (file) => {
        file.agents[0].run.status = 'in_progress'
      },
      'inconclusive',
    ],
    [
      'an agent that passed without all planned tests',
      passed,
      (file) => {
        file.agents[0].run.plannedTests = 3
      },
      'inconclusive',
    ],
    [
      'a test that passed although its last attempt failed',
      passed,
      (file) => {
        file.agents[0].run.tests[0].attempts = [{ taskId: 'r', url: '', status: 'failed' }]
      },
      'inconclusive',
    ],
    [
      'a test that is flaky although no attempt passed',
      passed,
      (file) => {
        file.agents[0].run.tests[1].attempts[1].status = 'unanswered'
      },
      'inconclusive',
    ],
    [
      'no tests',
      passed,
      (file) => {
        Object.assign(file.agents[0].run, { tests: [], plannedTests: 0, counts: NONE })
        file.totals = { ...NONE, flaky: 0 }
      },
      'inconclusive',
    ],
    [
      'no counts',
      passed,
      (file) => {
        file.agents[0].run.counts = null
      },
      'inconclusive',
    ],
  ])('is never better than its tests: %s', (_what, text, change, status) => {
    const file = JSON.parse(text)
    change(file)
    expect(outcomeOf(file)).toMatchObject({ contradictory: true, outcome: { verdict: { status } } })
  })

  it('does not contradict itself with a verdict worse than its tests: it may be merged of several modes', () => {
    const file = { ...JSON.parse(passed), verdict: 'failed' }
    expect(outcomeOf(file)).toMatchObject({
      contradictory: false,
      outcome: { verdict: { status: 'failed' } },
    })
  })

  it('does not contradict itself with counts of a problem that its tests do not have', () => {
    const run = { ...sampleRun('r', [sampleTest('A', { status: 'failed' })]) }
    const counts = { total: 1, passed: 1, failed: 0 }
    const agent = { uuid: 'a', name: 'Ada' }
    const result = agentResult(agent, { ...run, counts }, { kind: 'contradictory' })
    const verdict = verdictOf('report', [result], null, null)
    const given = {
      verdict,
      results: [result],
      abortReason: null,
      comparison: null,
      trends: [],
      durationMs: 0,
    }
    const { contradictory, outcome: read } = outcomeOf(JSON.parse(textOf(given)))
    expect([contradictory, read.verdict]).toEqual([false, verdict])
  })
})

// The classes of one scenario are there for their texts only.
it.each(Object.entries(scenarios).filter(([name]) => name !== 'hostile-comparison'))(
  'the results file of the scenario "%s" means what its outcome means',
  (_name, { outcome: given }) => {
    const file = JSON.parse(textOf(given))
    const read = outcomeOf(file)
    expect(read.contradictory).toBe(false)
    expect(read.outcome.verdict).toEqual(given.verdict)
  },
)

/** The file with hostile texts wherever a service or a stranger could have written one. */
function withHostileTexts(value: unknown, text: () => string, key = ''): unknown {
  const untrusted =
    /^(title|name|message|label|remedy|kind|reasoning|reply|tool|arguments|evaluator|valueName|content|role|detailsMissing|reasons|details|criteria)$/
  const kept = /"kind":"(no-|too-|refused|lost)/
  if (typeof value === 'string') return untrusted.test(key) ? text() : value
  if (Array.isArray(value)) return value.map((each: unknown) => withHostileTexts(each, text, key))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, each]) =>
    name === 'kind' && kept.test(JSON.stringify(value))
      ? [name, each]
      : [name, withHostileTexts(each, text, name)],
  )
  return Object.fromEntries(fields)
}

it('the texts of a file become no markup, link or mention in the comment, and no control characters in JUnit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText(6), { minLength: 1, maxLength: 20 }), async (texts) => {
      let index = 0
      const file = withHostileTexts(
        JSON.parse(textOf(sampleOutcome)),
        () => texts[index++ % texts.length] ?? '',
      )
      const { outcome: read } = outcomeOf(z.parse(resultsSchema, file))
      const context = { ...sampleContext, mode: 'gate-if-worse' as const }
      const page = await rendered(renderComment(read, context, { maxCharacters: 65_000 }))
      expect(page.elements.map(({ tagName }) => tagName)).not.toContain('img')
      for (const { properties } of page.elements.filter(({ tagName }) => tagName === 'a'))
        expect(properties['href']).toMatch(/^https:\/\/(app\.agent-tests\.dev|github\.com\/acme\/shop)\//)
      expect(automaticLinks(page.looseTexts)).toEqual([])
      expect([...junitXml(read, context)].join('')).not.toMatch(/[^\n\t\P{Cc}]/u)
    }),
    { numRuns: 20 },
  )
})
