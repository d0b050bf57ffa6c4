import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import type { GateService } from '../../src/gate/service.ts'
import { runAgent, type Setting } from './gate-harness.ts'
import { brokenConnection, done, http, inProgress, row, run, wrongShape } from './responses.ts'
import type { AgentScript } from './test-service.ts'

const failingCompact = row('b', false)
const failingDetailed = row('b', false, { reasoning: 'It invented an order.', output: { response: 'Sure!' } })

const results = (rows: TestRun['results']) => done(1, 1, { results: rows ?? [] })

const failing: AgentScript = {
  polls: [results([row('a', true), failingCompact])],
  details: results([failingDetailed]),
}

const testsOf = async (script: AgentScript, details: Setting['details'] = 'failing') => {
  const { result } = await runAgent(script, { details })
  return result?.run?.tests.map(({ name, status, reasoning, reply }) => ({ name, status, reasoning, reply }))
}
const readsOf = async (script: AgentScript, details: Setting['details'] = 'failing') =>
  (await runAgent(script, { details })).calls
    .map(({ what }) => what)
    .filter((what) => what !== 'launch' && what !== 'history')

const detailed = { name: 'b', status: 'failed', reasoning: 'It invented an order.', reply: 'Sure!' }
const bare = { name: 'b', status: 'failed', reasoning: null, reply: null }
const passing = { name: 'a', status: 'passed', reasoning: null, reply: null }

describe('the tests of a run with failures', () => {
  test('are those of the poll, failing ones with their details', async () => {
    expect(await testsOf(failing)).toEqual([passing, detailed])
    expect(await readsOf(failing)).toEqual(['poll', 'details'])
  })

  test('are read if the poll showed none of them', async () => {
    const script = { ...failing, polls: [results([])], rows: results([row('a', true), failingCompact]) }
    expect(await testsOf(script)).toEqual([passing, detailed])
    expect(await readsOf(script)).toEqual(['poll', 'rows', 'details'])
  })

  test('decide if there are no counts and no more can be read', async () => {
    const mixed = run({ status: 'done', results: [row('a', false), row('b', true)] })
    const { result } = await runAgent({ polls: [mixed], rows: http(500), details: http(500) })
    expect(result).toMatchObject({ outcome: 'failed', run: { counts: { total: 2, passed: 1, failed: 1 } } })
  })

  test('are the failed ones if the others cannot be read', async () => {
    expect(await testsOf({ ...failing, polls: [results([])], rows: http(500) })).toEqual([detailed])
  })

  test.each([
    ['no connection', brokenConnection, { kind: 'network', code: 'ECONNRESET' }],
    ['HTTP 404', http(404, 'Task not found'), { kind: 'http', status: 404, reason: 'Task not found' }],
  ])(
    'are known by name if their details meet %s, and the error is kept',
    async (_, details, detailsError) => {
      const { result } = await runAgent({ ...failing, details })
      expect(result).toMatchObject({
        outcome: 'failed',
        run: { counts: { total: 2, passed: 1, failed: 1 }, detailsError },
      })
      expect(await testsOf({ ...failing, details })).toEqual([passing, bare])
    },
  )

  test('are read if only the counts tell of failures', async () => {
    expect(await testsOf({ ...failing, polls: [results([])], rows: results([]) })).toEqual([detailed])
  })

  test('are read if only the rows tell of failures, and contradict the counts', async () => {
    const script = { ...failing, polls: [done(2, 0, { results: [row('a', true), failingCompact] })] }
    expect(await testsOf(script)).toEqual([passing, detailed])
    expect((await runAgent(script)).result).toMatchObject({ reason: { kind: 'contradictory' } })
  })

  test('are told apart by their ids if they share a name', async () => {
    const sameName = row('b', true, { test_case_id: 'another' })
    const script = { ...failing, polls: [results([sameName, failingCompact])] }
    expect(await testsOf(script)).toEqual([{ ...passing, name: 'b' }, detailed])
  })

  test('are not lost if the details leave some out', async () => {
    expect(await testsOf({ ...failing, details: results([]) })).toEqual([passing, bare])
  })

  test.each([
    ['an id', { test_case_id: null }, {}],
    ['an id and a name', { test_case_id: null, name: null }, { name: null }],
  ])('are listed once if they have neither %s', async (_, without, shown) => {
    const script = {
      polls: [results([row('a', true, without), { ...failingCompact, ...without }])],
      details: results([{ ...failingDetailed, ...without }]),
    }
    expect(await testsOf(script)).toEqual([
      { ...passing, ...shown },
      { ...detailed, ...shown },
    ])
  })

  test('are all listed if several have the same name and no id', async () => {
    const same = { test_case_id: null }
    const rows = [row('b', true, same), row('b', false, same), row('b', false, same)]
    const script = {
      polls: [done(1, 2, { results: rows })],
      details: done(1, 2, { results: [{ ...failingDetailed, ...same }, row('b', false, same)] }),
    }
    expect(await testsOf(script)).toEqual([{ ...passing, name: 'b' }, detailed, bare])
  })
})

describe('the tests of a run without failures', () => {
  test('are those of the poll, without another read', async () => {
    const polls = [inProgress, done(1, 0, { results: [row('a', true)] })]
    expect(await readsOf({ polls })).toEqual(['poll', 'poll'])
    expect(await testsOf({ polls })).toEqual([passing])
  })

  test('are read by name if the poll showed none', async () => {
    const script = { polls: [done(1, 0)], rows: done(1, 0, { results: [row('a', true)] }) }
    expect(await readsOf(script)).toEqual(['poll', 'rows'])
    expect(await testsOf(script)).toEqual([passing])
  })

  test('need no details, even without counts and rows', async () => {
    const script = { polls: [done(1, 0, { passed: null, failed: null })], rows: http(500) }
    expect(await readsOf(script)).toEqual(['poll', 'rows'])
  })

  test('may stay unknown: the counts decide, and the error is kept', async () => {
    const { result } = await runAgent({ polls: [done(3, 0)], rows: http(500) })
    expect(result).toMatchObject({
      outcome: 'passed',
      run: { tests: [], counts: { total: 3 }, detailsError: { status: 500 } },
    })
  })
})

describe('a suite of more than 100 tests', () => {
  const rows = Array.from({ length: 101 }, (_, index) => row(`test ${index}`, index > 0))
  const uuids = rows.map((_, index) => `uuid-${index}`)
  const ended = done(100, 1, { results: rows, test_uuids: uuids })
  const script = { polls: [run({ status: 'queued', test_uuids: uuids }), inProgress, ended], rows: ended }

  test('is polled without its passing rows, which are read once at the end', async () => {
    const { calls, result } = await runAgent(script)
    const polls = calls.filter(({ what }) => what === 'poll')
    expect(polls.map(({ onlyFailed }) => onlyFailed)).toEqual([false, true, true])
    expect(calls.slice(4).map(({ what }) => what)).toEqual(['rows', 'details', 'history'])
    expect(result?.run?.tests).toHaveLength(101)
    expect(result).toMatchObject({ outcome: 'failed', run: { counts: { total: 101, failed: 1 } } })
  })

  test('of 100 tests is polled with them', async () => {
    const hundred = done(100, 0, { results: rows.slice(1), test_uuids: uuids.slice(1) })
    const linked = run({ status: 'queued', test_uuids: uuids.slice(1) })
    const { calls, result } = await runAgent({ polls: [linked, hundred] })
    expect(calls.map(({ what }) => what)).toEqual(['launch', 'poll', 'poll'])
    expect(result?.run?.tests).toHaveLength(100)
  })
})

describe('with the details of all tests', () => {
  const spoken = row('a', true, { output: { response: 'Hello!' } })
  const everything = results([spoken, failingDetailed])

  test('one read has them, whether tests failed or not', async () => {
    const script = { ...failing, details: everything }
    expect(await readsOf(script, 'all')).toEqual(['poll', 'details'])
    expect(await testsOf(script, 'all')).toEqual([{ ...passing, reply: 'Hello!' }, detailed])
    const passes = {
      polls: [done(1, 0, { results: [row('a', true)] })],
      details: done(1, 0, { results: [spoken] }),
    }
    expect(await readsOf(passes)).toEqual(['poll'])
    expect(await readsOf(passes, 'all')).toEqual(['poll', 'details'])
    expect(await testsOf(passes, 'all')).toEqual([{ ...passing, reply: 'Hello!' }])
  })

  test('those of failing tests are read if the answer is too large', async () => {
    const change = ({ getRun }: GateService): Partial<GateService> => ({
      getRun: async (id, options) =>
        options.compact === false && options.onlyFailed !== true ? wrongShape : getRun(id, options),
    })
    const { result } = await runAgent(failing, { details: 'all', change })
    expect(result?.run).toMatchObject({
      tests: [
        { name: 'a', reply: null },
        { name: 'b', reply: 'Sure!' },
      ],
      detailsError: { kind: 'contract' },
    })
  })
})
