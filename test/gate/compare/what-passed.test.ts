// Whether the evaluators of broken tests have another version than in the newest baseline run.
import { expect, test } from 'vitest'
import type { TestRun } from '../../../src/client/index.ts'
import { runAgents, type Setting } from '../gate-harness.ts'
import { done, http, ok, row } from '../responses.ts'
import { earlierRuns, suite, suiteOf, testNames } from '../suites.ts'
import type { AgentResponses, Reply, RunResponses } from '../test-service.ts'

const names = testNames(4)
const [t1] = names
const evaluators = (correctness: number, manners: number | null = 2) => ({
  evaluators: [
    { uuid: 'e1', name: 'Correctness', version_number: correctness },
    { uuid: 'e2', name: 'Manners', version_number: manners },
  ],
})
/** Correctness is used twice. */
const judge_results = [
  { evaluator_uuid: 'e1', match: false },
  { evaluator_uuid: 'e1', match: true },
  { evaluator_uuid: 'e2', match: true },
]

/**
 * The first test breaks, judged by version 4 of Correctness and an unknown one of Manners, after three runs in which it
 * passed unless told otherwise.
 */
async function breaking(earlier: Reply<TestRun>, failures = '', setting: Setting = {}, signs = '-') {
  const versioned = (given: RunResponses): RunResponses => ({
    polls: (given.polls ?? []).map((poll) => {
      if (!('ok' in poll && poll.ok)) return poll
      const results = poll.value.results?.map((each) => ({ ...each, judge_results }))
      return ok({ ...poll.value, ...evaluators(4, null), results: results ?? null })
    }),
  })
  const history = earlierRuns(3, names, { [`${t1}`]: failures })
  const { retry, ...first } = suite(suiteOf(names, { [`${t1}`]: signs }))
  const ada: AgentResponses = {
    ...first,
    ...versioned(first),
    retry: (uuids, number) => versioned(retry?.(uuids, number) ?? {}),
    history,
    earlier: { 'before-0': earlier },
  }
  const ran = await runAgents({ ada }, { mode: 'gate-if-worse', retries: 2, ...setting })
  const reads = ran.calls.filter(({ what }) => what === 'earlier')
  const test = ran.agents[0]?.run?.tests[0]
  return {
    status: ran.verdict,
    reads: reads.map(({ run, onlyFailed, compact }) => ({ run, onlyFailed, compact })),
    became: test?.outcome,
    changed: test?.editedEvaluators,
  }
}
const changed = [{ evaluator: 'Correctness', version: 4, before: 3 }]

test('a broken test says which evaluators changed, after one compact read of the newest run', async () => {
  expect(await breaking(done(4, 0, evaluators(3)))).toEqual({
    status: 'failed',
    reads: [{ run: 'before-0', onlyFailed: undefined, compact: true }],
    became: 'broke',
    changed,
  })
})

test('that is known without a further read if the run was read for its error rows', async () => {
  const outage = { name: `${t1}`, passed: false, reasoning: 'Agent returned HTTP 500' }
  const earlier = done(3, 1, { ...evaluators(3), results: [outage] })
  expect(await breaking(earlier, '-')).toEqual({
    status: 'failed',
    reads: [{ run: 'before-0', onlyFailed: true, compact: undefined }],
    became: 'broke',
    changed,
  })
  const unread = await breaking(http(500), '-')
  expect([unread.reads.length, unread.changed]).toEqual([1, []])
})

test.each<[string, Reply<TestRun>]>([
  ['has the same versions', done(4, 0, evaluators(4))],
  ['has other evaluators', done(4, 0, { evaluators: [{ uuid: 'gone', version_number: 1 }] })],
  ['has no versions', done(4, 0, { evaluators: [{ uuid: 'e1', version_number: null }] })],
  ['has no evaluators', done(4, 0)],
  ['cannot be read', http(500)],
])('nothing is said if the newest run %s, and the verdict stays', async (_, earlier) => {
  expect(await breaking(earlier)).toMatchObject({ status: 'failed', became: 'broke', changed: [] })
})

test.each<[string, string, Setting, string]>([
  ['a test that failed before', '---', {}, '-'],
  ['a flaky test', '', {}, '-+'],
  ['a failing test of mode gate', '', { mode: 'gate' }, '-'],
])('nothing is read for %s', async (_, failures, setting, signs) => {
  const results = [row(`${t1}`, false)]
  const { reads, changed } = await breaking(
    done(3, 1, { ...evaluators(3), results }),
    failures,
    setting,
    signs,
  )
  expect([reads.filter(({ compact }) => compact), changed]).toEqual([[], []])
})

test('files of earlier jobs have no versions, and nothing is read', async () => {
  const passed = new Map(names.map((name) => [`1 ${name}`, true]))
  const baselineFiles = [1, 2, 3].map((createdAt) => {
    const run = {
      taskId: null,
      url: null,
      createdAt: `2026-11-0${createdAt}T00:00:00.000Z`,
      passed: 4,
      total: 4,
    }
    return [{ uuid: 'ada', name: 'ada', taskId: `${createdAt}`, run, passed }]
  })
  const { status, reads, changed } = await breaking(done(4, 0, evaluators(3)), '', { baselineFiles })
  expect([status, reads, changed]).toEqual(['failed', [], []])
})
