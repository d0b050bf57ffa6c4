// The progress of all agents as lines for a terminal. Pure: the caller gives the time and the size.
import type { GateEvent } from '../gate/events.ts'
import { phaseTitle } from '../report/log-events.ts'
import { logText, plainAgentName } from '../report/untrusted-text.ts'
import { count, counted, duration } from '../results/format.ts'
import type { AgentRef } from '../schema.ts'

const BAR_WIDTH = 20
/** Longer names are whole, too, but move what follows. */
const NAME_WIDTH = 30

interface AgentProgress {
  readonly agent: AgentRef
  /** The service's word; null before the launch. */
  status: string | null
  /** Since when it has that status, milliseconds since 1970. */
  since: number
  total: number | null
  done: number
  failed: number
  ended: boolean
}

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

export class Progress {
  readonly #startedAt: number
  readonly #agents = new Map<string, AgentProgress>()
  #phase = ''
  #isRetry = false

  constructor(now: number) {
    this.#startedAt = now
  }

  add(event: GateEvent, now: number): void {
    const title = phaseTitle(event)
    if (title !== null) {
      this.#phase = title
      this.#isRetry = event.type === 'retry-round'
    }
    switch (event.type) {
      case 'selected':
        for (const agent of event.agents) this.#start(agent, null, now)
        break
      case 'retry-round':
        this.#agents.clear()
        for (const { agent, tests } of event.agents) this.#start(agent, tests.length, now)
        break
      case 'launched':
        this.#setStatus(event.agent, event.status, now)
        break
      case 'progress': {
        const { agent, status, counts } = event
        this.#setStatus(agent, status, now)
        this.#change(agent, { failed: counts.failed ?? 0, ...(counts.total && { total: counts.total }) })
        break
      }
      case 'tests-done': {
        const { agent, tests } = event
        // The end of a retry has no event of its own.
        const ended = this.#isRetry && tests >= (this.#agents.get(agent.uuid)?.total ?? tests)
        this.#change(agent, { done: tests, ended })
        break
      }
      case 'finished':
        this.#change(event.agent, { ended: true })
        break
      case 'compared':
      case 'copy-differs':
      case 'discarded':
      case 'heartbeat':
      case 'phase':
      case 'poll-error':
      case 'preview-awaited':
      case 'tests-placed':
      case 'unreachable':
      case 'no-history':
        break
      default:
        event satisfies never
    }
  }

  /** As many agents as fit, those in progress first, then those in the queue in the order of their launches; then a line for all. */
  lines(now: number, { columns, rows }: TerminalSize): string[] {
    const agents = [...this.#agents.values()]
    const going = agents.filter(({ ended }) => !ended)
    const queued = going.filter(({ status }) => status === 'queued').toSorted((a, b) => a.since - b.since)
    const launching = going.filter(({ status }) => status === null)
    const running = going.filter(({ status }) => status !== null && status !== 'queued')
    const width = Math.max(0, ...going.map(({ agent }) => plainAgentName(agent).length))
    const line = (each: AgentProgress, state: string) =>
      `${plainAgentName(each.agent).padEnd(Math.min(width, NAME_WIDTH))}  ${duration(now - each.since).padStart(6)}  ${state}`
    const lines = [
      ...running.map((each) => line(each, [testCounts(each), bar(each)].filter(Boolean).join('  '))),
      ...queued.map((each, index) => line(each, `queued, number ${count(index + 1)}`)),
      ...launching.map((each) => line(each, 'not started')),
    ]
    const waiting = queued.length + launching.length
    const numbers =
      agents.length === 0
        ? ''
        : `: ${count(agents.length - going.length)} of ${counted(agents.length, 'agent')} done, ${count(running.length)} running, ${count(waiting)} queued`
    return [
      // One row is for the last line, and one stays free.
      ...lines.slice(0, Math.max(0, rows - 2)),
      `${this.#phase}, ${duration(now - this.#startedAt)}${numbers}`,
    ].map((text) => [...text].slice(0, columns).join(''))
  }

  #start(agent: AgentRef, total: number | null, now: number): void {
    const start = { status: null, since: now, done: 0, failed: 0, ended: false }
    this.#agents.set(agent.uuid, { agent, total, ...start })
  }

  #setStatus(agent: AgentRef, status: string, now: number): void {
    if (this.#agents.get(agent.uuid)?.status !== status) this.#change(agent, { status, since: now })
  }

  #change({ uuid }: AgentRef, changes: Partial<AgentProgress>): void {
    Object.assign(this.#agents.get(uuid) ?? {}, changes)
  }
}

function bar({ status, total, done }: AgentProgress): string {
  if (status !== 'in_progress') return logText(status ?? '', BAR_WIDTH)
  const filled = total === null ? 0 : Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH))
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
}

function testCounts({ total, done, failed }: AgentProgress): string {
  const numbers = total === null ? '' : `${count(Math.max(done, failed))}/${count(total)}`
  return failed === 0 ? numbers : `${numbers}, ${count(failed)} did not pass`
}
