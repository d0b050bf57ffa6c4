// Mode `gate-if-worse` with controls: every failing test against the same agent without the change, in the same rounds.
import type { TestRunner } from './launch.ts'
import { controlObstacle } from './linked-tests.ts'
import { countOf } from './read-run.ts'
import type { Alarm } from './results.ts'
import {
  type FirstRun,
  hasAnswer,
  hasPassed,
  type RetriedAgent,
  type RetriedTest,
  type RetryPlan,
  retriedAgent,
  retry,
  type Wants,
} from './retry.ts'
import {
  type ControlledAttempts,
  classifyByControl,
  countFailures,
  hasAlarm,
  judgeSample,
  LAST_CONTROLLED_ROUND,
  leadOf,
  runsNext,
  sampleOf,
} from './rule.ts'
import type { Effects } from './service.ts'
import { comparedJob, type Settled, skipMostlyUnanswered, tooManyFailures, withComparison } from './settle.ts'

export async function settleByControl(
  first: readonly FirstRun[],
  plan: RetryPlan,
  runner: TestRunner,
  effects: Effects,
): Promise<Settled> {
  const job = comparedJob(first)
  const agents = first.map(retriedAgent)
  skipMostlyUnanswered(first, agents)
  await refuseWrongControls(agents, plan, effects)
  const tests = agents.flatMap((agent) => agent.tests)
  const lead = leadOf(tests.length)
  const rings = hasAlarm(job.counted, job.all)
  const failing = tests.filter(({ first, obstacle }) => first.status === 'failed' && obstacle === null)
  const sample = rings ? sampleOf(failing, ({ first: { name, id } }) => name ?? id) : new Set<RetriedTest>()
  const watched: { verdict: ReturnType<typeof judgeSample> } = { verdict: rings ? 'again' : 'not-confirmed' }

  const wants: Wants = (test, round) => {
    if (watched.verdict === 'blocks' || round >= LAST_CONTROLLED_ROUND) return null
    if (!hasAnswer(test.attempts)) return round === 1 ? 'candidate' : null
    const isInSample = sample.has(test)
    // The first run is the first round of the rule.
    const rule = { lead, round: round + 1, hasAlarm: watched.verdict === 'again' }
    return runsNext({ ...attemptsOf(test), isInSample }, rule)
  }
  await retry(agents, wants, plan, runner, effects, (round) => {
    const { onlyCandidate, onlyControl } = pairsOf(sample)
    if (watched.verdict === 'again') watched.verdict = judgeSample(round, onlyCandidate, onlyControl)
  })

  const blocks = watched.verdict === 'blocks'
  const classOf = (test: RetriedTest) => {
    const decision = classifyByControl(attemptsOf(test), lead)
    return decision === 'candidate' || decision === 'both' ? 'undetermined' : decision
  }
  if (blocks) for (const test of tests) if (test.attempts.length === 1) test.skipped ??= tooManyFailures
  const failed = job.counted.filter((test) => test.failed).length
  const alarm = rings ? { failed, ...pairsOf(sample), blocks } : null
  // The count alone never blocks.
  const failureCount = { ...countFailures(job.counted, job.all), blocks: false }
  return withComparison(first, agents, job, classOf, { failureCount, control: { alarm } })
}

/** Each control is asked once for its tests. */
async function refuseWrongControls(
  agents: readonly RetriedAgent[],
  { deadline }: RetryPlan,
  { service, clock, signal }: Effects,
): Promise<void> {
  const lists = new Map<string, ReturnType<typeof service.listTests>>()
  const timeoutMs = Math.max(1, deadline - clock.now())
  const listTests: typeof service.listTests = (uuid, options) => {
    const list = lists.get(uuid) ?? service.listTests(uuid, options)
    lists.set(uuid, list)
    return list
  }
  for (const { control, tests } of agents) {
    const failing = tests.filter(({ first }) => first.status === 'failed')
    if (control === null || failing.length === 0) continue
    const given = failing.map(({ first }) => first)
    const obstacle = await controlObstacle(control, given, { listTests }, { timeoutMs, signal })
    for (const test of failing) test.obstacle ??= obstacle
  }
}

function attemptsOf({ attempts, controlAttempts, history }: RetriedTest): ControlledAttempts {
  const [controlPassed, controlFailed] = [
    countOf(controlAttempts, 'passed'),
    countOf(controlAttempts, 'failed'),
  ]
  return {
    failed: countOf(attempts, 'failed'),
    passed: hasPassed(attempts),
    isKnown: 2 * history.failures > history.runs,
    controlPassed,
    controlFailed,
    controlUnanswered: controlAttempts.length - controlPassed - controlFailed,
  }
}

/** The fresh pairs of the sample, which runs on both from the second round on. */
function pairsOf(sample: Iterable<RetriedTest>): Omit<Alarm, 'failed' | 'blocks'> {
  const tests = [...sample].map(({ attempts, controlAttempts }) =>
    controlAttempts.flatMap(({ status: onControl }, index) => {
      const onCandidate = attempts[index + 1]?.status
      return hasAnswer([{ status: onControl }]) && (onCandidate === 'passed' || onCandidate === 'failed')
        ? [{ onCandidate, onControl }]
        : []
    }),
  )
  const pairs = tests.flat()
  const having = (onCandidate: string, onControl: string) =>
    pairs.filter((pair) => pair.onCandidate === onCandidate && pair.onControl === onControl).length
  return {
    runAgain: tests.filter(({ length }) => length > 0).length,
    failedOnControl: tests.filter((each) => each.some(({ onControl }) => onControl === 'failed')).length,
    onlyCandidate: having('failed', 'passed'),
    onlyControl: having('passed', 'failed'),
  }
}
