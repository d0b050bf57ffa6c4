import { describe, expect, it } from 'vitest'
import {
  countText,
  filterAgents,
  initiallyCollapsed,
  linesOf,
  NO_FILTER,
  toggled,
} from '../../src/page/filter.ts'
import { groups, isTest } from '../../src/page/model.ts'
import { treeKey } from '../../src/page/tree-keys.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { modelOf } from './models.ts'

const model = modelOf()
const namesOf = (shown: ReturnType<typeof filterAgents>) =>
  shown.flatMap(({ tests }) => tests.map(({ record }) => record.name))

describe('the filter', () => {
  it('counts tests, so that the counts add up, and names inconclusive agents beside them', () => {
    const texts = (of: typeof model) => groups.map((group) => countText(of, group)).filter(Boolean)
    expect(texts(model)).toEqual(['1', '1', '1', '1, 1 agent', '20'])
    expect(texts(modelOf(resultsOfScenario('timed-out')))).toEqual(['2 agents'])
    expect(texts(modelOf(resultsOfScenario('all-skipped')))).toEqual([])
  })

  it('shows an inconclusive agent that has no tests', () => {
    const shown = filterAgents(model, { ...NO_FILTER, groups: new Set(['unfinished']) })
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
      ...['1/4', '- 1/4', '- 2/4', '- 3/4', '- 4/4', '2/4', '- 1/2', '- 2/2', '3/4', '4/4'],
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
