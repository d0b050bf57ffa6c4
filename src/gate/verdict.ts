// What blocks, and the verdict over all agents, from their results. Inconclusive never passes.

import {
  countTests,
  hasFailed,
  isAccepted,
  type Mode,
  type Problem,
  type Results,
  type ResultsAgent,
  type ResultsRun,
  type ResultsTest,
} from '../schema.ts'
import { failuresNotAccepted, hasNoAnswer } from './accept.ts'
import { contradictory, type EarlyEnd, type FoundOverAll } from './model.ts'
import { isUsable } from './runs/read-run.ts'
import { worstError } from './runs/test-errors.ts'

/** Whether a test blocks the merge by itself, or as one of many that do together. */
function isBlocking(test: Pick<ResultsTest, 'outcome' | 'accepted'>, mode: Mode): boolean {
  if (isAccepted(test)) return false
  switch (mode) {
    case 'gate':
      return hasFailed(test)
    case 'gate-if-worse':
      return test.outcome === 'broke' || test.outcome === 'failed'
    case 'report':
      return false
    default:
      return mode satisfies never
  }
}

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
  const accepted = run.tests.filter((test) => isAccepted(test) && hasNoAnswer(test))
  const tests = total - passed - failed - accepted.length
  const whose = worstError(run.tests)
  const unfinished = tests > 0 ? (found ?? { kind: 'unfinished-tests', tests, whose }) : null
  const problem = isUsable(found) ? unfinished : found
  if (failed > 0) return { outcome: 'failed', problem }
  return { outcome: problem === null ? 'passed' : 'inconclusive', problem }
}

/** The run as it is published: with what blocks, and, while it goes on, tests that have no result yet. */
export function finalRun(run: ResultsRun, problem: Problem | null, mode: Mode): ResultsRun {
  // A run that can no longer be read counts as ended, since nobody knows.
  const isGoing = ['queued', 'in_progress'].includes(run.status) && problem?.kind !== 'unreadable'
  const tests = run.tests.map((test): ResultsTest => {
    const outcome = isGoing && hasNoAnswer(test) ? 'pending' : test.outcome
    return {
      ...test,
      outcome: outcome === 'pending' && !isGoing ? 'unanswered' : outcome,
      blocks: isBlocking(test, mode),
    }
  })
  return { ...run, tests }
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
  const failing = agents.flatMap(({ run }) => (run === null ? [] : failuresNotAccepted(run)))
  const compares = mode === 'gate-if-worse'
  // In `report` it is that of `gate`, and blocks nothing.
  const decides = compares ? mode : 'gate'
  const isBlocked = failing.some((test) => (passRate === null ? isBlocking(test, decides) : test.blocks))
  if (isBlocked || (compares && (count?.blocks || sample?.blocks)))
    return { verdict: 'failed', totals, agentTotals }
  const inconclusive =
    endedEarly !== null ||
    passRate?.isMet === null ||
    agentTotals.inconclusive > 0 ||
    (agentTotals.passed + agentTotals.failed === 0 && !agents.some(isUnchanged)) ||
    agents.some(({ outcome, problem }) => outcome === 'failed' && problem !== null) ||
    (compares && failing.some(({ outcome }) => outcome === 'undecided'))
  return { verdict: inconclusive ? 'inconclusive' : 'passed', totals, agentTotals }
}

/** Whether an agent was not tested because nothing about it had changed. */
function isUnchanged({ problem }: Pick<ResultsAgent, 'problem'>): boolean {
  return problem?.kind === 'unchanged'
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
    totals.flaky += run.tests.filter(({ outcome }) => outcome === 'flaky').length
  }
  return { totals, agentTotals }
}
