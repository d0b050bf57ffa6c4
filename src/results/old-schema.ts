// Parts of the schema that are replaced by story-schema.ts.
import * as z from 'zod/mini'
import { count, passRate } from './story-schema.ts'

export const comparison = z
  .object({
    comparedTests: count,
    now: passRate,
    before: passRate,
    classes: z.object({
      broken: count,
      'known-failure': count,
      new: count,
      flaky: count,
      unreliable: count,
      undetermined: count,
    }),
    failureCount: z.object({
      tests: count,
      failed: count,
      expected: z.number(),
      probability: z.number().check(z.gte(0), z.lte(1)),
      blocks: z.boolean(),
    }),
    today: z
      .object({ failed: count, expected: z.number(), isBad: z.boolean() })
      .check(
        z.describe(
          'First attempts of the compared tests, without those that broke: how many failed, how many would on average if nothing had changed, and whether that makes a bad day of the model or the service likely.',
        ),
      ),
    control: z
      .nullable(
        z.object({
          alarm: z.nullable(
            z.object({
              failed: count.check(z.describe('Tests that failed the first run.')),
              runAgain: count.check(z.describe('Tests of the sample that ran again on both agents.')),
              failedOnControl: count.check(z.describe('How many of these failed on the control, too.')),
              onlyCandidate: count.check(
                z.describe('Pairs of attempts of which only that with the change failed.'),
              ),
              onlyControl: count.check(z.describe('Pairs of attempts of which only that without it failed.')),
              blocks: z.boolean(),
            }),
          ),
        }),
      )
      .check(
        z.describe(
          'Set in jobs with controls. `alarm`: suspiciously many tests failed the first run, so a sample was run again on both agents.',
        ),
      ),
    parts: z
      .exactOptional(count)
      .check(
        z.describe(
          'Set in merged results of several comparisons: how many. Each test was judged by its own.',
        ),
      ),
  })
  .check(z.describe('Mode `gate-if-worse`: first attempts of the tests that a baseline run contains.'))

export const abortReason = z
  .object({
    kind: z.string(),
    message: z.string(),
    details: z.array(z.string()),
    remedy: z.string(),
  })
  .check(z.describe('Why the job ended early.'))

export const reason = z.object({
  kind: z.enum([
    'failed',
    'failure-count',
    'broken',
    'aborted',
    'cause',
    'inconclusive-agents',
    'incomplete-runs',
    'no-history',
    'undetermined',
    'nothing-tested',
  ]),
  message: z.string(),
})
