// The published model of results, version 2: gate and merge make it, every report shows it, and schema/results.v2.json is generated
// from it. Version 2 stays open for additions: readers ignore keys that they do not know.
import * as z from 'zod/mini'

export const RESULTS_VERSION = 2

/** The title of a job that has none of its own, and is no leg of a matrix. */
export const DEFAULT_TITLE = 'Agent tests'

const count = z.int().check(z.gte(0))
const text = z.nullable(z.string())
const passRate = z.object({ passed: count, total: count })

function kind<const Kind extends string, Fields extends z.core.$ZodLooseShape>(name: Kind, fields: Fields) {
  return z.object({ kind: z.literal(name), ...fields })
}

const testGroup = z
  .enum([
    'broken',
    'failed',
    'undetermined',
    'new',
    'control-fails',
    'failed-before',
    'accepted',
    'flaky',
    'unanswered',
    'pending',
    'passed',
  ])
  .check(
    z.meta({
      id: 'testGroup',
      description:
        'What a test means for the verdict. `broken` and `failed` block: the first was judged by itself. `undetermined` could not be judged. The others do not block; `unanswered` has no result, `pending` has none yet.',
    }),
  )

const causes = ['agent', 'model', 'evaluator', 'service', 'test', 'unknown'] as const
const edited = { evaluator: text, version: count, before: count }

const serviceError = z
  .object({
    kind: z.enum(['http', 'validation', 'network', 'timeout', 'contract', 'aborted', 'history']),
    message: z.string(),
    reason: text.check(z.describe("The service's own reason, where it gave one.")),
    status: z.nullable(z.int()),
    code: text.check(z.describe('A system or TLS error code such as `ECONNREFUSED`.')),
  })
  .check(z.meta({ id: 'serviceError', description: 'A call to the service that failed.' }))

type Place = 'run' | 'runs' | 'workflow' | 'tests' | null
/** What the reader has to do, and where: at the run or the list of runs, in the workflow run, or on the page of the agent's tests. */
export const PLACES = {
  'fix-agent': 'tests',
  'see-default-branch': 'tests',
  'check-evaluator-edit': 'tests',
  'look-into-tests': 'tests',
  'correct-tests': 'tests',
  'configure-tests': 'tests',
  'link-tests': 'tests',
  'open-run': 'run',
  'let-finish': 'runs',
  'look-for-run': 'runs',
  'free-queue': 'runs',
  'check-agent': 'workflow',
  'check-model': 'workflow',
  'check-evaluator': 'workflow',
  'verify-connection': 'workflow',
  'make-ready': 'workflow',
  'raise-timeout': 'workflow',
  'raise-max-tests': 'workflow',
  rerun: 'workflow',
  'rerun-later': 'workflow',
  'report-bug': 'workflow',
  'complete-parts': 'workflow',
  'check-key': null,
  'provide-key': null,
  'correct-names': null,
  'create-agent': null,
  'check-address': null,
  'set-certificate': null,
  update: null,
  'use-baseline-files': null,
  'list-agents': null,
  'correct-control': null,
  'check-preview': null,
  'queue-jobs': null,
  'update-for-override': null,
  'correct-override': null,
} as const satisfies Readonly<Record<string, Place>>
/** Problems of the same remedy are one next step. */
const remedy = z
  .enum(Object.keys(PLACES) as (keyof typeof PLACES)[])
  .check(z.meta({ id: 'remedy', description: 'What to do about it.' }))

function problemKind<const Kind extends string, Fields extends z.core.$ZodLooseShape>(
  name: Kind,
  fields: Fields,
) {
  const url = text.check(z.describe('The run, or the list of runs to look for it.'))
  return kind(name, { next: remedy, url, ...fields })
}

const problem = z
  .discriminatedUnion('kind', [
    problemKind('cannot-run', { error: serviceError }),
    problemKind('not-launched', { error: serviceError }),
    problemKind('maybe-launched', { error: serviceError }),
    problemKind('max-tests', { maxTests: count }),
    problemKind('timed-out', {
      timeoutSeconds: z.number(),
      state: z.enum(['not-started', 'queued', 'running', 'unread']),
      lastError: z.nullable(serviceError),
    }),
    problemKind('run-ended', { how: z.enum(['failed', 'cancelled', 'error', 'stopped']) }),
    problemKind('contradictory', { unknownStatus: text }),
    problemKind('tests-not-run', { notRun: count, total: count }),
    problemKind('unfinished-tests', { tests: count }),
    problemKind('unreadable', { error: serviceError, attempts: count }),
    problemKind('aborted', {
      by: z.enum(['authentication', 'signal']),
      state: z.enum(['not-started', 'queued', 'running']),
    }),
    problemKind('override', {
      why: z
        .union([
          z.int(),
          z.enum([
            'unsupported',
            'shared',
            'no-tests',
            'tests-missing',
            'no-answer',
            'not-resolved',
            'unexpected',
            'refused',
          ]),
        ])
        .check(z.describe('A number is the HTTP status of the preview.')),
    }),
    problemKind('internal-error', { said: z.string() }),
    problemKind('skipped', { reason: z.string() }),
    problemKind('wrong-control', {}),
    problemKind('no-answer', {
      whose: z.enum(causes),
      detail: text,
      said: text.check(z.describe('What the service says of an error of which it is unknown whose it was.')),
    }),
    problemKind('no-history', { error: serviceError }),
    problemKind('key', { status: z.nullable(z.int()), reason: text }),
    problemKind('names', {
      unknown: z.array(z.object({ name: z.string(), nearest: text })),
      same: z.array(z.string()).check(z.describe('Names that refer to the same agent.')),
    }),
    problemKind('wrong-override', {
      issues: z.array(
        z.object({ agent: z.string(), why: z.enum(['key', 'type', 'address', 'number']), key: text }),
      ),
    }),
    problemKind('no-agents', {}),
    problemKind('unreachable', { error: serviceError }),
    problemKind('cancelled', {}),
    problemKind('parts', {
      problems: z.array(z.object({ kind: z.string(), parts: count, message: z.string() })),
    }),
  ])
  .check(
    z.meta({
      id: 'problem',
      description:
        'Why an agent, its tests or its history have no clear result, why the agent was skipped, or why the job ended early.',
    }),
  )

const because = z
  .discriminatedUnion('kind', [
    kind('attempts', { failed: count, of: count }),
    kind('passed-on-attempt', { attempt: count }),
    kind('earlier-runs', { failures: count, runs: count }),
    kind('no-earlier-run', {}),
    kind('earlier-runs-unanswered', {}),
    kind('control', { name: z.string(), passed: count, of: count }),
    kind('control-unanswered', {
      name: z.string(),
      attempts: count,
      problem: z.nullable(problem).check(z.describe('Why it gave no result, where that is known.')),
    }),
    kind('evaluator-edited', edited),
    kind('not-run-again', {
      why: z.enum(['no-time', 'too-many-failures', 'not-possible', 'no-result']),
      problem: z.nullable(problem).check(z.describe('Why the retry gave no result.')),
    }),
  ])
  .check(z.meta({ id: 'because', description: 'Evidence for the group of a test.' }))

const failures = {
  tests: count,
  failed: count,
  expected: z.number(),
  probability: z.number().check(z.gte(0), z.lte(1)),
}

const decision = z
  .object({
    part: text.check(z.describe('The part of merged results.')),
    compares: z.enum(['nothing', 'history', 'control']),
    compared: z
      .nullable(z.object({ tests: count, now: passRate, before: passRate }))
      .check(z.describe('First attempts of the tests that a baseline run contains.')),
    count: z
      .nullable(
        z.object({
          ...failures,
          again: z
            .nullable(z.object(failures))
            .check(
              z.describe(
                'If too many failed: one more attempt of up to 50 of them all, passing ones included. Null also if they could not run.',
              ),
            ),
          blocks: z.boolean(),
        }),
      )
      .check(z.describe('All first attempts together against the history.')),
    sample: z
      .nullable(z.object({ tests: count, rounds: count, roundsWorse: count, blocks: z.boolean() }))
      .check(
        z.describe(
          'Many failures at once, which ran on both agents. `roundsWorse`: rounds in which more failed with the change.',
        ),
      ),
    endedEarly: z.nullable(problem),
  })
  .check(z.meta({ id: 'decision', description: 'What a job found beside its tests.' }))

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
  conversationsLeftOut: z
    .boolean()
    .check(
      z.describe(
        'Whether some tests have no conversations, because all together have more than 30 million characters.',
      ),
    ),
  decisions: z.array(decision).check(z.describe('One of a job; in merged results, those of all parts.')),
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
/** A problem of the job, and of no agent. */
export type JobProblem = Extract<
  Problem,
  { kind: 'key' | 'names' | 'wrong-override' | 'no-agents' | 'unreachable' | 'cancelled' | 'parts' }
>
export type Remedy = Problem['next']
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
