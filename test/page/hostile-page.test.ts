import { describe, expect, it } from 'vitest'
import { hostileResults } from '../fixtures/hostile-texts.ts'
import { sample } from './models.ts'
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

describe.runIf(hasBrowser)('hostile text in the HTML page', () => {
  const open = usePages()

  it.each(HOSTILE)('%j neither runs nor loads anything, and is shown as text', async (text) => {
    const { page, incidents } = await open(hostileResults('all-details', text))
    await page.locator('[role=option].line').first().click()
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
      `❌ ${title}: Do not merge: 1 of 23 tests broke in Support bot; 1 test and 1 agent without a result`,
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
