// One agent: launch its tests once, then poll to an end or the deadline.
import type { Clock, TestRun } from '../client/index.ts'
import { classifyRun, type EndedRun } from './classify-run.ts'
import type { GateEvent } from './events.ts'
import { firstTick, type Pace } from './pace.ts'
import { afterPoll, type BackoffMs, type PollState, type PollStep } from './poll-state.ts'
import { readEndedRun } from './read-ended-run.ts'
import { launchedRun, rowCounts } from './read-run.ts'
import { refusedLaunch } from './refused-launch.ts'
import type { AgentRef, AgentResult, InconclusiveReason, RunResult } from './results.ts'
import { type GateService, type Result, serviceError, statusOf } from './service.ts'

/** What a request may take beyond the deadline: the last look at a run, and the reads of one that has ended. */
const LAST_LOOK_MS = 10_000

export interface AgentPlan {
  readonly agent: AgentRef
  /** Asked for by name, as against found in a sweep over all. */
  readonly named: boolean
  /** Among all agents, from 0. */
  readonly place: number
  readonly intervalMs: number
  /** On the clock, in milliseconds. */
  readonly deadline: number
  readonly timeoutSeconds: number
}

export interface AgentEffects {
  readonly service: Pick<GateService, 'launch' | 'getRun'>
  readonly clock: Clock
  readonly backoffMs: BackoffMs
  readonly emit: (event: GateEvent) => void
  /** Ends waits and requests, whoever asked for it. */
  readonly signal: AbortSignal
  /** Who ended it, once the signal is aborted. */
  readonly stoppedBy: () => 'authentication' | 'signal'
  /** Whether another agent is running, as far as was last seen. */
  readonly othersRun: () => boolean
}

/** Never throws for what the service does: every fault is a result. */
export async function runAgent(plan: AgentPlan, effects: AgentEffects): Promise<AgentResult> {
  const { agent, named, deadline, timeoutSeconds } = plan
  const { clock, signal } = effects
  if (signal.aborted) return stopped(agent, null, effects)
  const launch = await effects.service.launch(agent.uuid, { signal, timeoutMs: deadline - clock.now() })
  if (launch.ok) {
    const { task_id: taskId } = launch.value
    const status = launch.value.status ?? 'queued'
    effects.emit({ type: 'launched', agent, taskId, status })
    return pollToTheEnd(plan, effects, launchedRun(taskId, status))
  }
  const { error } = launch
  if (statusOf(error) === 401 || (signal.aborted && !error.maybeReceived))
    return stopped(agent, null, effects)
  return refusedLaunch({ agent, named, pastDeadline: clock.now() >= deadline, timeoutSeconds }, error)
}

async function pollToTheEnd(
  plan: AgentPlan,
  effects: AgentEffects,
  launched: RunResult,
): Promise<AgentResult> {
  const { agent, deadline, intervalMs, place } = plan
  const { clock, signal } = effects
  const pace = { launchedAt: clock.now(), intervalMs, place }
  let state: PollState = { seen: launched, failedPolls: 0, unknownPolls: 0, pollAt: firstTick(pace) }
  for (;;) {
    const due = Math.min(state.pollAt, deadline)
    await clock.sleep(Math.max(0, due - clock.now()), signal)
    if (signal.aborted) return stopped(agent, state.seen, effects)
    const step = await look({ ...plan, pace }, effects, state, due)
    switch (step.kind) {
      case 'ended':
        return conclude(plan, effects, step.ended)
      case 'over':
        return inconclusive(agent, step.seen, step.problem)
      case 'again':
        state = step.state
        break
      default:
        step satisfies never
    }
  }
}

/** One poll. Apart from the loop, or the answer, which may be large, would be kept until the next one. */
async function look(
  { agent, deadline, pace, timeoutSeconds }: AgentPlan & { readonly pace: Pace },
  effects: AgentEffects,
  state: PollState,
  due: number,
): Promise<PollStep> {
  const { backoffMs, clock, emit, othersRun, signal, stoppedBy } = effects
  // A timer may fire a little early: what was waited for has come all the same.
  const now = () => Math.max(due, clock.now())
  const last = now() >= deadline
  const answer = await poll(state.seen.taskId, last ? LAST_LOOK_MS : deadline - now(), effects)
  if (!answer.ok && signal.aborted)
    return { kind: 'over', seen: state.seen, problem: { kind: 'stopped', by: stoppedBy() } }
  const moment = { now: now(), last, pace, othersRun: othersRun(), timeoutSeconds, backoffMs }
  const step = afterPoll(state, answer, moment)
  if (step.kind === 'again')
    announce(agent, emit, { before: state, after: step.state, answer, now: moment.now })
  return step
}

/** One request: its repeats are the poll loop's, on the poll loop's terms. */
function poll(
  taskId: string,
  timeoutMs: number,
  { service, signal }: AgentEffects,
): Promise<Result<TestRun>> {
  return service.getRun(taskId, { compact: true, onlyFailed: true, maxRetries: 0, timeoutMs, signal })
}

async function conclude(
  plan: AgentPlan,
  { clock, service, signal }: AgentEffects,
  ended: EndedRun,
): Promise<AgentResult> {
  const run = await readEndedRun(ended.seen, service, () => ({
    signal,
    timeoutMs: Math.max(LAST_LOOK_MS, plan.deadline - clock.now()),
  }))
  return classifyRun(plan.agent, run, ended)
}

interface Observation {
  readonly before: PollState
  readonly after: PollState
  readonly answer: Result<TestRun>
  readonly now: number
}

/** Says what changed; a fault only when it is the first in a row. */
function announce(
  agent: AgentRef,
  emit: AgentEffects['emit'],
  { before, after, answer, now }: Observation,
): void {
  if (!answer.ok) {
    if (after.failedPolls === 1)
      emit({
        type: 'poll-error',
        agent,
        error: serviceError(answer.error),
        attempt: 1,
        retryInMs: after.pollAt - now,
      })
    return
  }
  const was = progressOf(before.seen)
  const is = progressOf(after.seen)
  const { status } = after.seen
  const changed =
    before.seen.status !== status ||
    was.total !== is.total ||
    was.passed !== is.passed ||
    was.failed !== is.failed
  if (changed) emit({ type: 'progress', agent, status, counts: is })
}

function progressOf({ counts, plannedTests, tests }: RunResult) {
  const failing = tests.filter((test) => test.status === 'failed').length
  return {
    total: counts?.total ?? plannedTests,
    passed: counts?.passed ?? null,
    failed: counts?.failed ?? (failing > 0 ? failing : null),
  }
}

function stopped(agent: AgentRef, seen: RunResult | null, { stoppedBy }: AgentEffects): AgentResult {
  return inconclusive(agent, seen, { kind: 'stopped', by: stoppedBy() })
}

function inconclusive(agent: AgentRef, seen: RunResult | null, reason: InconclusiveReason): AgentResult {
  const run = seen && { ...seen, counts: seen.counts ?? rowCounts(seen) }
  return { outcome: 'inconclusive', agent, run, reason }
}
