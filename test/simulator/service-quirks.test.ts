import { describe, expect, it } from 'vitest'
import { at, column, ended, listAt, serving } from './serving.ts'

describe('tests without a configuration', () => {
  it('are linked, but left out of the run', async () => {
    const { poll } = await ended('unconfigured')
    const { body } = await poll()
    expect(at(body, 'test_uuids')).toHaveLength(8)
    expect(at(body, 'results')).toHaveLength(6)
    expect(column(at(body, 'results'), 'test_uuid')).toEqual(listAt(body, 'test_uuids').slice(0, 6))
  })

  it('are placeholders while the run is queued', async () => {
    const service = await serving({
      agents: [
        { name: 'IT help desk', scenario: 'all-pass' },
        { name: 'Support bot', scenario: 'unconfigured' },
      ],
    })
    await service.launch('IT help desk')
    const { body } = await service.poll(await service.launch('Support bot'))
    expect(at(body, 'results')).toHaveLength(8)
  })

  it('can be any number', async () => {
    const { poll } = await ended('one-fails', { parameters: { tests: 4, unconfigured: 3 } })
    expect((await poll()).body).toMatchObject({ total_tests: 1, passed: 0, failed: 1 })
  })
})

it('odd measures: text, objects, arrays and booleans instead of numbers', async () => {
  const { poll } = await ended('odd-measures')
  const { body } = await poll()
  expect(at(body, 'cost')).toEqual({ mean: '0.0021', currency: 'USD', count: '8' })
  const types = (field: string) =>
    column(at(body, 'results'), field)
      .slice(0, 4)
      .map((value) => typeof value)
  expect(types('latency_ms')).toEqual(['string', 'object', 'object', 'boolean'])
  expect(types('cost')).toEqual(['string', 'object', 'number', 'string'])
})
