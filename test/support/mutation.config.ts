// For Stryker: the fast tests, which run once per mutant.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/gate/**/*.test.ts', 'test/client/retry.test.ts'],
    // Minutes, once it is instrumented.
    exclude: ['test/gate/rule-simulation.test.ts'],
    testNamePattern: /^(?!.*(100,000 tests|linear time))/,
    setupFiles: 'test/support/property-seed.ts',
    testTimeout: 60_000,
    isolate: false,
  },
})
