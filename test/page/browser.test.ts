import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOutcome } from '../fixtures/sample-outcome.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { hasBrowser, launchBrowser, open, violations, writePage } from './pages.ts'

describe.runIf(hasBrowser)('the HTML page in a browser', () => {
  let browser: Browser
  let url: string
  beforeAll(async () => {
    browser = await launchBrowser()
    url = await writePage(sampleOutcome)
  })
  afterAll(() => browser.close())

  const lines = (page: Page) => page.locator('[role=treeitem] .name').allTextContents()
  const title = (page: Page) => page.locator('#detail-title').textContent()

  it('opens with the verdict, the most important test, and without any request', async () => {
    const { page, incidents } = await open(browser, url)
    expect(await page.locator('.verdict').textContent()).toBe('Failed')
    expect(await page.locator('.headline').textContent()).toMatch(
      /^“Refuses a refund after 30 days” broke \(Support bot\); 1 of 4 agents .* judged\. 21 of 24 tests passed/,
    )
    expect(await title(page)).toBe('Refuses a refund after 30 days')
    expect(page.url()).toContain('#agent-support/test-Refuses')
    expect(await page.locator('.turn .role').allTextContents()).toEqual([
      ...['system', 'user', 'Agent', 'user', 'Agent: reply under test'],
    ])
    expect(await page.locator('.turn.reply').textContent()).toContain('I have refunded the full price')
    expect(await page.title()).toBe('failed: Agent tests (staging)')
    expect(incidents).toEqual([])
    await page.close()
  })

  it('filters by status and evaluator, and searches every text', async () => {
    const { page } = await open(browser, url)
    await page.getByRole('button', { name: 'Flaky' }).click()
    expect(await lines(page)).toEqual(['Support bot', 'Hands an angry customer over to a person'])
    await page.getByRole('button', { name: 'Broken' }).click()
    expect(await page.getByRole('status').textContent()).toBe('2 of 24 tests')
    await page.getByRole('button', { name: 'Flaky' }).click()
    await page.getByRole('button', { name: 'Broken' }).click()
    await page.getByLabel('Evaluator', { exact: true }).selectOption('failed:Policy')
    expect(await lines(page)).toEqual(['Support bot', 'Refuses a refund after 30 days'])
    await page.getByLabel('Evaluator', { exact: true }).selectOption('')
    for (const words of [
      'blender LOUD',
      'send_survey',
      'grants attempt',
      'store credit',
      'booking assistant moves',
    ]) {
      await page.getByRole('searchbox').fill(words)
      expect(await page.getByRole('status').textContent(), words).toBe('1 of 24 tests')
    }
    await page.getByRole('searchbox').fill('nothing has this')
    expect(await page.getByText('No test matches').isVisible()).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.getByRole('searchbox').fill('')
    expect(await lines(page)).toContain('Travel planner')
    await page.close()
  })

  it('works with the keyboard alone', async () => {
    const { page } = await open(browser, url)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('tests')
    await page.keyboard.press('ArrowDown')
    expect(await title(page)).toBe('Hands an angry customer over to a person')
    await page.keyboard.press('End')
    expect(await title(page)).toBe('Billing helper')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await title(page)).toBe('Explains invoice 1')
    expect(page.url()).toContain('#agent-billing/test-Explains%20invoice%201')
    const active = await page.locator('[role=tree]').getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('detail-title')
    await page.close()
  })

  it('has a permanent address for each test', async () => {
    const { page } = await open(browser, `${url}#agent-booking/test-Moves%20a%20booking`)
    expect(await title(page)).toBe('Moves a booking')
    await page.evaluate("location.hash = '#agent-planner'")
    await page.getByRole('heading', { name: 'Travel planner' }).waitFor()
    await page.close()
  })

  it('marks the arguments of tool calls that differ', async () => {
    const { page } = await open(
      browser,
      `${url}#agent-booking/test-Cancels%20with%20a%20full%20refund%20before%20the%20deadline`,
    )
    const rows = await page.locator('.call').first().locator('tbody tr.differs').allInnerTexts()
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      'refund "full" "none" differs',
      'date "2026-12-28" "2026-12-27" differs',
      'notify.sms true – missing',
    ])
    expect(await page.locator('.call').nth(1).innerText()).toContain('Called, but not expected')
    await page.close()
  })

  it('keeps notes over a reload and exports them', async () => {
    const { page } = await open(browser, url)
    await page.getByRole('button', { name: 'I disagree' }).click()
    await page.getByLabel('Comment').fill('The policy allows 60 days.')
    await page.reload()
    expect(await page.getByLabel('Comment').inputValue()).toBe('The policy allows 60 days.')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export notes' }).click()
    const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    expect(exported).toMatchObject({
      kind: 'agent-tests notes',
      headSha: '3f9c2d17ab04e5d8c6b1907f2a4e8d5c3b6a9f01',
      notes: [
        {
          agent: { uuid: 'agent-support', name: 'Support bot' },
          test: { name: 'Refuses a refund after 30 days' },
          group: 'broken',
          opinion: 'disagree',
          comment: 'The policy allows 60 days.',
        },
      ],
    })
    await page.close()
  })

  it('counts tests that the service did not list, as the comment does', async () => {
    const { page } = await open(browser, await writePage(scenarios['mixed']?.outcome ?? expect.fail()))
    const agents = await page.locator('.agent-line').allInnerTexts()
    expect(agents.map((line) => line.replace(/\s+/g, ' '))).toEqual([
      'Support bot 10/12 passed',
      'Booking assistant 7/8 passed',
      'Order tracker Cannot run',
      'Billing helper 18/18 passed',
      'IT help desk 9/9 passed',
    ])
    expect(await page.locator('.agent-line .icon.passed').count()).toBe(2)
    await page.close()
  })

  it('says why a job ended before it tested an agent', async () => {
    const empty = await writePage({
      ...sampleOutcome,
      verdict: {
        status: 'inconclusive',
        totals: { total: 0, passed: 0, failed: 0 },
        flaky: 0,
        agents: { passed: 0, failed: 0, inconclusive: 0, skipped: 0 },
      },
      results: [],
      comparison: null,
      abortReason: { kind: 'no-agents' },
    })
    const { page, incidents } = await open(browser, empty)
    expect(await page.locator('.notice').textContent()).toContain('The job ended early.')
    expect(await page.getByText('No agent was tested').isVisible()).toBe(true)
    expect(await violations(page)).toEqual([])
    expect(incidents).toEqual([])
    await page.close()
  })

  it('leads to the conversation and back on a phone', async () => {
    const { page } = await open(browser, url, { width: 400 })
    const top = "document.querySelector('.detail-pane').getBoundingClientRect().top"
    await page.getByRole('treeitem', { name: 'Hands an angry customer' }).click()
    expect(Math.abs(Number(await page.evaluate(top)))).toBeLessThan(100)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('tests')
    expect(await title(page)).toBe('Hands an angry customer over to a person')
    await page.locator('.headline').getByRole('link').click()
    expect(Math.abs(Number(await page.evaluate(top)))).toBeLessThan(100)
    expect(await title(page)).toBe('Refuses a refund after 30 days')
    await page.close()
  })

  it('shows a test in the list that a chart or an address selects', async () => {
    const { page } = await open(browser, `${url}#agent-billing/test-Explains%20invoice%2012`)
    expect(await page.locator('[aria-selected=true] .name').textContent()).toBe('Explains invoice 12')
    await page.locator('.heat-row').last().locator('.heat-cell').last().click()
    expect(await page.locator('[aria-selected=true] .name').textContent()).toBe('Greets returning customers')
    await page.close()
  })
})
