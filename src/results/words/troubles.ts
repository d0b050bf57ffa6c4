// What was not tested, and why: in a few words for the headline, in full for the line below it.
import type { Results, Trouble } from '../schema.ts'
import { counted, ofAgents } from '../units.ts'
import { endedWords, problemWords } from './problems.ts'
import { agentNames, few, joined, quoted, type Sentence, say } from './sentence.ts'

type Of<Kind extends Trouble['kind']> = Extract<Trouble, { kind: Kind }>
type Whose = Of<'no-answer'>['whose']

export function namesOf({ agents }: Pick<Results, 'agents'>, of: readonly number[]): readonly string[] {
  return of.flatMap((at) => agents[at]?.name ?? [])
}

const NAMED = 2

/** `Support bot`, `A and B`, `3 of 4 agents` */
function agentsText(results: Results, of: readonly number[], all: number): Sentence {
  return of.length <= NAMED ? agentNames(namesOf(results, of)) : [ofAgents(of.length, all)]
}

/** In a few words. @param all how many agents were tested */
export function shortTrouble(results: Results, trouble: Trouble, all: number): Sentence {
  switch (trouble.kind) {
    case 'ended-early':
      return [endedWords(trouble.end).label]
    case 'no-answer':
      return short[trouble.whose](agentsText(results, trouble.agents, all))
    case 'problem':
      return say`${agentsText(results, trouble.agents, all)} ${problemWords(trouble.problem).short}`
    case 'no-history':
      return [noHistory(trouble)]
    default:
      return trouble satisfies never
  }
}

const short: Readonly<Record<Whose, (agents: Sentence) => Sentence>> = {
  agent: (agents) => say`${agents} had errors`,
  model: (agents) => say`the model of ${agents} had errors`,
  evaluator: () => ['an evaluator had errors'],
  service: () => ['the service had errors'],
  test: (agents) => say`tests of ${agents} are defective`,
  unknown: (agents) => say`tests of ${agents} ended in errors`,
}

/** `an error of Support bot (HTTP 503)`: whose error it was; also per group of tests without a result. */
const causes: Readonly<Record<Whose, (agents: Sentence) => Sentence>> = {
  agent: (agents) => say`an error of ${agents}`,
  model: (agents) => say`an error of the model of ${agents}`,
  evaluator: () => ['an error of the evaluator'],
  service: () => ['an error of the service'],
  test: (agents) => say`defective tests of ${agents}`,
  unknown: () => ['an error'],
}

/** In full: whose error it was, or what became of the run. */
export function longTrouble(results: Results, trouble: Trouble): Sentence {
  switch (trouble.kind) {
    case 'ended-early': {
      const { details } = endedWords(trouble.end)
      const of = trouble.part === null ? [] : say`part ${quoted(trouble.part)}: `
      const found = few(details, SHOWN, (each) => each)
      return [...of, ...joined(found, '; ', '; ')]
    }
    case 'no-answer': {
      const { whose, detail, said, agents } = trouble
      const cause = causes[whose](agentNames(namesOf(results, agents)))
      return say`${cause}${detail === null ? '' : ` (${detail})`}${said === null ? '' : say`: ${quoted(said)}`}`
    }
    case 'problem': {
      const [first = '', ...others] = namesOf(results, trouble.agents)
      const { sentence, short: alike } = problemWords(trouble.problem)
      const more = others.length === 0 ? '' : `; ${counted(others.length, 'more agent')} ${alike}`
      return say`${{ kind: 'agent', text: first }} ${sentence}${more}`
    }
    case 'no-history':
      return [noHistory(trouble)]
    default:
      return trouble satisfies never
  }
}

export const SHOWN = 2

function noHistory({ agents, of }: Of<'no-history'>): string {
  return agents.length === of
    ? 'no run history could be used'
    : `the run history of ${ofAgents(agents.length, of)} could not be used`
}

/** `A, B and 2 more problems` */
export function troublesText(
  troubles: readonly Trouble[],
  most: number,
  text: (trouble: Trouble) => Sentence,
  between: string,
): Sentence {
  const rest = (left: number) => [counted(left, 'more problem')]
  return joined(few(troubles, most, text, rest), between, between)
}
