// Reads the run history of agents with as few requests as the service allows.
import type { CallOptions, ClientError } from '../client/index.ts'
import { coversMost, type EarlierTests, FINISHED_TEST_RUNS, judgeRun, PAGE } from '../gate/history.ts'
import type { AgentRef, ServiceError } from '../gate/results.ts'
import { type GateService, serviceError, statusOf } from '../gate/service.ts'

/** What the run history says of one agent. */
export interface AgentHistory {
  readonly agent: AgentRef
  /** Runs that ended with a verdict on each of their tests, oldest first. */
  readonly runs: readonly EarlierTests[]
  /** Those that ran the agent's tests, not just some of them. */
  readonly complete: readonly EarlierTests[]
  readonly error: ServiceError | null
}

/** @param maxRuns how many of the newest runs are read */
export async function readHistory(
  agent: AgentRef,
  maxRuns: number,
  service: Pick<GateService, 'history'>,
  options: () => CallOptions,
): Promise<AgentHistory> {
  // By ID: if a run starts between two pages, the last one of a page comes again on the next.
  const found = new Map<string, EarlierTests>()
  const plan = { agent, tests: [], now: Number.POSITIVE_INFINITY, cutOff: Number.POSITIVE_INFINITY }
  let [largestPage, offset] = [maxRuns, 0]
  while (offset < maxRuns) {
    const limit = Math.min(largestPage, maxRuns - offset)
    const page = await service.history(agent.uuid, { ...options(), ...FINISHED_TEST_RUNS, limit, offset })
    if (!page.ok) {
      if (!isRefused(page.error) || limit <= PAGE)
        return { agent, runs: [], complete: [], error: serviceError(page.error) }
      largestPage = PAGE
      continue
    }
    const { items, total, unreadable = 0 } = page.value
    for (const item of items) {
      const judged = judgeRun(item, { ...plan, ownRuns: new Map() })
      if (typeof judged === 'object') found.set(item.uuid, judged)
    }
    const received = items.length + unreadable
    offset += received
    if (received === 0 || (received < limit && offset >= (total ?? Number.POSITIVE_INFINITY))) break
  }
  const runs = [...found.values()].reverse()
  return { agent, runs, complete: runs.filter((run, index) => !isPartial(run, index, runs)), error: null }
}

/** Services may have a largest page, and nothing says which. */
function isRefused(error: ClientError): boolean {
  const status = statusOf(error)
  return status === 400 || status === 422
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
