// Whom the job tests, and what each agent runs: decided here, before anything is launched.
import type { CallOptions } from '../../client/index.ts'
import type { TestChanges } from '../../schema.ts'
import type { EarlyEnd, GatePlan, TestedAgent } from '../model.ts'
import { type Effects, until } from '../service.ts'
import { reportUnreachable, selectAgents } from './agents.ts'
import { copyDiffers, readCopies, withLinkedTests, withoutSpareCopies } from './copies.ts'
import { placeTests } from './file-tests.ts'

/** @param changes what the pull request does to its files of tests */
export async function select(
  plan: GatePlan,
  changes: TestChanges | null,
  deadline: number,
  effects: Effects,
): Promise<readonly TestedAgent[] | EarlyEnd> {
  const { tests, timeoutSeconds, unresolvedMs } = plan
  const { emit, service, signal } = effects
  emit({ type: 'phase', phase: 'select' })
  const options = {
    ...reportUnreachable(emit, timeoutSeconds * 1000, unresolvedMs),
    signal,
    get timeoutMs() {
      return until(deadline, effects).timeoutMs
    },
  }
  const selected = await selectAgents(plan, service, options)
  if ('kind' in selected) return selected
  emit({ type: 'selected', agents: selected.map(({ agent }) => agent) })
  const read =
    plan.agents.length === 0
      ? await withoutSpareCopies(selected, tests?.agentNames ?? [], effects, deadline)
      : await readCopies(selected, effects, deadline, options)
  if ('kind' in read) return read
  return withTests(
    plan.skipUnchanged ? withoutUnchanged(read, plan, changes, emit) : read,
    plan,
    effects,
    options,
  )
}

/** Copies that would be as without the change, with the same tests, do not run. */
function withoutUnchanged(
  agents: readonly TestedAgent[],
  { tests }: GatePlan,
  changes: TestChanges | null,
  emit: Effects['emit'],
): TestedAgent[] {
  return agents.map((tested) => {
    const { agent, copy, problem } = tested
    if (copy === null || problem !== null) return tested
    const { original, editedAt } = copy
    const ofFiles = tests?.agentNames.includes(agent.name) ? changes : null
    const differs = copyDiffers(agent, copy, ofFiles, tests?.withMadeTests.includes(agent.name))
    if (differs === null)
      return { ...tested, problem: { kind: 'unchanged', original: original.name, editedAt } }
    emit({ type: 'copy-differs', agent, differs })
    return tested
  })
}

/** Those of files, where an agent has any; else a copy runs those of its original. */
async function withTests(
  agents: readonly TestedAgent[],
  { tests }: GatePlan,
  effects: Effects,
  options: CallOptions,
): Promise<readonly TestedAgent[] | EarlyEnd> {
  const all = agents.map(({ agent }) => agent)
  const running = agents.flatMap(({ agent, problem }) => (problem === null ? agent : []))
  const none: Awaited<ReturnType<typeof placeTests>> = new Map()
  const placed = tests === null ? none : await placeTests(tests, all, running, effects, options)
  if ('kind' in placed) return placed
  const decided = agents.map(async (tested): Promise<TestedAgent> => {
    const { agent, copy, problem } = tested
    const ofFiles = placed.get(agent.uuid)
    if (ofFiles !== undefined) return { ...tested, tests: ofFiles }
    return copy === null || problem !== null ? tested : withLinkedTests(tested, copy, effects, options)
  })
  return Promise.all(decided)
}
