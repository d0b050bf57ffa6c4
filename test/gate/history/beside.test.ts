// Modes `gate` and `report` read earlier runs beside the job: they say what they can, and change nothing.

import { describe, expect, test } from 'vitest'
import type { EarlierRunPage } from '../../../src/client/index.ts'
import { becameOf } from '../../support/became.ts'
import { type GateRun, runAgent, runAgents } from '../gate-harness.ts'
import { http, inProgress, notJson, ok, timedOut, times } from '../responses.ts'
import {
  askedThen,
  earlierRun,
  earlierRuns,
  type Suite,
  suite,
  suiteOf,
  testNames,
  uuidOf,
} from '../suites.ts'
import type { AgentResponses, Reply } from '../test-service.ts'

const names = testNames(40)
const [always, broke, asksAnew, judgedAnew] = ['test 1', 'test 2', 'test 3', 'test 4']
const failing: Suite = { [always]: '-', [broke]: '-', [asksAnew]: '-', [judgedAnew]: '-' }
const before: Suite = { [always]: '----------' }
const passedBefore = names.filter((name) => name !== always)

/** A test that always failed, one that broke, and two of which the text and the evaluator were edited. */
function ada(more: Partial<AgentResponses> = {}): AgentResponses {
  const then = askedThen(passedBefore, [always], { [asksAnew]: 'Another question' }, { [judgedAnew]: 2 })
  return suite(suiteOf(names, failing), {
    history: earlierRuns(10, names, before),
    earlier: { 'before-0': then },
    ...more,
  })
}

const shownOf = ({ agents }: Pick<GateRun, 'agents'>) =>
  (agents[0]?.run?.tests ?? [])
    .filter((test) => becameOf(test) !== 'passed')
    .map((test) => {
      const { name, blocks, earlier } = test
      return `${name} ${becameOf(test)} ${blocks} ${earlier && `${earlier.failures}/${earlier.runs}`}`
    })

/** What must not depend on the history. */
const decidedOf = (ran: Omit<GateRun, 'polledAt'>) => {
  const { verdict, totals, agentTotals, decision, endedEarly } = ran
  const agents = ran.agents.map(({ outcome, problem, run }) => {
    return { outcome, problem, blocks: run?.tests.map(({ blocks }) => blocks), counts: run?.counts }
  })
  return { verdict, totals, agentTotals, decision, endedEarly, agents }
}

describe.each<['gate' | 'report', boolean]>([
  ['gate', true],
  ['report', false],
])('mode %s', (mode, blocks) => {
  test('judges each failing test by the rule, and decides as without it', async () => {
    const ran = await runAgent(ada(), { mode, retries: 4 })
    expect(shownOf(ran)).toEqual([
      `test 1 older ${blocks} 10/10`,
      `test 2 changed ${blocks} 0/10`,
      `test 3 edited ${blocks} 0/10`,
      `test 4 edited ${blocks} 0/10`,
    ])
    const [, second, third, fourth] = ran.agent?.run?.tests ?? []
    const lastPassed = { url: expect.stringContaining('before-0'), createdAt: '2026-11-20T12:00:00.000Z' }
    expect(second?.earlier?.lastPassed).toEqual({ ...lastPassed, reply: 'Then of test 2' })
    expect(second?.earlier?.results).toHaveLength(10)
    expect(third?.earlier?.lastPassed).toEqual({ ...lastPassed, reply: null })
    expect(third?.edits).toEqual([
      { what: 'question', before: 'Another question', now: 'Question of test 3' },
    ])
    expect(fourth?.editedEvaluators).toEqual([{ evaluator: 'Policy', version: 1, before: 2 }])
    expect([second?.edits, second?.editedEvaluators]).toEqual([[], []])
    expect(ran.agent?.baseline).toMatchObject({ runs: Array(10).fill({}), problem: null })
    const without = await runAgent(ada({ history: http(404) }), { mode, retries: 4 })
    expect(decidedOf(ran)).toEqual(decidedOf(without))
    expect(ran.decision).toMatchObject({ compares: 'nothing', compared: null, count: null, sample: null })
  })

  test.each<[string, Reply<EarlierRunPage>, string]>([
    ['is not kept', http(404), 'no-history'],
    ['refuses the key', http(401), 'no-history'],
    ['is broken', notJson, 'no-history'],
    ['hangs', { afterMs: 3_600_000, reply: http(500) }, 'no-history'],
    ['is slow, and then times out', { afterMs: 9_000, reply: timedOut }, 'no-history'],
  ])('a history that %s changes nothing, in 20 s at most', async (_, history, kind) => {
    const setting = { mode, retries: 1 } as const
    const empty = await runAgent(ada({ history: [] }), setting)
    const ran = await runAgent(ada({ history }), setting)
    expect(decidedOf(ran)).toEqual(decidedOf(empty))
    expect(ran.endedAt).toBeLessThanOrEqual(empty.endedAt + 20)
    expect(ran.agent?.baseline?.problem).toMatchObject({ kind })
    expect(shownOf(ran)).toEqual(Object.keys(failing).map((name) => `${name} new ${blocks} null`))
    expect(shownOf(empty)).toEqual(Object.keys(failing).map((name) => `${name} new ${blocks} null`))
  })
})

test('without retries, nobody knows why a test fails that passed before', async () => {
  const ran = await runAgent(ada())
  const doubts = ran.agent?.run?.tests.map(({ earlier }) => earlier?.doubt ?? null)
  expect(doubts?.slice(0, 5)).toEqual([null, 'attempts', null, 'attempts', null])
  expect(shownOf(ran)).toEqual([
    'test 1 older true 10/10',
    'test 2 changed true 0/10',
    'test 3 edited true 0/10',
    'test 4 edited true 0/10',
  ])
})

test('many at once are not counted, and no test is run again for it', async () => {
  const many = Object.fromEntries(names.slice(0, 30).map((name) => [name, '-']))
  const agent = suite(suiteOf(names, many), { history: earlierRuns(10, names) })
  const { agents, launches, decision } = await runAgents({ ada: agent }, { retries: 2 })
  expect(launches('ada')).toEqual([null])
  expect(decision.count).toBe(null)
  expect(new Set(agents[0]?.run?.tests.map(({ cause }) => cause))).toEqual(new Set(['changed', 'passed']))
})

test.each([
  ['is flaky', '-+', 'test 2 flaky false 0/10'],
  ['fails only when it is run again', '?---', 'test 2 changed true 0/10'],
])('a test that %s says how often it failed before', async (_, signs, shown) => {
  const agent = suite(suiteOf(names, { [broke]: signs }), { history: earlierRuns(10, names) })
  expect(shownOf(await runAgent(agent, { retries: 1 }))).toEqual([shown])
})

describe('the time', () => {
  const slow = (afterMs: number) => ({ afterMs, reply: ok({ items: earlierRuns(1, names), total: 1 }) })

  test('passes beside other agents', async () => {
    const bob: AgentResponses = { polls: [...times(4, inProgress), ...(ada().polls ?? [])] }
    const quick = await runAgents({ ada: ada(), bob })
    const ran = await runAgents({ ada: ada({ history: slow(1_000) }), bob })
    expect(ran.endedAt).toBe(quick.endedAt)
  })

  test('is 20 s beyond the last run at the deadline, too', async () => {
    const bob: AgentResponses = { polls: [inProgress] }
    const agents = { ada: ada({ history: slow(29_000) }), bob }
    const ran = await runAgents(agents, { timeoutSeconds: 5, retries: 2 })
    expect(ran.endedAt).toBe(25)
    expect(ran.agents[0]?.baseline?.problem).toMatchObject({ kind: 'no-history' })
    expect([ran.agents[1]?.baseline, ran.agents[1]?.problem?.kind]).toEqual([null, 'timed-out'])
  })

  test('ends when the job is cancelled', async () => {
    const ran = await runAgent(ada({ history: slow(29_000) }), { cancelledAt: 12 })
    expect([ran.endedAt, ran.verdict]).toEqual([12, 'failed'])
    expect(ran.agent?.baseline?.problem).toMatchObject({ kind: 'no-history' })
  })

  test('is of no other agent once a read has hung, since it keeps polls waiting', async () => {
    const hanging = { afterMs: 29_000, reply: timedOut }
    const cyd = { ...ada(), polls: [...times(6, inProgress), ...(ada().polls ?? [])] }
    const ran = await runAgents({ ada: ada({ history: hanging }), cyd }, { intervalSeconds: 10 })
    expect(ran.agents.map(({ baseline }) => baseline?.problem?.kind)).toEqual(['no-history', undefined])
    expect(ran.calls.filter(({ what, agent }) => what === 'history' && agent === 'cyd')).toEqual([])
  })
})

describe('nothing is compared', () => {
  const readsOf = ({ calls }: Pick<GateRun, 'calls'>) =>
    calls.filter(({ what }) => what === 'history' || what === 'earlier')

  test('without a time before which runs count', async () => {
    const ran = await runAgent(ada(), { cutOff: null })
    expect([readsOf(ran), shownOf(ran)[0]]).toEqual([[], 'test 1 new true null'])
    expect(ran.agent?.baseline?.problem).toEqual({ kind: 'not-compared', why: 'no-cut-off' })
  })

  test('for a copy without a control, whose history has the prompts of others', async () => {
    const override = [{ copy: 'ada', original: 'bob', patch: { system_prompt: 'New' }, keys: [], files: [] }]
    const ids = names.map(uuidOf)
    const bob = { config: { system_prompt: 'Old' }, tests: ids }
    const copy = { ...ada(), config: { system_prompt: 'Old' }, retry: () => ada() }
    const ran = await runAgents({ ada: copy, bob }, { override, names: ['ada'] })
    expect(ran.agents[0]?.run?.counts?.failed).toBe(4)
    expect(ran.agents[0]?.baseline?.problem).toEqual({ kind: 'not-compared', why: 'copy' })
    expect(readsOf(ran)).toEqual([])
  })

  test('if nothing failed that is not accepted', async () => {
    const accept = Object.keys(failing).map((name) => {
      return { agent: 'ada', test: name, until: '2026-12-03', expired: false }
    })
    const { calls, agent } = await runAgent(ada(), { accept })
    expect(calls.map(({ what }) => what)).toEqual(['launch', 'poll', 'details'])
    expect([agent?.baseline, agent?.editedAt]).toEqual([null, null])
    const passing = await runAgent(suite(suiteOf(names, {})), { retries: 2 })
    expect(passing.calls.map(({ what }) => what)).toEqual(['launch', 'poll'])
  })
})

describe('the requests', () => {
  const requests = ({ calls }: Pick<GateRun, 'calls'>) =>
    calls
      .filter(({ what }) => ['history', 'earlier', 'get'].includes(what))
      .map(({ agent, what, run, onlyFailed }) =>
        [agent, what, run, onlyFailed].filter((each) => each != null).join(' '),
      )

  test('are one page, a read of each run in which a failing test failed, one of each run shown, and one of the agent', async () => {
    const failedIn = { [always]: '----------', [broke]: '-+++++++++' }
    const agent = ada({ history: earlierRuns(10, names, failedIn), earlier: {} })
    expect(requests(await runAgent(agent)).toSorted()).toEqual(
      [
        'ada history',
        ...earlierRuns(10, names).map(({ uuid }) => `ada earlier ${uuid} true`),
        'ada earlier before-0 false',
        'ada earlier before-1 false',
        'ada get',
      ].toSorted(),
    )
  })

  test('are two pages and ten reads of failing rows at most, also where more runs have a failing test', async () => {
    const old = { [always]: '-', [broke]: '-' }
    const results = names.map((name) => ({ name, passed: name !== always }))
    const older = Array.from({ length: 300 }, (_, index) =>
      earlierRun(`old-${index}`, results, { created_at: '2026-11-01 12:00:00' }),
    )
    const history = [...earlierRuns(10, names.slice(1), { [broke]: '----------' }), ...older]
    const ran = await runAgent(suite(suiteOf(names, old), { history }))
    const all = requests(ran)
    expect(all.filter((each) => each === 'ada history')).toHaveLength(1)
    expect(all.filter((each) => each.endsWith(' true'))).toHaveLength(10)
    expect(shownOf(ran)).toEqual(['test 1 undecided true 10/10', 'test 2 older true 10/20'])
    const retries = Array.from({ length: 300 }, (_, index) => {
      return earlierRun(`retry-${index}`, [{ name: broke, passed: false }])
    })
    const searched = await runAgent(ada({ history: retries }))
    expect(requests(searched)).toEqual(['ada history', 'ada history'])
    expect(searched.agent?.baseline?.problem?.kind).toBe('no-history')
  })
})

test.each([
  ['runs', 'list'],
  ['agents', 'get'],
] as const)('a bug in %s.%s changes no verdict, and is told', async (group, method) => {
  const setting = { retries: 1 } as const
  const broken = () => {
    throw new Error('a bug')
  }
  const ran = await runAgent(ada(), { ...setting, change: () => ({ [group]: { [method]: broken } }) })
  expect(decidedOf(ran)).toEqual(decidedOf(await runAgent(ada(), setting)))
  expect(ran.agent?.baseline?.problem).toEqual({ kind: 'internal-error', said: 'Error: a bug' })
})
