// What the gate would have said of each earlier run, by the rule it has today.
import { coversMost, historiesOf, MAX_RUNS, nameOf } from '../gate/compare/earlier-runs.ts'
import {
  baselineSums,
  countFailures,
  judgeFailure,
  testsToCountAgain,
  todayOf,
} from '../gate/compare/history-rule.ts'
import type { EarlierTests } from '../gate/model.ts'
import { DEFAULT_RETRIES } from '../inputs/inputs.ts'

export interface Replay {
  /** Null if too few runs follow to say. */
  readonly blockedByGateIfWorse: boolean | null
  /** The tests that blocked it; none if too many failed at once. */
  readonly broken: readonly string[]
}

/**
 * What `gate-if-worse` would have said of a run, compared with those before it; the runs after it are its retries.
 * @param complete oldest first
 */
export function replay(complete: readonly EarlierTests[], index: number): Replay {
  const { passed = new Map<string, boolean | null>() } = complete[index] ?? {}
  const keys = [...passed.keys()]
  const before = complete.slice(0, index).filter((run) => coversMost(run.passed, keys))
  const tests = keys.map((key) => ({ id: key, name: nameOf(key) }))
  const histories = historiesOf(tests, before.slice(-MAX_RUNS))
  const counted = [...histories].map(([key, history]) => ({
    ...history,
    ...{ key, agent: '', name: nameOf(key), failed: passed.get(key) === false },
  }))
  const laterOf = (key: string) => complete.slice(index + 1).flatMap((run) => run.passed.get(key) ?? [])
  const all = baselineSums(counted)
  if (countFailures(counted, all).isTooMany) {
    const again = testsToCountAgain(counted).flatMap((test) => {
      const [hasPassed] = laterOf(test.key)
      return hasPassed === undefined ? [] : { ...test, failed: !hasPassed }
    })
    if (again.length === 0) return { blockedByGateIfWorse: null, broken: [] }
    if (countFailures(again, all).isTooMany) return { blockedByGateIfWorse: true, broken: [] }
  }
  const today = todayOf(counted, all)
  const classOf = ({ key, ...history }: (typeof counted)[number]) => {
    const later = laterOf(key)
    for (let failed = 1; ; failed++) {
      const hasPassed = later.slice(0, failed - 1).includes(true)
      const attempts = { failed, passed: hasPassed, firstAnswered: true }
      const decision = judgeFailure(history, attempts, all, today, DEFAULT_RETRIES['gate-if-worse'])
      if (decision !== 'retry' || later.length < failed) return decision
    }
  }
  const failed = counted.filter((test) => test.failed).map((test) => ({ ...test, class: classOf(test) }))
  const broken = failed.flatMap((test) => (test.class === 'broke' ? nameOf(test.key) : []))
  const isOpen = broken.length === 0 && failed.some((test) => test.class === 'retry')
  return { blockedByGateIfWorse: isOpen ? null : broken.length > 0, broken }
}
