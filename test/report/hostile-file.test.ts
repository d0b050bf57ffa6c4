// Results have texts of others in every field, and `agent-tests report` reads them from a file.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderSummary } from '../../src/report/comment.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { overviewOf } from '../../src/results/overview.ts'
import type { Results } from '../../src/schema.ts'
import { hostileResults, hostileScenarios, hostileTexts } from '../fixtures/hostile-texts.ts'
import { withoutColors } from './contexts.ts'
import { hostileText } from './hostile-arbitrary.ts'
import { automaticLinks, rendered } from './rendered.ts'

describe.each(hostileScenarios)('a file like that of scenario %s with any texts in it', (name) => {
  const of = (text: string) => hostileResults(name, text)

  it('adds no structure and no links to the comment, and no command to the log', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText(), async (text) => {
        const hostile = of(`a${text}`)
        const page = await rendered(summaryOf(hostile))
        const { skeleton } = await rendered(summaryOf(of(harmless(`a${text}`))))
        expect(withoutCode(page.skeleton)).toBe(withoutCode(skeleton))
        expect(automaticLinks(page.looseTexts)).toEqual([])
        for (const line of withoutColors([
          ...resultsLines(overviewOf(hostile)),
          ...lastLines(overviewOf(hostile)),
        ]))
          expect(line).not.toMatch(/##\[|^\s*::|[\u0000-\u001F\u007F-\u009F\u2028\u2029]/)
      }),
      { numRuns: 6 },
    )
  })

  it('leads nowhere but to web addresses', async () => {
    for (const text of [...hostileTexts, 'javascript:alert(1)', 'https://evil.example/a)[b](c'])
      for (const { properties } of (await rendered(summaryOf(of(text)))).elements)
        if (properties['href'] !== undefined)
          expect(properties['href']).toMatch(
            /^https?:\/\/(app\.example\.com|app\.agent-tests\.dev|evil\.example|github\.com\/acme\/agent-tests)\/[^)]*$/,
          )
  })
})

/** As long, since lines are left out where texts are long, and with the same end of a sentence. */
function harmless(text: string): string {
  return text.replace(/[^\s.!?…"”]/g, 'x')
}

function summaryOf(results: Results): string {
  return renderSummary(overviewOf(results), { maxBytes: 1024 * 1024 })
}

/** Remedies may have code in them. */
function withoutCode(skeleton: string): string {
  return skeleton.replaceAll(/ ?code\(\)/g, '')
}
