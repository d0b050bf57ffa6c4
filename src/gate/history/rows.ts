// Reads an earlier run: what its tests asked, and the versions of the evaluators that judged them.
import type { CallOptions, TestCaseResult } from '../../client/index.ts'
import type { Definition } from '../../test-files/definition.ts'
import type { EvaluatorVersions } from '../model.ts'
import { readsOf, versionsOf } from '../question.ts'
import type { GateService } from '../service.ts'
import { serviceName } from './keys.ts'

/** At most so many runs before the cut-off, and so many later ones, are read for what failed in them; the same for what passed. */
export const MAX_READS = 10

/** How earlier runs are read. */
export interface HistoryReader {
  readonly service: Pick<GateService, 'runs'>
  /** Asked for before each request. */
  readonly options: () => CallOptions
}

export interface EarlierRows {
  /** By their IDs. */
  readonly evaluators: EvaluatorVersions
  /** In the order of the run. */
  readonly named: (name: string) => readonly EarlierRow[]
}

interface EarlierRow {
  readonly row: TestCaseResult
  readonly asked: Definition | null
}

/** Null if it cannot be read. */
export async function readRows(
  taskId: string,
  rows: 'all' | 'failing',
  { service, options }: HistoryReader,
): Promise<EarlierRows | null> {
  const read = await service.runs.get(taskId, { ...options(), only_failed: rows === 'failing' })
  if (!read.ok) return null
  const results = read.value.results ?? []
  const asked = readsOf(new Map(results.map((row, index) => [`${index}`, row])))
  const all = results.map((row, index): EarlierRow => ({ row, asked: asked(`${index}`) }))
  const byName = Map.groupBy(all, ({ row }) => serviceName(row))
  return { evaluators: versionsOf(read.value), named: (name) => byName.get(name) ?? [] }
}
