// The page's model of results without a browser, and results for it.
import type { GateOutcome, TestResult } from '../../src/gate/model.ts'
import { createModel, type Model } from '../../src/page/model.ts'
import { toResults } from '../../src/results/job.ts'
import type { Results } from '../../src/schema.ts'
import { sampleContext, sampleOutcome, sampleResults, sampleRun } from '../fixtures/sample-outcome.ts'

export function modelOf(results: Results = sampleResults): Model {
  return createModel(results)
}

/** The sample with other agents, compared with nothing. */
export function resultsOfAgents(results: GateOutcome['results']): Results {
  return toResults({ ...sampleOutcome, results, comparison: null, earlierRuns: [] }, sampleContext)
}

/** The same of one failing agent. */
export function resultsOfTests(tests: readonly TestResult[]): Results {
  const agent = { uuid: 'a', name: 'A' }
  return resultsOfAgents([{ outcome: 'failed', agent, run: sampleRun('r', tests) }])
}
