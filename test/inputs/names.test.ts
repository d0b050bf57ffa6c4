// Which name is meant, and whether anybody can see how it differs.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closestName, didYouMean } from '../../src/inputs/names.ts'

describe('the nearest name', () => {
  test.each([
    ['a letter missing', 'Boking', ['Billing', 'Booking'], 'Booking'],
    ['two letters swapped', 'Bokoing', ['Billing', 'Booking'], 'Booking'],
    ['other capitals', 'BOOKING', ['Billing', 'Booking'], 'Booking'],
    ['spaces around the existing one', 'Booking', ['Billing', ' Booking '], ' Booking '],
    ['spaces around the one asked for', ' ab ', ['ab'], 'ab'],
    ['the nearer of two', 'agent-12', ['agent-99', 'agent-11'], 'agent-11'],
    ['the first of equally near ones', 'agent-1', ['agent-2', 'agent-3'], 'agent-2'],
    ['more than a third differing', 'abcdef', ['abcxyz'], null],
    ['a longer name that only begins alike', 'Booking', ['Booking for hotels'], null],
    ['one of two letters differing', 'ab', ['ac'], 'ac'],
    ['the only letter differing', 'a', ['b'], null],
    ['nothing to choose from', 'Booking', [], null],
    ['100 characters', 'x'.repeat(100), [`y${'x'.repeat(99)}`], `y${'x'.repeat(99)}`],
    ['no-break spaces', 'Bot\u00a0A\u00a0B\u00a0C', ['Bot X Y Z', 'Bot A B C'], 'Bot A B C'],
    ['a letter of another alphabet', 'Bоt', ['Car', 'Bot'], 'Bot'],
    ['more than 100 characters', 'x'.repeat(101), ['x'.repeat(100)], null],
  ])('with %s', (_, wanted, names, nearest) => {
    expect(closestName(wanted, names)).toBe(nearest)
  })

  test('differs in at most a third of the letters that were asked for', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 12 })
    const places = fc.uniqueArray(fc.nat(11), { maxLength: 6 })
    fc.assert(
      fc.property(letters, places, fc.boolean(), (name, places, add) => {
        const edits = places.filter((place) => place < name.length)
        const edited = [...name]
          .map((letter, at) => (edits.includes(at) ? `#${add ? letter : ''}` : letter))
          .join('')
        const isNear = (wanted: string) => edits.length <= wanted.length / 3
        expect(closestName(name, [edited])).toBe(isNear(name) ? edited : null)
        expect(closestName(edited, [name])).toBe(isNear(edited) ? name : null)
      }),
    )
  })
})

test.each([
  ['a no-break space', 'Support\u00a0bot', 'Support bot', true],
  ['the no-break space of the other one', 'Support bot', 'Support\u00a0bot', true],
  ['a decomposed letter', 'Ru\u0308ckgabe', 'R\u00fcckgabe', true],
  ['a fullwidth letter', 'Bot \uff21', 'Bot A', true],
  ['a zero-width space', 'Support\u200b bot', 'Support bot', true],
  ['two spaces', 'Support  bot', 'Support bot', true],
  ['a tab', 'Support\tbot', 'Support bot', true],
  ['a space at the end', 'Bot', 'Bot ', true],
  ['another letter', 'Suport bot', 'Support bot', false],
  ['other capitals', 'support bot', 'Support bot', false],
  ['an accent', 'Ruckgabe', 'Rückgabe', false],
  ['a missing space', 'Supportbot', 'Support bot', false],
  ['nothing', 'Bot', 'Bot', false],
])('that names look alike is said where nobody can see how they differ: %s', (_, name, other, isUnseen) => {
  const hint = isUnseen ? ' They differ in spaces, or in characters that look alike: copy the name.' : ''
  expect(didYouMean(name, other)).toBe(`Did you mean "${other}"?${hint}`)
})
