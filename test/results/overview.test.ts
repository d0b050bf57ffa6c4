// The order of agents and tests in reports.
import { describe, expect, it } from 'vitest'
import { overviewOf } from '../../src/results/overview.ts'
import { comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import { unverified } from '../fixtures/sample-agents.ts'
import { cancelBooking, handOver, lateRefund } from '../fixtures/sample-tests.ts'
import { failed, outcome, passed, resultsOf, skipped } from '../fixtures/samples.ts'

const one = failed('One', 9, [lateRefund])
const two = failed('Two', 9, [lateRefund, cancelBooking])

describe('agents', () => {
  it('come in the order of what to do about them', () => {
    const { nonPassing, passing } = overviewOf(
      resultsOf(outcome([passed('Passed', 1), skipped('Skipped', 'No tests'), unverified, one, two], 1)),
    )
    expect(nonPassing.map(({ agent }) => agent.name)).toEqual(['Two', 'One', 'Order tracker', 'Skipped'])
    expect(nonPassing.map(({ blocking }) => blocking)).toEqual([2, 1, 0, 0])
    expect(passing.map(({ agent }) => agent.name)).toEqual(['Passed'])
  })

  it('come first if their failures block, then if more tests fail', () => {
    const agents = [
      failed('Known', 9, [judged(lateRefund, 'known-failure')]),
      failed(
        'Three known',
        9,
        [lateRefund, cancelBooking, handOver].map((test) => judged(test, 'known-failure')),
      ),
      failed('Broke', 9, [judged(lateRefund, 'broken')]),
    ]
    const { nonPassing } = overviewOf(resultsOf(comparedOutcome(agents, 1, agents.map(steadyBaseline))))
    expect(nonPassing.map(({ agent }) => agent.name)).toEqual(['Broke', 'Three known', 'Known'])
    expect(nonPassing.map(({ excused }) => excused)).toEqual([false, true, true])
  })
})

describe('tests', () => {
  const views = (pageUrl: string | null, ...agents: Parameters<typeof outcome>[0]) =>
    overviewOf(resultsOf(outcome(agents, 1)), pageUrl).groups.get('failing') ?? []

  it('of one name are one, those of the most agents first', () => {
    const more = failed('More', 9, [cancelBooking, lateRefund])
    const shown = views(null, failed('First', 9, [handOver]), one, more)
    expect(shown.map(({ first, others }) => [first.test.name, others.length])).toEqual([
      [lateRefund.name, 1],
      [cancelBooking.name, 0],
      [handOver.name, 0],
    ])
  })

  it('without a name are told apart', () => {
    const unnamed = { ...lateRefund, name: null }
    expect(views(null, failed('A', 9, [unnamed, unnamed]), failed('B', 9, [unnamed]))).toHaveLength(3)
  })

  it('link to the page, if it was uploaded, also in an agent that stands twice', () => {
    const urls = views('https://page.test/1', one, one).flatMap(({ first, others }) =>
      [first, ...others].map(({ pageUrl }) => pageUrl),
    )
    const anchor = `https://page.test/1#test-${one.agent.uuid}`
    expect(urls).toEqual([`${anchor}/case-1`, `${anchor}-2/case-1`])
    expect(views(null, one)[0]?.first.pageUrl).toBeNull()
  })
})
