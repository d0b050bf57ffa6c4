// The tests of an agent and what becomes of each in every run of it.

import type { TestCase, Topic } from './fixtures/topic.ts'
import { testIds } from './ids.ts'
import type { Scenario } from './scenarios.ts'

export type Fate = 'passes' | 'fails' | 'unanswered' | 'not-run'

/** The tests of one agent. An index goes from 0 to below `size`. */
export interface Suite {
  readonly size: number
  idOf(index: number): string
  /** The index of a test of this suite, or null for any other id. */
  indexOf(id: string): number | null
  nameOf(index: number): string
  caseOf(index: number): TestCase
  fateOf(index: number): Fate
}

/** The suite that a scenario gives an agent: the cases of its topic, gone round as often as it takes. */
export function createSuite(agentUuid: string, topic: Topic, scenario: Scenario): Suite {
  const size = scenario.tests
  const ids = testIds(agentUuid)
  const caseOf = (index: number): TestCase => {
    const found = topic.cases[index % topic.cases.length]
    if (found === undefined) throw new RangeError(`the topic of agent ${agentUuid} has no cases`)
    return found
  }
  const fates = fatesOf(scenario, caseOf)
  return {
    size,
    idOf: ids.idOf,
    indexOf: (id) => ids.indexOf(id, size),
    caseOf,
    nameOf(index) {
      const round = Math.floor(index / topic.cases.length)
      return caseOf(index).name + (round === 0 ? '' : ` (variation ${round + 1})`)
    },
    fateOf: (index) => fates[index] ?? 'passes',
  }
}

/** The last tests are the ones not run, those before them unanswered; failing ones are spread over the rest. */
function fatesOf(scenario: Scenario, caseOf: (index: number) => TestCase): Fate[] {
  const { tests, failing, unanswered, notRun, failingKind } = scenario
  const judged = tests - unanswered - notRun
  const fates = Array.from({ length: tests }, (_, index): Fate => {
    if (index < judged) return 'passes'
    return index < judged + unanswered ? 'unanswered' : 'not-run'
  })
  const all = Array.from({ length: judged }, (_, index) => index)
  const wanted = all.filter((index) => failingKind === 'any' || caseOf(index).kind === failingKind)
  const others = all.filter((index) => failingKind !== 'any' && caseOf(index).kind !== failingKind)
  const first = spreadOver(wanted, Math.min(failing, wanted.length))
  const rest = spreadOver(others, failing - first.length)
  for (const index of [...first, ...rest]) fates[index] = 'fails'
  return fates
}

/** `count` of the items, as evenly spread as possible, the last among them. */
function spreadOver(items: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, k) => items[Math.floor(((k + 1) * items.length) / count) - 1] ?? 0)
}
