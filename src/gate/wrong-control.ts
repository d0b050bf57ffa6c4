// Whether controls are the right agents: at least one of the tests that failed is linked to each.
import type { CallOptions } from '../client/index.ts'
import { isAccepted } from './accept.ts'
import { linkedTests } from './linked-tests.ts'
import { contradictory, type RetrySkipped } from './results.ts'
import type { FirstRun } from './retry.ts'
import { type GateService, serviceError, statusOf } from './service.ts'

/** By the IDs of agents, why their failing tests cannot be compared. Each control is asked once for its tests. */
export async function wrongControls(
  first: readonly FirstRun[],
  service: Pick<GateService, 'listTests'>,
  options: CallOptions,
): Promise<ReadonlyMap<string, RetrySkipped>> {
  const found = new Map<string, RetrySkipped>()
  const lists = new Map<string, Awaited<ReturnType<typeof linkedTests>>>()
  for (const { agent, control, run } of first) {
    const failing = run?.tests.filter((test) => test.status === 'failed' && !isAccepted(test)) ?? []
    if (control === null || failing.length === 0) continue
    const list = lists.get(control.uuid) ?? (await linkedTests(control, service, options))
    lists.set(control.uuid, list)
    if (list.ok) {
      const { uuids, isComplete } = list.value
      if (failing.some(({ uuid }) => uuid !== null && uuids.has(uuid))) continue
      const unknown = { kind: 'control', control, reason: contradictory, run: null } as const
      found.set(agent.uuid, isComplete ? { kind: 'wrong-control', control } : unknown)
    } else if (statusOf(list.error) !== 404) {
      // Older servers do not list them.
      const reason = { kind: 'not-launched', error: serviceError(list.error) } as const
      found.set(agent.uuid, { kind: 'control', control, reason, run: null })
    }
  }
  return found
}
