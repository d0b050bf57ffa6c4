// The whole gate against a scripted service on a manual clock: hours of it pass in milliseconds.
import { retryDelayMs } from '../../src/client/index.ts'
import type { GateEvent } from '../../src/gate/events.ts'
import type { AbortReason, AgentResult } from '../../src/gate/results.ts'
import { runGate } from '../../src/gate/run-gate.ts'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import { type AgentScript, type Call, scriptedService } from './scripted-service.ts'

export interface Setting {
  readonly named?: boolean
  readonly intervalSeconds?: number
  readonly timeoutSeconds?: number
  /** The job is cancelled so many seconds after the start. */
  readonly cancelledAt?: number
  readonly clock?: ManualClock
}

export interface Played {
  readonly results: readonly AgentResult[]
  readonly abortReason: AbortReason | null
  readonly calls: readonly Call[]
  /** What was said meanwhile, with the seconds since the start. */
  readonly events: readonly { readonly at: number; readonly event: GateEvent }[]
  readonly endedAt: number
  /** Seconds since the start. */
  readonly polledAt: (agent: string) => number[]
}

/** Plays the agents of a script, in its order; interval 5 s and timeout 1800 s where the setting tells no others. */
export async function play(
  agents: Readonly<Record<string, AgentScript>>,
  setting: Setting = {},
): Promise<Played> {
  const { named = true, intervalSeconds = 5, timeoutSeconds = 1800, cancelledAt } = setting
  const clock = setting.clock ?? createManualClock()
  const startedAt = clock.now()
  const sinceStart = () => (clock.now() - startedAt) / 1000
  const service = scriptedService(agents, clock)
  const events: { at: number; event: GateEvent }[] = []
  const cancellation = new AbortController()
  if (cancelledAt !== undefined) clock.sleep(cancelledAt * 1000).then(() => cancellation.abort('SIGINT'))
  const run = runGate(
    {
      agents: Object.keys(agents).map((uuid) => ({ uuid, name: uuid })),
      named,
      pollIntervalSeconds: intervalSeconds,
      timeoutSeconds,
    },
    {
      service,
      clock,
      backoffMs: (repeat, firstMs, retryAfterMs) =>
        retryDelayMs(repeat, { firstMs, capMs: 60_000 }, retryAfterMs, 0),
      emit: (event) => events.push({ at: sinceStart(), event }),
      signal: cancellation.signal,
    },
  )
  const { results, abortReason } = await clock.finish(run)
  const polledAt = (agent: string) =>
    service.calls
      .filter((call) => call.what === 'poll' && call.agent === agent)
      .map(({ atMs }) => atMs / 1000)
  return { results, abortReason, calls: service.calls, events, endedAt: sinceStart(), polledAt }
}

/** The same for a single agent, `ada`. */
export async function playOne(script: AgentScript, setting: Setting = {}) {
  const { polledAt, results, ...played } = await play({ ada: script }, setting)
  return { ...played, results, result: results[0], polledAt: polledAt('ada') }
}
