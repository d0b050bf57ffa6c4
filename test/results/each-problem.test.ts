// What is said of each kind of problem, and what to do about it.
import { expect, test } from 'vitest'
import type { EarlyEnd } from '../../src/gate/model.ts'
import { type ProblemOf, problemWords, stepFor } from '../../src/results/problems.ts'
import { asSentence, plain } from '../../src/results/sentence.ts'
import { storyOf, storyText } from '../../src/results/story.ts'
import type { JobProblem, Problem } from '../../src/schema.ts'
import { inconclusive, outcome, resultsOf, run, test as sample } from '../fixtures/samples.ts'

const error = (status: number, reason: string) =>
  ({ kind: 'http', message: '…', reason, status, code: null }) as const
const failed = error(500, '…')
const disconnected = {
  kind: 'network',
  reason: null,
  status: null,
  code: 'ECONNREFUSED',
  message: '… (ECONNREFUSED)',
} as const

/** The reasons of a problem, of which none may be missing. */
const all = <Reason extends string>(reasons: Readonly<Record<Reason, true>>) =>
  Object.entries(reasons).map(([reason]) => reason as Reason)

type Examples<Kind extends Problem['kind']> = { readonly [Each in Kind]: readonly ProblemOf<Each>[] }

const ends = {
  key: [
    { kind: 'key', status: null, reason: null, withheld: false },
    { kind: 'key', status: null, reason: null, withheld: true },
    { kind: 'key', status: 401, reason: '…', withheld: false },
  ],
  names: [
    { kind: 'names', same: [], unknown: [{ name: '…', nearest: null }] },
    { kind: 'names', same: [], unknown: [{ name: '["…"', nearest: '…' }] },
    { kind: 'names', same: [], unknown: [{ name: '… (preview)', nearest: null }] },
    { kind: 'names', unknown: [], same: ['…', '…'] },
  ],
  'wrong-override': [
    {
      kind: 'wrong-override',
      issues: all<ProblemOf<'wrong-override'>['issues'][number]['why']>({
        key: true,
        type: true,
        address: true,
        number: true,
      }).map((why) => ({ agent: '…', why, key: '…' })),
    },
  ],
  'wrong-inputs': [
    {
      kind: 'wrong-inputs',
      issues: [{ input: 'tests', file: '….yml', line: 5, message: '….yml:5: …', lines: [] }],
    },
  ],
  'tests-not-made': [
    { kind: 'tests-not-made', name: null, error: error(403, '…'), needsRestart: false },
    { kind: 'tests-not-made', name: '…', error: error(413, '…'), needsRestart: false },
    { kind: 'tests-not-made', name: null, error: error(500, '…'), needsRestart: true },
  ],
  'no-agents': [{ kind: 'no-agents' }],
  unreachable: [
    { kind: 'unreachable', error: failed },
    { kind: 'unreachable', error: disconnected },
    { kind: 'unreachable', error: { ...disconnected, code: 'SELF_SIGNED_CERT_IN_CHAIN' } },
    {
      kind: 'unreachable',
      error: { ...disconnected, message: '… does not speak TLS, …', code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    },
  ],
  cancelled: [{ kind: 'cancelled' }],
} satisfies Examples<EarlyEnd['kind']>

const message = 'no run in the run history can be read'
const histories = {
  'no-history': [error(404, '…'), { ...failed, kind: 'history', message } as const, error(403, '…')].map(
    (error) => ({ kind: 'no-history', error }),
  ),
  'not-compared': all<ProblemOf<'not-compared'>['why']>({
    copy: true,
    'no-cut-off': true,
    unsupported: true,
  }).map((why) => ({ kind: 'not-compared', why })),
} satisfies Examples<'no-history' | 'not-compared'>

const problems = {
  'cannot-run': [
    { kind: 'cannot-run', error: error(400, 'Agent connection not verified. …') },
    { kind: 'cannot-run', error: error(400, 'No tests linked to this agent. …') },
    {
      kind: 'cannot-run',
      error: error(400, "Agent has interaction_type='general' and …"),
      damaged: [{ name: '…', file: '….yml', line: 7 }],
    },
  ],
  'not-launched': [{ kind: 'not-launched', error: failed }],
  'maybe-launched': [{ kind: 'maybe-launched', error: failed }],
  'max-tests': [null, 8].map((tests) => ({ kind: 'max-tests', maxTests: 5, tests })),
  'timed-out': all<ProblemOf<'timed-out'>['state']>({
    'not-started': true,
    queued: true,
    running: true,
    unread: true,
  }).map((state) => ({
    kind: 'timed-out',
    timeoutSeconds: 1800,
    state,
    lastError: state === 'unread' ? failed : null,
  })),
  'run-ended': all<ProblemOf<'run-ended'>['how']>({
    failed: true,
    cancelled: true,
    error: true,
    stopped: true,
  }).map((how) => ({ kind: 'run-ended', how })),
  contradictory: [
    { kind: 'contradictory', unknownStatus: null },
    { kind: 'contradictory', unknownStatus: '…' },
  ],
  'tests-not-run': [
    { kind: 'tests-not-run', notRun: 0, total: 0 },
    { kind: 'tests-not-run', notRun: 2, total: 8 },
  ],
  edited: [
    { kind: 'edited', what: 'test', name: null },
    { kind: 'edited', what: 'evaluator', name: '…' },
    { kind: 'edited', what: 'agent', name: '…' },
  ],
  'unfinished-tests': [{ kind: 'unfinished-tests', tests: 5, whose: null }],
  unreadable: [
    { kind: 'unreadable', error: failed, attempts: 10 },
    {
      kind: 'unreadable',
      error: { ...disconnected, message: `GET …?compact=true: ${disconnected.message}` },
      attempts: 10,
    },
    { kind: 'unreadable', error: error(404, '…'), attempts: 1 },
  ],
  aborted: [
    ...all<ProblemOf<'aborted'>['state']>({ 'not-started': true, queued: true, running: true }).map(
      (state) => ({ kind: 'aborted', by: 'signal', state }) as const,
    ),
    { kind: 'aborted', by: 'authentication', state: 'running' },
  ],
  override: [
    ...all<Exclude<ProblemOf<'override'>['why'], number>>({
      unsupported: true,
      shared: true,
      'no-tests': true,
      'tests-missing': true,
      'no-answer': true,
      'not-resolved': true,
      unexpected: true,
      refused: true,
    }),
    502,
  ].map((why) => ({ kind: 'override', why })),
  'internal-error': [{ kind: 'internal-error', said: '…' }],
  skipped: [{ kind: 'skipped', reason: '…' }],
  'spare-copy': [{ kind: 'spare-copy', original: '…' }],
  unchanged: [{ kind: 'unchanged', original: '…', editedAt: null }],
  'base-unknown': [{ kind: 'base-unknown', reason: 'Its commits could not be read.' }],
  'wrong-control': [{ kind: 'wrong-control' }],
  'nothing-passed': [{ kind: 'nothing-passed' }],
} satisfies Examples<Exclude<Problem['kind'], JobProblem['kind'] | keyof typeof histories>>

/** A message, which names agents with dots; of a job that ended early, with its title. */
function messageOf(problem: Problem): string {
  const { short, sentence, sentences } = problemWords(problem)
  if (!(problem.kind in ends)) return `… ${plain(sentence)}`
  return `${plain([short])}: ${plain(sentences[0] ?? [])}`
}

test('each kind of problem has its words, and a step that follows', async () => {
  const kinds = [ends, problems, histories].flatMap((each) => Object.values<readonly Problem[]>(each))
  const lines = kinds.flat().map((each) => `${messageOf(each)}\n  ${plain(asSentence(stepFor(each)))}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('snapshots/each-problem.txt')
})

// Two controls are not one wrong agent, and headlines name both.
test('what an agent has in short fits several agents, too', () => {
  const kinds = [problems, histories].flatMap((each) => Object.values<readonly Problem[]>(each)).flat()
  const shorts = kinds.map((each) => plain([problemWords(each).short]))
  for (const short of shorts)
    expect(short).not.toMatch(/^(?:is|are|was|were|has|have|does|do)\b|\ban agent\b|\bthe \w+ agent\b/)
})

test.each([
  [`No "slot" is free.`, `, "No 'slot' is free"`],
  [`The key is wrong. ${'You can find it here. '.repeat(9)}`, ', "The key is wrong …"'],
  ['x'.repeat(101), ''],
])('a quote of the service is whole, or its first sentence: %s', (reason, quote) => {
  const agent = inconclusive(
    'Bot',
    { kind: 'unfinished-tests', tests: 1, whose: 'model' },
    run('Bot', {
      tests: [
        sample('A', {
          outcome: 'unanswered',
          error: { kind: 'model', detail: 'HTTP 401', message: `Model: ${reason}` },
        }),
      ],
    }),
  )
  const [, line] = storyText(storyOf(resultsOf(outcome([agent], 1))))
  expect(line).toBe(`⚠️ No test has a result: Bot got errors from the model (HTTP 401${quote}).`)
})
