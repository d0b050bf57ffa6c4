import { describe, expect, test } from 'vitest'
import { errorsOf, inputsOf } from './parsed-inputs.ts'

test.each([
  ['mode', ['Gate', 'gate,report', 'off'], '"gate", "gate-if-worse" or "report"'],
  ['retries', ['6', '-1', '1.5', '2x', 'NaN', '٣', '99999999999999999999'], 'a whole number from 0 to 5'],
  ['comment', ['no', '0', 'falsee'], '"true", "false" or "failures"'],
])('%s cannot be one of %j', (input, texts, expected) => {
  for (const text of texts)
    expect(errorsOf({ [input]: text })).toEqual([
      { input, message: `"${text}" is not valid. Expected ${expected}.` },
    ])
})

test.each([
  ['gate', 0],
  ['gate-if-worse', 2],
  ['report', 0],
])('the mode can be %s, with %i retries by default, or 0 to 5', (mode, byDefault) => {
  expect(inputsOf({ mode, retries: ' ' })).toMatchObject({ mode, retries: byDefault })
  for (const retries of [0, 1, 2, 3, 4, 5])
    expect(inputsOf({ mode, retries: String(retries) })).toMatchObject({ retries })
})

test.each([
  ['', true],
  ['true', true],
  ['True', true],
  ['false', false],
  ['FALSE', false],
  ['failures', 'failures'],
])('the comment %j is %s', (comment, written) => {
  expect(inputsOf({ comment })).toMatchObject({ comment: written })
})

describe('accepted tests', () => {
  const day = '2026-12-03'

  test.each([
    ['Bot / Refund until 2026-12-03', 'Bot', 'Refund'],
    ['Bot/Refund  until  2026-12-03', 'Bot', 'Refund'],
    [
      'Support bot, 2nd / Says "hi", then waits until 2026-12-03',
      'Support bot, 2nd',
      'Says "hi", then waits',
    ],
    ['"I/O bot" / Refund until 2026-12-03', 'I/O bot', 'Refund'],
    ['Bot / "Waits until noon / later" until 2026-12-03', 'Bot', 'Waits until noon / later'],
    [String.raw`" Bot " / "Says \"hi\"" until 2026-12-03`, ' Bot ', 'Says "hi"'],
    ['Bot / Waits until noon until 2026-12-03', 'Bot', 'Waits until noon'],
  ])('are read from %s', (line, agent, name) => {
    expect(inputsOf({ accept: line }).accept).toEqual([{ agent, test: name, until: day, expired: false }])
  })

  test('are one per line, and may have expired', () => {
    const lines = 'A / a until 2026-11-21\r\n\n  A / b until 2026-11-20\nA / c until 2020-02-29'
    const { accept } = inputsOf({ accept: lines })
    expect(accept.map(({ test, expired }) => [test, expired])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ])
  })

  test('may be 30 days ahead', () => {
    expect(inputsOf({ accept: 'A / a until 2026-12-21' }).accept).toHaveLength(1)
    const line = 'A / a until 2026-12-22'
    expect(errorsOf({ accept: line })).toEqual([
      {
        input: 'accept',
        message: `"${line}" is too far ahead. The last possible day is 2026-12-21, 30 days from now.`,
      },
    ])
  })

  test.each([
    'Refund until 2026-12-03',
    'Bot / Refund',
    'Bot / Refund until',
    'Bot / Refund until tomorrow',
    'Bot / Refund until 2026-11-31',
    'Bot / Refund until 2026-12-3',
    'I/O bot / Refund until 2026-12-03',
    ' / Refund until 2026-12-03',
    'Bot / "" until 2026-12-03',
    'Bot / "Refund until 2026-12-03',
  ])('are not %s', (line) => {
    const [error, ...others] = errorsOf({ accept: line })
    expect(error).toMatchObject({ input: 'accept' })
    expect(error?.message).toContain(
      `${JSON.stringify(line.trim())} is not valid. Expected a line such as: Agent /`,
    )
    expect(others).toEqual([])
  })

  test('are all named if several are wrong', () => {
    const [error] = errorsOf({ accept: 'first\nA / a until 2026-12-03\nsecond' })
    expect(error?.message).toMatch(/"first" is not valid.*"second" is not valid/)
  })
})
