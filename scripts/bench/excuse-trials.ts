// Histories as workspaces have them: runs of branches, mains that broke and were repaired, and retries. What the gate's own functions
// make of them, with each of their rules and without it.
import { type ListedRun, runsAround } from '../../src/gate/history/earlier-runs.ts'
import { historiesOf } from '../../src/gate/history/records.ts'
import type { EarlierCounts } from '../../src/gate/history/rule.ts'
import type { Random } from './rule-random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Retries of a run are so far apart, and there are so many at most. */
const ROUND = HOUR / 10
const ROUNDS = 5

export interface History {
  /** Runs of the branch, with the rates of the job, before the pull request was opened. */
  readonly pushes?: number
  /** In the nights just before it was opened, the test that fails least often failed always. */
  readonly brokenNights?: number
  /** After it was opened, as usual. */
  readonly laterNights?: number
  /** Failing tests of each run ran again. */
  readonly isRetried?: boolean
  /** The change breaks that test: it fails in the runs of the branch, and in the job. */
  readonly isBroken?: boolean
}

/** Without a rule: the cut-off is the opening; later runs say nothing; each retry is a run. */
export type Rule = 'cut-off' | 'later runs' | 'retries'

/** @param without a rule; null with all */
export function countsOf(history: History, without: Rule | null) {
  return (rates: Float64Array, random: Random): readonly EarlierCounts[] => {
    const { pushes = 0, brokenNights = 0, laterNights = 0, isRetried = false, isBroken = false } = history
    const names = Array.from(rates, (_, index) => `${index}`)
    const clean = rates.indexOf(Math.min(...rates))
    const opened = 7 * DAY
    const listed: ListedRun[] = []
    const add = (startedAt: number, isFailing: boolean) => {
      const failsNow = (name: string) =>
        random() < (isFailing && Number(name) === clean ? 1 : (rates[Number(name)] ?? 0))
      let due: readonly string[] = names
      for (let round = 0; round <= (isRetried ? ROUNDS : 0) && due.length > 0; round += 1) {
        const passed = new Map(due.map((name) => [`1 ${name}`, !failsNow(name)]))
        const notUsed = 2 * due.length > names.length ? null : ('other-tests' as const)
        const apart = without === 'retries' ? 2 * HOUR : ROUND
        listed.unshift({ notUsed, taskId: `${listed.length}`, startedAt: startedAt + round * apart, passed })
        due = due.filter((name) => passed.get(`1 ${name}`) === false)
      }
    }
    for (let night = 20; night > 0; night -= 1) add(opened - (night + 1) * DAY, night <= brokenNights)
    for (let push = 0; push < pushes; push += 1) add(opened - 0.8 * DAY + push * 3 * HOUR, isBroken)
    for (let night = 0; night < laterNights; night += 1) add(opened + (night + 0.5) * DAY, false)
    const startedAt = opened + 7 * DAY
    const times = without === 'cut-off' ? [opened] : [opened - 0.9 * DAY, opened]
    const { before, later } = runsAround(listed, { times, latest: opened, startedAt }, [])
    const earlier = (runs: readonly ListedRun[], isLater: boolean) =>
      runs.map(({ taskId, startedAt, passed }) => {
        const run = { taskId, url: '', createdAt: new Date(startedAt).toISOString(), passed: 0, total: 1 }
        return { run, passed, isLater, evaluators: new Map(), isUnread: false }
      })
    const runs = [...(without === 'later runs' ? [] : earlier(later, true)), ...earlier(before, false)]
    const tests = names.map((name) => ({ id: name, name }))
    const histories = historiesOf(tests, runs, new Set(names.map((name) => `1 ${name}`)))
    return names.map((name) => histories.get(name)?.earlier ?? { failures: 0, runs: 0 })
  }
}

/** The change of the job. */
export function breakCleanest({ isBroken = false }: History) {
  return (rates: Float64Array) => {
    if (isBroken) rates[rates.indexOf(Math.min(...rates))] = 1
  }
}
