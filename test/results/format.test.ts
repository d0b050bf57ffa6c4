// Numbers as readers see them.
import { expect, it } from 'vitest'
import {
  costText,
  count,
  counted,
  dayOf,
  dollars,
  duration,
  isInstant,
  percentage,
} from '../../src/results/format.ts'

const tables: readonly (readonly [string, (value: number) => string, Readonly<Record<string, string>>])[] = [
  ['counts', count, { 0: '0', 999: '999', 1000: '1,000', 1234567: '1,234,567' }],
  ['nouns', (value) => counted(value, 'test'), { 0: '0 tests', 1: '1 test', 2: '2 tests' }],
  [
    'short durations',
    duration,
    { 0.4: '0ms', 820: '820ms', 999.5: '1s', 1840: '1.8s', 5000: '5s', 9950: '10s', 12400: '12s' },
  ],
  ['durations in seconds', (value) => duration(value * 1000), { 59.4: '59s', 59.6: '1m', 72: '1m 12s' }],
  ['durations in minutes', (value) => duration(value * 60_000), { 60: '1h', 70: '1h 10m', 125: '2h 5m' }],
  ['dollars', dollars, { 0: '$0', 0.1: '$0.10', 0.12: '$0.12', 0.996: '$1.00', 3.4: '$3.40' }],
  ['cents', dollars, { 0.00213: '$0.0021', 0.0102: '$0.010', 0.03: '$0.030', 0.0996: '$0.10' }],
  ['less than that', dollars, { 0.000004: '$0.0000040', 1e-12: '$0' }],
]

it('says nothing of an instant', () => expect([49, 50].map(isInstant)).toEqual([true, false]))

it.each(tables)('%s', (_, text, expected) => {
  const texts = Object.keys(expected).map((value) => [value, text(Number(value))])
  expect(Object.fromEntries(texts)).toEqual(expected)
})

it.each([
  [46, 50, '92.0'],
  [2, 3, '66.6'],
  [10, 10, '100.0'],
  [0, 10, '0.0'],
  [19_999, 20_000, '99.9'],
])('a pass rate of %i/%i reads %s%%, and only all read 100%%', (passed, total, number) => {
  expect(percentage({ passed, total })).toBe(`${number}%`)
})

it('a pass rate of no tests is none', () => {
  expect(percentage({ passed: 0, total: 0 })).toBeNull()
})

it('a cost of which some is unknown is at least that', () => {
  expect([true, false].map((isCostWhole) => costText({ costUsd: 0.0021, isCostWhole }))).toEqual([
    '$0.0021',
    'at least $0.0021',
  ])
  expect(costText({ costUsd: null, isCostWhole: false })).toBe(null)
})

it.each([
  ['2026-11-29T14:02:00Z', '29 Nov'],
  ['2026-06-02', '2 Jun'],
  ['2026-05-20T14:02:00Z', '20 May 2026'],
  ['2025-11-29', '29 Nov 2025'],
])('of %s, the year is said more than half a year later', (time, text) => {
  expect(dayOf(time, { startedAt: '2026-11-29T12:00:00Z' })).toBe(text)
  expect(dayOf(time)).not.toMatch(/202/)
})
