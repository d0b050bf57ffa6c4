// The part of `npm run bench` that does not depend on the machine: numbers of requests, and how much of the texts is kept.
import { describe, expect, it } from 'vitest'
import { fewestRequests } from '../../scripts/bench/ideal.ts'
import { type Load, serviceOptions } from '../../scripts/bench/load.ts'
import { requestCount, trafficOf } from '../../scripts/bench/traffic.ts'
import { resultsInPage } from '../support/page-results.ts'
import { createHarness } from './harness.ts'
import { junitOf, resultsOf, testsOf } from './results-file.ts'

const CAP = 8

/** Runs that have ended by their first poll. */
const load: Load = {
  agents: 100,
  testsPerAgent: 20,
  failingPerAgent: 3,
  failureRate: 0,
  runMs: 500,
  slots: Number.POSITIVE_INFINITY,
  startDelayMs: 0,
  latencyMs: 50,
  requestMs: 0,
  textLength: null,
}

it('a hundred agents with failing tests cost no more requests than they need', async (context) => {
  const harness = await createHarness(serviceOptions(load), context.onTestFinished)
  const step = await harness.run({ with: { timeout: '60' } })
  expect(step.outputs).toMatchObject({ total: '2000', failed: '300', verdict: 'failed' })

  const traffic = trafficOf(harness.simulator)
  // A page of the history for each agent, as information.
  const each = { launch: 100, poll: 100, details: 100, history: 100 }
  expect(traffic.requests).toEqual({ select: 1, ...each, other: 0 })
  expect(requestCount(traffic)).toBe(fewestRequests(load))
  expect(traffic.peakInFlight).toBeLessThanOrEqual(CAP)
  expect(traffic.connections).toBeLessThanOrEqual(3 * CAP)
})

describe('conversations of more than 30 million characters', () => {
  it('are dropped from all files, which say so, and nothing else is', async (context) => {
    const huge = { ...load, agents: 2, testsPerAgent: 300, failingPerAgent: 300, textLength: 12_000 }
    const harness = await createHarness(serviceOptions(huge), context.onTestFinished)
    const step = await harness.run({ with: { timeout: '240' } })
    expect(step.outputs).toMatchObject({ verdict: 'failed', total: '600', failed: '600' })

    const results = resultsOf(step)
    expect(results.conversationsLeftOut).toBe(true)
    const tests = testsOf(step)
    expect(tests.filter(({ name, failed }) => name?.startsWith('Test') && failed)).toHaveLength(600)
    const texts = tests.flatMap(({ reply, reasoning, question, criteria, evaluators }) => [
      ...[reply, reasoning, ...question.map(({ content }) => content), ...criteria.map(({ text }) => text)],
      ...evaluators.map((each) => each.reasoning),
    ])
    const characters = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    expect(characters).toBeLessThanOrEqual(30_000_000)
    expect(characters).toBeGreaterThan(29_900_000)

    const page = step.files.find((file) => file.startsWith('<!doctype html>')) ?? ''
    expect(resultsInPage(page)).toEqual(results)
    for (const report of [harness.comments()[0], step.summary, step.log, junitOf(step)])
      expect(report).toContain('Some tests are shown without their conversations')
  })
})
