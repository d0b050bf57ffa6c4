// The page's model of results without a browser, and results for it.
import { expect } from 'vitest'
import { createModel, type Model } from '../../src/page/model.ts'
import type { Results, ResultsAgent, ResultsTest } from '../../src/schema.ts'
import { agentOf, run } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

/** What most tests of the page show. */
export const sample = resultsOfScenario('all-details')

export function modelOf(results: Results = sample): Model {
  return createModel(results)
}

/** The sample with other agents, compared with nothing. */
export function resultsOfAgents(agents: readonly ResultsAgent[]): Results {
  const decisions = sample.decisions.map((each) => ({ ...each, compared: null, count: null }))
  return { ...sample, decisions, agents }
}

/** The same of one failing agent. */
export function resultsOfTests(tests: readonly ResultsTest[]): Results {
  return resultsOfAgents([{ ...agentOf('A', null, run('r', { tests })), uuid: 'a' }])
}

/** The address of a test, or of an agent, in the sample. */
export function anchorOf(name: string): string {
  return createModel(sample).entries.find(({ record }) => record.name === name)?.anchor ?? expect.fail(name)
}
