// Tests of files (input `tests`): each is found on the service by its name, which ends in a hash of its content, or made there.
// Nothing can be made twice, so that whatever goes wrong is repeated.
import { fromServiceTime } from '../client/core/timestamps.ts'
import type { AgentTest, CallOptions, ClientError } from '../client/index.ts'
import type { AgentRef, TestSource } from '../schema.ts'
import type { TestsPlan, WantedTest } from '../tests/content.ts'
import type { EarlyEnd } from './model.ts'
import { selectionFailed } from './select.ts'
import { type Effects, type GateService, type Result, serviceError, statusOf } from './service.ts'

/** A test on the service, as its file has it. */
export interface TestOnService extends Pick<WantedTest, 'name' | 'content' | 'differs'> {
  readonly uuid: string
  readonly source: TestSource
}

/** By the ID of the agent, then by that of the test. */
export type FileTests = ReadonlyMap<string, ReadonlyMap<string, TestOnService>>

/** The service answers with up to so many. */
const MAX_MADE_AT_ONCE = 500
/** Another job may be making the same tests. */
const MAX_TRIES = 3
/** The service writes evaluators after their tests. */
const WRITTEN_AFTER_MS = 5_000
/** Names of tests of files have it. */
const HASH_SEPARATOR = '·'

export async function placeTests(
  plan: TestsPlan,
  agents: readonly AgentRef[],
  effects: Pick<Effects, 'service' | 'clock' | 'signal' | 'emit'>,
  options: CallOptions,
): Promise<FileTests | EarlyEnd> {
  const unknown = plan.agentNames.filter((name) => !agents.some((agent) => agent.name === name))
  if (unknown.length > 0)
    return { kind: 'names', unknown: unknown.map((name) => ({ name, nearest: null })), same: [] }
  const evaluators = await effects.service.listEvaluators(options)
  if (!evaluators.ok) return refusal(evaluators.error, options)
  const wanted = plan.wantedTests(evaluators.value)
  if ('kind' in wanted) return wanted
  const byName = new Map([...wanted.values()].flat().map((test) => [test.serviceName, test]))
  const placed = await place(byName, effects, options)
  if ('kind' in placed) return placed
  effects.emit({ type: 'tests-placed', made: placed.made.size, found: placed.uuids.size - placed.made.size })
  const testsOf = (name: string) =>
    (wanted.get(name) ?? []).map(({ serviceName, source, ...test }) => {
      const uuid = placed.uuids.get(serviceName) ?? ''
      const made = placed.made.has(serviceName)
      return [uuid, { ...test, uuid, source: { ...source, serviceName, made, writtenBack: false } }] as const
    })
  const named = agents.filter(({ name }) => plan.agentNames.includes(name))
  return new Map(named.map(({ uuid, name }) => [uuid, new Map(testsOf(name))]))
}

interface Placed {
  /** By their names on the service. */
  readonly uuids: ReadonlyMap<string, string>
  /** The names of those that this job made. */
  readonly made: ReadonlySet<string>
}

async function place(
  wanted: ReadonlyMap<string, WantedTest>,
  { service, clock, signal }: Pick<Effects, 'service' | 'clock' | 'signal'>,
  options: CallOptions,
): Promise<Placed | EarlyEnd> {
  const uuids = new Map<string, string>()
  const made = new Set<string>()
  for (let nth = 1; ; nth += 1) {
    const list = await namedLikeOurs(service, options)
    if (!list.ok) return refusal(list.error, options)
    const found = list.value.items.filter(({ name }) => wanted.has(name) && !made.has(name))
    const other = found.find(
      ({ name, type }) => (type ?? null) !== null && type !== wanted.get(name)?.content.type,
    )
    if (other !== undefined) return { kind: 'tests-not-made', name: other.name, error: null }
    for (const { name, uuid } of found) uuids.set(name, uuid)
    const times = found.flatMap(({ created_at }) => fromServiceTime(created_at)?.getTime() ?? [])
    const newestMs = list.value.at - Math.max(...times)
    // By then, whoever makes them has written their evaluators.
    if (newestMs < WRITTEN_AFTER_MS) await clock.sleep(WRITTEN_AFTER_MS - Math.max(0, newestMs), signal)
    const missing = [...wanted.values()].filter(({ serviceName }) => !uuids.has(serviceName))
    const error = await make(missing, service, options, (name, uuid) => {
      uuids.set(name, uuid)
      made.add(name)
    })
    if (error === null) return { uuids, made }
    const status = statusOf(error)
    // Names that exist are a 400, too.
    const mayBeMade = status === null ? error.maybeReceived : status < 300 || status === 400 || status >= 500
    if (signal.aborted || !mayBeMade || nth === MAX_TRIES) return refusal(error, options)
  }
}

/** All tests whose name may be that of a file's. `at`: the service's time, in milliseconds since 1970. */
export async function namedLikeOurs(
  service: Pick<GateService, 'findTests'>,
  options: CallOptions,
): Promise<Result<{ readonly items: readonly AgentTest[]; readonly at: number }>> {
  const items: AgentTest[] = []
  for (;;) {
    const page = await service.findTests(HASH_SEPARATOR, { ...options, offset: items.length || undefined })
    if (!page.ok) return page
    items.push(...page.value.items)
    const isEnd = page.value.items.length === 0 || items.length >= (page.value.total ?? 0)
    if (isEnd) return { ok: true, value: { items, at: page.value.at } }
  }
}

/** One request makes tests of one type and language. @returns the first error, after which no more are made */
async function make(
  missing: readonly WantedTest[],
  service: Pick<GateService, 'createTests'>,
  options: CallOptions,
  onMade: (name: string, uuid: string) => void,
): Promise<ClientError | null> {
  const alike = Map.groupBy(missing, ({ content: { type, language = '' } }) => `${type} ${language}`)
  for (const tests of alike.values()) {
    for (let start = 0; start < tests.length; start += MAX_MADE_AT_ONCE) {
      const batch = tests.slice(start, start + MAX_MADE_AT_ONCE)
      const { type = 'response', language } = batch[0]?.content ?? {}
      const body = batch.map(({ serviceName: name, content }) => {
        const { history, input, tool_calls, evaluators, inputs } = content
        return { name, conversation_history: history, input, tool_calls, evaluators, inputs }
      })
      const created = await service.createTests({ type, language, tests: body }, options)
      if (!created.ok) return created.error
      for (const [index, { serviceName }] of batch.entries())
        onMade(serviceName, created.value.uuids[index] ?? '')
    }
  }
  return null
}

/** Why the job cannot run tests of files. */
function refusal(error: ClientError, options: CallOptions): EarlyEnd {
  const status = statusOf(error)
  if (status === 401 || options.signal?.aborted)
    return selectionFailed({ ok: false, error }, options).earlyEnd
  return { kind: 'tests-not-made', name: null, error: serviceError(error) }
}
