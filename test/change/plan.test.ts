// What a change does to tests of files: each of its own has to pass, so nothing that its author controls may hide one.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { SetTest } from '../../src/change/plan.ts'
import {
  type Changes,
  changesBetween,
  publishedChange,
  type RepositoryChanges,
} from '../../src/change/plan.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import type { TestChanges } from '../../src/schema.ts'
import { testsIn } from '../../src/test-files/files.ts'
import { readTestsInput } from '../../src/test-files/input.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { createFolder } from '../support/folders.ts'

type Texts = Readonly<Record<string, string>>

const asks = (name: string, words: string) =>
  `- name: ${name}\n  history: [{ role: user, content: ${words} }]\n  evaluators: [{ name: Correctness }]\n`

interface Change {
  readonly before: Texts
  readonly now: Texts
  /** Where the job changed what the tested commit has. */
  readonly workspace?: Texts
  readonly input?: string
  /** Of the repository in the workspace. */
  readonly folder?: string
}

const INPUT = 'agent-tests/*.yml'
const inFolder = (folder: string, files: Texts) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [folder + path, text]))

/** Between two commits with these files. */
function repositoryChanges({ before, now, workspace = now, folder = '' }: Change): RepositoryChanges {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const changed = paths.filter((path) => before[path] !== now[path])
  const touched = changed.map((path) => ({ path, before: before[path] ?? null }))
  const committed = new Set(Object.keys(now).filter((path) => workspace[path] === now[path]))
  return { folder, base: 'base', commit: 'tested', head: 'tested', atHead: new Map(), touched, committed }
}

function planOf(change: Change) {
  const { now, workspace = now, input = INPUT, folder = '' } = change
  const files = { ...inFolder(folder, workspace), [`${folder}.git/HEAD`]: '' }
  const read = readTestsInput(input, input.includes(':') ? [] : ['Bot'], createFolder(files))
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  const changes: Changes = {
    known: 'yes',
    reason: null,
    isHidden: false,
    repositories: [repositoryChanges(change)],
    commits: new Map([[folder, 'tested']]),
  }
  const plan = read.planWith(changes)
  if (plan === null) throw new Error('There are tests.')
  return plan
}

/** What became of the tests, as `agent/name: what`, with the earlier name of a renamed one. */
function changesIn(change: Change): string[] {
  return planOf(change)
    .changes.tests.map(({ agent, name, what, before }) => {
      return `${agent}/${name}: ${what}${before === null ? '' : ` from ${before}`}`
    })
    .sort()
}

/** By name, what the job's tests say of themselves. */
function sourcesOf(change: Change) {
  const wanted = planOf(change).wantedTests([{ uuid: 'e', name: 'Correctness' }])
  if ('kind' in wanted) throw new Error('The evaluator is there.')
  const all = [...wanted].flatMap(([agent, tests]) =>
    tests.map((each) => [`${agent}/${each.name}`, each.source]),
  )
  return Object.fromEntries(all)
}

const FILE = 'agent-tests/a.yml'
const A = asks('A', 'old')

describe('a test', () => {
  /** Of one file. */
  const edit = (before: string, now: string) => ({ before: { [FILE]: before }, now: { [FILE]: now } })
  const [edited, other] = [asks('A', 'new'), asks('B', 'x')]
  const [elsewhere, unchanged] = ['a.yml', 'agent-tests/b.yml']

  it.for<[what: string, changes: readonly string[], change: Change]>([
    ['in a file that is as it was', [], { before: { [FILE]: A }, now: { [FILE]: A, 'src/bot.ts': '' } }],
    ['beside others that change', ['Bot/B: added'], edit(A, `# Tests\n${A}${other}`)],
    ['that is edited', ['Bot/A: edited'], edit(A, edited)],
    ['that is added', ['Bot/A: added'], { before: {}, now: { [FILE]: A } }],
    ['that is removed', ['Bot/B: removed'], edit(A + other, A)],
    [
      'that is removed, and that a step makes again elsewhere',
      ['Bot/A: removed'],
      { before: { [FILE]: A }, now: {}, workspace: { 'agent-tests/made.yml': A } },
    ],
    ['that is renamed', ['Bot/B: renamed from A'], edit(A, asks('B', 'old'))],
    ['that is renamed and edited', ['Bot/A: removed', 'Bot/B: added'], edit(A, other)],
    ['beside one with an error, before', ['Bot/B: added'], edit(`${A}- name: B\n  history: []\n`, A + other)],
    [
      'of which a file of the same name elsewhere had the content',
      ['Bot/A: edited'],
      { before: { [elsewhere]: edited, [FILE]: A }, now: { [elsewhere]: '', [FILE]: edited } },
    ],
    [
      'whose name a test of a file that did not change has, too, before',
      ['Bot/B: added'],
      { before: { [FILE]: A, [unchanged]: A }, now: { [FILE]: A, [unchanged]: other } },
    ],
    [
      'in a repository in a folder of the workspace',
      ['Bot/A: edited'],
      { folder: 'shop/', input: `shop/${INPUT}`, ...edit(A, edited) },
    ],
  ])('%s: %s', ([_, changes, change]) => {
    expect(changesIn(change)).toEqual(changes)
    for (const { what, file, name, commit } of planOf(change).changes.tests) {
      expect(commit).toBe(what === 'removed' ? 'base' : 'tested')
      expect((what === 'removed' ? change.before : change.now)[file]).toContain(name)
    }
  })

  it('of a file that a step of the job made is nobody’s change, and has no place in a commit', () => {
    const change = {
      before: { [FILE]: A },
      now: { [FILE]: asks('A', 'new') },
      workspace: { [FILE]: asks('A', 'new'), 'agent-tests/made.yml': asks('C', 'made') },
    }
    expect(changesIn(change)).toEqual(['Bot/A: edited'])
    expect(sourcesOf(change)).toMatchObject({
      'Bot/A': { file: FILE, change: 'edited', committed: true, commit: 'tested' },
      'Bot/C': { file: 'agent-tests/made.yml', change: null, committed: false, commit: null },
    })
    expect(planOf(change).withMadeTests).toEqual(['Bot'])
  })

  it('that a step writes into a file of the change is the change’s, which then has the texts of the workspace', () => {
    const change = {
      before: { [FILE]: A },
      now: { [FILE]: asks('A', '$TEXT') },
      workspace: { [FILE]: asks('A', 'filled in') + asks('B', 'made') },
    }
    expect(changesIn(change)).toEqual(['Bot/A: edited', 'Bot/B: added'])
    expect(sourcesOf(change)).toMatchObject({ 'Bot/A': { change: 'edited', committed: false, commit: null } })
  })

  it('has its place in its repository', () => {
    const change = { folder: 'shop/', input: `shop/${INPUT}`, before: {}, now: { [FILE]: A } }
    expect(sourcesOf(change)).toEqual({ 'Bot/A': expect.objectContaining({ file: FILE, change: 'added' }) })
  })
})

test('between any two sets, each test is what their names and contents say', () => {
  const sets = fc.array(fc.record({ name: fc.nat(5), content: fc.nat(3) }), { maxLength: 8 })
  fc.assert(
    fc.property(sets, sets, (before, now) => {
      const found = changesBetween(before.map(setTest), now.map(setTest)).map(
        ({ what, before: was, now: is }) => {
          return [(is ?? was)?.test.name, what, what === 'renamed' ? was.test.name : null]
        },
      )
      expect(found.sort()).toEqual(expectedChanges(before, now).sort())
    }),
  )
})

interface Named {
  readonly name: number
  readonly content: number
}

function setTest({ name, content }: Named): SetTest {
  const history = [{ role: 'user' as const, content: `${content}` }]
  return { test: { name: `${name}`, history, evaluators: [{ name: 'Correctness' }] }, file: FILE, line: 1 }
}

/** By the definitions alone. */
function expectedChanges(before: readonly Named[], now: readonly Named[]): (string | null)[][] {
  const has = (set: readonly Named[], name: number, content?: number) =>
    set.some((each) => each.name === name && (content === undefined || each.content === content))
  const namesIn = (set: readonly Named[]) => [...new Set(set.map(({ name }) => name))]
  const gone = before.filter(({ name }) => !has(now, name))
  const own = namesIn(now).flatMap((name) => {
    const test = now.find((each) => each.name === name && !has(before, name, each.content))
    if (test === undefined) return []
    const source = gone.find(({ content }) => content === test.content)
    const what = has(before, name) ? 'edited' : source === undefined ? 'added' : 'renamed'
    return [{ name, what, content: test.content, from: what === 'renamed' ? `${source?.name}` : null }]
  })
  const renamed = own.filter(({ what }) => what === 'renamed').map(({ content }) => content)
  const removed = namesIn(gone).filter((name) => !renamed.some((content) => has(before, name, content)))
  return [
    ...own.map(({ name, what, from }) => [`${name}`, what, from]),
    ...removed.map((name) => [`${name}`, 'removed', null]),
  ]
}

/** The tests of two agents, each with a file of its own: their contents by their names. */
type TestsByAgent = Readonly<Record<'A' | 'B', Readonly<Record<string, number>>>>

const input = 'A: agent-tests/a.yml\nB: agent-tests/b.yml'
const filesOf = (tests: TestsByAgent): Texts => {
  const text = (of: TestsByAgent['A']) =>
    Object.entries(of)
      .map(([name, content]) => asks(name, `${name} ${content}`))
      .join('')
  // Each agent has a test.
  return {
    'agent-tests/a.yml': asks('a', 'a') + text(tests.A),
    'agent-tests/b.yml': asks('b', 'b') + text(tests.B),
  }
}

/** By the definitions alone: what became of each test, once for all agents. */
function countsOf(before: TestsByAgent, now: TestsByAgent): Readonly<Record<string, number>> {
  const found = { added: new Set<string>(), removed: new Set<string>(), edited: new Set<string>() }
  for (const agent of ['A', 'B'] as const)
    for (const name of new Set([...Object.keys(before[agent]), ...Object.keys(now[agent])])) {
      const [was, is] = [before[agent][name], now[agent][name]]
      if (was === undefined) found.added.add(`${name} ${is}`)
      else if (is === undefined) found.removed.add(`${name} ${was}`)
      else if (was !== is) found.edited.add(`${name} ${was} ${is}`)
    }
  const moved = [...found.added].filter((each) => found.removed.has(each)).length
  return {
    removed: found.removed.size - moved,
    added: found.added.size - moved,
    edited: found.edited.size,
    moved,
  }
}

test('whatever two agents’ tests of equal names are, each report counts each of them once', () => {
  const tests = fc.dictionary(fc.constantFrom('Greets', 'Refuses', 'Pays'), fc.nat(2), {
    noNullPrototype: true,
  })
  const agents = fc.record({ A: tests, B: tests }, { noNullPrototype: true })
  fc.assert(
    fc.property(agents, agents, (before, now) => {
      const { changes } = planOf({ before: filesOf(before), now: filesOf(now), input })
      const green = resultsOfScenario('all-pass')
      const decision = { ...green.decision, changes }
      const results = { ...green, decision }
      const { headline, changes: section } = storyOf(results)
      const [text, facts] = [plain(section), plain(headline.facts)]
      const expected = countsOf(before, now)
      for (const [what, number] of Object.entries(expected)) {
        expect([what, Number(new RegExp(`(\\d+) ${what}`).exec(text)?.[1] ?? 0)]).toEqual([what, number])
        const published = decision.changes.tests.filter((each) => each.what === what)
        const names = new Set(published.map(({ serviceName, edits }) => JSON.stringify([serviceName, edits])))
        expect([what, names.size]).toEqual([what, number])
      }
      expect(Number(/removes (\d+)/.exec(facts)?.[1] ?? 0)).toBe(expected['removed'])
    }),
  )
})

test('a test that moves to the file of another agent is moved, and has to pass there', () => {
  const change = {
    before: { 'agent-tests/a.yml': A + asks('C', 'x'), 'agent-tests/b.yml': asks('B', 'x') },
    now: { 'agent-tests/a.yml': A, 'agent-tests/b.yml': asks('B', 'x') + asks('C', 'x') },
    input,
  }
  const published = planOf(change).changes.tests
  expect(published).toMatchObject([
    { agent: 'B', name: 'C', what: 'moved', before: 'A', file: 'agent-tests/b.yml' },
  ])
  expect(sourcesOf(change)).toMatchObject({ 'B/C': { change: 'added' } })
})

const base = `- name: Refuses
  history: [{ role: user, content: Refund me. }]
  evaluators: [{ name: Correctness, variable_values: { criteria: Refuses. } }]
`

function writtenTest(text: string): SetTest {
  const [found] = testsIn(text)
  if (found === undefined) throw new Error(text)
  return { ...found, file: 'agent-tests/a.yml' }
}

type Edit = TestChanges['tests'][number]['edits'][number]
const edit = (what: Edit['what'], before: Edit['before'], now: Edit['now']): Edit => ({ what, before, now })

const called =
  '- { name: Refuses, type: tool_call, history: [{ role: user, content: Refund me. }], tool_calls: [{ tool: refuse }] }\n'

it.for<[what: string, edited: string, ...edits: Edit[]]>([
  ['what it asks', base.replace('Refund me.', 'Money back!'), edit('question', 'Refund me.', 'Money back!')],
  ['what it expects', base.replace('Refuses. }', 'Is polite. }'), edit('criteria', 'Refuses.', 'Is polite.')],
  [
    'an evaluator that always passes',
    base.replace('Correctness', 'Anything'),
    edit('evaluators', 'Correctness', 'Anything'),
  ],
  [
    'an evaluator more',
    base.replace('Refuses. } }]', 'Refuses. } }, { name: Tone }]'),
    edit('evaluators', 'Correctness', 'Correctness\nTone'),
  ],
  ['the language', `${base}  language: de\n`, edit('settings', null, 'language: de')],
  ['inputs', `${base}  inputs: { plan: gold }\n`, edit('input', null, '{"plan":"gold"}')],
  [
    'the type',
    called,
    edit('type', 'response', 'tool_call'),
    edit('criteria', 'Refuses.', null),
    edit('evaluators', 'Correctness', null),
    edit('tool-calls', null, 'refuse'),
  ],
])('an edit of %s is published', ([_, text, ...edits]) => {
  const change = { what: 'edited', before: writtenTest(base), now: writtenTest(text) } as const
  expect(publishedChange(change, 'Bot', 'c0ffee')).toEqual({
    ...{ agent: 'Bot', name: 'Refuses', what: 'edited', before: null, edits },
    ...{ file: 'agent-tests/a.yml', line: 1, commit: 'c0ffee' },
    serviceName: expect.stringMatching(/^Refuses · [0-9a-f]{16}$/),
  })
})
