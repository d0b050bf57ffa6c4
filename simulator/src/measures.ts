// What a test case cost and how long it took: numbers that look measured and are the same in every run.

/** One case's response time in milliseconds, cost in US dollars, and tokens. */
export interface Measures {
  readonly latencyMs: number
  readonly cost: number
  readonly tokens: number
}

/** The measures of one case; the id of its test is the only source of chance. */
export function measuresOf(testId: string): Measures {
  const chance = fraction(testId)
  const tokens = Math.round(380 + 1500 * fraction(`${testId}/tokens`))
  return {
    latencyMs: Math.round(620 + 2400 * chance ** 2 + (chance > 0.96 ? 3100 : 0)),
    cost: Number((tokens * 2.4e-6).toFixed(6)),
    tokens,
  }
}

/** The aggregates of a run as the service names them; each is null where no case was measured. */
export function aggregate(measures: readonly Measures[]) {
  if (measures.length === 0) return { latency_ms: null, cost: null, total_tokens: null }
  return {
    latency_ms: percentiles(measures.map((one) => one.latencyMs)),
    cost: spread(
      measures.map((one) => one.cost),
      6,
    ),
    total_tokens: spread(
      measures.map((one) => one.tokens),
      1,
    ),
  }
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null
  return { p50: at(50), p95: at(95), p99: at(99), count: sorted.length }
}

function spread(values: readonly number[], decimals: number) {
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    sum += value
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return { mean: Number((sum / values.length).toFixed(decimals)), min, max, count: values.length }
}

/** A number from 0 to below 1 out of a text (FNV-1a, then mixed so that close texts lie far apart). */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
