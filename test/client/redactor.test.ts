import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../src/client/redactor.ts'

const key = 'sk/live"01\\23456789'

describe('a redactor', () => {
  it.each([
    ['as it is', key],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    ['in JSON that escapes slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON that escapes everything', escapedAsUnicode(key)],
    ['in a URL', encodeURIComponent(key)],
    ['in another case', key.toUpperCase()],
    ['with soft hyphens', Array.from(key).join('\u00ad')],
    ['with zero-width spaces', Array.from(key).join('\u200b\u200d')],
    ['with zero-width spaces, escaped', escaped(Array.from(key).join('\u200b'))],
    ['with colours', Array.from(key).join('\u001b[1;31m')],
    ['with colours, escaped', escaped(Array.from(key).join('\u001b[0m'))],
    ['with tag characters', Array.from(key).join('\u{e0041}')],
    ['with tag characters, escaped', escaped(Array.from(key).join('\u{e0041}'))],
    ['with control characters', Array.from(key).join('\u0000\u0085')],
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

  it('reads a megabyte of any text in less than a second', () => {
    const redact = createRedactor([key])
    for (const part of ['s', 's\u200b', `${key.slice(0, 12)}\u200b`, '\u001b[0;', '{"name":"s"},']) {
      const cpu = process.cpuUsage()
      redact(part.repeat(1_000_000 / part.length))
      expect(process.cpuUsage(cpu).user / 1000).toBeLessThan(1000)
    }
  })

  it('leaves very short keys, which would tear text apart', () => {
    expect(createRedactor(['ab'])('about')).toBe('about')
    expect(createRedactor([])('about')).toBe('about')
  })
})

/** As JSON with every character that is not visible ASCII escaped. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function escapedAsUnicode(text: string): string {
  return Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
}
