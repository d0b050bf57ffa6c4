// The baseline from results files of earlier jobs.
import { describe, expect, test } from 'vitest'
import {
  type BaselineFile,
  baselineFromFiles,
  type FileRun,
  passRateOf,
  publishedBaseline,
} from '../../../src/gate/compare/earlier-runs.ts'
import { runAgents } from '../gate-harness.ts'
import { suite, uuidOf } from '../suites.ts'

const agent = { uuid: 'ada', name: 'Ada' }
/** Days of November, as earlier runs are dated. */
const at = (day: number | null) => (day === null ? null : `2026-11-0${day}T00:00:00.000Z`)

describe('the baseline from files', () => {
  const earlier = (createdAt: number | null, who = agent, passing: readonly string[] = ['a']): FileRun => {
    const passed = new Map(passing.map((name) => [`1 ${name}`, true]))
    const run = { taskId: null, url: null, createdAt: at(createdAt), ...passRateOf(passed) }
    return { ...who, taskId: `run-${createdAt}`, run, passed }
  }
  const createdAt = (files: readonly BaselineFile[]) =>
    publishedBaseline(baselineFromFiles(agent, [], files), 0).runs.map((run) => run.createdAt)

  test('has one run of each file, newest first, and each run once', () => {
    const one = [earlier(1)]
    expect(createdAt([one, [earlier(null)], [earlier(3)], [earlier(2)], one])).toEqual([
      at(3),
      at(2),
      at(1),
      null,
    ])
  })

  test('finds the agent by its ID, else by its name if that is unique', () => {
    const copy = { uuid: 'copy', name: 'Ada' }
    const other = { uuid: 'other', name: 'Ada' }
    expect(createdAt([[earlier(1, copy), earlier(2)], [earlier(3, copy)]])).toEqual([at(3), at(2)])
    expect(
      createdAt([[earlier(1, copy), earlier(2, other)], [earlier(3, { uuid: 'bob', name: 'Bob' })]]),
    ).toEqual([])
  })

  test('takes the place of the history', async () => {
    const ada = { uuid: 'ada', name: 'ada' }
    const baselineFiles = [1, 2, 3].map((time) => [earlier(time, ada, ['a', 'b', 'c'])])
    const { calls, launches, verdict, decision, agents } = await runAgents(
      { ada: suite({ a: '-', b: '+', c: '+' }) },
      { mode: 'gate-if-worse', baselineFiles },
    )
    expect(calls.filter(({ what }) => what === 'history')).toEqual([])
    expect(launches('ada')).toEqual([null, [uuidOf('a')], [uuidOf('a')]])
    expect(verdict).toBe('failed')
    expect(decision).toMatchObject({ compared: { tests: 3, before: { passed: 9, total: 9 } } })
    expect(agents[0]?.run?.tests.map(({ outcome }) => outcome)).toEqual(['broke', 'passed', 'passed'])
  })
})
