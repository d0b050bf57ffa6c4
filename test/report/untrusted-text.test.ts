import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../src/client/redactor.ts'
import { cutLine, cutText, logText, redactData } from '../../src/report/untrusted-text.ts'
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

  it('reads of a megabyte only what it needs', () => {
    const megabyte = '\u001B[31m<@'.repeat(150_000)
    const before = process.threadCpuUsage()
    for (let i = 0; i < 100; i++) cutText(megabyte, 500)
    // CPU time, a few milliseconds; seconds if all of it were read.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500)
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

describe('redacting', () => {
  const key = 'sk-live-0123456789abcdef'
  const redact = createRedactor([key])

  it.each([
    ['as it is', key],
    ['with a soft hyphen inside', 'sk-live\u00AD-0123456789abcdef'],
    ['with zero-width characters inside', [...key].join('\u200B')],
    ['with colours inside', 'sk-live-\u001B[31m0123456789\u001B[0mabcdef'],
    ['with control characters and a lone joiner inside', 'sk\u0000-live-01\u200D23456789ab\u0008cdef'],
  ])('finds a key %s', (_how, text) => {
    const data = { name: `the key ${text} is wrong`, list: [{ text }], kept: 1 }
    const redacted = redactData(data, redact)
    expect(redacted).toEqual({ name: 'the key *** is wrong', list: [{ text: '***' }], kept: 1 })
  })

  it('copies nothing without a key', () => {
    const data = { name: 'zero\u200Bwidth', list: [{ text: 'x' }], runs: new Map([['a', true]]), none: null }
    expect(redactData(data, redact)).toBe(data)
  })

  it('bounds fields and replaces lone surrogates', () => {
    expect(redactData({ text: 'x'.repeat(1_000_000) }, redact).text).toHaveLength(200_001)
    expect(redactData(['a\uD800'], redact)).toEqual(['a\uFFFD'])
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
    '(sk-live-',
    'س\u200C',
  ])('takes less than a second for a megabyte of %j', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length)
    const cpuBefore = process.threadCpuUsage()
    redactData({ text }, redact)
    cutText(text, 1000)
    logText(text, 1000)
    const { user, system } = process.threadCpuUsage(cpuBefore)
    expect((user + system) / 1000).toBeLessThan(1_000)
  })
})
