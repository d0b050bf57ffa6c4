import { describe, expect, it } from 'vitest'
import { at, column, listAt, serving } from './serving.ts'

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
