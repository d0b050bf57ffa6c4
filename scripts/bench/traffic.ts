// What the service's journal says of the requests that it was sent.
import type { JournalEntry, Simulator } from '../../simulator/src/index.ts'

export type RequestKind = 'select' | 'launch' | 'poll' | 'rows' | 'details' | 'other'

export interface Traffic {
  readonly requests: Readonly<Record<RequestKind, number>>
  /** Of all answers' bodies. */
  readonly bytes: number
  readonly peakInFlight: number
  readonly connections: number
  /** In the order of arrival. */
  readonly polls: readonly Poll[]
}

export interface Poll {
  readonly run: string
  /** Since the start of the service. */
  readonly atMs: number
  readonly bytes: number
}

export function trafficOf(service: Pick<Simulator, 'journal' | 'peakInFlight' | 'connections'>): Traffic {
  const { journal, peakInFlight, connections } = service
  const requests = { select: 0, launch: 0, poll: 0, rows: 0, details: 0, other: 0 }
  for (const entry of journal) requests[kindOf(entry)] += 1
  return {
    requests,
    bytes: journal.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
    peakInFlight,
    connections,
    polls: journal
      .filter((entry) => kindOf(entry) === 'poll')
      .map(({ path, timeMs, bytesSent }) => ({ run: path, atMs: timeMs, bytes: bytesSent })),
  }
}

function kindOf({ method, path, query }: JournalEntry): RequestKind {
  if (path === '/agents' || path === '/agents/resolve') return 'select'
  if (method === 'POST') return 'launch'
  const { compact, only_failed: onlyFailed } = query
  if (compact === 'true') return onlyFailed === 'true' ? 'poll' : 'rows'
  return onlyFailed === 'true' ? 'details' : 'other'
}

export function requestCount({ requests }: Traffic): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0)
}

/** The polls of each run after its first one, which follows the launch. */
export function laterPolls({ polls }: Traffic): Poll[] {
  const seen = new Set<string>()
  return polls.filter(({ run }) => seen.has(run) || !seen.add(run))
}

/** The polls that saw their run still going: all but each run's last one. */
export function goingPolls({ polls }: Traffic): Poll[] {
  const seen = new Set<string>()
  return polls.toReversed().filter(({ run }) => seen.has(run) || !seen.add(run))
}

/** How many of the polls fall into each tenth of the interval. */
export function tenths(polls: readonly Poll[], intervalMs: number): number[] {
  const counts = Array.from({ length: 10 }, () => 0)
  for (const { atMs } of polls) {
    const tenth = Math.floor(((atMs % intervalMs) / intervalMs) * counts.length)
    counts[tenth] = (counts[tenth] ?? 0) + 1
  }
  return counts
}
