// The model of results, which is also the results file, version 2: gate and merge make it, every report shows it.
// schema/results.v2.json is generated from it. Version 2 stays open for additions: readers ignore keys that they do not know.
import * as z from 'zod/mini'
import {
  because,
  causes,
  count,
  decision,
  type passRate,
  problem,
  serviceError,
  story,
  testGroup,
  text,
} from './story-schema.ts'

export { PLACES } from './story-schema.ts'

export const RESULTS_VERSION = 2

/** The title of a job that has none of its own, and is no leg of a matrix. */
export const DEFAULT_TITLE = 'Agent tests'

const time = z.nullable(z.string()).check(z.describe('ISO 8601, UTC.'))
const milliseconds = z.number().check(z.gte(0))
const usd = z.nullable(z.number()).check(z.describe('US dollars; null if the service gave no costs.'))
const id = z.string().check(z.minLength(1))

const testStatus = z.enum(['passed', 'flaky', 'failed', 'unanswered', 'not-run', 'pending'])

const toolCall = z
  .object({ tool: z.string(), arguments: text.check(z.describe('As compact JSON.')) })
  .check(z.meta({ id: 'toolCall' }))

const evaluator = z
  .object({
    evaluator: text,
    uuid: text,
    version: z.nullable(z.number()),
    passed: z
      .nullable(z.boolean())
      .check(z.describe('Null for a rating of which the service does not tell whether it passed.')),
    score: z.nullable(z.number()),
    scaleMin: z.nullable(z.number()),
    scaleMax: z.nullable(z.number()),
    valueName: text,
    reasoning: text,
  })
  .check(
    z.meta({
      id: 'evaluatorResult',
      description: 'The result of one evaluator; rating ones give a `score`.',
    }),
  )

const attempt = z.object({
  taskId: z
    .nullable(id)
    .check(
      z.describe('The run; null if the response to its launch was lost. `url` is then the list of runs.'),
    ),
  url: z.string(),
  status: testStatus,
  reasoning: text,
  reply: text,
  latencyMs: z.nullable(z.number()),
  costUsd: usd,
})

const testError = z
  .object({
    kind: z.enum([...causes, 'not-run']),
    detail: text.check(z.describe('A word or two, such as `HTTP 503` or `timed out`.')),
    message: z.string().check(z.describe("The service's text, without paths of addresses.")),
  })
  .check(z.describe('Why a test has no verdict, or its first attempt had none: whose error it was.'))

const test = z
  .object({
    id: id.check(z.describe('Tells the tests of a run apart.')),
    uuid: text.check(z.describe('The ID by which the service can run this test alone.')),
    name: text,
    status: testStatus,
    group: testGroup,
    because: z.array(because).check(z.describe('The evidence for its group.')),
    error: z.nullable(testError),
    reasoning: text.check(z.describe('The reason of the evaluator, or the difference of tool calls.')),
    reply: text,
    toolCalls: z.array(toolCall),
    evaluators: z.array(evaluator),
    latencyMs: z.nullable(z.number()),
    costUsd: usd,
    question: z
      .array(z.object({ role: z.string(), content: z.string() }))
      .check(z.describe('What the agent was asked, oldest turn first.')),
    criteria: z
      .array(z.object({ evaluator: text, text: z.string() }))
      .check(z.describe('What was expected of the reply, by evaluator.')),
    expectedToolCalls: z.array(toolCall),
    attempts: z
      .array(attempt)
      .check(z.describe('All attempts, the first included, oldest first; empty if it was run once.')),
    control: z
      .nullable(z.object({ name: z.string(), attempts: z.array(attempt) }))
      .check(
        z.describe(
          'Of a test that did not pass its first attempt, in a job with controls: the attempts on the control, in the same rounds as the last ones of `attempts`.',
        ),
      ),
    accepted: z
      .nullable(z.object({ until: z.iso.date(), expired: z.boolean() }))
      .check(z.describe('If the input `accept` names it: its last day, as 2026-12-03.')),
  })
  .check(z.meta({ id: 'test' }))

const run = z
  .object({
    taskId: id,
    status: z.string().check(z.describe("The service's own word.")),
    plannedTests: z
      .nullable(count)
      .check(
        z.describe('How many tests the run has, as far as is known. Tests without a row have no result.'),
      ),
    p95LatencyMs: z.nullable(z.number()),
    meanCostUsd: usd,
    durationMs: milliseconds,
    queuedMs: milliseconds.check(z.describe('How much of it the run was queued, at least.')),
    url: z.string().check(z.describe('The run in the web application.')),
    detailsError: z.nullable(serviceError).check(z.describe('Why details of tests are missing.')),
    tests: z.array(test),
  })
  .check(z.meta({ id: 'run' }))

const earlierRun = z.object({
  taskId: z.nullable(id).check(z.describe('Null for a run from a results file.')),
  url: text,
  createdAt: time,
  passed: count,
  total: count,
})

const agentBaseline = z.object({
  runs: z.array(earlierRun),
  tooRecent: count.check(z.describe('How many runs were left out because they may contain the change.')),
  staleDays: z
    .nullable(count)
    .check(z.describe('How old the newest of them is, if that is too old to say much; else null.')),
  problem: z.nullable(problem).check(z.describe('Set if the run history could not be used.')),
})

/** Most important first. */
export const AGENT_GROUPS = ['blocks', 'inconclusive', 'does-not-block', 'skipped', 'passed'] as const

const agent = z
  .object({
    name: z.string(),
    uuid: id,
    appUrl: z.url({ protocol: /^https?$/ }).check(z.describe('The web application that its links lead to.')),
    outcome: z.enum(['passed', 'failed', 'inconclusive', 'skipped']),
    group: z.enum(AGENT_GROUPS).check(z.describe('What it means for the verdict.')),
    problem: z.nullable(problem),
    control: z
      .nullable(
        z.object({
          name: z.string(),
          uuid: id,
          problem: z.nullable(problem).check(z.describe('Why it gave no result: continues its name.')),
        }),
      )
      .check(z.describe('The same agent without the change, which failing tests were run on, too.')),
    override: z
      .nullable(
        z.object({
          keys: z.array(
            z.object({ key: z.string(), file: text.check(z.describe('Null for a value of the input.')) }),
          ),
        }),
      )
      .check(z.describe('What the input `override` set; never a value.')),
    executedTests: count.check(
      z.describe(
        'How many of its tests ended in runs that counted, each once for each run, retries and runs of its control included.',
      ),
    ),
    costUsd: usd.check(
      z.describe(
        'What its tests cost in US dollars, retries and runs of its control included; null if unknown.',
      ),
    ),
    baseline: z
      .nullable(agentBaseline)
      .check(
        z.describe(
          'In mode `gate-if-worse`: the earlier runs that this one was compared with, newest first.',
        ),
      ),
    run: z.nullable(run),
  })
  .check(z.meta({ id: 'agent' }))

export const resultsSchema = z.object({
  version: z.literal(RESULTS_VERSION),
  title: z.string().check(z.describe("The check's name: the input `title`, else with the leg of a matrix.")),
  mode: z.enum(['gate', 'gate-if-worse', 'report']),
  verdict: z.enum(['passed', 'failed', 'inconclusive']),
  totals: z
    .object({
      total: count,
      passed: count.check(z.describe('Flaky tests included.')),
      failed: count,
      flaky: count.check(z.describe('Tests that failed, then passed when they were run again.')),
    })
    .check(z.describe('Tests. `passed + failed` is below `total` if tests have no result.')),
  agentTotals: z
    .object({ passed: count, failed: count, inconclusive: count, skipped: count })
    .check(z.describe('How many agents had each outcome.')),
  executedTests: count.check(
    z.describe('How many tests ended in runs that counted, each once for each run, retries included.'),
  ),
  costUsd: usd.check(z.describe('What they cost in US dollars, as far as the service gave costs.')),
  startedAt: time,
  durationMs: milliseconds,
  timeoutSeconds: z.int().check(z.gte(1)),
  headSha: text.check(z.describe('The tested commit, if the event has one.')),
  pullRequest: z.nullable(count).check(z.describe('The number of the pull request, if there is one.')),
  workflowRunUrl: text,
  decisions: z.array(decision).check(z.describe('One of a job; in merged results, those of all parts.')),
  story,
  agents: z.array(agent).check(z.describe('In the order asked, or listed.')),
})

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

/** A whole results file. */
export type Results = DeepReadonly<z.infer<typeof resultsSchema>>
export type ResultsAgent = Results['agents'][number]
export type ResultsRun = NonNullable<ResultsAgent['run']>
export type ResultsTest = ResultsRun['tests'][number]
export type ResultsAttempt = ResultsTest['attempts'][number]
export type EvaluatorResult = ResultsTest['evaluators'][number]
export type ToolCall = ResultsTest['toolCalls'][number]
export type TestGroup = ResultsTest['group']
export type Because = ResultsTest['because'][number]
export type Problem = NonNullable<ResultsAgent['problem']>
export type Decision = Results['decisions'][number]
/** Of the job, and of no agent. */
export type JobProblem = Extract<
  Problem,
  { kind: 'key' | 'names' | 'wrong-override' | 'no-agents' | 'unreachable' | 'cancelled' | 'parts' }
>
export type Story = Results['story']
export type Blame = NonNullable<Story['blame']>
export type Next = Story['next'][number]
export type Remedy = Next['kind']
/** Of several agents together; of the job, if there are none. */
export type SharedProblem = Story['problems'][number]
/** What the story is told from. */
export type StoryFacts = Pick<
  Results,
  'agents' | 'decisions' | 'verdict' | 'totals' | 'agentTotals' | 'workflowRunUrl'
>
/** Tests passed of all tests, as whole numbers. */
export type PassRate = DeepReadonly<z.infer<typeof passRate>>

/** Tests of one run or of all. `passed` includes flaky ones; the rest of `total` has no result. */
export type Counts = Pick<Results['totals'], 'total' | 'passed' | 'failed'>

/** The tests of a run by their rows; those that are planned and have no row yet are in `total`. */
export function countTests({
  plannedTests,
  tests,
}: Pick<ResultsRun, 'plannedTests'> & { readonly tests: readonly Pick<ResultsTest, 'status'>[] }): Counts {
  const having = (...statuses: readonly ResultsTest['status'][]) =>
    tests.filter(({ status }) => statuses.includes(status)).length
  return {
    total: Math.max(plannedTests ?? 0, tests.length),
    passed: having('passed', 'flaky'),
    failed: having('failed'),
  }
}
