// Warnings of lines of the input `accept` that are out of date, as only the gate's outcome shows.
import type { GateOutcome } from './gate/gate.ts'
import { type InputError, type Inputs, inputErrors } from './inputs/inputs.ts'
import { suggestion } from './inputs/names.ts'
import type { AcceptedTest } from './inputs/values.ts'
import type { ResultsAgent } from './schema.ts'

/** What to do about them. */
export function outcomeWarnings(
  { accept, agents: listed, matrix }: Pick<Inputs, 'accept' | 'agents' | 'matrix'>,
  { agents, decision }: GateOutcome,
): InputError[] {
  if (decision.endedEarly !== null) return []
  const hasLegs = Object.keys(matrix ?? {}).length > 0
  return accept.flatMap((line) => {
    const namesOf = ({ name, override }: ResultsAgent) => [name, override?.original.name ?? []].flat()
    const agent = agents.find((each) => namesOf(each).includes(line.agent))
    const names = [line.agent, ...(agent === undefined ? [] : namesOf(agent))]
    const isOfTest = (other: AcceptedTest) => names.includes(other.agent) && other.test === line.test
    if (line.expired && accept.some((other) => !other.expired && isOfTest(other))) return []
    if (agent?.problem?.kind === 'unchanged') return []
    // The legs of a matrix share their lines.
    if (agent === undefined && listed.length > 0 && hasLegs && !line.expired) return []
    const warning = acceptWarning(line, agent, agents.flatMap(namesOf))
    const text = JSON.stringify(`${line.agent} / ${line.test} until ${line.until}`)
    return warning === null ? [] : inputErrors('accept', { error: `${text} ${warning}` })
  })
}

function acceptWarning(
  line: AcceptedTest,
  agent: ResultsAgent | undefined,
  agentNames: readonly string[],
): string | null {
  if (line.expired) return 'has expired. Remove this line.'
  if (agent === undefined) return `matches none of the tested agents. ${correctName(line.agent, agentNames)}`
  const names = (agent.run?.tests ?? []).flatMap(({ name }) => name ?? [])
  const found = names.filter((name) => name === line.test)
  if (found.length > 1)
    return `accepts ${found.length} tests of this name. Rename them in the service, so that each has its own.`
  const isComplete = agent.outcome === 'passed' || (agent.outcome === 'failed' && agent.problem === null)
  if (found.length === 1 || !isComplete) return null
  return `matches no test of this agent. ${correctName(line.test, names)}`
}

function correctName(name: string, names: readonly string[]): string {
  const hint = suggestion(name, names, '')
  return `${hint && `${hint} `}Remove this line, or correct the name; case, spaces and quotes matter.`
}
