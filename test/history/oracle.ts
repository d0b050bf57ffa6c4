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
    gateIfWorse: runs.map((run, index) => blockOf(run, runs.slice(0, index), runs.slice(index + 1))),
    tests: newest.flatMap((name) => testOf(runs, name)),
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

/** The rule of docs/internals/statistics.md, with the results of later runs as those of retries. */
function blockOf(run: Item, before: readonly Item[], after: readonly Item[]) {
  const names = namesOf(run)
  const comparable = before.filter(
    (other) => 2 * names.filter((name) => has(other, name)).length > names.length,
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
  /** After how many attempts a test is broken that fails them all. */
  const attemptsOf = ({ x, h, failed }: (typeof tests)[number]) => {
    if (!failed || h === 0 || 2 * x > h) return undefined
    const others = E - chance({ x, h })
    const lambda = others > 0 ? Math.min(3, Math.max(1, (F - 1) / others)) : 1
    const A = lambda * (x + 4 * Math.max(rate, 0.005))
    return [3, 4, 5, 6].find((attempts) => {
      let product = 1
      for (let j = 0; j < attempts; j++) product *= (A + j) / (h + 4 + j)
      return compared.length * product <= 0.05
    })
  }
  const outcomes = tests.map((test) => {
    const later = after.filter((other) => has(other, test.name)).map((other) => fails(other, test.name))
    // Run six times if it is never broken.
    const retries = (attemptsOf(test) ?? 6) - 1
    const isOpen =
      test.failed && test.h > 0 && 2 * test.x <= test.h && !later.slice(0, retries).includes(false)
    if (!isOpen) return { name: test.name, became: 'fine' }
    if (later.length < retries) return { name: test.name, became: 'open' }
    return { name: test.name, became: attemptsOf(test) === undefined ? 'fine' : 'broken' }
  })
  const broken = outcomes.filter(({ became }) => became === 'broken').map(({ name }) => name)
  const isUnknown = !tooMany && broken.length === 0 && outcomes.some(({ became }) => became === 'open')
  return {
    uuid: run.uuid,
    blocks: isUnknown ? null : tooMany || broken.length > 0,
    broken: tooMany ? [] : broken,
  }
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

/**
 * In whole numbers: how many of all choices of ten of the days have as high a sum of ranks as the newest ten, or higher.
 * @param agents how many are compared
 */
export function isDeclining(runs: readonly Item[], agents: number): boolean | null {
  const newest = namesOf(runs.at(-1) ?? { uuid: '', created_at: '', results: [] })
  const same = runs.filter((run) => 2 * newest.filter((name) => has(run, name)).length > newest.length)
  const all = [...Map.groupBy(same, ({ created_at }) => created_at.slice(0, 10)).values()]
  const window = all.slice(-40)
  if (window.length < 20) return null
  const common = newest.filter((name) => window.flat().every((run) => has(run, name)))
  const shares = window.map(
    (day) => sum(day.map((run) => common.filter((name) => fails(run, name)).length)) / day.length,
  )
  const order = [...shares].sort((a, b) => a - b)
  const ranks = shares.map((share) => order.indexOf(share) + order.lastIndexOf(share))
  let ways = new Map([['0 0', 1n]])
  for (const rank of ranks) {
    const next = new Map(ways)
    for (const [key, number] of ways) {
      const [chosen = 0, total = 0] = key.split(' ').map(Number)
      if (chosen === 10) continue
      const taken = `${chosen + 1} ${total + rank}`
      next.set(taken, (next.get(taken) ?? 0n) + number)
    }
    ways = next
  }
  const ofTen = [...ways].filter(([key]) => key.startsWith('10 '))
  const least = sum(ranks.slice(-10))
  const total = ofTen.reduce((all, [, number]) => all + number, 0n)
  const extreme = ofTen.filter(([key]) => Number(key.slice(3)) >= least)
  return BigInt(1000 * agents) * extreme.reduce((all, [, number]) => all + number, 0n) <= total
}
