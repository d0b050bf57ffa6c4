import { describe, expect, it } from 'vitest'
import { latenciesOf, trendOf } from '../../src/page/chart-data.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { modelOf } from './models.ts'

describe('the charts of the page', () => {
  it('have the latency of all tests or of none', () => {
    expect(latenciesOf(modelOf())).toHaveLength(23)
    for (const name of ['worse', 'ratings', 'all-pass'])
      expect(latenciesOf(modelOf(scenarios[name]?.outcome)), name).toEqual([])
  })

  it('have no latency of a handful of tests', () => {
    const { job, tests, ...model } = modelOf()
    const totals = { ...job.totals, total: 4 }
    expect(latenciesOf({ ...model, job: { ...job, totals }, tests: tests.slice(0, 4) })).toEqual([])
  })

  it('have the pass rate of earlier runs, and that of the compared tests now', () => {
    const { agents, job } = modelOf()
    expect(trendOf(agents, job.comparison?.now).map(({ passed, total }) => `${passed}/${total}`)).toEqual([
      ...['5/6', '5/6', '6/6', '4/6', '5/6', '5/6', '5/6', '6/6', '5/6', '5/6', '2/6'],
    ])
    expect(trendOf(agents).at(-1)).toMatchObject({ label: 'this run', passed: 2, total: 6 })
  })
})
