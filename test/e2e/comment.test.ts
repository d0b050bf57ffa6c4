// The comment on the pull request: one, edited in place, and never somebody else's.
import { describe, expect, it } from 'vitest'
import type { FaultRule } from '../support/github/github.ts'
import { createHarness, type Harness, PULL_REQUEST } from './harness.ts'

const agents = [{ name: 'Alpha', scenario: 'one-fails', parameters: { durationMs: 200, tests: 2 } }] as const
const writes = (harness: Harness) =>
  harness.github.journal.filter(({ method, path }) => method !== 'GET' && path.includes('/comments'))

describe.concurrent('the comment', () => {
  it('is edited by a second run, also on page 2', async ({ onTestFinished }) => {
    const harness = await createHarness({ agents }, onTestFinished)
    for (let n = 0; n < 120; n += 1) harness.github.seed(PULL_REQUEST, { user: 'dana', body: `Note ${n}` })
    await harness.run()
    expect(harness.comments()).toHaveLength(121)
    await harness.run({ env: { GITHUB_RUN_ID: '1002' } })
    expect(harness.comments()).toHaveLength(121)
    expect(writes(harness).map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH'])
    expect(harness.comments().at(-1)?.split('\n')[0]).toContain('1002')
  })

  it('is one for each leg of a matrix and for each step', async ({ onTestFinished }) => {
    const harness = await createHarness({ agents }, onTestFinished)
    await harness.run({ matrix: { model: 'small' } })
    await harness.run({ matrix: { model: 'large' } })
    await harness.run({ matrix: { model: 'large' }, env: { GITHUB_ACTION: '__run_2' } })
    expect(harness.comments()).toHaveLength(3)
    expect(harness.comments()[0]).toContain('small')
    expect(harness.comments()[1]).toContain('large')
  })

  it('is one if two jobs create theirs at the same time', async (context) => {
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
    for (const step of steps) expect(step.outputs['verdict']).toBe('failed')
    expect(creations).toBe(2)
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('run:1002')
  })

  // The runner gives them the same workflow, job and step.
  it('is one for each of two calls of a workflow run, as of a reusable workflow', async ({
    onTestFinished,
  }) => {
    const other = { ...agents[0], name: 'Beta' }
    const harness = await createHarness({ agents: [...agents, other], concurrency: 2 }, onTestFinished)
    await harness.run({ with: { agents: 'Alpha' } })
    const second = await harness.run({ with: { agents: 'Beta' } })
    expect(second.annotations.map(({ message }) => message).join()).toContain('its own input "title"')
    expect(harness.comments()).toEqual([expect.stringContaining('Alpha'), expect.stringContaining('Beta')])
  })

  it('is not written on push', async ({ onTestFinished }) => {
    const harness = await createHarness({ agents }, onTestFinished)
    const step = await harness.run({ eventName: 'push', event: {} })
    expect(harness.github.journal).toEqual([])
    expect(step.summary).toContain('Alpha')
    expect(step.exitCode).toBe(1)
  })

  it('is a warning if the token is empty, for which there is no default', async ({ onTestFinished }) => {
    const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200 } }] as const
    const harness = await createHarness({ agents }, onTestFinished)
    const step = await harness.run({ githubToken: '' })
    expect([step.outputs['verdict'], harness.comments()]).toEqual(['passed', []])
    expect(step.annotations).toMatchObject([
      { level: 'warning', message: expect.stringContaining('github-token is empty') },
    ])
  })

  it('is written for failures only if asked, and then updated when they are gone', async ({
    onTestFinished,
  }) => {
    const harness = await createHarness(
      {
        agents: [
          { name: 'Green', scenario: 'all-pass', parameters: { durationMs: 200 } },
          { name: 'Red', scenario: 'one-fails', parameters: { durationMs: 200 } },
        ],
      },
      onTestFinished,
    )
    const run = (agents: string, id: string) =>
      harness.run({ with: { agents, comment: 'failures' }, env: { GITHUB_RUN_ID: id } })
    const first = await run('Green', '1')
    expect(harness.comments()).toEqual([])
    expect(first.log).toContain('No comment was written, because the verdict is "passed"')
    await run('Red', '2')
    expect(harness.comments()).toEqual([expect.stringContaining('### ❌ Do not merge')])
    await run('Green', '3')
    expect(harness.comments()).toEqual([expect.stringContaining('### ✅ Good to merge')])
  })
})
