// How many tests a change adds, edits, moves, removes and renames: the same number in headline, section, list and JSON, for random files of
// two agents whose tests have equal names.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesBetween, publishedChange, type SetTest, withMoves } from '../../src/change/plan.ts'
import { renderComment } from '../../src/report/comment.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { testsIn } from '../../src/test-files/files.ts'
import { outcome, passed, resultsOf } from '../fixtures/samples.ts'

const AGENTS = ['Ada', 'Bob'] as const
const NAMES = ['Greets', 'Refuses', 'Waits'] as const
const KINDS = ['added', 'edited', 'moved', 'removed', 'renamed'] as const

/** What each test asks, if the agent has it; null if it does not. Each second form expects something else. */
const forms = fc.array(fc.option(fc.constantFrom(1, 2, 3, 4)), { minLength: 3, maxLength: 3 })
const files = fc.record({ before: forms, now: forms })

function setOf(forms: readonly (number | null)[], file: string): SetTest[] {
  return forms.flatMap((form, index) => {
    if (form === null) return []
    const [asks, expects] = [Math.ceil(form / 2), form % 2]
    const text = `- name: ${NAMES[index]}
  history: [{ role: user, content: Question ${asks} }]
  evaluators: [{ name: Tone, variable_values: { criteria: Is right ${expects}. } }]
`
    return testsIn(text).map((found) => ({ ...found, file }))
  })
}

function resultsWith(
  all: readonly { readonly before: (number | null)[]; readonly now: (number | null)[] }[],
) {
  const tests = all.flatMap(({ before, now }, index) => {
    const agent = AGENTS[index] ?? ''
    const changes = changesBetween(setOf(before, `${agent}.yml`), setOf(now, `${agent}.yml`))
    return changes.map((change) => publishedChange(change, agent, 'c0ffee'))
  })
  const changes = { known: 'yes', reason: null, tests: withMoves(tests) } as const
  const of = outcome([passed('Ada', 3), passed('Bob', 3)], 1)
  return resultsOf({ ...of, decision: { ...of.decision, changes } })
}

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
const expectation = new Set(['criteria', 'evaluators', 'tool-calls'])

/** One test is one, whichever agents have it: what its name on the service says. */
function countedIn({ decision }: Results) {
  const tests = decision.changes?.tests ?? []
  const distinct = (of: typeof tests) =>
    new Set(of.map(({ serviceName, before, edits }) => JSON.stringify([serviceName, before, edits]))).size
  return {
    ofKind: Object.fromEntries(
      KINDS.map((what) => [what, distinct(tests.filter((test) => test.what === what))]),
    ),
    expecting: distinct(tests.filter(({ edits }) => edits.some(({ what }) => expectation.has(what)))),
  }
}

it('the counts of changes agree in headline, section, list and JSON', () => {
  let seen = 0
  fc.assert(
    fc.property(fc.tuple(files, files), (all) => {
      const results = resultsWith(all)
      const { ofKind, expecting } = countedIn(results)
      const { headline, changes } = storyOf(results)
      const [facts, section] = [plain(headline.facts), plain(changes)]
      const list = renderComment(storyOf(results), { maxCharacters: 65_536 })
      for (const what of KINDS) {
        expect(numberIn(section, new RegExp(`(\\d+) ${what}`)), `${what} in ${section}`).toBe(ofKind[what])
        expect(list.match(new RegExp(`^- ${what}: `, 'gim'))?.length ?? 0, `${what} in ${list}`).toBe(
          ofKind[what],
        )
        seen += ofKind[what] ?? 0
      }
      expect(numberIn(facts, /removes (\d+)/)).toBe(ofKind['removed'])
      expect(numberIn(facts, /edits what (\d+) expects?/)).toBe(expecting)
    }),
    { numRuns: 200 },
  )
  expect(seen).toBeGreaterThan(500)
})

it('an edit of a test of one agent does not hide that of another with the same name', () => {
  const [ada, bob] = [
    { before: [1, null, null], now: [3, null, null] },
    { before: [2, null, null], now: [1, null, null] },
  ]
  const { ofKind, expecting } = countedIn(resultsWith([ada, bob]))
  expect([ofKind['edited'], expecting]).toEqual([2, 1])
  expect(plain(storyOf(resultsWith([ada, bob])).headline.facts)).toContain('edits what 1 expects')
})
