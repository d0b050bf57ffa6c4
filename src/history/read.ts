// Reads the run history of an agent, and tells its complete runs from retries.
import type { CallOptions } from '../client/index.ts'
import {
  coversMost,
  FINISHED_TEST_RUNS,
  hasResult,
  historyPages,
  judgeRun,
} from '../gate/history/baseline.ts'
import type { EarlierTests, RunUrl } from '../gate/model.ts'
import type { GateService } from '../gate/service.ts'
import type { AgentRef, ServiceError } from '../schema.ts'

export interface AgentHistory {
  readonly agent: AgentRef
  /** Runs that ended with a verdict on each test and ran the agent's tests, not just some of them; oldest first. */
  readonly complete: readonly EarlierTests[]
  readonly error: ServiceError | null
}

/** @param maxRuns how many of the newest runs are read */
export async function readHistory(
  agent: AgentRef,
  maxRuns: number,
  service: Pick<GateService, 'history'>,
  runUrl: RunUrl,
  options: () => CallOptions,
): Promise<AgentHistory> {
  // By ID: if a run starts between two pages, the last one of a page comes again on the next.
  const found = new Map<string, EarlierTests>()
  const always = { cutOff: Number.POSITIVE_INFINITY, launchTimes: new Map(), runUrl }
  for await (const page of historyPages(agent, service, options, FINISHED_TEST_RUNS, maxRuns)) {
    if (!page.ok) return { agent, complete: [], error: page.error }
    for (const item of page.items) {
      const judged = judgeRun(item, { tests: [], ...always })
      if (typeof judged === 'object' && hasResult(judged)) found.set(item.uuid, judged)
    }
  }
  const runs = [...found.values()].reverse()
  return { agent, complete: runs.filter((run, index) => !isPartial(run, index, runs)), error: null }
}

/** How far apart a run and its retries are at most in the history, also if other jobs start runs meanwhile. */
const NEIGHBOURS = 10

/** Whether it is a retry, or was started by hand with some of the tests: a run near it has these tests and others. */
function isPartial({ passed }: EarlierTests, index: number, runs: readonly EarlierTests[]): boolean {
  const keys = [...passed.keys()]
  return runs.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1).some((near) => {
    const isPart = keys.length < near.passed.size && keys.every((key) => near.passed.has(key))
    const failedThere = keys.every((key) => near.passed.get(key) === false)
    return isPart && (failedThere || !coversMost(passed, [...near.passed.keys()]))
  })
}
