import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, redactJson } from '../../../src/client/core/redactor.ts'

const key = 'sk/live+"01\\23&45'
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const hex = (sign: string) => sign.charCodeAt(0).toString(16).padStart(4, '0')

/** One character, as some encoder writes it. */
const encoders: readonly ((sign: string) => string)[] = [
  (sign) => sign,
  (sign) => json(sign).replace('/', '\\/'),
  (sign) => `\\u${hex(sign)}`,
  (sign) => `\\\\u${hex(sign).toUpperCase()}`,
  (sign) => `%${hex(sign).slice(2)}`,
  (sign) => `%25${hex(sign).slice(2).toUpperCase()}`,
  (sign) => `&#${sign.charCodeAt(0)};`,
  (sign) => `&#x${hex(sign).slice(2)};`,
  (sign) => `&amp;#X${hex(sign)};`,
]

describe('a redactor', () => {
  it.each([
    ['as it is', key],
    ['in lower and upper case', `${key.toUpperCase()}`],
    ['in JSON in JSON', json(json(key))],
    ['in HTML with names', 'sk/live+&quot;01\\23&amp;45'],
    [
      'with invisible characters, as they are and escaped',
      'sk/\u200Bli\u{E0061}ve+"\\u00AD01\\23%E2%81%A0&4&#xFEFF;5',
    ],
    ['in colours', '\u001B[1msk/live\u001B[0m+"01\\23&45'],
    ['behind what is a colour only if it is decoded', `%1B[${key}`],
  ])('removes the key %s', (_, form) => {
    expect(createRedactor([key])(`before ${form} after ${form}`)).toMatch(
      /^before (%1B\[)?\*{3} after \1?\*{3}$/,
    )
  })

  it('removes any key of visible characters, whichever encoder wrote each of them', () => {
    // Backslashes do not count. Of those at its ends, some may stay.
    const visible = fc
      .string({ unit: 'grapheme-ascii', minLength: 12 })
      .filter((text) => !/ |^\\|\\$/.test(text))
    fc.assert(
      fc.property(visible, fc.infiniteStream(fc.constantFrom(...encoders)), (secret, encoded) => {
        const form = Array.from(secret, (sign) => encoded.next().value(sign)).join('')
        expect(createRedactor([secret])(`<${form}>`)).toBe('<***>')
      }),
    )
  })

  it('leaves every other text alone', () => {
    const redact = createRedactor([key])
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => redact(text) === text))
  })

  it('removes every secret of several, the longer one first, and none that only begins', () => {
    const redact = createRedactor([key, 'ghs_0123456789', 'ghs_0123456789-long'])
    expect(redact(`${key.slice(0, 9)} ${key} ghs_0123456789 ghs_0123456789-long ghs_01234567`)).toBe(
      `${key.slice(0, 9)} *** *** *** ghs_01234567`,
    )
  })

  it('removes what is left of a secret that was cut after 20 characters', () => {
    const [one, other] = ['0123456789abcdefghij-one', '0123456789abcdefghij-other']
    const redact = createRedactor([one, other])
    expect(redact(`${one.slice(0, 20)}… ${other.slice(0, 24)}. ${one}! ${one.slice(0, 19)}`)).toBe(
      `***… ***. ***! ${one.slice(0, 19)}`,
    )
  })

  it('takes tokens of any length, and any number of them', () => {
    const long = 'eyJhbGciOi'.repeat(6_500)
    const many = Array.from({ length: 4_000 }, (_, nth) => `secret-${nth}-`)
    const redact = createRedactor([long, ...many])
    expect(redact(`a ${long} b ${many.join(' ')}`)).toBe(`a *** b ${many.map(() => '***').join(' ')}`)
  })

  it('removes secrets beyond ASCII, even one that no URL can hold', () => {
    const redact = createRedactor(['paß wörter😀', '12345678\ud800'])
    expect(redact(`${encodeURIComponent('paß wörter😀')} 12345678\ud800 <pa&#223; w\\u00f6rter😀>`)).toBe(
      '*** *** <***>',
    )
  })

  it('leaves very short secrets, which would garble the text', () => {
    expect(createRedactor(['ab'])('about')).toBe('about')
    expect(createRedactor([])('about')).toBe('about')
  })
})

describe('a parsed value', () => {
  it('is redacted in texts and names at any depth, and nowhere else', () => {
    const value = { a: [key, { [key]: 1, b: null, c: [true, 12_345_678] }], __proto__x: `x${key}` }
    const redact = createRedactor([key])
    expect(redactJson(value, redact, redact)).toEqual({
      a: ['***', { '***': 1, b: null, c: [true, 12_345_678] }],
      __proto__x: 'x***',
    })
    expect(redactJson(key, redact, redact)).toBe('***')
    expect(redactJson({ [key]: key }, redact, (name) => name)).toEqual({ [key]: '***' })
  })

  it('may be nested deeper than the stack, and have any name', () => {
    const deep: unknown = JSON.parse(
      `${'['.repeat(100_000)}{"__proto__":"${'k'.repeat(8)}"}${']'.repeat(100_000)}`,
    )
    const redact = createRedactor(['kkkkkkkk'])
    let inner = redactJson(deep, redact, redact)
    while (Array.isArray(inner)) inner = inner[0]
    expect(Object.entries(Object(inner))).toEqual([['__proto__', '***']])
  })
})
