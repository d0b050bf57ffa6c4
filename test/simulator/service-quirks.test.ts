import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import { at, column, ended, listAt, serving } from './serving.ts'

describe('tests without a configuration', () => {
  it('are in every poll until the run ends, and in its total while it runs', async () => {
    const { launch, poll, advance } = await serving({
      agents: [{ name: 'Support bot', scenario: 'unconfigured', parameters: { tests: 4 } }],
    })
    const taskId = await launch('Support bot')
    advance(1000)
    const running = (await poll(taskId)).body
    expect([at(running, 'total_tests'), listAt(running, 'results').length]).toEqual([4, 4])
    advance(1000)
    const { body } = await poll(taskId)
    expect(body).toMatchObject({ status: 'done', total_tests: 2, results: [{}, {}] })
    expect(column(at(body, 'results'), 'test_case_id')).toEqual(listAt(body, 'test_uuids').slice(0, 2))
    expect(at(body, 'test_uuids')).toHaveLength(4)
  })

  it('leave a run without results if no test is configured', async () => {
    const { whole } = await ended('unconfigured', { parameters: { tests: 2 } })
    expect(whole).toMatchObject({ status: 'done', total_tests: 0, results: [] })
  })

  it('are left out whichever agent runs them', async () => {
    const agents = ['Support bot: unconfigured', 'Booking helper: all-pass'].map(readAgentLine)
    const { run } = await serving({ agents })
    const tests = { test_uuids: listAt(await run('Support bot'), 'test_uuids').slice(5) }
    expect(await run('Booking helper', tests)).toMatchObject({ total_tests: 1, passed: 1 })
  })

  it('can be any number', async () => {
    const { whole } = await ended('one-fails', { parameters: { tests: 4, unconfigured: 3 } })
    expect(whole).toMatchObject({ total_tests: 1, passed: 0, failed: 1 })
  })
})

it('a clock that is off, and timestamps in another time zone', async () => {
  const agents = [{ name: 'Support bot', scenario: 'all-pass' as const }]
  const { simulator, launch, get, uuidOf } = await serving({
    agents,
    clockMinutes: -5,
    utcOffsetMinutes: -300,
  })
  await launch('Support bot')
  const { body } = await get(`/agent-tests/agent/${uuidOf('Support bot')}/runs`)
  expect(at(body, 'items', 0, 'created_at')).toBe('2026-11-20 17:37:02')
  const { headers } = await fetch(`${simulator.url}/agents`)
  expect(headers.get('date')).toBe('Fri, 20 Nov 2026 22:37:02 GMT')
})

it('odd measures: text, objects, arrays and booleans instead of numbers', async () => {
  const { whole: body } = await ended('odd-measures')
  expect(at(body, 'cost')).toEqual({ mean: '0.0021', currency: 'USD', count: '8' })
  const types = (field: string) =>
    column(at(body, 'results'), field)
      .slice(0, 4)
      .map((value) => typeof value)
  expect(types('latency_ms')).toEqual(['string', 'object', 'object', 'boolean'])
  expect(types('cost')).toEqual(['string', 'object', 'number', 'string'])
})
