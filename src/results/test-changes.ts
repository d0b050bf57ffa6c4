// What the change does to its tests of files, in words. It blocks nothing, so every report says it, also where all is green.
import { hasPassed, type Results, type ResultsTest, type TestChanges } from '../schema.ts'
import { editNames, tally } from './evidence.ts'
import { count, counted, firstFew, grouped, someOf, wordFor } from './format.ts'
import { fileLink } from './links.ts'
import { capitalized, joined, type Piece, type Sentence, say, separated } from './sentence.ts'

type ChangedTest = TestChanges['tests'][number]

/** The same change of all agents that have the test. */
interface NamedChange extends Omit<ChangedTest, 'agent'> {
  readonly agents: readonly string[]
  /** What became of it: one for each agent that it was tested of. */
  readonly rows: readonly ResultsTest[]
}

/** Removed tests first: nothing else shows that they are gone. */
const changeKinds = [
  'removed',
  'added',
  'edited',
  'renamed',
  'moved',
] as const satisfies readonly ChangedTest['what'][]

export function namedChanges({ decision, agents }: Pick<Results, 'decision' | 'agents'>): NamedChange[] {
  const all = decision.changes?.tests ?? []
  const same = grouped(all, ({ what, serviceName, before, edits }) =>
    JSON.stringify([what, serviceName, before, edits]),
  )
  const own = agents.flatMap(({ name, run }) =>
    (run?.tests ?? []).flatMap((test) => (test.source?.change ? { agent: name, test } : [])),
  )
  const named = same.map((group): NamedChange => {
    const { agent: _, ...change } = group[0]
    const names = [...new Set(group.map(({ agent }) => agent))]
    const rows = own.filter(({ agent, test }) => test.name === change.name && names.includes(agent))
    return { ...change, agents: names, rows: rows.map(({ test }) => test) }
  })
  return changeKinds.flatMap((what) => named.filter((change) => change.what === what))
}

const REMOVED_SHOWN = 3

/** `1 removed: "Names the 30 days", 2 added, 1 edited (criteria).` Empty if nothing changed, and without a pull request. */
export function changesText(results: Results): Sentence {
  const changes = namedChanges(results)
  const parts = changeKinds.flatMap((what): Sentence[] => {
    const alike = changes.filter((change) => change.what === what)
    if (alike.length === 0) return []
    const number = `${count(alike.length)} ${what}`
    if (what === 'removed')
      return [say`${{ kind: 'strong', text: `${number}:` }} ${namesText(results, alike)}`]
    const parts = new Set(alike.flatMap(({ edits }) => edits.map((edit) => editNames[edit.what])))
    return [[what === 'edited' ? `${number} (${[...parts].join(', ')})` : number]]
  })
  const changed = parts.length === 0 ? [] : [say`${separated(parts, ', ')}.`]
  return separated([...changed, ...triedTexts(changes), ...unknownTexts(results)], ' ')
}

/** `2 of 3 tests fail without this change, and pass with it.` A count, no judgement. */
function triedTexts(changes: readonly NamedChange[]): readonly string[] {
  const own = changes.filter(({ what }) => what === 'added' || what === 'edited' || what === 'moved')
  const tried = own.filter(({ rows }) => triedRows(rows).length > 0)
  // The lines of tests that fail with the change say it.
  if (!tried.some(({ rows }) => rows.every(hasPassed))) return []
  const demanding = tried.filter(
    ({ rows }) =>
      rows.every(hasPassed) && triedRows(rows).every((row) => tally(row.control?.attempts).passed === 0),
  ).length
  if (demanding === 0) return ['None of them fails without this change.']
  const some = someOf(demanding, tried.length, tried.length < own.length ? 'tried test' : 'test')
  const [fail, pass] = demanding === 1 ? ['fails', 'passes'] : ['fail', 'pass']
  return [`${capitalized(some)} ${fail} without this change, and ${pass} with it.`]
}

function triedRows(rows: readonly ResultsTest[]): readonly ResultsTest[] {
  return rows.filter((row) => tally(row.control?.attempts).answered > 0)
}

/** Whether it passes without the change, too, wherever it was tried. */
export function passesWithout({ rows }: NamedChange): boolean {
  const tried = triedRows(rows).filter(hasPassed)
  return tried.length > 0 && tried.every((row) => tally(row.control?.attempts).failed === 0)
}

function namesText(results: Results, removed: readonly NamedChange[]): Sentence {
  return joined(firstFew(removed, REMOVED_SHOWN, (change) => say`"${changeName(results, change)}"`))
}

/** With its link: a removed test was there at the base. */
export function changeName(results: Results, change: NamedChange): Piece {
  return { kind: 'test', text: change.name, isStrong: true, url: fileLink(results, change) }
}

function unknownTexts(results: Results): readonly Sentence[] {
  const text = results.decision.changes?.reason ?? null
  if (text === null) return []
  return [say`It is not known what ${testedChange(results)} changes. ${{ kind: 'said', text }}`]
}

/** Whose change was tested, or is blamed. */
export function testedChange(results: Results): string {
  if (results.about === 'merge-group') return 'this merge group'
  return results.pullRequest === null ? 'the tested change' : 'this pull request'
}

/** Whether it is known that the change adds and edits none. */
export function changesNoTest({ decision: { changes } }: Pick<Results, 'decision'>): boolean {
  const isKept = ({ what }: ChangedTest) => what === 'removed' || what === 'renamed'
  return changes?.known === 'yes' && changes.tests.every(isKept)
}

/**
 * `; this pull request removes 2 tests and edits what 1 expects`, for a headline that counts tests, or that nobody knows it; empty if it does
 * neither. @param isTold whether what stands before it is said of the change
 */
export function changesFacts(results: Results, isTold: boolean): string {
  if (results.decision.changes?.known === 'unknown')
    return '; it is not known which tests it removes or edits'
  const changes = namedChanges(results)
  const removed = changes.filter(({ what }) => what === 'removed').length
  const edited = changes.filter(({ edits }) => edits.some(({ what }) => expectations.has(what))).length
  const does = [
    removed > 0 && `removes ${counted(removed, 'test')}`,
    edited > 0 && `edits what ${count(edited)} ${wordFor(edited, 'expects', 'expect')}`,
  ].filter(Boolean)
  return does.length === 0 ? '' : `; ${isTold ? 'it also' : testedChange(results)} ${does.join(' and ')}`
}

/** An edit of these may let a reply pass that failed before. */
const expectations: ReadonlySet<ChangedTest['edits'][number]['what']> = new Set([
  'criteria',
  'evaluators',
  'tool-calls',
])
