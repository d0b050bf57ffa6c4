import { describe, expect, it } from 'vitest'
import { at, serving } from './serving.ts'

describe('the queue of a workspace', () => {
  const agents = ['A', 'B', 'C'].map((name) => ({
    name,
    scenario: 'all-pass' as const,
    parameters: { durationMs: 1000 },
  }))

  it.each([
    [
      'one at a time, first in first out',
      1,
      ['in_progress queued queued', 'done in_progress queued', 'done done in_progress', 'done done done'],
    ],
    [
      'as many at a time as its concurrency allows',
      2,
      ['in_progress in_progress queued', 'done done in_progress', 'done done done'],
    ],
    [
      'all at once with unlimited concurrency',
      Number.POSITIVE_INFINITY,
      ['in_progress in_progress in_progress', 'done done done'],
    ],
  ])('runs %s', async (_, concurrency, expected) => {
    const { launch, poll, advance } = await serving({ agents, concurrency })
    const ids: string[] = []
    for (const { name } of agents) ids.push(await launch(name))
    const seen: string[] = []
    for (const _step of expected) {
      const answers = await Promise.all(ids.map((id) => poll(id)))
      seen.push(answers.map(({ body }) => at(body, 'status')).join(' '))
      advance(1000)
    }
    expect(seen).toEqual(expected)
  })

  it('does not move past a run that hangs', async () => {
    const { launch, poll, advance } = await serving({ agents: [{ name: 'H', scenario: 'hangs' }, ...agents] })
    const hung = await launch('H')
    const waiting = await launch('A')
    advance(24 * 60 * 60 * 1000)
    expect(at((await poll(hung)).body, 'status')).toBe('in_progress')
    expect(at((await poll(waiting)).body, 'status')).toBe('queued')
  })
})
