// Tests that the pull request adds or edits, and that passed: once without the change, as the last step, which decides nothing.
import { describe, expect, it } from 'vitest'
import type { TestSource } from '../../../src/schema.ts'
import { runAgents, type Setting } from '../gate-harness.ts'
import { http, inProgress, ok, refusedConnection, run } from '../responses.ts'
import type { AgentResponses, RunResponses } from '../test-service.ts'
import { answers, asked, making, planOf, wanted } from '../tests-of-files.ts'

async function job(
  tests: Readonly<Record<string, TestSource['change']>>,
  control: NonNullable<AgentResponses['retry']>,
  setting: Setting = {},
  candidate: AgentResponses['retry'] = answers(() => '+'),
) {
  const uuids = Object.keys(tests)
  const plan = planOf(
    'preview',
    Object.entries(tests).map(([name, change], index) => wanted(name, change, index + 1)),
  )
  const ran = await runAgents(
    { preview: { retry: candidate }, production: { retry: control } },
    {
      mode: 'gate-if-worse',
      controls: { preview: 'production' },
      tests: plan,
      change: () => making(uuids),
      ...setting,
    },
  )
  const rows = ran.agents[0]?.run?.tests ?? []
  const tried = rows.flatMap(({ name, control: on }) =>
    on === null ? [] : [`${name}: ${on.attempts.map(({ status }) => status).join(' ')}`],
  )
  return { ...ran, rows, tried }
}

const own = { A: 'added', B: 'edited', C: 'renamed', D: null } as const

describe('with a control', () => {
  it('those that the pull request adds or edits run there once, and count for the cost alone', async () => {
    const { tried, launches, verdict, executedTests, totals } = await job(
      own,
      answers((uuid) => (uuid === 'A' ? '-' : '+')),
    )
    expect(tried).toEqual(['A: failed', 'B: passed'])
    expect(launches('production')).toEqual([['A', 'B']])
    expect(launches('preview')).toHaveLength(1)
    expect({ verdict, executedTests, totals }).toMatchObject({
      ...{ verdict: 'passed', executedTests: 6, totals: { total: 4, passed: 4, failed: 0 } },
    })
  })

  it('20 are tried, in the order of the files', async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, nth) => [`T${nth}`, 'added'] as const))
    const { launches } = await job(
      many,
      answers(() => '-'),
    )
    expect(launches('production')).toEqual([Object.keys(many).slice(0, 20)])
  })

  it('one that failed runs there as before, and not once more', async () => {
    const ran = await job(
      own,
      answers(() => '-'),
      {},
      answers((uuid, nth) => (uuid === 'A' && nth === 0 ? '-' : '+')),
    )
    expect(ran.tried).toEqual(['A: failed', 'B: failed'])
    expect(ran.launches('production')).toEqual([['A'], ['B']])
  })

  it('nothing else about the job hangs on what it answers', async () => {
    // D fails with the change, and the control passes it: it broke.
    const breaks = answers((uuid) => (uuid === 'D' ? '-' : '+'))
    const controls: NonNullable<AgentResponses['retry']>[] = [
      ...['+', '-', 'e', '?', 'm'].map((sign) => answers((uuid) => (uuid === 'D' ? '+' : sign))),
      ...[http(500), http(401), http(404), refusedConnection].map(
        (launch): NonNullable<AgentResponses['retry']> =>
          (uuids, nth) =>
            uuids.includes('D') ? answers(() => '+')(uuids, nth) : { launch },
      ),
    ]
    const ran = await Promise.all(controls.map((control) => job(own, control, {}, breaks)))
    const decided = ran.map(({ verdict, decision, rows, launches }) => ({
      ...{ verdict, decision, outcomes: rows.map(({ cause, blocks }) => [cause, blocks]) },
      launches: [launches('preview'), launches('production').filter((uuids) => uuids?.includes('D'))],
    }))
    expect(decided[0]).toMatchObject({
      verdict: 'failed',
      outcomes: Array(4).fill([expect.anything(), expect.anything()]),
    })
    expect(decided.map((each) => JSON.stringify(each))).toEqual(
      controls.map(() => JSON.stringify(decided[0])),
    )
    // The control is asked last, and what did not ask the file's test, or has no answer, is no attempt.
    expect(ran.map(({ tried }) => tried.slice(0, -1))).toEqual([
      ['A: passed', 'B: passed'],
      ['A: failed', 'B: failed'],
      ...Array(7).fill([]),
    ])
    expect(ran.map(({ launches }) => launches('production').at(-1))).toEqual(controls.map(() => ['A', 'B']))
    for (const { agents } of ran) expect(agents[0]?.control).toMatchObject({ problem: null, url: null })
  })

  it('what another version of its evaluator judged is no attempt', async () => {
    const by =
      (version_number: number, sign: string): NonNullable<AgentResponses['retry']> =>
      (uuids, nth) => {
        const { polls } = answers(() => sign)(uuids, nth)
        const evaluators = [{ uuid: 'judge', name: 'Judge', version_number }]
        return { polls: polls.map((poll) => (poll.ok ? ok({ ...poll.value, evaluators }) : poll)) }
      }
    expect((await job(own, by(1, '-'), {}, by(1, '+'))).tried).toEqual(['A: failed', 'B: failed'])
    expect((await job(own, by(2, '-'), {}, by(1, '+'))).tried).toEqual([])
  })

  it('a run that does not end is awaited for two minutes, and what has an answer by then counts', async () => {
    const going: RunResponses = {
      polls: [
        inProgress,
        run({ status: 'in_progress', total_tests: 2, results: [asked('A', false)], passed: 0, failed: 1 }),
      ],
    }
    const { tried, verdict, endedAt, agents } = await job(own, () => going, { timeoutSeconds: 100_000 })
    const ofOthers = (await job({ D: null }, () => going)).endedAt
    expect(endedAt - ofOthers).toBeGreaterThan(60)
    expect(endedAt - ofOthers).toBeLessThanOrEqual(120)
    expect({ tried, verdict, outcome: agents[0]?.outcome }).toEqual({
      ...{ tried: ['A: failed'], verdict: 'passed', outcome: 'passed' },
    })
  })

  it('a limit of tests that does not allow it is said of each, and of nothing else', async () => {
    const { rows, launches, verdict, agents } = await job(
      own,
      answers(() => '-'),
      { maxTests: 5 },
    )
    expect(launches('production')).toEqual([])
    const limit = { why: 'control', problem: { kind: 'max-tests', maxTests: 5, tests: 2 }, url: null }
    expect(rows.map(({ whyNotRunAgain }) => whyNotRunAgain)).toEqual([limit, limit, null, null])
    expect({ verdict, control: agents[0]?.control?.problem }).toEqual({ verdict: 'passed', control: null })
  })

  it.each<[string, Setting]>([
    ['out of time', { timeoutSeconds: 5 }],
    ['cancelled', { cancelledAt: 3 }],
  ])('nothing is launched once the job is %s', async (_, setting) => {
    const late = (): RunResponses => ({ polls: [inProgress] })
    const { launches, verdict } = await job(own, late, setting, late)
    expect([launches('preview').length, launches('production'), verdict]).toEqual([1, [], 'inconclusive'])
  })
})

it('without a control, none runs again', async () => {
  const { calls } = await job(
    own,
    answers(() => '-'),
    { controls: {}, names: ['preview'] },
  )
  expect(calls.filter(({ what }) => what === 'launch')).toHaveLength(1)
})
