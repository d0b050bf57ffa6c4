import { describe, expect, test } from 'vitest'
import { type BaselineFile, baselineFromFiles, type FileRun } from '../../src/gate/baseline.ts'
import { passRateOf } from '../../src/gate/earlier-run.ts'
import { runAgents } from './gate-harness.ts'
import { suite, uuidOf } from './suites.ts'

const ada = { uuid: 'ada', name: 'Ada' }

const earlier = (createdAt: number | null, ...passing: string[]): FileRun => {
  const passed = new Map(passing.map((name) => [`1 ${name}`, true]))
  return {
    taskId: `run-${createdAt}`,
    run: { taskId: null, createdAt, ...passRateOf(passed), p95LatencyMs: null, meanCostUsd: null },
    passed,
  }
}
const file = (byUuid: Record<string, FileRun>, byName: Record<string, FileRun> = {}): BaselineFile => ({
  byUuid: new Map(Object.entries(byUuid)),
  byName: new Map(Object.entries(byName)),
})
const createdAt = (files: readonly BaselineFile[]) =>
  baselineFromFiles(ada, [], files).runs.map((run) => run.createdAt)

describe('the baseline from files', () => {
  test('has one run of each file, newest first', () => {
    expect(
      createdAt([file({ ada: earlier(1) }), file({ ada: earlier(3) }), file({ ada: earlier(2) })]),
    ).toEqual([3, 2, 1])
  })

  test('has a run once that several files contain', () => {
    const both = file({ ada: earlier(1) })
    expect(createdAt([both, file({ ada: earlier(2) }), both])).toEqual([2, 1])
  })

  test('finds the agent by its ID, else by its name', () => {
    expect(
      createdAt([
        file({ ada: earlier(1) }, { Ada: earlier(2) }),
        file({ x: earlier(3) }, { Ada: earlier(4) }),
      ]),
    ).toEqual([4, 1])
  })

  test('has no run of a file without the agent', () => {
    expect(baselineFromFiles(ada, [], [file({ bob: earlier(1) }, { Bob: earlier(1) })])).toEqual({
      agent: ada,
      runs: [],
      error: null,
      histories: [],
    })
  })

  test('has files of unknown age last', () => {
    expect(createdAt([file({ ada: earlier(null) }), file({ ada: earlier(7) })])).toEqual([7, null])
  })
})

test('files take the place of the history', async () => {
  const baselineFiles = [1, 2, 3].map((time) => file({ ada: earlier(time, 'a', 'b', 'c') }))
  const { calls, launches, verdict, comparison } = await runAgents(
    { ada: suite({ a: '-', b: '+', c: '+' }) },
    { mode: 'gate-if-worse', retries: 1, baselineFiles },
  )
  expect(calls.filter(({ what }) => what === 'history')).toEqual([])
  expect(launches('ada')).toEqual([null, [uuidOf('a')]])
  expect(verdict.status).toBe('failed')
  expect(comparison).toMatchObject({
    comparedTests: 3,
    before: { passed: 9, total: 9 },
    classes: { broken: 1 },
  })
})
