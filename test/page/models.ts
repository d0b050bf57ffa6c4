// The page's model of results without a browser, and results for it.
import { expect } from 'vitest'
import { createModel, type Model } from '../../src/page/model.ts'
import type { Results } from '../../src/schema.ts'
import { agentOf, outcome, resultsOf, run, type SampleTest } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

/** What most tests of the page show. */
export const sample = resultsOfScenario('all-details')

export function modelOf(results: Results = sample): Model {
  return createModel(results)
}

/** The results of one agent that is compared with nothing. */
export function resultsOfTests(tests: readonly SampleTest[]): Results {
  return resultsOf(outcome([agentOf('A', null, run('A', { tests }))], 1))
}

/** The address of a test, or of an agent, in the sample. */
export function anchorOf(name: string): string {
  return createModel(sample).entries.find(({ record }) => record.name === name)?.anchor ?? expect.fail(name)
}
