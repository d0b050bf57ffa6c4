// What a change does to its tests of files, in the sentences of every report.
import { describe, expect, test } from 'vitest'
import { plain } from '../../src/results/sentence.ts'
import { headline, summarize } from '../../src/results/summary.ts'
import { changesText, namedChanges } from '../../src/results/test-changes.ts'
import type { Decision, Results, TestChanges } from '../../src/schema.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

type ChangedTest = TestChanges['tests'][number]

const changed = (what: ChangedTest['what'], name: string, more: Partial<ChangedTest> = {}): ChangedTest => ({
  ...{ agent: 'Support bot', name, what, before: null, file: 'agent-tests/refunds.yml', line: 3 },
  ...{ commit: 'c0ffee0', edits: [] },
  ...more,
})
const edit = (what: ChangedTest['edits'][number]['what']) => ({ what, before: 'a', now: 'b' })

const withChanges = (...all: readonly Partial<TestChanges>[]): Results => {
  const green = resultsOfScenario('all-pass')
  const [decision] = green.decisions as [Decision]
  const decisions = all.map((changes) => {
    return { ...decision, changes: { known: true, reason: null, isGroup: false, tests: [], ...changes } }
  })
  return { ...green, decisions }
}
const text = (...tests: readonly ChangedTest[]) => plain(changesText(withChanges({ tests })))

describe('the line', () => {
  test('names removed tests first, and says what edited ones ask or expect', () => {
    const tests = [
      changed('added', 'A'),
      changed('edited', 'B', { edits: [edit('criteria'), edit('tool-calls')] }),
      changed('renamed', 'C', { before: 'D' }),
      changed('removed', 'Names the 30 days'),
      changed('added', 'E'),
    ]
    expect(text(...tests)).toBe(
      '1 removed: "Names the 30 days", 2 added, 1 edited (what it expects), 1 renamed.',
    )
  })

  test('names three removed tests, and counts the others', () => {
    const removed = ['A', 'B', 'C', 'D', 'E'].map((name) => changed('removed', name))
    expect(text(...removed)).toBe('5 removed: "A", "B", "C" and 2 more.')
    expect(text(...removed.slice(0, 3))).toBe('3 removed: "A", "B" and "C".')
  })

  test('says of several edited tests what any of them changed', () => {
    const edits = [[edit('input')], [edit('question'), edit('evaluators')], [edit('type')]]
    const tests = edits.map((each, index) => changed('edited', `${index}`, { edits: each }))
    expect(text(...tests)).toBe('3 edited (what they ask, their evaluators, their types).')
  })

  test('counts a test of two agents once', () => {
    const tests = [changed('removed', 'A'), changed('removed', 'A', { agent: 'Billing helper' })]
    expect(text(...tests)).toBe('1 removed: "A".')
    expect(namedChanges(withChanges({ tests }))).toMatchObject([
      { agents: ['Support bot', 'Billing helper'] },
    ])
  })

  test('is not there where nothing changed, or there is no pull request', () => {
    expect(text()).toBe('')
    expect(changesText(withChanges({ known: false, reason: 'no-pull-request' }))).toEqual([])
    expect(changesText(resultsOfScenario('all-pass'))).toEqual([])
  })

  test('says that nobody knows, and what is known all the same', () => {
    const reason = 'Its commits could not be read: HTTP 403. Give the job contents: read.'
    const unknown = { known: false, reason }
    expect(plain(changesText(withChanges(unknown, unknown)))).toBe(
      `It is not known what this pull request changes. ${reason}`,
    )
    expect(plain(changesText(withChanges({ tests: [changed('added', 'A')] }, unknown)))).toBe(
      `1 added. It is not known what this pull request changes. ${reason}`,
    )
  })

  test('is that of a merge group', () => {
    const changes = { known: false, reason: 'No.', isGroup: true }
    expect(plain(changesText(withChanges(changes)))).toContain('what this merge group changes')
  })
})

test('a removed test leads to where it was, at the base', () => {
  const pieces = changesText(withChanges({ tests: [changed('removed', 'A')] }))
  expect(pieces).toContainEqual(
    expect.objectContaining({
      text: 'A',
      url: expect.stringMatching(/\/blob\/c0ffee0\/agent-tests\/refunds\.yml#L3$/),
    }),
  )
})

test.each([
  [[changed('removed', 'A')], /tests? passed.*; this pull request removes 1$/],
  [[changed('removed', 'A'), changed('removed', 'B')], /; this pull request removes 2$/],
  [[changed('added', 'A')], /passed[^;]*$/],
])('the headline counts removed tests', (tests, expected) => {
  expect(plain(headline(summarize(withChanges({ tests }))).facts)).toMatch(expected)
})
