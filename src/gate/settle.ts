// What each mode makes of the tests that did not pass their first attempt, and which of them it runs again.
import { isAccepted } from './accept.ts'
import type { TestRunner } from './launch.ts'
import { countOf } from './read-run.ts'
import type { AgentRef, Comparison, TestBaseline } from './results.ts'
import {
  type FirstRun,
  hasAnswer,
  hasPassed,
  nothingKnown,
  type RetriedAgent,
  type RetriedTest,
  type RetryPlan,
  retriedAgent,
  retry,
  roundsOf,
  sharesOf,
  type Wants,
  withFinal,
} from './retry.ts'
import {
  type Baseline,
  baselineOf,
  classifyFailure,
  countFailures,
  dayOf,
  MAX_ROUNDS,
  type TestHistory,
  todayOf,
} from './rule.ts'
import type { Effects } from './service.ts'

export interface Settled {
  /** With the final results of the tests that were run again. */
  readonly runs: readonly FirstRun[]
  readonly comparison: Comparison | null
}

export const tooManyFailures = { kind: 'too-many-failures' } as const

/** Modes `gate` and `report`: a test that passes a retry is flaky. */
export async function settleByRetries(
  first: readonly FirstRun[],
  plan: RetryPlan,
  runner: TestRunner,
  effects: Effects,
): Promise<Settled> {
  const agents = first.map(retriedAgent)
  for (const [index, { tests }] of agents.entries())
    if (areMost(first[index], (share) => share.failed + share.open))
      for (const test of tests) test.obstacle ??= tooManyFailures
  const wants: Wants = (test, round) =>
    round <= roundsOf(plan, test) && !hasPassed(test.attempts) ? 'candidate' : null
  await retry(agents, wants, plan, runner, effects)
  return { runs: withFinal(first, agents, () => null), comparison: null }
}

/** Mode `gate-if-worse`: every test against its own history (rule.ts). */
export async function settleByBaseline(
  first: readonly FirstRun[],
  plan: RetryPlan,
  runner: TestRunner,
  effects: Effects,
): Promise<Settled> {
  const { retries } = plan
  const job = comparedJob(first)
  const failureCount = countFailures(job.counted, job.all)
  const today = todayOf(job.counted, job.all)
  const agents = first.map(retriedAgent)
  skipMostlyUnanswered(first, agents)
  if (failureCount.blocks)
    for (const test of agents.flatMap(({ tests }) => tests)) test.skipped ??= tooManyFailures
  const decide = ({ history, attempts }: RetriedTest) => {
    const failed = countOf(attempts, 'failed')
    const soFar = { failed, passed: hasPassed(attempts), firstAnswered: hasAnswer(attempts.slice(0, 1)) }
    return classifyFailure(history, soFar, job.all, today, retries)
  }
  const isWanted = (test: RetriedTest, round: number) =>
    hasAnswer(test.attempts) ? round <= MAX_ROUNDS && decide(test) === 'retry' : round <= roundsOf(plan, test)
  const wants: Wants = (test, round) => (isWanted(test, round) ? 'candidate' : null)
  await retry(agents, wants, plan, runner, effects)
  const classOf = (test: RetriedTest) => {
    const decision = decide(test)
    return decision === 'retry' ? 'undetermined' : decision
  }
  return withComparison(first, agents, job, classOf, { failureCount, control: null })
}

/** The first attempts of all tests that can be compared, with their histories; of accepted ones, nothing. */
export interface ComparedJob {
  readonly all: Baseline
  /** Those that were answered. */
  readonly counted: readonly FirstAttempt[]
}

interface FirstAttempt extends TestHistory {
  readonly agentUuid: string
  readonly id: string
  readonly failed: boolean
}

export function comparedJob(first: readonly FirstRun[]): ComparedJob {
  const compared = first.filter(canBeCompared).flatMap(({ agent, run, baseline }) =>
    (run?.tests ?? [])
      .filter((test) => !isAccepted(test))
      .map(({ id, status }) => ({
        ...(baseline?.histories.get(id) ?? nothingKnown),
        agentUuid: agent.uuid,
        id,
        status,
        failed: status === 'failed',
      })),
  )
  const counted = compared.filter(({ status }) => status === 'failed' || status === 'passed')
  return { all: baselineOf(compared), counted }
}

function canBeCompared({ run, baseline }: FirstRun): boolean {
  return run !== null && baseline !== null && baseline.error === null
}

/** If an agent is down, running its tests again does not help. */
export function skipMostlyUnanswered(first: readonly FirstRun[], agents: readonly RetriedAgent[]): void {
  for (const [index, { tests }] of agents.entries())
    if (areMost(first[index], ({ open }) => open))
      for (const test of tests) if (test.first.status === 'unanswered') test.skipped ??= tooManyFailures
}

/** One or two tests cost little. */
function areMost(run: FirstRun | undefined, count: (shares: ReturnType<typeof sharesOf>) => number): boolean {
  if (run === undefined) return false
  const shares = sharesOf(run)
  return count(shares) >= 3 && count(shares) * 2 > shares.total
}

export function withComparison(
  first: readonly FirstRun[],
  agents: readonly RetriedAgent[],
  { all, counted }: ComparedJob,
  classOf: (test: RetriedTest) => TestBaseline['class'],
  evidence: Pick<Comparison, 'failureCount' | 'control'>,
): Settled {
  const classes = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }
  const isCompared = new Set(first.filter(canBeCompared).map(({ agent }) => agent.uuid))
  const baselineOfTest = (agent: AgentRef, test: RetriedTest): TestBaseline | null => {
    const hasFailed = test.attempts.some(({ status }) => status === 'failed')
    if (!isCompared.has(agent.uuid) || !hasFailed) return null
    const { failures, runs } = test.history
    return { class: classOf(test), failures, runs }
  }
  const broken = new Set<string>()
  for (const { agent, tests } of agents)
    for (const test of tests) {
      const baseline = baselineOfTest(agent, test)
      if (baseline !== null) classes[baseline.class] += 1
      if (baseline?.class === 'broken') broken.add(`${agent.uuid} ${test.first.id}`)
    }
  const known = counted.filter(({ runs }) => runs > 0)
  const day = dayOf(
    counted.filter(({ agentUuid, id }) => !broken.has(`${agentUuid} ${id}`)),
    all,
  )
  return {
    runs: withFinal(first, agents, baselineOfTest),
    comparison: {
      comparedTests: all.comparedTests,
      now: { passed: known.filter(({ failed }) => !failed).length, total: known.length },
      before: { passed: all.runs - all.failures, total: all.runs },
      classes,
      // If the count blocks, no test broke by itself: then the change explains the day.
      today: { ...day, isBad: day.isBad && !evidence.failureCount.blocks },
      ...evidence,
    },
  }
}
