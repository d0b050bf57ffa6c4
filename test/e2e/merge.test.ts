// Legs of a matrix run the bundle against the simulator; then merge/ makes one report of their results files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../support/runner/metadata.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import { createHarness, type Harness, HEAD_SHA, pullRequestEvent } from './harness.ts'
import { junitOf, resultsOf } from './results-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'merge-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As `download-artifact` leaves it. */
function leave(part: string, text: string): void {
  const path = join(folder, part, 'results.json')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

async function leg(harness: Harness, agent: string, mode = 'report'): Promise<StepResult> {
  const inputs = { agents: agent, mode, comment: 'false', timeout: '60' }
  const step = await harness.run({ with: inputs, matrix: { agent } })
  const text = step.files.find((file) => file.startsWith('{"version"'))
  if (text === undefined) throw new Error(`the leg wrote no results file:\n${step.log}`)
  leave(agent, text)
  return step
}

function merge(harness: Harness, inputs: Record<string, string>): Promise<StepResult> {
  const action = new URL('merge/', root)
  return harness.run({ action, with: { path: join(folder, '*'), ...inputs } })
}

const named = (name: string, scenario: 'all-pass' | 'two-fail' = 'all-pass') => ({
  name,
  scenario,
  parameters: { tests: 3, durationMs: 100 },
})

describe('a matrix of 8 legs', () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

  test('with one missing, one corrupt and one failing fails, and names all three', async () => {
    const harness = await createHarness({
      agents: names.map((name) => named(name, name === 'two' ? 'two-fail' : 'all-pass')),
      concurrency: 8,
    })
    const present = names.filter((name) => name !== 'eight')
    const legs = await Promise.all(present.map((name) => leg(harness, name)))
    expect(legs.map(({ exitCode }) => exitCode)).toEqual(present.map(() => 0))
    expect(harness.comments()).toEqual([])
    leave('seven', '{"version": 2, "title"')

    const merged = await merge(harness, { expect: names.join(',') })
    expect(merged.exitCode).toBe(1)
    expect(merged.outputs).toMatchObject({ total: '18', passed: '16', failed: '2', verdict: 'failed' })
    const [comment = '', ...others] = harness.comments()
    expect(others).toEqual([])
    for (const text of [comment, merged.summary]) {
      expect(text).toContain(
        '### ❌ Agent tests (6 parts): Do not merge: "Refund inside 30 days" and 1 more failed',
      )
      expect(text).toContain('Part "seven" is unreadable')
      expect(text).toContain('Part "eight" is missing')
    }
    expect(resultsOf(merged)).toMatchObject({ verdict: 'failed', agentTotals: { passed: 5, failed: 1 } })
    expect(junitOf(merged).match(/<testcase /g)).toHaveLength(19)
    expect(merged.files.some((file) => file.startsWith('<!doctype html>'))).toBe(true)
    expect(merged.annotations.map(({ title }) => title)).toContain('two: 2 tests failed')
  })
})

test('parts that all are of an earlier commit than that of the event do not pass', async () => {
  const harness = await createHarness({ agents: [named('one'), named('two')], concurrency: 8 })
  await leg(harness, 'one')
  await leg(harness, 'two')
  const { pull_request: pullRequest, ...event } = pullRequestEvent
  const pushed = {
    ...event,
    pull_request: { ...pullRequest, head: { ...pullRequest.head, sha: 'b'.repeat(40) } },
  }
  const action = new URL('merge/', root)
  const merged = await harness.run({
    action,
    event: pushed,
    with: { path: join(folder, '*'), expect: '2', title: 'All environments' },
  })
  expect([merged.exitCode, merged.outputs['verdict']]).toEqual([1, 'inconclusive'])
  const [comment] = harness.comments()
  for (const text of [comment, merged.summary]) {
    expect(text).toContain('All environments')
    for (const part of ['one', 'two']) expect(text).toContain(`Part "${part}" is of another commit`)
  }
  expect(merged.log).toContain(`is of another commit (${HEAD_SHA.slice(0, 7)}) than this job (bbbbbbb)`)
})
