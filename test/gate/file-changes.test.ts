// What is published of a change of tests of files, and what follows where nobody knows it.
import { expect, it } from 'vitest'
import type { SetTest } from '../../src/change/plan.ts'
import type { TestOutcome } from '../../src/gate/cause.ts'
import { excusesNothing, publishedChanges } from '../../src/gate/file-changes.ts'
import type { TestChanges } from '../../src/schema.ts'
import { testsIn } from '../../src/test-files/files.ts'
import { run, sourceIn, test as testResult } from '../fixtures/samples.ts'

const base = `- name: Refuses
  history: [{ role: user, content: Refund me. }]
  evaluators: [{ name: Correctness, variable_values: { criteria: Refuses. } }]
`

function setTest(text: string): SetTest {
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
  const change = {
    what: 'edited',
    before: setTest(base),
    now: setTest(text),
    commit: 'c0ffee',
    agent: 'Bot',
  } as const
  expect(
    publishedChanges({
      known: 'yes',
      reason: null,
      isHidden: false,
      withMadeTests: [],
      tests: [change],
    }),
  ).toEqual({
    known: 'yes',
    reason: null,
    tests: [
      {
        ...{ agent: 'Bot', name: 'Refuses', what: 'edited', before: null, edits },
        ...{ file: 'agent-tests/a.yml', line: 1, commit: 'c0ffee' },
        serviceName: expect.stringMatching(/^Refuses · [0-9a-f]{16}$/),
      },
    ],
  })
})

const unknown: TestChanges = { known: 'unknown', reason: 'GitHub says no.', tests: [] }
const source = sourceIn('a.yml', 1)

/** What becomes of a test with this outcome. */
function outcomeOf(outcome: TestOutcome, changes: TestChanges, of: typeof source | null, isHidden = false) {
  const agentRun = {
    agent: { uuid: 'a', name: 'Bot' },
    control: null,
    problem: null,
    baseline: null,
    isJudged: true,
    run: run('Bot', { tests: [testResult('A', { outcome, source: of })] }),
  }
  return excusesNothing(agentRun, changes, isHidden).run?.tests[0]?.outcome
}

it('a test that may be the pull request’s own is not excused, and what blocks or is older stays', () => {
  const excused = ['new', 'edited', 'not-compared', 'failed-on-control'] as const
  for (const outcome of excused) {
    expect(outcomeOf(outcome, unknown, source)).toBe('undecided')
    expect(outcomeOf(outcome, unknown, null)).toBe(outcome)
    expect(outcomeOf(outcome, unknown, { ...source, change: 'added' })).toBe(outcome)
    for (const known of [
      { ...unknown, known: 'yes' as const, reason: null },
      { ...unknown, known: 'no-pull-request' as const, reason: null },
    ])
      expect(outcomeOf(outcome, known, source)).toBe(outcome)
  }
  for (const outcome of ['passed', 'flaky', 'broke', 'failed', 'failed-before', 'unanswered'] as const)
    expect(outcomeOf(outcome, unknown, source)).toBe(outcome)
})

it('nor is one by its earlier runs, if the change itself hides its files', () => {
  for (const outcome of ['failed-before', 'fails-now-and-then', 'passed-before'] as const)
    expect(outcomeOf(outcome, unknown, source, true)).toBe('undecided')
})

it('nor is one that a step of the job made, unless the control or its earlier runs excuse it', () => {
  const known = { ...unknown, known: 'yes' as const, reason: null }
  const made = { ...source, committed: false }
  for (const outcome of ['new', 'edited', 'not-compared'] as const) {
    expect(outcomeOf(outcome, known, made)).toBe('undecided')
    expect(outcomeOf(outcome, known, source)).toBe(outcome)
  }
  for (const outcome of ['failed-on-control', 'failed-before', 'broke'] as const)
    expect(outcomeOf(outcome, known, made)).toBe(outcome)
})
