// The page's model of results without a browser, and results for it.
import { createModel, type Model } from '../../src/page/model.ts'
import type { Results, ResultsAgent, ResultsTest } from '../../src/schema.ts'
import { sampleAgent, sampleResults, sampleRun } from '../fixtures/sample-outcome.ts'

export function modelOf(results: Results = sampleResults): Model {
  return createModel(results)
}

/** The sample with other agents, compared with nothing. */
export function resultsOfAgents(agents: readonly ResultsAgent[]): Results {
  const decisions = sampleResults.decisions.map((each) => ({ ...each, compared: null, count: null }))
  return { ...sampleResults, decisions, agents }
}

/** The same of one failing agent. */
export function resultsOfTests(tests: readonly ResultsTest[]): Results {
  return resultsOfAgents([sampleAgent('A', null, sampleRun('r', tests), { uuid: 'a' })])
}
