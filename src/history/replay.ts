// What the gate would have said of each earlier run, by the rules it has today.
import { compared, coversMost, type EarlierTests, MAX_RUNS, nameOf, passRateOf } from '../gate/history.ts'
import { baselineOf, classifyFailure, countFailures, type TestHistory, todayOf } from '../gate/rule.ts'
import { DEFAULT_RETRIES } from '../inputs.ts'
import type { AgentHistory } from './read.ts'

/** A complete run as a job of its own. */
export interface ReplayedRun {
  readonly run: EarlierTests['run']
  /** Whether `gate` would have blocked it. */
  readonly gate: boolean
  /** Why `gate-if-worse` might have: null unless so. */
  readonly ifWorse: PossibleBlock | null
}

export interface PossibleBlock {
  /** Too many tests failed at once, so that retries would not have helped. */
  readonly tooMany: boolean
  /** The tests that would have been broken if they had failed each retry. */
  readonly tests: readonly PossiblyBroken[]
}

export interface PossiblyBroken {
  readonly name: string
  /** How the test did in the next run that has it; null if there is none. */
  readonly passedNext: boolean | null
}

/** Each complete run against those before it, oldest first. */
export function replay({ agent, runs, complete }: AgentHistory): ReplayedRun[] {
  return complete.map((each, index) => {
    const keys = [...each.passed.keys()]
    const before = complete.slice(0, index).filter(({ passed }) => coversMost(passed, keys))
    const tests = keys.map((key) => ({ id: key, name: nameOf(key) }))
    const { histories } = compared({ agent, tests }, before.slice(-MAX_RUNS))
    const later = runs.slice(runs.indexOf(each) + 1)
    const passedNext = (key: string) => later.find(({ passed }) => passed.has(key))?.passed.get(key) ?? null
    const block = possibleBlock(each, histories)
    return {
      run: each.run,
      gate: passRateOf(each.passed).passed < passRateOf(each.passed).total,
      ifWorse: block && {
        tooMany: block.tooMany,
        tests: block.broken.map((key) => ({ name: nameOf(key), passedNext: passedNext(key) })),
      },
    }
  })
}

function possibleBlock({ passed }: EarlierTests, histories: ReadonlyMap<string, TestHistory>) {
  const tests = [...histories].map(([key, history]) => ({
    ...history,
    key,
    failed: passed.get(key) === false,
  }))
  const all = baselineOf(tests)
  const today = todayOf(tests, all)
  const tooMany = countFailures(tests, all).blocks
  const broken = tests.filter(({ failed, ...history }) => failed && wouldBreak(history))
  return tooMany || broken.length > 0 ? { tooMany, broken: broken.map(({ key }) => key) } : null

  /** Whether the test is broken if it fails as often as it is run. */
  function wouldBreak(history: TestHistory): boolean {
    for (let failed = 1; ; failed++) {
      const attempts = { failed, passed: false, firstAnswered: true }
      const decision = classifyFailure(history, attempts, all, today, DEFAULT_RETRIES['gate-if-worse'])
      if (decision !== 'retry') return decision === 'broken'
    }
  }
}
