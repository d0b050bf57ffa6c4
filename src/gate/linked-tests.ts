// Whether a control is the right agent: at least one of the tests that failed is linked to it.
import type { CallOptions } from '../client/index.ts'
import type { AgentRef, RetrySkipped, TestResult } from './results.ts'
import { type GateService, serviceError, statusOf } from './service.ts'

/** Why the failing tests of a candidate cannot be compared with its control; null if they can. */
export async function controlObstacle(
  control: AgentRef,
  failing: readonly Pick<TestResult, 'uuid'>[],
  service: Pick<GateService, 'listTests'>,
  options: CallOptions,
): Promise<RetrySkipped | null> {
  const read = await service.listTests(control.uuid, options)
  if (read.ok) {
    const linked = new Set<string | null>(read.value.items.map(({ uuid }) => uuid))
    return failing.some(({ uuid }) => linked.has(uuid)) ? null : { kind: 'wrong-control', control }
  }
  // Older servers do not list them.
  if (statusOf(read.error) === 404) return null
  const reason = {
    kind: 'unreadable',
    error: serviceError(read.error),
    attempts: 1,
    hasEnded: false,
  } as const
  return { kind: 'control', control, reason, run: null }
}
