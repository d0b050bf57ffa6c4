import { describe, expect, it } from 'vitest'
import type { Results, ResultsTest } from '../../src/schema.ts'
import { attempts } from '../fixtures/baselines.ts'
import { agentOf, binary, run, test as testResult } from '../fixtures/samples.ts'
import { resultsOfAgents, sample } from './models.ts'
import { hasBrowser, usePages } from './pages.ts'

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '<img src="https://evil.example/x.png" onerror="alert(1)">',
  'javascript:alert(1)',
  '__PAGE_DATA__ /* __SCRIPT__ */',
  '<style>@import url(https://evil.example/x.css)</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '__proto__',
  '\u202Etxt.exe \u2066 \uD800 lone',
  '',
]

/** Every text is the hostile one, also the addresses: results may come from a file. */
function hostileResults(text: string): Results {
  const calls = [{ tool: text, arguments: JSON.stringify({ [text]: text }) }]
  const test = testResult(text, {
    reasoning: text,
    reply: text,
    question: [{ role: text, content: text }],
    criteria: [
      { evaluator: text, text },
      { evaluator: null, text },
    ],
    toolCalls: calls,
    expectedToolCalls: [{ tool: text, arguments: text }],
    evaluators: [{ ...binary(text, false, text), valueName: text }],
    uuid: text,
  })
  const error = { kind: 'http', message: text, reason: text, status: 400, code: null } as const
  const cause = { kind: 'agent', detail: text, message: text } as const
  const made = attempts(test, 'failed', 'failed').map((each) => ({ ...each, taskId: text, url: text }))
  const failing = { ...test, attempts: made }
  const tests: ResultsTest[] = [
    failing,
    { ...failing, id: `${text}2` },
    { ...failing, id: `${text}3`, outcome: 'unanswered', error: cause },
  ]
  const ran = { ...run(text, { taskId: text, url: text, detailsError: error, tests }), tests }
  const results = resultsOfAgents([
    { ...agentOf(text, null, ran), uuid: `agent ${text}` },
    { ...agentOf(text, { kind: 'cannot-run', error }, null), uuid: text },
  ])
  return { ...results, title: text, workflowRunUrl: text }
}

describe.runIf(hasBrowser)('hostile text in the HTML page', () => {
  const open = usePages()

  it.each(HOSTILE)('%j neither runs nor loads anything, and is shown as text', async (text) => {
    const { page, incidents } = await open(hostileResults(text))
    await page.locator('[role=option].line').nth(1).click()
    const replies = await page.locator('.turn.reply .text').allTextContents()
    expect(replies).toEqual(text.trim() === '' ? [] : [text.toWellFormed()])
    expect(await page.locator('img, iframe, object, embed, [onerror]').count()).toBe(0)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    await page.getByRole('searchbox').fill(text)
    await page.locator('[role=option].line').first().click()
    await page.locator('[role=option].line').last().click()
    expect(incidents).toEqual([])
  })

  it('is in the headline without JavaScript, too, which links to the workflow run', async () => {
    const title = '</noscript><img src="https://evil.example/x.png">'
    const { page, incidents } = await open({ ...sample, title }, { javaScriptEnabled: false })
    expect(await page.locator('noscript > h1').innerText()).toBe(
      `❌ ${title}: Do not merge: "Refuses a refund after 30 days" broke; 1 test and 1 agent without a result`,
    )
    const link = page.getByRole('link', { name: 'Workflow run' })
    expect(await link.getAttribute('href')).toBe(sample.workflowRunUrl)
    expect(await page.locator('img').count()).toBe(0)
    expect(incidents).toEqual([])
  })

  it('cannot be made to run a script by an injected element', async () => {
    const { page } = await open(sample)
    const ran = await page.evaluate(`new Promise((resolve) => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.body.append(script)
      setTimeout(() => resolve(globalThis.ran === true), 50)
    })`)
    expect(ran).toBe(false)
  })
})
