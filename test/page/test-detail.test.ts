// The right side of the page: one test with its reply, its reasons and its attempts.
import { describe, expect, it } from 'vitest'
import { withoutConversation } from '../../src/gate/runs/conversations.ts'
import { fullPrompt } from '../../src/results/prompt.ts'
import { attempts } from '../fixtures/baselines.ts'
import { cancelBooking } from '../fixtures/sample-tests.ts'
import { binary, runUrl, sourceIn, test as testResult, withTests } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { anchorOf, modelOf, resultsOfTests, sample } from './models.ts'
import { hasBrowser, usePages } from './pages.ts'

const refund = anchorOf('Cancels with a full refund before the deadline')

describe.runIf(hasBrowser)('a test in the HTML page', () => {
  const open = usePages()

  it('shows the reply before what was expected and why, and folds earlier turns', async () => {
    const { page } = await open(sample)
    expect(await page.locator('.earlier').innerText()).toBe('3 earlier turns')
    expect(await page.locator('.turn').filter({ visible: true }).count()).toBe(2)
    const titles = await page.locator('.detail-pane h3').allTextContents()
    const [conversation, ...others] = titles
    expect([conversation, others.slice(0, 2)]).toEqual(['Conversation', ['Expected', 'Why it failed']])
    expect(await page.locator('.overview').evaluate((element) => element.hasAttribute('open'))).toBe(false)
  })

  it('shows where a test of a file is written, and that this job made it', async () => {
    const { page } = await open({
      ...resultsOfTests([
        {
          ...cancelBooking,
          source: sourceIn('agent-tests/refunds.yml', 7, { commit: 'c0ffee', made: true }),
        },
      ]),
      workflowRunUrl: 'https://github.com/acme/shop/actions/runs/1',
    })
    await page.getByText('agent-tests/refunds.yml:7, made on the service by this job').waitFor()
    const link = page.getByRole('link', { name: 'agent-tests/refunds.yml:7' })
    expect(await link.getAttribute('href')).toBe(
      'https://github.com/acme/shop/blob/c0ffee/agent-tests/refunds.yml#L7',
    )
  })

  it("shows the control's reply and attempts beside those of the candidate", async () => {
    const results = resultsOfScenario('control-one-broke')
    const { page } = await open(results)
    const [before, now] = await page.locator('.replies .turn').all()
    expect(await before?.innerText()).toMatch(
      /^Without the change: passed \(Support bot\)\s+You can return it within 30 days, not after 45\.$/,
    )
    expect(await now?.innerText()).toMatch(/^Now: failed\s+No problem at all!/)
    const [left, right] = [await before?.boundingBox(), await now?.boundingBox()]
    expect([left?.y, (right?.x ?? 0) > (left?.x ?? 0)]).toEqual([right?.y, true])
    const onControl = page.locator('.attempt', { hasText: 'Support bot' })
    expect(await onControl.locator('summary').allTextContents()).toEqual(
      [1, 2, 3, 4].map((nth) => `Support bot ${nth} Passed`),
    )
    await onControl.first().locator('summary').click()
    expect(await onControl.first().innerText()).toContain('You can return it within 30 days, not after 45.')
    expect(await page.locator('.history p').innerText()).toContain('without the change 0 of 4')
  })

  it('shows of a test that the pull request adds, and that passes, what it gave without the change', async () => {
    const onControl = attempts(testResult('A', { reasoning: 'No limit.' }), 'failed')
    const { page } = await open(
      resultsOfTests([
        testResult('Names the limit', {
          outcome: 'passed',
          source: sourceIn('a.yml', 1, { change: 'added' }),
          control: { name: 'Support bot', attempts: onControl },
        }),
      ]),
    )
    expect(await page.locator('.attempt[open]').innerText()).toMatch(/^Support bot 1[\s\S]*No limit\./)
  })

  it('shows the reply and the reason of each attempt in a numbered fold, the shown one open', async () => {
    const { page } = await open(sample)
    const all = page.locator('.attempt')
    // The reply above is that of the last one.
    expect(await page.locator('.attempt[open] summary').allTextContents()).toEqual(['Attempt 5 Failed'])
    for (const number of [5, 4, 3, 2, 1]) {
      const attempt = all.nth(number - 1)
      if (number < 5) await attempt.locator('summary').press('Enter')
      expect(await attempt.innerText()).toMatch(
        RegExp(
          `^Attempt ${number}\\s+Failed[\\s\\S]*Open run\\s+Replied\\s+Of course.*${number}\\)\\.\\s+Why\\s+Grants.*${number}`,
        ),
      )
    }
  })

  it('copies a test, or all that block, for a coding agent, and says so', async () => {
    const results = resultsOfScenario('worse')
    const { page, incidents } = await open(results)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (label: string) => {
      await page.getByRole('button', { name: label, exact: true }).click()
      await page.getByText('Copied. Paste it into your coding agent.').first().waitFor()
      return await page.evaluate('navigator.clipboard.readText()')
    }
    const { tests, story } = modelOf(results)
    const broken = tests.filter(({ group }) => group === 'changed').map(({ record }) => record)
    const promptOf = (of: typeof broken) => `${fullPrompt(story, new Set(of)).join('\n')}\n`
    expect(await copied('Copy for a coding agent')).toBe(promptOf(broken.slice(0, 1)))
    expect(await copied('Copy 2 failing tests for a coding agent')).toBe(promptOf(broken))
    await page.locator('.line', { hasText: 'Explains the invoice' }).click()
    expect(await page.locator('.detail-pane').getByRole('status').textContent()).toBe('')
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'Copy for a coding agent', exact: true }).click()
    await page.getByText('This browser does not allow copying.').waitFor()
    expect(incidents).toEqual([])
  })

  it('names evaluators without a name', async () => {
    const evaluators = [binary(null, false, 'Wrong.')]
    const { page } = await open(resultsOfTests([testResult('A', { outcome: 'failed', evaluators })]))
    expect(await page.locator('.evaluator h4').textContent()).toBe('(no name) Failed')
  })

  it('shows expected tool calls beside those that were made, and what does not block', async () => {
    const { page } = await open(sample, { anchor: refund })
    const rows = await page.locator('.calls tr').allInnerTexts()
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      'Argument Expected Called',
      'booking_id "BK-2041" "BK-2041"',
      'refund "full" ≠ differs: "none"',
      'date "2026-12-28" ≠ differs: "2026-12-27"',
      'notify {"email":true,"sms":true} ≠ differs: {"email":true}',
    ])
    expect(await page.locator('.calls h4').allInnerTexts()).toEqual([
      'cancel_booking',
      expect.stringMatching(/^send_survey\s+Not expected$/),
    ])
    expect(await page.locator('.detail-pane .badge').first().textContent()).toBe('Older failure')
    expect(await page.locator('.history p').textContent()).toMatch(
      /^An older failure \(failed once, before 8 of 10\)\./,
    )
  })

  it.each([320, 400])('breaks no name of an argument in a word, %d pixels wide', async (width) => {
    const given = JSON.stringify({ preferred_arrival_date: 'a '.repeat(60), id: 'x'.repeat(80) })
    const call = { tool: 'book', arguments: given }
    const { page } = await open(
      resultsOfTests([{ ...cancelBooking, toolCalls: [call], expectedToolCalls: [call] }]),
      { width },
    )
    const name = page.locator('.calls th[scope=row]').first()
    expect((await name.boundingBox())?.height).toBeGreaterThan(20)
    const lines = await name.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })

  it('shows how the test did in its earlier runs, oldest first, with links', async () => {
    const { page } = await open(sample, { anchor: refund })
    const runs = page.getByRole('list', { name: 'Earlier runs, oldest first' }).getByRole('link')
    const texts = await runs.allTextContents()
    expect(texts.map((text) => text.replace(/^.*: /, ''))).toEqual([
      'passed',
      ...Array.from({ length: 8 }, () => 'failed'),
      'passed',
    ])
    const { runs: read } =
      sample.agents.find(({ name }) => name === 'Booking assistant')?.baseline ?? expect.fail()
    expect(await runs.last().getAttribute('href')).toBe(read[0]?.url)
    expect((await runs.first().boundingBox())?.height).toBeGreaterThanOrEqual(24)
  })

  it('shows runs without a result of the test as such', async () => {
    const results = resultsOfScenario('worse')
    const { page } = await open(
      withTests(results, ({ earlier, ...test }) => {
        return { ...test, earlier: earlier && { ...earlier, results: earlier.results.map(() => null) } }
      }),
    )
    const runs = await page.locator('.last-runs li').allTextContents()
    expect(runs).toHaveLength(10)
    for (const run of runs) expect(run).toMatch(/: no result$/)
  })

  it('shows how the test was edited, in place of a reply before', async () => {
    const results = resultsOfScenario('gate-with-history')
    const { page } = await open(results)
    await page.locator('.test-line', { hasText: 'Keeps answers short' }).first().click()
    expect(await page.locator('.detail-pane').innerText()).toMatch(
      /Question, before\s+Explain the invoice\.\s+Question, now\s+Explain the invoice in two sentences\./,
    )
    expect(await page.locator('.turn.passing').count()).toBe(0)
  })

  it('says of an edit without its texts only that there was one', async () => {
    const results = resultsOfScenario('gate-with-history')
    const { page } = await open(withTests(results, withoutConversation))
    await page.locator('.test-line', { hasText: 'Keeps answers short' }).first().click()
    expect(await page.locator('.history p').innerText()).toContain('Its question was edited')
    expect(await page.getByRole('heading', { name: /^Edits/ }).count()).toBe(0)
  })

  it('links to a retry that gave no result', async () => {
    const problem = { kind: 'run-ended', how: 'failed' } as const
    const whyNotRunAgain = { why: 'no-result', problem, url: runUrl('retry-1') } as const
    const { page } = await open(resultsOfTests([{ ...cancelBooking, whyNotRunAgain }]))
    const retry = page.getByRole('link', { name: 'Open retry' })
    expect(await retry.getAttribute('href')).toMatch(/runId=retry-1$/)
  })
})
