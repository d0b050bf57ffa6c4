import { describe, expect, test } from 'vitest'
import { errorsOf, inputsOf } from './parsed-inputs.ts'

describe('the mode', () => {
  test.each(['gate', 'gate-if-worse', 'report'])('can be %s', (mode) => {
    expect(inputsOf({ mode })).toMatchObject({ mode })
  })

  test.each(['Gate', 'gate,report', 'off'])('is not %s', (mode) => {
    expect(errorsOf({ mode })).toEqual([
      {
        input: 'mode',
        message: `Input "mode": "${mode}" is not valid. Expected "gate", "gate-if-worse" or "report".`,
      },
    ])
  })
})

describe('retries', () => {
  test.each([
    ['gate', 0],
    ['gate-if-worse', 2],
    ['report', 0],
  ])('in mode %s are %i by default', (mode, retries) => {
    expect(inputsOf({ mode })).toMatchObject({ retries })
    expect(inputsOf({ mode, retries: ' ' })).toMatchObject({ retries })
  })

  test.each(['gate', 'gate-if-worse', 'report'])('in mode %s can be 0 to 5', (mode) => {
    for (const retries of [0, 1, 2, 3, 4, 5]) {
      expect(inputsOf({ mode, retries: String(retries) })).toMatchObject({ retries })
    }
  })

  test.each(['6', '-1', '1.5', '2x', 'NaN', '٣', '99999999999999999999'])('cannot be %s', (retries) => {
    expect(errorsOf({ retries })).toEqual([
      {
        input: 'retries',
        message: `Input "retries": "${retries}" is not valid. Expected a whole number from 0 to 5.`,
      },
    ])
  })
})

describe('baseline', () => {
  test.each([
    ['', []],
    ['main.json', ['main.json']],
    ['a b/*.json, c.json\n\n d/**/results.json\r\nc.json', ['a b/*.json', 'c.json', 'd/**/results.json']],
  ])('%j is %j', (baseline, paths) => {
    expect(inputsOf({ baseline })).toMatchObject({ baseline: paths })
  })

  test('cannot be separators only', () => {
    expect(errorsOf({ baseline: ',\n' })).toEqual([
      {
        input: 'baseline',
        message: 'Input "baseline": "," has no path in it. Enter paths or globs of results files.',
      },
    ])
  })
})

describe('comment', () => {
  test.each([
    ['', true],
    ['true', true],
    ['True', true],
    ['false', false],
    ['FALSE', false],
  ])('%j is %s', (comment, written) => {
    expect(inputsOf({ comment })).toMatchObject({ comment: written })
  })

  test.each(['no', '0', 'falsee'])('cannot be %s', (comment) => {
    expect(errorsOf({ comment })).toEqual([
      {
        input: 'comment',
        message: `Input "comment": "${comment}" is not valid. Expected "true" or "false".`,
      },
    ])
  })
})
