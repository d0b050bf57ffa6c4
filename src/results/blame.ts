// Whether this change is to blame, where the results say so. Otherwise nothing is said: wrong blame costs trust.
import { groupOf, historyText, type TestGroup } from './groups.ts'
import { notices } from './notices.ts'
import type { Results, ResultsAgent, ResultsTest } from './schema.ts'
import { count, earlierText } from './units.ts'

/** `Probably this change: it passed all of its last 10 runs and fails 3 of 3 attempts.` */
export function blame(results: Results): string | null {
  const { verdict, agents, abortReason, totals, comparison } = results
  // The notice names the change.
  if (comparison?.control?.alarm?.blocks) return null
  const evidence = evidenceOf(results)
  if (evidence !== null) return `Probably this change: ${evidence}.`
  const unclear = agents.filter(({ outcome }) => outcome === 'inconclusive')
  const isTheService = verdict === 'inconclusive' && abortReason === null && unclear.length > 0
  return isTheService && totals.failed === 0 && unclear.every(isOfService)
    ? 'Probably not this change: the error is on the side of the evaluation service.'
    : null
}

const FEWEST_ATTEMPTS = 3
const FEWEST_RUNS = 5

/** The tests that broke; if none did, those that always passed before and now fail every attempt. */
function evidenceOf(results: Results): string | null {
  const { agents, comparison } = results
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  const inGroup = (group: TestGroup) => tests.filter((test) => groupOf(test, comparison) === group)
  const broken = inGroup('broken')
  // On a bad day of the model or the service, they may be to blame, unless the control passes.
  const isBadDay = notices(results).length > 0
  const suspects = (broken.length > 0 ? broken : inGroup('undetermined').filter(isSteady)).filter(
    ({ control }) => !isBadDay || control !== null,
  )
  // An evaluator that was edited can be why, too.
  const known = suspects.filter(({ changedEvaluators }) => changedEvaluators.length === 0)
  const [first, ...others] = known
  if (!first?.baseline) return null
  const subject = known.length < suspects.length ? `${count(known.length)} of them` : null
  if (others.length === 0) return `${subject ?? 'it'} ${evidenceOfTest(first, first.baseline)}`
  if (first.control !== null) return `${subject ?? 'they'} fail every attempt, unlike on the control`
  return known.every(({ baseline }) => baseline?.failures === 0)
    ? `${subject ?? 'they'} passed all of their earlier runs and fail every attempt`
    : `${subject ?? 'they'} fail every attempt, which their earlier runs do not explain`
}

function isSteady({ attempts, baseline, control }: ResultsTest): boolean {
  const failed = attempts.filter(({ status }) => status === 'failed').length
  const { runs = 0, failures = 0 } = baseline ?? {}
  return failed >= FEWEST_ATTEMPTS && runs >= FEWEST_RUNS && failures === 0 && control === null
}

function evidenceOfTest(test: ResultsTest, { failures, runs }: NonNullable<ResultsTest['baseline']>): string {
  if (test.control !== null) return historyText(test)
  const attempts = count(test.attempts.length)
  const now = test.attempts.length > 0 ? `${attempts} of ${attempts} attempts` : 'now'
  return `${earlierText(failures, runs)} and fails ${now}`
}

/** Problems that no change of an agent causes. */
const SERVICE_PROBLEMS: readonly string[] = ['maybe-launched', 'unreadable', 'contradictory']

function isOfService({ problem, run }: ResultsAgent): boolean {
  const unanswered = (run?.tests ?? []).filter(({ status }) => status === 'unanswered')
  const ofEvaluators = unanswered.every(({ error }) => error?.kind === 'evaluator')
  if (problem?.kind === 'unfinished-tests') return unanswered.length > 0 && ofEvaluators
  return SERVICE_PROBLEMS.includes(problem?.kind ?? '')
}
