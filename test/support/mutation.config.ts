// For Stryker alone: the tests that run once for every mutant, which have to be quick.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/gate/**/*.test.ts', 'test/client/retry.test.ts'] },
})
