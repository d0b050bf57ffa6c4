// What the run history of a workspace says: the value behind every output of `agent-tests history`.
import { type EarlierTests, nameOf } from '../gate/history.ts'
import { describeUnreadable } from '../results/errors.ts'
import { runLink } from '../results/links.ts'
import { type Decline, declineOf } from './decline.ts'
import type { AgentHistory } from './read.ts'
import { type PossiblyBroken, replay } from './replay.ts'

export interface HistoryReport {
  /** How many runs of each agent were read at most. */
  readonly maxRuns: number
  readonly completeRuns: number
  /** Of these, how many each mode would have blocked. */
  readonly blocked: Blocked
  /** Null if there are too few runs to say. */
  readonly recommendedMode: 'gate' | 'gate-if-worse' | 'report' | null
  readonly agents: readonly AgentReport[]
}

export interface Blocked {
  readonly gate: number
  /** At most: tests that failed may have passed a retry. */
  readonly gateIfWorse: number
  /** Without the runs whose tests passed in the next one. */
  readonly gateIfWorseLikely: number
}

export interface AgentReport {
  readonly name: string
  readonly uuid: string
  /** Why its history is missing. */
  readonly error: { readonly message: string; readonly remedy: string } | null
  readonly blocked: Blocked
  /** The complete ones, oldest first. */
  readonly runs: readonly RunReport[]
  /** Those of the newest complete run that failed at least once, most often first. */
  readonly tests: readonly TestReport[]
  /** Null if there are too few runs to compare. */
  readonly decline: Decline | null
}

export interface RunRef {
  readonly taskId: string
  readonly url: string
  /** ISO 8601. */
  readonly createdAt: string
}

export interface RunReport extends RunRef {
  readonly passed: number
  readonly total: number
  readonly blockedByGate: boolean
  /** What may have blocked it in `gate-if-worse`; null if nothing. */
  readonly blockedByGateIfWorse: {
    readonly tooManyFailures: boolean
    readonly tests: readonly PossiblyBroken[]
    /** It would have passed if retries had given what the next run gave. */
    readonly passedNext: boolean
  } | null
}

export interface TestReport {
  readonly name: string
  /** Complete runs with the test, and in how many of them it failed. */
  readonly runs: number
  readonly failures: number
  /** How often its result differs from that of the run before. */
  readonly changes: number
  readonly lastFailure: RunRef
  /** The first run of the current streak of failures; null if it passed its newest run. */
  readonly failingSince: RunRef | null
  /** It has never passed in the runs that were read. */
  readonly alwaysFails: boolean
}

/** With fewer runs, a share of them says little. */
const MIN_RUNS = 10
/** A mode that blocks more runs than this is not worth recommending. */
const TOLERABLE = 0.1

export function analyse(histories: readonly AgentHistory[], maxRuns: number, appUrl: string): HistoryReport {
  const agents = histories.map((history) => agentReport(history, appUrl))
  const sum = (count: (agent: AgentReport) => number) =>
    agents.reduce((total, agent) => total + count(agent), 0)
  const completeRuns = sum(({ runs }) => runs.length)
  const blocked = {
    gate: sum(({ blocked }) => blocked.gate),
    gateIfWorse: sum(({ blocked }) => blocked.gateIfWorse),
    gateIfWorseLikely: sum(({ blocked }) => blocked.gateIfWorseLikely),
  }
  return { maxRuns, completeRuns, blocked, recommendedMode: recommended(completeRuns, blocked), agents }
}

function recommended(runs: number, blocked: Blocked): HistoryReport['recommendedMode'] {
  if (runs < MIN_RUNS) return null
  if (blocked.gate <= TOLERABLE * runs) return 'gate'
  return blocked.gateIfWorseLikely <= TOLERABLE * runs ? 'gate-if-worse' : 'report'
}

function agentReport(history: AgentHistory, appUrl: string): AgentReport {
  const { agent, complete, error } = history
  const runs = replay(history).map(({ run, gate, ifWorse }): RunReport => {
    const blockedByGateIfWorse = ifWorse && {
      tooManyFailures: ifWorse.tooMany,
      tests: ifWorse.tests,
      passedNext: !ifWorse.tooMany && ifWorse.tests.every(({ passedNext }) => passedNext === true),
    }
    const { passed, total } = run
    return { ...refOf(run, appUrl), passed, total, blockedByGate: gate, blockedByGateIfWorse }
  })
  const possible = runs.flatMap(({ blockedByGateIfWorse }) => blockedByGateIfWorse ?? [])
  return {
    name: agent.name,
    uuid: agent.uuid,
    error: error && describeUnreadable(error),
    blocked: {
      gate: runs.filter(({ blockedByGate }) => blockedByGate).length,
      gateIfWorse: possible.length,
      gateIfWorseLikely: possible.filter(({ passedNext }) => !passedNext).length,
    },
    runs,
    tests: testReports(complete, appUrl),
    decline: declineOf(complete),
  }
}

function testReports(complete: readonly EarlierTests[], appUrl: string): TestReport[] {
  const reports = [...(complete.at(-1)?.passed.keys() ?? [])].flatMap((key) => {
    const runs = complete.filter(({ passed }) => passed.has(key))
    const failed = runs.map(({ passed }) => passed.get(key) === false)
    const lastFailure = runs[failed.lastIndexOf(true)]
    if (lastFailure === undefined) return []
    const failures = failed.filter(Boolean).length
    const since = failed.at(-1) === true ? runs[failed.lastIndexOf(false) + 1] : undefined
    return {
      name: nameOf(key),
      runs: runs.length,
      failures,
      changes: failed.filter((each, index) => index > 0 && each !== failed[index - 1]).length,
      lastFailure: refOf(lastFailure.run, appUrl),
      failingSince: since === undefined ? null : refOf(since.run, appUrl),
      alwaysFails: failures === runs.length,
    }
  })
  return reports.sort((a, b) => b.failures / b.runs - a.failures / a.runs || b.failures - a.failures)
}

function refOf({ taskId, createdAt }: EarlierTests['run'], appUrl: string): RunRef {
  const id = taskId ?? ''
  return { taskId: id, url: runLink(appUrl, id), createdAt: new Date(createdAt ?? 0).toISOString() }
}
