// What the gate would have said of each earlier run, by the rule it has today.
import { coversMost, historiesOf, MAX_RUNS, nameOf } from '../gate/history/baseline.ts'
import { countFailures, testsToCountAgain } from '../gate/history/failure-count.ts'
import { judgeFailure, todayOf } from '../gate/history/rule.ts'
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
    key,
    agent: '',
    name: nameOf(key),
    hasFailed: passed.get(key) === false,
  }))
  const laterOf = (key: string) => complete.slice(index + 1).flatMap((run) => run.passed.get(key) ?? [])
  if (countFailures(counted, counted).isTooMany) {
    const again = testsToCountAgain(counted).flatMap((test) => {
      const [hasPassed] = laterOf(test.key)
      return hasPassed === undefined ? [] : { ...test, hasFailed: !hasPassed }
    })
    if (again.length === 0) return { blockedByGateIfWorse: null, broken: [] }
    if (countFailures(again, counted).isTooMany) return { blockedByGateIfWorse: true, broken: [] }
  }
  let state = counted.map((test) => ({ ...test, failed: Number(test.hasFailed), passed: !test.hasFailed }))
  for (;;) {
    const today = todayOf(state.filter(({ runs }) => runs > 0))
    const decided = state.flatMap((test) => {
      if (!test.hasFailed) return []
      const decision = judgeFailure(test, true, today, DEFAULT_RETRIES['gate-if-worse'])
      return { ...test, decision, next: laterOf(test.key)[test.failed - 1] ?? null }
    })
    const due = new Map(
      decided.flatMap(({ key, decision, next }) => (decision === 'retry' ? [[key, next] as const] : [])),
    )
    const broken = decided.flatMap(({ key, decision }) => (decision === 'broke' ? nameOf(key) : []))
    if ([...due.values()].every((next) => next === null))
      return { blockedByGateIfWorse: broken.length === 0 && due.size > 0 ? null : broken.length > 0, broken }
    state = state.map((test) => {
      const next = due.get(test.key) ?? null
      return next === null ? test : { ...test, failed: test.failed + Number(!next), passed: next }
    })
  }
}
