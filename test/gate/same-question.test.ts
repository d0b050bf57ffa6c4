// Only answers to the same question count: attempts that asked what the first one did, by the same versions of evaluators, and earlier
// failures that asked what is asked now.
import { describe, expect, test } from 'vitest'
import type { TestCaseResult, TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { compared, control, first, names, second } from './controlled.ts'
import { runAgent, type Setting } from './gate-harness.ts'
import { done, http, ok, row } from './responses.ts'
import { askedThen, earlierRun, earlierRuns, ended, suite, suiteOf } from './suites.ts'
import type { AgentResponses, Reply, RunResponses } from './test-service.ts'
import { answers, asked, making, planOf, serviceNameOf, wanted } from './tests-of-files.ts'

type Edit = (run: TestRun) => TestRun

/** The agent, whose runs are edited from this retry on. */
function editedFrom(retry: number, edit: Edit, agent: AgentResponses): AgentResponses {
  const edited = (poll: Reply<TestRun>): Reply<TestRun> =>
    'ok' in poll && poll.ok ? ok(edit(poll.value)) : poll
  return {
    ...agent,
    retry: (uuids, nth) => {
      const given: RunResponses = agent.retry?.(uuids, nth) ?? {}
      return nth < retry ? given : { ...given, polls: (given.polls ?? []).map(edited) }
    },
  }
}

/** A new version of the evaluator of one test. */
const inVersion =
  (version: number | null, name: string = first): Edit =>
  (run) => ({
    ...run,
    evaluators: (run.evaluators ?? []).map((each) =>
      each.uuid === `policy of ${name}` ? { ...each, version_number: version } : each,
    ),
  })

/** Another test under the same ID. */
const withCase =
  (change: (testCase: object) => object): Edit =>
  (run) => ({
    ...run,
    results: (run.results ?? []).map((each) => ({
      ...each,
      test_case: { ...change(each.test_case ?? {}) },
    })),
  })

const asking = (content: string) => withCase((given) => ({ ...given, history: [{ role: 'user', content }] }))
const withCriteria = (...criteria: readonly object[]) =>
  withCase((given) => ({ ...given, evaluation: { type: 'response', criteria } }))
const judgedBy =
  (uuid: string): Edit =>
  (run) => ({
    ...run,
    evaluators: [{ uuid, name: 'Policy', version_number: 1 }],
    results: (run.results ?? []).map((each): TestCaseResult => {
      return { ...each, judge_results: [{ evaluator_uuid: uuid, match: each.passed }] }
    }),
  })

const edits: Readonly<Record<string, readonly [Edit, object]>> = {
  'its evaluator has another version': [inVersion(2), { what: 'evaluator', name: 'Policy' }],
  'its evaluator is another one': [judgedBy('another policy'), { what: 'evaluator', name: 'Policy' }],
  'its question is another one': [asking('Easier'), { what: 'test', name: null }],
  'it expects something else': [
    withCriteria({ name: 'Policy', arguments: { criteria: 'Anything.' } }),
    { what: 'test', name: null },
  ],
  'its evaluator gets no values any more': [withCriteria({ name: 'Policy' }), { what: 'test', name: null }],
  'it has settings': [
    withCase((given) => ({ ...given, settings: { language: 'de' } })),
    { what: 'test', name: null },
  ],
}
const whyEdited = (problem: object) => ({ why: 'no-result', problem: { kind: 'edited', ...problem } })
const found = (tests: Awaited<ReturnType<typeof compared>>['tests'], name: string = first) =>
  tests.find((each) => each.name === name)

describe.each(Object.entries(edits))('a test whose retry shows that %s', (_, [edit, problem]) => {
  const agent = (signs: string) =>
    editedFrom(1, edit, suite(suiteOf(names, { [first]: signs }), { history: earlierRuns(10, names) }))
  const ran = async (mode: Setting['mode'] & string, signs = '-+') => {
    const { agent: shown, verdict, launches } = await runAgent(agent(signs), { mode, retries: 2 })
    const test = found(shown?.run?.tests ?? [])
    return { verdict, test, launches: launches('ada').length }
  }

  test.each([
    ['gate', 'failed'],
    ['report', 'failed'],
    ['gate-if-worse', 'inconclusive'],
  ] as const)('has no answer in mode %s, and does not run again', async (mode, expected) => {
    const { verdict, test, launches } = await ran(mode)
    expect([verdict, launches]).toEqual([expected, 2])
    expect(test?.attempts.map(({ status }) => status)).toEqual(['failed', 'unanswered'])
    expect(test?.attempts[1]).toMatchObject({ reply: null, reasoning: /edited on the service/ })
    expect(test?.whyNotRunAgain).toMatchObject(whyEdited(problem))
    expect(test?.cause).toBe(mode === 'gate-if-worse' ? 'undecided' : 'changed')
  })

  test('has no answer if its first attempt has none', async () => {
    expect((await ran('gate', '?+')).verdict).toBe('inconclusive')
  })

  test('is undecided beside a control, whichever of both shows it', async () => {
    const fails = { [first]: '-' }
    const preview = editedFrom(1, edit, suite(suiteOf(names, { [first]: '-+' })))
    const onPreview = await compared({ [first]: '-+' }, control(), {}, preview)
    expect([onPreview.status, onPreview.launched]).toEqual(['inconclusive', [2, 0]])
    expect(found(onPreview.tests)?.undecided).toMatchObject(whyEdited(problem))
    const onControl = await compared(fails, editedFrom(0, edit, control(fails)))
    expect([onControl.status, onControl.launched]).toEqual(['inconclusive', [3, 1]])
    expect(found(onControl.tests)).toMatchObject({ cause: 'undecided', undecided: whyEdited(problem) })
  })
})

test('a retry that does not show what it asked, as the first run did, has no answer', async () => {
  const unshown: Edit = (run) => ({
    ...run,
    results: (run.results ?? []).map((each) => ({ ...each, test_case: null })),
  })
  const agent = editedFrom(1, unshown, suite(suiteOf(names, { [first]: '-+' })))
  const { agent: shown, verdict } = await runAgent(agent, { mode: 'gate', retries: 1 })
  const test = found(shown?.run?.tests ?? [])
  expect([verdict, test?.attempts.map(({ status }) => status)]).toEqual(['failed', ['failed', 'unanswered']])
})

test('other tests go on, so that what broke is found', async () => {
  const fails = { [first]: '-+', [second]: '-' }
  const preview = editedFrom(1, inVersion(2), suite(suiteOf(names, fails)))
  const { status, tests } = await compared(fails, control(), {}, preview)
  expect([status, found(tests)?.cause, found(tests, second)?.cause]).toEqual(['failed', 'undecided', 'yours'])
})

describe('a test that passes a retry is flaky', () => {
  const rename: Edit = (run) => ({
    ...run,
    evaluators: (run.evaluators ?? []).map((each) => ({ ...each, name: 'Renamed' })),
  })
  const reordered = [{ evaluator_uuid: 'b' }, { evaluator_uuid: 'a' }]
  const inOrder = (run: TestRun, judges: readonly object[]): TestRun => ({
    ...run,
    evaluators: ['a', 'b'].map((uuid) => ({ uuid, version_number: 1 })),
    results: (run.results ?? []).map((each) => ({
      ...each,
      judge_results: judges as TestCaseResult['judge_results'],
    })),
  })
  const polls = (edit: Edit, agent: AgentResponses): AgentResponses => ({
    ...editedFrom(0, edit, agent),
    polls: (agent.polls ?? []).map((poll) => ('ok' in poll && poll.ok ? ok(edit(poll.value)) : poll)),
  })

  test.each<[string, (agent: AgentResponses) => AgentResponses]>([
    ['an evaluator was renamed', (agent) => editedFrom(1, rename, agent)],
    ['the service shows no versions', (agent) => polls(inVersion(null), agent)],
    ['it shows no evaluators', (agent) => polls((run) => ({ ...run, evaluators: null }), agent)],
    [
      'it does not show what tests ask',
      (agent) =>
        polls(
          withCase(() => ({})),
          agent,
        ),
    ],
    ['another evaluator has another version', (agent) => editedFrom(1, inVersion(2, second), agent)],
    [
      'the evaluators are in another order',
      (agent) =>
        editedFrom(
          1,
          (run) => inOrder(run, reordered),
          polls((run) => inOrder(run, reordered.toReversed()), agent),
        ),
    ],
  ])('if %s', async (_, change) => {
    const { verdict, totals } = await runAgent(change(suite(suiteOf(names, { [first]: '-+' }))), {
      retries: 1,
    })
    expect([verdict, totals.flaky]).toEqual(['passed', 1])
  })
})

describe('a retry that passed has no answer, and the next one is made,', () => {
  const agent = suite(suiteOf(names, { [first]: '-+' }))
  const withRow = (fields: Partial<TestCaseResult>) => done(1, 0, { results: [row(first, true, fields)] })

  test.each<[string, Reply<TestRun>]>([
    ['cannot be read', http(500)],
    ['is read without its row', done(1, 0, { results: [] })],
    ['is read without what it asked', withRow({ test_case: null, output: { response: 'Yes' } })],
  ])('if it %s', async (_, details) => {
    const retry = (uuids: readonly string[], nth: number) => {
      return { ...agent.retry?.(uuids, nth), ...(nth === 1 && { details }) }
    }
    const { verdict, agent: shown } = await runAgent({ ...agent, retry }, { retries: 2 })
    const attempts = found(shown?.run?.tests ?? [])?.attempts.map(({ status }) => status)
    expect([verdict, attempts]).toEqual(['passed', ['failed', 'unanswered', 'passed']])
  })
})

test('a count again whose run has other versions counts for nothing', async () => {
  const failing = Object.fromEntries(names.slice(0, 6).map((name) => [name, '-+']))
  const all = suite(suiteOf(names, failing), { history: earlierRuns(10, names) })
  const strict: Edit = (run) => names.reduce((edited, name) => inVersion(2, name)(edited), failed(run))
  const failed = (run: TestRun): TestRun => {
    const results = run.results?.map((each) => ({ ...each, passed: false })) ?? []
    return { ...run, passed: 0, failed: results.length, results }
  }
  const setting = { mode: 'gate-if-worse' } as const
  const ran = await runAgent(editedFrom(1, strict, all), setting)
  expect([ran.verdict, ran.decision.count]).toMatchObject(['inconclusive', { again: null, blocks: false }])
  // By the same versions it does.
  const blocked = await runAgent(editedFrom(1, failed, all), setting)
  expect([blocked.verdict, blocked.decision.count?.blocks]).toEqual(['failed', true])
})

describe('a count again that gives nothing', () => {
  const setting = { mode: 'gate-if-worse' } as const

  test('leaves open what failed now and then before, too', async () => {
    const often = Object.fromEntries(names.map((name) => [name, '+-++-++-++']))
    const all = suite(suiteOf(names, Object.fromEntries(names.map((name) => [name, '-']))), {
      history: earlierRuns(10, names, often),
    })
    const { verdict, agent, decision } = await runAgent(
      { ...all, retry: () => ({ launch: http(400) }) },
      setting,
    )
    expect([verdict, decision.count]).toMatchObject(['inconclusive', { isTooMany: true, again: null }])
    expect(agent?.run?.tests.every(({ undecided }) => undecided !== null)).toBe(true)
    // With it, the job is red.
    expect((await runAgent(all, setting)).verdict).toBe('failed')
  })

  test('counts no failures without what passed beside them', async () => {
    const failing = Object.fromEntries(names.slice(0, 6).map((name) => [name, '-+']))
    const all = suite(suiteOf(names, failing), { history: earlierRuns(10, names) })
    const signs = names.map((name, at) => [name, at < 3 ? '-' : '+'] as const)
    const polls = [ended(signs)]
    const failingDetails = ended(signs.slice(0, 3))
    const retry = () => ({ polls, details: http(500), failingDetails })
    const { verdict, decision } = await runAgent({ ...all, retry }, setting)
    expect([verdict, decision.count]).toMatchObject(['inconclusive', { again: null, blocks: false }])
  })
})

describe('earlier failures', () => {
  /** The first test fails, as it did in the newest of ten runs, which are read as this; it passed in those before them. */
  async function outcomeAfter(
    failures: number,
    then: Result<TestRun>,
    passed: Result<TestRun> = askedThen(names),
    fields: { readonly now?: number; readonly signs?: string } = {},
  ) {
    const read = Object.fromEntries(Array.from({ length: failures }, (_, nth) => [`before-${nth}`, then]))
    const agent = suite(suiteOf(names, { [first]: fields.signs ?? '-' }), {
      history: earlierRuns(10, names, { [first]: '-'.repeat(failures) }),
      earlier: { ...read, [`before-${failures}`]: passed },
    })
    const edit = inVersion(fields.now ?? 1)
    const polls = (agent.polls ?? []).map((poll) => ('ok' in poll && poll.ok ? ok(edit(poll.value)) : poll))
    const ran = await runAgent({ ...editedFrom(0, edit, agent), polls }, { mode: 'gate-if-worse' })
    const shown = found(ran.agent?.run?.tests ?? [])
    return [ran.verdict, shown?.cause, shown?.earlier?.failures, shown?.earlier?.runs] as const
  }
  const failedBy = (version: number) => askedThen([], [first], {}, { [first]: version })
  const failedAnother = askedThen([], [first], { [first]: 'Another question' })
  const passedBy = (version: number) => askedThen(names, [], {}, { [first]: version })

  test.each([2, 4, 6])('%i that asked something else excuse nothing', async (failures) => {
    const all = await outcomeAfter(failures, failedAnother)
    expect(all.slice(1)).toEqual(['changed', 0, 10 - failures])
  })

  test.each([2, 4, 6])(
    '%i by a version of an evaluator that was edited for a while excuse nothing',
    async (n) => {
      expect((await outcomeAfter(n, failedBy(2))).slice(1)).toEqual(['changed', 0, 10 - n])
      // It was edited back, and has a third version since.
      expect((await outcomeAfter(n, failedBy(2), passedBy(1), { now: 3 })).slice(1)).toEqual([
        'edited',
        0,
        10 - n,
      ])
      // The first attempt shows no evaluator.
      const unanswered = await outcomeAfter(n, failedBy(2), passedBy(1), { signs: '?-' })
      expect(unanswered.slice(1)).toEqual(['changed', 0, 10 - n])
    },
  )

  test.each([
    ['the version of today', failedBy(2), passedBy(1), 2, 'edited'],
    ['the version by which it last passed', failedBy(1), passedBy(1), 2, 'edited'],
    ['a version that is not shown', askedThen([], [first]), passedBy(1), 1, 'older'],
  ])('by %s count', async (_, then, passed, now, cause) => {
    const all = await outcomeAfter(6, then, passed, { now })
    expect(all).toEqual(['passed', cause, 6, 10])
  })

  test('by an older version count for a test that never passed, or if the run in which it did cannot be read', async () => {
    expect(await outcomeAfter(10, failedBy(1), passedBy(1), { now: 2 })).toEqual(['passed', 'older', 10, 10])
    const unread = http(500)
    expect(await outcomeAfter(9, failedBy(1), unread, { now: 2 })).toEqual(['passed', 'older', 9, 10])
  })

  test('of a test that never passed, and was edited since all of them, leave it undecided', async () => {
    const [verdict, outcome, , runs] = await outcomeAfter(10, failedAnother)
    expect([verdict, outcome, runs]).toEqual(['inconclusive', 'undecided', 0])
  })
})

describe('the test of a file breaks, whatever somebody made of it on the service', () => {
  const uuids = ['a', 'b', 'c']
  const setting: Setting = {
    mode: 'gate-if-worse',
    retries: 2,
    tests: planOf(
      'ada',
      uuids.map((name) => wanted(name)),
    ),
    change: () => making(uuids),
  }
  /** @param hand what the first test became of by hand, in the newest of ten runs. @param signs of its attempts */
  async function ran(hand: readonly boolean[], signs = '-') {
    const named = uuids.map(serviceNameOf)
    const history = Array.from({ length: 10 }, (_, nth) => {
      const results = named.map((name, at) => ({ name, passed: at > 0 || (hand[nth] ?? true) }))
      return earlierRun(`before-${nth}`, results, { created_at: `2026-11-${20 - nth} 12:00:00` })
    })
    const rows = (nth: number) =>
      uuids.map((uuid, at) => {
        const isEdited = at === 0 && nth < hand.length
        return asked(uuid, at > 0 || (hand[nth] ?? true), isEdited ? 'edited' : uuid)
      })
    const earlier = Object.fromEntries(
      history.map(({ uuid }, nth) => [uuid, done(3, 0, { results: rows(nth) })]),
    )
    const agent = {
      history,
      earlier,
      retry: answers((uuid, nth) => (uuid === 'a' ? (signs[nth] ?? signs.at(-1) ?? '') : '+')),
    }
    const { verdict, agent: shown } = await runAgent(agent, setting)
    const [test] = shown?.run?.tests ?? []
    return [verdict, test?.cause, test?.earlier?.failures, test?.earlier?.runs]
  }

  test.each([0, 1, 2, 3])('and failed so %i times', async (times) => {
    const hand = Array<boolean>(times).fill(false)
    expect((await ran(hand)).slice(1)).toEqual(['changed', 0, 10 - times])
  })

  test('and passed so', async () => {
    expect((await ran([true])).slice(1)).toEqual(['changed', 0, 9])
    expect((await ran([true, true])).slice(1)).toEqual(['changed', 0, 8])
  })

  test.each(['e-', 'ee-'])('and so were the first runs of this job: %s', async (signs) => {
    expect((await ran([], signs)).slice(1)).toEqual(['changed', 0, 10])
    expect((await ran([false, false], signs)).slice(1)).toEqual(['changed', 0, 8])
  })
})
