// Whether two attempts asked the same, by evaluators of the same versions: only then do both count.
import type { TestRun } from '../client/index.ts'
import type { Problem } from '../schema.ts'
import { asksSame, definitionOf, editsBetween, type Shown } from '../test-files/definition.ts'
import type { JudgedTest } from './cause.ts'
import type { EndedRun, EvaluatorVersions } from './model.ts'
import { isRead, UNREAD } from './runs/test-errors.ts'

/** How a test differs from an earlier run's. None if either does not show what it asked. */
export function editsOf(
  { source }: Pick<JudgedTest, 'source'>,
  before: Shown,
  now: Shown | undefined,
): JudgedTest['edits'] {
  if (now === undefined) return []
  const evaluators = source === null ? 'by ID' : 'by name'
  return editsBetween(definitionOf(before), definitionOf(now), { absent: 'unknown', evaluators }) ?? []
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
export function whyOtherQuestion(
  test: JudgedTest,
  first: EndedRun,
  row: JudgedTest,
  retry: EndedRun,
): Problem | null {
  if (!isRead(row)) return notRead
  const { versions = new Map() } = first
  const other = row.evaluators.find(({ uuid, version }) => version !== (versions.get(uuid ?? '') ?? null))
  if (other !== undefined && versions.size > 0)
    return other.version === null ? notRead : { kind: 'edited', what: 'evaluator', name: other.evaluator }
  const [asked, again] = [first.definitions?.get(test.id), retry.definitions?.get(row.id)]
  if (test.source !== null || asked === undefined) return null
  if (again === undefined) return notRead
  return asksSame(definitionOf(asked), definitionOf(again))
    ? null
    : { kind: 'edited', what: 'test', name: null }
}

const notRead = { kind: 'unfinished-tests', tests: 1, whose: UNREAD.kind, detail: null } as const
