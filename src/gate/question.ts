// Whether two attempts asked the same, by evaluators of the same versions: only then do both count.
import type { TestRun } from '../client/index.ts'
import type { Problem } from '../schema.ts'
import { asksSame, type Definition, definitionOf, editsBetween } from '../test-files/definition.ts'
import type { JudgedTest } from './cause.ts'
import type { Definitions, EndedRun, EvaluatorVersions } from './model.ts'
import { isRead, UNREAD } from './runs/test-errors.ts'

/** What each test of a read asked, by its ID. */
export function readsOf(definitions: Definitions = new Map()): (id: string) => Definition | null {
  const read = new Map([...definitions].map(([id, row]) => [id, definitionOf(row)]))
  return (id) => read.get(id) ?? null
}

/** Beside an earlier run. None if either does not show what the test asked. */
export function editsOf(
  { source }: Pick<JudgedTest, 'source'>,
  before: Definition | null,
  now: Definition | null,
): JudgedTest['edits'] {
  if (before === null || now === null) return []
  const evaluators = source === null ? 'by ID' : 'by name'
  return editsBetween(before, now, { absent: 'unknown', evaluators }) ?? []
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
  return asksSame(definitionOf(asked), definitionOf(again))
    ? null
    : { kind: 'edited', what: 'test', name: null }
}

const unread = { kind: 'unfinished-tests', tests: 1, whose: UNREAD.kind, detail: null } as const
