import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Generous: on a busy machine a property test takes minutes instead of seconds.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most e2e tests wait for processes that wait, so more of them run at once than there are cores.
    maxConcurrency: 8,
    maxWorkers: 3,
    // For `npm run coverage`: the modules that tests import. The bundle runs as a process and is not covered.
    coverage: {
      provider: 'v8',
      include: ['src/{client,gate,github,report,runner}/**', 'simulator/src/**', 'src/inputs.ts'],
      reporter: ['text', 'html'],
      thresholds: {
        // Only rises: outside CI, Vitest rewrites these numbers when coverage is higher.
        autoUpdate: process.env['CI'] === undefined && ((floor: number) => Math.floor(floor)),
        statements: 97,
        branches: 93,
        functions: 99,
        lines: 97,
      },
    },
  },
})
