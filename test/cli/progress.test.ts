import { describe, expect, test } from 'vitest'
import { Progress } from '../../src/cli/progress.ts'
import type { AgentRef } from '../../src/schema.ts'
import { runUrl, skipped } from '../fixtures/samples.ts'

const SECOND = 1000
const wide = { columns: 100, rows: 24 }
const agentNamed = (name: string): AgentRef => ({ uuid: `id of ${name}`, name })

function started(...names: readonly string[]) {
  const progress = new Progress(0)
  progress.add({ type: 'phase', phase: 'run' }, 0)
  progress.add({ type: 'selected', agents: names.map(agentNamed) }, 0)
  const launch = (status: string, at: number, name: string) =>
    progress.add({ type: 'launched', agent: agentNamed(name), status, url: runUrl('task') }, at)
  return { progress, launch }
}

/** Without the space between columns. */
const columnsOf = (lines: readonly string[]) => lines.map((line) => line.split(/ {2,}/))

describe('progress', () => {
  test('has agents in progress, then the queue in the order of launches, then a line for all', () => {
    const { progress, launch } = started('Alpha', 'Beta', 'Gamma', 'Delta')
    launch('queued', 3 * SECOND, 'Alpha')
    launch('in_progress', 2 * SECOND, 'Beta')
    launch('queued', 1 * SECOND, 'Gamma')
    const agent = agentNamed('Beta')
    const counts = { total: 8, passed: null, failed: 1 }
    progress.add({ type: 'progress', agent, status: 'in_progress', counts }, 4 * SECOND)
    progress.add({ type: 'tests-done', agent, tests: 4 }, 5 * SECOND)
    expect(columnsOf(progress.lines(62 * SECOND, wide))).toEqual([
      ['Beta', '1m', '4/8, 1 did not pass', '██████████░░░░░░░░░░'],
      ['Gamma', '1m 1s', 'queued, number 1'],
      ['Alpha', '59s', 'queued, number 2'],
      ['Delta', '1m 2s', 'not started'],
      ['Run tests, 1m 2s: 0 of 4 agents done, 1 running, 3 queued'],
    ])
  })

  test('counts the time in progress from its start, not from the launch', () => {
    const { progress, launch } = started('Alpha')
    const agent = agentNamed('Alpha')
    launch('queued', 0, 'Alpha')
    const counts = { total: null, passed: null, failed: null }
    progress.add({ type: 'progress', agent, status: 'in_progress', counts }, 60 * SECOND)
    progress.add({ type: 'progress', agent, status: 'in_progress', counts }, 65 * SECOND)
    expect(columnsOf(progress.lines(70 * SECOND, wide))[0]).toEqual(['Alpha', '10s', '░░░░░░░░░░░░░░░░░░░░'])
  })

  test('drops agents that have ended', () => {
    const { progress } = started('Alpha', 'Beta')
    const agent = { ...skipped('Alpha', 'no tests'), ...agentNamed('Alpha') }
    progress.add({ type: 'finished', agent, isToBeCompared: false }, SECOND)
    expect(columnsOf(progress.lines(SECOND, wide))).toEqual([
      ['Beta', '1s', 'not started'],
      ['Run tests, 1s: 1 of 2 agents done, 0 running, 1 queued'],
    ])
  })

  test('of retries has the agents that are retried, until their tests have results', () => {
    const { progress, launch } = started('Alpha', 'Beta')
    const agent = agentNamed('Alpha')
    progress.add({ type: 'retry-round', round: 1, agents: [{ agent, tests: ['a', 'b'] }] }, 0)
    launch('in_progress', 0, 'Alpha')
    progress.add({ type: 'tests-done', agent, tests: 1 }, SECOND)
    expect(columnsOf(progress.lines(SECOND, wide))[0]).toEqual(['Alpha', '1s', '1/2', '██████████░░░░░░░░░░'])
    progress.add({ type: 'tests-done', agent, tests: 2 }, SECOND)
    expect(progress.lines(SECOND, wide)).toEqual(['Retry 1, 1s: 1 of 1 agent done, 0 running, 0 queued'])
  })

  test.each([
    [10, 40],
    [3, 20],
    [1, 1],
  ])('of 1,000 agents fits into %i rows of %i columns', (rows, columns) => {
    const names = Array.from(
      { length: 1000 },
      (_, index) => `A rather long name of an agent, number ${index}`,
    )
    const { progress, launch } = started(...names)
    for (const [index, name] of names.entries()) launch(index < 3 ? 'in_progress' : 'queued', 0, name)
    const lines = progress.lines(SECOND, { rows, columns })
    expect(lines).toHaveLength(Math.max(1, rows - 1))
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns)
  })

  test('shows hostile names and states on one line', () => {
    const name = 'Evil\n\u001B[2Jbot'
    const { progress, launch } = started(name)
    launch('\u001B[31mwarming\nup', 0, name)
    const lines = progress.lines(SECOND, wide)
    expect(columnsOf(lines)[0]).toEqual(['Evil bot', '1s', 'warming up'])
  })
})
