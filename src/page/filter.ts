// Which tests the list shows.
import { count, counted } from '../results/units.ts'
import { type Agent, type Group, type Model, type Test, UNNAMED } from './model.ts'

export interface Filter {
  /** Empty for all. */
  readonly groups: ReadonlySet<Group>
  /** `judged`: tests that the evaluator judged; `failed`: those that it failed. Null for all. */
  readonly evaluator: { readonly name: string; readonly result: 'judged' | 'failed' } | null
  /** Words that all have to occur. */
  readonly query: string
}

export const NO_FILTER: Filter = { groups: new Set(), evaluator: null, query: '' }

export function isEmpty({ groups, evaluator, query }: Filter): boolean {
  return groups.size === 0 && evaluator === null && query.trim() === ''
}

/** The set with the value added, or without it. */
export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const changed = new Set(set)
  if (!changed.delete(value)) changed.add(value)
  return changed
}

/** An agent with those of its tests that match; an agent without tests matches by itself. */
export interface ShownAgent {
  readonly agent: Agent
  readonly tests: readonly Test[]
}

export function filterAgents({ agents }: Model, filter: Filter): readonly ShownAgent[] {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean)
  return agents.flatMap((agent) => {
    const tests = agent.tests.filter((test) => matches(test, filter, words))
    return tests.length > 0 || matchesAlone(agent, filter, words) ? [{ agent, tests }] : []
  })
}

/** A line of the list: an agent or a test, which is the `place`th `of` its siblings, from 1. */
export interface Line {
  readonly entry: Agent | Test
  readonly place: number
  readonly of: number
}

/** Agents, and the tests of those that are not collapsed. */
export function linesOf(shown: readonly ShownAgent[], collapsed: ReadonlySet<string>): readonly Line[] {
  return shown.flatMap(({ agent, tests }, index) => {
    const line = { entry: agent, place: index + 1, of: shown.length }
    if (collapsed.has(agent.anchor)) return [line]
    return [line, ...tests.map((test, place) => ({ entry: test, place: place + 1, of: tests.length }))]
  })
}

/** `3`, `3, 1 agent`, `2 agents`: inconclusive agents are without a result, too. Empty if nothing matches. */
export function countText({ results, counts }: Model, group: Group): string {
  const agents = group === 'unfinished' ? results.agentTotals.inconclusive : 0
  const parts = [counts[group] > 0 && count(counts[group]), agents > 0 && counted(agents, 'agent')]
  return parts.filter(Boolean).join(', ')
}

function matches(
  { group, text, record }: Test,
  { groups, evaluator }: Filter,
  words: readonly string[],
): boolean {
  if (groups.size > 0 && !groups.has(group)) return false
  if (evaluator !== null && !isJudgedBy(record.evaluators, evaluator)) return false
  return words.every((word) => text.includes(word))
}

function isJudgedBy(
  evaluators: Test['record']['evaluators'],
  { name, result }: NonNullable<Filter['evaluator']>,
): boolean {
  return evaluators.some(
    ({ evaluator, passed }) => (evaluator ?? UNNAMED) === name && (result === 'judged' || passed === false),
  )
}

function matchesAlone({ record }: Agent, { groups, evaluator }: Filter, words: readonly string[]): boolean {
  if (evaluator !== null) return false
  if (groups.size > 0 && !(groups.has('unfinished') && record.outcome === 'inconclusive')) return false
  if (groups.size === 0 && words.length === 0) return true
  const text = `${record.name} ${record.problem?.message ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word)) && (groups.size > 0 || record.run === null)
}

/** Agents of which every test passed start collapsed. */
export function initiallyCollapsed({ agents }: Model): ReadonlySet<string> {
  return new Set(
    agents.filter(({ tests, counts }) => counts.passed === tests.length).map(({ anchor }) => anchor),
  )
}
