// The tests that are linked to an agent.
import type { CallOptions } from '../../client/index.ts'
import type { AgentRef } from '../../schema.ts'
import type { GateService, Result } from '../service.ts'

/** Each test once, page by page. `isComplete`: as many as the service counts. */
export async function linkedTests(
  { uuid: agent }: AgentRef,
  service: Pick<GateService, 'agents'>,
  options: CallOptions,
): Promise<Result<{ readonly uuids: ReadonlySet<string>; readonly isComplete: boolean }>> {
  const uuids = new Set<string>()
  for (;;) {
    const page = await service.agents.listTests(agent, { ...options, offset: uuids.size || undefined })
    if (!page.ok) return page
    const { items, total } = page.value
    const known = uuids.size
    for (const { uuid } of items) uuids.add(uuid)
    const isComplete = uuids.size >= (total ?? 0)
    if (isComplete || uuids.size === known) return { ok: true, value: { uuids, isComplete } }
  }
}
