// The input `pass-rate`: how many tests of mode `gate` have to pass, over all agents together.
import {
  countTests,
  type Decision,
  hasPassed,
  isAccepted,
  type ResultsAgent,
  type ResultsTest,
  type TestChanges,
} from '../schema.ts'
import { isOwn } from './runs/own-tests.ts'

type FoundRate = NonNullable<Decision['passRate']>

/**
 * The rate of the tests that are neither accepted nor have to pass anyway. If there are none, those that have to pass decide alone.
 * @param atLeast in percent
 */
export function foundRate(
  atLeast: number,
  agents: readonly ResultsAgent[],
  changes: TestChanges | null,
): FoundRate {
  const tests = agents.flatMap(({ run }) => run?.tests ?? []).filter((test) => !isAccepted(test))
  const counted = tests.filter((test) => !hasToPass(test, changes))
  const withoutRow = agents.reduce(
    (sum, { run }) => sum + (run ? countTests(run).total - run.tests.length : 0),
    0,
  )
  const total = counted.length + withoutRow
  const passed = counted.filter(hasPassed).length
  const mayPass = total - counted.filter(({ failed }) => failed).length
  const isMissed = mayPass * 100 < atLeast * total
  const isMet = tests.length > 0 && passed === mayPass
  const isKnown = agents.every(knowsItsTests) && (isMissed || isMet)
  return { atLeast, passed, total, isMet: isKnown ? !isMissed : null }
}

/** An agent that could not be run, or whose run contradicts itself, may have any number of tests. */
function knowsItsTests({ outcome, problem, run }: ResultsAgent): boolean {
  if (outcome === 'skipped') return true
  return run !== null && run.plannedTests !== null && problem?.kind !== 'contradictory'
}

/**
 * The pull request's own tests, and those of files of which nobody knows whether it changes them. What a step of the job made is nobody's
 * change.
 */
function hasToPass(test: ResultsTest, changes: TestChanges | null): boolean {
  return isOwn(test) || (changes?.known === 'unknown' && test.source?.committed === true)
}

/** The agents, with what blocks: below the rate every failing test, at or above it none but those that have to pass. */
export function withRate(
  { isMet }: FoundRate,
  agents: readonly ResultsAgent[],
  changes: TestChanges | null,
): ResultsAgent[] {
  const blocks = (test: ResultsTest) => test.blocks && (isMet === false || hasToPass(test, changes))
  return agents.map(({ run, ...agent }) => {
    const tests = (run?.tests ?? []).map((test) => ({ ...test, blocks: blocks(test) }))
    return { ...agent, run: run && { ...run, tests } }
  })
}
