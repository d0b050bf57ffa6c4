// How often a test failed, now and before, with the change and without it; the verbs of one test and of several.
import type { Results, ResultsAgent, ResultsTest } from '../schema.ts'
import { count, earlierText } from './format.ts'
import { baseOnCopy, overriddenText } from './origins.ts'
import { type Sentence, say } from './sentence.ts'
import { tally } from './test-texts.ts'

/** A failing test of an agent, in its job. */
export interface FailingTest {
  readonly results: Results
  readonly agent: ResultsAgent
  readonly test: ResultsTest
  /** Whether the same is said of other tests in one line. */
  readonly isSeveral?: boolean
}

const one = { it: 'it', them: 'it', its: 'its', has: 'has', was: 'was', fails: 'fails', failed: 'Failed' }
const several = {
  it: 'they',
  them: 'them',
  its: 'their',
  has: 'have',
  was: 'were',
  fails: 'fail',
  failed: 'Each failed',
}

export function formsOf({ isSeveral = false }: Pick<FailingTest, 'isSeveral'>): typeof one {
  return isSeveral ? several : one
}

/** `Fails 7 of 7 with the change, 0 of 5 without it` */
export function roundsText(
  failing: FailingTest,
  control: NonNullable<ResultsTest['control']>,
  change: 'the change' | 'it' = 'the change',
): Sentence {
  const own = tally(failing.test.attempts)
  const there = tally(control.attempts)
  const fails = failing.isSeveral ? 'Each fails' : 'Fails'
  return say`${fails} ${Math.max(1, own.failed)} of ${Math.max(1, own.answered)} with ${change}, ${there.failed} of ${there.answered} without it`
}

/** `Failed 3 of 3; passed all 10 earlier runs` */
export function pastText(failing: FailingTest, isToo = true): string {
  const { failures = 0, runs = 0 } = failing.test.earlier ?? {}
  const past = laterText(failing) ?? earlierText(failures, runs)
  return [attemptsText(failing), runs > 0 && `${past}${failures > 0 && isToo ? ', too' : ''}`]
    .filter(Boolean)
    .join('; ')
}

/** `passed the 10 runs before this pull request was opened; 6 later ones failed, too`; null unless it failed in most later ones. */
function laterText({ results, test }: Pick<FailingTest, 'results' | 'test'>): string | null {
  const { failures = 0, runs = 0, later = null } = test.earlier ?? {}
  if (later === null) return null
  // It is compared with those in which it passed.
  if (2 * later.passed > later.total)
    return failures === 0 && runs === later.passed
      ? earlierText(later.total - later.passed, later.total)
      : null
  if (2 * later.passed === later.total) return null
  const failed = later.total - later.passed
  const which = later.passed === 0 ? count(failed) : `${count(failed)} of ${count(later.total)}`
  const ones = later.total === 1 ? 'one' : 'ones'
  return `${earlierText(failures, runs, ` before ${startOf(results)}`)}; ${which} later ${ones} failed, too`
}

/** What the runs before were before: `this pull request was opened` */
export function startOf({ about, pullRequest, headSha }: Results): string {
  if (about === 'merge-group') return pullRequest === null ? 'this merge group' : `#${pullRequest} was opened`
  if (pullRequest !== null) return 'this pull request was opened'
  return headSha === null ? 'this job' : 'this push'
}

/** `Failed 3 of 4` */
export function attemptsText(failing: Pick<FailingTest, 'results' | 'test' | 'isSeveral'>): string {
  const { failed, answered } = tally(failing.test.attempts)
  const start = formsOf(failing).failed
  if (isNotWorthRetrying(failing)) return `${start} 1 of 1`
  const once = failing.isSeveral ? `${start} once` : `${start} its only attempt`
  return answered <= 1 ? once : `${start} ${count(failed)} of ${count(answered)}`
}

/** Whether `gate-if-worse` ran a failing test once, because further failures would not show that it broke. */
function isNotWorthRetrying({ results, test }: Pick<FailingTest, 'results' | 'test'>): boolean {
  const { cause, blocks, attempts, control, whyNotRunAgain } = test
  const isUnbroken = !blocks && (cause === 'unsteady' || cause === 'changed')
  const hasRunOnce = attempts.length <= 1 && control === null && whyNotRunAgain === null
  return results.mode === 'gate-if-worse' && isUnbroken && hasRunOnce
}

/** Nobody knows whether such a test would pass a retry. */
export function onceText(failing: FailingTest): string {
  return isNotWorthRetrying(failing) ? '. Not run again: even 10 failures would not show a change' : ''
}

/** `fails 5 of 5 with this pull request's prompt, 0 of 3 without it`. @param tested such as `this pull request` */
export function besideControl(
  { results, agent, test }: FailingTest,
  control: NonNullable<ResultsTest['control']>,
  tested: string,
): Sentence {
  const { override } = agent
  const there = tally(control.attempts)
  const change = override === null ? [tested] : overriddenText(override, results)
  const ofBase = baseOnCopy(agent)
  const without = ofBase === null ? 'without it' : say`with ${ofBase}`
  // A copy is compared with its original, which nobody has to name.
  const name = override === null ? say` (${{ kind: 'agent', text: control.name }})` : []
  return say`${failsText(test)} with ${change}, ${there.failed} of ${there.answered} ${without}${name}`
}

/** `passed all 10 earlier runs, but fails 3 of 3 now` */
export function earlierAndNow({ results, test }: Pick<FailingTest, 'results' | 'test'>): string {
  const { failures = 0, runs = 0 } = test.earlier ?? {}
  if (runs === 0) return failsText(test)
  const later = laterText({ results, test })
  return later === null
    ? `${earlierText(failures, runs)}, ${failures === 0 ? 'but' : 'and'} ${failsText(test)} now`
    : `${later}, and it ${failsText(test)} now`
}

/** `fails 3 of 3`; a single attempt says less. */
export function failsText({ attempts }: ResultsTest): string {
  const { failed, answered } = tally(attempts)
  return answered <= 1 ? 'failed once' : `fails ${count(failed)} of ${count(answered)}`
}

/** `passed all 10 earlier runs, but fails 3 of 3 now. Support bot or its dependencies probably changed`: continues with when. */
export function changedText({ results, agent, test }: FailingTest, sure: string): Sentence {
  const name = { kind: 'agent', text: agent.name } as const
  return say`${earlierAndNow({ results, test })}. ${name} or its dependencies ${sure} changed`
}
