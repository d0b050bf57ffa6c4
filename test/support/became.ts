import { isFlaky, type ResultsTest } from '../../src/schema.ts'

/** A test's cause; apart from it what passed only when it ran again, and what was not run. */
export function becameOf(test: ResultsTest) {
  if (isFlaky(test)) return 'flaky'
  return test.cause === 'no-result' && test.error?.kind === 'not-run' ? 'not-run' : test.cause
}
