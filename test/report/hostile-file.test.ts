// Results have texts of others in every field, and `agent-tests report` reads them from a file.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderComment, renderSummary } from '../../src/report/comment.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results, ResultsTest } from '../../src/schema.ts'
import { hostileResults, hostileScenarios, hostileTexts } from '../fixtures/hostile-texts.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
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
        for (const line of withoutColors([...resultsLines(storyOf(hostile)), ...lastLines(storyOf(hostile))]))
          expect(line).not.toMatch(/##\[|^\s*::|[\u0000-\u001F\u007F-\u009F\u2028\u2029]/)
      }),
      { numRuns: 6 },
    )
  })

  it.each(['::error::not ours', ' ::add-mask::a'])(
    'adds no command to the log where a line begins with %s',
    (text) => {
      const modes = ['gate', 'gate-if-worse', 'report'] as const
      for (const results of modes.map((mode) => ({ ...of(text), mode })))
        for (const line of withoutColors([...resultsLines(storyOf(results)), ...lastLines(storyOf(results))]))
          expect(line).not.toMatch(/^\s*::/)
    },
  )

  it('leads nowhere but to web addresses', async () => {
    for (const text of [...hostileTexts, 'javascript:alert(1)', 'https://evil.example/a)[b](c'])
      for (const { properties } of (await rendered(summaryOf(of(text)))).elements)
        if (properties['href'] !== undefined)
          expect(properties['href']).toMatch(
            /^https?:\/\/(app\.example\.com|app\.agent-tests\.dev|evil\.example|github\.com\/acme\/agent-tests)\/[^)]*$/,
          )
  })
})

it('replies before and now stay in their two cells, or are quotes where they are long, whatever they are', async () => {
  const read = async (before: string, now: string) =>
    rendered(renderComment(storyOf(withReplies(before, now)), { maxCharacters: 65_000 }))
  await fc.assert(
    fc.asyncProperty(hostileText(), hostileText(), async (before, now) => {
      const page = await read(`a${before}`, `a${now}`)
      const quiet = await read(harmless(`a${before}`), harmless(`a${now}`))
      expect(page.skeleton).toBe(quiet.skeleton)
      expect(automaticLinks(page.looseTexts)).toEqual([])
    }),
    {
      numRuns: 60,
      examples: [...hostileTexts, 'ש 3 | 4', 'many words '.repeat(1900)].map((text) => [text, text]),
    },
  )
  const { skeleton, text } = await read('a | b\n| c', 'ש\n</td> | d')
  // What is beyond the last cell would be lost.
  expect(text).toMatch(/a \| b\n\| c.*<\/td> \| d/s)
  expect(skeleton).toContain('table(thead(tr(th() th())) tbody(tr(td() td())))')
})

/** Of a test that has one of the control before that of the change. */
function withReplies(before: string, now: string): Results {
  const results = resultsOfScenario('control-one-broke')
  const replaced = ({ attempts }: Pick<ResultsTest, 'attempts'>) =>
    attempts.map((attempt) => ({ ...attempt, reply: attempt.status === 'passed' ? before : now }))
  const agents = results.agents.map((agent) => {
    const tests = (agent.run?.tests ?? []).map((each): ResultsTest => {
      const control = each.control && { ...each.control, attempts: replaced(each.control) }
      return { ...each, reply: now, attempts: replaced(each), control }
    })
    return { ...agent, run: agent.run && { ...agent.run, tests } }
  })
  return { ...results, agents }
}

/** As long, since lines are left out where texts are long, and with the same end of a sentence. */
function harmless(text: string): string {
  return text.replace(/[^\s.!?…"”]/g, 'x')
}

function summaryOf(results: Results): string {
  return renderSummary(storyOf(results), { maxBytes: 1024 * 1024 })
}

/** Remedies may have code in them. */
function withoutCode(skeleton: string): string {
  return skeleton.replaceAll(/ ?code\(\)/g, '')
}
