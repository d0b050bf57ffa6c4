import { describe, expect, it } from 'vitest'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { hasBrowser, usePages, violations } from './pages.ts'

describe.runIf(hasBrowser)('the HTML page', () => {
  const open = usePages()

  it.each([
    ['light', 1280],
    ['dark', 760],
    ['light', 400],
  ] as const)('is accessible in the %s scheme, %d pixels wide', async (scheme, width) => {
    // Its agents have tests of nearly every group, with tool calls, evaluators and attempts.
    const { page } = await open(resultsOfScenario('worse'), { scheme, width })
    await page.evaluate("document.querySelector('.overview').open = true")
    expect(await page.getByRole('heading', { name: 'Pass rate' }).first().isVisible()).toBe(true)
    expect(await violations(page)).toEqual([])
    for (const [kind, name] of [
      ['.agent-line', 'Order agent'],
      ['.test-line', 'Cancels with a full refund before the deadline'],
      ['.test-line', 'Refuses a refund after 30 days'],
    ] as const) {
      await page.locator(kind, { hasText: name }).first().click()
      await page.getByRole('heading', { name, level: 2 }).waitFor()
      expect(await violations(page), name).toEqual([])
    }
    await page.getByRole('button', { name: 'Copy for a coding agent', exact: true }).click()
    await page.locator('.detail-pane [role=status]:not(:empty)').waitFor()
    await page.locator('.earlier').first().click()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })
  it.each([
    ['light', 760],
    ['dark', 400],
  ] as const)(
    'shows the replies before and now in colors for everyone, %s and %d pixels wide',
    async (scheme, width) => {
      const { page } = await open(resultsOfScenario('gate-with-history'), { scheme, width })
      expect(await page.locator('.turn:is(.passing, .failing) .role').allTextContents()).toEqual([
        'Before: passed',
        'Now: failed',
      ])
      expect(await violations(page)).toEqual([])
    },
  )
})
