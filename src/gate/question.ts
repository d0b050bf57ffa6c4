// Whether two attempts asked the same, by evaluators of the same versions: only then do both count.
import type { TestRun } from '../client/index.ts'
import type { Problem } from '../schema.ts'
import {
  asksSame,
  type DefinitionRead,
  definitionOf,
  editsBetween,
  evaluatorName,
  keysOf,
} from '../test-files/definition.ts'
import type { JudgedTest } from './cause.ts'
import type { Definitions, EndedRun, EvaluatorVersions } from './model.ts'
import { isRead, UNREAD } from './runs/test-errors.ts'

/** What each test of a read asked, by its ID. */
export function readsOf(definitions: Definitions = new Map()): (id: string) => DefinitionRead {
  const read = new Map([...definitions].map(([id, row]) => [id, definitionOf(row)]))
  const keys = keysOf(read.values())
  return (id) => ({ definition: read.get(id) ?? null, keys })
}

/** Files name their evaluators, so that one of the same name is the same. Linked tests use them by ID. */
export function editsOf(
  { source }: Pick<JudgedTest, 'source'>,
  before: DefinitionRead,
  now: DefinitionRead,
): JudgedTest['edits'] {
  if (source === null) return editsBetween(before, now)
  const named = ({ definition, keys }: DefinitionRead): DefinitionRead => {
    const criteria = definition?.criteria.map((each) => {
      if (each === null || each.result === null) return each
      return { ...each, result: { ...each.result, evaluator_uuid: evaluatorName(each['name']) } }
    })
    return { definition: definition && { ...definition, criteria: criteria ?? [] }, keys }
  }
  return editsBetween(named(before), named(now))
}

export function versionsOf({ evaluators }: Pick<TestRun, 'evaluators'>): EvaluatorVersions {
  return new Map(
    evaluators?.flatMap(({ uuid, version_number: version }) =>
      uuid == null || version == null ? [] : [[uuid, version] as const],
    ),
  )
}

/**
 * Why a row of a retry does not answer what the first attempt asked; null if it does, as far as the service shows that.
 * @param test as the first run has it; tests of files are proven
 */
export function whyOther(
  test: JudgedTest,
  first: EndedRun,
  row: JudgedTest,
  retry: EndedRun,
): Problem | null {
  if (!isRead(row)) return unread
  const { versions = new Map() } = first
  const other = row.evaluators.find(({ uuid, version }) => version !== (versions.get(uuid ?? '') ?? null))
  if (other !== undefined && versions.size > 0)
    return other.version === null ? unread : { kind: 'edited', what: 'evaluator', name: other.evaluator }
  const [asked, again] = [first.definitions?.get(test.id), retry.definitions?.get(row.id)]
  if (test.source !== null || asked === undefined) return null
  if (again === undefined) return unread
  return asksSame(asked, again) ? null : { kind: 'edited', what: 'test', name: null }
}

const unread = { kind: 'unfinished-tests', tests: 1, whose: UNREAD.kind, detail: null } as const
