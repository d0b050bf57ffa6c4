// What the service's journal says of the requests that it received.
import type { JournalEntry, Simulator } from '../../simulator/src/index.ts'

export type RequestKind = 'select' | 'launch' | 'poll' | 'details' | 'history' | 'other'

export interface Traffic {
  readonly requests: Readonly<Record<RequestKind, number>>
  /** Of all response bodies. */
  readonly bytes: number
  readonly peakInFlight: number
  readonly connections: number
  /** In order of arrival. */
  readonly journal: readonly Request[]
}

export interface Request {
  readonly kind: RequestKind
  readonly path: string
  /** Since the start of the service. */
  readonly atMs: number
}

export function trafficOf(service: Pick<Simulator, 'journal' | 'peakInFlight' | 'connections'>): Traffic {
  const { peakInFlight, connections } = service
  const requests = { select: 0, launch: 0, poll: 0, details: 0, history: 0, other: 0 }
  const journal = service.journal.map((entry) => ({
    kind: kindOf(entry),
    path: entry.path,
    atMs: entry.timeMs,
  }))
  for (const { kind } of journal) requests[kind] += 1
  const bytes = service.journal.reduce((sum, { bytesSent }) => sum + bytesSent, 0)
  return { requests, bytes, peakInFlight, connections, journal }
}

function kindOf({ method, path, query }: JournalEntry): RequestKind {
  if (path === '/agents' || path === '/agents/resolve') return query['q'] === undefined ? 'select' : 'other'
  if (method === 'POST') return 'launch'
  if (path.endsWith('/runs')) return 'history'
  if (query['compact'] === 'true') return 'poll'
  return query['only_failed'] === 'true' ? 'details' : 'other'
}

/** Without those of the other client (`other`). */
export function requestCount({ requests }: Traffic): number {
  return requests.select + requests.launch + requests.poll + requests.details + requests.history
}

/** The requests of the action after its last launch. */
export function afterLaunches({ journal }: Traffic): readonly Request[] {
  const own = journal.filter(({ kind }) => kind !== 'other')
  return own.slice(own.findLastIndex(({ kind }) => kind === 'launch') + 1)
}

/** When the end of each run was seen: at its last poll, in order of the launches. */
export function seenAt({ journal }: Traffic): number[] {
  const last = new Map<string, number>()
  for (const { kind, path, atMs } of journal) if (kind === 'poll') last.set(path, atMs)
  return [...last.values()].sort((one, other) => one - other)
}
