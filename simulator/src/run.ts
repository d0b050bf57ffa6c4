// A run of an agent's tests. All that will become of it is settled when it is made; the clock tells how far it is.
import type { Agent, EarlierRun, RunType } from './agent.ts'
import { stableUuid } from './ids.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import type { Slots, Span } from './slots.ts'
import { createSuite, type Suite } from './suite.ts'

/** One run of tests of an agent; all times are in milliseconds since 1970. */
export interface Run extends Span {
  readonly taskId: string
  readonly name: string
  readonly type: RunType
  readonly agent: Agent
  readonly scenario: Scenario
  readonly suite: Suite
  /** Indexes into the suite, in run order. */
  readonly tests: readonly number[]
  readonly launchedAt: number
}

/** The `number`th run of the workspace, over some of the agent's tests. */
export function createRun(
  agent: Agent,
  tests: readonly number[],
  number: number,
  launchedAt: number,
  slots: Slots,
): Run {
  return {
    taskId: stableUuid(`run ${number}`),
    name: `Run ${number}`,
    type: 'llm-unit-test',
    agent,
    scenario: agent.scenario,
    suite: agent.suite,
    tests,
    launchedAt,
    ...slots.take(launchedAt, occupiesMs(agent.scenario)),
  }
}

/** A run over all tests, launched at a time before the simulator's own, when no queue stood in its way. */
export function createEarlierRun(agent: Agent, earlier: EarlierRun, age: number, launchedAt: number): Run {
  const scenario = scenarioOf(earlier.scenario, earlier.parameters)
  const suite = createSuite(agent.uuid, agent.topic, scenario)
  return {
    taskId: stableUuid(`earlier run ${age} of ${agent.uuid}`),
    name: 'Earlier run',
    type: earlier.type ?? 'llm-unit-test',
    agent,
    scenario,
    suite,
    tests: allTests(suite),
    launchedAt,
    startsAt: launchedAt,
    endsAt: launchedAt + occupiesMs(scenario),
  }
}

export const allTests = (suite: Suite): number[] => Array.from({ length: suite.size }, (_, index) => index)

/** How long a run of the scenario keeps its slot. */
function occupiesMs(scenario: Scenario): number {
  switch (scenario.ending) {
    case 'hangs':
      return Number.POSITIVE_INFINITY
    case 'not-started':
      return 0
    case 'done':
    case 'failed':
    case 'cancelled':
    case 'vanishes':
      return scenario.durationMs
    default:
      return scenario.ending satisfies never
  }
}
