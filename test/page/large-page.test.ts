import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelBooking, lateRefund, sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'
import { hasBrowser, launchBrowser, writePage } from './pages.ts'

const results = Array.from({ length: 100 }, (_, agent) => {
  const tests = Array.from({ length: 1000 }, (_, index) => {
    const fields = index % 50 === 0 ? lateRefund : index % 50 === 1 ? cancelBooking : sampleTest('')
    const uuid = `${agent}-${index}-5f0c-4a54-9b0e-1c1d2e3f4a5b`
    return {
      ...fields,
      uuid,
      id: uuid,
      name: `Scenario ${index}: answers within policy`,
      latencyMs: 300 + index,
    }
  })
  const run = sampleRun(`run-${agent}`, tests)
  return {
    outcome: 'failed',
    agent: { uuid: `agent-${agent}`, name: `Store assistant ${agent}` },
    run,
  } as const
})

/** Seconds of CPU that the page's main thread has used: on a busy machine, the clock on the wall says little. */
async function cpuSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

describe.runIf(hasBrowser)('the HTML page of 100 agents with 1,000 tests each', () => {
  let browser: Browser
  let page: Page
  let session: CDPSession
  let url: string
  beforeAll(async () => {
    url = await writePage({ ...sampleOutcome, comparison: null, results })
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  })
  afterAll(() => browser.close())

  it('stays within 20 MB and opens within 2 s', async () => {
    expect(statSync(fileURLToPath(url)).size).toBeLessThan(20_200_000)
    await page.goto(url)
    await page.waitForSelector('[role=treeitem]')
    expect(await cpuSeconds(session)).toBeLessThan(2)
    expect(await page.getByRole('status').textContent()).toBe('100,000 of 100,000 tests')
  })

  it('keeps only the visible lines in the document while it scrolls', async () => {
    const before = await cpuSeconds(session)
    const most = await page.evaluate(`(async () => {
      const tree = document.querySelector('[role=tree]')
      let most = 0
      for (let frame = 0; frame < 60; frame += 1) {
        tree.scrollTop += 100
        await new Promise(requestAnimationFrame)
        most = Math.max(most, tree.querySelectorAll('[role=treeitem]').length)
      }
      tree.scrollTop = tree.scrollHeight
      await new Promise(requestAnimationFrame)
      return most
    })()`)
    expect(most).toBeLessThan(60)
    expect((await cpuSeconds(session)) - before).toBeLessThan(1)
    await page.getByText('Scenario 999: answers within policy').waitFor()
  })

  it('searches all tests', async () => {
    await page.getByRole('searchbox').fill('assistant 42 scenario 17: ')
    await page.getByText('10 of 100,000 tests').waitFor()
  })
})
