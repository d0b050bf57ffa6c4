// What changed since the earlier runs, kind by kind, the agents with the most of it first.
import type { AgentRef } from '../gate/results.ts'
import { type ChangeKind, changeInWords, changeKinds } from './describe-comparison.ts'
import type { NewsByName } from './news.ts'
import type { Standing } from './standing.ts'

/** All tests that changed in one way; there is at least one. */
export interface Change {
  readonly kind: ChangeKind
  /** `3 new (1 failing)` */
  readonly words: string
  readonly total: number
  readonly agents: readonly ChangedAgent[]
}

/** One agent's tests that changed in one way, by name. */
export interface ChangedAgent {
  readonly agent: AgentRef
  readonly tests: readonly string[]
  readonly news: NewsByName
}

interface ComparedAgent {
  readonly result: { readonly agent: AgentRef }
  readonly standing: Standing | null
  readonly news: NewsByName
}

/** In the order of their importance; a kind that no test belongs to is left out. */
export function changesOf(agents: readonly ComparedAgent[]): Change[] {
  return changeKinds.map((kind) => changeOf(kind, agents)).filter(({ total }) => total > 0)
}

/** Whether a new test fails: it counts against the pass rate, though it fails for the first time. */
export function isNewAndFailing({ news }: ChangedAgent, test: string): boolean {
  return news.get(test) === 'new'
}

function changeOf(kind: ChangeKind, all: readonly ComparedAgent[]): Change {
  const agents = all
    .flatMap(({ result, standing, news }) =>
      standing?.kind === 'compared' ? [{ agent: result.agent, tests: standing.comparison[kind], news }] : [],
    )
    .filter(({ tests }) => tests.length > 0)
    .sort((a, b) => b.tests.length - a.tests.length)
  const total = sum(agents, ({ tests }) => tests.length)
  const failing =
    kind === 'added'
      ? sum(agents, (each) => each.tests.filter((test) => isNewAndFailing(each, test)).length)
      : 0
  return { kind, words: changeInWords(kind, total, failing), total, agents }
}

function sum(agents: readonly ChangedAgent[], number: (agent: ChangedAgent) => number): number {
  return agents.reduce((total, agent) => total + number(agent), 0)
}
