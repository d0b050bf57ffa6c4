// For Stryker: the unit tests of gate and results, which run once per mutant until one fails.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What is mutated has these as its own tests, which find most mutants in milliseconds. */
const OWN = /\/(verdict|rule|read-(run|test)|test-errors|error-rows|proof|what-passed)\.test\.ts$/

class OwnFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = ({ moduleId }: TestSpecification) => Number(!OWN.test(moduleId))
    return files.toSorted((a, b) => others(a) - others(b))
  }
}

export default defineConfig({
  test: {
    include: ['test/{gate,results}/**/*.test.ts'],
    // Minutes, once it is instrumented.
    exclude: ['**/rule-simulation.test.ts'],
    sequence: { sequencer: OwnFirst },
    setupFiles: 'test/support/property-seed.ts',
    testTimeout: 300_000,
    isolate: false,
  },
})
