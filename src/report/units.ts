// Numbers as text for readers.
import type { PassRate } from '../gate/results.ts'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const MOST_DECIMALS = 10

/** `1,234` */
export function count(value: number): string {
  // The formatter is slow, and most numbers are small.
  return Number.isInteger(value) && value >= 0 && value < 1000 ? `${value}` : grouped.format(value)
}

/** `1 test`, `2 tests` */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${value === 1 ? noun : `${noun}s`}`
}

/** `passed all of its last 10 runs`, `failed 3 of its last 10 runs`, `failed its last run` */
export function earlierText(failures: number, runs: number): string {
  const verb = failures === 0 ? 'passed' : 'failed'
  if (runs === 1) return `${verb} its last run`
  const how = failures === 0 || failures === runs ? 'all' : count(failures)
  return `${verb} ${how} of its last ${count(runs)} runs`
}

/** The first items as text, then how many more there are: `A`, `B`, `3 more`. */
export function firstFew<T>(
  items: readonly T[],
  most: number,
  text: (item: T) => string,
  rest = (left: number) => `${count(left)} more`,
): string[] {
  const texts = items.slice(0, most).map((item) => text(item))
  return items.length > most ? [...texts, rest(items.length - most)] : texts
}

/**
 * Two pass rates as `92.0%`, with enough decimals that different rates look different, and that only all or no tests
 * passed look like 100% or 0%. Null if there are no tests on one side.
 */
export function percentages(now: PassRate, before: PassRate): readonly [string, string] | null {
  if (now.total === 0 || before.total === 0) return null
  const same = now.passed * before.total === before.passed * now.total
  for (let decimals = 1; ; decimals++) {
    const texts = [percentage(now, decimals), percentage(before, decimals)] as const
    const distinct = same || texts[0] !== texts[1]
    if (decimals === MOST_DECIMALS || (distinct && isExact(now, texts[0]) && isExact(before, texts[1])))
      return texts
  }
}

/** In percent with one decimal for machines, `87.5`; empty if there are no tests. */
export function percent({ passed, total }: PassRate): string {
  return total === 0 ? '' : ((100 * passed) / total).toFixed(1)
}

/** Milliseconds as `0.4s`, `12s`, `1m 12s`, `2h 5m`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 950) return `${(Math.max(0, milliseconds) / 1000).toFixed(1)}s`
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds}s`
  if (minutes < 60) return joined(minutes, 'm', seconds % 60, 's')
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'm')
}

/** Milliseconds as `820ms`, `1.8s`, `12s`. */
export function latency(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)}ms`
  const seconds = milliseconds / 1000
  return `${seconds < 9.95 ? seconds.toFixed(1) : count(seconds)}s`
}

/** US dollars as `$0`, `$0.0021`, `$0.12`, `$3.40`: cents, or two significant digits. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0'
  if (Math.abs(amount) >= 0.1) return `$${amount.toFixed(2)}`
  return `$${trimZeros(amount.toFixed(Math.min(10, 1 - Math.floor(Math.log10(Math.abs(amount))))))}`
}

/** `850`, `1.2k`, `34k`, `1.1M` */
export function tokens(amount: number): string {
  if (amount < 999.5) return count(amount)
  if (amount < 999_500) return `${scaled(amount / 1000)}k`
  return `${scaled(amount / 1_000_000)}M`
}

export function wholePercent(share: number): string {
  return `${count(100 * share)}%`
}

/** An expected number of failures: `fewer than 0.1`, `1.3`, `12` */
export function approximate(expected: number): string {
  if (expected < 0.05) return 'fewer than 0.1'
  return expected < 9.95 ? expected.toFixed(1).replace(/\.0$/, '') : count(Math.round(expected))
}

/** `0.42%`, `below 0.01%` */
export function probability(value: number): string {
  return value < 0.0001 ? 'below 0.01%' : `${(100 * value).toFixed(2)}%`
}

/** ` (+340ms)`, ` (−14%)`; empty if nothing would be seen to differ, or nothing is known. */
export function signed(difference: number | null | undefined, words: (value: number) => string): string {
  const size = words(Math.abs(difference ?? 0))
  return size === words(0) ? '' : ` (${(difference ?? 0) < 0 ? '\u2212' : '+'}${size})`
}

function percentage({ passed, total }: PassRate, decimals: number): string {
  return `${((100 * passed) / total).toFixed(decimals)}%`
}

function isExact({ passed, total }: PassRate, text: string): boolean {
  const rounded = Number.parseFloat(text)
  return (rounded === 100) === (passed === total) && (rounded === 0) === (passed === 0)
}

function scaled(value: number): string {
  return value < 9.95 ? trimZeros(value.toFixed(1)) : count(value)
}

function trimZeros(decimal: string): string {
  return decimal.replace(/\.?0+$/, '')
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`
}

/** Milliseconds since 1970 as `2026-11-20`, in UTC. */
export function day(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10)
}
