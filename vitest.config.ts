import { devNull } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, then those that start processes or a browser. */
const FIRST = [
  /\/(package|demo|commands|contract\/contract|faults\/faults|file-tests)\.test\.ts$/,
  /\/test\/(e2e|repo|cli|page)\//,
]

/** They need the npm package, installed. */
const ON_PACKAGE = [
  'test/cli/**/*.test.ts',
  'test/client/jobs.test.ts',
  'test/client/package.test.ts',
  'test/e2e/command-line.test.ts',
  'test/e2e/examples/**/*.test.ts',
  'test/e2e/own-files.test.ts',
  'test/repo/commands.test.ts',
]

/** What waits for processes is started first: while it waits, the others compute. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groups = Map.groupBy(sorted, ({ moduleId }) => FIRST.findIndex((each) => each.test(moduleId)))
    return [0, 1, -1].flatMap((group) => groups.get(group) ?? [])
  }
}

export default defineConfig({
  test: {
    projects: [
      // A worker keeps the modules that it has loaded…
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            'test/*.test.ts',
            'test/{change,client,e2e,gate,history,inputs,page,repo,report,results,simulator,test-files}/**/*.test.ts',
          ],
          exclude: ON_PACKAGE,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ON_PACKAGE,
          globalSetup: 'test/client/installed-package.ts',
          isolate: false,
        },
      },
      // …except here: modules that were loaded with fake timers keep them.
      { extends: true, test: { name: 'isolated', include: ['test/{github,runner,support}/**/*.test.ts'] } },
    ],
    globalSetup: 'test/support/temporary-folder.ts',
    setupFiles: 'test/support/property-seed.ts',
    // Not this machine's, which may sign commits or have no identity.
    env: { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
    sequence: { sequencer: ProcessesFirst },
    // Generous: on a busy machine a property test takes minutes instead of seconds.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most e2e tests wait for processes that wait, so more of them run at once than there are cores.
    maxConcurrency: 8,
    maxWorkers: 6,
  },
})
