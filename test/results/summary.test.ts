// The first lines of every report in situations that no scenario has. Those of the scenarios are in test/report/snapshots/.
import { expect, it } from 'vitest'
import type { GateOutcome } from '../../src/gate/gate.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf, storyText } from '../../src/results/story.ts'
import type { Problem, ResultsAgent, ResultsTest } from '../../src/schema.ts'
import { attempts, comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import {
  ended,
  failed,
  httpError,
  inconclusive,
  outcome,
  overriding,
  passed,
  resultsOf,
  skipped,
  sourceIn,
  test,
} from '../fixtures/samples.ts'

const [refund, hours, third] = [test('Refund'), test('Hours'), test('Third')]
const broke = judged(refund, 'broke')
const undecided = judged(refund, 'undecided')
const editedEvaluators = [{ evaluator: 'Policy', version: 4, before: 3 }]
const flaky = { ...refund, outcome: 'flaky', attempts: attempts(refund, 'failed', 'passed') } as const

const compared = (...tests: readonly ResultsTest[]): GateOutcome => {
  const bot = failed('Bot', 12, tests)
  return comparedOutcome([bot], 1)
}
const withError = (kind: NonNullable<ResultsTest['error']>['kind'], detail: string | null, message = '') =>
  outcome(
    [ended('Bot', 9, [test('A', { outcome: 'unanswered', error: { kind, detail, message } })], null)],
    1,
  )
const withModel = (given: GateOutcome, file: string | null): GateOutcome => {
  const override = overriding({ 'llm.model': file, system_prompt: 'prompt.md' })
  return { ...given, agents: given.agents.map((agent) => ({ ...agent, override })) }
}
const alone = (reason: Problem, others: readonly ResultsAgent[] = []) =>
  outcome([inconclusive('Bot', reason), ...others], 1)
const notRunAgain = (
  why: NonNullable<ResultsTest['undecided']> & NonNullable<ResultsTest['whyNotRunAgain']>,
) => compared({ ...undecided, whyNotRunAgain: why, undecided: why })
const notRetried = (problem: Problem) => notRunAgain({ why: 'no-result', problem, url: null })

const tooMany = (...tests: readonly ResultsTest[]): GateOutcome => {
  const bot = ended('Bot', 12, tests, null)
  const again = { tests: 12, failed: 4, expected: 0.4, probability: 0.001, isTooMany: true }
  const count = { tests: 12, failed: 3, probability: 0.002, isTooMany: true, again, blocks: true }
  return comparedOutcome([bot], 1, [steadyBaseline(bot)], count)
}

const situations: readonly [string, GateOutcome][] = [
  [
    'a flaky test, and a skipped agent',
    outcome([passed('Bot', 2, { tests: [flaky] }), skipped('Draft', 'No tests')], 1),
  ],
  ['two that broke', compared(broke, judged(hours, 'broke', { failures: 1 }))],
  [
    'two that broke in other words, and one step for their files',
    compared(
      { ...broke, source: sourceIn('tests/refunds.yml', 3) },
      { ...judged(hours, 'broke', { failures: 1 }), source: sourceIn('tests/hours.yml', 7) },
    ),
  ],
  ['one that broke, and failed before', compared(judged(refund, 'broke', { failures: 1 }))],
  ['one that broke, after fewer than ten runs', compared(judged(refund, 'broke', { runs: 9 }))],
  [
    'too many that failed, and of which all passed the next attempt, while others failed',
    tooMany(...['A', 'B', 'C'].map((name) => judged(test(name), 'flaky'))),
  ],
  ['more that broke than have a name', compared(broke, judged(hours, 'broke'), judged(third, 'broke'))],
  [
    'one that broke, and one with an edited evaluator',
    compared({ ...broke, editedEvaluators }, judged(hours, 'broke')),
  ],
  [
    'many failures in one agent of several',
    outcome([failed('Bot', 9, [refund, hours, third]), passed('Other', 3)], 1),
  ],
  ['a retry beyond the limit of tests', notRetried({ kind: 'max-tests', maxTests: 5 })],
  [
    'a retry that the service refused',
    notRetried({ kind: 'not-launched', error: httpError(502, 'Bad gateway') }),
  ],
  ['an error of the evaluator that is no outage', withError('evaluator', 'HTTP 401')],
  ['an error of nobody knows whom, which is quoted', withError('unknown', null, 'Agent quota exceeded')],
  ['an error of the service', withError('service', null)],
  ['an outage of the model', withError('model', 'HTTP 503')],
  ['a model that does not exist', withError('model', 'HTTP 404')],
  ['a model that does not exist, named by the change', withModel(withError('model', 'HTTP 404'), null)],
  [
    'a model that does not exist, named by a file of the change',
    withModel(withError('model', 'HTTP 404'), 'models.yml'),
  ],
  [
    'a run that was never started',
    alone({ kind: 'timed-out', timeoutSeconds: 60, state: 'not-started', lastError: null }),
  ],
  ['a service that fails', alone({ kind: 'not-launched', error: httpError(502, 'Bad gateway') })],
  [
    'an agent that was deleted',
    alone({ kind: 'unreadable', attempts: 1, error: httpError(404, 'Task not found') }),
  ],
  [
    'two causes that another run may repair',
    outcome(
      [
        ...withError('evaluator', 'HTTP 503').agents,
        inconclusive('Other', { kind: 'unreadable', attempts: 1, error: httpError(404, 'Task not found') }),
      ],
      1,
    ),
  ],
]

it('the first lines of a job', async () => {
  const told = situations.map(([name, given]) =>
    [`== ${name}`, ...storyText(storyOf(resultsOf(given)))].join('\n'),
  )
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('snapshots/first-lines.txt')
})

it('a step leads to the run if there is only one, else to the list of runs', () => {
  const stopped = { kind: 'run-ended', how: 'stopped' } as const
  const contradictory = { kind: 'contradictory', unknownStatus: null } as const
  const [a, b, c] = [ended('A', 3, [], stopped), ended('B', 3, [], stopped), ended('C', 3, [], contradictory)]
  const leadsTo = (...agents: ResultsAgent[]) =>
    storyOf(resultsOf(outcome(agents, 1))).next.map((step) => plain(step, { urls: true }))
  const step = (names: string, url: string) =>
    `open the run of ${names}: it may have a result, or say why not. Otherwise, re-run this job. ${url}`
  const runs = 'https://app.example.com/tests?tab=runs'
  expect(leadsTo(a)).toEqual([step('A', a.run?.url ?? '')])
  expect([leadsTo(a, b), leadsTo(a, c)]).toEqual([[step('A and B', runs)], [step('A and C', runs)]])
})

it('what stands in brackets at the end of a name is cut last', () => {
  const name = (text: string, nameLength: number) => plain([{ kind: 'agent', text }], { nameLength })
  expect(name('Support bot for the northern region (staging)', 30)).toBe('Support bot for… (staging)')
  expect(name('Support bot for the northern region', 20)).toBe('Support bot for…')
  expect(name('Bot (with a very long explanation of the part)', 20)).toBe('Bot (with a very…')
})

it('of many tests three are named, and how many there are in each agent', () => {
  const tests = (...names: string[]) => names.map((name) => test(name))
  const told = (...agents: ResultsAgent[]) => storyText(storyOf(resultsOf(outcome(agents, 1))))[1]
  const many = tests('A', 'B', 'C', 'D', 'E', 'F')
  expect(told(failed('One', 9, many), failed('Two', 9, many.slice(0, 2)))).toMatch(
    /^❌ A, B, C and 3 more tests in One \(6\) and Two \(2\): /,
  )
})
