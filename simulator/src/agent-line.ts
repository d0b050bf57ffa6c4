// An agent in one line of text, as written on a command line or in a workflow.
import { type ScenarioName, type ScenarioParameters, scenarioOf, scenarios } from './evaluation/scenarios.ts'
import type { SimulatedAgent } from './evaluation/workspace.ts'

const parameterNames: Readonly<Record<string, keyof ScenarioParameters>> = {
  tests: 'tests',
  failing: 'failing',
  unanswered: 'unanswered',
  'not-run': 'notRun',
  unconfigured: 'unconfigured',
  'duration-ms': 'durationMs',
}

/**
 * Reads `<name>: <scenario>`, optionally followed by numbers, as in `Support bot: two-fail tests=20 duration-ms=500`.
 * A name may contain colons.
 *
 * @throws Error that says what was expected
 */
export function readAgentLine(line: string): SimulatedAgent {
  const [, name = '', scenario = '', rest = ''] = /^(.*\S)\s*:\s*(\S+)((?:\s+\S+)*)$/.exec(line.trim()) ?? []
  if (name === '') throw new Error(`an agent is written as "<name>: <scenario>", not "${line}"`)
  if (!isScenarioName(scenario))
    throw new Error(`unknown scenario "${scenario}"; choose one of ${Object.keys(scenarios).join(', ')}`)
  const parameters = Object.fromEntries(rest.split(/\s+/).filter(Boolean).map(readNumber))
  scenarioOf(scenario, parameters)
  return { name, scenario, parameters }
}

function readNumber(text: string): [keyof ScenarioParameters, number] {
  const [, word = '', number] = /^([a-z-]+)=(\d+)$/.exec(text) ?? []
  const parameter = Object.hasOwn(parameterNames, word) ? parameterNames[word] : undefined
  if (parameter !== undefined) return [parameter, Number(number)]
  const words = Object.keys(parameterNames).join(', ')
  throw new Error(`numbers are written as "tests=20", not "${text}"; there are ${words}`)
}

function isScenarioName(word: string): word is ScenarioName {
  return Object.hasOwn(scenarios, word)
}
