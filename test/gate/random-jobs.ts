// Random jobs: agents on services of every kind, and settings. For the property tests of the whole gate, and for test/support/record.ts.
import fc from 'fast-check'
import type { TestRun } from '../../src/client/index.ts'
import { type GateService, type Result, statusOf } from '../../src/gate/service.ts'
import type { Setting } from './gate-harness.ts'
import * as responses from './responses.ts'
import {
  askedThen,
  earlierRun,
  earlierRuns,
  ended,
  evaluatorOf,
  type Suite,
  suite,
  suiteOf,
  testNames,
  uuidOf,
} from './suites.ts'
import type { AgentResponses, Reply, RunResponses, ServiceChange } from './test-service.ts'

const { http, inProgress, launched, ok, queued, run } = responses

const error = fc.constantFrom(
  ...[401, 403, 404, 408, 429, 500, 503].map((status) => http(status)),
  http(503, null, 45_000),
  responses.brokenConnection,
  responses.refusedConnection,
  responses.timedOut,
  responses.notJson,
  responses.wrongShape,
  responses.invalid,
)

function mostly<T>(usual: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 12 }, { arbitrary: others, weight: 1 })
}

function sometimesSlow<T>(replies: fc.Arbitrary<Result<T>>): fc.Arbitrary<Reply<T>> {
  const slow = fc.record({ afterMs: fc.nat(40_000), reply: replies })
  return fc.oneof({ arbitrary: replies, weight: 12 }, { arbitrary: slow, weight: 1 })
}

/** What a run says besides its tests. */
const flaws: fc.Arbitrary<Partial<TestRun>> = mostly(
  {},
  fc.constantFrom<Partial<TestRun>>(
    { status: 'failed' },
    { status: 'cancelled' },
    { status: 'new_state' },
    { error: true },
    { aborted: true },
    { stopped_early: true },
    { unanswered_tests: 6 },
    { test_uuids: Array.from({ length: 200 }, (_, index) => `${index}`) },
  ),
)
const uncounted = { total_tests: null, passed: null, failed: null, unanswered_tests: null }

const signs = fc.oneof(
  { arbitrary: fc.constant('+'), weight: 6 },
  { arbitrary: fc.constantFrom('-', '-', '-+', '--+', '?', '?+', '?-', '-?+'), weight: 1 },
  { arbitrary: fc.constantFrom('e', 'e+', 'e-', '-e', 'd', 'n'), weight: 1 },
)
/** Small suites, and some that are polled without their passing tests. */
const tests = fc
  .tuple(fc.array(signs, { minLength: 1, maxLength: 5 }), mostly(0, fc.constant(100)))
  .map(([some, passing]) => [...some, ...Array.from({ length: passing }, () => '+')])
  .map((all): Suite => Object.fromEntries(all.map((each, index) => [`test ${index}`, each])))

/** The reads of an ended run may fail, or give an old copy. */
const lateRead = fc.oneof(error, fc.constantFrom(inProgress, queued))

const brokenRun: fc.Arbitrary<RunResponses> = fc.oneof(
  fc.record({ launch: sometimesSlow<Exclude<typeof launched, { ok: false }>['value']>(error) }),
  fc.record({ polls: fc.array(error, { minLength: 1, maxLength: 3 }) }),
  fc.constant({ polls: [inProgress] }),
)

/** A run that all of these tests pass, because somebody made their evaluators lenient, or asks something easier. */
function easierRun(names: readonly string[], what: 'evaluators' | 'questions'): RunResponses {
  const all = ended(names.map((name) => [name, '+']))
  if (!all.ok) return {}
  const easier = { history: [{ role: 'user', content: 'Hi!' }] }
  const results = all.value.results?.map((each) => ({ ...each, test_case: { ...each.test_case, ...easier } }))
  const evaluators = names.map((name) => evaluatorOf(name, 2))
  return {
    polls: [ok({ ...all.value, ...(what === 'evaluators' ? { evaluators } : { results: results ?? [] }) })],
  }
}

/** An agent on a service that may fail in any way, with what is true of its tests. */
export const anyAgent = fc
  .record({
    tests,
    flaw: flaws,
    isCounted: fc.boolean(),
    launch: sometimesSlow(mostly(launched, fc.oneof(error, fc.constant(http(400))))),
    before: fc.array(
      sometimesSlow(
        mostly(inProgress, fc.oneof(error, fc.constantFrom(queued, run({ status: 'new_state' })))),
      ),
      { maxLength: 5 },
    ),
    reads: fc.oneof(
      { arbitrary: fc.constant({}), weight: 4 },
      { arbitrary: fc.record({ rows: lateRead, details: lateRead }, { requiredKeys: [] }), weight: 1 },
    ),
    brokenRetry: fc.option(fc.tuple(fc.integer({ min: 1, max: 4 }), brokenRun), { freq: 4 }),
    edit: fc.option(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('evaluators', 'questions'))),
  })
  .map(({ tests, flaw, isCounted, launch, before, reads, brokenRetry, edit }) => {
    const names = Object.keys(tests)
    const { polls = [], retry, ...others } = suite(tests, { history: earlierRuns(10, names) })
    const linked = run({ status: 'queued', test_uuids: names.map(uuidOf) })
    const ends = polls.map((poll) =>
      'ok' in poll && poll.ok ? ok({ ...poll.value, ...(isCounted ? {} : uncounted), ...flaw }) : poll,
    )
    const responses: AgentResponses = {
      ...others,
      launch,
      polls: [linked, ...before, ...ends],
      ...reads,
      retry: (uuids, number) => {
        if (brokenRetry?.[0] === number) return brokenRetry[1]
        const usual = retry?.(uuids, number) ?? {}
        if (edit === null || number < edit[0]) return usual
        // Nobody knows what a first run asked that could not be read.
        const what = Object.keys(reads).length > 0 ? 'evaluators' : edit[1]
        return easierRun(
          names.filter((name) => uuids.includes(uuidOf(name))),
          what,
        )
      },
    }
    const [brokenRound, { launch: brokenLaunch = launched } = {}] = brokenRetry ?? []
    const answered503 = { first: is503(launch), round: is503(brokenLaunch) ? brokenRound : undefined }
    // Servers give up a run whose tests all have errors.
    const isGivenUp = flaw.status === 'failed' || flaw.error || flaw.aborted || flaw.stopped_early
    const isExplained = isGivenUp && Object.values(tests).every((each) => /^[e?dn]/.test(each))
    return { tests, isFlawless: Object.keys(flaw).length === 0 || isExplained, responses, answered503 }
  })

export type AnyAgent = typeof anyAgent extends fc.Arbitrary<infer Value> ? Value : never

function is503(reply: Reply<unknown>): boolean {
  const answer = 'ok' in reply ? reply : reply.reply
  return !answer.ok && statusOf(answer.error) === 503
}

export const anySetting: fc.Arbitrary<Setting & { readonly retries: number }> = fc.record(
  {
    mode: fc.constantFrom('gate', 'report', 'gate-if-worse'),
    listed: fc.boolean(),
    retries: fc.integer({ min: 0, max: 3 }),
    timeoutSeconds: fc.integer({ min: 1, max: 600 }),
    intervalSeconds: fc.integer({ min: 1, max: 20 }),
    cancelledAt: fc.nat(3000),
    details: fc.constantFrom('failing', 'all'),
  },
  { requiredKeys: ['mode', 'retries', 'timeoutSeconds', 'intervalSeconds'] },
)

/** For one job: agents count how often their tests were run. */
export interface Job {
  readonly agents: Readonly<Record<string, AgentResponses>>
  readonly setting: Setting
}

/** One to three agents on services that may fail in any way. */
export const serviceJob: fc.Arbitrary<Job> = fc
  .tuple(fc.array(anyAgent, { minLength: 1, maxLength: 3 }), anySetting)
  .map(([agents, setting]) => {
    const named = agents.map(({ responses }, index) => [`agent-${index}`, responses] as const)
    return { agents: Object.fromEntries(named), setting }
  })

const names = testNames(20)
/** An earlier run in which all of these passed, judged by other versions. */
const judgedByOthers = askedThen(names, [], {}, Object.fromEntries(names.map((name) => [name, 3])))
const attempts = fc.oneof(
  fc.constantFrom('-', '-', '-+', '--+', '-e-', '-?-'),
  fc.string({ unit: fc.constantFrom('+', '-', '-', '-', '?', 'e', 'd', 'n'), minLength: 1, maxLength: 8 }),
)
/** Of twenty tests a few that do not pass, or many. */
const failing = fc
  .oneof(
    { arbitrary: fc.array(attempts, { maxLength: 3 }), weight: 5 },
    { arbitrary: fc.array(fc.constantFrom('-', '-', '-+'), { minLength: 6, maxLength: 9 }), weight: 1 },
  )
  .map((all): Suite => Object.fromEntries(all.map((each, index) => [`test ${index + 1}`, each])))
const limits: fc.Arbitrary<Setting> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 6 },
  { arbitrary: fc.record({ maxTests: fc.integer({ min: 15, max: 60 }) }), weight: 1 },
  { arbitrary: fc.record({ timeoutSeconds: fc.integer({ min: 1, max: 120 }) }), weight: 1 },
  { arbitrary: fc.record({ cancelledAt: fc.nat(60) }), weight: 1 },
)
const faultyRetry = fc.option(fc.tuple(fc.integer({ min: 1, max: 5 }), brokenRun), { freq: 3 })
type FaultyRetry = readonly [nth: number, run: RunResponses] | null

function withFault({ retry, ...agent }: AgentResponses, fault: FaultyRetry): AgentResponses {
  return { ...agent, retry: (uuids, nth) => (fault?.[0] === nth ? fault[1] : (retry?.(uuids, nth) ?? {})) }
}

/** One or two candidates with one control, which may be the wrong one. */
export const controlJob: fc.Arbitrary<Job> = fc
  .record({
    candidates: fc.array(fc.tuple(failing, faultyRetry), { minLength: 1, maxLength: 2 }),
    onControl: fc.oneof(fc.constant({}), failing),
    fault: faultyRetry,
    linked: mostly<Partial<AgentResponses>>({}, fc.constant({ tests: ['uuid-other'] })),
    limits,
  })
  .map(({ candidates, onControl, fault, linked, limits }) => {
    const previews = candidates.map(([tests, broken], index) => {
      return [`preview-${index}`, withFault(suite(suiteOf(names, tests)), broken)] as const
    })
    const production = withFault(suite(suiteOf(names, onControl), linked), fault)
    const controls = Object.fromEntries(previews.map(([name]) => [name, 'production']))
    const agents = { ...Object.fromEntries(previews), production }
    return { agents, setting: { mode: 'gate-if-worse', controls, ...limits } }
  })

const fate = fc.constantFrom('answered', 'answered', 'answered', 'other', 'lost', 'answer lost', 'refused')
const patterns = fc.constantFrom(['answered', 'other'], ['other'], ['lost'])
/** What becomes of requests to a copy, over and over; `other`: another job has written it, or its address does not answer. */
const fates = fc.oneof(
  { arbitrary: fc.constant(['answered']), weight: 6 },
  { arbitrary: patterns, weight: 1 },
  { arbitrary: fc.array(fate, { minLength: 1, maxLength: 9 }), weight: 3 },
)
const other = {
  get: responses.ok({ uuid: '', name: '', config: { agent_tests: 'of another' } }),
  update: http(409, 'Conflict'),
  verifyConnection: responses.ok({ success: false, error: 'Agent returned HTTP 502: … (after 4 attempts)' }),
}

/** A copy, alone or with its original as control, which other jobs may write to and whose requests may be lost. */
export const overrideJob: fc.Arbitrary<Job> = fc
  .record({
    onCopy: failing,
    onOriginal: failing,
    isCompared: fc.boolean(),
    fates: fc.record({ get: fates, update: fates, verifyConnection: fates }),
    mode: fc.constantFrom('gate' as const, 'report' as const),
    retries: fc.nat(3),
    limits,
  })
  .map(({ onCopy, onOriginal, isCompared, fates, mode, retries, limits }) => {
    const config = { agent_url: 'https://bot.test', agent_headers: { 'X-Key': 'k'.repeat(8) } }
    const keys = [{ key: 'agent_url', file: null, origin: 'workflow', of: null }] as const
    const patch = { agent_url: 'https://preview.test' }
    const agents = {
      copy: suite(suiteOf(names, onCopy), { config }),
      bot: suite(suiteOf(names, onOriginal), { config }),
    }
    const change = (service: GateService): ServiceChange => ({
      agents: Object.fromEntries(
        Object.entries(fates).map(([name, each]) => [
          name,
          withFates(service, name as keyof typeof other, each),
        ]),
      ) as ServiceChange['agents'],
    })
    const compared: Setting = isCompared ? { mode: 'gate-if-worse', controls: { copy: 'bot' } } : { mode }
    const override = [{ copy: 'copy', original: 'bot', patch, keys }]
    return { agents, setting: { names: ['copy'], override, retries, change, ...compared, ...limits } }
  })

function withFates(service: GateService, what: keyof typeof other, fates: readonly string[]) {
  const send = service.agents[what] as (...call: unknown[]) => Promise<Result<unknown>>
  let nth = 0
  return async (...call: unknown[]): Promise<Result<unknown>> => {
    // The selection reads the original and the copy.
    const fate = what === 'get' && nth < 2 ? 'answered' : fates[nth % fates.length]
    nth += 1
    if (fate === 'refused') return http(503)
    const answer = fate === 'lost' ? responses.timedOut : await send(...call)
    if (fate === 'answer lost') return responses.timedOut
    return fate === 'other' ? other[what] : answer
  }
}

/** One or two agents with a history, which may be unreadable, too young, by another clock, or judged by other evaluators. */
export const historyJob: fc.Arbitrary<Job> = fc
  .record({
    agents: fc.array(
      fc.record({
        tests: failing,
        before: fc.array(
          fc.oneof(fc.string({ unit: fc.constantFrom('+', '+', '-') }), fc.constant('----------')),
          {
            maxLength: 4,
          },
        ),
        runs: fc.oneof(fc.constant(10), fc.nat(10)),
        unreadable: mostly<Partial<AgentResponses>>({}, fc.constant({ history: http(500) })),
        earlier: fc.option(fc.constantFrom<Reply<TestRun>>(http(500), judgedByOthers)),
        clock: mostly<string | null>(null, fc.constantFrom('2026-11-20 19:00:00', '2026-11-21 05:00:00')),
        unready: mostly<Partial<AgentResponses>>(
          {},
          fc.constant({ launch: http(400, 'No tests linked to this agent.') }),
        ),
        fault: faultyRetry,
      }),
      { minLength: 1, maxLength: 2 },
    ),
    listed: fc.boolean(),
    accepted: fc.option(fc.boolean(), { freq: 2 }),
    retries: fc.nat(3),
    mode: mostly('gate-if-worse' as const, fc.constantFrom('gate', 'report')),
    cutOff: mostly<Setting>({}, fc.constant({ cutOff: Date.UTC(2026, 10, 18) })),
    limits,
  })
  .map(({ agents, listed, accepted, retries, mode, cutOff, limits }) => {
    const named = agents.map(({ tests, before, runs, unreadable, earlier, clock, unready, fault }, index) => {
      const failures = Object.fromEntries(before.map((signs, nth) => [`test ${nth + 1}`, signs]))
      // The job's own run, which tells the clock of the service.
      const own = clock === null ? [] : [earlierRun(`run-agent-${index}`, [], { created_at: clock })]
      const more = {
        history: [...own, ...earlierRuns(runs, names, failures)],
        ...unready,
        ...(earlier !== null && runs > 0 && { earlier: { 'before-0': earlier } }),
        ...unreadable,
      }
      return [`agent-${index}`, withFault(suite(suiteOf(names, tests), more), fault)] as const
    })
    const accept =
      accepted === null ? [] : [{ agent: 'agent-0', test: 'test 1', until: '2026-12-03', expired: accepted }]
    return {
      agents: Object.fromEntries(named),
      setting: { mode, listed, retries, accept, ...cutOff, ...limits },
    }
  })

/** One suite of 1,000 tests. */
export const largeJob: fc.Arbitrary<Job> = fc
  .record({ tests: failing, mode: fc.constantFrom('gate' as const, 'gate-if-worse' as const) })
  .map(({ tests, mode }) => {
    const many = testNames(1000)
    const { polls = [], ...others } = suite(suiteOf(many, tests), { history: earlierRuns(10, many) })
    const linked = run({ status: 'queued', test_uuids: many.map(uuidOf) })
    return {
      agents: { ada: { ...others, polls: [linked, inProgress, ...polls] } },
      setting: { mode, retries: 2 },
    }
  })
