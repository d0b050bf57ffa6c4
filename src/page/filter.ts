// What the list shows: the tests that match, by what they mean for the merge, then the agents.

import { groupOrder, type TestGroup } from '../results/causes.ts'
import { count, counted } from '../results/format.ts'
import { problemWords } from '../results/problems.ts'
import { plain } from '../results/sentence.ts'
import {
  isTest,
  type Model,
  type PageAgent,
  type PageTest,
  type Section,
  sections,
  UNNAMED,
} from './model.ts'

export interface Filter {
  /** Empty for all. */
  readonly groups: ReadonlySet<TestGroup>
  /** `judged`: tests that the evaluator judged; `failed`: those that it failed. Null for all. */
  readonly evaluator: { readonly name: string; readonly result: 'judged' | 'failed' } | null
  /** Words that all have to occur. */
  readonly query: string
}

export const NO_FILTER: Filter = { groups: new Set(), evaluator: null, query: '' }

/** As part of an address: `status=yours,new&search=refund`. Empty without a filter. */
export function filterQuery({ groups, evaluator, query }: Filter): string {
  const parameters = new URLSearchParams()
  if (groups.size > 0) parameters.set('status', [...groups].join(','))
  if (evaluator !== null) parameters.set('evaluator', evaluatorValue(evaluator))
  if (query !== '') parameters.set('search', query)
  return parameters.toString()
}

/** Whatever is unknown in it is left out. */
export function filterOf(query: string): Filter {
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('status')?.split(',') ?? []
  return {
    groups: new Set(groupOrder.filter((group) => wanted.includes(group))),
    evaluator: evaluatorOf(parameters.get('evaluator') ?? ''),
    query: parameters.get('search') ?? '',
  }
}

/** `failed:Policy`; empty for all. */
export function evaluatorValue(evaluator: Filter['evaluator']): string {
  return evaluator === null ? '' : `${evaluator.result}:${evaluator.name}`
}

export function evaluatorOf(value: string): Filter['evaluator'] {
  const [result, ...name] = value.split(':')
  return result === 'failed' || result === 'judged' ? { result, name: name.join(':') } : null
}

/** The set with the value added, or without it. */
export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const changed = new Set(set)
  if (!changed.delete(value)) changed.add(value)
  return changed
}

export type Entry = PageAgent | PageTest

/** The entries that match, in the order of the list. */
export function filterEntries({ entries }: Model, filter: Filter): readonly Entry[] {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) =>
    isTest(entry) ? matches(entry, filter, words) : matchesAgent(entry, filter, words),
  )
}

/** A line of the list: the title of a section, or an entry, which is the `place`th of all entries, from 1. */
export type ListLine =
  | { readonly kind: 'title'; readonly section: Section }
  | { readonly kind: 'entry'; readonly entry: Entry; readonly place: number }

export function listLines(shown: readonly Entry[]): readonly ListLine[] {
  const places = new Map(shown.map((entry, index) => [entry, index + 1]))
  const bySection = Map.groupBy(shown, ({ section }) => section)
  return sections.flatMap((section): ListLine[] => {
    const entries = bySection.get(section)
    if (entries === undefined) return []
    const lines = entries.map((entry) => ({
      kind: 'entry' as const,
      entry,
      place: places.get(entry) ?? 0,
    }))
    return [{ kind: 'title', section }, ...lines]
  })
}

/** `3`, `3, 1 agent`, `2 agents`: inconclusive agents are without a result, too. Empty if nothing matches. */
export function countText({ results, counts }: Model, group: TestGroup): string {
  const agents = group === 'no-result' ? results.agentTotals.inconclusive : 0
  const parts = [counts[group] > 0 && count(counts[group]), agents > 0 && counted(agents, 'agent')]
  return parts.filter(Boolean).join(', ')
}

function matches(
  { group, text, record }: PageTest,
  { groups, evaluator }: Filter,
  words: readonly string[],
): boolean {
  if (groups.size > 0 && !groups.has(group)) return false
  if (evaluator !== null && !isJudgedBy(record.evaluators, evaluator)) return false
  return words.every((word) => text.includes(word))
}

function isJudgedBy(
  evaluators: PageTest['record']['evaluators'],
  { name, result }: NonNullable<Filter['evaluator']>,
): boolean {
  return evaluators.some(
    ({ evaluator, passed }) => (evaluator ?? UNNAMED) === name && (result === 'judged' || passed === false),
  )
}

function matchesAgent(
  { record }: PageAgent,
  { groups, evaluator }: Filter,
  words: readonly string[],
): boolean {
  if (evaluator !== null) return false
  if (groups.size > 0 && !(groups.has('no-result') && record.outcome === 'inconclusive')) return false
  const why = record.problem && plain(problemWords(record.problem).sentence)
  const text = `${record.name} ${why ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
