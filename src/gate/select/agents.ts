// From requested names to agents; or every agent of the workspace if none is requested.

import { isUnresolved } from '../../client/core/retry.ts'
import type { AgentListEntry, CallOptions, ClientError } from '../../client/index.ts'
import { closestName } from '../../inputs/names.ts'
import type { AgentRef, ServiceError } from '../../schema.ts'
import type { Copy, EarlyEnd, GatePlan, TestedAgent } from '../model.ts'
import { type Effects, type GateService, observed, REFUSED_KEY, serviceError, statusOf } from '../service.ts'

/** Each suggestion is a search through all names, so that its work is bounded. */
const MAX_SUGGESTIONS = 10
const MAX_SUGGESTED_LENGTH = 100

interface SelectService {
  readonly agents: Pick<GateService['agents'], 'list' | 'resolve'>
}

/** The delays of so many retries add up to two minutes. */
const SELECT_RETRIES = 7
const SELECT_MS = 120_000
/** The client's own limit. */
const CLIENT_LIMIT_MS = 30_000
/** The client gives a page up after two delays. */
const WEB_PAGE_MS = 3000

/** For how long, at most, agents are looked up while this is what happens. */
export function triedForMs(
  { kind, retryAfterMs, isPage = false }: Pick<ClientError, 'kind' | 'retryAfterMs'> & { isPage?: boolean },
  timeoutMs: number,
): number {
  if (isPage) return Math.min(WEB_PAGE_MS, timeoutMs)
  const attemptMs = (retryAfterMs ?? 0) + (kind === 'timeout' ? CLIENT_LIMIT_MS : 0)
  return Math.min(SELECT_MS + (SELECT_RETRIES + 1) * attemptMs, timeoutMs)
}

/** A service that restarts is waited for. The first failed attempt is reported, because the address may be wrong. */
export function reportUnreachable(
  emit: Effects['emit'],
  timeoutMs: number,
  unresolvedMs = timeoutMs,
): CallOptions {
  let isReported = false
  return {
    timeoutMs,
    unresolvedMs,
    maxRetries: SELECT_RETRIES,
    onAttempt: ({ error, retryInMs }) => {
      if (isReported || error === null || retryInMs === null) return
      isReported = true
      const most = isUnresolved(error) ? Math.min(timeoutMs, unresolvedMs) : timeoutMs
      emit({ type: 'unreachable', error: serviceError(error), triedForMs: triedForMs(error, most) })
    },
  }
}

/** Selects before anything is launched, so that one unknown name costs nothing. */
export async function selectAgents(
  { agents: names, control, override }: Pick<GatePlan, 'agents' | 'control' | 'override'>,
  service: SelectService,
  options: CallOptions,
): Promise<readonly TestedAgent[] | EarlyEnd> {
  if (names.length === 0) return selectAll(service, options)
  const originals = override.map(({ original }) => original)
  const allNames = [...new Set([...names, ...control, ...originals])]
  const resolved = await service.agents.resolve(allNames, options)
  if (!resolved.ok) return selectionFailed(resolved.error, options)
  const found = new Map(Object.entries(resolved.value.resolved))
  const unknown = allNames.filter((name) => !found.has(name))
  if (unknown.length > 0)
    return { kind: 'names', unknown: await unknownAgents(unknown, service, options), same: [] }
  // Else a copy might be written to its original.
  const same = [...Map.groupBy(allNames, (name) => found.get(name)).values()].find(({ length }) => length > 1)
  if (same !== undefined) return { kind: 'names', unknown: [], same }
  const ref = (name: string): AgentRef => ({ uuid: found.get(name) ?? '', name })
  const copyOf = (name: string): Copy | null => {
    const planned = override.find(({ copy }) => copy === name)
    if (planned === undefined) return null
    const { copy: _, original, ...change } = planned
    const notYetRead = { originalConfig: {}, config: {}, withoutChange: {}, newer: [], editedAt: null }
    return { ...change, original: ref(original), ...notYetRead }
  }
  return names.map((name, index) => {
    const controlName = control[index]
    const controlRef = controlName === undefined ? null : ref(controlName)
    return { ...tested(ref(name)), control: controlRef, copy: copyOf(name) }
  })
}

function tested(agent: AgentRef): TestedAgent {
  return { agent, control: null, tests: null, copy: null, problem: null }
}

async function unknownAgents(
  unknown: readonly string[],
  service: SelectService,
  options: CallOptions,
): Promise<Extract<EarlyEnd, { kind: 'names' }>['unknown']> {
  const list = await service.agents.list({ ...options, maxRetries: 0 })
  // For suggestions only: the error is complete without them.
  const requestable = (list.ok ? agentsOf(list.value) : [])
    .map(({ name }) => name)
    // The input `agents` would split some.
    .filter((name) => name.length <= MAX_SUGGESTED_LENGTH && !/[,\r\n]/.test(name) && name !== '__proto__')
  return unknown.map((name, index) => ({
    name,
    nearest: index < MAX_SUGGESTIONS ? closestName(name, requestable) : null,
  }))
}

async function selectAll(
  service: SelectService,
  options: CallOptions,
): Promise<readonly TestedAgent[] | EarlyEnd> {
  const list = await service.agents.list(options)
  if (!list.ok) return selectionFailed(list.error, options)
  // Launching one agent twice would cost twice.
  const distinct = [...new Map(agentsOf(list.value).map((agent) => [agent.uuid, agent])).values()]
  return distinct.length === 0 ? { kind: 'no-agents' } : distinct.map(tested)
}

function agentsOf(list: readonly AgentListEntry[]): AgentRef[] {
  return list.map(({ uuid, name }) => ({ uuid, name: name ?? '' }))
}

export function selectionFailed(error: ClientError, { signal }: CallOptions): EarlyEnd {
  if (signal?.aborted === true) return { kind: 'cancelled' }
  const failure = serviceError(error)
  const isOfKey = failure.status === 401 || failure.status === 403
  return isOfKey ? refusedKey(failure) : { kind: 'unreachable', error: failure }
}

function refusedKey({ status, reason }: ServiceError): EarlyEnd {
  return { kind: 'key', status, reason: reason?.trim() || null, withheld: false }
}

/** Aborts the job at the first 401 after the selection, because no later request could succeed. */
export function stopAtRefusedKey(given: Effects): {
  readonly effects: Effects
  readonly earlyEnd: () => EarlyEnd | null
} {
  let refusal: ServiceError | null = null
  const refused = new AbortController()
  const service = observed(given.service, (result) => {
    if (result.ok || statusOf(result.error) !== 401) return
    refusal ??= serviceError(result.error)
    refused.abort(REFUSED_KEY)
  })
  const { signal } = given
  return {
    effects: { ...given, service, signal: AbortSignal.any([signal, refused.signal]) },
    earlyEnd: () => {
      if (refusal !== null) return refusedKey(refusal)
      return signal.aborted ? { kind: 'cancelled' } : null
    },
  }
}
