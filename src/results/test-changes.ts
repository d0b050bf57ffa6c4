// What the change does to its tests of files, in words. It blocks nothing, so every report says it, also where all is green.
import { hasPassed, type Results, type TestChanges } from '../schema.ts'
import { editNames, tally } from './evidence.ts'
import { count, counted, firstFew, grouped, someOf, wordFor } from './format.ts'
import { fileLink } from './links.ts'
import { capitalized, joined, type Piece, type Sentence, say, separated } from './sentence.ts'
import { said, testName } from './untrusted.ts'

type ChangedTest = TestChanges['tests'][number]

/** The same change of all agents that have the test. */
interface NamedChange extends Omit<ChangedTest, 'agent'> {
  readonly agents: readonly string[]
  /** What it does without the change, if it passes with it wherever it was tested. */
  readonly without: ReturnType<typeof tally>
}

/** Removed tests first: nothing else shows that they are gone. */
const changeKinds = ['removed', 'added', 'edited', 'renamed', 'moved'] as const

export function namedChanges({ decision, agents }: Pick<Results, 'decision' | 'agents'>): NamedChange[] {
  const all = decision.changes?.tests ?? []
  const same = grouped(all, ({ what, serviceName, before, edits }) =>
    JSON.stringify([what, serviceName, before, edits]),
  )
  const own = agents.flatMap(({ name: agent, run }) =>
    (run?.tests ?? []).flatMap((test) => (test.source?.change ? { agent, test } : [])),
  )
  const named = same.map((group): NamedChange => {
    const { agent: _, ...change } = group[0]
    const names = [...new Set(group.map(({ agent }) => agent))]
    const rows = own.filter(({ agent, test }) => test.name === change.name && names.includes(agent))
    const hasAllPassed = rows.every(({ test }) => hasPassed(test))
    const tried = hasAllPassed ? rows.flatMap(({ test }) => test.control?.attempts ?? []) : []
    return { ...change, agents: names, without: tally(tried) }
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
    if (what === 'removed') {
      const names = firstFew(alike, REMOVED_SHOWN, (change) => say`"${changeName(results, change)}"`)
      return [say`${{ kind: 'strong', text: `${number}:` }} ${joined(names)}`]
    }
    const edits = new Set(alike.flatMap((change) => change.edits.map((edit) => editNames[edit.what])))
    return [[edits.size > 0 ? `${number} (${[...edits].join(', ')})` : number]]
  })
  const changed = parts.length === 0 ? [] : [say`${separated(parts, ', ')}.`]
  const text = results.decision.changes?.reason ?? ''
  const unknown = say`It is not known what ${testedChange(results)} changes. ${said(text)}`
  return separated([...changed, ...triedTexts(changes), ...(text === '' ? [] : [unknown])], ' ')
}

/** `2 of 3 tests failed without this change, and passed with it.` A count, no judgement. */
function triedTexts(changes: readonly NamedChange[]): readonly string[] {
  const own = changes.filter(({ what }) => what === 'added' || what === 'edited' || what === 'moved')
  const tried = own.filter(({ without }) => without.answered > 0)
  const demanding = tried.filter(({ without }) => without.passed === 0).length
  if (tried.length === 0) return []
  const noun = tried.length < own.length ? 'tried test' : 'test'
  const some = demanding === 0 ? `No ${noun}` : capitalized(someOf(demanding, tried.length, noun))
  if (demanding === 0) return [`${some} failed without this change.`]
  return [`${some} failed without this change, and passed with it.`]
}

/** Whether it passes without the change, too, wherever it was tried. */
export function passesWithout({ without }: NamedChange): boolean {
  return without.answered > 0 && without.failed === 0
}

/** With its link: a removed test was there at the base. */
export function changeName(results: Results, change: NamedChange): Piece {
  return testName(change.name, fileLink(results, change))
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
  const edited = changes.filter(({ edits }) => edits.some(({ what }) => expectations.includes(what))).length
  const does = [
    removed > 0 && `removes ${counted(removed, 'test')}`,
    edited > 0 && `edits what ${count(edited)} ${wordFor(edited, 'expects', 'expect')}`,
  ].filter(Boolean)
  return does.length === 0 ? '' : `; ${isTold ? 'it also' : testedChange(results)} ${does.join(' and ')}`
}

/** An edit of these may let a reply pass that failed before. */
const expectations: readonly string[] = ['criteria', 'evaluators', 'tool-calls']
