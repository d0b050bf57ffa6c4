import { describe, expect, it } from 'vitest'
import { createModel } from '../../src/page/model.ts'
import { firstOf } from '../../src/page/state.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { judged } from '../fixtures/baselines.ts'
import { sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleContext, sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { modelOf } from './models.ts'

const model = modelOf()

describe('the model of the page', () => {
  it('lists what needs attention first', () => {
    expect(model.agents.map(({ record }) => record.name)).toEqual([
      'Support bot',
      'Travel planner',
      'Booking assistant',
      'Billing helper',
    ])
    expect(model.agents[0]?.tests.map(({ group }) => group)).toEqual([
      'broken',
      'flaky',
      'inconclusive',
      'passed',
    ])
    expect(model.counts).toEqual({ broken: 1, failing: 1, flaky: 1, inconclusive: 1, passed: 20 })
  })

  it.each([
    ['all-details', 'Refuses a refund after 30 days'],
    ['unfinished', 'Refuses a refund after 30 days'],
    ['cancelled', 'Travel planner'],
    ['all-skipped', 'Draft bot'],
    ['all-pass', 'Billing helper'],
    ['history-partly-unreadable', 'Refuses a refund after 30 days'],
  ])('selects what a reviewer came for: %s', (name, selected) => {
    const { outcome } = scenarios[name] ?? expect.fail()
    const opened = modelOf(outcome)
    expect(opened.byAnchor.get(firstOf(opened) ?? '')?.record.name).toBe(selected)
  })

  it('restores what the data leaves out', () => {
    const [passing] = model.agents[3]?.tests ?? []
    expect(passing?.record).toMatchObject({ reply: null, evaluators: [], attempts: [], retrySkipped: null })
    const [broken] = model.agents[0]?.tests ?? []
    expect(broken?.record.evaluators[0]).toMatchObject({ passed: false, score: null, valueName: null })
  })

  it('gives every test an address of its own', () => {
    const agent = { uuid: 'a/b', name: 'A' }
    const tests = [sampleTest('Same'), sampleTest('Same'), sampleTest('No ID', { id: null, uuid: null })]
    const { byAnchor } = modelOf({
      ...sampleOutcome,
      comparison: null,
      results: [{ outcome: 'passed', agent, run: sampleRun('r', tests) }],
    })
    expect([...byAnchor.keys()]).toEqual(['a%2Fb', 'a%2Fb/test-Same', 'a%2Fb/test-Same~2', 'a%2Fb/No%20ID'])
  })

  it('gives 100,000 tests of the same ID an address each, without a search for each', () => {
    const tests = Array.from({ length: 100_000 }, () => ({ uuid: 'same', status: 'passed' as const }))
    const data = JSON.parse(
      [...htmlPage(sampleOutcome, sampleContext, { template: '"__PAGE_DATA__"' })].join(''),
    )
    const agents = [{ ...data.agents[0], uuid: 'a', run: { ...data.agents[0].run, tests } }]
    expect(createModel({ ...data, agents }).tests.at(-1)?.anchor).toBe('a/same~100000')
  })

  it('calls a failing test without history failing', () => {
    const run = sampleRun('r', [sampleTest('A', { status: 'failed' })])
    const results = [{ outcome: 'failed', agent: { uuid: 'a', name: 'A' }, run }] as const
    expect(modelOf({ ...sampleOutcome, comparison: null, results }).counts).toMatchObject({
      failing: 1,
      broken: 0,
    })
  })

  it.each(['many-small-breaks', 'could-not-retry'])(
    'calls a failing test failing even if it could not be judged: %s',
    (name) => {
      const { tests } = modelOf(scenarios[name]?.outcome)
      expect(new Set(tests.map(({ group }) => group))).toEqual(new Set(['failing']))
    },
  )

  it('lists failing tests that count against the verdict before others', () => {
    const tests = [
      judged(sampleTest('Known', { status: 'failed' }), 'known-failure'),
      judged(sampleTest('Unjudged', { status: 'failed' }), 'undetermined'),
    ]
    const agent = { uuid: 'a', name: 'A' }
    const { agents } = modelOf({
      ...sampleOutcome,
      results: [{ outcome: 'failed', agent, run: sampleRun('r', tests) }],
    })
    expect(agents[0]?.tests.map(({ record }) => record.name)).toEqual(['Unjudged', 'Known'])
  })

  it('counts the results of evaluators', () => {
    expect(model.evaluators).toEqual([
      { name: 'Policy', passed: 1, failed: 1, rated: 0 },
      { name: 'Helpfulness', passed: 0, failed: 0, rated: 1 },
      { name: 'Tone', passed: 2, failed: 0, rated: 0 },
    ])
  })
})
