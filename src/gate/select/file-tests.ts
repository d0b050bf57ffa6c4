// Tests of files (input `tests`): each is found on the service by its name, which ends in a hash of its content, or made there.
// Nothing can be made twice, so that whatever goes wrong is repeated.

import type { TestsPlan, WantedTest } from '../../change/plan.ts'
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { AgentTest, CallOptions, ClientError } from '../../client/index.ts'
import type { AgentRef } from '../../schema.ts'
import { plainNames } from '../../test-files/definition.ts'
import type { EarlyEnd, TestOnService } from '../model.ts'
import { type Effects, type GateService, type Result, serviceError, statusOf } from '../service.ts'
import { selectionFailed } from './agents.ts'

/** A request makes so many tests at most, with a body of so many bytes: the smaller the requests, the more often two jobs get in each other's way. */
const MAX_MADE_AT_ONCE = 500
const MAX_BYTES_AT_ONCE = 512 * 1024
/** Another job may be making the same tests. A try that made or found one does not count. */
const MAX_TRIES = 3
/** Reads once the service has answered 500 to the making of tests: it may do so until it is restarted. */
const RETRIES_AFTER_500 = 2
/** The service writes evaluators after their tests. */
const WRITTEN_AFTER_MS = 5_000
/** Names of tests of files have it. */
const HASH_SEPARATOR = '·'

/**
 * @param tested those of `agents` whose tests are needed
 * @returns tests by the IDs of agents, then by their own
 */
export async function placeTests(
  plan: TestsPlan,
  agents: readonly AgentRef[],
  tested: readonly AgentRef[],
  effects: Pick<Effects, 'service' | 'clock' | 'signal' | 'emit'>,
  options: CallOptions,
): Promise<ReadonlyMap<string, ReadonlyMap<string, TestOnService>> | EarlyEnd> {
  const unknown = plan.agentNames.filter((name) => !agents.some((agent) => agent.name === name))
  if (unknown.length > 0)
    return { kind: 'names', unknown: unknown.map((name) => ({ name, nearest: null })), same: [] }
  const named = tested.filter(({ name }) => plan.agentNames.includes(name))
  if (named.length === 0) return new Map()
  const evaluators = await effects.service.evaluators.list(options)
  if (!evaluators.ok) return refusal(evaluators.error, options)
  const wanted = plan.wantedTests(evaluators.value.items)
  if ('kind' in wanted) return wanted
  const all = named.flatMap(({ name }) => wanted.get(name) ?? [])
  const byName = new Map(all.map((test) => [test.serviceName, test]))
  const placed = await findOrMake(byName, effects, options)
  if ('kind' in placed) return placed
  effects.emit({ type: 'tests-placed', made: placed.made.size, found: placed.uuids.size - placed.made.size })
  const testsOf = (name: string) =>
    (wanted.get(name) ?? []).map(({ serviceName, source, ...test }) => {
      const uuid = placed.uuids.get(serviceName) ?? ''
      const made = placed.made.has(serviceName)
      return [uuid, { ...test, uuid, source: { ...source, serviceName, made, writtenBack: false } }] as const
    })
  return new Map(named.map(({ uuid, name }) => [uuid, new Map(testsOf(name))]))
}

interface Placed {
  /** By their names on the service. */
  readonly uuids: ReadonlyMap<string, string>
  /** The names of those that this job made. */
  readonly made: ReadonlySet<string>
}

async function findOrMake(
  wanted: ReadonlyMap<string, WantedTest>,
  { service, clock, signal }: Pick<Effects, 'service' | 'clock' | 'signal'>,
  options: CallOptions,
): Promise<Placed | EarlyEnd> {
  const uuids = new Map<string, string>()
  const made = new Set<string>()
  let before500 = false
  for (let nth = 1; ; nth += 1) {
    const before = uuids.size
    const how = before500 ? { ...options, maxRetries: RETRIES_AFTER_500 } : options
    const list = await namedLikeOurs(service, how)
    if (!list.ok)
      return refusal(list.error, options, { needsRestart: before500 && statusOf(list.error) === 500 })
    const found = list.value.items.filter(({ name }) => wanted.has(name) && !made.has(name))
    for (const { name, uuid } of found) uuids.set(name, uuid)
    const times = found.flatMap(({ created_at }) => fromServiceTime(created_at)?.getTime() ?? [])
    const newestMs = list.value.at - Math.max(...times)
    // By then, whoever makes them has written their evaluators.
    if (newestMs < WRITTEN_AFTER_MS) await clock.sleep(WRITTEN_AFTER_MS - Math.max(0, newestMs), signal)
    const missing = [...wanted.values()].filter(({ serviceName }) => !uuids.has(serviceName))
    const { error, stopped, ...tried } = await makeTests(missing, service, options)
    for (const [name, uuid] of tried.made) {
      uuids.set(name, uuid)
      made.add(name)
    }
    if (error === null) return { uuids, made }
    const status = statusOf(error)
    // Names that exist are a 400, too.
    const mayBeMade = status === null ? error.maybeReceived : status < 300 || status === 400 || status >= 500
    if (uuids.size > before) nth = 0
    if (signal.aborted || !mayBeMade || nth === MAX_TRIES) return refusal(error, options, { name: stopped })
    before500 = status === 500
  }
}

/** All tests whose name may be that of a file's. `at`: the service's time, in milliseconds since 1970. */
export async function namedLikeOurs(
  service: Pick<GateService, 'tests'>,
  options: CallOptions,
): Promise<Result<{ readonly items: readonly AgentTest[]; readonly at: number }>> {
  const items = new Map<string, AgentTest>()
  for (let offset = 0; ; ) {
    const page = await service.tests.list({ ...options, q: HASH_SEPARATOR, offset: offset || undefined })
    if (!page.ok) return page
    const known = items.size
    for (const item of page.value.items) items.set(item.uuid, item)
    offset += page.value.items.length
    // A page that brings nothing new is the last one, whatever the total.
    const isEnd = items.size === known || offset >= (page.value.total ?? 0)
    if (isEnd) return { ok: true, value: { items: [...items.values()], at: page.value.at } }
  }
}

/**
 * One request makes tests of one type and language. The first error is the end.
 * @returns the IDs of those that were made, by their names on the service; `stopped`: the name of a test that something in between
 * does not let pass, not even alone
 */
async function makeTests(
  missing: readonly WantedTest[],
  service: Pick<GateService, 'tests'>,
  options: CallOptions,
) {
  const made: (readonly [name: string, uuid: string])[] = []
  const alike = Map.groupBy(missing, ({ content: { type, language = '' } }) => `${type} ${language}`)
  const waiting = [...alike.values()].flatMap(batchesOf)
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const { type = 'response', language } = batch[0]?.content ?? {}
    const created = await service.tests.createMany({ type, language, tests: batch.map(draftOf) }, options)
    if (created.ok) {
      const { uuids } = created.value
      made.push(...batch.map(({ serviceName }, index) => [serviceName, uuids[index] ?? ''] as const))
      continue
    }
    const { error } = created
    // Too large, or refused by a firewall for its size or a text in it: then nothing was made.
    const isStopped = error.kind === 'http' && (error.status === 413 || error.isPage)
    if (!isStopped) return { made, error, stopped: null }
    if (batch.length === 1) return { made, error, stopped: batch[0]?.name ?? null }
    const half = Math.ceil(batch.length / 2)
    waiting.unshift(batch.slice(0, half), batch.slice(half))
  }
  return { made, error: null, stopped: null }
}

function draftOf({ serviceName: name, content }: WantedTest) {
  const { history, input, tool_calls, evaluators, inputs } = content
  return { name, conversation_history: history, input, tool_calls, evaluators, inputs }
}

function batchesOf(tests: readonly WantedTest[]): WantedTest[][] {
  const batches: WantedTest[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const test of tests) {
    const more = Buffer.byteLength(JSON.stringify(draftOf(test))) + 1
    const last = batches.at(-1)
    if (last !== undefined && last.length < MAX_MADE_AT_ONCE && bytes + more <= MAX_BYTES_AT_ONCE) {
      last.push(test)
      bytes += more
    } else {
      batches.push([test])
      bytes = more
    }
  }
  return batches
}

/** Why the job cannot run tests of files. */
function refusal(
  error: ClientError,
  options: CallOptions,
  more: { readonly name?: string | null; readonly needsRestart?: boolean } = {},
): EarlyEnd {
  const status = statusOf(error)
  if (status === 401 || options.signal?.aborted) return selectionFailed(error, options)
  const { message, reason, ...others } = serviceError(error)
  const plain = { ...others, message: plainNames(message), reason: reason && plainNames(reason) }
  return { kind: 'tests-not-made', name: null, needsRestart: false, error: plain, ...more }
}
