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

/** `passed all 10 earlier runs`, `failed in 3 of 10 earlier runs`. @param before in place of `earlier` */
export function earlierText(failures: number, runs: number, before = ''): string {
  const noun = `${before === '' ? 'earlier ' : ''}${runs === 1 ? 'run' : 'runs'}${before}`
  if (failures > 0 && failures < runs) return `failed in ${count(failures)} of ${count(runs)} ${noun}`
  const all = runs === 1 ? 'the only' : runs === 2 ? 'both' : `all ${count(runs)}`
  return `${failures === 0 ? 'passed' : 'failed'} ${all} ${noun}`
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

/** `92.0%`; only if all or no tests passed, `100.0%` or `0.0%`. Null if there are no tests. */
export function percentage({ passed, total }: PassRate): string | null {
  if (total === 0) return null
  const share = (100 * passed) / total
  return `${(passed === 0 || passed === total ? share : Math.min(99.9, Math.max(0.1, share))).toFixed(1)}%`
}

const day = formats({ day: 'numeric', month: 'short' })
const minute = formats({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

type Job = Pick<Results, 'startedAt'>

/** An ISO time as `20 Nov, 14:02 UTC`; with its year if that is not clear. */
export function timeText(time: string, job: Job): string {
  return `${shown(time, minute, job)} UTC`
}

/** An ISO time, or `2026-12-03`, as `3 Dec`; with its year if that is not clear. */
export function dayOf(time: string, job: Job = { startedAt: null }): string {
  return shown(time.slice(0, 10), day, job)
}

const HALF_A_YEAR_MS = 183 * 86_400_000

function shown(time: string, { near, far }: typeof day, { startedAt }: Job): string {
  const isFar = startedAt !== null && Math.abs(Date.parse(time) - Date.parse(startedAt)) > HALF_A_YEAR_MS
  return (isFar ? far : near).format(new Date(time))
}

/** Made once: a report of thousands of tests has as many dates, and to make a format takes longer than to use it. */
function formats(parts: Intl.DateTimeFormatOptions) {
  const formatOf = (year: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...parts, ...year, timeZone: 'UTC' })
  return { near: formatOf({}), far: formatOf({ year: 'numeric' }) }
}

/** Milliseconds as `0s`, `0.4s`, `12s`, `1m 12s`, `2h 5m`. */
export function duration(milliseconds: number): string {
  if (isInstant(milliseconds)) return '0s'
  if (milliseconds < 950) return `${(milliseconds / 1000).toFixed(1)}s`
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds}s`
  if (minutes < 60) return twoUnits(minutes, 'm', seconds % 60, 's')
  return twoUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'm')
}

/** So short that nothing is said of it. */
export function isInstant(milliseconds: number): boolean {
  return milliseconds < 50
}

/** Milliseconds as `820ms`, `1.8s`, `12s`. */
export function latency(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)}ms`
  const seconds = milliseconds / 1000
  return `${seconds < 9.95 ? seconds.toFixed(1) : count(seconds)}s`
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

/** An expected number of failures: `almost none`, `1.3`, `12` */
export function approximate(expected: number): string {
  if (expected < 0.05) return 'almost none'
  return expected < 9.95 ? expected.toFixed(1).replace(/\.0$/, '') : count(expected)
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`
}
