// What results mean, as kinds with numbers: the group of a test and why, problems of agents, decisions, and the story of the job.
// The words for them are in words/.
import * as z from 'zod/mini'

export const count = z.int().check(z.gte(0))
export const text = z.nullable(z.string())
export const passRate = z.object({ passed: count, total: count })

function kind<const Kind extends string, Fields extends z.core.$ZodLooseShape>(name: Kind, fields: Fields) {
  return z.object({ kind: z.literal(name), ...fields })
}

export const testGroup = z
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

export const causes = ['agent', 'model', 'evaluator', 'service', 'test', 'unknown'] as const
const edited = { evaluator: text, version: count, before: count }

export const serviceError = z
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
export const remedy = z
  .enum(Object.keys(PLACES) as (keyof typeof PLACES)[])
  .check(z.meta({ id: 'remedy', description: 'What to do about it.' }))

const agentAt = count.check(z.describe('The position of an agent in `agents`, from 0.'))
const agentsAt = z.array(agentAt)
const testAt = z
  .object({ agent: agentAt, test: z.string() })
  .check(z.meta({ id: 'testAt', description: 'A test of an agent, by its `id`.' }))

function problemOf<const Kind extends string, Fields extends z.core.$ZodLooseShape>(
  name: Kind,
  fields: Fields,
) {
  const url = text.check(z.describe('The run, or the list of runs to look for it.'))
  return kind(name, { next: remedy, url, ...fields })
}

export const problem = z
  .discriminatedUnion('kind', [
    problemOf('cannot-run', { error: serviceError }),
    problemOf('not-launched', { error: serviceError }),
    problemOf('maybe-launched', { error: serviceError }),
    problemOf('max-tests', { maxTests: count }),
    problemOf('timed-out', {
      timeoutSeconds: z.number(),
      state: z.enum(['not-started', 'queued', 'running', 'unread']),
      lastError: z.nullable(serviceError),
    }),
    problemOf('run-ended', { how: z.enum(['failed', 'cancelled', 'error', 'stopped']) }),
    problemOf('contradictory', { unknownStatus: text }),
    problemOf('tests-not-run', { notRun: count, total: count }),
    problemOf('unfinished-tests', { tests: count }),
    problemOf('unreadable', { error: serviceError, attempts: count }),
    problemOf('aborted', {
      by: z.enum(['authentication', 'signal']),
      state: z.enum(['not-started', 'queued', 'running']),
    }),
    problemOf('override', {
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
    problemOf('internal-error', { said: z.string() }),
    problemOf('skipped', { reason: z.string() }),
    problemOf('wrong-control', {}),
    problemOf('no-answer', {
      whose: z.enum(causes),
      detail: text,
      said: text.check(z.describe('What the service says of an error of which it is unknown whose it was.')),
    }),
    problemOf('no-history', { error: serviceError }),
    problemOf('key', { status: z.nullable(z.int()), reason: text }),
    problemOf('names', {
      unknown: z.array(z.object({ name: z.string(), nearest: text })),
      same: z.array(z.string()).check(z.describe('Names that refer to the same agent.')),
    }),
    problemOf('wrong-override', {
      issues: z.array(
        z.object({ agent: z.string(), why: z.enum(['key', 'type', 'address', 'number']), key: text }),
      ),
    }),
    problemOf('no-agents', {}),
    problemOf('unreachable', { error: serviceError }),
    problemOf('cancelled', {}),
    problemOf('parts', {
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

export const because = z
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

export const decision = z
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

const what = z.discriminatedUnion('kind', [
  kind('tests', {
    group: z.enum(['broken', 'failed']),
    named: z.array(testAt).check(z.describe('One of each name, if there are no more than two names.')),
    tests: count,
    agents: agentsAt,
  }),
  kind('problems', {}),
  kind('passed', {}),
  kind('nothing', {}),
])

const blame = z.discriminatedUnion('kind', [
  kind('this-change', {
    tests: count.check(z.describe('Those that `because` is about.')),
    of: count.check(z.describe('Tests that block.')),
    isProbable: z
      .boolean()
      .check(
        z.describe(
          'These passed on a control, or in all of ten or more earlier runs. Otherwise, it may as well be a bad day.',
        ),
      ),
    because: z.array(because),
    count: decision.shape.count,
    sample: decision.shape.sample,
  }),
  kind('evaluator-edited', { tests: count, evaluators: z.array(z.object(edited)) }),
  kind('not-tested', {
    side: z.nullable(z.enum(['service', 'agent'])),
    agents: agentsAt.check(z.describe('Whose error it was, if it was an agent.')),
  }),
  kind('unclear', {
    why: z.enum([
      'compares-with-nothing',
      'no-history',
      'nothing-earlier',
      'too-recent',
      'not-run-again',
      'control',
      'new',
      'few-runs',
    ]),
    tests: count,
    because: z.array(because),
  }),
  kind('failed-before', { tests: count, because: z.array(because) }),
])

export const story = z
  .object({
    verdict: z.object({
      advice: z
        .enum(['merge', 'care', 'wait', 'stop'])
        .check(z.describe('`care`: nothing blocks, but tests fail that are not accepted.')),
      what,
    }),
    problems: z
      .array(z.object({ problem, part: text.check(z.describe('Of merged results.')), agents: agentsAt }))
      .check(
        z.describe(
          'What was not tested or compared, and why: those of the job, then of several agents together.',
        ),
      ),
    blame: z.nullable(blame).check(z.describe('Whose fault it is, if something is not green.')),
    next: z.array(
      z.object({
        kind: remedy,
        agents: agentsAt,
        ofControl: z.boolean().check(z.describe('Whether it is about the controls of these agents.')),
        place: z
          .nullable(z.enum(['run', 'runs', 'workflow', 'tests']))
          .check(z.describe('What `url` leads to.')),
        url: text,
      }),
    ),
    evidence: z.array(testAt).check(z.describe('The tests that the verdict rests on.')),
  })
  .check(z.describe('What the results mean: the same in every report.'))
