import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearestName } from '../../src/gate/select-agents.ts'

describe('the nearest name', () => {
  test.each([
    ['a letter missing', 'Boking', ['Billing', 'Booking'], 'Booking'],
    ['a letter too many', 'Bookking', ['Billing', 'Booking'], 'Booking'],
    ['a letter changed', 'Booming', ['Billing', 'Booking'], 'Booking'],
    ['two letters swapped', 'Bokoing', ['Billing', 'Booking'], 'Booking'],
    ['other capitals', 'BOOKING', ['Billing', 'Booking'], 'Booking'],
    ['spaces around the existing one', 'Booking', ['Billing', ' Booking '], ' Booking '],
    ['more spaces around it than letters', 'ab', ['   ab   '], '   ab   '],
    ['the nearer of two', 'agent-12', ['agent-99', 'agent-11'], 'agent-11'],
    ['the first of equally near ones', 'agent-1', ['agent-2', 'agent-3'], 'agent-2'],
    ['a third of it differing', 'abcdef', ['abcdxy'], 'abcdxy'],
    ['more than a third differing', 'abcdef', ['abcxyz'], null],
    ['a longer name that only begins alike', 'Booking', ['Booking for hotels'], null],
    ['one of two letters differing', 'ab', ['ac'], 'ac'],
    ['both letters differing', 'ab', ['cd'], null],
    ['the only letter differing', 'a', ['b'], null],
    ['nothing to choose from', 'Booking', [], null],
  ])('with %s', (_, wanted, names, nearest) => {
    expect(nearestName(wanted, names)).toBe(nearest)
  })

  test('is one of those that exist, and always found for other capitals', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '-', ' '), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.nat(), (names, at) => {
        const one = names[at % names.length] ?? ''
        const found = nearestName(one.toUpperCase(), names)
        expect(found?.trim().toLowerCase()).toBe(one.trim().toLowerCase())
        expect(names).toContain(found)
      }),
    )
  })

  test('is as near as there are letters to add, to drop or to change, up to a third', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 12 })
    const places = fc.uniqueArray(fc.nat(11), { maxLength: 6 })
    fc.assert(
      fc.property(letters, places, fc.boolean(), (name, places, add) => {
        const edits = places.filter((place) => place < name.length)
        const edited = [...name]
          .map((letter, at) => (edits.includes(at) ? `#${add ? letter : ''}` : letter))
          .join('')
        const near = (wanted: string) => edits.length <= wanted.length / 3
        expect(nearestName(name, [edited])).toBe(near(name) ? edited : null)
        expect(nearestName(edited, [name])).toBe(near(edited) ? name : null)
      }),
      { numRuns: 500 },
    )
  })
})
