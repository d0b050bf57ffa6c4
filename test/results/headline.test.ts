// The first line: what it says of failing tests agrees in number with what it names.
import { describe, expect, it } from 'vitest'
import type { EarlyEnd } from '../../src/gate/model.ts'
import { foundRate } from '../../src/gate/pass-rate.ts'
import { jobVerdict } from '../../src/gate/verdict.ts'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { comparedOutcome, judged } from '../fixtures/baselines.ts'
import {
  agentOf,
  failed,
  outcome,
  resultsOf,
  run,
  type SampleAgent,
  type SampleTest,
  sourceIn,
  test,
} from '../fixtures/samples.ts'
import { storyText } from './story-text.ts'

const agentWith = (name: string, ...tests: string[]) =>
  failed(
    name,
    12,
    tests.map((each) => judged(test(each), 'edited')),
  )

it.each<[string, SampleAgent[], string]>([
  ['one test', [agentWith('Bot', 'A')], '1 of 12 tests failed after an edit'],
  [
    'tests of two agents',
    [agentWith('Bot', 'A'), agentWith('Sales', 'B')],
    '2 of 24 tests failed in 2 agents after an edit',
  ],
])('%s', (_, agents, said) => {
  const [headline] = storyText(storyOf(resultsOf(comparedOutcome(agents, 1))))
  expect(headline).toContain(said)
})

describe('a pass rate of 80%', () => {
  function headline(...agents: SampleAgent[]) {
    const of = outcome(agents, 1)
    const passRate = foundRate(80, agents, null)
    const rated = resultsOf({ ...of, decision: { ...of.decision, passRate } })
    const { advice, facts } = storyOf({
      ...rated,
      ...jobVerdict('gate', rated.agents, null, rated.decision),
    }).headline
    return `${advice} ${plain(facts)}`
  }
  const own = (outcome: SampleTest['outcome']) =>
    test('Own', { outcome, source: sourceIn('a.yml', 1, { change: 'added' }) })
  const passing = own('passed')

  it.each<[string, SampleAgent, string]>([
    [
      'met',
      failed('Bot', 12, [test('A')]),
      'Good to merge: 11 of 12 tests passed (91%; at least 80% must pass)',
    ],
    [
      'met by the tests that count',
      failed('Bot', 12, [test('A'), passing]),
      'Good to merge: 10 of 11 tests that count passed (90%; at least 80% must pass)',
    ],
    [
      'met, and an own test fails',
      failed('Bot', 12, [test('A'), own('failed')]),
      'Do not merge: 1 of 12 tests failed, added or edited by this pull request; 10 of 11 tests that count passed (90%; at least 80% must pass)',
    ],
    [
      'missed, whatever passes of the own tests',
      failed('Bot', 5, [test('A'), test('B'), passing]),
      'Do not merge: 2 of 4 tests that count passed (50%; at least 80% must pass)',
    ],
    [
      'left without a test',
      failed('Bot', 2, [own('failed'), passing]),
      'Do not merge: 1 of 2 tests failed, added or edited by this pull request',
    ],
    [
      'left without one, and all pass',
      agentOf('Bot', null, run('Bot', { tests: [passing] })),
      'Good to merge: 1 test passed',
    ],
  ])('%s', (_, agent, expected) => expect(headline(agent)).toBe(expected))
})

const wrong = { input: 'mode', file: null, line: null, message: '"gatee" is not valid.', lines: [] }
const wrongInputs: EarlyEnd = { kind: 'wrong-inputs', issues: [wrong] }
const withheld: EarlyEnd = { kind: 'key', status: null, reason: null, withheld: true }

it.each<[EarlyEnd, Partial<Results>, string]>([
  [wrongInputs, {}, '❌ Do not merge: nothing was tested'],
  [wrongInputs, { pullRequest: null }, '❌ Failed: nothing was tested'],
  [wrongInputs, { mode: 'report' }, '❌ Report only, but this job fails: the inputs are wrong'],
  [withheld, {}, '❌ Not tested: GitHub gives forks and Dependabot no secrets'],
  [
    withheld,
    { mode: 'report' },
    'ℹ️ Report only: GitHub gives forks and Dependabot no secrets; nothing blocks',
  ],
])('what cannot start: %j, %j', (endedEarly, changes, expected) => {
  const [headline, line] = storyText(storyOf(resultsOf(outcome([], 1, { endedEarly }), changes)))
  expect(headline).toBe(expected)
  // A report fails no job for a key that is not there.
  const ofKey = changes.mode === 'report' ? /^⚠️ GitHub leaves/ : /^❌ GitHub leaves/
  expect(line).toMatch(endedEarly === wrongInputs ? /^❌ `mode`: `gatee` is not valid\.$/ : ofKey)
})
