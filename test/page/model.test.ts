import { describe, expect, it } from 'vitest'
import {
  countText,
  filterAgents,
  initiallyCollapsed,
  linesOf,
  NO_FILTER,
  toggled,
} from '../../src/page/filter.ts'
import { createModel, GROUPS, isTest } from '../../src/page/model.ts'
import { firstOf } from '../../src/page/state.ts'
import { treeKey } from '../../src/page/tree-keys.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { judged } from '../fixtures/baselines.ts'
import { sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleContext, sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { modelOf } from './models.ts'

const model = modelOf()
const namesOf = (shown: ReturnType<typeof filterAgents>) =>
  shown.flatMap(({ tests }) => tests.map(({ record }) => record.name))

describe('the model of the page', () => {
  it('lists what needs attention first', () => {
    expect(model.agents.map(({ record }) => record.name)).toEqual([
      'Support bot',
      'Travel planner',
      'Booking assistant',
      'Billing helper',
    ])
    expect(model.agents[0]?.tests.map(({ group }) => group)).toEqual([
      'broken',
      'flaky',
      'inconclusive',
      'passed',
    ])
    expect(model.counts).toEqual({ broken: 1, failing: 1, flaky: 1, inconclusive: 1, passed: 20 })
  })

  it.each([
    ['all-details', 'Refuses a refund after 30 days'],
    ['unfinished', 'Refuses a refund after 30 days'],
    ['cancelled', 'Travel planner'],
    ['all-skipped', 'Draft bot'],
    ['all-pass', 'Billing helper'],
    ['history-partly-unreadable', 'Refuses a refund after 30 days'],
  ])('selects what a reviewer came for: %s', (name, selected) => {
    const { outcome } = scenarios[name] ?? expect.fail()
    const opened = modelOf(outcome)
    expect(opened.byAnchor.get(firstOf(opened) ?? '')?.record.name).toBe(selected)
  })

  it('restores what the data leaves out', () => {
    const [passing] = model.agents[3]?.tests ?? []
    expect(passing?.record).toMatchObject({ reply: null, evaluators: [], attempts: [], retrySkipped: null })
    const [broken] = model.agents[0]?.tests ?? []
    expect(broken?.record.evaluators[0]).toMatchObject({ passed: false, score: null, valueName: null })
  })

  it('gives every test an address of its own', () => {
    const agent = { uuid: 'a/b', name: 'A' }
    const tests = [sampleTest('Same'), sampleTest('Same'), sampleTest('No ID', { id: null, uuid: null })]
    const { byAnchor } = modelOf({
      ...sampleOutcome,
      comparison: null,
      results: [{ outcome: 'passed', agent, run: sampleRun('r', tests) }],
    })
    expect([...byAnchor.keys()]).toEqual(['a%2Fb', 'a%2Fb/test-Same', 'a%2Fb/test-Same~2', 'a%2Fb/No%20ID'])
  })

  it('gives 100,000 tests of the same ID an address each, without a search for each', () => {
    const tests = Array.from({ length: 100_000 }, () => ({ uuid: 'same', status: 'passed' as const }))
    const data = JSON.parse(
      [...htmlPage(sampleOutcome, sampleContext, { template: '"__PAGE_DATA__"' })].join(''),
    )
    const agents = [{ ...data.agents[0], uuid: 'a', run: { ...data.agents[0].run, tests } }]
    expect(createModel({ ...data, agents }).tests.at(-1)?.anchor).toBe('a/same~100000')
  })

  it('calls a failing test without history failing', () => {
    const run = sampleRun('r', [sampleTest('A', { status: 'failed' })])
    const results = [{ outcome: 'failed', agent: { uuid: 'a', name: 'A' }, run }] as const
    expect(modelOf({ ...sampleOutcome, comparison: null, results }).counts).toMatchObject({
      failing: 1,
      broken: 0,
    })
  })

  it.each(['many-small-breaks', 'could-not-retry'])(
    'calls a failing test failing even if it could not be judged: %s',
    (name) => {
      const { tests } = modelOf(scenarios[name]?.outcome)
      expect(new Set(tests.map(({ group }) => group))).toEqual(new Set(['failing']))
    },
  )

  it('lists failing tests that count against the verdict before others', () => {
    const tests = [
      judged(sampleTest('Known', { status: 'failed' }), 'known-failure'),
      judged(sampleTest('Unjudged', { status: 'failed' }), 'undetermined'),
    ]
    const agent = { uuid: 'a', name: 'A' }
    const { agents } = modelOf({
      ...sampleOutcome,
      results: [{ outcome: 'failed', agent, run: sampleRun('r', tests) }],
    })
    expect(agents[0]?.tests.map(({ record }) => record.name)).toEqual(['Unjudged', 'Known'])
  })

  it('counts the results of evaluators', () => {
    expect(model.evaluators).toEqual([
      { name: 'Policy', passed: 1, failed: 1, rated: 0 },
      { name: 'Helpfulness', passed: 0, failed: 0, rated: 1 },
      { name: 'Tone', passed: 2, failed: 0, rated: 0 },
    ])
  })
})

describe('the filter', () => {
  it('counts tests, so that the counts add up, and names inconclusive agents beside them', () => {
    expect(GROUPS.map((group) => countText(model, group))).toEqual(['1', '1', '1', '1, 1 agent', '20'])
    const { outcome } = scenarios['all-skipped'] ?? expect.fail()
    expect(GROUPS.map((group) => countText(modelOf(outcome), group))).toEqual(['', '', '', '', ''])
  })

  it('counts passing tests that are not included beside those that are', () => {
    const totals = { ...sampleOutcome.verdict.totals, total: 64, passed: 61 }
    const verdict = { ...sampleOutcome.verdict, totals }
    expect(modelOf({ ...sampleOutcome, verdict }).passedNotIncluded).toBe(40)
  })

  it('shows an inconclusive agent that has no tests', () => {
    const shown = filterAgents(model, { ...NO_FILTER, groups: new Set(['inconclusive']) })
    expect(shown.map(({ agent, tests }) => [agent.record.name, tests.length])).toEqual([
      ['Support bot', 1],
      ['Travel planner', 0],
    ])
  })

  it('needs every word, in any field and case', () => {
    expect(namesOf(filterAgents(model, { ...NO_FILTER, query: 'KITCHEN polite' }))).toEqual([
      'Refuses a refund after 30 days',
    ])
    expect(namesOf(filterAgents(model, { ...NO_FILTER, query: 'kitchen booking' }))).toEqual([])
  })

  it('tells tests that an evaluator failed from those that it judged', () => {
    const by = (result: 'judged' | 'failed') =>
      namesOf(filterAgents(model, { ...NO_FILTER, evaluator: { name: 'Policy', result } }))
    expect([by('judged').length, by('failed').length]).toEqual([2, 1])
  })
})

describe('the tree', () => {
  const collapsed = initiallyCollapsed(model)
  const lines = linesOf(filterAgents(model, NO_FILTER), collapsed)
  const at = (name: string) => lines.findIndex(({ entry }) => entry.record.name === name)
  const press = (key: string, name: string) => {
    const action = treeKey(key, { lines, collapsed, index: at(name) })
    if (action?.kind !== 'select') return action?.kind ?? null
    const entry = model.byAnchor.get(action.anchor)
    return entry?.record.name ?? null
  }

  it('starts with agents that passed collapsed, and numbers siblings', () => {
    expect(lines.map(({ entry, place, of }) => `${isTest(entry) ? '- ' : ''}${place}/${of}`)).toEqual([
      ...['1/4', '- 1/4', '- 2/4', '- 3/4', '- 4/4', '2/4', '3/4', '- 1/2', '- 2/2', '4/4'],
    ])
  })

  it.each([
    ['ArrowDown', 'Support bot', 'Refuses a refund after 30 days'],
    ['ArrowUp', 'Support bot', 'Support bot'],
    ['ArrowLeft', 'Moves a booking', 'Booking assistant'],
    ['ArrowLeft', 'Support bot', 'toggle'],
    ['ArrowLeft', 'Billing helper', null],
    ['ArrowRight', 'Billing helper', 'toggle'],
    ['ArrowRight', 'Support bot', 'Refuses a refund after 30 days'],
    ['ArrowRight', 'Moves a booking', null],
    ['Home', 'Moves a booking', 'Support bot'],
    ['End', 'Moves a booking', 'Billing helper'],
    ['PageDown', 'Support bot', 'Billing helper'],
    ['Enter', 'Moves a booking', 'enter'],
    [' ', 'Support bot', 'toggle'],
    ['x', 'Support bot', null],
  ])('%s on %s: %s', (key, name, expected) => {
    expect(press(key, name)).toBe(expected)
  })

  it('selects the first line if none is selected', () => {
    expect(treeKey('Home', { lines, collapsed, index: -1 })).toMatchObject({ kind: 'select' })
    expect(treeKey('Enter', { lines, collapsed, index: -1 })).toBeNull()
    expect([...toggled(toggled(new Set(['a']), 'b'), 'a')]).toEqual(['b'])
  })
})
