import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultsJson } from '../../src/report/results-json.ts'
import { hostileAgent, hostileComparison, hostileRefusal } from '../fixtures/hostile-texts.ts'
import { outcome, passed, test as testReport } from '../fixtures/samples.ts'
import { type Scenario, scenarios } from '../fixtures/scenarios.ts'
import { hostileText } from './hostile-arbitrary.ts'

const schema = JSON.parse(readFileSync(new URL('../../schema/results.v1.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(schema)

function resultsOf({ outcome, context }: Scenario): Record<string, unknown> {
  return JSON.parse([...resultsJson(outcome, context)].join(''))
}

function faultsOf(results: unknown): unknown {
  validate(results)
  return validate.errors
}

const mixed = scenarios['mixed'] ?? expect.fail()

describe('the results file', () => {
  it.each(Object.entries(scenarios))('of scenario %s is as its schema says', (_name, scenario) => {
    expect(faultsOf(resultsOf(scenario))).toBeNull()
  })

  it('is refused by the schema where it is not whole', () => {
    const results = resultsOf(mixed)
    expect(faultsOf({ ...results, version: 2 })).not.toBeNull()
    expect(faultsOf({ ...results, agents: [{ name: 'A' }] })).not.toBeNull()
  })

  it('is as its schema says and keeps every text whole, whatever the texts are', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const results = resultsOf({
          ...mixed,
          outcome: outcome([hostileAgent(text), hostileRefusal(text)], 1),
        })
        expect(faultsOf(results)).toBeNull()
        expect(results).toMatchObject({ agents: [{ name: text.toWellFormed() }, {}] })
        expect(faultsOf(resultsOf({ ...mixed, outcome: hostileComparison([text]) }))).toBeNull()
      }),
    )
  })

  it('says everything that is known of an agent and of its tests, passing ones included', () => {
    const run = passed('Billing helper', 1, {
      taskId: 't-1',
      tests: [testReport('Explains the bill', { status: 'passed', latencyMs: 900, cost: 0.001 })],
      shareToken: 's-1',
    })
    expect(resultsOf({ ...mixed, outcome: outcome([run], 1000) })).toMatchObject({
      version: 1,
      verdict: 'passed',
      totals: { total: 1, passed: 1, failed: 0 },
      agents: [
        {
          name: 'Billing helper',
          outcome: 'passed',
          problem: null,
          run: {
            taskId: 't-1',
            url: 'https://app.example.com/tests?tab=runs&runId=t-1',
            publicUrl: 'https://app.example.com/public/test-run/s-1',
            tests: [{ name: 'Explains the bill', status: 'passed', latencyMs: 900, costUsd: 0.001 }],
          },
        },
      ],
    })
  })

  it('says why an agent has no result, and what to do', () => {
    const { agents } = resultsOf(scenarios['cannot-run'] ?? expect.fail())
    expect(agents).toMatchObject([
      {
        outcome: 'inconclusive',
        run: null,
        problem: {
          kind: 'cannot-run',
          message: expect.stringMatching(/^cannot run \(HTTP 400\): Agent connection/),
        },
      },
    ])
  })

  it('says how the run stands against earlier ones, in all and for each agent', () => {
    const worse = resultsOf(scenarios['worse'] ?? expect.fail())
    expect(worse['comparison']).toEqual({
      worse: true,
      now: { passed: 42, total: 47 },
      before: { passed: 44, total: 46 },
      agents: { compared: 4, withoutEarlierRun: 1, unreadable: 0 },
    })
    expect(worse['agents']).toMatchObject([
      { name: 'Billing helper', comparison: { kind: 'compared', newlyFailing: [] } },
      {
        name: 'Support bot',
        comparison: {
          kind: 'compared',
          earlierRun: {
            taskId: expect.any(String),
            url: expect.stringMatching(/^https:\/\/app\.example\.com\/tests\?tab=runs&runId=/),
          },
          now: { passed: 10, total: 12 },
          before: { passed: 12, total: 12 },
          newlyFailing: ['Refuses a refund after 30 days', 'Hands an angry customer over to a person'],
          fixed: [],
          added: [],
          removed: [],
        },
      },
      { name: 'Order agent' },
      { name: 'Booking assistant' },
      { name: 'Gift adviser', comparison: { kind: 'no-earlier-run' } },
    ])
  })

  it('says why a run history is missing, and nothing of earlier runs in the other modes', () => {
    const { agents } = resultsOf(scenarios['history-partly-unreadable'] ?? expect.fail())
    expect(agents).toMatchObject([
      { comparison: { kind: 'compared' } },
      {
        comparison: {
          kind: 'unreadable',
          message: expect.stringContaining('HTTP 403: Not allowed'),
          remedy: expect.stringContaining('API key'),
        },
      },
      { comparison: null },
    ])
    expect(resultsOf(mixed)).toMatchObject({
      comparison: null,
      agents: [{ comparison: null }, {}, {}, {}, {}],
    })
  })

  it('is refused by the schema where the comparison is not whole', () => {
    const results = resultsOf(scenarios['worse'] ?? expect.fail())
    expect(faultsOf({ ...results, comparison: { worse: true } })).not.toBeNull()
    const withoutRates = JSON.stringify(results).replaceAll('"before":', '"earlier":')
    expect(faultsOf(JSON.parse(withoutRates))).not.toBeNull()
  })

  it('comes in chunks that hold one agent each', () => {
    const chunks = [...resultsJson(mixed.outcome, mixed.context)]
    for (const { agent } of mixed.outcome.results)
      expect(chunks.filter((chunk) => chunk.includes(agent.uuid))).toHaveLength(1)
    expect(chunks.every((chunk) => chunk.split('"outcome"').length <= 2)).toBe(true)
  })
})
