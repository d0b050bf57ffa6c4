import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { withoutConversation } from '../../src/gate/runs/conversations.ts'
import { percentage } from '../../src/results/format.ts'
import { withTests } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { anchorOf, sample } from './models.ts'
import { hasBrowser, usePages, violations } from './pages.ts'

describe.runIf(hasBrowser)('the HTML page', () => {
  const open = usePages()
  const lines = (page: Page) => page.locator('.line .name').allTextContents()
  const found = (page: Page) => page.locator('.filters [role=status]').textContent()
  const title = (page: Page) => page.locator('#detail-title').textContent()

  it('opens with the verdict, the most important test, and without any request', async () => {
    const { page, incidents } = await open(sample)
    const header = await page.locator('.page-header :is(p, h1, li)').allInnerTexts()
    expect(header.slice(0, 2)).toEqual([
      'Agent tests',
      '❌ Do not merge: 1 of 23 tests broke in Support bot; 1 test and 1 agent without a result',
    ])
    expect(header.at(-1)).toMatch(/^Agent tests · 3f9c2d1 · .* · Workflow run · What do these words mean\?$/)
    expect(await title(page)).toBe('Refuses a refund after 30 days')
    expect(page.url()).toContain(`#${anchorOf('Refuses a refund after 30 days')}`)
    expect(await page.locator('.history p').innerText()).toBe(
      'The agent probably changed after 20 Nov (failed 5 of 5, before 0 of 10).',
    )
    expect(await page.locator('.turn .role').allTextContents()).toEqual([
      ...['system', 'user', 'Agent', 'user', 'Agent: reply under test'],
    ])
    expect(await page.locator('.turn.reply').textContent()).toContain(
      'are on their way to your card (attempt 5)',
    )
    expect(await page.title()).toBe('failed: Agent tests')
    expect(incidents).toEqual([])
  })

  it('says of a dead link that it has no such test, until another one is chosen', async () => {
    const { page } = await open(sample, { anchor: 'test-gone/case-1' })
    const notice = page.getByText('This page has no such test.')
    expect(await notice.count()).toBe(1)
    expect(await title(page)).toBe('Refuses a refund after 30 days')
    await page.evaluate(`location.hash = '#${anchorOf('Travel planner')}'`)
    await expect.poll(() => notice.count()).toBe(0)
  })

  it('says if its data cannot be read', async () => {
    const edit = (html: string) => html.replace(/(?<=<script id="data"[^>]*>.{40})[^<]+/, '')
    const { page } = await open(sample, { edit })
    expect(await page.locator('#app').textContent()).toMatch(
      /^The data of this page cannot be read \(.+\)\. Download the whole file again, and open it in a current browser\.$/,
    )
  })

  it('says that conversations were left out', async () => {
    const { page } = await open({ ...withTests(sample, withoutConversation), conversationsLeftOut: true })
    expect(await page.locator('.page-header').textContent()).toContain('shown without their conversations')
    await page.locator('.line', { hasText: 'Hands an angry customer' }).click()
    await page.getByText('The conversation of this test is not part of this page.').waitFor()
  })

  it('filters by status and evaluator', async () => {
    const { page } = await open(sample)
    await page.getByRole('button', { name: 'Flaky' }).click()
    expect(await lines(page)).toEqual(['Hands an angry customer over to a person'])
    await page.getByRole('button', { name: 'Probably broke' }).click()
    expect(await found(page)).toBe('2 of 23 tests')
    await page.getByRole('button', { name: 'Flaky' }).click()
    expect(await page.locator('.detail-pane .notice').count()).toBe(0)
    await page.getByRole('button', { name: 'Older failure' }).click()
    await page.getByRole('button', { name: 'Probably broke' }).click()
    expect(await page.locator('.detail-pane .notice').textContent()).toBe(
      'The list does not show this test: it does not match the filter. Show all',
    )
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Evaluator', { exact: true }).selectOption('failed:Policy')
    expect(await lines(page)).toEqual(['Refuses a refund after 30 days'])
    await page.getByLabel('Evaluator', { exact: true }).selectOption('')
    await page.getByRole('searchbox').fill('nothing has this')
    expect(await page.getByText('No test matches').isVisible()).toBe(true)
    expect(await violations(page)).toEqual([])
    await page.getByRole('searchbox').fill('')
    expect(await lines(page)).toContain('Travel planner')
  })

  it('works with the keyboard alone', async () => {
    const { page } = await open(sample)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('tests')
    await page.keyboard.press('ArrowDown')
    expect(await title(page)).toBe('Travel planner')
    await page.keyboard.press('End')
    expect(await title(page)).toBe('Billing helper')
    await page.keyboard.press('PageUp')
    expect(await title(page)).toBe('Answers frequent question 9')
    await page.waitForURL(`**#${anchorOf('Answers frequent question 9')}`)
    const active = await page.locator('[role=listbox]').getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('detail-title')
  })

  it('steps through what the list shows with buttons, and with keys unless one is typing', async () => {
    const { page } = await open(sample)
    const [first, second] = ['Refuses a refund after 30 days', 'Travel planner']
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    expect(await title(page)).toBe(second)
    await page.getByRole('button', { name: 'Previous' }).click()
    expect(await title(page)).toBe(first)
    await page.keyboard.press('Enter')
    expect(await title(page)).toBe(first)
    await page.keyboard.press('j')
    expect(await title(page)).toBe(second)
    await page.locator('[role=listbox]').focus()
    await page.keyboard.press('k')
    expect(await title(page)).toBe(first)
    await page.keyboard.press('/')
    await page.keyboard.type('jk/')
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk/')
    expect(await title(page)).toBe(first)
  })

  it('selects the first match of a search, and leaves the search for the list with Escape', async () => {
    const { page } = await open(sample)
    await page.keyboard.press('/')
    await page.keyboard.type('question 1')
    expect(await title(page)).toBe('Answers frequent question 1')
    await page.keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.id')).toBe('tests')
    expect(await page.getByRole('searchbox').inputValue()).toBe('question 1')
    await page.keyboard.press('ArrowDown')
    expect(await title(page)).toBe('Answers frequent question 10')
    await page.getByRole('searchbox').fill('nothing has this')
    expect(await title(page)).toBe('Answers frequent question 10')
  })

  it.each(['Enter', 'ArrowDown'])('leads from the search to the first match with %s', async (key) => {
    const { page } = await open(sample)
    await page.getByRole('searchbox').fill('question 1')
    await page.locator('.line', { hasText: 'Answers frequent question 10' }).click()
    await page.getByRole('searchbox').press(key)
    expect(await title(page)).toBe('Answers frequent question 1')
    expect(await page.evaluate('document.activeElement.id')).toBe('tests')
  })

  it('keeps the filter in the address, beside the link of the test', async () => {
    const { page } = await open(sample)
    await page.getByRole('button', { name: 'Flaky' }).click()
    await page.getByRole('searchbox').fill('a person?')
    const address = () => page.evaluate('location.hash')
    const none = `#${anchorOf('Refuses a refund after 30 days')}?status=flaky&search=a+person%3F`
    await expect.poll(address).toBe(none)
    await page.getByRole('searchbox').fill('a person')
    const name = 'Hands an angry customer over to a person'
    await expect.poll(address).toBe(`#${anchorOf(name)}?status=flaky&search=a+person`)
    await page.reload()
    await page.waitForSelector('.line')
    expect(await lines(page)).toEqual([name])
    expect(await title(page)).toBe(name)
    await page.locator('.breadcrumb a').click()
    await page.getByRole('heading', { level: 2, name: 'Support bot' }).waitFor()
    await expect.poll(address).toBe(`#${anchorOf('Support bot')}?status=flaky&search=a+person`)
    await page.locator('.skip').focus()
    await page.keyboard.press('Enter')
    await expect.poll(address).toBe(`#${anchorOf('Support bot')}?status=flaky&search=a+person`)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(address).toBe(`#${anchorOf('Support bot')}`)
  })

  it('has a permanent address for each test, and shows it in the list', async () => {
    const { page } = await open(sample, { anchor: anchorOf('Answers frequent question 12') })
    expect(await title(page)).toBe('Answers frequent question 12')
    expect(await page.locator('[aria-selected=true] .name').textContent()).toBe(
      'Answers frequent question 12',
    )
    await page.evaluate(`location.hash = '#${anchorOf('Travel planner')}'`)
    await page.getByRole('heading', { name: 'Travel planner' }).waitFor()
    await page.getByText('Overview').click()
    await page.locator('.cost-list').getByRole('button', { name: 'Booking assistant' }).click()
    expect(await page.locator('[aria-selected=true] .name').textContent()).toBe('Booking assistant')
  })

  it('prints what did not pass', async () => {
    const { page } = await open(sample)
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.printed h2').allInnerTexts()).toEqual([
      'Refuses a refund after 30 days',
      'Travel planner',
      'Late arrival after reception closes',
      'Cancels with a full refund before the deadline',
      'Hands an angry customer over to a person',
    ])
    expect(await page.getByText('19 more tests not printed.').count()).toBe(1)
    expect(await page.locator('.panes').isVisible()).toBe(false)
  })

  it('leads to the conversation and back on a phone, also with the button of the browser', async () => {
    const { page } = await open(sample, { width: 400 })
    const opened = async () => Math.abs((await page.locator('.detail-pane').boundingBox())?.y ?? 999) < 100
    const focused = () => page.evaluate('document.activeElement.id')
    const ways = [() => page.getByRole('button', { name: 'Back to the list' }).click(), () => page.goBack()]
    for (const goBack of ways)
      for (const name of [
        'Cancels with a full refund before the deadline',
        'Hands an angry customer over to a person',
      ]) {
        await page.locator('.line', { hasText: name }).first().click()
        await expect.poll(opened).toBe(true)
        await page.getByRole('button', { name: 'Next', exact: true }).click()
        await page.getByRole('button', { name: 'Previous' }).click()
        await goBack()
        await expect.poll(focused).toBe('tests')
        await expect.poll(opened).toBe(false)
        expect(await title(page)).toBe(name)
        expect(await page.evaluate('history.length')).toBe(3)
      }
  })

  it('walks through nothing with the button of the browser on a wide screen', async () => {
    const { page } = await open(sample)
    const before = await page.evaluate('history.length')
    for (const name of ['Cancels with', 'Hands an angry'])
      await page.locator('.line', { hasText: name }).click()
    expect(await page.evaluate('history.length')).toBe(before)
  })

  it('marks the selected line in the colors that a reader forces', async () => {
    const { page } = await open(sample)
    const outline = () =>
      page.locator('.line[aria-selected=true]').evaluate((line) => getComputedStyle(line).outlineStyle)
    expect(await outline()).toBe('none')
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await outline()).toBe('solid')
  })

  it('scrolls to the test of its address on a phone', async () => {
    const { page } = await open(sample, {
      width: 400,
      anchor: anchorOf('Hands an angry customer over to a person'),
    })
    const top = async () => Math.abs((await page.locator('.detail-pane').boundingBox())?.y ?? 999)
    await expect.poll(top).toBeLessThan(100)
    await page.evaluate(`scrollTo(0, 0); location.hash = '#${anchorOf('Refuses a refund after 30 days')}'`)
    await page.getByRole('heading', { level: 2, name: 'Refuses a refund after 30 days' }).waitFor()
    await expect.poll(top).toBeLessThan(100)
  })

  it.each([320, 400])(
    'has long names without scrolling sideways, and links for fingers, at %d pixels',
    async (width) => {
      const long = 'Support bot for customers of the northern region '.repeat(7).slice(0, 300)
      const word = 'W'.repeat(300)
      const results = JSON.parse(
        JSON.stringify(resultsOfScenario('worse'))
          .replaceAll('Refuses a refund after 30 days', word)
          .replaceAll('"Order agent"', JSON.stringify(long)),
      )
      const { page } = await open(results, { width })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.getByText('Overview').click()
      const tooLow = async () =>
        await page
          .locator('#app :is(a, button, summary, input, select):not(.skip)')
          .filter({ visible: true })
          .evaluateAll((targets) =>
            targets
              .filter((target) => target.getBoundingClientRect().height < 24)
              .map(({ textContent }) => textContent),
          )
      expect(await tooLow()).toEqual([])
      await page.locator('.agent-line').first().click()
      await page.locator('.baseline-runs').waitFor()
      expect(await tooLow()).toEqual([])
      await page.locator('.test-line').first().click()
      await page.locator('.attempt').first().waitFor()
      expect((await page.locator('#detail-title').boundingBox())?.height).toBeLessThan(150)
    },
  )

  it('says why a job ended before it tested an agent', async () => {
    const { page } = await open(resultsOfScenario('service-unreachable'))
    expect(await page.locator('.headline').textContent()).toContain('Do not merge yet: ')
    expect(await page.locator('.page-header code').allTextContents()).toContain('base-url')
    expect(await page.getByText('No agent was tested').isVisible()).toBe(true)
    expect(await violations(page)).toEqual([])
  })

  it('lists the agents, those that need attention first, with their passed tests', async () => {
    const { page } = await open(resultsOfScenario('mixed'))
    const agents = await page.locator('.agent-line').allInnerTexts()
    expect(agents.map((line) => line.replace(/\s+/g, ' '))).toEqual([
      'Order tracker Cannot run',
      'Support bot 10/12 passed',
      'Booking assistant 7/8 passed',
      'Billing helper 18/18 passed',
      'IT help desk 9/9 passed',
    ])
    expect(await page.locator('.agent-line .icon.passed').count()).toBe(2)
  })

  it('has names in two lines in the list, in place of cut ones', async () => {
    const { page } = await open(resultsOfScenario('worse'), { width: 400 })
    const names = await page.locator('.test-line .name').evaluateAll((all) =>
      all.map(({ textContent, scrollHeight, clientHeight }) => ({
        name: textContent,
        height: clientHeight,
        isCut: scrollHeight > clientHeight,
      })),
    )
    expect(names.filter(({ isCut }) => isCut)).toEqual([])
    expect(new Set(names.map(({ height }) => height)).size).toBe(2)
    expect(names.map(({ name }) => name)).toContain('Answers frequent question 7')
  })

  it('counts tests without a row in the bars', async () => {
    const { page } = await open(resultsOfScenario('every-reason'))
    const bar = await page
      .locator('.status-bar')
      .first()
      .locator('span')
      .evaluateAll((spans) => spans.map((span) => `${span.className} ${span.style.flexGrow}`))
    expect(bar).toEqual(['no-result 2', 'passed 2'])
  })

  it('opens with an inconclusive agent if no test failed', async () => {
    const { page } = await open(resultsOfScenario('all-timed-out'), { width: 400 })
    await page.getByText('still running its tests after').first().waitFor()
    expect(await page.locator('[aria-selected=true] .name').textContent()).toBe('Travel planner')
    expect((await page.locator('.list').boundingBox())?.height).toBe(3 * 44 + 2)
    expect(await page.locator('.filters .chip').allTextContents()).toEqual(['Without a result 2 agents'])
    expect(await page.getByText('0 of 0').count()).toBe(0)
  })

  it('says why it has no conversation', async () => {
    const { page } = await open(resultsOfScenario('details-missing'))
    expect(await page.locator('.detail-pane .notice').textContent()).toBe(
      'Support bot has tests whose details could not be read: HTTP 503: upstream unavailable; open the run to see them.',
    )
    const passing = await open(sample, { anchor: anchorOf('Moves a booking') })
    await passing.page.getByText('set the input details to all').waitFor()
  })

  it("says why an agent's tests have no result, and what to do", async () => {
    const { page } = await open(resultsOfScenario('agent-down'))
    await page.locator('.agent-line', { hasText: 'Support bot' }).click()
    expect(await page.locator('.detail-pane .card').first().innerText()).toMatch(
      /^Support bot answered HTTP 503 \("upstream connect error"\), so 4 tests have no result\.\s+Check the address and the logs of the agent/,
    )
  })

  it('has grey icons for what does not block, and red ones for nothing else', async () => {
    const { page } = await open(resultsOfScenario('worse'))
    const color = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color)
    const grey = await color('.filters .muted')
    const colors = async (groups: readonly string[]) =>
      new Set(await Promise.all(groups.map((group) => color(`.list .icon.${group}`))))
    expect(await colors(['new', 'unsteady', 'older', 'flaky'])).toEqual(new Set([grey]))
    expect((await colors(['changed', 'no-result'])).has(grey)).toBe(false)
    expect(await page.locator('.filters .chip').allTextContents()).toEqual([
      ...['Probably broke 2', 'Nothing to compare with 1', 'Now and then 1', 'Older failure 1'],
      ...['Flaky 2', 'Without a result 1', 'Passed 51'],
    ])
    await page.locator('.line', { hasText: 'Older failure: ' }).first().click()
    expect(await page.locator('.detail-pane .badge.blocks').count()).toBe(0)
  })

  it.each([
    [900, false],
    [899, true],
  ])('%d pixels wide, it is in one column: %s', async (width, isOneColumn) => {
    const { page } = await open(sample, { width })
    const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x
    expect((await left('.list-pane')) === (await left('.detail-pane'))).toBe(isOneColumn)
  })

  it('has little to say if all tests passed', async () => {
    const { page } = await open(resultsOfScenario('all-pass'))
    expect(await page.locator('.headline').textContent()).toBe(
      '✅ Good to merge: all 39 tests passed in 3 agents',
    )
    expect(await page.locator('.facts').innerText()).toMatch(/Passed\s+39 of 39 tests/)
    expect((await page.locator('.chart').first().boundingBox())?.width).toBeLessThan(500)
  })

  it('marks skipped agents as such, and has no empty charts', async () => {
    const { page } = await open(resultsOfScenario('all-skipped'))
    expect(await page.locator('.agent-line .icon.skipped').count()).toBe(2)
    expect(await page.locator('.chart').count()).toBe(0)
  })

  it('ends the trend with the first attempts that the comment shows', async () => {
    const { page } = await open(sample)
    const trend = page.locator('.chart', { hasText: 'first attempts of the compared tests' })
    const { now } = sample.decision.compared ?? expect.fail()
    expect(await trend.locator('.now .trend-rate').textContent()).toBe(percentage(now))
  })
})
