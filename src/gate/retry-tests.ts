// Runs failing and unanswered tests again on their own, round after round, one run per agent and round.
import type { GateEvent } from './events.ts'
import type {
  AgentRef,
  Attempt,
  InconclusiveReason,
  RetrySkipped,
  RunResult,
  TestResult,
  TestStatus,
} from './results.ts'
import type { TestRun } from './run-tests.ts'

/** A test that did not pass its first attempt. */
export interface RetriedTest {
  readonly first: TestResult
  /** By which it can be run alone; null if the service gave none, or the same one to another test. */
  readonly uuid: string | null
  /** Of the first attempt. */
  readonly taskId: string
  /** The further attempts, oldest first. */
  readonly retries: Attempt[]
  skipped: RetrySkipped | null
}

export interface RetriedAgent {
  readonly agent: AgentRef
  /** The tests that did not pass, in a run that can be trusted. */
  readonly retried: readonly RetriedTest[]
}

export interface RetryEffects {
  /** Runs these tests of the agent alone; a launch that fails has a reason and no run. */
  readonly runTests: (
    agent: AgentRef,
    testUuids: readonly string[],
    phase: number,
  ) => Promise<Pick<TestRun, 'run' | 'reason'>>
  /** Whether the service gave this run for more than one launch. */
  readonly isShared: (taskId: string) => boolean
  /** Why no further round may start; null if one may. */
  readonly overBy: () => RetrySkipped | null
  readonly onRound: (round: Omit<GateEvent & { type: 'retry-round' }, 'type'>) => void
}

/** The tests of a first run that did not pass. */
export function retriedTests({ taskId, tests }: Pick<RunResult, 'taskId' | 'tests'>): RetriedTest[] {
  const rows = new Map<string | null, number>()
  for (const { uuid } of tests) rows.set(uuid, (rows.get(uuid) ?? 0) + 1)
  return tests.filter(mayBeRetried).map((first) => ({
    first,
    uuid: rows.get(first.uuid) === 1 ? first.uuid : null,
    taskId,
    retries: [],
    skipped: null,
  }))
}

/** The run with the reason why none of its tests is run again. */
export function notRetried(run: RunResult, kind: 'incomplete-run' | 'no-history'): RunResult {
  const tests = run.tests.map((test) => (mayBeRetried(test) ? { ...test, retrySkipped: { kind } } : test))
  return { ...run, tests }
}

function mayBeRetried({ status }: TestResult): boolean {
  return status === 'failed' || status === 'unanswered'
}

/** Oldest first. Made when asked for, since most of many failing tests are not run again. */
export function attemptsOf({ first, taskId, retries }: RetriedTest): readonly Attempt[] {
  return [attemptOf(taskId, first), ...retries]
}

/**
 * @param wants whether a test is to be run again, after what its attempts have shown; `round` counts from 1
 */
export async function retryTests(
  agents: readonly RetriedAgent[],
  wants: (test: RetriedTest, round: number) => boolean,
  effects: RetryEffects,
): Promise<void> {
  for (let round = 1; ; round += 1) {
    const overBy = effects.overBy()
    const due = agents
      .map(({ agent, retried }) => {
        const wanted = retried.filter((test) => test.skipped === null && wants(test, round))
        for (const test of wanted) test.skipped = test.uuid === null ? { kind: 'no-id' } : overBy
        return { agent, tests: wanted.filter(({ skipped }) => skipped === null) }
      })
      .filter(({ tests }) => tests.length > 0)
    if (due.length === 0) return
    effects.onRound({ round, agents: due.map(({ agent, tests }) => ({ agent, tests: tests.length })) })
    const ended = await Promise.all(
      due.map(async ({ agent, tests }, index) => {
        const testUuids = tests.flatMap(({ uuid }) => uuid ?? [])
        return { tests, ...(await effects.runTests(agent, testUuids, index / due.length)) }
      }),
    )
    for (const { tests, run, reason } of ended) {
      const isShared = run !== null && effects.isShared(run.taskId)
      addAttempts(tests, run, isShared ? { kind: 'shared-run', taskId: run.taskId } : reason)
    }
  }
}

function addAttempts(
  tests: readonly RetriedTest[],
  run: RunResult | null,
  reason: InconclusiveReason | null,
): void {
  const rows = reason === null && run !== null ? rowsOf(tests, run) : null
  for (const test of tests) {
    const row = rows?.get(test.uuid)
    if (run !== null && row !== undefined && row.status !== 'pending')
      test.retries.push(attemptOf(run.taskId, row))
    else test.skipped = skippedBy(run, reason)
  }
}

/** The rows by ID; null unless they are those of the tests, each once: else it is unknown what has passed. */
function rowsOf(
  tests: readonly RetriedTest[],
  run: RunResult,
): ReadonlyMap<string | null, TestResult> | null {
  const rows = new Map(run.tests.map((row) => [row.uuid, row]))
  const isExact =
    run.plannedTests === tests.length &&
    run.tests.length === tests.length &&
    tests.every(({ uuid, first }) => rows.get(uuid)?.name === first.name)
  return isExact ? rows : null
}

/** What a retry that gave no result for a test means for it: it keeps what it had. */
function skippedBy(run: RunResult | null, reason: InconclusiveReason | null): RetrySkipped {
  if (reason?.kind === 'not-launched-in-time') return { kind: 'no-time' }
  return { kind: run === null ? 'refused' : 'lost', reason: reason ?? { kind: 'contradictory' }, run }
}

function attemptOf(taskId: string, { status, reasoning, latencyMs, cost }: TestResult): Attempt {
  return { taskId, status, reasoning, latencyMs, cost }
}

/** What the attempts of a test come to, oldest first: passing once makes it flaky. */
export function settledStatus(attempts: readonly Pick<Attempt, 'status'>[]): TestStatus | null {
  const has = (status: TestStatus) => attempts.some((each) => each.status === status)
  return has('passed') ? 'flaky' : has('failed') ? 'failed' : (attempts[0]?.status ?? null)
}

/** The test with all its attempts. */
export function settle(test: RetriedTest): TestResult {
  const { first, retries, skipped } = test
  if (retries.length === 0) return { ...first, retrySkipped: skipped }
  const attempts = attemptsOf(test)
  return { ...first, status: settledStatus(attempts) ?? first.status, attempts, retrySkipped: skipped }
}
