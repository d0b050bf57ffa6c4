// An agent in one line of text, as written on a command line or in a workflow.
import { createAgent, type Rewrite, type SimulatedAgent } from './evaluation/agent.ts'
import { isOutageKind } from './evaluation/errors.ts'
import type { Flakiness } from './evaluation/flakiness.ts'
import type { Outage } from './evaluation/outages.ts'
import { type ScenarioName, type ScenarioParameters, scenarios } from './evaluation/scenarios.ts'
import { stableUuid } from './ids.ts'

const numberNames: Readonly<Record<string, keyof ScenarioParameters>> = {
  tests: 'tests',
  failing: 'failing',
  unanswered: 'unanswered',
  'not-run': 'notRun',
  defective: 'defective',
  unconfigured: 'unconfigured',
  'duration-ms': 'durationMs',
}

const parameters = String.raw`(?:\s+[a-z-]+=(?:"[^"]*"\S*|\S*))*`
const agentLine = new RegExp(String.raw`^(.*\S)\s*:\s*([^\s:]+)(${parameters})$`)

/**
 * Reads `<name>: <scenario>`, optionally followed by parameters, as in `Support bot: two-fail tests=20` or
 * `Support bot: flaky rate=0.02 seed=7 history=10 break="Refund inside 30 days"@11 agent-down=11`. A name may contain
 * colons.
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
  const outages = given.flatMap(({ outage }) => outage ?? [])
  if (flaky.length > 0 && !scenarios[scenario].flaky)
    throw new Error(`rate, seed and break need the scenario flaky, not "${scenario}"`)
  const rewrites = given.flatMap(({ rewrite }) => rewrite ?? [])
  const edits = given.flatMap(({ edit }) => edit ?? [])
  const runs = given.findLast(({ history }) => history !== undefined)?.history ?? 0
  const agent: SimulatedAgent = {
    name,
    scenario,
    parameters: numbers,
    ...(flaky.length > 0 && { flakiness: merge(flaky) }),
    ...(outages.length > 0 && { outages }),
    ...(rewrites.length > 0 && { rewrites }),
    ...(edits.length > 0 && { edits }),
    ...(runs > 0 && { history: Array.from({ length: runs }, () => ({ scenario, parameters: numbers })) }),
  }
  // Only to check it.
  createAgent(agent, 0, stableUuid)
  return agent
}

interface Parameter {
  readonly parameters?: ScenarioParameters
  readonly flakiness?: Flakiness
  readonly outage?: Outage
  readonly rewrite?: Rewrite
  readonly edit?: Rewrite
  readonly history?: number
}

/** @param text the whole of it: `rate="<test>"@0.5` with the word `rate` and the value `"<test>"@0.5` */
function readParameter(text: string, word: string, value: string): Parameter {
  const [, test, setting = value] = /^"([^"]*)"@(.+)$/.exec(value) ?? []
  const number = /^\d{1,9}$/.test(setting) ? Number(setting) : null
  const needed = (what: string) => new Error(`${word} must be ${what}, not "${value}"`)
  const numberName = Object.hasOwn(numberNames, word) ? numberNames[word] : undefined
  if (numberName !== undefined || word === 'history' || word === 'seed') {
    if (number === null || test !== undefined) throw needed('a whole number')
    if (numberName !== undefined) return { parameters: { [numberName]: number } }
    return word === 'seed' ? { flakiness: { seed: number } } : { history: number }
  }
  if (word === 'rate') {
    const [, chance = '', , from] = /^(0?\.\d+|[01](\.0+)?)(?:@(\d{1,9}))?$/.exec(setting) ?? []
    if (chance === '' || (test !== undefined && from !== undefined)) throw needed('a number from 0 to 1')
    const rate = Number(chance)
    if (from !== undefined) return { flakiness: { later: { rate, from: Number(from) } } }
    return { flakiness: test === undefined ? { rate } : { rates: { [test]: rate } } }
  }
  if (word === 'break') {
    if (test === undefined || number === null) throw needed('"<test>"@<its first failing run>')
    return { flakiness: { breaks: { [test]: number } } }
  }
  if (word === 'rewritten' || word === 'edited') {
    if (number === null) throw needed('the first run after it, as in 31 or "<test>"@31')
    const change = { from: number, ...(test !== undefined && { test }) }
    return word === 'edited' ? { edit: change } : { rewrite: change }
  }
  if (isOutageKind(word)) {
    const range = readRange(setting)
    if (range === null) throw needed('runs, as in 3, 1-3 or 11-, or seconds, as in 0s-30s')
    return { outage: { kind: word, ...(test !== undefined && { test }), ...range } }
  }
  const numbers = [...Object.keys(numberNames), 'history', 'seed'].join(', ')
  throw new Error(
    `unknown parameter "${text}"; use tests=20 (also ${numbers}), rate=0.05, rate="<test>"@0.5, rate=0.2@31, break="<test>"@11, rewritten=31, edited=31 or an error, as in agent-down=1-3 (--help lists all)`,
  )
}

/** `3`, `1-3` and `11-` are runs; `0s-30s` and `30s-` are seconds. */
function readRange(text: string): Pick<Outage, 'runs' | 'seconds'> | null {
  const [, first, unit, isRange, last, lastUnit] =
    /^(\d{1,9})(s?)(?:(-)(?:(\d{1,9})(s?))?)?$/.exec(text) ?? []
  const isInvalid = last !== undefined && (lastUnit !== unit || Number(last) < Number(first))
  if (first === undefined || isInvalid || (unit === 's' && isRange === undefined)) return null
  const open = isRange === undefined ? Number(first) : Number.POSITIVE_INFINITY
  const range = [Number(first), last === undefined ? open : Number(last)] as const
  return unit === 's' ? { seconds: range } : { runs: range }
}

function merge(given: readonly Flakiness[]): Flakiness {
  const rates = Object.assign({}, ...given.map((each) => each.rates))
  const breaks = Object.assign({}, ...given.map((each) => each.breaks))
  return { ...Object.assign({}, ...given), rates, breaks }
}

function isScenarioName(word: string): word is ScenarioName {
  return Object.hasOwn(scenarios, word)
}
