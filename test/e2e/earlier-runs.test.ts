// Mode gate beside a service with a run history: what is known of each failing test, and that it changes nothing.
import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { BROKEN, FLAKY as JUDGED, KNOWN, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness, HEAD_SHA, PULL_REQUEST, tally, warningsOf } from './harness.ts'
import { resultsOf, testNamed } from './results-file.ts'

const EDITED = 'Angry customer is handed over'

/** After ten runs: a test that always fails, and three that now do, of which one was edited and one is judged by another version. */
const line = `Support bot: flaky rate=0 tests=16 duration-ms=200 rate="${KNOWN}"@1 break="${BROKEN}"@11 break="${JUDGED}"@11 break="${EDITED}"@11 edited="${EDITED}"@11`
const versions = { 'other-correctness': 7 }

/** Of the service's own kind, so that it can be edited there. */
const agent = {
  ...readAgentLine(line),
  history: Array.from({ length: 10 }, () => ({ scenario: 'flaky' as const, versions })),
  config: { system_prompt: 'Help.', llm: { model: 'some/model' } },
}

describe.concurrent('mode gate', () => {
  it('says of each failing test what its earlier runs show', async (context) => {
    const harness = await createHarness({ agents: [agent], concurrency: 8 }, context.onTestFinished)
    const step = await harness.run({
      with: { mode: 'gate', retries: '3', timeout: '60' },
      event: openedAnHourAgo(),
      env: fastTime(4),
    })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      ...{ verdict: 'failed', total: '16', passed: '12', failed: '4', flaky: '0', broken: '' },
      // All 16 tests, then four of them three times.
      'executed-tests': '28',
    })
    const tests = [KNOWN, BROKEN, EDITED, JUDGED].map((name) => testNamed(step, name))
    expect(
      tests.map(({ outcome, blocks, earlier }) => [outcome, blocks, earlier?.failures, earlier?.runs]),
    ).toEqual([
      ['failed-before', true, 10, 10],
      ['broke', true, 0, 10],
      ['edited', true, 0, 10],
      ['broke', true, 0, 10],
    ])
    const [known, broken, edited, judged] = tests
    expect(known?.earlier?.lastPassed).toBe(null)
    expect(broken?.reply).toMatch(/\w/)
    expect(broken?.earlier?.lastPassed?.reply).toMatch(/\w/)
    expect(broken?.earlier?.lastPassed?.reply).not.toBe(broken?.reply)
    expect([broken?.edits, broken?.editedEvaluators, edited?.editedEvaluators]).toEqual([[], [], []])
    expect(edited?.edits).toMatchObject([{ what: 'question' }])
    expect(edited?.edits[0]?.before).toContain('Before it was edited:')
    expect(edited?.edits[0]?.now).not.toContain('Before it was edited:')
    expect(judged?.editedEvaluators).toEqual([{ evaluator: 'Correctness', version: 1, before: 7 }])
    const counts = tally(harness)
    expect(counts['GET /agent-tests/agent/…/runs']).toBe(1)
    expect(counts['GET /agents/…']).toBe(1)
    // Three retries, and ten earlier runs: the newest twice, for the test that failed in it and those that passed.
    expect(new Set(harness.requests().filter((each) => each.startsWith('GET /agent-tests/run/'))).size).toBe(
      14,
    )
  })

  const queued = {
    merge_group: { head_ref: `refs/heads/gh-readonly-queue/main/pr-${PULL_REQUEST}-${HEAD_SHA}` },
  }
  it.for([
    ['that is named', 'workflow_dispatch', {}, { 'pull-request': String(PULL_REQUEST) }, 1],
    ['in a merge queue', 'merge_group', queued, {}, 0],
  ] as const)(
    'runs without the time of a pull request %s, and compares nothing',
    async ([, eventName, event, inputs, warnings], context) => {
      const harness = await createHarness({ agents: [agent], concurrency: 8 }, context.onTestFinished)
      const step = await harness.run({
        eventName,
        event,
        with: { mode: 'gate', comment: 'false', ...inputs },
      })
      expect([step.exitCode, step.outputs['failed']]).toEqual([1, '4'])
      expect(resultsOf(step).agents[0]?.baseline?.problem).toEqual({
        kind: 'not-compared',
        why: 'no-cut-off',
      })
      expect(tally(harness)['GET /agent-tests/agent/…/runs']).toBe(undefined)
      const unread = `Pull request #${PULL_REQUEST} could not be read: GitHub says: Not Found`
      expect(step.log).toContain(unread)
      expect(warningsOf(step).filter(({ message }) => message.includes(unread))).toHaveLength(warnings)
    },
  )
})
