import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactor } from '../../src/client/redactor.ts'

const key = 'sk/live"01\\23456789'

describe('a redactor', () => {
  it.each([
    ['as it is', key],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    ['in JSON that escapes slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON that escapes everything', escapedAsUnicode(key)],
    ['in a URL', encodeURIComponent(key)],
    ['in another case', key.toUpperCase()],
  ])('takes out the key %s', (_, form) => {
    expect(redactor(key)(`before ${form} after ${form}`)).toBe('before *** after ***')
  })

  it('leaves every other text alone', () => {
    const redact = redactor(key)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(redact(text)).toBe(text)
      }),
    )
  })

  it('takes out any key of eight visible characters or more', () => {
    const visible = fc.string({ unit: 'grapheme-ascii', minLength: 8 }).filter((text) => !text.includes(' '))
    fc.assert(
      fc.property(visible, (secret) => {
        expect(redactor(secret)(`<${secret}>`)).toBe('<***>')
      }),
    )
  })

  it('leaves very short keys, which would tear text apart', () => {
    expect(redactor('ab')('about')).toBe('about')
    expect(redactor(undefined)('about')).toBe('about')
  })
})

function escapedAsUnicode(text: string): string {
  return Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
}
