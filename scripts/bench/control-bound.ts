// What the rule with a control does at most to unchanged tests: exact, over all courses of a job.
import {
  type Answer,
  afterRound,
  type ControlledJob,
  classOf,
  dueTests,
  leadOf,
  startJob,
} from '../../src/gate/control-rule.ts'

/** From 2% to 98%. */
export const rates = Array.from({ length: 49 }, (_, index) => (index + 1) / 50)

const signs: Readonly<Record<string, Answer>> = { '+': 'passed', '-': 'failed', '?': 'unanswered' }

/** The answers of one round to each test, those of the candidate first. The last pair is that of all further tests. */
export function afterPairs(job: ControlledJob, ...pairs: readonly string[]): ControlledJob {
  const answers = [...job.tests.keys()].map((id, index) => {
    const [candidate = '?', control = '?'] = pairs[index] ?? pairs.at(-1) ?? ''
    return [
      id,
      { candidate: signs[candidate] ?? 'unanswered', control: signs[control] ?? 'unanswered' },
    ] as const
  })
  return afterRound(job, new Map(answers))
}

/** Tests of a job that failed its first run. */
export function failing(count: number, agent = 'ada') {
  return Array.from({ length: count }, (_, index) => ({
    id: `${agent} ${index}`,
    agent,
    name: `test ${index}`,
  }))
}

/** The probability that `isBad` holds at the end of a job whose tests all answer alike, for each of some chances of the pairs. */
export function probabilities(
  start: ControlledJob,
  pairs: Readonly<Record<string, readonly number[]>>,
  isBad: (job: ControlledJob) => boolean,
): readonly number[] {
  const always = Object.values(pairs)[0]?.map(() => 1) ?? []
  const known = new Map<string, readonly number[]>()
  const from = (job: ControlledJob): readonly number[] => {
    if (isBad(job)) return always
    if (dueTests(job).size === 0) return always.map(() => 0)
    const { group, silent } = job
    const [one] = job.tests.values()
    const key = [
      job.round,
      ...Object.values(one ?? {}),
      group?.votes,
      group?.isOpen,
      ...silent.values(),
    ].join()
    const before = known.get(key)
    if (before !== undefined) return before
    const ways = Object.entries(pairs).map(([pair, chances]) => ({
      chances,
      after: from(afterPairs(job, pair)),
    }))
    const sum = always.map((_, index) =>
      ways.reduce((total, { chances, after }) => total + (chances[index] ?? 0) * (after[index] ?? 0), 0),
    )
    known.set(key, sum)
    return sum
  }
  return from(start)
}

/** The chances of pairs of both sides that fail alike, at each of {@link rates}, and answer nothing so often. */
export function alike(silent = 0, controlSilent = silent): Record<string, number[]> {
  const chance = (sign: string, rate: number, none: number) =>
    sign === '?' ? none : (1 - none) * (sign === '-' ? rate : 1 - rate)
  const pairs = [...'+-?'].flatMap((a) => [...'+-?'].map((b) => [a, b] as const))
  return Object.fromEntries(
    pairs
      .map(([a, b]) => {
        const chances = rates.map((rate) => chance(a, rate, silent) * chance(b, rate, controlSilent))
        return [a + b, chances] as const
      })
      .filter(([, chances]) => chances.some((each) => each > 0)),
  )
}

export function isBroken({ tests, lead }: ControlledJob): boolean {
  return [...tests.values()].some((test) => classOf(test, lead) === 'broken')
}

/** The largest chance, over all rates, that a test which failed is called broken, of as many as failed. */
export function worstChance(of: number, where: Partial<ControlledJob>, ...silent: number[]): number {
  const job = { ...startJob(failing(1), 100), lead: leadOf(of), ...where }
  return Math.max(...probabilities(job, alike(...silent), isBroken))
}

/** That any of them is. In a group, here one that never ends, a test meets the control one round earlier. */
export function worstShare(of: number): number {
  const group = { ids: ['ada 0'], isOpen: true, rounds: 0, votes: -99, blocks: false }
  const inGroup = of < 3 ? 0 : Math.min(of, 20)
  return 1 - (1 - worstChance(of, { group })) ** inGroup * (1 - worstChance(of, {})) ** (of - inGroup)
}
