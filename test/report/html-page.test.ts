import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildPage } from '../../scripts/build-page.ts'
import type { PageData } from '../../src/page/model.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { toResults } from '../../src/results/job.ts'
import type { Results } from '../../src/schema.ts'
import { judged } from '../fixtures/baselines.ts'
import { lateRefund, sampleTest } from '../fixtures/sample-conversations.ts'
import {
  sampleResults as results,
  sampleContext,
  sampleOutcome,
  sampleRun,
} from '../fixtures/sample-outcome.ts'

function dataOf(given: Results, maxConversationCharacters?: number): PageData {
  const limit = maxConversationCharacters === undefined ? {} : { maxConversationCharacters }
  const html = htmlPage(given, { template: '__WITHOUT_SCRIPT__ before __PAGE_DATA__ after', ...limit }).join(
    '',
  )
  const [, data = ''] = /before ([\w+/=]+) after$/.exec(html) ?? []
  return JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString())
}

describe('htmlPage', () => {
  it('has the results, whole', () => {
    expect(dataOf(results)).toEqual({ ...results, conversations: null })
  })

  it('has as many conversations as fit, of the most important tests, and all facts of the others', () => {
    const reply = 'x'.repeat(2000)
    const passed = { ...lateRefund, id: 'passed', status: 'passed', baseline: null, reply } as const
    const known = { ...judged(lateRefund, 'failed-before'), id: 'known', reply }
    const broken = { ...lateRefund, id: 'broken', reply }
    const agents = [
      [passed, known],
      [broken, sampleTest('Without conversation')],
    ].map((tests, index) => ({
      outcome: 'failed' as const,
      agent: { uuid: `${index}`, name: `Agent ${index}` },
      run: sampleRun(`run-${index}`, tests),
    }))
    const whole = toResults({ ...sampleOutcome, results: agents, earlierRuns: [] }, sampleContext)
    const kept = (limit: number) => {
      const { conversations, agents: listed } = dataOf(whole, limit)
      const tests = listed.flatMap(({ run }) => run?.tests ?? [])
      return [conversations, tests.filter((test) => test.reply !== null).map(({ id }) => id)]
    }
    expect(kept(20_000)).toEqual([null, ['passed', 'known', 'broken']])
    expect(kept(7_000)).toEqual([2, ['known', 'broken']])
    expect(kept(4_000)).toEqual([1, ['broken']])
    expect(kept(1_000)).toEqual([0, []])

    const cut = dataOf(whole, 0).agents[1]?.run?.tests[0]
    const { name, status, latencyMs } = broken
    expect(cut).toMatchObject({ name, status, latencyMs })
    expect(cut?.evaluators.map(({ evaluator, passed: given }) => [evaluator, given])).toEqual([
      ['Policy', false],
      ['Tone', true],
      ['Helpfulness', null],
    ])
    expect(cut?.attempts.map((attempt) => attempt.status)).toEqual(['failed', 'failed', 'failed'])
    const texts = [reply, ...lateRefund.criteria, lateRefund.reasoning, lateRefund.evaluators[0]?.reasoning]
    for (const text of texts) expect(JSON.stringify(cut)).not.toContain(text)
  })
})

describe('the built page', () => {
  it('allows its own script and style alone, and names no other address', async () => {
    const html = await buildPage()
    expect(html).toMatch(
      /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'"/,
    )
    expect(html.split('__PAGE_DATA__')).toHaveLength(2)
    expect(html).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//)
    expect(await buildPage()).toBe(html)
  })
})
