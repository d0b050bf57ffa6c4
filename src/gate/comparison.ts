// What a job compares its runs with: nothing, with each agent's earlier runs beside it; these earlier runs; or the same agents without
// the change.
import type { Decision, TestChanges } from '../schema.ts'
import { failuresNotAccepted } from './accept.ts'
import { judgeByControl } from './control/judge.ts'
import { excusesNothing } from './file-changes.ts'
import { readBaseline, withoutBaseline } from './history/baseline.ts'
import { ReadsBeside } from './history/beside.ts'
import { judgeByHistory } from './history/judge.ts'
import { type HistoryReader, readEditedAt, readWhatPassed, withEdits } from './history/what-passed.ts'
import type { AgentRun, Baseline, Copy } from './model.ts'
import type { TestRunner } from './runs/launch.ts'
import { type Judged, judgeByRetries } from './runs/retries.ts'
import { mayFail } from './runs/rounds.ts'
import { type GateService, internalError, until } from './service.ts'

/** For the baselines of runs that end at the deadline: of all agents and pages together. */
const BASELINE_READ_MS = 60_000

interface Comparison {
  /** Called for each agent whose first run can be judged, once that has ended. Never rejects. */
  readonly begin: (first: AgentRun) => Promise<AgentRun>
  /** Called with all of them. */
  readonly judge: (firstRuns: readonly AgentRun[]) => Promise<Judged>
}

export interface ComparisonPlan {
  /** How often a failing test is run again. */
  readonly retries: number
  /** Earlier runs that started at this time or later do not count; milliseconds since 1970. Null if it is not known. */
  readonly cutOff: number | null
}

interface ComparedJob {
  readonly plan: ComparisonPlan
  readonly copies: readonly Copy[]
  readonly changes: TestChanges | null
  /** Whether the change itself keeps its files of tests from being read. */
  readonly isHidden: boolean
  readonly runner: TestRunner
  /** A key that it refuses ends no job. */
  readonly service: GateService
}

export function comparisonWith(what: Decision['compares'], job: ComparedJob): Comparison {
  switch (what) {
    case 'nothing':
      return withNothing(job)
    case 'history':
      return withHistory(job)
    case 'control':
      return withControl(job)
    default:
      return what satisfies never
  }
}

function withNothing(job: ComparedJob): Comparison {
  const { plan, runner, service } = job
  const effects = { ...runner.effects, service }
  const beside = new ReadsBeside(effects, runner.conversations, (...read) => baselineOf(job, ...read))
  return {
    begin: async (first) => {
      if (first.run !== null && failuresNotAccepted(first.run).length > 0) beside.start(first)
      return first
    },
    judge: async (firstRuns) => {
      const judged = await judgeByRetries(firstRuns, plan.retries, runner)
      const runs = await beside.finish(firstRuns, judged.runs, plan.retries)
      return { ...judged, runs }
    },
  }
}

function withHistory(job: ComparedJob): Comparison {
  const { plan, changes, isHidden, runner, service } = job
  const { effects, conversations } = runner
  const options = () => until(runner.deadline + BASELINE_READ_MS, effects)
  const reader = { service: effects.service, options, conversations }
  return {
    begin: async (first) => {
      try {
        const baseline = await baselineOf(job, first, reader)
        const wanted = new Set(first.run?.tests.filter(mayFail).map(({ id }) => id))
        // A failing test without a history is not known to be new.
        const isJudged = baseline.problem === null
        return await readWhatPassed({ ...first, baseline, isJudged }, wanted, reader)
      } catch (error) {
        return { ...first, problem: internalError(error, service), isJudged: false }
      }
    },
    judge: async (firstRuns) => {
      const judged = await judgeByHistory(firstRuns, plan.retries, runner)
      const runs = judged.runs.map((each) =>
        readEditedAt(withEdits(excusesNothing(each, changes, isHidden)), { ...reader, service }),
      )
      return { ...judged, runs: await Promise.all(runs) }
    },
  }
}

function withControl({ changes, isHidden, runner }: ComparedJob): Comparison {
  return {
    begin: async (first) => first,
    judge: async (firstRuns) => {
      const judged = await judgeByControl(firstRuns, runner)
      return { ...judged, runs: judged.runs.map((each) => excusesNothing(each, changes, isHidden)) }
    },
  }
}

async function baselineOf(
  { plan, copies, runner }: ComparedJob,
  { agent, run }: AgentRun,
  { service, options }: HistoryReader,
  maxPages?: number,
): Promise<Baseline> {
  const { cutOff } = plan
  const { tests = [], taskId = '', plannedTests = null } = run ?? {}
  const isWhole = plannedTests === tests.length
  if (copies.some((copy) => copy.agent.uuid === agent.uuid))
    return withoutBaseline({ kind: 'not-compared', why: 'copy' })
  if (cutOff === null) return withoutBaseline({ kind: 'not-compared', why: 'no-cut-off' })
  const { launchTimes, runUrl } = runner
  return readBaseline(
    { agent, tests, isWhole, cutOff, taskId, launchTimes, runUrl, maxPages },
    service,
    options,
  )
}
