// Numbers and times as text.

export function formatCount(value: number): string {
  return value.toLocaleString('en-US')
}

/** `820 ms`, `1.8 s`, `12 s` */
export function formatLatency(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  return `${seconds < 9.95 ? seconds.toFixed(1) : formatCount(Math.round(seconds))} s`
}

/** `12s`, `1m 34s`, `2h 5m` */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`
}

/** `$0.0021`, `$3.40` */
export function formatDollars(amount: number): string {
  if (amount === 0 || Math.abs(amount) >= 0.1) return `$${amount.toFixed(2)}`
  return `$${Number(amount.toPrecision(2))}`
}

/** `2026-11-21 09:30 UTC` */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
