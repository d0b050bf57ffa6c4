import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cancelBooking, lateRefund } from '../fixtures/sample-tests.ts'
import { failed, outcome, resultsOf } from '../fixtures/samples.ts'
import { hasBrowser, usePages } from './pages.ts'

const agents = Array.from({ length: 100 }, (_, agent) => {
  const tests = Array.from({ length: 100 }, (_, index) => ({
    ...(index % 2 === 0 ? lateRefund : cancelBooking),
    name: `Scenario ${index}: answers within policy`,
    reply: `I have looked into your order ${agent}-${index}. `.repeat(60),
  }))
  return failed(`Store assistant ${agent}`, 100, tests)
})

/** Several times what a slow machine needs: a delay of this size is a fault of the page. */
const MAX_SECONDS = 10

/** Seconds of CPU that the page's main thread has used: on a busy machine, the clock on the wall says little. */
async function cpuSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function measured(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

describe.runIf(hasBrowser)('the HTML page of 10,000 failing tests', () => {
  const open = usePages()

  it('opens, scrolls and searches without delay', async () => {
    const { page } = await open(resultsOf(outcome(agents, 1)))
    const session = await measured(page)
    await page.reload()
    await page.waitForSelector('.line[role=option]')
    expect(await page.locator('.filters [role=status]').textContent()).toBe('10,000 of 10,000 tests')
    const opened = await cpuSeconds(session)
    expect(opened).toBeLessThan(MAX_SECONDS)
    await page.setViewportSize({ width: 320, height: 860 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.setViewportSize({ width: 1280, height: 860 })
    const most = await page.evaluate(`(async () => {
      const tree = document.querySelector('[role=listbox]')
      let most = 0
      for (let frame = 0; frame < 60; frame += 1) {
        tree.scrollTop += 100
        await new Promise(requestAnimationFrame)
        most = Math.max(most, tree.querySelectorAll('.line[role=option]').length)
      }
      tree.scrollTop = tree.scrollHeight
      return most
    })()`)
    expect(most).toBeLessThan(150)
    await page.getByText('Scenario 99: answers within policy').first().waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy 50 of 10,000 failing tests' }).click()
    await page.getByText('Copied.').waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(String(copied).match(/^"/gm)).toHaveLength(50)
    await page.getByRole('searchbox').fill('order 42-17.')
    await page.getByText('1 of 10,000 tests').waitFor()
    expect((await cpuSeconds(session)) - opened).toBeLessThan(MAX_SECONDS)
  })
})
