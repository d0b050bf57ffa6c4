// What a job compares its runs with: nothing, with each agent's earlier runs beside it; these earlier runs; or the same agents without
// the change.
import type { Decision, TestChanges } from '../schema.ts'
import { failuresNotAccepted } from './accept.ts'
import { hasPassed } from './cause.ts'
import { judgeByControl } from './control/judge.ts'
import { excusesNothing } from './excuses.ts'
import { hasNoHistory, readBaseline, withoutBaseline } from './history/baseline.ts'
import { judgeByHistory, judgedBeside } from './history/judge.ts'
import { type PassReader, readEditedAt, readWhatPassed, withEdits } from './history/what-passed.ts'
import type { AgentRun, Baseline, Copy } from './model.ts'
import { anyFailed, anyPassed, mayFail } from './runs/attempts.ts'
import type { TestRunner } from './runs/launch.ts'
import { isUsable } from './runs/read-run.ts'
import { type Judged, nothingCompared, retriedTests } from './runs/retries.ts'
import { withFinal } from './runs/rounds.ts'
import { type GateService, internalError, until } from './service.ts'

/** For the baselines of runs that end at the deadline: of all agents and pages together. */
const BASELINE_READ_MS = 60_000

/** Modes `gate` and `report`: the same, of each agent, and once more after the last retry. */
const BESIDE_READ_MS = 20_000
const BESIDE_ATTEMPT_MS = 8_000
const BESIDE_MAX_PAGES = 2
/** So many tests are shown with what they were when they last passed. */
const SHOWN_BESIDE = 10

interface Comparison {
  /** Called for each agent whose first run can be judged, once that has ended. Never rejects. */
  readonly begin: (first: AgentRun) => Promise<AgentRun>
  /** Called with all of them. */
  readonly judge: (firstRuns: readonly AgentRun[]) => Promise<Judged>
}

export interface ComparisonPlan {
  /** How often a failing test is run again. */
  readonly retries: number
  /**
   * Earlier runs that started at the last of these times or later may hold the change; milliseconds since 1970. At another one already, if
   * enough runs are older. Null if they are not known.
   */
  readonly cutOffs: readonly number[] | null
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

/** Earlier runs say what they can of the failing tests. Whatever they say, and whatever becomes of the reads, the verdict stays. */
function withNothing(job: ComparedJob): Comparison {
  const { plan, runner, service } = job
  const { effects, conversations } = runner
  // A read that hangs keeps polls waiting, so it hangs twice for so long, and then no other history is read.
  let hasHung = false
  const readerUntil = (end: number): PassReader => {
    const limits = { attemptTimeoutMs: BESIDE_ATTEMPT_MS, maxRetries: 1 }
    return { service, conversations, options: () => ({ ...until(end, effects), ...limits }) }
  }
  const guarded = (first: AgentRun, read: () => Promise<AgentRun>) =>
    read().catch((error) => ({ ...first, baseline: withoutBaseline(internalError(error, service)) }))
  const withEarlierRuns = (first: AgentRun) =>
    guarded(first, async () => {
      const reader = readerUntil(effects.clock.now() + BESIDE_READ_MS)
      const baseline = await baselineOf(job, first, reader, BESIDE_MAX_PAGES)
      const { problem } = baseline
      hasHung ||= problem?.kind === 'no-history' && problem.error.kind === 'timeout'
      return { ...first, baseline }
    })
  return {
    begin: async (first) => {
      const isNeeded = first.run?.tests.some(mayFail) === true && !hasHung
      return isNeeded ? withEarlierRuns(first) : first
    },
    judge: async (firstRuns) => {
      const tests = await retriedTests(firstRuns, plan.retries, runner)
      if (firstRuns.some(({ baseline }) => hasNoHistory(baseline))) effects.emit({ type: 'no-history' })
      const reader = readerUntil(effects.clock.now() + BESIDE_READ_MS)
      const failed = [...tests.values()].filter(({ attempts }) => anyFailed(attempts))
      const shown = failed.filter(({ attempts }) => !anyPassed(attempts)).slice(0, SHOWN_BESIDE)
      const compared = await Promise.all(
        firstRuns.map((first) => {
          const hasFailed = failed.some(({ run }) => run === first)
          const baseline = hasFailed && !hasNoHistory(first.baseline) ? first.baseline : null
          const wanted = new Set(shown.flatMap(({ run, test }) => (run === first ? test.id : [])))
          return guarded(first, () => readWhatPassed({ ...first, baseline }, wanted, reader))
        }),
      )
      const judge = judgedBeside(compared, tests, plan.retries, runner)
      const runs = compared.map(async (each) => {
        const judged = withEdits(withFinal(each, tests, judge))
        return guarded(judged, () => readEditedAt(judged, runner))
      })
      return { ...nothingCompared, runs: await Promise.all(runs) }
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
        readEditedAt(withEdits(excusesNothing(each, changes, isHidden)), runner),
      )
      return { ...judged, runs: await Promise.all(runs) }
    },
  }
}

function withControl({ changes, isHidden, copies, runner }: ComparedJob): Comparison {
  return {
    begin: async (first) => first,
    judge: async (firstRuns) => {
      const judged = await judgeByControl(firstRuns, copies, runner)
      const runs = judged.runs.map((each) => excusesNothing(each, changes, isHidden))
      return { ...judged, runs: runs.map((each) => unlessNothingPassed(each, copies)) }
    },
  }
}

/** Failures with the change and without it say nothing of the change if the agent passes no test at all. */
function unlessNothingPassed(judged: AgentRun, copies: readonly Copy[]): AgentRun {
  const { run, agent, problem } = judged
  if (run === null || run.tests.some(hasPassed) || !isUsable(problem)) return judged
  const failing = failuresNotAccepted(run)
  const allFailOnBoth = failing.every(({ outcome }) => outcome === 'failed-on-control')
  if (failing.length < 2 || !allFailOnBoth) return judged
  const isCopy = copies.some((copy) => copy.agent.uuid === agent.uuid)
  return { ...judged, problem: { kind: 'nothing-passed', isCopy } }
}

async function baselineOf(
  { plan, copies, runner }: ComparedJob,
  { agent, run, definitions }: AgentRun,
  reader: PassReader,
  maxPages?: number,
): Promise<Baseline> {
  const { cutOffs } = plan
  const { tests = [], taskId = '', plannedTests = null } = run ?? {}
  const isWhole = plannedTests === tests.length
  if (copies.some((copy) => copy.agent.uuid === agent.uuid))
    return withoutBaseline({ kind: 'not-compared', why: 'copy' })
  if (cutOffs === null) return withoutBaseline({ kind: 'not-compared', why: 'no-cut-off' })
  const { launchTimes, runUrl } = runner
  return readBaseline(
    { agent, tests, definitions, isWhole, cutOffs, taskId, launchTimes, runUrl, maxPages },
    reader,
  )
}
