// What failing tests were when they last passed: in `gate-if-worse`, an edited test is a new one.
import { describe, expect, test } from 'vitest'
import type { Agent, TestRun } from '../../../src/client/index.ts'
import { runAgent, type Setting } from '../gate-harness.ts'
import { http, ok, row, run } from '../responses.ts'
import { askedThen, earlierRuns, type Suite, suite, suiteOf, testNames } from '../suites.ts'
import type { AgentResponses, Reply } from '../test-service.ts'

const names = testNames(40)
const [first, second] = ['test 1', 'test 2']
const another = { [first]: 'Another question' }

/** The first test fails unless told otherwise, after ten runs in which all passed; the newest is read as this. */
async function compared(
  then: Reply<TestRun>,
  {
    signs = { [first]: '-' },
    before = {},
    ...more
  }: Partial<AgentResponses> & { signs?: Suite; before?: Suite } = {},
  setting: Setting = {},
) {
  const given = { history: earlierRuns(10, names, before), earlier: { 'before-0': then }, ...more }
  const agent = suite(suiteOf(names, signs), given)
  const ran = await runAgent(agent, { mode: 'gate-if-worse', retries: 2, ...setting })
  const test = ran.agent?.run?.tests.find(({ name }) => name === first)
  const reads = ran.calls.filter(({ what }) => what === 'earlier')
  return { ...ran, test, reads, launched: ran.launches('ada') }
}

describe('an edited test', () => {
  test('is treated as a new one', async () => {
    const { verdict, test, launched, decision } = await compared(askedThen(names, [], another))
    expect([verdict, test?.cause, test?.blocks]).toEqual(['passed', 'edited', false])
    expect(test?.edits).toEqual([{ what: 'question', before: 'Another question', now: 'Question of test 1' }])
    expect(test?.earlier).toMatchObject({ failures: 0, runs: 10, lastPassed: { reply: null } })
    expect(launched).toEqual([null])
    const asNew = await compared(http(500), { history: earlierRuns(10, names.slice(1)) })
    expect(asNew.test?.cause).toBe('new')
    expect(decision).toEqual(asNew.decision)
  })

  test('is so before many failures at once are counted', async () => {
    const many = Object.fromEntries(names.slice(0, 8).map((name) => [name, '-']))
    const edited = Object.fromEntries(names.slice(0, 8).map((name) => [name, 'Another question']))
    const { verdict, decision, launched } = await compared(askedThen(names, [], edited), { signs: many })
    expect([verdict, launched]).toEqual(['passed', [null]])
    const count = { tests: 32, failed: 0, again: null }
    expect(decision).toMatchObject({ compared: { tests: 32 }, count })
    const same = await compared(askedThen(names), { signs: many })
    expect([same.verdict, same.decision.count]).toMatchObject(['failed', { failed: 8, blocks: true }])
  })

  test.each(['?-', 'e-'])('is so if it fails when it is run again: %s', async (signs) => {
    const ran = await compared(askedThen(names, [], another), { signs: { [first]: signs } })
    expect([ran.verdict, ran.test?.cause]).toEqual(['passed', 'edited'])
  })

  test('is compared with the newest run in which it passed, whatever older ones asked', async () => {
    const earlier = { 'before-1': askedThen(names), 'before-2': askedThen(names, [], another) }
    const { verdict, test, reads } = await compared(http(500), { before: { [first]: '-' }, earlier })
    expect([verdict, test?.cause]).toEqual(['failed', 'older'])
    expect(test?.earlier?.lastPassed?.reply).toBe('Then of test 1')
    const failedOnly = reads.map(({ run, onlyFailed }) => `${run} ${onlyFailed}`)
    expect(failedOnly).toEqual(['before-0 true', 'before-1 false'])
  })
})

describe('a test that broke blocks', () => {
  const rowThen = (fields: object) => run({ status: 'done', results: [row(first, true, fields)] })

  test.each<[string, Reply<TestRun>]>([
    ['asks the same', askedThen(names)],
    ['cannot be read', http(500)],
    ['shows no rows', run({ status: 'done', results: null })],
    ['lacks the test', askedThen(names.slice(1))],
    ['shows that it failed', askedThen([], [first], another)],
    ['does not show what it asked', rowThen({ test_case: null })],
    ['has twins, which only their order tells apart', askedThen([first, first], [], another)],
  ])('if the run in which it last passed %s', async (_, then) => {
    const { verdict, test } = await compared(then)
    expect([verdict, test?.cause, test?.blocks, test?.edits]).toEqual(['failed', 'changed', true, []])
  })

  test('with the reply that passed, without secrets', async () => {
    const leaking = rowThen({ output: { response: 'The token is sk-secret-123.', tool_calls: [] } })
    const redact = (text: string) => text.replace('sk-secret-123', '***')
    const { test } = await compared(leaking, {}, { change: () => ({ redact }) })
    expect(test?.earlier?.lastPassed?.reply).toBe('The token is ***.')
    const asked = rowThen({ test_case: { history: [{ role: 'user', content: 'Say sk-secret-123' }] } })
    const edited = await compared(asked, {}, { change: () => ({ redact }) })
    expect(edited.test?.edits).toMatchObject([{ before: 'Say ***' }])
  })

  test('and says so from a run that was read for its failures if the one in which it passed was not', async () => {
    const newest = askedThen(names.slice(2), [second])
    const signs = { [first]: '-', [second]: '-' }
    const evaluators = [{ uuid: `policy of ${first}`, name: 'Policy', version_number: 3 }]
    const versioned = newest.ok ? ok({ ...newest.value, evaluators }) : newest
    const { test } = await compared(versioned, { signs, before: { [second]: '-' } })
    expect(test?.editedEvaluators).toEqual([{ evaluator: 'Policy', version: 1, before: 3 }])
    expect(test?.earlier?.lastPassed?.reply).toBe(null)
  })
})

test('each run is read once for all tests that last passed in it, those with the most first, ten at most', async () => {
  const failing = names.slice(0, 24)
  const signs = Object.fromEntries(failing.map((name) => [name, '-']))
  // Two of each: the first pair passed in the newest run, the next in the one before it, and so on.
  const before = Object.fromEntries(failing.map((name, index) => [name, '-'.repeat(Math.floor(index / 2))]))
  const history = earlierRuns(10, names, before)
  const { reads } = await compared(http(500), { signs, history, earlier: {} })
  const full = reads.filter(({ onlyFailed }) => !onlyFailed).map((read) => read.run)
  expect(full).toEqual(Array.from({ length: 10 }, (_, index) => `before-${index}`))
})

describe('the agent', () => {
  const read = async (fields: Partial<Agent>, signs: Suite = { [first]: '-' }, setting: Setting = {}) => {
    const get = async () =>
      ok({ uuid: 'ada', name: 'ada', created_at: '', updated_at: '', config: {}, ...fields })
    const change = () => ({ agents: { get } })
    return (await compared(askedThen(names), { signs }, { change, ...setting })).agent?.editedAt
  }
  const later = '2026-11-20 21:14:00'

  test('was edited if that was after a failing test last passed', async () => {
    const [editedAt, gate] = ['2026-11-20T21:14:00.000Z', { mode: 'gate' } as const]
    expect(await read({ updated_at: later })).toBe(editedAt)
    expect(await read({ updated_at: later, type: 'agent' }, undefined, gate)).toBe(editedAt)
    expect(await read({ updated_at: '2026-11-20 12:00:00' })).toBe(null)
  })

  test('was not if that was after the first attempt', async () => {
    expect(await read({ updated_at: '2026-11-21 00:00:00' })).toBe('2026-11-21T00:00:00.000Z')
    expect(await read({ updated_at: '2026-11-21 00:00:01' })).toBe(null)
  })

  test.each([
    ['before the last of them', '2026-11-20 11:00:00', { createdAt: '2026-11-19T12:00:00.000Z', runs: 2 }],
    ['since', later, null],
  ])('was edited after failures, which are no sign of today: %s', async (_, updated_at, since) => {
    const get = async () => ok({ uuid: 'ada', name: 'ada', created_at: '', updated_at, config: {} })
    const before = { [first]: '--' }
    const { test } = await compared(
      http(500),
      { before, earlier: {} },
      { change: () => ({ agents: { get } }) },
    )
    expect(test?.earlier).toMatchObject({ failures: 2, failingSince: since })
  })

  test.each<[string, Partial<Agent>]>([
    ['a connection, which is edited elsewhere', { type: 'connection' }],
    ['an address, which is edited elsewhere', { config: { agent_url: 'https://bot.test' } }],
    ['no time', { updated_at: 'yesterday' }],
  ])('of which nothing is said with %s', async (_, fields) => {
    expect(await read({ updated_at: later, ...fields })).toBe(null)
  })

  test('is not read if nothing failed, and changes nothing if it cannot be read', async () => {
    const calls = (await compared(askedThen(names), { signs: {} })).calls
    expect(calls.filter(({ what }) => what === 'get')).toEqual([])
    const get = async () => http(401)
    const { verdict, agent } = await compared(askedThen(names), {}, { change: () => ({ agents: { get } }) })
    expect([verdict, agent?.editedAt]).toEqual(['failed', null])
  })
})
