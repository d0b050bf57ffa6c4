// First launches whose response was lost, on a service whose run history may tell what became of them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EarlierRun, TestRun } from '../../src/client/index.ts'
import type { GateService, HistoryPage, Result } from '../../src/gate/service.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import { type GateRun, runAgents, type Setting } from './gate-harness.ts'
import { brokenConnection, done, http, ok } from './responses.ts'
import { earlierRun, suiteRow, testNames, uuidOf } from './suites.ts'

/** What becomes of one launch. Times in milliseconds. */
interface FatedLaunch {
  /** When its run appears, after the launch; null if it starts none. */
  readonly startsAfterMs: number | null
  readonly isLost: boolean
}

/** Somebody else's run of the agent. */
interface OtherRun {
  /** After the start of the job; negative for before. */
  readonly atMs: number
  readonly tests: number
  readonly status?: string
  readonly type?: string
}

interface Schedule {
  /** Of each launch in turn; the last one stays. */
  readonly launches: readonly FatedLaunch[]
  readonly others?: readonly OtherRun[]
  /** How many tests the agent has, and its newest earlier run; null for none. */
  readonly tests?: number
  readonly testsBefore?: number | null
  /** By how much the service's clock is ahead. */
  readonly aheadMs?: number
  /** By how much runs are older than they should be, by the service's own clock. */
  readonly tooOldMs?: number
  /** The reads of the history that fail. */
  readonly failingReads?: readonly (Result<never> | null)[]
  /** @param read counts from 1 */
  readonly change?: (page: HistoryPage, read: number) => HistoryPage
}

interface Run {
  readonly uuid: string
  readonly atMs: number
  readonly tests: number
  readonly isOurs: boolean
  readonly status: string | undefined
  readonly type: string | undefined
}

const lostBefore: FatedLaunch = { startsAfterMs: null, isLost: true }
const lostAfter: FatedLaunch = { startsAfterMs: 0, isLost: true }
const answered: FatedLaunch = { startsAfterMs: 0, isLost: false }
/** A run is queued for so long, and then done. */
const QUEUED_MS = 40_000

const serviceTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/**
 * A service with one agent, on which launches end as the schedule says.
 * @param runs all runs of the agent are added to it
 * @param launched the time of each launch is added to it
 * @param asked the options of each read are added to it
 */
function scheduled(schedule: Schedule, runs: Run[], launched: number[], asked: object[]) {
  const { tests = 4, testsBefore = tests, aheadMs = 0, tooOldMs = 0, failingReads = [] } = schedule
  const { change = (page) => page } = schedule
  return (_: GateService, clock: ManualClock): Partial<GateService> => {
    const startedAt = clock.now()
    const others = (schedule.others ?? []).map(({ atMs, status, type, tests }, index): Run => {
      return { uuid: `other-${index}`, atMs: startedAt + atMs, tests, isOurs: false, status, type }
    })
    runs.push(...others)
    const isDone = ({ atMs, status }: Run) =>
      (status ?? (clock.now() < atMs + QUEUED_MS ? 'queued' : 'done')) === 'done'
    const entryOf = (run: Run): EarlierRun => {
      const { uuid, atMs, status = isDone(run) ? 'done' : 'queued', type = 'llm-unit-test' } = run
      const fields = { status, type, created_at: serviceTime(atMs + aheadMs - tooOldMs) }
      const rows = testNames(run.tests).map((name) => ({ name, passed: true }))
      if (isDone(run)) return earlierRun(uuid, rows, fields)
      const total_tests = status === 'queued' ? null : run.tests
      return earlierRun(uuid, [], { ...fields, total_tests, passed: null, failed: null })
    }
    let reads = 0
    return {
      async launch() {
        const fate = schedule.launches[launched.length] ?? schedule.launches.at(-1) ?? answered
        launched.push(clock.now())
        const uuid = `ours-${launched.length}`
        if (fate.startsAfterMs !== null) {
          const atMs = clock.now() + fate.startsAfterMs
          runs.push({ uuid, atMs, tests, isOurs: true, status: undefined, type: undefined })
        }
        return fate.isLost ? brokenConnection : ok({ task_id: uuid, status: 'queued' })
      },
      async getRun(taskId, options) {
        asked.push(options)
        const run = runs.find(({ uuid }) => uuid === taskId)
        if (run === undefined) return http(404)
        const test_uuids = testNames(run.tests).map(uuidOf)
        const results = testNames(run.tests).map((name) => suiteRow(name, '+'))
        const read: TestRun = {
          task_id: taskId,
          status: 'queued',
          error: false,
          is_public: false,
          test_uuids,
          results: null,
        }
        return isDone(run) ? done(run.tests, 0, { task_id: taskId, test_uuids, results }) : ok(read)
      },
      async history(_, options) {
        asked.push(options)
        const failure = failingReads[reads]
        reads += 1
        if (failure) return failure
        const started = runs.filter(({ atMs }) => atMs <= clock.now()).toSorted((a, b) => b.atMs - a.atMs)
        const before = earlierRun(
          'before',
          testNames(testsBefore ?? 0).map((name) => ({ name, passed: true })),
        )
        const items = [...started.map(entryOf), ...(testsBefore === null ? [] : [before])]
        return ok(change({ items, total: items.length, serviceTime: clock.now() + aheadMs }, reads))
      },
    }
  }
}

async function launchWith(schedule: Schedule, setting: Setting = {}) {
  const runs: Run[] = []
  const launched: number[] = []
  const asked: object[] = []
  const change = scheduled(schedule, runs, launched, asked)
  const ran = await runAgents({ ada: {} }, { ...setting, change })
  const ours = runs.filter(({ isOurs }) => isOurs)
  return {
    ...ran,
    result: ran.results[0],
    launches: launched.length,
    launchedAt: launched,
    runs,
    ours,
    asked,
  }
}

const adopted = (taskId: string) => ({ outcome: 'passed', run: { taskId, isAdopted: true } })
const unknown = { outcome: 'inconclusive', run: null, reason: { kind: 'maybe-launched' } }

describe('a lost launch', () => {
  test('is sent once more if the history shows twice that it started nothing', async () => {
    const { result, launches, events } = await launchWith({ launches: [lostBefore, answered] })
    expect([launches, result]).toMatchObject([
      2,
      { outcome: 'passed', run: { taskId: 'ours-2', isAdopted: false } },
    ])
    const launched = events.find(({ event }) => event.type === 'launched')
    expect(launched).toMatchObject({ at: 20, event: { taskId: 'ours-2', isAdopted: false } })
  })

  test.each([0, 5000, 15_000])(
    'is adopted if its run appears after %i ms, and is the only new one',
    async (ms) => {
      const { result, launches, events } = await launchWith({
        launches: [{ startsAfterMs: ms, isLost: true }],
      })
      expect([launches, result]).toMatchObject([1, adopted('ours-1')])
      const launched = events.find(({ event }) => event.type === 'launched')
      expect(launched?.event).toMatchObject({ taskId: 'ours-1', isAdopted: true })
    },
  )

  test('is sent no third time', async () => {
    const { result, launches } = await launchWith({ launches: [lostBefore] })
    expect([launches, result]).toMatchObject([2, unknown])
    expect((await launchWith({ launches: [lostBefore, lostAfter] })).result).toMatchObject(unknown)
  })

  test('of an agent that never ran is sent once more, and never adopted', async () => {
    const fresh = await launchWith({ launches: [lostBefore, answered], testsBefore: null })
    expect([fresh.launches, fresh.result]).toMatchObject([2, { outcome: 'passed' }])
    const { result, launches } = await launchWith({ launches: [lostAfter], testsBefore: null })
    expect([launches, result]).toMatchObject([1, unknown])
    const others = [{ atMs: 2000, tests: 4, status: 'done' }]
    const another = await launchWith({ launches: [lostBefore], testsBefore: null, others })
    expect([another.launches, another.result]).toMatchObject([1, unknown])
  })

  test.each<[string, Partial<Schedule>]>([
    ['the history shows several new runs', { others: [{ atMs: 3000, tests: 4 }] }],
    ['a second one appears later', { others: [{ atMs: 15_000, tests: 1 }] }],
    ['its run has fewer tests than a complete earlier one', { testsBefore: 5 }],
    ['the history cannot be read', { failingReads: [http(500)] }],
    ['the history cannot be read again', { failingReads: [null, brokenConnection] }],
    ['the history does not exist', { failingReads: [http(404), http(404)] }],
    ['the history has entries that are unreadable', { change: (page) => ({ ...page, unreadable: 1 }) }],
    [
      'the service does not tell its time',
      { launches: [lostBefore], testsBefore: null, change: (page) => ({ ...page, serviceTime: null }) },
    ],
    ['a queued run looks old', { tooOldMs: 60_000 }],
    ['a run in progress looks old', { others: [{ atMs: -60_000, tests: 4, status: 'in_progress' }] }],
    ['an entry has no time', { change: withoutTimes }],
    ['it disappears again', { change: onlyOnce }],
    ['another takes its place', { change: onlyOnce, others: [{ atMs: 15_000, tests: 4 }] }],
    ['its run cannot be read', { change: withOtherIds }],
  ])('stays inconclusive, and is not repeated, if %s', async (_, schedule) => {
    const { result, launches, verdict } = await launchWith({ launches: [lostAfter], ...schedule })
    expect([launches, result, verdict.status]).toMatchObject([1, unknown, 'inconclusive'])
  })

  test('is compared with complete runs only', async () => {
    const others = [{ atMs: -60_000, tests: 6, status: 'failed' }]
    expect((await launchWith({ launches: [lostAfter], others })).result).toMatchObject(adopted('ours-1'))
  })

  test('is looked up among the newest runs of tests, in what is left of the time', async () => {
    const { asked } = await launchWith({ launches: [lostAfter] }, { timeoutSeconds: 300 })
    const query = { type: 'llm-unit-test', limit: 50 }
    expect(asked.slice(0, 3)).toMatchObject([
      { ...query, timeoutMs: 290_000 },
      { ...query, timeoutMs: 280_000 },
      { compact: true, timeoutMs: 280_000 },
    ])
  })

  test('is not mistaken for a retry or a benchmark of somebody else', async () => {
    const retry = await launchWith({ launches: [lostBefore], others: [{ atMs: 2000, tests: 1 }] })
    expect([retry.launches, retry.result]).toMatchObject([1, unknown])
    const benchmark = { atMs: 2000, tests: 9, type: 'llm-benchmark' }
    const { result, launches } = await launchWith({ launches: [lostBefore, answered], others: [benchmark] })
    expect([launches, result]).toMatchObject([2, { outcome: 'passed', run: { isAdopted: false } }])
  })

  test.each([-7 * 60_000, -2000, 2000, 7 * 60_000])(
    'is looked up by the clock of the service, which is %i ms ahead',
    async (aheadMs) => {
      const earlier = { atMs: -30_000, tests: 4, status: 'done' }
      const others = [earlier]
      const found = await launchWith({ launches: [lostAfter], aheadMs, others })
      expect([found.launches, found.result]).toMatchObject([1, adopted('ours-1')])
      const none = await launchWith({ launches: [lostBefore, answered], aheadMs, others })
      expect([none.launches, none.result]).toMatchObject([
        2,
        { outcome: 'passed', run: { taskId: 'ours-2' } },
      ])
    },
  )

  test('is not looked up beyond the deadline', async () => {
    const { result, launches, endedAt } = await launchWith({ launches: [lostBefore] }, { timeoutSeconds: 15 })
    expect([launches, result]).toMatchObject([1, unknown])
    expect(endedAt).toBeLessThanOrEqual(15)
  })

  test.each([5, 15])('is not repeated if the job is cancelled after %i s', async (cancelledAt) => {
    const { result, launches, endedAt, verdict } = await launchWith(
      { launches: [lostBefore] },
      { cancelledAt },
    )
    expect([launches, result, endedAt]).toMatchObject([1, unknown, cancelledAt])
    expect(verdict.status).toBe('inconclusive')
  })

  test('counts once for max-tests', async () => {
    const within = { maxTests: 4 }
    expect((await launchWith({ launches: [lostAfter] }, within)).result).toMatchObject(adopted('ours-1'))
    const again = await launchWith({ launches: [lostBefore, answered] }, within)
    expect([again.launches, again.result]).toMatchObject([2, { outcome: 'passed' }])
  })
})

function withoutTimes(page: HistoryPage): HistoryPage {
  return { ...page, items: page.items.map((each) => ({ ...each, created_at: null })) }
}

/** Our runs are on the first page, and on no later one. */
function onlyOnce(page: HistoryPage, read: number): HistoryPage {
  return { ...page, items: page.items.filter(({ uuid }) => read === 1 || !uuid.startsWith('ours')) }
}

function withOtherIds(page: HistoryPage): HistoryPage {
  return { ...page, items: page.items.map((each) => ({ ...each, uuid: `other-${each.uuid}` })) }
}

describe('whatever happens to launches', () => {
  const fate: fc.Arbitrary<FatedLaunch> = fc.record({
    startsAfterMs: fc.option(fc.nat(20_000), { nil: null, freq: 2 }),
    isLost: fc.boolean(),
  })
  const other: fc.Arbitrary<OtherRun> = fc.record(
    {
      atMs: fc.integer({ min: -120_000, max: 60_000 }),
      tests: fc.constantFrom(1, 4, 6),
      status: fc.constantFrom('queued', 'in_progress', 'done', 'failed'),
    },
    { requiredKeys: ['atMs', 'tests'] },
  )
  const schedule: fc.Arbitrary<Schedule> = fc.record(
    {
      launches: fc
        .array(fate, { minLength: 1, maxLength: 3 })
        // A launch that is answered has started a run.
        .map((all) => all.map((each) => (each.isLost ? each : answered))),
      others: fc.array(other, { maxLength: 2 }),
      testsBefore: fc.constantFrom(4, 4, 4, 6, null),
      aheadMs: fc.integer({ min: -600_000, max: 600_000 }),
      failingReads: fc.array(fc.constantFrom(null, null, null, http(500), brokenConnection), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['launches'] },
  )
  const setting: fc.Arbitrary<Setting> = fc.record(
    {
      timeoutSeconds: fc.integer({ min: 1, max: 300 }),
      cancelledAt: fc.nat(120),
      maxTests: fc.integer({ min: 1, max: 10 }),
    },
    { requiredKeys: ['timeoutSeconds'] },
  )
  const adoptedRun = ({ results }: Pick<GateRun, 'results'>) =>
    results[0]?.run?.isAdopted ? results[0].run.taskId : null

  test('an agent is launched twice at most, has one run of this job, and adopts none of before', async () => {
    const seen = { adopted: 0, repeated: 0, unknown: 0 }
    await fc.assert(
      fc.asyncProperty(schedule, setting, async (schedule, how) => {
        const ran = await launchWith(schedule, how)
        expect(ran.launches).toBeLessThanOrEqual(2)
        expect(ran.ours.length).toBeLessThanOrEqual(1)
        if (ran.launches === 2) seen.repeated += 1
        if (ran.result?.run === null) seen.unknown += 1
        const taskId = adoptedRun(ran)
        if (taskId === null) return
        seen.adopted += 1
        const run = ran.runs.find(({ uuid }) => uuid === taskId)
        expect(run?.tests).toBeGreaterThanOrEqual(schedule.testsBefore ?? 4)
        // The service's times have whole seconds.
        expect(run?.atMs).toBeGreaterThan((ran.launchedAt[0] ?? 0) - 2000)
      }),
      { numRuns: 1000 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10)
  })
})
