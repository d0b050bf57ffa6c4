// Random numbers for the simulation of the rule, from a seed.

/** Uniform, 0 to below 1. */
export type Random = () => number

/** Tommy Ettinger's generator: small, fast, and good enough for shares of 10,000 trials. */
export function mulberry32(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The smaller, the more uneven. */
const SKEW = 0.3

/**
 * A pool of chances to fail, to draw tests from. If `skewed`, from a beta distribution with the given mean and first
 * parameter 0.3: with a mean of 5%, half of the tests fail in less than 1.4% of their runs, one in ten in more than 15%.
 * @param mean above 0, below 1
 */
export function drawRates(mean: number, skewed: boolean, random: Random): Float64Array {
  if (!skewed) return Float64Array.of(mean)
  return Float64Array.from({ length: 2 ** 16 }, () => {
    const failing = gamma(SKEW, random)
    return failing / (failing + gamma((SKEW * (1 - mean)) / mean, random))
  })
}

/** Marsaglia and Tsang's method. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = normal(random)
    const v = (1 + x / (3 * Math.sqrt(d))) ** 3
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d * (1 - v + Math.log(v))) return d * v
  }
}

/** Box and Muller's method. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
