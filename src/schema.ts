// The published model of results, version 5: the gate makes it, every report shows it, and schema/results.v5.json is generated
// from it. Version 5 stays open for additions: readers ignore keys that they do not know.
import * as z from 'zod/mini'

export const RESULTS_VERSION = 5

/** The title of a job that has none of its own, and is no leg of a matrix. */
export const DEFAULT_TITLE = 'Agent tests'

const count = z.int().check(z.gte(0))
const time = z.iso.datetime().check(z.describe('ISO 8601, UTC.'))
const timeOrNull = z.nullable(z.iso.datetime()).check(z.describe('ISO 8601, UTC.'))
const text = z.nullable(z.string())
const passRate = z.object({ passed: count, total: count })

function kind<const Kind extends string, Fields extends z.core.$ZodLooseShape>(name: Kind, fields: Fields) {
  return z.object({ kind: z.literal(name), ...fields })
}

const ofFailures = ['yours', 'changed', 'edited', 'new', 'undecided', 'unsteady', 'older'] as const
const cause = z.enum([...ofFailures, 'accepted', 'no-result', 'passed']).check(
  z.meta({
    id: 'cause',
    description:
      'Whose doing a failure probably is. `yours`: the tested change, or a test that it adds or edits. `changed`: the agent, or something that it needs, since the test last passed; `earlier.doubt` says why only perhaps. `edited`: the test or an evaluator was edited since. `new`: there is nothing to compare it with. `undecided`: `undecided` says why. `unsteady`: it failed now and then before, or less often without the change. `older`: it failed before, or without the change, too. `accepted`: the input `accept` names it. `no-result`: `error` says why, if that is known. `passed`: perhaps only when it was run again, as `attempts` show.',
  }),
)

const errorKinds = ['agent', 'model', 'evaluator', 'service', 'test', 'edited', 'unread', 'unknown'] as const

const failedCall = z
  .object({
    kind: z.enum(['http', 'validation', 'network', 'timeout', 'contract', 'aborted', 'history']),
    message: z.string(),
    reason: text.check(z.describe("The service's own reason, where it gave one.")),
    status: z.nullable(z.int()),
    code: text.check(z.describe('A system or TLS error code such as `ECONNREFUSED`.')),
  })
  .check(z.meta({ id: 'serviceError', description: 'A call to the service that failed.' }))

const damaged = z
  .optional(z.array(z.object({ name: text, file: z.string(), line: z.nullable(count) })))
  .check(
    z.describe('Tests of files that may be why: damaged on the service. Without a name, any of the file.'),
  )

const problem = z
  .discriminatedUnion('kind', [
    kind('cannot-run', { error: failedCall, damaged }),
    kind('not-launched', { error: failedCall, damaged }),
    kind('maybe-launched', { error: failedCall }),
    kind('max-tests', { maxTests: count, tests: z.nullable(count) }),
    kind('timed-out', {
      timeoutSeconds: z.number(),
      state: z.enum(['not-started', 'queued', 'running', 'unread']),
      lastError: z.nullable(failedCall),
    }),
    kind('run-ended', { how: z.enum(['failed', 'cancelled', 'error', 'stopped']), damaged }),
    kind('contradictory', { unknownStatus: text }),
    kind('tests-not-run', { notRun: count, total: count }),
    kind('unfinished-tests', {
      tests: count,
      whose: z
        .nullable(z.enum([...errorKinds, 'not-run']))
        .check(z.describe('Whose error most of all says what to do; null if none is known.')),
      detail: z.optional(text).check(z.describe('A word or two on that error, of a test on a control.')),
    }),
    kind('unreadable', { error: failedCall, attempts: count }),
    kind('edited', { what: z.enum(['test', 'evaluator', 'agent']), name: text }),
    kind('aborted', {
      by: z.enum(['authentication', 'signal']),
      state: z.enum(['not-started', 'queued', 'running']),
    }),
    kind('override', {
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
    kind('internal-error', { said: z.string() }),
    kind('skipped', { reason: z.string() }),
    kind('spare-copy', {
      original: z.string().check(z.describe('The agent that it is a copy of.')),
    }),
    kind('unchanged', {
      original: z.string().check(z.describe('The agent that the copy would be equal to.')),
      editedAt: timeOrNull.check(z.describe('When that one was edited on the service.')),
    }),
    kind('wrong-control', {}),
    kind('base-unknown', { reason: z.string().check(z.describe('Why GitHub did not say it: sentences.')) }),
    kind('nothing-passed', {}),
    kind('no-history', { error: failedCall }),
    kind('not-compared', {
      why: z
        .enum(['copy', 'no-cut-off', 'unsupported'])
        .check(
          z.describe(
            '`copy`: its history holds the prompts of other pull requests. `no-cut-off`: it is not known when the pull request was created. `unsupported`: the service has no run history.',
          ),
        ),
    }),
    kind('key', {
      status: z.nullable(z.int()).check(z.describe('Null if the job had no key.')),
      reason: text,
      withheld: z
        .boolean()
        .check(z.describe('Whether GitHub withheld it from the change of a fork or of Dependabot.')),
    }),
    kind('names', {
      unknown: z.array(z.object({ name: z.string(), nearest: text })),
      same: z.array(z.string()).check(z.describe('Names that refer to the same agent.')),
    }),
    kind('wrong-override', {
      issues: z.array(
        z.object({ agent: z.string(), why: z.enum(['key', 'type', 'address', 'number']), key: text }),
      ),
    }),
    kind('wrong-inputs', {
      issues: z.array(
        z.object({
          input: text.check(z.describe('Null if none is wrong, but what the job was given to test.')),
          file: text,
          line: z.nullable(count),
          message: z.string(),
          lines: z.array(z.string()).check(z.describe('What is written there, and how to write it.')),
        }),
      ),
    }),
    kind('tests-not-made', {
      name: text.check(z.describe('A test that is too large.')),
      error: failedCall,
      needsRestart: z
        .boolean()
        .check(z.describe('Whether the service answered 500 to everything once tests were being made.')),
    }),
    kind('no-agents', {}),
    kind('unreachable', { error: failedCall }),
    kind('cancelled', {}),
  ])
  .check(
    z.meta({
      id: 'problem',
      description:
        'Why an agent, its tests or its history have no clear result, why the agent was skipped, or why the job ended early.',
    }),
  )

const retry = {
  problem: z.nullable(problem).check(z.describe('Why the retry, or that on the control, gave no result.')),
  url: text.check(z.describe('That retry, or the list of runs to look for it.')),
}
const notDue = ['no-time', 'too-many-failures', 'not-possible', 'no-result', 'blocked'] as const
const silent = ['candidate-silent', 'control-silent', 'too-few-answers'] as const
const ofEarlierRuns = ['not-compared', 'no-earlier-results', 'perhaps-errors'] as const

const notRunAgain = z
  .object({ why: z.enum([...notDue, 'control']), ...retry })
  .check(z.meta({ id: 'notRunAgain' }))

const undecided = z
  .object({
    why: z.enum([
      ...notDue,
      ...silent,
      ...ofEarlierRuns,
      'fails-on-both',
      'changes-unknown',
      'made-by-job',
      'many',
    ]),
    ...retry,
  })
  .check(
    z.meta({
      id: 'undecided',
      description:
        'Why a test is undecided. As in `whyNotRunAgain`, or: `not-compared`: `baseline` of its agent says why. `changes-unknown`: nobody knows whether the pull request adds or edits it. `made-by-job`: a step of the job made its file, so nobody knows whose change it is. `candidate-silent`, `control-silent`: in the last rounds, its agent or the control gave no answer. `fails-on-both`: without the change, it failed as well as passed. `no-earlier-results`: its earlier runs have no result of it. `perhaps-errors`: its earlier failures may be errors. `too-few-answers`: too few attempts have one. `many`: it blocks together with others, and none was judged by itself.',
    }),
  )

const failures = {
  tests: count,
  failed: count,
  expected: z.number(),
  probability: z.number().check(z.gte(0), z.lte(1)),
  isTooMany: z.boolean().check(z.describe('That is too unlikely.')),
}

const edits = z.array(
  z.object({
    what: z.enum(['type', 'question', 'input', 'settings', 'criteria', 'evaluators', 'tool-calls']),
    before: text,
    now: text,
  }),
)

const changedTest = z.object({
  agent: z.string().check(z.describe('Its name.')),
  name: z.string(),
  serviceName: z.string().check(z.describe('Its last name on the service: the same test has the same one.')),
  what: z.enum(['added', 'edited', 'moved', 'removed', 'renamed']),
  before: text.check(z.describe('Its earlier name if it was renamed, its earlier agent if it was moved.')),
  file: z.string().check(z.describe('Relative to the repository.')),
  line: count,
  commit: z
    .string()
    .check(z.describe('At which it stands there: the tested one, of a removed test the base.')),
  edits: edits.check(z.describe('How its definition differs, if it was edited.')),
})

const changes = z
  .object({
    known: z.enum(['yes', 'no-pull-request', 'unknown']),
    reason: text.check(z.describe('Why it is `unknown`: sentences that also say what to do.')),
    tests: z
      .array(changedTest)
      .check(z.describe('As far as is known. Those that the job made by itself are not among them.')),
  })
  .check(
    z.meta({
      id: 'testChanges',
      description: 'What the pull request does to tests of files; null without any.',
    }),
  )

const decision = z
  .object({
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
    passRate: z
      .nullable(
        z.object({
          atLeast: z.int().check(z.gte(1), z.lte(100), z.describe('Percent.')),
          passed: count,
          total: count,
          isMet: z
            .nullable(z.boolean())
            .check(z.describe('Null while results are missing that could change it, or if no test counts.')),
        }),
      )
      .check(z.describe('With `pass-rate`: the tests that are neither accepted nor have to pass anyway.')),
    changes: z.nullable(changes),
    endedEarly: z.nullable(problem),
  })
  .check(z.meta({ id: 'decision', description: 'What a job found beside its tests.' }))

const milliseconds = z.number().check(z.gte(0))
const usd = z.nullable(z.number()).check(z.describe('US dollars; null if the service gave no costs.'))
const id = z.string().check(z.minLength(1))

const calledTool = z
  .object({ tool: z.string(), arguments: text.check(z.describe('As compact JSON.')) })
  .check(z.meta({ id: 'toolCall' }))

const evaluatorSchema = z
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
  status: z.enum(['passed', 'failed', 'unanswered', 'not-run', 'pending']),
  reasoning: text,
  reply: text,
  latencyMs: z.nullable(z.number()),
  costUsd: usd,
})

const testError = z
  .object({
    kind: z.enum([...errorKinds, 'not-run']),
    detail: text.check(z.describe('A word or two, such as `HTTP 503` or `timed out`.')),
    message: z.string().check(z.describe("The service's text, without paths of addresses.")),
  })
  .check(
    z.describe(
      'Why a test has no verdict, or its first attempt had none: whose error it was. `edited`: the run asked something else than its file, or than its first attempt. `unread`: its details could not be read, so it may have failed.',
    ),
  )

const earlier = z.object({
  runs: count.check(z.describe('Earlier runs with a result of the test.')),
  failures: count.check(z.describe('In how many of them it failed.')),
  mayBeErrors: z
    .boolean()
    .check(z.describe('Whether some of these may be errors, because a run could not be read.')),
  doubt: z
    .nullable(z.enum(['runs', 'attempts', 'failures', 'day']))
    .check(
      z.describe(
        'Of a test that broke or passed before: why that is only perhaps a change. `runs`: its earlier runs are few; `attempts`: those of this job are; `failures`: it failed before; `day`: it may be a day on which tests fail more often.',
      ),
    ),
  results: z
    .array(z.nullable(z.boolean()))
    .check(z.describe('Whether it passed in each run of `baseline`; null without a result.')),
  earlierForm: z
    .nullable(z.object({ createdAt: timeOrNull, runs: count, passed: count }))
    .check(z.describe('Of an edited test of a file: its form in the newest run that has one.')),
  failingSince: z
    .nullable(z.object({ createdAt: z.string(), runs: count }))
    .check(
      z.describe(
        'If it failed in the newest of these runs, from this one on, and passed in all before: so many `runs` failed.',
      ),
    ),
  later: z.nullable(passRate).check(z.describe('In runs that may hold the change; they excuse nothing.')),
  lastPassed: z
    .nullable(z.object({ url: z.string(), createdAt: time, reply: text }))
    .check(
      z.describe('The newest of these runs in which it passed. Its reply is null if that was not read.'),
    ),
})

const source = z
  .object({
    file: z.string().check(z.describe('Relative to the repository.')),
    line: count,
    committed: z
      .boolean()
      .check(z.describe('False if a step of the job made the file: the tested commit has no such file.')),
    commit: text.check(
      z.describe(
        'Whose file has this line: of a pull request, it may be the merge. Null if it is not known.',
      ),
    ),
    serviceName: z
      .string()
      .check(z.describe('Its name on the service, which ends in a hash of its content.')),
    change: z
      .nullable(z.enum(['added', 'edited', 'renamed']))
      .check(z.describe('What the pull request did to it, as far as is known.')),
    made: z.boolean().check(z.describe('Whether this job made it on the service.')),
    writtenBack: z
      .boolean()
      .check(z.describe('Whether it differed there, so that its file was written again.')),
  })
  .check(z.meta({ id: 'testSource', description: 'Where a test of the input `tests` is written.' }))

const testSchema = z
  .object({
    id: id.check(z.describe('Tells the tests of a run apart.')),
    uuid: text.check(z.describe('The ID by which the service can run this test alone.')),
    name: text,
    source: z.nullable(source),
    cause,
    failed: z.boolean().check(z.describe('Whether it failed, whatever the cause, accepted or not.')),
    blocks: z.boolean().check(z.describe('Whether it blocks the merge by itself, as the mode says.')),
    accepted: z
      .nullable(z.object({ until: z.iso.date(), expired: z.boolean() }))
      .check(z.describe('If the input `accept` names it: its last day, as 2026-12-03.')),
    error: z.nullable(testError),
    reasoning: text.check(z.describe('The reason of the evaluator, or the difference of tool calls.')),
    reply: text,
    toolCalls: z.array(calledTool),
    evaluators: z.array(evaluatorSchema),
    latencyMs: z.nullable(z.number()),
    costUsd: usd,
    question: z
      .array(z.object({ role: z.string(), content: z.string() }))
      .check(z.describe('What the agent was asked, oldest turn first.')),
    criteria: z
      .array(z.object({ evaluator: text, text: z.string() }))
      .check(z.describe('What was expected of the reply, by evaluator.')),
    expectedToolCalls: z.array(calledTool),
    attempts: z
      .array(attempt)
      .check(
        z.describe(
          "All attempts, the first included, oldest first; empty if it was run once, in its agent's run.",
        ),
      ),
    control: z
      .nullable(z.object({ name: z.string(), attempts: z.array(attempt) }))
      .check(
        z.describe(
          'Of a test that did not pass its first attempt, in a job with controls: the attempts on the control, in the same rounds as the last ones of `attempts`. Of one that the pull request adds or edits, and that passed: one attempt, if it has an answer.',
        ),
      ),
    earlier: z
      .nullable(earlier)
      .check(z.describe('Of a test that failed, and whose agent was compared with earlier runs.')),
    edits: edits.check(z.describe('How the test itself differs from when it last passed.')),
    editedEvaluators: z
      .array(z.object({ evaluator: text, version: count, before: count }))
      .check(z.describe('If it failed: its evaluators that have another version than when it last passed.')),
    whyNotRunAgain: z
      .nullable(notRunAgain)
      .check(z.describe('Why it was not run again although it was due.')),
    undecided: z.nullable(undecided).check(z.describe('If it is undecided: why.')),
  })
  .check(z.meta({ id: 'test' }))

const runSchema = z
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
    detailsError: z.nullable(failedCall).check(z.describe('Why details of tests are missing.')),
    tests: z.array(testSchema),
  })
  .check(z.meta({ id: 'run' }))

const earlierRunSchema = z.object({
  taskId: id,
  url: z.string(),
  createdAt: time,
  passed: count,
  total: count,
})

const agentBaseline = z.object({
  runs: z.array(earlierRunSchema),
  tooRecent: count.check(z.describe('How many runs were left out because they may contain the change.')),
  otherRuns: count.check(z.describe('How many were left out because they lack half of its tests.')),
  gone: z
    .nullable(z.object({ createdAt: time, total: count, tests: z.array(z.string()) }))
    .check(z.describe('Which of the `total` tests of the newest of these runs are not in this one.')),
  staleDays: z
    .nullable(count)
    .check(z.describe('How old the newest of them is, if that is too old to say much; else null.')),
  problem: z.nullable(problem).check(z.describe('Set if the run history could not be used.')),
})

const agentRef = z.object({ name: z.string(), uuid: id })

const overriddenKey = z.object({
  key: z.string(),
  file: text.check(z.describe('Null for a value of the input.')),
  origin: z
    .enum(['change', 'base', 'commit', 'repository', 'step', 'workflow', 'default-branch', 'unknown'])
    .check(
      z.describe(
        "Whose its value is: the pull request's, or that of its base, which it does not change, that of a commit without one, of another repository, of a step of the job, of the job's or the default branch's workflow, or not known.",
      ),
    ),
  of: text.check(
    z.describe('The commit, the branch of the base, or the other repository, as far as it is known.'),
  ),
  differs: z.boolean().check(z.describe('Whether its value differs from that without the change.')),
})

const agentSchema = z
  .object({
    ...agentRef.shape,
    appUrl: z.url({ protocol: /^https?$/ }).check(z.describe('The web application that its links lead to.')),
    outcome: z.enum(['passed', 'failed', 'inconclusive', 'skipped']),
    problem: z.nullable(problem),
    control: z
      .nullable(
        z.object({
          ...agentRef.shape,
          problem: z.nullable(problem).check(z.describe('Why it gave no result: continues its name.')),
          url: text.check(z.describe('The run that gave none, or the list of runs to look for it.')),
        }),
      )
      .check(z.describe('The same agent without the change, which failing tests were run on, too.')),
    override: z
      .nullable(
        z.object({
          original: agentRef,
          keys: z.array(overriddenKey),
          differs: z
            .boolean()
            .check(z.describe('Whether its configuration then differs from that without the change.')),
          base: z
            .optional(z.object({ branch: text, newer: z.array(z.string()) }))
            .check(
              z.describe(
                'The branch that the change is for. `newer`: files that the default branch has otherwise than the original.',
              ),
            ),
        }),
      )
      .check(z.describe('Of a copy: what the input `override` set, never a value.')),
    editedAt: timeOrNull.check(
      z.describe(
        "When an agent of the service's own kind was edited there, if that was read: ISO 8601, UTC.",
      ),
    ),
    executedTests: count.check(
      z.describe(
        'How many of its tests were launched, each once for each run, retries and runs of its control included, whatever became of them.',
      ),
    ),
    costUsd: usd.check(
      z.describe(
        'What its tests cost in US dollars, retries and runs of its control included; null if unknown.',
      ),
    ),
    isCostWhole: z.boolean().check(z.describe('Whether it is known of all of them.')),
    baseline: z
      .nullable(agentBaseline)
      .check(
        z.describe(
          'The earlier runs that this one was compared with, newest first. Null with a control; in `gate` and `report` also if nothing failed.',
        ),
      ),
    run: z.nullable(runSchema),
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
  executedTests: count.check(z.describe('How many tests were launched, each once for each run.')),
  costUsd: usd.check(z.describe('What they cost in US dollars, as far as it was read.')),
  isCostWhole: z.boolean().check(z.describe('Whether it is known of all of them.')),
  startedAt: timeOrNull,
  durationMs: milliseconds,
  timeoutSeconds: z.int().check(z.gte(1)),
  headSha: text.check(z.describe('The tested commit, if the event has one.')),
  filesOf: z
    .enum(['pull-request', 'commit', 'unknown'])
    .check(
      z.describe(
        'Whose the files are that the job used: those of the pull request, of another commit, `headSha`, or of one that is not known.',
      ),
    ),
  about: z.enum(['change', 'merge-group', 'deployment']).check(z.describe('What the event tests.')),
  pullRequest: z.nullable(count).check(z.describe('The number of the pull request, if there is one.')),
  workflowRunUrl: text,
  documentsUrl: text.check(z.describe('Where the files of this version of agent-tests are.')),
  conversationsLeftOut: z
    .boolean()
    .check(
      z.describe(
        'Whether some tests have no conversations, because all together have more than 30 million characters.',
      ),
    ),
  decision,
  agents: z.array(agentSchema).check(z.describe('In the order asked, or listed.')),
})

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

/** A whole results file. */
export type Results = DeepReadonly<z.infer<typeof resultsSchema>>
export type ResultsAgent = Results['agents'][number]
export type OverriddenKey = DeepReadonly<z.infer<typeof overriddenKey>>
export type ResultsRun = NonNullable<ResultsAgent['run']>
export type ResultsTest = ResultsRun['tests'][number]
export type ResultsAttempt = ResultsTest['attempts'][number]
export type EvaluatorResult = ResultsTest['evaluators'][number]
export type ToolCall = ResultsTest['toolCalls'][number]
/** Why a test has no verdict. */
export type TestError = NonNullable<ResultsTest['error']>
/** Where a test of a file is written. */
export type TestSource = NonNullable<ResultsTest['source']>
export type Cause = ResultsTest['cause']
export type Problem = NonNullable<ResultsAgent['problem']>
export type Decision = Results['decision']
/** What the pull request does to tests of files. */
export type TestChanges = NonNullable<Decision['changes']>
export type Mode = Results['mode']
/** The names of an agent. */
export type AgentRef = Pick<ResultsAgent, 'name' | 'uuid'>
/** A problem of the job, and of no agent. */
export type JobProblem = Extract<
  Problem,
  {
    kind:
      | 'key'
      | 'names'
      | 'wrong-override'
      | 'wrong-inputs'
      | 'tests-not-made'
      | 'no-agents'
      | 'unreachable'
      | 'cancelled'
  }
>
/** What is wrong with an input, or with what the job was given to test. */
export type InputIssue = Extract<Problem, { kind: 'wrong-inputs' }>['issues'][number]
export type AgentBaseline = NonNullable<ResultsAgent['baseline']>
export type ServiceError = NonNullable<ResultsRun['detailsError']>
/** Tests passed of all tests, as whole numbers. */
export type PassRate = DeepReadonly<z.infer<typeof passRate>>

/** Tests of one run or of all. `passed` includes flaky ones; the rest of `total` has no result. */
export type Counts = Pick<Results['totals'], 'total' | 'passed' | 'failed'>

/** The tests of a run by their rows; those that are planned and have no row yet are in `total`. */
export function countTests({ plannedTests, tests }: Pick<ResultsRun, 'plannedTests' | 'tests'>): Counts {
  return {
    total: Math.max(plannedTests ?? 0, tests.length),
    passed: tests.filter(hasPassed).length,
    failed: tests.filter(({ failed }) => failed).length,
  }
}

/** Also only when it was run again. */
export function hasPassed({ cause }: Pick<ResultsTest, 'cause'>): boolean {
  return cause === 'passed'
}

/** Whether it passed only when it was run again. One that only had an error of its agent or its model at first is not flaky. */
export function isFlaky({
  cause,
  attempts,
  error,
}: Pick<ResultsTest, 'cause' | 'attempts' | 'error'>): boolean {
  if (cause !== 'passed' || attempts.length < 2) return false
  const isOutage = error === null || error.kind === 'agent' || error.kind === 'model'
  return !isOutage || attempts.some(({ status }) => status === 'failed')
}

export function isAccepted({ accepted }: Pick<ResultsTest, 'accepted'>): boolean {
  return accepted !== null && !accepted.expired
}

/** Why the service refuses to run an agent, by the openings of its own texts. */
export function refusalKind({ reason }: Pick<ServiceError, 'reason'>): 'not-verified' | 'no-tests' | 'other' {
  if (/^(?:Agent )?connection not verified\b/i.test(reason ?? '')) return 'not-verified'
  return /^No tests linked to this agent\b/i.test(reason ?? '') ? 'no-tests' : 'other'
}
