// Copies of agents (input `override`), before anything is written: what they and their originals are on the service, whether the change
// makes a difference at all, and what they run. Nothing of a configuration is shown.
import { isDeepStrictEqual } from 'node:util'
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { Agent, CallOptions, ClientError } from '../../client/index.ts'
import { isMapping, originalName } from '../../inputs/names.ts'
import type { AgentRef, Problem, ServiceError, TestChanges } from '../../schema.ts'
import type { Config, Copy, CopyDiffers, EarlyEnd, TestedAgent } from '../model.ts'
import { headerSecrets } from '../secrets.ts'
import { aborted, type Effects, type Result, serviceError, statusOf, until } from '../service.ts'
import { linkedTests } from './linked-tests.ts'

type OverrideIssue = Extract<EarlyEnd, { kind: 'wrong-override' }>['issues'][number]

/** Each write has its own value here, so that no other is mistaken for it. */
export const WRITE_MARK = 'agent_tests'
const NOT_COPIED = new Set([
  WRITE_MARK,
  'connection_verified',
  'connection_verified_at',
  'connection_verified_error',
  'benchmark_models_verified',
])

/** Reads originals and copies, once per job. @returns what makes an override senseless, before anything is written */
export async function readCopies(
  agents: readonly TestedAgent[],
  effects: Effects,
  deadline: number,
  options: CallOptions,
): Promise<readonly TestedAgent[] | EarlyEnd> {
  const read = await Promise.all(agents.map((tested) => readCopy(tested, effects, deadline, options)))
  const issues = read.flatMap((each) => each.issues)
  return issues.length > 0 ? { kind: 'wrong-override', issues } : read.map(({ tested }) => tested)
}

async function readCopy(tested: TestedAgent, effects: Effects, deadline: number, options: CallOptions) {
  const { agent, copy } = tested
  if (copy === null) return { tested, issues: [] }
  const original = await readAgent(copy.original, effects, deadline, options)
  if (!original.ok) return notReady(tested, original.error, effects)
  const found = await readAgent(agent, effects, deadline, options)
  if (!found.ok) return notReady(tested, found.error, effects)
  const known = configsOf(copy, original.value)
  const headers = [known.originalConfig, known.config].map((config) => config['agent_headers'])
  effects.service.addSecrets(headers.flatMap(headerSecrets))
  const issues = issuesOfOverride(agent, original.value, found.value, known)
  return { tested: { ...tested, control: controlOf(tested, known), copy: known }, issues }
}

function notReady(tested: TestedAgent, error: ClientError, effects: Effects) {
  return { tested: { ...tested, problem: whyNotReady(error, effects) }, issues: [] }
}

function configsOf(copy: Copy, original: Agent): Copy {
  const { patch, keys, base } = copy
  const originalConfig = copiedConfig(original)
  const atBase = merged(originalConfig, base?.patch ?? {})
  const ahead = differingKeys(originalConfig, atBase)
  const ofAhead = keys.filter(({ key }) => base?.isNewest && ahead.includes(key.split('.', 1)[0] ?? key))
  return {
    ...copy,
    originalConfig,
    config: merged(originalConfig, patch),
    withoutChange: ahead.length > 0 ? atBase : originalConfig,
    newer: ofAhead.flatMap(({ file }) => file ?? []),
    editedAt: fromServiceTime(original.updated_at)?.toISOString() ?? null,
  }
}

/** Where the base has other values than the original, the copy itself, with these, is the agent without the change. */
function controlOf(
  { agent, control }: TestedAgent,
  { withoutChange, originalConfig }: Copy,
): AgentRef | null {
  if (control === null || withoutChange === originalConfig) return control
  return { uuid: agent.uuid, name: `${agent.name} without the change` }
}

export function differingKeys(one: Config, other: Config): string[] {
  const all = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...all].filter((key) => !isDeepStrictEqual(trimmed(one[key]), trimmed(other[key])))
}

/** The file of a prompt often ends in a line break that nobody typed into the web application. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trimEnd() : value
}

function copiedConfig({ config }: Agent): Config {
  return Object.fromEntries(Object.entries(config ?? {}).filter(([key]) => !NOT_COPIED.has(key)))
}

/** Whether it is the original of the copy, and not as the copy was made from it. */
export function isOtherOriginal(read: Agent, { original, originalConfig }: Copy): boolean {
  return read.uuid === original.uuid && !isDeepStrictEqual(copiedConfig(read), originalConfig)
}

/** A service that restarts is waited for, but not until nothing can run. */
const SPARE_READ_MS = 120_000

/** Agents that are named as copies of others, and that jobs have written to, do not run: they may still have the change of the last one. */
export function withoutSpareCopies(
  agents: readonly TestedAgent[],
  wanted: readonly string[],
  effects: Effects,
  deadline: number,
): Promise<readonly TestedAgent[]> {
  const names = new Set(agents.map(({ agent }) => agent.name))
  const read = agents.map(async (tested): Promise<TestedAgent> => {
    const { name } = tested.agent
    const original = originalName(name)
    if (!names.has(original) || wanted.includes(name)) return tested
    const found = await readAgent(
      tested.agent,
      effects,
      Math.min(deadline, effects.clock.now() + SPARE_READ_MS),
    )
    const isMarked = found.ok && found.value.config?.[WRITE_MARK] !== undefined
    return isMarked ? { ...tested, problem: { kind: 'spare-copy', original } } : tested
  })
  return Promise.all(read)
}

/**
 * The input `skip-unchanged`: why a copy would not be the same agent as without the change, asked the same. Null if no run can tell them
 * apart. What an address answers with is not known, even if it is the same one.
 * @param changes what the pull request changes about its files of tests; null if the copy runs linked tests
 * @param hasMadeTests whether a step of the job made some of them
 */
export function copyDiffers(
  { name }: Pick<AgentRef, 'name'>,
  { withoutChange, config }: Pick<Copy, 'withoutChange' | 'config'>,
  changes: TestChanges | null,
  hasMadeTests = false,
): CopyDiffers | null {
  const keys = differingKeys(withoutChange, config)
  if (keys.length > 0) return { why: 'configuration', keys }
  if (hasAddress(config)) return { why: 'address' }
  if (changes === null) return null
  if (changes.known !== 'yes' || hasMadeTests) return { why: 'unknown-tests' }
  // A removed test runs on neither of them.
  const differing = changes.tests.filter(({ agent, what }) => agent === name && what !== 'removed')
  return differing.length > 0 ? { why: 'tests' } : null
}

/** A copy with the linked tests of its original, which it runs. */
export async function withLinkedTests(
  tested: TestedAgent,
  { original }: Copy,
  { service }: Effects,
  options: CallOptions,
): Promise<TestedAgent> {
  const linked = await linkedTests(original, service, options)
  if (!linked.ok) return { ...tested, problem: whyNotReady(linked.error, options) }
  const { uuids, isComplete } = linked.value
  if (!isComplete) return { ...tested, problem: { kind: 'override', why: 'tests-missing' } }
  if (uuids.size === 0) return { ...tested, problem: { kind: 'override', why: 'no-tests' } }
  return { ...tested, tests: new Map([...uuids].map((uuid) => [uuid, null])) }
}

function issuesOfOverride(
  { name }: AgentRef,
  base: Agent,
  copy: Agent,
  { originalConfig, patch }: Copy,
): OverrideIssue[] {
  const keys = hasAddress(originalConfig)
    ? ['agent_url', 'agent_headers', 'default_inputs']
    : ['system_prompt', 'llm']
  const differs = (field: 'type' | 'interaction_type') => (base[field] ?? null) !== (copy[field] ?? null)
  const wrongKeys = Object.keys(patch).filter((key) => !keys.includes(key))
  const issues: Omit<OverrideIssue, 'agent'>[] = wrongKeys.map((key) => ({ why: 'key', key }))
  if (differs('type') || differs('interaction_type')) issues.push({ why: 'type', key: null })
  if (hasAddress(copy.config ?? {}) !== hasAddress(originalConfig)) issues.push({ why: 'address', key: null })
  if (!isExact(originalConfig)) issues.push({ why: 'number', key: null })
  return issues.map((issue) => ({ agent: name, ...issue }))
}

/** Repeated until it is read, because nothing else says how an agent is. */
export async function readAgent(
  { uuid }: AgentRef,
  effects: Effects,
  deadline: number,
  options: CallOptions = {},
): Promise<Result<Agent>> {
  for (let nth = 1; ; nth += 1) {
    const read = await effects.service.agents.get(uuid, { ...options, ...until(deadline, effects) })
    if (read.ok || !read.error.transient || !(await waitFor(doubled(1_000, nth), deadline, effects)))
      return read
  }
}

/** How long to wait after the nth try. */
export function doubled(firstMs: number, nth: number): number {
  return Math.min(60_000, firstMs * 2 ** (nth - 1))
}

/** @returns whether the job goes on */
export async function waitFor(ms: number, deadline: number, { clock, signal }: Effects): Promise<boolean> {
  if (clock.now() + ms >= deadline) return false
  await clock.sleep(ms, signal)
  return !signal.aborted
}

export function whyNotReady(error: ClientError, { signal }: Pick<CallOptions, 'signal'>): Problem {
  if (signal?.aborted) return aborted(signal)
  if (isClosedRoute(error)) return { kind: 'override', why: 'unsupported' }
  return { kind: 'not-launched', error: agentError(error) }
}

/** JSON Merge Patch. */
function merged(target: unknown, patch: Config): Config {
  const result = new Map(Object.entries(isMapping(target) ? target : {}))
  for (const [key, value] of Object.entries(patch))
    if (value === null) result.delete(key)
    else result.set(key, isMapping(value) ? merged(result.get(key), value) : value)
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

/** A route that is missing, or takes no key. */
export function isClosedRoute(error: ClientError): boolean {
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
  if (error.kind === 'network' || error.kind === 'timeout' || isRefusedAgent(error)) return known
  const what = known.status === null ? 'the response is not as expected' : `HTTP ${known.status}`
  return { ...known, reason: null, message: `${error.method} ${error.url}: ${what}` }
}

/** Whether the service refuses the key, the agent or the route. */
export function isRefusedAgent(error: ClientError): boolean {
  return [401, 403, 404, 405].includes(statusOf(error) ?? 0)
}
