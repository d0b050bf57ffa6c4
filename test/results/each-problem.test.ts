// What is said of each kind of problem, and what to do about it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ProblemOf, problemWords, stepFor } from '../../src/results/problems.ts'
import { asSentence, plain } from '../../src/results/sentence.ts'
import { steps } from '../../src/results/steps.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Problem, ServiceError } from '../../src/schema.ts'
import { inconclusive, outcome, resultsOf, run, test as sample } from '../fixtures/samples.ts'
import { storyText } from './story-text.ts'

const error = (status: number, reason = '…') =>
  ({ kind: 'http', message: '…', reason, status, code: null }) as const
const network = (code: string, message = `GET …: … (${code})`): ServiceError => ({
  kind: 'network',
  reason: null,
  status: null,
  code,
  message,
})
const damaged = [{ name: '…', file: '….yml', line: 7 }]
const ofOtherKind = error(400, "Agent has interaction_type='general' and …")
const issue = { input: 'tests', file: '….yml', line: 5, message: '….yml:5: …', lines: [] }
const issues = (['key', 'type', 'address', 'number'] as const).map((why) => ({ agent: '…', why, key: '…' }))

/** What differs within a kind, so that none is missing. */
const examples: { readonly [Kind in Problem['kind']]: readonly Omit<ProblemOf<Kind>, 'kind'>[] } = {
  key: [
    { status: null, reason: null, withheld: false },
    { status: null, reason: null, withheld: true },
    { status: 401, reason: '…', withheld: false },
  ],
  names: [
    { same: [], unknown: [{ name: '["…"', nearest: '…' }] },
    { same: [], unknown: [{ name: '… (preview)', nearest: null }] },
    { unknown: [], same: ['…', '…'] },
  ],
  'wrong-override': issues.map((each) => ({ issues: [each] })),
  'wrong-inputs': [{ issues: [issue] }],
  'tests-not-made': [
    { name: null, error: error(403), needsRestart: false },
    { name: '…', error: error(413), needsRestart: false },
    { name: null, error: error(500), needsRestart: true },
  ],
  'no-agents': [{}],
  unreachable: [error(404), error(500), network('ECONNREFUSED'), network('SELF_SIGNED_CERT_IN_CHAIN')].map(
    (error) => ({ error }),
  ),
  cancelled: [{}],
  'no-history': [error(404), error(500)].map((error) => ({ error })),
  'not-compared': (['copy', 'no-cut-off', 'unsupported'] as const).map((why) => ({ why })),
  'cannot-run': [
    { error: error(400, 'Agent connection not verified. …') },
    { error: error(400, 'No tests linked to this agent. …') },
    { error: ofOtherKind, damaged },
  ],
  'not-launched': [{ error: error(500) }, { error: error(403), damaged }],
  'maybe-launched': [{ error: error(500) }],
  'max-tests': [null, 8].map((tests) => ({ maxTests: 5, tests })),
  'timed-out': (['not-started', 'queued', 'running', 'unread'] as const).map((state) => ({
    timeoutSeconds: 1800,
    state,
    lastError: error(500),
  })),
  'run-ended': (['failed', 'cancelled', 'error', 'stopped'] as const).map((how) => ({ how })),
  contradictory: [{ unknownStatus: null }, { unknownStatus: '…' }],
  'tests-not-run': [0, 8].map((total) => ({ notRun: total / 4, total })),
  edited: (['test', 'evaluator', 'agent'] as const).map((what) => ({ what, name: '…' })),
  'unfinished-tests': [
    { tests: 5, whose: null },
    { tests: 5, whose: 'model' },
  ],
  unreadable: [
    { error: network('ECONNREFUSED'), attempts: 10 },
    { error: error(404), attempts: 1 },
  ],
  aborted: (['signal', 'authentication'] as const).map((by) => ({ by, state: 'running' })),
  override: [
    ...(['unsupported', 'shared', 'no-tests', 'tests-missing', 'no-answer'] as const),
    ...(['not-resolved', 'unexpected', 'refused', 502] as const),
  ].map((why) => ({ why })),
  'internal-error': [{ said: '…' }],
  skipped: [{ reason: '…' }],
  'spare-copy': [{ original: '…' }],
  unchanged: [{ original: '…', editedAt: null }],
  'base-unknown': [{ reason: 'Its commits could not be read.' }],
  'wrong-control': [{}],
  'nothing-passed': [{}],
}

const problems = Object.entries(examples).flatMap(([kind, each]) =>
  each.map((example) => ({ kind, ...example }) as Problem),
)

test('each kind of problem has its words in short, why, and a step that follows', async () => {
  const texts = problems.map((problem) => {
    const { short, why } = problemWords(problem)
    const lines = [[short], ...why, asSentence(stepFor(problem))]
    return `${lines.map((line) => plain(line)).join('\n  ')}\n`
  })
  await expect(texts.join('')).toMatchFileSnapshot('snapshots/each-problem.txt')
})

test('a step leads to a heading that exists', () => {
  const page = ['troubleshooting', 'recipes']
    .map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
    .join('\n')
  const fixed = Object.values(steps).filter((each) => typeof each !== 'function')
  const all = [...fixed, ...problems.map((problem) => problemWords(problem).step)]
  const headings = all.flatMap(({ see }) => see ?? [])
  expect(headings.filter((heading) => !page.includes(`\n## ${heading}\n`))).toEqual([])
})

test.each([
  [`No "slot" is free.`, `; "No 'slot' is free."`],
  [`The key is wrong. ${'You can find it here. '.repeat(9)}`, '; "The key is wrong …"'],
  ['x'.repeat(101), ''],
])('a quote of the service is whole, or its first sentence: %s', (reason, quote) => {
  const error = { kind: 'model', detail: 'HTTP 401', message: `Model: ${reason}` } as const
  const tests = [sample('A', { outcome: 'unanswered', error })]
  const problem = { kind: 'unfinished-tests', tests: 1, whose: 'model' } as const
  const [, line] = storyText(
    storyOf(
      resultsOf(outcome([inconclusive('Bot', problem, run('Bot', { tests }))], 1), { pullRequest: null }),
    ),
  )
  expect(line).toBe(`⚠️ Bot got errors from the model (HTTP 401${quote}), so "A" has no result.`)
})
