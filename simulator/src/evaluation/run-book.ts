// All runs of a workspace: those that are launched, and those that others launched earlier.
import { isObject } from '../validation.ts'
import type { Agent, EarlierRun } from './agent.ts'
import type { EvaluatorBook } from './evaluator-book.ts'
import type { OwnedTest, Planner } from './planner.ts'
import { createRun, createRunQueue, durationMs, type PlannedRun, type PlannedTest, type Run } from './run.ts'
import type { Ending } from './scenarios.ts'
import type { Dialect } from './server-version.ts'
import { isRunnable } from './written-test.ts'

interface RunBookOptions {
  /** Runs at a time. */
  readonly concurrency: number
  readonly startDelayMs?: number | undefined
  readonly planner: Planner
  readonly evaluators: EvaluatorBook
  readonly dialect: Dialect
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number
}

/** A run fails as a whole if it has a test twice, or no model, and before its first test if the inputs of one are none. */
function endingOf({ config, scenario }: Agent, tests: readonly OwnedTest[]): Ending {
  const llm = config?.['llm']
  const hasModel = !isObject(llm) || llm['model'] !== null
  if (tests.some(({ owner, test }) => owner === null && !isRunnable(test.written))) return 'not-started'
  const areDistinct = new Set(tests.map(({ test }) => test.id)).size === tests.length
  return hasModel && areDistinct ? scenario.ending : 'failed'
}

export function createRunBook(options: RunBookOptions) {
  const { concurrency, startDelayMs, planner, evaluators, dialect, now } = options
  const queue = createRunQueue(concurrency, startDelayMs)
  const runs = new Map<string, Run>()

  function add(planned: Omit<PlannedRun, 'taskId'>, tests: readonly PlannedTest[]): Run {
    const taskId = dialect.uuid(`run ${runs.size + 1}`)
    const run = createRun({ ...planned, taskId }, tests, dialect.version)
    runs.set(taskId, run)
    return run
  }

  return {
    launch(agent: Agent, tests: readonly OwnedTest[]): Run {
      const names = evaluators.names(agent.scenario.evaluators)
      const scenario = { ...agent.scenario, evaluators: names, ending: endingOf(agent, tests) }
      const launchedAt = now()
      const span = queue.add(launchedAt, durationMs(scenario))
      const name = `Run ${runs.size + 1}`
      const planned = {
        name,
        type: 'llm-unit-test',
        agent,
        config: agent.config ?? {},
        scenario,
        versions: evaluators.versions(),
        launchedAt,
        ...span,
      } as const
      return add(planned, planner.launched(agent, tests, span.startsAt))
    },

    /** It never waited in the queue. By default it was launched just now. */
    addEarlier(agent: Agent, earlier: EarlierRun): Run {
      const { type = 'llm-unit-test', versions = {}, launchedAt = now() } = earlier
      const { scenario, tests } = planner.earlier(agent, earlier)
      const span = { startsAt: launchedAt, endsAt: launchedAt + durationMs(scenario) }
      const config = agent.config ?? {}
      return add({ name: 'Earlier run', type, agent, config, scenario, versions, launchedAt, ...span }, tests)
    },

    byId: (taskId: string) => runs.get(taskId),

    /** Newest first. */
    ofAgent: (agent: Agent) =>
      [...runs.values()]
        .filter((run) => run.agent === agent)
        .reverse()
        .sort((a, b) => b.launchedAt - a.launchedAt),
  }
}
