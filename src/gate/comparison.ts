// By what the runs of a job are judged: by themselves, so that earlier runs are only shown; by earlier runs; or by the same agents
// without the change.
import type { Decision } from '../schema.ts'
import { failuresNotAccepted } from './accept.ts'
import { hasPassed } from './cause.ts'
import { judgeByControl } from './control/judge.ts'
import { excusesNothing } from './excuses.ts'
import { MAX_PAGES, readBaseline, withoutBaseline } from './history/baseline.ts'
import { judgeBeside, judgeByHistory } from './history/judge.ts'
import { type PassReader, readEditedAt, readWhatPassed, withEdits } from './history/what-passed.ts'
import type { AgentRun, Baseline, GatePlan } from './model.ts'
import { mayFail } from './runs/attempts.ts'
import type { TestRunner } from './runs/launch.ts'
import { isUsable } from './runs/read-run.ts'
import type { Judged } from './runs/retries.ts'
import { type GateService, internalError, until } from './service.ts'

/** For the earlier runs of all agents together, after the deadline. */
const BASELINE_READ_MS = 60_000
/** Modes `gate` and `report`: for those of each agent. */
const BESIDE_READ_MS = 20_000
const BESIDE_LIMITS = { attemptTimeoutMs: 8_000, maxRetries: 1 }
const BESIDE_MAX_PAGES = 2

interface Comparison {
  /** Called for each agent whose first run can be judged, once that has ended. Never rejects. */
  readonly begin: (first: AgentRun) => Promise<AgentRun>
  /** Called with all of them. */
  readonly judge: (firstRuns: readonly AgentRun[]) => Promise<Judged>
}

interface ComparedJob {
  readonly plan: Pick<GatePlan, 'retries' | 'cutOffs' | 'tests'>
  readonly runner: TestRunner
  /** A key that it refuses ends no job. */
  readonly service: GateService
}

export function comparisonWith(what: Decision['compares'], job: ComparedJob): Comparison {
  return what === 'control' ? withControl(job) : withHistory(job, what === 'history')
}

/**
 * Earlier runs say what they can of the failing tests.
 * @param decides else the verdict stays, whatever they say, and whatever becomes of the reads
 */
function withHistory(job: ComparedJob, decides: boolean): Comparison {
  const { plan, runner, service } = job
  const { effects, conversations } = runner
  // A read that hangs keeps polls waiting, so beside the verdict no other history is read then.
  let hasHung = false
  const readerNow = (): PassReader => {
    if (!decides) {
      const end = effects.clock.now() + BESIDE_READ_MS
      return { service, conversations, options: () => ({ ...until(end, effects), ...BESIDE_LIMITS }) }
    }
    const options = () => until(runner.deadline + BASELINE_READ_MS, effects)
    return { service: effects.service, conversations, options }
  }
  const withProblem = (first: AgentRun, error: unknown): AgentRun => {
    const problem = internalError(error, service)
    return decides ? { ...first, problem, isJudged: false } : { ...first, baseline: withoutBaseline(problem) }
  }
  return {
    begin: async (first) => {
      const wanted = new Set(first.run?.tests.filter(mayFail).map(({ id }) => id))
      if (!decides && (hasHung || wanted.size === 0)) return first
      try {
        const reader = readerNow()
        const baseline = await baselineOf(job, first, reader, decides ? MAX_PAGES : BESIDE_MAX_PAGES)
        const { problem } = baseline
        hasHung ||= problem?.kind === 'no-history' && problem.error.kind === 'timeout'
        // A failing test without a history is not known to be new.
        const isJudged = decides ? problem === null : first.isJudged
        return await readWhatPassed({ ...first, baseline, isJudged }, wanted, reader)
      } catch (error) {
        return withProblem(first, error)
      }
    },
    judge: async (firstRuns) => {
      const judge = decides ? judgeByHistory : judgeBeside
      const judged = await judge(firstRuns, plan.retries, runner)
      const runs = judged.runs.map((each) => {
        const final = withEdits(decides ? excusesNothing(each, plan.tests) : each)
        return readEditedAt(final, runner).catch((error) => withProblem(final, error))
      })
      return { ...judged, runs: await Promise.all(runs) }
    },
  }
}

function withControl({ plan, runner }: ComparedJob): Comparison {
  return {
    begin: async (first) => first,
    judge: async (firstRuns) => {
      const judged = await judgeByControl(firstRuns, runner)
      const runs = judged.runs.map((each) => excusesNothing(each, plan.tests))
      return { ...judged, runs: runs.map(unlessNothingPassed) }
    },
  }
}

/** Failures with the change and without it say nothing of the change if the agent passes no test at all. */
function unlessNothingPassed(judged: AgentRun): AgentRun {
  const { run, problem } = judged
  if (run === null || run.tests.some(hasPassed) || !isUsable(problem)) return judged
  const failing = failuresNotAccepted(run)
  const allFailOnBoth = failing.every(({ outcome }) => outcome === 'failed-on-control')
  if (failing.length < 2 || !allFailOnBoth) return judged
  return { ...judged, problem: { kind: 'nothing-passed' } }
}

async function baselineOf(
  { plan: { cutOffs }, runner: { launchTimes, runUrl } }: ComparedJob,
  { agent, copy, run, definitions }: AgentRun,
  reader: PassReader,
  maxPages: number,
): Promise<Baseline> {
  if (run === null || copy !== null) return withoutBaseline({ kind: 'not-compared', why: 'copy' })
  if (cutOffs === null) return withoutBaseline({ kind: 'not-compared', why: 'no-cut-off' })
  return readBaseline({ agent, run, definitions, cutOffs, launchTimes, runUrl, maxPages }, reader)
}
