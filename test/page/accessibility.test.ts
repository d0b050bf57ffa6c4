import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOutcome } from '../fixtures/sample-outcome.ts'
import { hasBrowser, launchBrowser, open, violations, writePage } from './pages.ts'

describe.runIf(hasBrowser)('the HTML page', () => {
  let browser: Browser
  let url: string
  beforeAll(async () => {
    browser = await launchBrowser()
    url = await writePage(sampleOutcome)
  })
  afterAll(() => browser.close())

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 400],
    ['dark', 400],
  ] as const)('is accessible in the %s scheme, %d pixels wide', async (scheme, width) => {
    const { page } = await open(browser, url, { scheme, width })
    await page.evaluate("document.querySelector('.overview').open = true")
    expect(await page.getByRole('heading', { name: 'Latency' }).isVisible()).toBe(true)
    expect(await violations(page)).toEqual([])
    for (const anchor of [
      'agent-support',
      'agent-booking/test-Cancels%20with%20a%20full%20refund%20before%20the%20deadline',
    ]) {
      await page.evaluate(`location.hash = '#${anchor}'`)
      expect(await violations(page), anchor).toEqual([])
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.close()
  })
})
