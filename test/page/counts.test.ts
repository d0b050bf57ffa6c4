// The page's numbers agree with each other and with the comment.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { percentages } from '../../src/report/units.ts'
import { sampleOutcome } from '../fixtures/sample-outcome.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { hasBrowser, launchBrowser, open, writePage } from './pages.ts'

describe.runIf(hasBrowser)('the HTML page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('says which passing tests it does not include, and counts all in the bars', async () => {
    const outcome = scenarios['many-agents']?.outcome ?? expect.fail()
    const { page } = await open(browser, await writePage(outcome))
    await page.getByText('Not included: 460 tests that passed.').waitFor()
    expect(await page.getByRole('button', { name: 'Passed' }).count()).toBe(0)
    expect(await page.locator('.facts').textContent()).toContain('Tests run468C')
    const shares = page.locator('.status-bar').first().locator('span')
    expect(
      await shares.evaluateAll((spans) => spans.map((span) => [span.className, span.style.flexGrow])),
    ).toEqual([
      ['failing', '2'],
      ['passed', '10'],
    ])
    await page.close()
  })

  it('opens with an inconclusive agent if no test failed', async () => {
    const outcome = scenarios['timed-out']?.outcome ?? expect.fail()
    const { page } = await open(browser, await writePage(outcome), { width: 400 })
    await page.getByText('timed out after').first().waitFor()
    expect(await page.locator('[aria-selected=true] .name').textContent()).toBe('Travel planner')
    const list = await page.locator('.tree').boundingBox()
    expect(list?.height).toBe(3 * 36 + 2)
    expect(await page.locator('.filters .chip').allTextContents()).toEqual(['Inconclusive 2 agents'])
    expect(await page.getByText('0 of 0').count()).toBe(0)
    await page.close()
  })

  it('says why it has no conversation', async () => {
    const { outcome } = scenarios['details-missing'] ?? expect.fail()
    const { page } = await open(browser, await writePage(outcome))
    await page.getByText('Not included: 1 test that failed, 9 tests that passed.').waitFor()
    expect(await page.locator('.detail-pane .notice').textContent()).toBe(
      'The details of this test could not be read: HTTP 503: upstream unavailable. Open the run to see them.',
    )
    await page.close()
    const passing = await open(
      browser,
      `${await writePage(sampleOutcome)}#agent-booking/test-Moves%20a%20booking`,
    )
    await passing.page.getByText('set the input details to all').waitFor()
    await passing.page.close()
  })

  it('shows the same reason of several attempts once', async () => {
    const { page } = await open(browser, await writePage(scenarios['one-broke']?.outcome ?? expect.fail()))
    expect(await page.locator('.attempts .card').count()).toBe(3)
    expect(await page.locator('.attempts .text').count()).toBe(1)
    await page.close()
  })

  it('marks skipped agents as such, and has no empty charts', async () => {
    const { page } = await open(browser, await writePage(scenarios['all-skipped']?.outcome ?? expect.fail()))
    expect(await page.locator('.agent-line .icon.skipped').count()).toBe(2)
    expect(await page.locator('.overview').count()).toBe(0)
    await page.close()
  })

  it('shows names of inputs as code', async () => {
    const { page } = await open(
      browser,
      await writePage(scenarios['unknown-agents']?.outcome ?? expect.fail()),
    )
    expect(await page.locator('.notice code').allTextContents()).toEqual(['agents'])
    await page.close()
  })

  it('ends the trend with the first attempts that the comment shows', async () => {
    const { page } = await open(browser, await writePage(sampleOutcome))
    const trend = page.locator('.chart', { hasText: 'first attempts of the compared tests' })
    const { now } = sampleOutcome.comparison ?? expect.fail()
    expect(await trend.locator('.now .trend-rate').textContent()).toBe(percentages(now, now)?.[0])
    await page.close()
  })
})
