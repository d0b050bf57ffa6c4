// Random numbers for the simulations of the rules, from a seed: which tests a suite has, and whether an attempt fails.

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

/**
 * How often the tests of real suites fail though nothing is wrong: most hardly ever, a few often. Shares add up to 1, and the
 * mean rate is 4.1%.
 */
const usual = [
  { share: 0.607, rate: 0.001 },
  { share: 0.2, rate: 0.01 },
  { share: 0.08, rate: 0.05 },
  { share: 0.06, rate: 0.15 },
  { share: 0.035, rate: 0.4 },
  { share: 0.018, rate: 0.62 },
]

/** In thousandths. */
const pool = usual.flatMap(({ share, rate }) => Array.from({ length: Math.round(1000 * share) }, () => rate))

/** The chance of each test of a suite to fail. */
export function drawRates(tests: number, random: Random): Float64Array {
  return Float64Array.from({ length: tests }, () => pool[Math.floor(random() * pool.length)] ?? 0)
}

/** Gives the tests that fail least often another chance to fail. */
export function changeCleanest(of: Float64Array, tests: number, rate: number): void {
  const order = [...of.keys()].sort((a, b) => (of[a] ?? 0) - (of[b] ?? 0))
  for (const index of order.slice(0, tests)) of[index] = rate
}

/**
 * The attempts of one test on one day: whether each fails. Its chance on that day is drawn from a beta distribution around the
 * mean, so that its attempts resemble each other; those of other tests do not depend on them.
 * @param correlation 0 to below 1: that of two attempts of the test on a day (intraclass correlation)
 */
export function attemptsOfDay(mean: number, correlation: number, random: Random): () => boolean {
  if (correlation === 0 || mean === 0 || mean === 1) return () => random() < mean
  const size = (1 - correlation) / correlation
  const [failing, passing] = [gamma(mean * size, random), gamma((1 - mean) * size, random)]
  return () => random() * (failing + passing) < failing
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
