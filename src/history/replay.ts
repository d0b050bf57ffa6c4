// What the gate would have said of each earlier run, by the rule it has today.
import { coversMost, type EarlierTests, historiesOf, MAX_RUNS, nameOf } from '../gate/history.ts'
import { baselineOf, classifyFailure, countFailures, todayOf } from '../gate/rule.ts'
import { DEFAULT_RETRIES } from '../inputs.ts'

export type Replay = 'passes' | 'blocks' | { readonly broken: readonly string[] } | null

/**
 * What `gate-if-worse` would have said of a run, compared with those before it; the runs after it are its retries. `blocks`: too
 * many tests failed at once. Null if too few runs follow to say.
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
    failed: passed.get(key) === false,
  }))
  const all = baselineOf(counted)
  if (countFailures(counted, all).blocks) return 'blocks'
  const today = todayOf(counted, all)
  const classOf = ({ key, ...history }: (typeof counted)[number]) => {
    const later = complete.slice(index + 1).flatMap((run) => run.passed.get(key) ?? [])
    for (let failed = 1; ; failed++) {
      const hasPassed = later.slice(0, failed - 1).includes(true)
      const attempts = { failed, passed: hasPassed, firstAnswered: true }
      const decision = classifyFailure(history, attempts, all, today, DEFAULT_RETRIES['gate-if-worse'])
      if (decision !== 'retry' || later.length < failed) return decision
    }
  }
  const classes = counted
    .filter(({ failed }) => failed)
    .map((test) => ({ key: test.key, class: classOf(test) }))
  const broken = classes.filter((test) => test.class === 'broken')
  if (broken.length > 0) return { broken: broken.map(({ key }) => nameOf(key)) }
  return classes.some((test) => test.class === 'retry') ? null : 'passes'
}
