// Whether this change is to blame, where the results say so. Otherwise nothing is said: wrong blame costs trust.
import { notices } from './notices.ts'
import type { Results, ResultsAgent, ResultsTest } from './schema.ts'
import { count, earlierText } from './units.ts'

/** `Probably this change: it passed all of its last 10 runs and fails 3 of 3 attempts.` */
export function blame(results: Results): string | null {
  const { verdict, agents, abortReason, comparison, totals } = results
  // On a bad day of the model or the service, they may be to blame.
  if (notices(results).length > 0) return null
  if (verdict === 'failed') {
    const tests = agents.flatMap(({ run }) => run?.tests ?? [])
    const evidence = evidenceOf(tests.filter(isBroken), comparison?.classes.broken || totals.failed)
    return evidence === null ? null : `Probably this change: ${evidence}.`
  }
  const unclear = agents.filter(({ outcome }) => outcome === 'inconclusive')
  const isTheService = verdict === 'inconclusive' && abortReason === null && unclear.length > 0
  return isTheService && totals.failed === 0 && unclear.every(isOfService)
    ? 'Probably not this change: the error is on the side of the evaluation service.'
    : null
}

const FEWEST_ATTEMPTS = 3
const FEWEST_RUNS = 5

/** By the rule, or by as many attempts and runs. An evaluator that was edited can be why, too. */
function isBroken({ status, baseline, attempts, changedEvaluators }: ResultsTest): boolean {
  if (status !== 'failed' || baseline === null || changedEvaluators.length > 0) return false
  const failed = attempts.filter((attempt) => attempt.status === 'failed').length
  const isSteady = baseline.runs >= FEWEST_RUNS && baseline.failures === 0
  return baseline.class === 'broken' || (failed >= FEWEST_ATTEMPTS && isSteady)
}

/** @param all how many the headline counts */
function evidenceOf(broken: readonly ResultsTest[], all: number): string | null {
  const [first, ...others] = broken
  if (!first?.baseline) return null
  const { failures, runs } = first.baseline
  const { length } = first.attempts
  const subject = broken.length < all ? `${count(broken.length)} of them` : null
  if (others.length === 0)
    return `${subject ?? 'it'} ${earlierText(failures, runs)} and fails ${length > 0 ? `${count(length)} of ${count(length)} attempts` : 'now'}`
  return broken.every(({ baseline }) => baseline?.failures === 0)
    ? `${subject ?? 'they'} passed all of their earlier runs and fail every attempt`
    : `${subject ?? 'they'} fail every attempt, which their earlier runs do not explain`
}

/** Problems that no change of an agent causes. */
const SERVICE_PROBLEMS: readonly string[] = ['maybe-launched', 'unreadable', 'no-counts', 'contradictory']

function isOfService({ problem, run }: ResultsAgent): boolean {
  const unanswered = (run?.tests ?? []).filter(({ status }) => status === 'unanswered')
  const ofEvaluators = unanswered.every(({ error }) => error?.kind === 'evaluator')
  if (problem?.kind === 'unfinished-tests') return unanswered.length > 0 && ofEvaluators
  return SERVICE_PROBLEMS.includes(problem?.kind ?? '')
}
