// What was not tested, and why: early ends, tests without an answer by cause, agents by problem, unreadable histories.
import type { ResultsAgent, StoryFacts, Trouble } from '../schema.ts'

export function troublesOf({ agents, decisions }: Pick<StoryFacts, 'agents' | 'decisions'>): Trouble[] {
  const ends = decisions.flatMap(({ part, endedEarly: end }) => (end === null ? [] : [{ part, end }]))
  const unread = agents.flatMap(({ baseline }, at) => (baseline?.error ? [at] : []))
  return [
    ...ends.map((each) => ({ kind: 'ended-early' as const, ...each })),
    ...causes(agents),
    ...problems(agents, ends.length > 0),
    ...(unread.length > 0 ? [{ kind: 'no-history' as const, agents: unread, of: tested(agents) }] : []),
  ]
}

export function isUntested({ kind }: Trouble): boolean {
  return kind !== 'no-history'
}

function tested(agents: readonly ResultsAgent[]): number {
  return agents.filter(({ outcome }) => outcome !== 'skipped').length
}

type Cause = Extract<Trouble, { kind: 'no-answer' }>

function causes(agents: readonly ResultsAgent[]): Cause[] {
  const unanswered = agents.flatMap(({ run }, at) =>
    (run?.tests ?? []).flatMap(({ group, because, error }) => {
      const why = because.find(({ kind }) => kind === 'no-answer')
      if (group !== 'unanswered' || why?.kind !== 'no-answer') return []
      const { whose, detail } = why
      // The agent's problem says it.
      if (whose === 'not-run' || whose === 'left-out' || whose === 'pending') return []
      return [{ at, whose, detail, said: (whose === 'unknown' && error?.message) || null }]
    }),
  )
  const same = Map.groupBy(unanswered, ({ at, whose, detail, said }) =>
    // Each agent's tests are its own.
    [whose, detail, said, whose === 'test' ? at : null].join('\n'),
  )
  return [...same.values()].flatMap((each) => {
    const [first] = each
    if (first === undefined) return []
    const { whose, detail, said } = first
    const agents = [...new Set(each.map(({ at }) => at))]
    return [{ kind: 'no-answer' as const, whose, detail, said, tests: each.length, agents }]
  })
}

/** @param hasEnded whether an early end says why runs were not awaited */
function problems(agents: readonly ResultsAgent[], hasEnded: boolean): Trouble[] {
  const unexplained = agents.flatMap((agent, at) => {
    const { problem, outcome } = agent
    if (problem === null || (outcome === 'skipped' && tested(agents) > 0)) return []
    const isSaid =
      (problem.kind === 'aborted' && hasEnded) ||
      (problem.kind === 'unfinished-tests' && causes([agent]).length > 0)
    return isSaid ? [] : [{ at, problem }]
  })
  return [...Map.groupBy(unexplained, ({ problem }) => `${problem.kind} ${problem.next}`).values()]
    .flatMap((same) => {
      const [first] = same
      return first === undefined
        ? []
        : [{ kind: 'problem' as const, problem: first.problem, agents: same.map(({ at }) => at) }]
    })
    .sort((a, b) => b.agents.length - a.agents.length)
}

/** Whose error all of it was, as far as that matters to the author of a change. */
export function sideOf(troubles: readonly Trouble[]): 'service' | 'agent' | null {
  if (troubles.some((each) => each.kind === 'no-answer' && each.whose === 'agent')) return 'agent'
  return troubles.length > 0 && troubles.every(isOfService) ? 'service' : null
}

const OUTAGE = /^(?:HTTP (?:429|5\d\d)|no connection|timed out)$/

function isOfService(trouble: Trouble): boolean {
  switch (trouble.kind) {
    case 'no-answer':
      return (
        trouble.whose === 'service' || (trouble.whose === 'evaluator' && OUTAGE.test(trouble.detail ?? ''))
      )
    case 'ended-early':
      return trouble.end.kind === 'unreachable' && isOutage(trouble.end.error)
    case 'problem': {
      const { problem } = trouble
      if (problem.kind === 'contradictory' || problem.kind === 'maybe-launched') return true
      return (problem.kind === 'not-launched' || problem.kind === 'unreadable') && isOutage(problem.error)
    }
    case 'no-history':
      return false
    default:
      return trouble satisfies never
  }
}

function isOutage({ kind, status }: { readonly kind: string; readonly status: number | null }): boolean {
  return kind === 'network' || kind === 'timeout' || status === 429 || (status ?? 0) >= 500
}
