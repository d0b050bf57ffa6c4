import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import { brokenConnection, done, http, row, run } from './answers.ts'
import { playOne } from './run-scripted.ts'
import type { AgentScript } from './scripted-service.ts'

const failingCompact = row('b', false)
const failingDetailed = row('b', false, { reasoning: 'It invented an order.', output: { response: 'Sure!' } })

const results = (rows: TestRun['results']) => done(1, 1, { results: rows ?? [] })

const failing: AgentScript = {
  polls: [results([failingCompact])],
  rows: results([row('a', true), failingCompact]),
  details: results([failingDetailed]),
}

const testsOf = async (script: AgentScript) => {
  const { result } = await playOne(script)
  return result?.run?.tests.map(({ name, status, reasoning, reply }) => ({ name, status, reasoning, reply }))
}

const detailed = { name: 'b', status: 'failed', reasoning: 'It invented an order.', reply: 'Sure!' }
const bare = { name: 'b', status: 'failed', reasoning: null, reply: null }
const passing = { name: 'a', status: 'passed', reasoning: null, reply: null }

describe('the tests of a run with failures', () => {
  test('are the failed ones with their details, then the others', async () => {
    expect(await testsOf(failing)).toEqual([detailed, passing])
  })

  test('are read in two reads, and in one where all failed', async () => {
    const reads = async (script: AgentScript) =>
      (await playOne(script)).calls.map(({ what }) => what).slice(2)
    expect(await reads(failing)).toEqual(['rows', 'details'])
    expect(await reads({ polls: [done(0, 1, { results: [failingCompact] })] })).toEqual(['details'])
  })

  test('decide also where the service shows passed ones among them and no more can be read', async () => {
    const mixed = run({ status: 'done', results: [row('a', false), row('b', true)] })
    const { result } = await playOne({ polls: [mixed], rows: http(500), details: http(500) })
    expect(result).toMatchObject({ outcome: 'failed', run: { counts: { total: 2, passed: 1, failed: 1 } } })
  })

  test('are still the failed ones where the others cannot be read', async () => {
    expect(await testsOf({ ...failing, rows: http(500) })).toEqual([detailed])
  })

  test.each([
    ['no connection', brokenConnection, { kind: 'network', code: 'ECONNRESET' }],
    ['HTTP 404', http(404, 'Task not found'), { kind: 'http', status: 404, reason: 'Task not found' }],
  ])(
    'are known by name where the details meet %s, and the fault is kept',
    async (_, details, detailsError) => {
      const { result } = await playOne({ ...failing, details })
      expect(result).toMatchObject({
        outcome: 'failed',
        run: { counts: { total: 2, passed: 1, failed: 1 }, detailsError },
      })
      expect(await testsOf({ ...failing, details })).toEqual([passing, bare])
    },
  )

  test('are read where the counts alone tell of them, and where the rows alone do', async () => {
    const silent = results([])
    expect(await testsOf({ ...failing, polls: [silent], rows: silent })).toEqual([detailed])
    const denied = done(2, 0, { results: [failingCompact] })
    expect(await testsOf({ ...failing, polls: [denied], rows: denied })).toEqual([detailed])
  })

  test('are told apart by their ids where they share a name', async () => {
    const namesake = row('b', true, { test_case_id: 'another' })
    const script = { ...failing, rows: results([namesake, failingCompact]) }
    expect(await testsOf(script)).toEqual([detailed, { ...passing, name: 'b' }])
  })

  test('are not lost where the details leave some out', async () => {
    expect(await testsOf({ ...failing, details: results([]) })).toEqual([passing, bare])
  })

  test('stand once though they have no ids', async () => {
    const anonymous = { test_case_id: null }
    const script = {
      polls: [results([{ ...failingCompact, ...anonymous }])],
      rows: results([row('a', true, anonymous), { ...failingCompact, ...anonymous }]),
      details: results([{ ...failingDetailed, ...anonymous }]),
    }
    expect(await testsOf(script)).toEqual([detailed, passing])
  })

  test('stand once though they have neither ids nor names', async () => {
    const nameless = { test_case_id: null, name: null }
    const script = {
      polls: [results([{ ...failingCompact, ...nameless }])],
      rows: results([row('a', true, nameless), { ...failingCompact, ...nameless }]),
      details: results([{ ...failingDetailed, ...nameless }]),
    }
    expect(await testsOf(script)).toEqual([
      { ...detailed, name: null },
      { ...passing, name: null },
    ])
  })
})

describe('the tests of a run without failures', () => {
  test('are read by name, without details', async () => {
    const { calls, result } = await playOne({
      polls: [done(1, 0)],
      rows: done(1, 0, { results: [row('a', true)] }),
    })
    expect(calls.map(({ what }) => what)).toEqual(['launch', 'poll', 'rows'])
    expect(result).toMatchObject({ outcome: 'passed', run: { tests: [{ name: 'a', status: 'passed' }] } })
  })

  test('have no details to read, though there are neither counts nor rows', async () => {
    const { calls } = await playOne({ polls: [done(1, 0, { passed: null, failed: null })], rows: http(500) })
    expect(calls.map(({ what }) => what)).toEqual(['launch', 'poll', 'rows'])
  })

  test('may stay unknown: the counts decide', async () => {
    const { result } = await playOne({ polls: [done(3, 0)], rows: http(500) })
    expect(result).toMatchObject({
      outcome: 'passed',
      run: { tests: [], counts: { total: 3 }, detailsError: null },
    })
  })
})
