// What a reader sees of a comment before scrolling, on a phone and on a large screen.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderGitHubPage } from '../../scripts/preview/github-page.ts'
import { launchBrowser } from '../../scripts/preview/screenshot.ts'
import { renderComment } from '../../src/report/comment.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { hasBrowser } from '../page/pages.ts'

const TOP = 600

/** Runs in the page. */
const MEASURE = `(() => {
  const bottom = (element) => element.getBoundingClientRect().bottom
  const starting = (text) => [...document.querySelectorAll('p')].find((each) => each.textContent.startsWith(text))
  const heading = document.querySelector('h3')
  const next = starting('Next:')
  return {
    isWide: [...document.querySelectorAll('table')].some((each) => each.scrollWidth > each.clientWidth),
    lines: Math.round((heading.clientHeight - 6) / parseFloat(getComputedStyle(heading).lineHeight)),
    nextAt: next === undefined ? 0 : bottom(next.nextElementSibling?.tagName === 'UL' ? next.nextElementSibling : next),
  }
})()`

describe.runIf(hasBrowser)('a comment', () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>> | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it.each([
    [400, 3, 3],
    [760, 1, 2],
  ])(
    'at %i pixels has a headline of at most %i lines, of %i with more than it names, the next step near the top, and no wide table',
    async (width, usual, longest) => {
      const page = (await browser?.newPage({ viewport: { width, height: TOP } })) ?? expect.fail()
      const faults: unknown[] = []
      for (const name of Object.keys(scenarios).filter((each) => !each.startsWith('hostile'))) {
        const markdown = renderComment(resultsOfScenario(name), { maxCharacters: 65_000 })
        await page.setContent(
          await renderGitHubPage(markdown.replaceAll('<details>', '<details open>'), name),
        )
        const { isWide, lines, nextAt }: { isWide: boolean; lines: number; nextAt: number } =
          await page.evaluate(MEASURE)
        const most = /^.*; |\(staging/.test(markdown) ? longest : usual
        if (isWide || lines > most || nextAt > TOP) faults.push({ name, isWide, lines, nextAt })
      }
      expect(faults).toEqual([])
    },
  )
})
