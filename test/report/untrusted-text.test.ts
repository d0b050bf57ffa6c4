import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutLine, cutText, logText } from '../../src/report/untrusted-text.ts'
import { hostileText } from './hostile-arbitrary.ts'

describe('cleaning', () => {
  it.each([
    ['colours and cursor moves', '\u001B[1;31mred\u001B[0m\u001B[2K', 'red'],
    ['window titles', '\u001B]0;title\u0007text\u001B]0;title\u001B\\', 'text'],
    ['control characters', 'a\u0000b\u0008c\u007Fd\u009Be', 'abcde'],
    ['bidirectional controls', 'user\u202Egpj.exe \u2066x\u2069\u200F', 'usergpj.exe x'],
    ['zero-width characters', 'z\u200Be\u200Cr\u200Do\uFEFF\u00AD\u2060', 'zero'],
    ['tag characters', 'flag\u{E0067}\u{E007F}', 'flag'],
    ['noncharacters', 'a\uFFFF\uFFFE\uFDD0b', 'ab'],
  ])('drops %s', (_what, text, cleaned) => {
    expect(cutText(text, 100).text).toBe(cleaned)
  })

  it('replaces lone surrogates and keeps pairs', () => {
    expect(cutText('a\uD83D b😀', 100).text).toBe('a\uFFFD b😀')
  })

  it.each([
    '⚠️',
    '👩‍👩‍👧',
    '👩🏽‍💻',
    '🏳️‍🌈',
    '🇫🇷',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '1️⃣',
  ])('keeps the emoji %s whole', (emoji) => {
    expect(cutText(`a\u200B${emoji}b`, 100).text).toBe(`a${emoji}b`)
  })

  it('keeps joiners between letters that need them', () => {
    expect(cutText('می\u200Cخواهم क्\u200Dष', 100).text).toBe('می\u200Cخواهم क्\u200Dष')
    expect(cutText('\u200Cمa\u200C\u200D', 100).text).toBe('مa')
  })

  it('reads every kind of line break as one', () => {
    expect(cutText('a\r\nb\rc\u2028d\u2029e\u0085f\u000Bg\fh\ni', 100).text.split('\n')).toEqual([
      ...'abcdefghi',
    ])
  })

  it('lets no more than four marks climb on one letter', () => {
    expect(cutText(`Z${'\u0301'.repeat(50)}a`, 100).text).toBe(`Z${'\u0301'.repeat(4)}a`)
  })
})

describe('cutting', () => {
  it('marks the cut, counts what is missing, and never splits a character', () => {
    expect(cutText('ab😀cd', 4)).toEqual({ text: 'ab…', leftOut: 4 })
  })

  it('leaves what fits as it is', () => {
    expect(cutText('abcd', 4)).toEqual({ text: 'abcd', leftOut: 0 })
  })

  it('marks a text whose visible part ends beyond the part that is read', () => {
    expect(cutLine(`a${' '.repeat(10_000)}b`, 10)).toBe('a…')
  })

  it('never returns more than was asked for', () => {
    fc.assert(
      fc.property(hostileText(30), fc.integer({ min: 1, max: 80 }), (text, max) => {
        expect(cutText(text, max).text.length).toBeLessThanOrEqual(max)
        expect(cutLine(text, max).length).toBeLessThanOrEqual(max)
        expect(cutLine(text, max)).not.toMatch(/\s{2}|\n/)
        expect(cutText(text, max).text.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('for the log', () => {
  it('is one line without a command of the runner in it', () => {
    fc.assert(
      fc.property(hostileText(30), (text) => {
        const line = `agent ${logText(text, 500)}`
        expect(line).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/)
        expect(line).not.toContain('##[')
        expect(line.trimStart()).not.toMatch(/^::/)
      }),
      { numRuns: 500 },
    )
  })

  it('breaks a command that cleaning would have put together', () => {
    expect(logText('#\u200B#\u0000[error]x', 50)).toBe('##\u200B[error]x')
  })
})

it.each([
  'a',
  '\u001B[',
  '\u001B];a',
  '\u001B\u001B;;',
  '\u200D👩',
  '\u0301',
  '\n ',
  '#',
  '`',
  '\u00AD',
  'س\u200C',
])('the time for %j does not grow faster than its length', (piece) => {
  const [parts, whole] = [
    Array<string>(16).fill(piece.repeat(4000 / piece.length)),
    piece.repeat(64_000 / piece.length),
  ]
  /** The least of several, so that a pause counts for nothing. In microseconds, which the system counts in steps. */
  const least = (texts: readonly string[]) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const before = process.threadCpuUsage()
        for (const text of texts) cutText(text, text.length)
        return process.threadCpuUsage(before).user
      }),
    )
  // Sixteen times as much if each piece were searched for from each other one.
  expect(least([whole])).toBeLessThan(6 * least(parts) + 20_000)
})
