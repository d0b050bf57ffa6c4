// A test while it is judged: what the rules find is its outcome. Once all is known, it is published with its cause.
import { type Cause, isAccepted, type Mode, type ResultsRun, type ResultsTest } from '../schema.ts'

/** What each outcome counts as, and the cause of a test with it, unless more is known of the test. */
const outcomes = {
  passed: ['passed', 'passed'],
  flaky: ['passed', 'passed'],
  failed: ['failed', 'new'],
  broke: ['failed', 'changed'],
  'failed-before': ['failed', 'older'],
  'fails-now-and-then': ['failed', 'unsteady'],
  'passed-before': ['failed', 'changed'],
  'failed-on-control': ['failed', 'older'],
  edited: ['failed', 'edited'],
  new: ['failed', 'new'],
  'not-compared': ['failed', 'new'],
  undecided: ['failed', 'undecided'],
  unanswered: ['no result', 'no-result'],
  'not-run': ['no result', 'no-result'],
  pending: ['no result', 'no-result'],
} as const satisfies Record<string, readonly ['passed' | 'failed' | 'no result', Cause]>

/**
 * What became of a test, by itself or compared. `broke`: it got worse, as its earlier runs or its control show. `passed-before`: it failed
 * in none of its earlier runs, and what is known does not say that it broke. `failed-on-control`: more often than it passed there.
 * `failed`: it was not judged by itself.
 */
export type TestOutcome = keyof typeof outcomes

export interface JudgedTest extends Omit<ResultsTest, 'cause' | 'failed' | 'blocks'> {
  readonly outcome: TestOutcome
}

export interface JudgedRun extends Omit<ResultsRun, 'tests'> {
  readonly tests: readonly JudgedTest[]
}

/** At once, or when it was run again. */
export function hasPassed({ outcome }: Pick<JudgedTest, 'outcome'>): boolean {
  return outcomes[outcome][0] === 'passed'
}

/** Whatever that means for the verdict. */
export function hasFailed({ outcome }: Pick<JudgedTest, 'outcome'>): boolean {
  return outcomes[outcome][0] === 'failed'
}

const NOT_RUN = { kind: 'not-run', detail: null, message: '' } as const
/** Nobody may merge a test that is undecided, whatever its cause. */
const OPEN = { why: 'too-few-answers', problem: null, url: null } as const

export function publishedTest(test: JudgedTest, mode: Mode): ResultsTest {
  const { outcome, ...known } = test
  return {
    ...known,
    cause: causeOf(test),
    failed: hasFailed(test),
    blocks: isBlocking(test, mode),
    undecided: known.undecided ?? (outcome === 'undecided' ? OPEN : null),
    error: known.error ?? (outcome === 'not-run' ? NOT_RUN : null),
  }
}

function causeOf(test: JudgedTest): Cause {
  const { outcome, source, control, undecided, editedEvaluators, earlier } = test
  if (isAccepted(test) && !hasPassed(test)) return 'accepted'
  if (!hasFailed(test)) return outcomes[outcome][1]
  // Nobody may merge before that is known.
  const isOpen = outcome === 'undecided'
  if (isOpen && (undecided?.why === 'changes-unknown' || undecided?.why === 'made-by-job')) return 'undecided'
  if (source !== null && source.change !== null) return isOpen ? 'undecided' : 'yours'
  if (editedEvaluators.length > 0) return 'edited'
  if (undecided?.why === 'many') return 'undecided'
  const isOfHistory = control === null && outcome !== 'edited' && outcome !== 'new' && !isOpen
  if (isOfHistory && (earlier?.failingSince ?? null) !== null) return 'older'
  if (outcome === 'broke' && control !== null) return 'yours'
  return outcome === 'failed-on-control' && failsMoreOften(test) ? 'unsteady' : outcomes[outcome][1]
}

/** Whether it fails without the change, too, but less often. */
function failsMoreOften({ attempts, control }: JudgedTest): boolean {
  const [here, there] = [attempts, control?.attempts ?? []].map((all) => ({
    failed: all.filter(({ status }) => status === 'failed').length,
    answered: all.filter(({ status }) => status === 'failed' || status === 'passed').length,
  }))
  return (here?.failed ?? 0) * (there?.answered ?? 0) > (there?.failed ?? 0) * (here?.answered ?? 0)
}

/** Whether a test blocks the merge by itself, or as one of many that do together. */
function isBlocking(test: JudgedTest, mode: Mode): boolean {
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
