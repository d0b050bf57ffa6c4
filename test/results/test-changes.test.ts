// What a change does to its tests of files, in the sentences of every report.
import { describe, expect, test } from 'vitest'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import { changesText, namedChanges, passesWithout } from '../../src/results/test-changes.ts'
import type { Results, ResultsTest, TestChanges } from '../../src/schema.ts'
import { attemptsBySign } from '../fixtures/control-scenarios.ts'
import { overriding, sourceIn } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

type ChangedTest = TestChanges['tests'][number]

const changed = (what: ChangedTest['what'], name: string, more: Partial<ChangedTest> = {}): ChangedTest => ({
  ...{ agent: 'Support bot', name, what, before: null, file: 'agent-tests/refunds.yml', line: 3 },
  ...{ commit: 'c0ffee0', edits: [], serviceName: `${name} · 0` },
  ...more,
})
const edit = (what: ChangedTest['edits'][number]['what']) => ({ what, before: 'a', now: 'b' })

const withChanges = (given: Partial<TestChanges>): Results => {
  const green = resultsOfScenario('all-pass')
  const changes = { known: 'yes' as const, reason: null, tests: [], ...given }
  return { ...green, decision: { ...green.decision, changes } }
}
const text = (...tests: readonly ChangedTest[]) => plain(changesText(withChanges({ tests })))

const removed = ['A', 'B', 'C', 'D', 'E'].map((name) => changed('removed', name))
const ofTwoAgents = [changed('removed', 'A'), changed('removed', 'A', { agent: 'Billing helper' })]

describe('the line', () => {
  test.each<[what: string, tests: readonly ChangedTest[], text: string]>([
    [
      'names removed tests first, and says what edited ones ask or expect',
      [
        changed('added', 'A'),
        changed('edited', 'B', { edits: [edit('criteria'), edit('tool-calls')] }),
        changed('renamed', 'C', { before: 'D' }),
        changed('removed', 'Names the 30 days'),
        changed('added', 'E'),
      ],
      '1 removed: "Names the 30 days", 2 added, 1 edited (criteria, expected calls), 1 renamed.',
    ],
    ['names three removed tests', removed.slice(0, 3), '3 removed: "A", "B" and "C".'],
    ['names no more, and counts the others', removed, '5 removed: "A", "B", "C" and 2 more.'],
    [
      'says of several edited tests what any of them changed',
      [[edit('input')], [edit('question'), edit('evaluators')], [edit('type')]].map((edits, index) =>
        changed('edited', `${index}`, { edits }),
      ),
      '3 edited (question, evaluators, type).',
    ],
    ['counts a test of two agents once', ofTwoAgents, '1 removed: "A".'],
    ['is not there where nothing changed', [], ''],
  ])('%s', (_, tests, expected) => {
    expect(text(...tests)).toBe(expected)
  })

  test('is not there without a pull request, or tests of files', () => {
    expect(changesText(withChanges({ known: 'no-pull-request' }))).toEqual([])
    expect(changesText(resultsOfScenario('all-pass'))).toEqual([])
  })

  test('says that nobody knows, and what is known all the same', () => {
    const reason = 'Its commits could not be read: HTTP 403. Give the job contents: read.'
    const unknown = { known: 'unknown' as const, reason }
    expect(plain(changesText(withChanges(unknown)))).toBe(
      `It is not known what this pull request changes. ${reason}`,
    )
    expect(plain(changesText(withChanges({ ...unknown, tests: [changed('added', 'A')] })))).toBe(
      `1 added. It is not known what this pull request changes. ${reason}`,
    )
  })

  test('is that of a merge group', () => {
    const results = withChanges({ known: 'unknown', reason: 'No.' })
    const text = plain(changesText({ ...results, about: 'merge-group' }))
    expect(text).toContain('what this merge group changes')
  })
})

test('a test of two agents has both', () => {
  expect(namedChanges(withChanges({ tests: ofTwoAgents }))).toMatchObject([
    { agents: ['Support bot', 'Billing helper'] },
  ])
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

const edited = (what: Parameters<typeof edit>[0], name = 'B') =>
  changed('edited', name, { edits: [edit(what)] })

test.each([
  [[changed('removed', 'A')], /tests? passed.*; this pull request removes 1 test$/],
  [[changed('removed', 'A'), changed('removed', 'B')], /; this pull request removes 2 tests$/],
  [[changed('added', 'A')], /passed[^;]*$/],
  [[edited('criteria')], /; this pull request edits what 1 expects$/],
  [
    [changed('removed', 'A'), edited('tool-calls'), edited('evaluators', 'C')],
    /; this pull request removes 1 test and edits what 2 expect$/,
  ],
  [[edited('question')], /passed[^;]*$/],
])('the headline counts tests that are removed, or expect something else', (tests, expected) => {
  expect(plain(storyOf(withChanges({ tests })).headline.facts)).toMatch(expected)
})

/** Added tests, with the signs of the attempts on the control of each; empty: it was not tried. */
function withTried(tried: Readonly<Record<string, string>>, more: Partial<ResultsTest> = {}): Results {
  const names = Object.keys(tried)
  const results = withChanges({ tests: names.map((name) => changed('added', name)) })
  const [agent] = results.agents
  const [sample] = agent?.run?.tests ?? []
  if (agent?.run == null || sample === undefined) throw new Error('The scenario has no test.')
  const tests = names.map((name): ResultsTest => {
    const made = attemptsBySign({ ...sample, outcome: 'passed' }, tried[name] ?? '')
    const control = made.length === 0 ? null : { name: 'Support bot', attempts: made }
    return { ...sample, name, source: sourceIn('a.yml', 1, { change: 'added' }), control, ...more }
  })
  return { ...results, agents: [{ ...agent, name: 'Support bot', run: { ...agent.run, tests } }] }
}

describe('without the change', () => {
  test.each<[Readonly<Record<string, string>>, string]>([
    [{ A: '', B: '' }, '2 added.'],
    [{ A: '?', B: '' }, '2 added.'],
    [{ A: '-', B: '-', C: '+' }, '3 added. 2 of 3 tests failed without this change, and passed with it.'],
    [{ A: '-' }, '1 added. 1 test failed without this change, and passed with it.'],
    [{ A: '-', B: '--' }, '2 added. Both tests failed without this change, and passed with it.'],
    [{ A: '+' }, '1 added. No test failed without this change.'],
    [{ A: '+', B: '++' }, '2 added. No test failed without this change.'],
    [{ A: '--', B: '-', C: '-+' }, '3 added. 2 of 3 tests failed without this change, and passed with it.'],
    [{ A: '-', B: '?', C: '' }, '3 added. 1 tried test failed without this change, and passed with it.'],
  ])('attempts on the control %o are counted', (tried, expected) => {
    expect(plain(changesText(withTried(tried)))).toBe(expected)
  })

  test('a test that fails with the change is not counted', () => {
    const failing = withTried({ A: '--' }, { cause: 'yours', failed: true, blocks: true })
    expect(plain(changesText(failing))).toBe('1 added.')
    const { agents, decision } = withTried({ A: '--', B: '-' })
    const [first, ...others] = agents
    const tests = (first?.run?.tests ?? []).map((each) =>
      each.name === 'A' ? { ...each, cause: 'yours' as const, failed: true } : each,
    )
    const mixed = { ...failing, decision, agents: [{ ...first, run: { ...first?.run, tests } }, ...others] }
    expect(plain(changesText(mixed as Results))).toContain(' 1 tried test failed without this change')
  })

  test.each(['-', '+', '-+', '?'])('a test with attempts %s passes there, too, if all did', (signs) => {
    expect(namedChanges(withTried({ A: signs })).map(passesWithout)).toEqual([signs === '+'])
  })
})

test.each<[Partial<TestChanges>, boolean, string]>([
  [{}, true, '; no test was added or edited.'],
  [{ tests: [changed('removed', 'A'), changed('renamed', 'B')] }, true, '; no test was added or edited.'],
  [{ tests: [changed('edited', 'A')] }, true, '.'],
  [{ known: 'unknown', reason: 'HTTP 403.' }, true, '.'],
  [{}, false, '.'],
])('what was tested says whether a changed prompt came with a test: %o, %s', (changes, differs, end) => {
  const override = { ...(overriding({ system_prompt: 'p.md' }) ?? expect.fail()), differs }
  const agents = withTried({ A: '' }).agents.map((agent) => ({ ...agent, override }))
  expect(storyOf({ ...withChanges(changes), agents }).tested.map((line) => plain(line))).toEqual([
    `Tested with this pull request's \`system_prompt\` (p.md of \`3f9c2d1\`)${end}`,
  ])
})
