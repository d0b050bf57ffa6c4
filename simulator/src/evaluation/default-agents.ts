// The agents of a workspace that nobody described.
import type { SimulatedAgent } from './agent.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'

const names = Object.keys(scenarios).filter((name): name is ScenarioName => Object.hasOwn(scenarios, name))

const copy = (scenario: ScenarioName): SimulatedAgent => ({
  name: `Booking assistant (${scenario})`,
  scenario,
})

const listedApart = ['prompted', 'connected', 'hangs']

/** Two agents with a copy each, and one agent for each scenario. The one that hangs comes last, since nothing runs behind it. */
export const defaultAgents: readonly SimulatedAgent[] = [
  { name: 'Support bot', scenario: 'prompted' },
  { name: 'Support bot (preview)', scenario: 'prompted' },
  ...names.filter((name) => !listedApart.includes(name)).map(copy),
  { name: 'Shop bot', scenario: 'connected' },
  { name: 'Shop bot (preview)', scenario: 'connected' },
  copy('hangs'),
]
