// One comment remains, whatever other jobs of the same pull request do meanwhile.
import { describe, expect, it } from 'vitest'
import type { FaultRule } from '../support/github/github.ts'
import { createHarness } from './harness.ts'
import { expectPassed } from './step-checks.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

describe.concurrent('one comment', () => {
  it('remains when two jobs create theirs at the same time', async (context) => {
    // Neither finds the other's comment: no comment is created before both jobs ask for it.
    const both = Promise.withResolvers<void>()
    let creations = 0
    const meet: FaultRule = async ({ method, path }) => {
      if (method !== 'POST' || path === '/graphql') return undefined
      creations += 1
      if (creations === 2) both.resolve()
      await both.promise
      return undefined
    }
    const harness = await createHarness(
      { agents, concurrency: 2, github: { faults: [meet] } },
      context.onTestFinished,
    )
    const steps = await Promise.all([
      harness.run({ env: { GITHUB_RUN_ID: '1001' } }),
      harness.run({ env: { GITHUB_RUN_ID: '1002' } }),
    ])
    for (const step of steps) expectPassed(step)
    expect(creations).toBe(2)
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('run:1002')
  })
})

// The runner gives them the same workflow, job and step.
it('two calls of a workflow run, as of a reusable workflow, keep a comment each', async ({
  onTestFinished,
}) => {
  const red = { name: 'Red', scenario: 'one-fails', parameters: { durationMs: 200, tests: 2 } } as const
  const green = { name: 'Green', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } } as const
  const harness = await createHarness({ agents: [red, green], concurrency: 2 }, onTestFinished)
  const call = (agent: string, run: string, attempt = '1') =>
    harness.run({ with: { agents: agent }, env: { GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: attempt } })
  const runsOf = () =>
    harness.comments().map((body) => {
      const agents = ['Red', 'Green'].filter((name) => body.includes(`${name}`))
      return `${agents.join()} ${/run:(\d+ attempt:\d+)/.exec(body)?.[1]}`
    })

  await call('Red', '1001')
  const second = await call('Green', '1001')
  expect(second.annotations.map(({ message }) => message).join()).toContain('its own input "title"')
  expect(runsOf()).toEqual(['Red 1001 attempt:1', 'Green 1001 attempt:1'])
  await Promise.all([call('Green', '1002'), call('Red', '1002')])
  expect(runsOf()).toEqual(['Red 1002 attempt:1', 'Green 1002 attempt:1'])
  const again = await call('Green', '1002', '2')
  expect(again.log).not.toContain('"title"')
  expect(runsOf()).toEqual(['Red 1002 attempt:1', 'Green 1002 attempt:2'])
})
