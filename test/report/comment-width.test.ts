// What a reader sees of a comment before scrolling, on a phone and on a large screen.
import { expect, it, onTestFinished } from 'vitest'
import { renderGitHubPage } from '../../scripts/preview/github-page.ts'
import { launchBrowser } from '../../scripts/preview/screenshot.ts'
import { renderComment } from '../../src/report/comment.ts'
import { storyOf } from '../../src/results/story.ts'
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
    // The first step: each line that is printed has its own.
    nextAt: next === undefined ? 0 : bottom(next.querySelector('br') ?? next),
  }
})()`

/** How many lines a headline takes at most, usually and with more than it names. */
const WIDTHS = [
  { width: 400, usual: 3, longest: 3 },
  { width: 760, usual: 1, longest: 2 },
]

it.runIf(hasBrowser)(
  'a comment has a short headline, the next step near the top, and no wide table, on a phone and a large screen',
  async () => {
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const faults: unknown[] = []
    for (const name of Object.keys(scenarios)) {
      const markdown = renderComment(storyOf(resultsOfScenario(name)), { maxCharacters: 65_000 })
      const isLong = /^.*(?:; |, and |failed: |block: |no earlier run)|\(staging/.test(markdown)
      await page.setContent(await renderGitHubPage(markdown.replaceAll('<details>', '<details open>'), name))
      for (const { width, usual, longest } of WIDTHS) {
        await page.setViewportSize({ width, height: TOP })
        const { isWide, lines, nextAt }: { isWide: boolean; lines: number; nextAt: number } =
          await page.evaluate(MEASURE)
        if (isWide || lines > (isLong ? longest : usual) || nextAt > TOP)
          faults.push({ name, width, isWide, lines, nextAt })
      }
    }
    expect(faults).toEqual([])
  },
)
