// The comment on the pull request: one, edited in place, and never somebody else's.
import { describe, expect, it } from 'vitest'
import { createWorld, PULL_REQUEST, type World } from './world.ts'

const agents = [{ name: 'Alpha', scenario: 'one-fails', parameters: { durationMs: 200, tests: 2 } }] as const
const writes = (world: World) =>
  world.github.journal.filter(({ method, path }) => method !== 'GET' && path.includes('/comments'))

describe('the comment', () => {
  it('is edited by a second run, also on page 2', async () => {
    const world = await createWorld({ agents })
    for (let n = 0; n < 120; n += 1) world.github.seed(PULL_REQUEST, { user: 'dana', body: `Note ${n}` })
    await world.run()
    expect(world.comments()).toHaveLength(121)
    await world.run({ env: { GITHUB_RUN_ID: '1002' } })
    expect(world.comments()).toHaveLength(121)
    expect(writes(world).map(({ method }) => method)).toEqual(['POST', 'PATCH'])
    expect(world.comments().at(-1)?.split('\n')[0]).toContain('1002')
  })

  it("leaves other people's comments with the same marker alone", async () => {
    const world = await createWorld({ agents })
    await world.run()
    const copied = world.comments()[0] ?? ''
    const other = await createWorld({ agents })
    other.github.seed(PULL_REQUEST, { user: 'mallory', body: copied })
    await other.run()
    expect(other.comments()).toHaveLength(2)
    expect(other.comments()[0]).toBe(copied)
    expect(writes(other).map(({ method }) => method)).toEqual(['POST'])
  })

  it('is one for each leg of a matrix and for each step', async () => {
    const world = await createWorld({ agents })
    await world.run({ matrix: { model: 'small' } })
    await world.run({ matrix: { model: 'large' } })
    await world.run({ matrix: { model: 'large' }, env: { GITHUB_ACTION: '__run_2' } })
    expect(world.comments()).toHaveLength(3)
    expect(world.comments()[0]).toContain('small')
    expect(world.comments()[1]).toContain('large')
  })

  it.each(['push', 'schedule', 'workflow_dispatch'])('is not written on %s', async (eventName) => {
    const world = await createWorld({ agents })
    const step = await world.run({ eventName, event: {} })
    expect(world.github.journal).toEqual([])
    expect(step.summary).toContain('Alpha')
    expect(step.exitCode).toBe(1)
  })

  it('that cannot be written is a warning that names the permission, and the verdict stays', async () => {
    const world = await createWorld({
      agents: [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200 } }],
      github: {
        faults: [
          ({ method }) =>
            method === 'POST'
              ? { status: 403, body: { message: 'Resource not accessible by integration' } }
              : undefined,
        ],
      },
    })
    const step = await world.run()
    expect(step.exitCode).toBe(0)
    expect(step.outputs['verdict']).toBe('passed')
    const warnings = step.annotations.filter(({ level }) => level === 'warning')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.message).toContain('pull-requests: write')
  })
})
