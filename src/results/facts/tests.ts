// What became of a test and why: its group and its evidence, once, from what the gate found.
import type { Comparison, RetrySkipped, TestResult } from '../../gate/model.ts'
import type { Because, Problem, TestGroup } from '../schema.ts'

/**
 * @param isGoing whether its run has not ended
 * @param comparison null in modes that do not compare, and in a job that ended before it compared
 */
export function groupOf(
  test: Pick<TestResult, 'status' | 'accepted' | 'baseline' | 'control'>,
  isGoing: boolean,
  comparison: Comparison | null,
  compares: boolean,
): TestGroup {
  const { status, accepted, baseline, control } = test
  if (status === 'passed') return 'passed'
  const isOpen = status === 'unanswered' || status === 'not-run' || status === 'pending'
  if (isGoing && isOpen) return 'pending'
  if (accepted !== null && !accepted.expired) return 'accepted'
  if (isOpen) return 'unanswered'
  if (baseline === null) return status === 'flaky' ? 'flaky' : compares ? 'undetermined' : 'failed'
  // If too many tests fail at once, none is judged by itself.
  if (baseline.class === 'undetermined' && blocksAtOnce(comparison)) return 'failed'
  return baseline.class === 'failed-before' && control !== null ? 'control-fails' : baseline.class
}

function blocksAtOnce(comparison: Comparison | null): boolean {
  return comparison?.count?.blocks === true || comparison?.sample?.blocks === true
}

/** In the order in which it is said. @param problem why the retry gave no result */
export function becauseOf(test: TestResult, problem: Problem | null): Because[] {
  if (test.status === 'passed') return []
  return [
    ...attemptsBecause(test),
    ...(test.control === null ? earlierBecause(test) : controlBecause(test.control, test.retrySkipped)),
    ...test.changedEvaluators.map((edited) => ({ kind: 'evaluator-edited' as const, ...edited })),
    ...notRunAgain(test, problem),
  ]
}

function attemptsBecause({ attempts }: TestResult): Because[] {
  if (attempts.length === 0) return []
  const passedAt = attempts.findIndex(({ status }) => status === 'passed')
  if (passedAt >= 0) return [{ kind: 'passed-on-attempt', attempt: passedAt + 1 }]
  const failed = attempts.filter(({ status }) => status === 'failed').length
  // Those without a result are counted only if there are no others.
  return [{ kind: 'attempts', failed, of: failed || attempts.length }]
}

function earlierBecause({ baseline }: TestResult): Because[] {
  if (baseline === null) return []
  const { failures, runs } = baseline
  if (runs > 0) return [{ kind: 'earlier-runs', failures, runs }]
  return [{ kind: baseline.class === 'undetermined' ? 'earlier-runs-unanswered' : 'no-earlier-run' }]
}

function controlBecause(
  { name, attempts }: NonNullable<TestResult['control']>,
  skipped: RetrySkipped | null,
): Because[] {
  if (attempts.length === 0) return []
  const passed = attempts.filter(({ status }) => status === 'passed').length
  const failed = attempts.filter(({ status }) => status === 'failed').length
  if (passed + failed > 0) return [{ kind: 'control', name, passed, of: passed + failed }]
  const isSaid = skipped?.kind === 'control'
  return isSaid ? [] : [{ kind: 'control-unanswered', name, attempts: attempts.length, problem: null }]
}

function notRunAgain({ retrySkipped, control }: TestResult, problem: Problem | null): Because[] {
  if (retrySkipped === null) return []
  if (!('control' in retrySkipped)) return [{ kind: 'not-run-again', why: retrySkipped.kind, problem }]
  const { name } = retrySkipped.control
  return [{ kind: 'control-unanswered', name, attempts: control?.attempts.length ?? 0, problem }]
}
