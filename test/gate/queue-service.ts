// An evaluation service that runs its queue first in, first out, in so many slots, on a manual clock.
import type { GateService } from '../../src/gate/service.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import { done, inProgress, ok, queued } from './responses.ts'

export interface QueuePlan {
  readonly slots: number
  /** How long each agent's tests take, in milliseconds, in the order of the agents. */
  readonly runMs: readonly number[]
  /** How long every response takes. */
  readonly responseMs: number
}

export interface QueueService extends GateService {
  /** When each run was polled, in milliseconds since 1970, by agent. */
  readonly polls: ReadonlyMap<string, readonly number[]>
  /** When the run of each agent ended; known once all are launched. */
  readonly endedAt: (agent: string) => number
  readonly allLaunchedAt: () => number
}

export function createQueueService(
  { slots, runMs, responseMs }: QueuePlan,
  clock: ManualClock,
): QueueService {
  const freeAt = Array.from({ length: slots }, () => 0)
  const runs = new Map<string, { readonly startsAt: number; readonly endsAt: number }>()
  const polls = new Map<string, number[]>()
  let launchedAt = 0

  function enqueue(agent: string): void {
    launchedAt = clock.now()
    const slot = freeAt.indexOf(Math.min(...freeAt))
    const startsAt = Math.max(clock.now(), freeAt[slot] ?? 0)
    const endsAt = startsAt + (runMs[runs.size] ?? 0)
    freeAt[slot] = endsAt
    runs.set(agent, { startsAt, endsAt })
  }

  function stateOf(agent: string) {
    const { startsAt = 0, endsAt = 0 } = runs.get(agent) ?? {}
    if (clock.now() >= endsAt) return done(1, 0, { results: [{ name: 'a', passed: true }] })
    return clock.now() >= startsAt ? inProgress : queued
  }

  return {
    polls,
    endedAt: (agent) => runs.get(agent)?.endsAt ?? 0,
    allLaunchedAt: () => launchedAt,
    list: async () => ok(runMs.map((_, index) => ({ uuid: `agent-${index}`, name: `agent-${index}` }))),
    resolve: async () => ok({ resolved: {}, not_found: [] }),
    history: async () => ok({ items: [], total: 0 }),
    async launch(agent) {
      enqueue(agent)
      const { startsAt = 0 } = runs.get(agent) ?? {}
      const status = clock.now() >= startsAt ? 'in_progress' : 'queued'
      await clock.sleep(responseMs)
      return ok({ task_id: agent, status })
    },
    async getRun(agent) {
      polls.set(agent, [...(polls.get(agent) ?? []), clock.now()])
      const state = stateOf(agent)
      await clock.sleep(responseMs)
      return state.ok ? ok({ ...state.value, task_id: agent }) : state
    },
  }
}
