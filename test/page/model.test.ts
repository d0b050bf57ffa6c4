import { describe, expect, it } from 'vitest'
import { latenciesOf, trendOf } from '../../src/page/chart-data.ts'
import { explanationOf } from '../../src/page/model.ts'
import { firstOf } from '../../src/page/state.ts'
import { groupOf, groupOrder } from '../../src/results/causes.ts'
import { attempts } from '../fixtures/baselines.ts'
import { cancelBooking, lateRefund, lowRatings } from '../fixtures/sample-tests.ts'
import {
  agentOf,
  binary,
  outcome,
  resultsOf,
  run,
  type SampleTest,
  test as testResult,
} from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { modelOf, resultsOfTests, sample } from './models.ts'

const model = modelOf()

describe('the model of the page', () => {
  it('lists what needs attention first', () => {
    expect(model.agents.map(({ record }) => record.name)).toEqual([
      ...['Support bot', 'Travel planner', 'Booking assistant', 'Billing helper'],
    ])
    expect(model.tests.slice(0, 5).map(({ group }) => group)).toEqual([
      ...['changed', 'older', 'flaky', 'no-result', 'passed'],
    ])
    expect(model.counts).toMatchObject({ changed: 1, older: 1, flaky: 1, 'no-result': 1, passed: 19 })
  })

  it('sorts tests that do not block into the groups of all reports', () => {
    for (const name of Object.keys(scenarios).filter((each) => each !== 'thousand-agents')) {
      const { tests } = modelOf(resultsOfScenario(name))
      const others = tests.filter(({ section }) => section !== 'blocks')
      const listed = Map.groupBy(others, ({ record }) => groupOf(record))
      for (const group of groupOrder.filter((each) => each !== 'passed'))
        expect(others.filter((each) => each.group === group).length, `${name}: ${group}`).toBe(
          listed.get(group)?.length ?? 0,
        )
    }
  })

  it.each([
    ['one-fails', 'changed'],
    ['one-broke', 'changed'],
    ['report-mode', 'changed'],
  ] as const)('says of a test what every report says: %s', (name, group) => {
    const { tests, counts } = modelOf(resultsOfScenario(name))
    expect([tests[0]?.group, counts[group]]).toEqual([
      group,
      tests.filter((each) => each.group === group).length,
    ])
  })

  it.each([
    ['all-details', 'Refuses a refund after 30 days'],
    ['worse', 'Refuses a refund after 30 days'],
    ['unfinished', 'Refuses a refund after 30 days'],
    ['cancelled', 'Travel planner'],
    ['all-skipped', 'Draft bot'],
    ['all-pass', 'Answers frequent question 1'],
    ['not-worse', 'Refuses a refund after 30 days'],
    ['history-partly-unreadable', 'Refuses a refund after 30 days'],
  ])('selects what a reviewer came for: %s', (name, selected) => {
    const opened = modelOf(resultsOfScenario(name))
    expect(opened.byAnchor.get(firstOf(opened) ?? '')?.record.name).toBe(selected)
  })

  it('gives every test an address of its own, also where agents have tests of the same name', () => {
    const tests = [testResult('Same'), testResult('Lone \uD800')]
    const agents = ['a/b', 'c'].map((uuid) => {
      return { ...agentOf('A', null, { ...run(uuid, { tests }), tests }), uuid }
    })
    expect([...modelOf(resultsOf(outcome(agents, 1))).byAnchor.keys()]).toEqual([
      ...['a%2Fb', 'test-a%2Fb/Same', 'test-a%2Fb/Lone%20%EF%BF%BD'],
      ...['c', 'test-c/Same', 'test-c/Lone%20%EF%BF%BD'],
    ])
  })

  it('counts the results of evaluators', () => {
    expect(model.evaluators).toEqual([
      { name: 'Policy', passed: 1, failed: 1, rated: 0 },
      { name: 'Helpfulness', passed: 0, failed: 0, rated: 1 },
      { name: 'Tone', passed: 1, failed: 0, rated: 0 },
    ])
  })
})

describe('the charts of the page', () => {
  it('have the latency of all tests or of none, and of no handful', () => {
    expect(latenciesOf(model)).toHaveLength(22)
    const { results, tests } = model
    expect(latenciesOf({ results, tests: tests.slice(1) })).toEqual([])
    const totals = { ...results.totals, total: 4 }
    expect(latenciesOf({ results: { ...results, totals }, tests: tests.slice(0, 4) })).toEqual([])
  })

  it('have the pass rate of earlier runs, and that of the compared tests now', () => {
    const trend = trendOf(model.agents, sample.decision.compared?.now)
    expect(trend.map(({ passed, total }) => `${passed}/${total}`)).toEqual([
      ...['5/5', '4/5', '4/5', '4/5', '4/5', '4/5', '3/5', '4/5', '4/5', '5/5', '1/5'],
    ])
    expect(trendOf(model.agents).at(-1)).toEqual({ label: 'this run', passed: 1, total: 5 })
  })
})

describe('why a test failed', () => {
  const explained = (test: SampleTest) => {
    const record = modelOf(resultsOfTests([test])).tests[0]?.record ?? expect.fail()
    const { evaluators, others, ...texts } = explanationOf(record)
    const names = (list: typeof others) => list.map(({ evaluator }) => evaluator)
    return { ...texts, evaluators: names(evaluators), others: names(others) }
  }

  it('is what the evaluators say that failed it', () => {
    expect(explained(lateRefund)).toEqual({
      title: 'Why it failed',
      reasoning: null,
      evaluatorsTitle: 'Why it failed',
      evaluators: ['Policy'],
      others: ['Tone'],
    })
  })

  it('is its ratings if no evaluator failed it', () => {
    expect(explained(lowRatings)).toMatchObject({
      evaluatorsTitle: 'Ratings',
      evaluators: lowRatings.evaluators.map(({ evaluator }) => evaluator),
      others: [],
    })
  })

  it('is the reason of the test if its evaluators do not say it', () => {
    expect(explained(testResult('A', { outcome: 'failed', reasoning: 'Too long.' }))).toMatchObject({
      title: 'Why it failed',
      reasoning: 'Too long.',
    })
    const flaky = testResult('A', {
      outcome: 'flaky',
      reasoning: 'Too long.',
      attempts: attempts(testResult('A'), 'failed', 'passed'),
    })
    expect(explained(flaky)).toMatchObject({
      title: 'Why it failed before it passed',
      reasoning: 'Too long.',
    })
    expect(explained(testResult('B', { outcome: 'unanswered', reasoning: 'No answer.' }))).toMatchObject({
      title: 'Reason',
      reasoning: 'No answer.',
    })
    const same = binary('Policy', true, 'Fine.')
    expect(explained({ ...lateRefund, evaluators: [same], reasoning: 'Fine.' }).reasoning).toBeNull()
  })

  it('is what the service says of tool calls, besides evaluators', () => {
    const policy = binary('Policy', false, 'Not allowed.')
    expect(explained({ ...cancelBooking, evaluators: [policy] })).toMatchObject({
      reasoning: cancelBooking.reasoning,
      evaluators: ['Policy'],
    })
  })
})
