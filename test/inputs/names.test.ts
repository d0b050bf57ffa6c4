// Which name is meant, and how names differ that look alike.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closestName, didYouMean, hiddenDifference, isOfOtherForm } from '../../src/inputs/names.ts'

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
    ['letters of another alphabet', 'Воt', ['Car', 'Bot'], 'Bot'],
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

describe('of names that look alike, it is said what', () => {
  test.each([
    ['a no-break space', 'Support\u00a0bot', 'Support bot', 'U+00A0 instead of a space after "Support"'],
    ['an ideographic space', 'Support\u3000bot', 'Support bot', 'U+3000 instead of a space after "Support"'],
    [
      'the no-break space of the other one',
      'Support bot',
      'Support\u00a0bot',
      'a space instead of U+00A0 after "Support"',
    ],
    ['a composed letter', 'R\u00fcckgabe', 'Ru\u0308ckgabe', 'U+00FC instead of U+0075 U+0308 after "R"'],
    ['a decomposed letter', 'Ru\u0308ckgabe', 'R\u00fcckgabe', 'U+0075 U+0308 instead of U+00FC after "R"'],
    [
      'a composed syllable',
      '\ud55c\uad6d',
      '\u1112\u1161\u11ab\uad6d',
      'U+D55C instead of U+1112 U+1161 U+11AB at the start',
    ],
    ['a Cyrillic letter', 'Supp\u043ert bot', 'Support bot', 'U+043E instead of "o" after "Supp"'],
    ['a Greek capital', '\u0391gent', 'Agent', 'U+0391 instead of "A" at the start'],
    ['a fullwidth letter', 'Bot \uff21', 'Bot A', 'U+FF21 instead of "A" after "Bot "'],
    ['a zero-width space', 'Support\u200b bot', 'Support bot', 'U+200B too many after "Support"'],
    ['a byte order mark', '\ufeffBot', 'Bot', 'U+FEFF too many at the start'],
    ['a soft hyphen that is missing', 'Rückgabe', 'Rück\u00adgabe', 'U+00AD missing after "Rück"'],
    ['a joiner at the end', 'Bot\u200d', 'Bot', 'U+0074 U+200D instead of "t" after "Bo"'],
    ['two spaces', 'Support  bot', 'Support bot', 'a space too many after "Support "'],
    ['a space at the end that is missing', 'Bot', 'Bot ', 'a space missing after "Bot"'],
    ['a tab', 'Support\tbot', 'Support bot', 'U+0009 instead of a space after "Support"'],
    ['a dash', 'Bot \u2013 A', 'Bot - A', 'U+2013 instead of "-" after "Bot "'],
    ['an apostrophe', 'Dana\u2019s bot', "Dana's bot", 'U+2019 instead of "\'" after "Dana"'],
    ['a digit like a letter', 'Bot 1', 'Bot l', '"1" instead of "l" after "Bot "'],
  ])('%s', (_, name, other, difference) => {
    expect(hiddenDifference(name, other)).toBe(difference)
    expect(didYouMean(name, other)).toContain(`? Yours has ${difference}.`)
  })

  test.each([
    ['another letter', 'Suport bot', 'Support bot'],
    ['other capitals', 'support bot', 'Support bot'],
    ['an accent', 'Ruckgabe', 'Rückgabe'],
    ['a missing space', 'Supportbot', 'Support bot'],
    ['nothing', 'Bot', 'Bot'],
  ])('but not if everybody sees it: %s', (_, name, other) => {
    expect(hiddenDifference(name, other)).toBeNull()
    expect(didYouMean(name, other)).toBe(`Did you mean "${other}"?`)
  })
})

test.each<[string, boolean]>([
  ['["Support bot"', true],
  ['- Support bot', true],
  ['* Support bot', true],
  ['"Support bot"', true],
  ['“Support bot”', true],
  ['Support bot; Booking assistant', true],
  ['Support bot # in production', true],
  ['all', true],
  ['*', true],
  ['Support bot (preview)', false],
  ["Dana's bot", false],
  ['bot-2', false],
  ['#1 bot', false],
  ['Bot for all', false],
])('%s is written in another form: %s', (name, isOther) => {
  expect(isOfOtherForm(name)).toBe(isOther)
})
