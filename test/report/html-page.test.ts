import { describe, expect, it } from 'vitest'
import { buildPage } from '../../scripts/build-page.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { storyOf } from '../../src/results/story.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { resultsInPage } from '../support/page-results.ts'

describe('htmlPage', () => {
  it('has the results, whole', () => {
    const results = resultsOfScenario('all-details')
    const template = '__WITHOUT_SCRIPT__ <script id="data">__PAGE_DATA__</script>'
    expect(resultsInPage(htmlPage(storyOf(results), template).join(''))).toEqual(results)
  })
})

describe('the built page', () => {
  it('allows its own script and style alone, and names no other address', async () => {
    const html = await buildPage()
    expect(html).toMatch(
      /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'"/,
    )
    expect(html.split('__PAGE_DATA__')).toHaveLength(2)
    expect(html).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//)
    expect(await buildPage()).toBe(html)
  })
})
