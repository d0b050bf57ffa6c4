import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../src/client/redactor.ts'

const key = 'sk/live"01\\23456789'

describe('a redactor', () => {
  it.each([
    ['as it is', key],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    ['in JSON that escapes slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON that escapes all signs', 'sk\\u002flive\\u002201\\u005c23456789'],
    ['in a URL', encodeURIComponent(key)],
  ])('takes out the key %s', (_, form) => {
    expect(createRedactor([key])(`before ${form} after ${form}`)).toBe('before *** after ***')
  })

  it('leaves every other text alone', () => {
    const redact = createRedactor([key])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(redact(text)).toBe(text)
      }),
    )
  })

  it('takes out a key that contains an escaped form of its own characters', () => {
    expect(createRedactor(['!!!%25!!!!!!!'])('<!!!%25!!!!!!!>')).toBe('<***>')
  })

  it('takes out any key of eight visible characters or more', () => {
    const visible = fc.string({ unit: 'grapheme-ascii', minLength: 8 }).filter((text) => !text.includes(' '))
    fc.assert(
      fc.property(visible, (secret) => {
        expect(createRedactor([secret])(`<${secret}>`)).toBe('<***>')
      }),
    )
  })

  it('takes out every secret of several, and stops at none that only begins', () => {
    const redact = createRedactor([key, 'ghs_0123456789'])
    expect(redact(`${key.slice(0, 9)} ${key} ghs_0123456789 ghs_01234567`)).toBe(
      `${key.slice(0, 9)} *** *** ghs_01234567`,
    )
  })

  it('takes a secret that no URL can hold', () => {
    expect(createRedactor(['12345678\ud800'])('<12345678\ud800>')).toBe('<***>')
  })

  it('leaves very short keys, which would tear text apart', () => {
    expect(createRedactor(['ab'])('about')).toBe('about')
    expect(createRedactor([])('about')).toBe('about')
  })
})
