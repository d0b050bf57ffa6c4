// What the change does to its tests of files, in words. It blocks nothing, so every report says it, also where all is green.
import type { Results, TestChanges } from '../schema.ts'
import { count, firstFew, grouped } from './format.ts'
import { fileLink } from './links.ts'
import { joined, type Piece, type Sentence, say, separated } from './sentence.ts'

type ChangedTest = TestChanges['tests'][number]

/** The same change of all agents that have the test. */
export interface NamedChange extends Omit<ChangedTest, 'agent'> {
  readonly agents: readonly string[]
}

/** Removed tests first: nothing else shows that they are gone. */
export const changeKinds = [
  'removed',
  'added',
  'edited',
  'renamed',
] as const satisfies readonly ChangedTest['what'][]

export function namedChanges({ decisions }: Pick<Results, 'decisions'>): readonly NamedChange[] {
  const all = decisions.flatMap(({ changes }) => changes?.tests ?? [])
  const same = grouped(all, ({ what, name, before }) => JSON.stringify([what, name, before]))
  const named = same.map(([{ agent, ...change }, ...others]): NamedChange => {
    return { ...change, agents: [...new Set([agent, ...others.map((each) => each.agent)])] }
  })
  return changeKinds.flatMap((what) => named.filter((change) => change.what === what))
}

const NAMES_SHOWN = 3

/** `1 removed: "Names the 30 days", 2 added, 1 edited (what it expects).` Empty if nothing changed, and without a pull request. */
export function changesText(results: Results): Sentence {
  const changes = namedChanges(results)
  const parts = changeKinds.flatMap((what): Sentence[] => {
    const of = changes.filter((change) => change.what === what)
    if (of.length === 0) return []
    const number = `${count(of.length)} ${what}`
    if (what === 'removed') return [say`${{ kind: 'strong', text: `${number}:` }} ${namesText(results, of)}`]
    return [what === 'edited' ? [`${number} (${editedParts(of).join(', ')})`] : [number]]
  })
  const found = parts.length === 0 ? [] : [say`${separated(parts, ', ')}.`]
  return separated([...found, ...unknownTexts(results)], ' ')
}

function namesText(results: Results, removed: readonly NamedChange[]): Sentence {
  return joined(firstFew(removed, NAMES_SHOWN, (change) => say`"${changeName(results, change)}"`))
}

/** With its link: a removed test was there at the base. */
export function changeName(results: Results, { name, commit, ...place }: NamedChange): Piece {
  return { kind: 'test', text: name, isStrong: true, url: fileLink(results, commit, place) }
}

function unknownTexts(results: Results): readonly Sentence[] {
  const reasons = results.decisions.flatMap(({ changes }) =>
    changes === null || changes.known || changes.reason === 'no-pull-request' ? [] : (changes.reason ?? []),
  )
  return [...new Set(reasons)].map(
    (text) => say`It is not known what ${changeOf(results)} changes. ${{ kind: 'said', text }}`,
  )
}

/** Whose change it is. */
export function changeOf({ decisions }: Pick<Results, 'decisions'>): string {
  return decisions.some(({ changes }) => changes?.isGroup) ? 'this merge group' : 'this pull request'
}

const edits: Readonly<Record<ChangedTest['edits'][number]['what'], readonly [one: string, several: string]>> =
  {
    question: ['what it asks', 'what they ask'],
    input: ['what it asks', 'what they ask'],
    settings: ['what it asks', 'what they ask'],
    criteria: ['what it expects', 'what they expect'],
    'tool-calls': ['what it expects', 'what they expect'],
    evaluators: ['its evaluators', 'their evaluators'],
    type: ['its type', 'their types'],
  }

/** `what it expects`, `its evaluators` */
export function editedParts(edited: readonly Pick<NamedChange, 'edits'>[]): readonly string[] {
  const words = edited.flatMap((each) =>
    each.edits.map(({ what }) => edits[what][edited.length === 1 ? 0 : 1]),
  )
  return [...new Set(words)]
}

/** `; this pull request removes 1`, for a headline that counts tests; empty if it removes none. */
export function removalText(results: Pick<Results, 'decisions'>): string {
  const removed = namedChanges(results).filter(({ what }) => what === 'removed').length
  return removed === 0 ? '' : `; ${changeOf(results)} removes ${count(removed)}`
}
