// What the change does to its tests of files, in words. It blocks nothing, so every report says it, also where all is green.
import { hasPassed, type Results, type ResultsTest, type TestChanges } from '../schema.ts'
import { editNames, tally } from './evidence.ts'
import { count, counted, firstFew, grouped, wordFor } from './format.ts'
import { fileLink } from './links.ts'
import { capitalized, input, joined, type Piece, type Sentence, say, separated } from './sentence.ts'

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

/** `1 removed: "Names the 30 days", 2 added, 1 edited (what it expects).` Empty if nothing changed, and without a pull request. */
export function changesText(results: Results): Sentence {
  const changes = namedChanges(results)
  const parts = changeKinds.flatMap((what): Sentence[] => {
    const alike = changes.filter((change) => change.what === what)
    if (alike.length === 0) return []
    const number = `${count(alike.length)} ${what}`
    if (what === 'removed')
      return [say`${{ kind: 'strong', text: `${number}:` }} ${namesText(results, alike)}`]
    return [what === 'edited' ? [`${number} (${editedParts(alike).join(', ')})`] : [number]]
  })
  const [tried, ...left] = triedTexts(changes)
  const changed = parts.length === 0 ? [] : [say`${separated(parts, ', ')}${triedEnd(tried, parts.length)}`]
  return separated([...changed, ...left, ...unknownTexts(results)], ' ')
}

function triedEnd(tried: string | undefined, parts: number): string {
  if (tried === undefined) return '.'
  return parts === 1 ? `: ${tried}` : `. ${capitalized(tried)}`
}

/** `2 of 3 fail without this change, and pass with it.` A count, no judgement. */
function triedTexts(changes: readonly NamedChange[]): readonly string[] {
  const own = changes.filter(({ what }) => what === 'added' || what === 'edited' || what === 'moved')
  const tried = own.filter(({ rows }) => triedRows(rows).length > 0)
  // The lines of tests that fail with the change say it.
  if (!tried.some(({ rows }) => rows.every(hasPassed))) return []
  const demanding = tried.filter(
    ({ rows }) =>
      rows.every(hasPassed) && triedRows(rows).every((row) => tally(row.control?.attempts).passed === 0),
  )
  const all = own.length === 1 ? 'it' : wholeOf(tried.length)
  const isEach = demanding.length === tried.length && tried.length === own.length
  const who = isEach ? all : `${count(demanding.length)} of ${count(tried.length)}`
  const fail = wordFor(demanding.length, 'fails', 'fail')
  const pass = wordFor(demanding.length, 'passes', 'pass')
  const text = tried.every(passesWithout)
    ? `${all} ${wordFor(tried.length, 'passes', 'pass')} without this change, too.`
    : `${who} ${fail} without this change, and ${pass} with it.`
  const left = `${count(tried.length)} of ${count(own.length)} tried without the change.`
  return tried.length === own.length ? [text] : [text, left]
}

function wholeOf(tests: number): string {
  return tests === 2 ? 'both' : `all ${count(tests)}`
}

function triedRows(rows: readonly ResultsTest[]): readonly ResultsTest[] {
  return rows.filter((row) => tally(row.control?.attempts).answered > 0)
}

/** What a test that the change adds or edits, and that passes with it, gave without it; empty if it was not tried. */
export function triedText(test: ResultsTest): Sentence {
  const { failed, passed, answered } = tally(test.control?.attempts)
  if (!test.source?.change || !hasPassed(test) || answered === 0) return []
  const on = say` (${{ kind: 'agent', text: test.control?.name ?? '' }})`
  if (failed === 0) return say`passes without the change, too: ${passed} of ${answered}${on}`
  return say`fails without the change: ${failed} of ${answered}${on}`
}

/** Whether it passes without the change, too, wherever it was tried. */
export function passesWithout({ rows }: NamedChange): boolean {
  const tried = triedRows(rows).filter(hasPassed)
  return tried.length > 0 && tried.every((row) => tally(row.control?.attempts).failed === 0)
}

/** `3 added or edited tests were not tried without the change: …`, of those that `max-tests` left out. */
export function notTriedText(changes: readonly NamedChange[]): Sentence {
  const limited = changes.filter(({ rows }) =>
    rows.some((row) => hasPassed(row) && row.whyNotRunAgain?.problem?.kind === 'max-tests'),
  )
  if (limited.length === 0) return []
  const were = wordFor(limited.length, 'was', 'were')
  return say`${counted(limited.length, 'added or edited test')} ${were} not tried without the change: ${input('max-tests')} does not allow it.`
}

function namesText(results: Results, removed: readonly NamedChange[]): Sentence {
  return joined(firstFew(removed, REMOVED_SHOWN, (change) => say`"${changeName(results, change)}"`))
}

/** With its link: a removed test was there at the base. */
export function changeName(results: Results, { name, commit, ...place }: NamedChange): Piece {
  return { kind: 'test', text: name, isStrong: true, url: fileLink(results, commit, place) }
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

/** `what it expects`, `its evaluators` */
function editedParts(edited: readonly Pick<NamedChange, 'edits'>[]): readonly string[] {
  const number = edited.length === 1 ? 'one' : 'several'
  return [...new Set(edited.flatMap(({ edits }) => edits.map(({ what }) => editNames[what][number])))]
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
