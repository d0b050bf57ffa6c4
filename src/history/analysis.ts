// What the run history of a workspace says: the value behind every output of `agent-tests history`.

import { nameOf } from '../gate/history/baseline.ts'
import type { EarlierTests } from '../gate/model.ts'
import { historyErrorText } from '../results/problems.ts'
import type { ServiceError } from '../schema.ts'
import type { AgentHistory } from './read.ts'
import { type Replay, replay } from './replay.ts'

export interface HistoryReport {
  /** How many runs of each agent were read at most. */
  readonly maxRuns: number
  /** Complete runs, and how many of them `gate` would have blocked. */
  readonly gate: Estimate
  /** Those with enough later runs in place of retries, and how many of them `gate-if-worse` would have blocked. */
  readonly gateIfWorse: Estimate
  /** Null if there are too few runs to say. */
  readonly recommendedMode: 'gate' | 'gate-if-worse' | 'report' | null
  readonly agents: readonly AgentReport[]
}

interface Estimate {
  readonly runs: number
  readonly blocked: number
}

export interface AgentReport {
  readonly name: string
  readonly uuid: string
  /** Why its history is missing. */
  readonly error: string | null
  /** The complete ones, oldest first. */
  readonly runs: readonly RunReport[]
  /** Those of the newest complete run that failed at least once, most often first. */
  readonly tests: readonly TestReport[]
}

export interface RunRef {
  readonly taskId: string
  readonly url: string
  /** ISO 8601. */
  readonly createdAt: string
}

export interface RunReport extends RunRef, Replay {
  readonly passed: number
  readonly total: number
  /** The tests that failed: with any, `gate` would have blocked the run. */
  readonly failed: readonly string[]
}

export interface TestReport {
  readonly name: string
  /** Complete runs with the test, and in how many of them it failed. */
  readonly runs: number
  readonly failures: number
  /** How often its result differs from that of the run before. */
  readonly changes: number
  readonly lastFailure: RunRef
  /** The first run of the current streak of failures, which may be the oldest run; null if it passed its newest. */
  readonly failingSince: RunRef | null
}

/** With fewer runs, a share of them says little. */
const MIN_RUNS = 10
/** A mode that blocks more runs than this is not worth recommending. */
const TOLERABLE = 0.1

export function analyse(histories: readonly AgentHistory[], maxRuns: number): HistoryReport {
  const agents = histories.map((history) => ({
    name: history.agent.name,
    uuid: history.agent.uuid,
    error: history.error && unreadableText(history.error),
    runs: history.complete.map(({ run, passed: verdicts }, index) => {
      const { passed, total } = run
      const failed = [...verdicts].flatMap(([key, each]) => (each === false ? nameOf(key) : []))
      return { ...refOf(run), passed, total, failed, ...replay(history.complete, index) }
    }),
    tests: testReports(history.complete),
  }))
  const runs = agents.flatMap((agent) => agent.runs)
  const judged = runs.filter((run) => run.blockedByGateIfWorse !== null)
  const [gate, gateIfWorse] = [
    { runs: runs.length, blocked: runs.filter(({ failed }) => failed.length > 0).length },
    { runs: judged.length, blocked: judged.filter((run) => run.blockedByGateIfWorse).length },
  ]
  return {
    maxRuns,
    gate,
    gateIfWorse,
    recommendedMode: recommended(gate, gateIfWorse),
    agents,
  }
}

/** This command has no other source, and no mode. */
function unreadableText(error: ServiceError): string {
  const message =
    error.kind === 'history' ? error.message : `the run history could not be read: ${historyErrorText(error)}`
  return error.status === 404 ? `${message}. Older versions of the service have no run history` : message
}

function recommended(gate: Estimate, ifWorse: Estimate): HistoryReport['recommendedMode'] {
  if (ifWorse.runs < MIN_RUNS) return null
  if (gate.blocked <= TOLERABLE * gate.runs) return 'gate'
  return ifWorse.blocked <= TOLERABLE * ifWorse.runs ? 'gate-if-worse' : 'report'
}

function testReports(complete: readonly EarlierTests[]): TestReport[] {
  const reports = [...(complete.at(-1)?.passed.keys() ?? [])].flatMap((key) => {
    const runs = complete.filter(({ passed }) => passed.has(key))
    const failed = runs.map(({ passed }) => passed.get(key) === false)
    const lastFailure = runs[failed.lastIndexOf(true)]
    if (lastFailure === undefined) return []
    const since = failed.at(-1) === true ? runs[failed.lastIndexOf(false) + 1] : undefined
    return {
      name: nameOf(key),
      runs: runs.length,
      failures: failed.filter(Boolean).length,
      changes: failed.filter((each, index) => index > 0 && each !== failed[index - 1]).length,
      lastFailure: refOf(lastFailure.run),
      failingSince: since === undefined ? null : refOf(since.run),
    }
  })
  return reports.sort((a, b) => b.failures / b.runs - a.failures / a.runs || b.failures - a.failures)
}

function refOf({ taskId, url, createdAt }: EarlierTests['run']): RunRef {
  return { taskId: taskId ?? '', url: url ?? '', createdAt: createdAt ?? '' }
}
