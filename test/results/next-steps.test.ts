import { expect, it } from 'vitest'
import type { AbortReason, AgentResult, GateOutcome } from '../../src/gate/results.ts'
import { nextSteps } from '../../src/results/next-steps.ts'
import { overviewOf } from '../../src/results/overview.ts'
import { comparedOutcome, unreadable } from '../fixtures/baselines.ts'
import { billing, support } from '../fixtures/sample-agents.ts'
import { httpError, inconclusive, outcome, resultsOf, skipped } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const stepsOf = (of: GateOutcome) => nextSteps(overviewOf(resultsOf(of)))
const unread = [unreadable(support, httpError(404, 'Not Found'))]
const refused = (name: string, reason: string): AgentResult =>
  inconclusive(name, { kind: 'cannot-run', error: httpError(400, reason) })

it('the problems with the most agents are first', () => {
  const results = [
    skipped('A', 'Draft'),
    refused('B', 'No connection: a'),
    refused('C', 'No connection: b'),
    refused('D', 'No connection: b'),
  ]
  const { steps } = stepsOf(outcome(results, 1)) ?? expect.fail()
  const said = steps.map(({ kind, problems }) => [kind, ...problems.map(({ message }) => message)])
  expect(said).toEqual([
    ['problem', 'cannot run (HTTP 400): No connection: b', 'cannot run (HTTP 400): No connection: a'],
    ['skipped', 'not ready to run (HTTP 400), so skipped: Draft'],
  ])
})

it('an agent whose control has the same problem as another agent is beside it', () => {
  const { agents, ...results } = resultsOfScenario('control-not-available')
  const other = resultsOf(outcome([refused('B', 'No connection')], 1)).agents
  const { steps } = nextSteps(overviewOf({ ...results, agents: [...agents, ...other] })) ?? expect.fail()
  expect(steps).toMatchObject([{ kind: 'problem', problems: [{}, {}] }])
})

it('a history that could not be read needs something done only if it was to be compared with', () => {
  expect(stepsOf(outcome([billing, support], 1, { earlierRuns: unread }))).toBeNull()
  expect(stepsOf(comparedOutcome([billing, support], 1, unread))?.steps).toMatchObject([
    { kind: 'problem', problems: [{ agents: [{ name: 'Support bot' }] }] },
  ])
})

it.each<[boolean, AbortReason]>([
  [true, { kind: 'no-key' }],
  [false, { kind: 'same-agent', names: ['Bot', 'bot'] }],
  [false, { kind: 'unknown-agents', unknown: [] }],
])('to run the job again is advised (%s) after the early end %j', (rerun, abortReason) => {
  expect(stepsOf(outcome([], 1, { abortReason }))).toMatchObject({ rerun })
})
