// What is published of agents and their runs beside the verdict: links, controls, problems.
import { describe, expect, it } from 'vitest'
import { finalRun } from '../../src/gate/verdict.ts'
import type { Problem } from '../../src/schema.ts'
import { support } from '../fixtures/sample-agents.ts'
import { httpError, run as runOf, runUrl } from '../fixtures/samples.ts'
import { compared, control, first } from './controlled.ts'
import { runAgents, type Setting } from './gate-harness.ts'
import { http, inProgress, run } from './responses.ts'
import { suite } from './suites.ts'
import type { RunResponses } from './test-service.ts'

it('no test of a run that can no longer be read is said to go on', () => {
  const tests = support.run.tests.map((each) => ({ ...each, outcome: 'pending' as const }))
  const waiting = runOf('Bot', { status: 'in_progress', tests })
  const outcomeAfter = (problem: Problem) => finalRun(waiting, problem, 'gate').tests[0]?.outcome
  const gone = { kind: 'unreadable', attempts: 1, error: httpError(404, 'Task not found') } as const
  const cancelled = { kind: 'aborted', by: 'signal', state: 'running' } as const
  expect([outcomeAfter(gone), outcomeAfter(cancelled)]).toEqual(['unanswered', 'pending'])
})

it('attempts have links to their runs', async () => {
  const { agents } = await runAgents({ ada: suite({ a: '-+', b: '+' }) }, { retries: 1 })
  expect(agents[0]?.run?.tests[0]?.attempts).toMatchObject([
    { taskId: 'run-ada', url: runUrl('run-ada'), status: 'failed' },
    { taskId: 'run-ada-1', url: runUrl('run-ada-1'), status: 'passed' },
  ])
})

describe('why no test was run on the control', () => {
  const refused = { kind: 'cannot-run', error: { reason: 'Not verified' } }
  const lost = { polls: [run({ status: 'cancelled' })] }
  const url = runUrl('run-production-2')
  it.each<[string, RunResponses, Setting, object]>([
    ['refused', { launch: http(400, 'Not verified') }, {}, { problem: refused, url: null }],
    ['cancelled', lost, {}, { problem: { kind: 'run-ended', how: 'cancelled' }, url }],
    ['cut short', { polls: [inProgress] }, { cancelledAt: 12 }, { problem: null, url: null }],
  ])('is a problem of the control, unless the job ended early: %s', async (_, again, setting, found) => {
    const onControl = { ...control(), retry: () => again }
    const { agents, tests } = await compared({ [first]: '-' }, onControl, setting)
    expect(tests[0]?.whyNotRunAgain?.why).toBe('control')
    expect(agents[0]?.control).toMatchObject({ name: 'production', ...found })
  })
})
