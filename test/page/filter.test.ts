import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countText,
  type Filter,
  filterEntries,
  filterOf,
  filterQuery,
  listLines,
  NO_FILTER,
} from '../../src/page/filter.ts'
import { selectedBy } from '../../src/page/list-keys.ts'
import { groupOrder } from '../../src/results/causes.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { modelOf } from './models.ts'

const model = modelOf()
const namesOf = (shown: ReturnType<typeof filterEntries>) => shown.map(({ record }) => record.name)

describe('the filter', () => {
  it('counts tests, so that the counts add up, and names inconclusive agents beside them', () => {
    const texts = (of: typeof model) => groupOrder.map((group) => countText(of, group)).filter(Boolean)
    expect(texts(model)).toEqual(['1', '1', '1', '1, 1 agent', '19'])
    expect(texts(modelOf(resultsOfScenario('timed-out')))).toEqual(['2 agents', '18'])
    expect(texts(modelOf(resultsOfScenario('all-skipped')))).toEqual([])
  })

  it('shows an inconclusive agent among the tests without a result', () => {
    const shown = filterEntries(model, { ...NO_FILTER, groups: new Set(['no-result']) })
    expect(namesOf(shown)).toEqual(['Travel planner', 'Late arrival after reception closes'])
  })

  it.each([
    ['KITCHEN polite', ['Refuses a refund after 30 days']],
    ['blender LOUD', ['Refuses a refund after 30 days']],
    ['grants attempt', ['Refuses a refund after 30 days']],
    ['store credit', ['Refuses a refund after 30 days']],
    ['send_survey', ['Cancels with a full refund before the deadline']],
    ['booking assistant moves', ['Moves a booking']],
    ['kitchen booking', []],
  ])('needs every word, in any field and case: %s', (query, names) => {
    expect(namesOf(filterEntries(model, { ...NO_FILTER, query }))).toEqual(names)
  })

  it('tells tests that an evaluator failed from those that it judged', () => {
    const by = (result: 'judged' | 'failed') =>
      namesOf(filterEntries(model, { ...NO_FILTER, evaluator: { name: 'Policy', result } }))
    expect([by('judged').length, by('failed').length]).toEqual([2, 1])
  })
})

describe('the filter in an address', () => {
  it('is the same when it is read again, whatever was searched, and has no character that ends it', () => {
    const evaluator = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      result: fc.constantFrom('judged' as const, 'failed' as const),
    })
    const filters: fc.Arbitrary<Filter> = fc.record({
      groups: fc.subarray([...groupOrder]).map((groups) => new Set(groups)),
      evaluator: fc.option(evaluator),
      query: fc.string({ unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(filters, (filter) => {
        expect(filterOf(filterQuery(filter))).toEqual(filter)
        expect(filterQuery(filter)).not.toMatch(/[?#\s]/)
      }),
    )
  })

  it('is empty if all is shown, and leaves out what it does not know', () => {
    expect(filterQuery(NO_FILTER)).toBe('')
    expect(filterOf('status=changed,lost&evaluator=loved:Policy&page=2')).toEqual({
      ...NO_FILTER,
      groups: new Set(['changed']),
    })
  })
})

describe('the list', () => {
  it('has the tests by what they mean for the merge, then the agents', () => {
    const lines = listLines(filterEntries(model, NO_FILTER))
    expect(
      lines.map((line) => (line.kind === 'title' ? line.section : `${line.place} ${line.entry.record.name}`)),
    ).toEqual([
      ...['blocks', '1 Refuses a refund after 30 days'],
      ...['without-result', '2 Travel planner', '3 Late arrival after reception closes'],
      ...[
        'does-not-block',
        '4 Cancels with a full refund before the deadline',
        '5 Hands an angry customer over to a person',
      ],
      ...['passed', '6 Moves a booking'],
      ...Array.from({ length: 18 }, (_, index) => `${index + 7} Answers frequent question ${index + 1}`),
      ...['agents', '25 Support bot', '26 Booking assistant', '27 Billing helper'],
    ])
  })

  it.each([
    ['ArrowDown', 1, 'c'],
    ['ArrowUp', 1, 'a'],
    ['ArrowUp', 0, 'a'],
    ['ArrowDown', 2, 'c'],
    ['Home', 2, 'a'],
    ['End', 0, 'c'],
    ['PageDown', 0, 'c'],
    ['PageUp', 2, 'a'],
    ['ArrowDown', -1, 'a'],
    ['x', 1, null],
  ])('%s at %i: %s', (key, selected, expected) => {
    expect(selectedBy(key, ['a', 'b', 'c'], selected)).toBe(expected)
  })
})
