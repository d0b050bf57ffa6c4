// The baseline from results files of earlier jobs.
import { describe, expect, test } from 'vitest'
import {
  type BaselineFile,
  baselineFromFiles,
  type FileRun,
  passRateOf,
} from '../../../src/gate/compare/earlier-runs.ts'
import { runAgents } from '../gate-harness.ts'
import { suite, uuidOf } from '../suites.ts'

const agent = { uuid: 'ada', name: 'Ada' }

describe('the baseline from files', () => {
  const earlier = (createdAt: number | null, who = agent, passing: readonly string[] = ['a']): FileRun => {
    const passed = new Map(passing.map((name) => [`1 ${name}`, true]))
    const run = { taskId: null, createdAt, ...passRateOf(passed) }
    return { ...who, taskId: `run-${createdAt}`, run, passed }
  }
  const createdAt = (files: readonly BaselineFile[]) =>
    baselineFromFiles(agent, [], files).runs.map((run) => run.createdAt)

  test('has one run of each file, newest first, and each run once', () => {
    const one = [earlier(1)]
    expect(createdAt([one, [earlier(null)], [earlier(3)], [earlier(2)], one])).toEqual([3, 2, 1, null])
  })

  test('finds the agent by its ID, else by its name if that is unique', () => {
    const copy = { uuid: 'copy', name: 'Ada' }
    const other = { uuid: 'other', name: 'Ada' }
    expect(createdAt([[earlier(1, copy), earlier(2)], [earlier(3, copy)]])).toEqual([3, 2])
    expect(
      createdAt([[earlier(1, copy), earlier(2, other)], [earlier(3, { uuid: 'bob', name: 'Bob' })]]),
    ).toEqual([])
  })

  test('takes the place of the history', async () => {
    const ada = { uuid: 'ada', name: 'ada' }
    const baselineFiles = [1, 2, 3].map((time) => [earlier(time, ada, ['a', 'b', 'c'])])
    const { calls, launches, verdict, comparison } = await runAgents(
      { ada: suite({ a: '-', b: '+', c: '+' }) },
      { mode: 'gate-if-worse', baselineFiles },
    )
    expect(calls.filter(({ what }) => what === 'history')).toEqual([])
    expect(launches('ada')).toEqual([null, [uuidOf('a')], [uuidOf('a')]])
    expect(verdict.status).toBe('failed')
    expect(comparison).toMatchObject({
      compared: { tests: 3, before: { passed: 9, total: 9 } },
      classes: { broken: 1 },
    })
  })
})
