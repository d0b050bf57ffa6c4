// Legs of a matrix run the bundle against the simulator; then merge/ makes one report of their results files.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, writeFiles } from '../support/folders.ts'
import { root } from '../support/runner/metadata.ts'
import type { StepOptions } from '../support/runner/run-step.ts'
import { createHarness, HEAD_SHA, pullRequestEvent } from './harness.ts'
import { junitOf, resultsOf } from './results-file.ts'

const names = ['one', 'two', 'three', 'four']

test('a matrix with one leg that is missing, one corrupt and one failing fails, and names all three; another commit does, too', async (context) => {
  const folder = createFolder({}, context)
  /** As `download-artifact` leaves it. */
  const leave = (part: string, text: string) => writeFiles(folder, { [`${part}/results.json`]: text })
  const agents = names.map((name) => {
    const scenario = name === 'two' ? ('two-fail' as const) : ('all-pass' as const)
    return { name, scenario, parameters: { tests: 3, durationMs: 100 } }
  })
  const harness = await createHarness({ agents, concurrency: 4 }, context.onTestFinished)
  const leg = async (agent: string) => {
    const inputs = { agents: agent, mode: 'report', comment: 'false', timeout: '60' }
    const step = await harness.run({ with: inputs, matrix: { agent } })
    expect(step.exitCode).toBe(0)
    leave(agent, JSON.stringify(resultsOf(step)))
  }
  const merge = (inputs: Record<string, string>, options: Partial<StepOptions> = {}) => {
    const action = new URL('merge/', root)
    return harness.run({ action, with: { path: join(folder, '*'), ...inputs }, ...options })
  }
  await Promise.all(names.slice(0, 3).map(leg))
  expect(harness.comments()).toEqual([])
  leave('three', '{"version": 2, "title"')

  const merged = await merge({ expect: names.join(',') })
  expect(merged.exitCode).toBe(1)
  expect(merged.outputs).toMatchObject({ total: '6', passed: '4', failed: '2', verdict: 'failed' })
  const [comment = '', ...others] = harness.comments()
  expect(others).toEqual([])
  for (const text of [comment, merged.summary]) {
    expect(text).toContain(
      '### ❌ Agent tests (2 parts): Do not merge: "Refund inside 30 days" and 1 more failed',
    )
    expect(text).toContain('Part "three" is unreadable')
    expect(text).toContain('Part "four" is missing')
  }
  expect(resultsOf(merged)).toMatchObject({ verdict: 'failed', agentTotals: { passed: 1, failed: 1 } })
  expect(junitOf(merged).match(/<testcase /g)).toHaveLength(7)
  expect(merged.files.some((file) => file.startsWith('<!doctype html>'))).toBe(true)
  expect(merged.annotations.map(({ title }) => title)).toContain('two: 2 tests failed')

  rmSync(join(folder, 'two'), { recursive: true })
  rmSync(join(folder, 'three'), { recursive: true })
  const { pull_request: pullRequest, ...event } = pullRequestEvent
  const head = { ...pullRequest.head, sha: 'b'.repeat(40) }
  const pushed = { ...event, pull_request: { ...pullRequest, head } }
  const older = await merge({ expect: '1', title: 'All environments' }, { event: pushed })
  expect(older).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } })
  for (const text of [harness.comments()[1], older.summary]) {
    expect(text).toContain('All environments')
    expect(text).toContain('Part "one" is of another commit')
  }
  expect(older.log).toContain(`is of another commit (${HEAD_SHA.slice(0, 7)}) than this job (bbbbbbb)`)
})
