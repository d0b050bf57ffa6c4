import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOutcome } from '../fixtures/sample-outcome.ts'
import { hasBrowser, launchBrowser, open, writePage } from './pages.ts'

describe.runIf(hasBrowser)('the HTML page on paper', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('has what did not pass, each in full, and the notes', async () => {
    const { page } = await open(browser, await writePage(sampleOutcome))
    await page.getByRole('button', { name: 'I disagree' }).click()
    await page.getByLabel('Comment').fill('The policy allows 60 days.')
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.printed h2').allInnerTexts()).toEqual([
      'Travel planner',
      'Refuses a refund after 30 days',
      'Hands an angry customer over to a person',
      'Late arrival after reception closes',
      'Cancels with a full refund before the deadline',
    ])
    expect(await page.locator('.printed').nth(1).innerText()).toMatch(
      /Note\s+Disagrees with this result. The policy allows 60 days.$/,
    )
    expect(await page.getByText('20 more tests not printed.').count()).toBe(1)
    expect(await page.locator('.panes').isVisible()).toBe(false)
    await page.close()
  })
})
