// What blocks, and the verdict over all agents, from their results. Inconclusive never passes.

import {
  countTests,
  hasPassed,
  isAccepted,
  isFlaky,
  type Mode,
  type Problem,
  type Results,
  type ResultsAgent,
  type ResultsRun,
} from '../schema.ts'
import { type JudgedRun, publishedTest } from './cause.ts'
import { contradictory, type EarlyEnd, type FoundOverAll } from './model.ts'
import { isUsable } from './runs/read-run.ts'
import { worstError } from './runs/test-errors.ts'

const SKIPPED: ReadonlySet<Problem['kind']> = new Set(['skipped', 'spare-copy', 'unchanged'])

/** What became of an agent. @param found why its run is inconclusive, if it is */
export function agentOutcome(
  run: ResultsRun | null,
  found: Problem | null,
): Pick<ResultsAgent, 'outcome' | 'problem'> {
  if (found !== null && SKIPPED.has(found.kind)) return { outcome: 'skipped', problem: found }
  // Counts without rows are a contradiction.
  if (run === null || run.tests.length === 0)
    return { outcome: 'inconclusive', problem: found ?? contradictory }
  const { total, passed, failed } = countTests(run)
  const accepted = run.tests.filter((test) => isAccepted(test) && !test.failed && !hasPassed(test))
  const tests = total - passed - failed - accepted.length
  const whose = worstError(run.tests)
  const unfinished = tests > 0 ? (found ?? { kind: 'unfinished-tests', tests, whose }) : null
  const problem = isUsable(found) ? unfinished : found
  if (failed > 0) return { outcome: 'failed', problem }
  return { outcome: problem === null ? 'passed' : 'inconclusive', problem }
}

/** The run as it is published: with the cause of each test, and what blocks. */
export function finalRun(run: JudgedRun, mode: Mode): ResultsRun {
  return { ...run, tests: run.tests.map((test) => publishedTest(test, mode)) }
}

/**
 * `failed` if any test failed that is not accepted, with a pass rate if any blocks, in `gate-if-worse` if the comparison says so; else `inconclusive` if any agent is, if a
 * failing test is undecided, if the job ended early, or if nothing ran; else `passed`.
 */
export function jobVerdict(
  mode: Mode,
  agents: readonly ResultsAgent[],
  endedEarly: EarlyEnd | null,
  { count, sample, passRate }: FoundOverAll,
): Pick<Results, 'verdict' | 'totals' | 'agentTotals'> {
  const { totals, agentTotals } = totalsOf(agents)
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const compares = mode === 'gate-if-worse'
  // In `report` it is that of `gate`, and blocks nothing.
  const blocksAll = passRate === null && !compares
  const isBlocked = tests.some((test) => (blocksAll ? test.failed && !isAccepted(test) : test.blocks))
  if (isBlocked || (compares && (count?.blocks || sample?.blocks)))
    return { verdict: 'failed', totals, agentTotals }
  const inconclusive =
    endedEarly !== null ||
    passRate?.isMet === null ||
    agentTotals.inconclusive > 0 ||
    (agentTotals.passed + agentTotals.failed === 0 &&
      !agents.some(({ problem }) => problem?.kind === 'unchanged')) ||
    agents.some(({ outcome, problem }) => outcome === 'failed' && problem !== null) ||
    (compares && tests.some((test) => test.undecided !== null && !isAccepted(test)))
  return { verdict: inconclusive ? 'inconclusive' : 'passed', totals, agentTotals }
}

/** Sums over the agents: also of tests that were to run and have no row. */
export function totalsOf(agents: readonly ResultsAgent[]): Pick<Results, 'totals' | 'agentTotals'> {
  const totals = { total: 0, passed: 0, failed: 0, flaky: 0 }
  const agentTotals = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  for (const { run, outcome } of agents) {
    agentTotals[outcome] += 1
    if (run === null) continue
    const { total, passed, failed } = countTests(run)
    totals.total += total
    totals.passed += passed
    totals.failed += failed
    totals.flaky += run.tests.filter(isFlaky).length
  }
  return { totals, agentTotals }
}
