// Copies of agents (input `override`), once per job: what is written to each, by its original and the input.
import type { Agent, CallOptions, ClientError } from '../client/index.ts'
import { linkedTests } from './linked-tests.ts'
import { headerSecrets } from './redact.ts'
import {
  type AbortReason,
  type AgentRef,
  type AgentResult,
  type EndedRun,
  notRun,
  type ServiceError,
} from './results.ts'
import { aborted, type GateService, serviceError, statusOf } from './service.ts'

export type Config = Readonly<Record<string, unknown>>

/** A copy of an agent, what is written to it, and the tests of its original. */
export interface StandIn {
  readonly agent: AgentRef
  readonly config: Config
  readonly testUuids: readonly string[]
}

type OverrideIssue = Extract<AbortReason, { kind: 'wrong-override' }>['issues'][number]

/** The input, with the agents that it names. */
export interface Overridden extends Pick<NonNullable<AgentResult['override']>, 'original' | 'keys'> {
  readonly agent: AgentRef
  readonly patch: Config
}

export type StandIns = ReadonlyMap<string, StandIn | EndedRun>

/** Each write has its own value here, so that no other is mistaken for it. */
export const MARK = 'agent_tests'
const NOT_COPIED = new Set([
  MARK,
  'connection_verified',
  'connection_verified_at',
  'connection_verified_error',
  'benchmark_models_verified',
])

/** Reads originals and copies, once per job. @returns what makes an override senseless, before anything is written */
export async function readStandIns(
  overridden: readonly Overridden[],
  service: GateService,
  options: CallOptions,
): Promise<StandIns | (AbortReason & { readonly kind: 'wrong-override' })> {
  const read = await Promise.all(
    overridden.map(async (each) => [each.agent.uuid, await readStandIn(each, service, options)] as const),
  )
  const issues = read.flatMap(([, each]) => ('issues' in each ? each.issues : []))
  return issues.length > 0 ? { kind: 'wrong-override', issues } : new Map(read)
}

async function readStandIn(
  { agent, original, patch }: Overridden,
  service: GateService,
  options: CallOptions,
): Promise<(StandIn & { readonly issues: readonly OverrideIssue[] }) | EndedRun> {
  const base = await service.getAgent(original.uuid, options)
  if (!base.ok) return stopAt(base.error, options)
  const copy = await service.getAgent(agent.uuid, options)
  if (!copy.ok) return stopAt(copy.error, options)
  const tests = await linkedTests(original, service, options)
  if (!tests.ok) return stopAt(tests.error, options)
  const { uuids, isComplete } = tests.value
  if (!isComplete) return notRun({ kind: 'override', why: 'tests-missing' })
  if (uuids.size === 0) return notRun({ kind: 'override', why: 'no-tests' })
  const given = Object.entries(base.value.config ?? {})
  const own = Object.fromEntries(given.filter(([key]) => !NOT_COPIED.has(key)))
  const config = merged(own, patch)
  service.addSecrets([...headerSecrets(own['agent_headers']), ...headerSecrets(config['agent_headers'])])
  const issues = issuesOf(base.value, copy.value, own, patch)
  const named = issues.map((issue) => ({ agent: agent.name, ...issue }))
  return { agent, config, testUuids: [...uuids], issues: named }
}

function issuesOf(base: Agent, copy: Agent, own: Config, patch: Config): Omit<OverrideIssue, 'agent'>[] {
  const keys = hasAddress(own) ? ['agent_url', 'agent_headers', 'default_inputs'] : ['system_prompt', 'llm']
  const differs = (field: 'type' | 'interaction_type') => (base[field] ?? null) !== (copy[field] ?? null)
  const wrongKeys = Object.keys(patch).filter((key) => !keys.includes(key))
  const issues: Omit<OverrideIssue, 'agent'>[] = wrongKeys.map((key) => ({ why: 'key', key }))
  if (differs('type') || differs('interaction_type')) issues.push({ why: 'type', key: null })
  if (hasAddress(copy.config ?? {}) !== hasAddress(own)) issues.push({ why: 'address', key: null })
  if (!isExact(own)) issues.push({ why: 'number', key: null })
  return issues
}

export function stopAt(error: ClientError, { signal }: CallOptions): EndedRun {
  if (signal?.aborted) return notRun(aborted(signal))
  if (isUnsupported(error)) return notRun({ kind: 'override', why: 'unsupported' })
  return notRun({ kind: 'not-launched', error: agentError(error) })
}

/** JSON Merge Patch. */
function merged(target: unknown, patch: Config): Config {
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [key, value] of Object.entries(patch))
    if (value === null) result.delete(key)
    else result.set(key, isObject(value) ? merged(result.get(key), value) : value)
  return Object.fromEntries(result)
}

/** False if a number was rounded when it was read. */
function isExact(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isExact)
  return !Number.isInteger(value) || Number.isSafeInteger(value)
}

/** Whether there is an address decides what the service does, not the agent's type. */
export function hasAddress({ agent_url: address }: Config): boolean {
  return typeof address === 'string' && address !== ''
}

function isObject(value: unknown): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A route that is missing, or takes no key. */
function isUnsupported(error: ClientError): boolean {
  if (error.kind !== 'http') return false
  const { status, reason } = error
  return (
    status === 405 ||
    (status === 404 && reason === 'Not Found') ||
    (status === 403 && reason === 'Not authenticated')
  )
}

/** Without what the response quotes, which may be of the configuration. */
export function agentError(error: ClientError): ServiceError {
  const known = serviceError(error)
  if (error.kind === 'network' || error.kind === 'timeout' || isOfAgent(error)) return known
  const what = known.status === null ? 'the response is not as expected' : `HTTP ${known.status}`
  return { ...known, reason: null, message: `${error.method} ${error.url}: ${what}` }
}

/** Of the key, the agent or the route. */
export function isOfAgent(error: ClientError): boolean {
  return [401, 403, 404, 405].includes(statusOf(error) ?? 0)
}
