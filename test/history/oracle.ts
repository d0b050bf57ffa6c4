// The same figures as `agent-tests history`, from the service's own responses and without the shipped code.

export interface Item {
  readonly uuid: string
  readonly created_at: string
  readonly results: readonly { readonly name: string; readonly passed: boolean }[]
}

const fails = ({ results }: Item, name: string) => results.some((each) => each.name === name && !each.passed)
const has = ({ results }: Item, name: string) => results.some((each) => each.name === name)
const namesOf = ({ results }: Item) => results.map(({ name }) => name)
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** @param runs full runs, oldest first; of which each has other test names only after its tests were rewritten */
export function expectedOf(runs: readonly Item[]) {
  const newest = namesOf(runs.at(-1) ?? { uuid: '', created_at: '', results: [] })
  return {
    gate: runs.filter(({ results }) => results.some(({ passed }) => !passed)).map(({ uuid }) => uuid),
    gateIfWorse: runs.flatMap((run, index) => blockOf(run, runs.slice(0, index), runs.slice(index + 1))),
    tests: newest.flatMap((name) => testOf(runs, name)),
    isDeclining: isDeclining(runs, newest),
  }
}

function testOf(runs: readonly Item[], name: string) {
  const outcomes = runs.filter((run) => has(run, name)).map((run) => ({ run, failed: fails(run, name) }))
  const failed = outcomes.filter((each) => each.failed)
  if (failed.length === 0) return []
  let since = null
  for (const { run, failed } of outcomes) since = failed ? (since ?? run.uuid) : null
  let changes = 0
  for (let i = 1; i < outcomes.length; i++) if (outcomes[i]?.failed !== outcomes[i - 1]?.failed) changes++
  return {
    name,
    runs: outcomes.length,
    failures: failed.length,
    changes,
    lastFailure: failed.at(-1)?.run.uuid,
    failingSince: since,
  }
}

/** The rule of docs/statistics.md, for a test that fails as often as it is run. */
function blockOf(run: Item, before: readonly Item[], after: readonly Item[]) {
  const names = namesOf(run)
  const comparable = before.filter(
    (other) => 2 * names.filter((name) => has(other, name)).length >= names.length,
  )
  const baseline = comparable.slice(-10)
  const tests = names.map((name) => ({
    name,
    h: baseline.filter((other) => has(other, name)).length,
    x: baseline.filter((other) => fails(other, name)).length,
    failed: fails(run, name),
  }))
  const compared = tests.filter(({ h }) => h > 0)
  const rate = sum(compared.map(({ x }) => x)) / Math.max(1, sum(compared.map(({ h }) => h)))
  const chance = ({ x, h }: { x: number; h: number }) => (x + 4 * Math.max(rate, 0.005)) / (h + 4)
  const judged = compared
  const [F, E] = [judged.filter(({ failed }) => failed).length, sum(judged.map(chance))]
  const tooMany =
    F >= 3 &&
    tailOf(
      judged.map((test) => Math.min(1, 2 * chance(test))),
      F,
    ) <= 0.01
  const isBroken = ({ x, h, failed }: (typeof tests)[number]) => {
    if (!failed || h === 0 || 2 * x > h) return false
    const p = Math.max(rate, 0.005)
    const others = E - chance({ x, h })
    const lambda = others > 0 ? Math.min(3, Math.max(1, (F - 1) / others)) : 1
    const A = lambda * (x + 4 * p)
    return [3, 4, 5, 6].some((attempts) => {
      let product = 1
      for (let j = 0; j < attempts; j++) product *= (A + j) / (h + 4 + j)
      return compared.length * product <= 0.05
    })
  }
  const broken = tests.filter(isBroken).map(({ name }) => {
    const next = after.find((other) => has(other, name))
    return { name, passedNext: next === undefined ? null : !fails(next, name) }
  })
  return tooMany || broken.length > 0 ? [{ uuid: run.uuid, tooMany, tests: broken }] : []
}

/** The probability of `count` or more, from the whole distribution. */
function tailOf(chances: readonly number[], count: number): number {
  let distribution = [1]
  for (const chance of chances)
    distribution = [...distribution, 0].map(
      (same, k) => same * (1 - chance) + (distribution[k - 1] ?? 0) * chance,
    )
  return sum(distribution.slice(count))
}

/** In whole numbers: how many of all choices of ten of the runs have as many failures as the newest ten, or more. */
function isDeclining(runs: readonly Item[], newest: readonly string[]): boolean {
  const same = runs.filter((run) => 2 * newest.filter((name) => has(run, name)).length >= newest.length)
  const window = same.slice(-40)
  if (window.length < 20) return false
  const common = newest.filter((name) => window.every((run) => has(run, name)))
  const counts = window.map((run) => common.filter((name) => fails(run, name)).length)
  let ways = new Map([['0 0', 1n]])
  for (const failures of counts) {
    const next = new Map(ways)
    for (const [key, number] of ways) {
      const [chosen = 0, failed = 0] = key.split(' ').map(Number)
      const taken = `${chosen + 1} ${failed + failures}`
      next.set(taken, (next.get(taken) ?? 0n) + number)
    }
    ways = next
  }
  const ofTen = [...ways].filter(([key]) => key.startsWith('10 '))
  const least = sum(counts.slice(-10))
  const total = ofTen.reduce((all, [, number]) => all + number, 0n)
  const extreme = ofTen.filter(([key]) => Number(key.slice(3)) >= least)
  return 1000n * extreme.reduce((all, [, number]) => all + number, 0n) <= total
}
