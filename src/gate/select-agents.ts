// From the names that were asked for to agents; or every agent of the workspace where none was named.
import type { CallOptions } from '../client/index.ts'
import { nearestName } from './nearest-name.ts'
import type { AbortReason, AgentRef } from './results.ts'
import { type GateService, type Result, serviceError, statusOf } from './service.ts'

/** Each is a search through all names. */
const MOST_SUGGESTIONS = 50

export type Selection =
  | { readonly ok: true; readonly agents: readonly AgentRef[]; readonly named: boolean }
  | { readonly ok: false; readonly abortReason: AbortReason }

/**
 * Selects before anything is launched, so that one unknown name costs nothing.
 * @param names as they were asked for, without duplicates; empty for every agent
 */
export function selectAgents(
  names: readonly string[],
  service: Pick<GateService, 'list' | 'resolve'>,
  options: CallOptions,
): Promise<Selection> {
  return names.length > 0 ? selectNamed(names, service, options) : selectAll(service, options)
}

async function selectNamed(
  names: readonly string[],
  service: Pick<GateService, 'list' | 'resolve'>,
  options: CallOptions,
): Promise<Selection> {
  const answer = await service.resolve(names, options)
  if (!answer.ok) return refused(answer)
  const found = new Map(Object.entries(answer.value.resolved))
  const agents = names.flatMap((name) => {
    const uuid = found.get(name)
    return uuid === undefined ? [] : [{ uuid, name }]
  })
  if (agents.length === names.length) return { ok: true, agents: unique(agents), named: true }
  const existing = await existingNames(service, options)
  const unknown = names
    .filter((name) => !found.has(name))
    .map((name, index) => ({ name, nearest: index < MOST_SUGGESTIONS ? nearestName(name, existing) : null }))
  return { ok: false, abortReason: { kind: 'unknown-agents', unknown } }
}

/** For suggestions only: without them the error is as true. */
async function existingNames(service: Pick<GateService, 'list'>, options: CallOptions): Promise<string[]> {
  const answer = await service.list({ ...options, maxRetries: 0 })
  return answer.ok ? answer.value.flatMap(({ name }) => name ?? []) : []
}

async function selectAll(service: Pick<GateService, 'list'>, options: CallOptions): Promise<Selection> {
  const answer = await service.list(options)
  if (!answer.ok) return refused(answer)
  const agents = unique(answer.value.map(({ uuid, name }) => ({ uuid, name: name ?? uuid })))
  if (agents.length === 0) return { ok: false, abortReason: { kind: 'no-agents' } }
  return { ok: true, agents, named: false }
}

/** Launching one twice would cost twice. */
function unique(agents: readonly AgentRef[]): AgentRef[] {
  return [...new Map(agents.map((agent) => [agent.uuid, agent])).values()]
}

function refused({ error }: Result<unknown> & { ok: false }): Selection {
  const status = statusOf(error)
  const kind = status === 401 || status === 403 ? 'authentication' : 'select-failed'
  return { ok: false, abortReason: { kind, error: serviceError(error) } }
}
