// What the first lines of every report say about the day of the model and the service, whatever the verdict.
import type { Results } from './schema.ts'
import { approximate } from './units.ts'

/** From this many times as many failures as expected, and this many failures. */
const BAD_DAY_FACTOR = 1.5
const BAD_DAY_FAILURES = 3

/** Sentences in our own words. */
export function notices({ comparison, agentTotals }: Omit<Results, 'reasons'>): string[] {
  const { failed = 0, expected = 0 } = comparison?.today ?? {}
  if (failed < BAD_DAY_FAILURES || failed < BAD_DAY_FACTOR * expected) return []
  const { passed, failed: failedAgents, inconclusive } = agentTotals
  const across = passed + failedAgents + inconclusive > 1 ? ', across agents' : ''
  return [
    `${approximate(failed / expected)} × as many tests failed as usual${across}: the model or the service may have a bad day.`,
  ]
}
