// An agent of the workspace: as the user of the simulator describes it, and as the service knows it.

import { topicFor } from './fixtures/index.ts'
import type { Topic } from './fixtures/topic.ts'
import { stableUuid } from './ids.ts'
import { type Scenario, type ScenarioName, type ScenarioParameters, scenarioOf } from './scenarios.ts'
import { createSuite, type Suite } from './suite.ts'

/** An agent as the user of the simulator describes it. */
export interface SimulatedAgent {
  readonly name: string
  /** 36 characters; derived from the name where it is absent. */
  readonly uuid?: string
  readonly scenario: ScenarioName
  /** Numbers of the scenario to be set otherwise. */
  readonly parameters?: ScenarioParameters
  /** The tests and their texts; chosen by the name where it is absent. */
  readonly topic?: Topic
  /** Newest first; the first ended about a day ago, the others a day apart. */
  readonly history?: readonly EarlierRun[]
}

/** A run that ended before the simulator was started; it is in the run history and can be polled. */
export interface EarlierRun {
  readonly scenario: ScenarioName
  readonly parameters?: ScenarioParameters
  /** `llm-unit-test` where it is absent. */
  readonly type?: RunType
}

export type RunType = 'llm-unit-test' | 'llm-benchmark'

export interface Agent {
  readonly uuid: string
  readonly name: string
  readonly scenarioName: ScenarioName
  readonly scenario: Scenario
  readonly topic: Topic
  readonly suite: Suite
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** @throws Error for an id that has not 36 characters; RangeError for numbers that fit no scenario */
export function createAgent(given: SimulatedAgent, createdAt: number): Agent {
  const uuid = given.uuid ?? stableUuid(`agent ${given.name}`)
  if (uuid.length !== 36) throw new Error(`the id of agent "${given.name}" must have 36 characters: ${uuid}`)
  const scenario = scenarioOf(given.scenario, given.parameters)
  const topic = given.topic ?? topicFor(given.name)
  const suite = createSuite(uuid, topic, scenario)
  return { uuid, name: given.name, scenarioName: given.scenario, scenario, topic, suite, createdAt }
}
