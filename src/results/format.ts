// Numbers and lists as text for readers.
import type { PassRate, Results } from '../schema.ts'

const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `1,234` */
export function count(value: number): string {
  return thousands.format(value)
}

/** `1 test`, `2 tests` */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${value === 1 ? noun : `${noun}s`}`
}

/** The word for one, or that for several: `was`, `were` */
export function wordFor(value: number, one: string, several: string): string {
  return value === 1 ? one : several
}

/** `3 of 12 tests`, `both tests`, `all 12 tests` */
export function someOf(some: number, all: number, noun: string): string {
  if (some < all || all === 0) return `${count(some)} of ${counted(all, noun)}`
  if (all === 1) return `1 ${noun}`
  return all === 2 ? `both ${noun}s` : `all ${counted(all, noun)}`
}

/** Those that were not skipped. */
export function testedAgents({ agentTotals }: Pick<Results, 'agentTotals'>): number {
  return agentTotals.passed + agentTotals.failed + agentTotals.inconclusive
}

/** The first items as text, then how many more there are: `A`, `B`, `3 more`. */
export function firstFew<T, Text>(
  items: readonly T[],
  most: number,
  text: (item: T) => Text,
  rest = (left: number) => `${count(left)} more`,
): (Text | string)[] {
  const texts: (Text | string)[] = items.slice(0, most).map((item) => text(item))
  return items.length > most ? [...texts, rest(items.length - most)] : texts
}

/** Items of the same key together, in the order of the first of them. */
export function grouped<T>(items: readonly T[], key: (item: T) => string) {
  return [...Map.groupBy(items, key).values()] as [T, ...T[]][]
}

/** `66.6%`, rounded down, so that only all tests are `100.0%`; null if there are no tests. */
export function percentage({ passed, total }: PassRate): string | null {
  return total === 0 ? null : `${(Math.floor((1000 * passed) / total) / 10).toFixed(1)}%`
}

/** Made once: a report of thousands of tests has as many dates, and to make a format takes longer than to use it. */
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const HALF_A_YEAR_MS = 183 * 86_400_000

/** An ISO time, or `2026-12-03`, as `3 Dec`; with its year if that is not clear. */
export function dayOf(time: string, { startedAt }: Pick<Results, 'startedAt'> = { startedAt: null }): string {
  const isFar = startedAt !== null && Math.abs(Date.parse(time) - Date.parse(startedAt)) > HALF_A_YEAR_MS
  const text = day.format(new Date(time))
  return isFar ? text : text.replace(/ \d{4}/, '')
}

/** Milliseconds as `820ms`, `1.8s`, `12s`, `1m 12s`, `2h 5m`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)}ms`
  if (milliseconds < 9950) return `${Number((milliseconds / 1000).toFixed(1))}s`
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const parts = hours > 0 ? [`${hours}h`, `${minutes % 60}m`] : [`${minutes}m`, `${seconds % 60}s`]
  return parts.filter((part) => !part.startsWith('0')).join(' ')
}

/** So short that nothing is said of it. */
export function isInstant(milliseconds: number): boolean {
  return milliseconds < 50
}

/** US dollars as `$0`, `$0.0021`, `$0.030`, `$3.40`: with cents, or two significant digits. */
export function dollars(amount: number): string {
  if (Math.abs(amount) < 1e-6) return '$0'
  return `$${Math.abs(amount) < 0.995 ? amount.toPrecision(2) : amount.toFixed(2)}`
}

/** `$0.0021`, `at least $0.0021` if some costs are not known; null without any. */
export function costText({ costUsd, isCostWhole }: Pick<Results, 'costUsd' | 'isCostWhole'>): string | null {
  return costUsd === null ? null : `${isCostWhole ? '' : 'at least '}${dollars(costUsd)}`
}
