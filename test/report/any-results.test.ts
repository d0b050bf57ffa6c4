// A results file comes from another job, perhaps one of a pull request: no value that it may have prevents a report.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parserOf } from '../../src/client/core/schema.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { renderComment, renderSummary } from '../../src/report/comment.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { junitXml } from '../../src/report/junit.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { storyOf } from '../../src/results/story.ts'
import { type Results, resultsSchema } from '../../src/schema.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const parse = parserOf<Results>(resultsSchema)
const files = ['all-accepted', 'accepted-and-expired', 'ratings', 'control-alarm', 'worse', 'cancelled']
  .map((name): unknown => JSON.parse(JSON.stringify(resultsOfScenario(name))))
  .map((value) => ({ value, paths: [...pathsIn(value)] }))

function* pathsIn(value: unknown): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield [key]
    for (const path of pathsIn(inner)) yield [key, ...path]
  }
}

function replaced(value: unknown, [key = '', ...path]: readonly string[], by: unknown): unknown {
  const inner = path.length === 0 ? by : replaced(Reflect.get(Object(value), key), path, by)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...Object(value), [key]: inner }
}

const odd = fc.constantFrom<unknown>(
  ...['', 'soon', '\u0000', '\uD800', '9999999-99-99', '2026-99-99T00:00:00Z', 'http://[', '`<!--\r\n'],
  ...[-1, -0, 0.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 5e-324, null, true, false, []],
)

test('no value of a results file prevents a report', () => {
  let accepted = 0
  const change = fc
    .constantFrom(...files)
    .chain(({ value, paths }) =>
      fc.constantFrom(...paths).chain((path) => odd.map((by) => replaced(value, path, by))),
    )
  fc.assert(
    fc.property(change, (file) => {
      const results = parse(file)
      if (!results.ok) return
      accepted += 1
      const texts = [
        renderComment(storyOf(results.value), { maxCharacters: 65_536 }),
        renderSummary(storyOf(results.value), { maxBytes: 1_048_576 }),
        ...resultsLines(storyOf(results.value)),
        ...lastLines(storyOf(results.value)),
        ...annotationsOf(storyOf(results.value)).map(({ message }) => message),
        ...junitXml(storyOf(results.value)),
      ]
      expect(texts.join('\n')).not.toMatch(/\b(?:NaN|Infinity|Invalid Date)\b/)
      expect([...htmlPage(storyOf(results.value), '<main></main>')].length).toBeGreaterThan(0)
    }),
    { numRuns: 3000 },
  )
  expect(accepted).toBeGreaterThan(500)
})
