// The input `pass-rate`: how many tests of mode `gate` have to pass, over all agents together.
import {
  countTests,
  type Decision,
  hasFailed,
  hasPassed,
  isAccepted,
  type ResultsAgent,
  type ResultsTest,
  type TestChanges,
} from '../schema.ts'
import { isOwn } from './runs/own-tests.ts'

type FoundRate = NonNullable<Decision['passRate']>

/** Accepted tests count for nothing. @param atLeast in percent */
export function foundRate(atLeast: number, agents: readonly ResultsAgent[]): FoundRate {
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const counted = tests.filter((test) => !isAccepted(test))
  const planned = agents.reduce((sum, { run }) => sum + (run === null ? 0 : countTests(run).total), 0)
  const total = planned - (tests.length - counted.length)
  const passed = counted.filter(hasPassed).length
  const mayPass = total - counted.filter(hasFailed).length
  const isMissed = mayPass * 100 < atLeast * total
  const isMet = total > 0 && passed === mayPass
  const isKnown = agents.every(knowsItsTests) && (isMissed || isMet)
  return { atLeast, passed, total, isMet: isKnown ? !isMissed : null }
}

/** An agent that could not be run, or whose run contradicts itself, may have any number of tests. */
function knowsItsTests({ outcome, problem, run }: ResultsAgent): boolean {
  if (outcome === 'skipped') return true
  return run !== null && run.plannedTests !== null && problem?.kind !== 'contradictory'
}

/**
 * The agents, with what blocks: below the rate every failing test, at or above it none but the pull request's own, and those of files
 * of which nobody knows whether it changes them. What a step of the job made is nobody's change.
 */
export function withRate(
  { isMet }: FoundRate,
  agents: readonly ResultsAgent[],
  changes: TestChanges | null,
): ResultsAgent[] {
  const isUnknown = changes?.known === 'unknown'
  const blocks = (test: ResultsTest) =>
    test.blocks && (isMet === false || isOwn(test) || (isUnknown && test.source?.committed === true))
  return agents.map(({ run, ...agent }) => {
    const tests = (run?.tests ?? []).map((test) => ({ ...test, blocks: blocks(test) }))
    return { ...agent, run: run && { ...run, tests } }
  })
}
