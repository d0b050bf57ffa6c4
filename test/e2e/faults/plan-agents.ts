// The agents of a fault plan: what their runs do, and what they did before.
import {
  type EarlierRun,
  type Flakiness,
  type Outage,
  type ScenarioName,
  type SimulatedAgent,
  scenarios,
} from '../../../simulator/src/index.ts'
import { BROKEN, FLAKY, KNOWN } from '../flaky-agent.ts'
import type { Random } from './random.ts'

/**
 * `recoverable`: only faults that must not change the result. `corrupt`: responses in time, with one value corrupted.
 * `flaky`: flaky agents with retries, and some of the faults of `corrupt` or `occasional`. `outages`: agents and evaluators that are down for a while, also in earlier
 * runs, and lost launches. The others: any fault, in 20% or 60% of the bursts.
 */
export const profiles = ['recoverable', 'corrupt', 'flaky', 'outages', 'occasional', 'frequent'] as const
export type Profile = (typeof profiles)[number]

export type PlannedAgent = SimulatedAgent & { readonly uuid: string }

const EARLIER_RUNS = 6

const PLAIN_SCENARIOS = ['all-pass', 'one-fails', 'two-fail'] as const
/** One corrupted value can make each of these look like another. */
const DOUBTFUL_SCENARIOS = [
  ...PLAIN_SCENARIOS,
  'done-with-error',
  'unanswered',
  'cancelled',
  'fails-as-run',
  'flaky',
] as const
/** Whether these make an agent fail depends on the test. */
const ERROR_SCENARIOS = [
  'agent-down',
  'half-down',
  'model-key-rejected',
  'judge-down',
  'judge-without-model',
  'defective-test',
  'poll-crashes',
]
const OTHER_SCENARIOS = ['slow', 'unconfigured', 'odd-measures', 'prompted', 'connected', 'benchmark']
const ALL_SCENARIOS = Object.keys(scenarios).filter(
  (name): name is ScenarioName =>
    name in scenarios && ![...ERROR_SCENARIOS, ...OTHER_SCENARIOS].includes(name),
)

export function planAgents(profile: Profile, compares: boolean, random: Random): readonly PlannedAgent[] {
  const choices = scenariosOf(profile, random)
  return Array.from({ length: random.whole(1, 3) }, (_, index): PlannedAgent => {
    const scenario = random.pick(choices)
    const isFlaky = scenario === 'flaky'
    const [fewest, longestMs] = isFlaky ? [8, 500] : [4, 1500]
    const tests = scenario === 'no-tests' ? 0 : random.whole(fewest, fewest + 4)
    return {
      name: `Agent ${'ABC'.charAt(index)}`,
      uuid: `${String(index).repeat(8)}-0000-4000-8000-000000000000`,
      scenario,
      parameters: { tests, durationMs: random.whole(0, longestMs) },
      ...(isFlaky && { flakiness: flakinessOf(random) }),
      ...((isFlaky || compares || profile === 'outages') && { history: historyOf(isFlaky, random) }),
      ...(profile === 'outages' && { outages: outagesOf(random) }),
    }
  })
}

/** A test breaks at the first launch, and after one or two more the agent, its model or its judge only gives errors. */
export function fallingSilent(agent: PlannedAgent, random: Random): PlannedAgent {
  const launched = EARLIER_RUNS + random.whole(2, 3)
  const kind = random.pick(['agent-down', 'model-key-rejected', 'judge-down'] as const)
  return {
    ...agent,
    flakiness: { rate: 0, breaks: { [BROKEN]: EARLIER_RUNS + 1 } },
    outages: [{ kind, runs: [launched, 99] }],
    history: historyOf(true, random),
  }
}

/** The same tests, none of which breaks, or one; it has a history, or is down now. */
export function planControl(random: Random): PlannedAgent {
  const flakiness = random.pick([{}, { rates: { [FLAKY]: 0.5 } }, { breaks: { [BROKEN]: EARLIER_RUNS + 1 } }])
  return {
    name: 'Control',
    uuid: '99999999-0000-4000-8000-000000000000',
    scenario: 'flaky',
    parameters: { tests: 12, durationMs: random.whole(0, 500) },
    flakiness: { rate: 0, seed: random.whole(1, 1000), ...flakiness },
    ...(random.chance(0.2) && { outages: [{ kind: 'agent-down', runs: [EARLIER_RUNS + 1, 99] }] }),
    history: random.chance(0.7) ? historyOf(true, random) : [],
  }
}

/** Steady, a few tests that fail every other time, all of them, or a break at the first launch. */
function flakinessOf(random: Random): Flakiness {
  const rates = { [FLAKY]: 0.5, [KNOWN]: 0.5 }
  const breaks = { [BROKEN]: EARLIER_RUNS + 1 }
  const chosen = random.pick([{}, { rates }, { rates }, { rate: 0.5 }, { breaks }, { rates, breaks }])
  return { rate: 0, seed: random.whole(1, 1000), ...chosen }
}

/** In earlier runs, in the first launch, in all, or for some seconds; of everything or of one test. */
function outagesOf(random: Random): readonly Outage[] {
  const kinds = ['agent-down', 'half-down', 'model-key-rejected', 'judge-down'] as const
  const first = EARLIER_RUNS + 1
  return Array.from({ length: random.whole(0, 2) }, (): Outage => {
    const when = random.pick<Pick<Outage, 'runs' | 'seconds'>>([
      { runs: [1, random.whole(1, EARLIER_RUNS)] },
      { runs: [first, first] },
      { runs: [first, 99] },
      { seconds: [0, random.whole(1, 8)] },
    ])
    return { kind: random.pick(kinds), ...when, ...(random.chance(0.6) && { test: BROKEN }) }
  })
}

/** Every earlier run passed, so that whatever fails now is worse; or flaky agents failed as often before. */
function historyOf(isFlaky: boolean, random: Random): readonly EarlierRun[] {
  const scenario = isFlaky ? random.pick(['all-pass', 'flaky', 'flaky'] as const) : 'all-pass'
  return Array.from({ length: EARLIER_RUNS }, () => ({ scenario }))
}

function scenariosOf(profile: Profile, random: Random): readonly ScenarioName[] {
  switch (profile) {
    case 'recoverable':
      return random.pick([['all-pass'], PLAIN_SCENARIOS])
    case 'corrupt':
      return DOUBTFUL_SCENARIOS
    case 'flaky':
      return ['flaky']
    case 'outages':
      return random.pick([['all-pass'], ['flaky'], PLAIN_SCENARIOS])
    case 'occasional':
    case 'frequent':
      return random.pick([['all-pass'], PLAIN_SCENARIOS, ALL_SCENARIOS])
    default:
      return profile satisfies never
  }
}
