// For Stryker: the fast tests, which run once per mutant.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{gate,results,report}/**/*.test.ts'],
    // Minutes, once they are instrumented.
    exclude: ['**/{rule-simulation,comment-size,comment-width,hostile-file,untrusted-*}.test.ts'],
    testNamePattern:
      /^(?!.*(0,000 tests|1000 agents|thousand-agents|linear time|hostile-|whatever the (service|texts)|as often as|job costs|sign test))/,
    setupFiles: 'test/support/property-seed.ts',
    testTimeout: 60_000,
    isolate: false,
  },
})
