import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateOutcome } from '../../src/gate/results.ts'
import { sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'
import { hasBrowser, launchBrowser, open, writePage } from './pages.ts'

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '<img src="https://evil.example/x.png" onerror="alert(1)">',
  'javascript:alert(1)',
  '"__PAGE_DATA__" /* __SCRIPT__ */',
  '<style>@import url(https://evil.example/x.css)</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '__proto__',
  '\u202Etxt.exe \u2066 \uD800 lone',
  '',
]

/** Every text of the outcome is the hostile one. */
function hostileOutcome(text: string): GateOutcome {
  const evaluator = {
    evaluator: text,
    passed: false,
    score: null,
    scaleMin: null,
    scaleMax: null,
    valueName: text,
    reasoning: text,
  }
  const calls = [{ tool: text, arguments: JSON.stringify({ [text]: text }) }]
  const test = sampleTest(text, {
    status: 'failed',
    reasoning: text,
    reply: text,
    question: [{ role: text, content: text }],
    criteria: [text],
    toolCalls: calls,
    expectedToolCalls: [{ tool: text, arguments: text }],
    evaluators: [evaluator],
    attempts: [1, 2].map(() => ({
      taskId: text,
      status: 'failed' as const,
      reasoning: text,
      latencyMs: 1,
      cost: 1,
    })),
    id: text,
    uuid: text,
  })
  const agent = { uuid: `agent ${text}`, name: text }
  const error = { kind: 'http', message: text, reason: text, status: 400, code: null } as const
  return {
    ...sampleOutcome,
    comparison: null,
    results: [
      {
        outcome: 'failed',
        agent,
        run: { ...sampleRun(text, [test, test]), shareToken: text, detailsError: error },
      },
      { outcome: 'inconclusive', agent, run: null, reason: { kind: 'cannot-run', error } },
    ],
  }
}

describe.runIf(hasBrowser)('hostile text in the HTML page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(HOSTILE)('%j neither runs nor loads anything, and is shown as text', async (text) => {
    const { page, incidents } = await open(browser, await writePage(hostileOutcome(text)))
    expect(await page.locator('.turn.reply .text').textContent()).toBe(text.toWellFormed())
    expect(await page.locator('img, iframe, object, embed, [onerror]').count()).toBe(0)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    await page.getByRole('searchbox').fill(text)
    await page.getByRole('treeitem').first().click()
    await page.getByRole('treeitem').last().click()
    expect(incidents).toEqual([])
    await page.close()
  })

  it('cannot be made to run a script by an injected element', async () => {
    const { page } = await open(browser, await writePage(sampleOutcome))
    const ran = await page.evaluate(`new Promise((resolve) => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.body.append(script)
      setTimeout(() => resolve(globalThis.ran === true), 50)
    })`)
    expect(ran).toBe(false)
    await page.close()
  })
})
