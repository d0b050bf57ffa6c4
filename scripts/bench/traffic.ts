// What the service's journal says of the requests that it received.
import type { JournalEntry, Simulator } from '../../simulator/src/index.ts'

/** `other`: of the other client. */
export type RequestKind = 'select' | 'launch' | 'poll' | 'details' | 'history' | 'other'

export interface Traffic {
  readonly requests: Readonly<Record<RequestKind, number>>
  readonly peakInFlight: number
  readonly connections: number
  /** In order of arrival. */
  readonly journal: readonly Request[]
}

export interface Request {
  readonly kind: RequestKind
  /** Since the start of the service. */
  readonly atMs: number
}

export function trafficOf(service: Pick<Simulator, 'journal' | 'peakInFlight' | 'connections'>): Traffic {
  const { peakInFlight, connections } = service
  const journal = service.journal.map((entry) => ({ kind: kindOf(entry), atMs: entry.timeMs }))
  const requests = { select: 0, launch: 0, poll: 0, details: 0, history: 0, other: 0 }
  for (const { kind } of journal) requests[kind] += 1
  return { requests, peakInFlight, connections, journal }
}

function kindOf({ method, path, query }: JournalEntry): RequestKind {
  if (path === '/agents' || path === '/agents/resolve') return query['q'] === undefined ? 'select' : 'other'
  if (method === 'POST') return 'launch'
  if (path.endsWith('/runs')) return 'history'
  if (query['compact'] === 'true') return 'poll'
  return query['only_failed'] === 'true' ? 'details' : 'other'
}

/** How many requests the action sent. */
export function requestCount({ journal, requests }: Traffic): number {
  return journal.length - requests.other
}

/** The part of a one-thread service's time that the action's requests take once all runs are launched, 0 to 1. */
export function shareOfService({ journal }: Traffic, requestMs: number): number {
  const own = journal.filter(({ kind }) => kind !== 'other')
  const last = own.findLastIndex(({ kind }) => kind === 'launch')
  const [launchedAt = 0, ...later] = own.slice(last).map(({ atMs }) => atMs)
  return (later.length * requestMs) / Math.max(1, (later.at(-1) ?? 0) - launchedAt)
}
