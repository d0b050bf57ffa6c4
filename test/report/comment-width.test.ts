// On a phone, no column of a comment is cut.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderGitHubPage } from '../../scripts/preview/github-page.ts'
import { hasChromium, launchBrowser } from '../../scripts/preview/screenshot.ts'
import { renderComment } from '../../src/report/comment.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'

describe.skipIf(!hasChromium)('a comment on a phone', () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>> | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it('has no table that is wider than the screen', async () => {
    const page = (await browser?.newPage({ viewport: { width: 400, height: 600 } })) ?? expect.fail()
    const wide: string[] = []
    for (const name of Object.keys(scenarios).filter((each) => !each.startsWith('hostile'))) {
      const markdown = renderComment(resultsOfScenario(name), { maxCharacters: 65_000 })
      await page.setContent(await renderGitHubPage(markdown, name))
      const isWide =
        "[...document.querySelectorAll('table')].some((each) => each.scrollWidth > each.clientWidth)"
      if (await page.evaluate(isWide)) wide.push(name)
    }
    expect(wide).toEqual([])
  })
})
