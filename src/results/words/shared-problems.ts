// What was not tested or compared, and why: in a few words for the headline, in full for the line below it.
import type { Results } from '../../schema.ts'
import { counted, ofAgents, testedAgents } from '../units.ts'
import { problemWords } from './problems.ts'
import { agentNames, few, joined, quoted, type Sentence, say } from './sentence.ts'

export function namesOf({ agents }: Pick<Results, 'agents'>, of: readonly number[]): readonly string[] {
  return of.flatMap((at) => agents[at]?.name ?? [])
}

const NAMED = 2
/** How many are shown in full. */
const SHOWN = 2

/** `Bot timed out`, `3 of 4 agents did not start, 2 more problems`: what differs between agents is not said. */
export function shortProblems(results: Results): Sentence {
  const { problems } = results.story
  const untested = problems.filter(({ problem }) => problem.kind !== 'no-history')
  const shown = untested.length > 0 ? untested : problems
  const same = Map.groupBy(shown, ({ problem }) => problemWords(problem).short)
  const texts = [...same].map(([short, of]) => {
    const agents = [...new Set(of.flatMap((each) => each.agents))]
    const names =
      agents.length <= NAMED
        ? agentNames(namesOf(results, agents))
        : [ofAgents(agents.length, testedAgents(results))]
    const where = of.length === 1 ? '' : ` in ${counted(of.length, 'part')}`
    return agents.length === 0 ? [`${short}${where}`] : say`${names} ${short}`
  })
  return listed(texts, texts.length > 2 ? 1 : 2, ', ')
}

/** `Bot had no result after 30m, while its tests were running; 2 more agents timed out` */
export function longProblems(results: Results): Sentence {
  const texts = results.story.problems.map(({ problem, part, agents }) => {
    const { short, sentences } = problemWords(problem)
    const all = joined(
      few(sentences, SHOWN, (each) => each),
      '; ',
      '; ',
    )
    const [first, ...others] = namesOf(results, agents)
    if (first === undefined) return part === null ? all : say`part ${quoted(part)}: ${all}`
    const more = others.length === 0 ? '' : `; ${counted(others.length, 'more agent')} ${short}`
    return say`${{ kind: 'agent', text: first }} ${all}${more}`
  })
  return listed(texts, SHOWN, '; ')
}

/** Why a job ended early, in full: such as every unknown name. */
export function endedDetails({ decisions }: Results): readonly Sentence[] {
  return decisions.flatMap(({ endedEarly }) =>
    endedEarly === null ? [] : problemWords(endedEarly).sentences,
  )
}

/** Those for which the line of blame has no space, or which it is not about. */
export function unsaidDetails(results: Results): readonly Sentence[] {
  const details = endedDetails(results)
  return details.length <= SHOWN && results.story.blame?.kind === 'not-tested' ? [] : details
}

function listed(texts: readonly Sentence[], most: number, between: string): Sentence {
  const rest = (left: number) => [counted(left, 'more problem')]
  return joined(
    few(texts, most, (text) => text, rest),
    between,
    between,
  )
}
