// An agent in one line of text, as written on a command line or in a workflow.
import { createAgent, type SimulatedAgent } from './evaluation/agent.ts'
import type { Flakiness } from './evaluation/flakiness.ts'
import { type ScenarioName, type ScenarioParameters, scenarios } from './evaluation/scenarios.ts'

const numberNames: Readonly<Record<string, keyof ScenarioParameters>> = {
  tests: 'tests',
  failing: 'failing',
  unanswered: 'unanswered',
  'not-run': 'notRun',
  unconfigured: 'unconfigured',
  'duration-ms': 'durationMs',
}

const parameters = String.raw`(?:\s+[a-z-]+=(?:"[^"]*"\S*|\S*))*`
const agentLine = new RegExp(String.raw`^(.*\S)\s*:\s*([^\s:]+)(${parameters})$`)

/**
 * Reads `<name>: <scenario>`, optionally followed by parameters, as in `Support bot: two-fail tests=20` or
 * `Support bot: flaky rate=0.02 seed=7 history=10 break="Refund inside 30 days"@11`. A name may contain colons.
 *
 * @throws Error that says what was expected
 */
export function readAgentLine(line: string): SimulatedAgent {
  const [, name = '', scenario = '', rest = ''] = agentLine.exec(line.trim()) ?? []
  if (name === '') throw new Error(`an agent is written as "<name>: <scenario>", not "${line}"`)
  if (!isScenarioName(scenario))
    throw new Error(`unknown scenario "${scenario}"; choose one of ${Object.keys(scenarios).join(', ')}`)
  const given = [...rest.matchAll(/([a-z-]+)=("[^"]*"\S*|\S*)/g)].map(([text, word = '', value = '']) =>
    readParameter(text, word, value),
  )
  const numbers: ScenarioParameters = Object.assign({}, ...given.map(({ parameters }) => parameters))
  const flaky = given.flatMap(({ flakiness }) => flakiness ?? [])
  if (flaky.length > 0 && !scenarios[scenario].flaky)
    throw new Error(`rate, seed and break need the scenario flaky, not "${scenario}"`)
  const runs = given.findLast(({ history }) => history !== undefined)?.history ?? 0
  const agent: SimulatedAgent = {
    name,
    scenario,
    parameters: numbers,
    ...(flaky.length > 0 && { flakiness: merge(flaky) }),
    ...(runs > 0 && { history: Array.from({ length: runs }, () => ({ scenario, parameters: numbers })) }),
  }
  // Only to check it.
  createAgent(agent, 0)
  return agent
}

interface Parameter {
  readonly parameters?: ScenarioParameters
  readonly flakiness?: Flakiness
  readonly history?: number
}

function readParameter(text: string, word: string, value: string): Parameter {
  const [, test, number = value] = /^"([^"]*)"@(.+)$/.exec(value) ?? []
  const isWhole = /^\d{1,9}$/.test(number)
  const numberName = Object.hasOwn(numberNames, word) ? numberNames[word] : undefined
  if (test === undefined && isWhole) {
    if (numberName !== undefined) return { parameters: { [numberName]: Number(number) } }
    if (word === 'history') return { history: Number(number) }
    if (word === 'seed') return { flakiness: { seed: Number(number) } }
  }
  if (word === 'rate' && /^(?:0?\.\d+|[01](?:\.0+)?)$/.test(number))
    return {
      flakiness: test === undefined ? { rate: Number(number) } : { rates: { [test]: Number(number) } },
    }
  if (word === 'break' && test !== undefined && isWhole)
    return { flakiness: { breaks: { [test]: Number(number) } } }
  const numbers = [...Object.keys(numberNames), 'history', 'seed'].join(', ')
  throw new Error(
    `unknown parameter "${text}"; use tests=20 (also ${numbers}), rate=0.05, rate="<test>"@0.5 or break="<test>"@11`,
  )
}

function merge(given: readonly Flakiness[]): Flakiness {
  const rates = Object.assign({}, ...given.map((each) => each.rates))
  const breaks = Object.assign({}, ...given.map((each) => each.breaks))
  return { ...Object.assign({}, ...given), rates, breaks }
}

function isScenarioName(word: string): word is ScenarioName {
  return Object.hasOwn(scenarios, word)
}
