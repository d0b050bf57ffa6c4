// How long the bundle takes to refuse an invalid input, against Node itself doing nothing.
import { spawnSync } from 'node:child_process'

export interface StartUp {
  /** Medians. */
  readonly bundleMs: number
  readonly bareMs: number
}

/** Alternating, to cancel out noise. @throws if the bundle does not refuse */
export function measureStartUp(bundle: string, runs: number): StartUp {
  const env = { PATH: process.env['PATH'] ?? '', INPUT_MODE: 'no-such-mode' }
  const times = Array.from({ length: runs }, () => ({
    bundle: timeOf([bundle], env, 1),
    bare: timeOf(['-e', '0'], env, 0),
  }))
  return {
    bundleMs: median(times.map((time) => time.bundle)),
    bareMs: median(times.map((time) => time.bare)),
  }
}

function timeOf(args: readonly string[], env: Record<string, string>, exitCode: number): number {
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== exitCode)
    throw new Error(`node ${args.join(' ')} ended with ${status}, not with ${exitCode}`)
  return performance.now() - startedAt
}

/** NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
