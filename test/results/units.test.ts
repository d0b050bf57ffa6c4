import { describe, expect, it } from 'vitest'
import {
  approximate,
  count,
  counted,
  dollars,
  duration,
  earlierText,
  latency,
  percent,
  percentage,
  probability,
} from '../../src/results/units.ts'

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('%d is counted as %s', (value, words) => {
    expect(count(value)).toBe(words)
  })

  it('take the plural unless they are one', () => {
    expect([counted(0, 'test'), counted(1, 'test'), counted(2, 'test')]).toEqual([
      '0 tests',
      '1 test',
      '2 tests',
    ])
  })

  it.each([
    [-5, '0.0s'],
    [0, '0.0s'],
    [400, '0.4s'],
    [949, '0.9s'],
    [950, '1s'],
    [59_400, '59s'],
    [59_600, '1m'],
    [72_000, '1m 12s'],
    [3_600_000, '1h'],
    [7_500_000, '2h 5m'],
  ])('%d ms last %s', (value, words) => {
    expect(duration(value)).toBe(words)
  })

  it.each([
    [0.4, '0ms'],
    [820, '820ms'],
    [999.5, '1.0s'],
    [1840, '1.8s'],
    [9_950, '10s'],
    [12_400, '12s'],
  ])('%d ms are a latency of %s', (value, words) => {
    expect(latency(value)).toBe(words)
  })

  it.each([
    [0, '$0'],
    [0.00213, '$0.0021'],
    [0.000004, '$0.000004'],
    [0.0102, '$0.01'],
    [0.013, '$0.013'],
    [0.0996, '$0.1'],
    [0.1, '$0.10'],
    [0.12, '$0.12'],
    [3.4, '$3.40'],
    [1e-12, '$0'],
  ])('%d dollars read %s', (value, words) => {
    expect(dollars(value)).toBe(words)
  })

  it.each([
    [0.049, 'fewer than 0.1'],
    [0.05, '0.1'],
    [1.04, '1'],
    [1.3, '1.3'],
    [9.95, '10'],
    [12.4, '12'],
  ])('%d failures are expected as %s', (value, words) => {
    expect(approximate(value)).toBe(words)
  })

  it.each([
    [0.00009, 'below 0.01%'],
    [0.0001, '0.01%'],
    [0.0042, '0.42%'],
  ])('a probability of %d reads %s', (value, words) => {
    expect(probability(value)).toBe(words)
  })
})

describe('a pass rate', () => {
  it.each([
    [46, 50, '92.0'],
    [2, 3, '66.7'],
    [10, 10, '100.0'],
    [0, 10, '0.0'],
    [19_999, 20_000, '99.9'],
    [1, 20_000, '0.1'],
  ])('of %i/%i reads %s%%, and only all or none read 100%% or 0%%', (passed, total, number) => {
    expect(percentage({ passed, total })).toBe(`${number}%`)
    expect(percent({ passed, total })).toBe(number)
  })

  it('of no tests is none', () => {
    expect(percentage({ passed: 0, total: 0 })).toBeNull()
    expect(percent({ passed: 0, total: 0 })).toBe('')
  })
})

it.each([
  [0, 10, 'passed all of its last 10 runs'],
  [3, 10, 'failed 3 of its last 10 runs'],
  [10, 10, 'failed all of its last 10 runs'],
  [0, 1, 'passed its last run'],
  [1, 1, 'failed its last run'],
])('%i failures in %i earlier runs: %s', (failures, runs, text) => {
  expect(earlierText(failures, runs)).toBe(text)
})
