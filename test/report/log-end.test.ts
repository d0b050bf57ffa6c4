// What coding agents read of the log of a job that fails: the lines before the last one that has a word such as "error" or "fail".
import { describe, expect, it } from 'vitest'
import { annotationsOf } from '../../src/report/annotations.ts'
import { renderComment } from '../../src/report/comment.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { evidenceTexts } from '../../src/results/evidence.ts'
import { causeWords } from '../../src/results/failing-tests.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { withoutColors } from './contexts.ts'
import { snippet } from './log-snippet.ts'

const isRed = ({ mode, verdict }: Results) => mode !== 'report' && verdict !== 'passed'
const red = Object.keys(scenarios).filter((name) => isRed(resultsOfScenario(name)))

function logOf(results: Results): string[] {
  const annotations = annotationsOf(storyOf(results)).map(({ message }) => `##[error]${message}`)
  const comment = 'Comment updated: https://github.com/acme/shop/pull/42#issuecomment-1'
  return withoutColors([
    ...resultsLines(storyOf(results)),
    ...annotations,
    comment,
    ...lastLines(storyOf(results)),
  ])
}

describe('the last 30 lines around the last word such as "fail"', () => {
  it.each(red)('of %s have all of the first test', (name) => {
    const results = resultsOfScenario(name)
    const lines = snippet(logOf(results)).join('\n')
    const [first] = storyOf(results).failing.filter(({ test }) => test.blocks)
    if (first === undefined) return expect(lines).toMatch(/^Agent tests failed: .*\.$/m)
    const { test, agent } = first
    const texts = [test.name ?? '', agent.name, plain(causeWords(results, first)), test.source?.file ?? '']
    const starts = [...texts, ...evidenceTexts(test)].map(
      (text) => text.split('\n')[0]?.trim().slice(0, 60) ?? '',
    )
    expect(starts.filter((start) => !lines.includes(start))).toEqual([])
  })

  it.each(red)('of %s end with at most 28 lines, none of which is a command', (name) => {
    const lines = withoutColors(lastLines(storyOf(resultsOfScenario(name))))
    expect(lines.length).toBeLessThanOrEqual(28)
    expect(lines.at(-1)).toMatch(/^Agent tests failed: .+\.$/)
    expect(lines.filter((line) => line.trimStart().startsWith('::') || line.includes('##['))).toEqual([])
  })

  it('hold no command where a test of such a name is excused', () => {
    const results = resultsOfScenario('mixed')
    const agents = JSON.parse(
      JSON.stringify(results.agents).replaceAll('Refuses a refund', '::warning::Refuses'),
    )
    const lines = lastLines(storyOf({ ...results, agents }))
    expect(lines.filter((line) => line.trimStart().startsWith('::'))).toEqual([])
    expect(lines.join('\n')).toContain(
      '"::warning::Refuses after 30 days" (Support bot): fails now and then (failed',
    )
  })

  it('are only there if the job fails', () => {
    const others = Object.keys(scenarios).filter((name) => !red.includes(name))
    expect(others.filter((name) => lastLines(storyOf(resultsOfScenario(name))).length > 0)).toEqual([])
    expect(others.length).toBeGreaterThan(10)
  })
})

// These are about a change: of tests of files, one that earlier runs may hold, and a control without one.
const aboutChange = new Set(['tests-changed', 'only-recent-runs', 'history-unreadable', 'thousand-agents'])

it.each(Object.keys(scenarios).filter((name) => !aboutChange.has(name)))(
  'a job without a pull request says in %s nothing of a merge, a push or a change',
  (name) => {
    const results = resultsOfScenario(name, { pullRequest: null })
    if (results.agents.some(({ override, control }) => override !== null || control !== null)) return
    const overview = storyOf(results)
    const [top = ''] = renderComment(overview, { maxCharacters: 65_000 }).split('\n<details')
    const own = [...top.split(/\n|<br>/), ...lastLines(overview)].filter(
      (line) => !/^ *[|>]|^A person decides/.test(line),
    )
    expect(own.map((line) => line.replace(/\(http\S*\)/g, '')).join('\n')).not.toMatch(
      /\bmerge\b|pull request|\bpush|\bchange\b/i,
    )
  },
)
