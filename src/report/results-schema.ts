// The results file, version 2: the only source of its types. schema/results.v2.json is generated from it (see its test).
// Version 2 stays open for additions: readers ignore keys that they do not know.
import * as z from 'zod/mini'
import { count, id, milliseconds, open, testSchema, text, time, usd } from './results-test-schema.ts'

export const RESULTS_VERSION = 2

const passRate = open({ passed: count, total: count })

const totals = open({
  total: count,
  passed: count.check(z.describe('Flaky tests included.')),
  failed: count,
  flaky: count.check(z.describe('Tests that failed, then passed when they were run again.')),
}).check(z.describe('Tests. `passed + failed` is below `total` if tests have no result.'))

const run = open({
  taskId: id,
  status: z.string().check(z.describe("The service's own word.")),
  counts: z.nullable(open({ total: count, passed: count, failed: count })),
  plannedTests: z.nullable(count).check(z.describe('How many tests the run has, as far as is known.')),
  p95LatencyMs: z.nullable(z.number()),
  meanCostUsd: usd,
  meanTokens: z.nullable(z.number()),
  durationMs: milliseconds,
  url: z.string().check(z.describe('The run in the web application.')),
  publicUrl: text.check(z.describe('Set while the run is shared publicly.')),
  detailsMissing: text.check(z.describe('Why details of tests are missing.')),
  tests: z.array(testSchema),
}).check(z.meta({ id: 'run' }))

const problem = open({
  kind: z.string().check(z.describe('Such as `cannot-run`, `timed-out`, `lost`, `skipped`.')),
  label: z.string(),
  message: z.string(),
  remedy: text.check(z.describe('What to do about it.')),
}).check(z.describe('Why the result is inconclusive or incomplete, or why the agent was skipped.'))

const agentBaseline = open({
  runs: z.array(
    open({
      taskId: z.nullable(id).check(z.describe('Null for a run from a results file.')),
      url: text,
      createdAt: time,
      passed: count,
      total: count,
      p95LatencyMs: z.nullable(z.number()),
      meanCostUsd: usd,
    }),
  ),
  error: z
    .nullable(open({ message: z.string(), remedy: z.string() }))
    .check(z.describe('Set if the run history could not be read.')),
})

const agent = open({
  name: z.string(),
  uuid: id,
  appUrl: z.url({ protocol: /^https?$/ }).check(z.describe('The web application that its links lead to.')),
  outcome: z.enum(['passed', 'failed', 'inconclusive', 'skipped']),
  problem: z.nullable(problem),
  costUsd: usd.check(z.describe('What its tests cost in US dollars, retries included; null if unknown.')),
  baseline: z
    .nullable(agentBaseline)
    .check(
      z.describe(
        'Earlier runs, newest first: in mode `gate-if-worse` those that this one was compared with, else the last ones of a failing agent.',
      ),
    ),
  run: z.nullable(run),
}).check(z.meta({ id: 'agent' }))

const comparison = open({
  comparedTests: count,
  now: passRate,
  before: passRate,
  classes: open({
    broken: count,
    'known-failure': count,
    new: count,
    flaky: count,
    unreliable: count,
    undetermined: count,
  }),
  failureCount: open({
    tests: count,
    failed: count,
    expected: z.number(),
    probability: z.number(),
    blocks: z.boolean(),
  }),
  parts: z
    .exactOptional(count)
    .check(
      z.describe('Set in merged results of several comparisons: how many. Each test was judged by its own.'),
    ),
}).check(z.describe('Mode `gate-if-worse`: first attempts of the tests that a baseline run contains.'))

const abortReason = open({
  kind: z.string(),
  message: z.string(),
  details: z.array(z.string()),
  remedy: z.string(),
}).check(z.describe('Why the job ended early.'))

export const resultsSchema = open({
  version: z.literal(RESULTS_VERSION),
  title: z.string().check(z.describe("The check's name, with the leg of a matrix.")),
  mode: z.enum(['gate', 'gate-if-worse', 'report']),
  verdict: z.enum(['passed', 'failed', 'inconclusive']),
  reasons: z.array(z.string()).check(z.describe('Why the verdict is not `passed`, as short phrases.')),
  totals,
  agentTotals: z
    .object({ passed: count, failed: count, inconclusive: count, skipped: count })
    .check(z.describe('How many agents had each outcome.')),
  executedTests: count.check(z.describe('How often a test was run, retries included.')),
  costUsd: usd.check(z.describe('What they cost in US dollars, as far as the service gave costs.')),
  startedAt: time,
  durationMs: milliseconds,
  timeoutSeconds: z.int().check(z.gte(1)),
  headSha: text.check(z.describe('The tested commit, if the event has one.')),
  workflowRunUrl: text,
  abortReason: z.nullable(abortReason),
  comparison: z.nullable(comparison),
  agents: z.array(agent).check(z.describe('In the order asked, or listed.')),
})

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

/** A whole results file. */
export type Results = DeepReadonly<z.infer<typeof resultsSchema>>
/** Everything but the agents, which may be too many for one string. */
export type ResultsJob = Omit<Results, 'agents'>
export type ResultsAgent = Results['agents'][number]
export type ResultsRun = NonNullable<ResultsAgent['run']>
export type ResultsTest = ResultsRun['tests'][number]
