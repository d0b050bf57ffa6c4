// A fault plan, derived from a seed: the agents, the action's inputs, and what goes wrong when.
import { type ScenarioName, type SimulatedAgent, scenarios } from '../../../simulator/src/index.ts'
import type { Fault } from './fault.ts'
import type { RequestKind } from './fault-proxy.ts'
import { oddAnswer } from './odd-answers.ts'
import { corrupted } from './payload-corruptor.ts'
import { type Random, randomOf } from './random.ts'
import { type FaultContext, mildFault, safeRefusal, wildFault } from './random-faults.ts'

/**
 * `recoverable`: only faults that must not change the result. `corrupt`: responses in time, with one value corrupted.
 * `odd`: contradictory, incomplete, repeated, huge or truncated answers about runs. The others: any fault, in 20% or 60%
 * of the bursts.
 */
export type Profile = 'recoverable' | 'corrupt' | 'odd' | 'occasional' | 'frequent'

export interface FaultPlan {
  readonly seed: number
  readonly profile: Profile
  readonly apiKey: string
  readonly agents: readonly (SimulatedAgent & { readonly uuid: string })[]
  /** Whether the input `agents` lists the agents. */
  readonly named: boolean
  readonly mode: 'gate' | 'gate-if-worse' | 'report'
  /** Rounds in which failing tests run again. */
  readonly retries: 0 | 1
  readonly timeoutSeconds: number
  readonly onPullRequest: boolean
  readonly slots: number
  readonly listShape: 'items' | 'array'
  /** When the port is closed, in milliseconds after the first request; from 0: already before it. */
  readonly outages: readonly { readonly fromMs: number; readonly toMs: number }[]
  /** @param subject id of the agent that the request is about, or empty */
  faultFor(request: { readonly kind: RequestKind; readonly nth: number }, subject: string): Fault | undefined
}

const PLAIN_SCENARIOS = ['all-pass', 'one-fails', 'two-fail'] as const
/** One corrupted value can make each of these look like another. */
const DOUBTFUL_SCENARIOS = [
  ...PLAIN_SCENARIOS,
  'done-with-error',
  'unanswered',
  'cancelled',
  'fails-as-run',
] as const
const ALL_SCENARIOS = Object.keys(scenarios).filter(
  (name): name is ScenarioName =>
    name in scenarios && !['slow', 'unconfigured', 'odd-measures', 'flaky'].includes(name),
)

type Service = Omit<FaultContext, 'random'>

export function faultPlan(seed: number): FaultPlan {
  const random = randomOf(seed, 'schedule')
  const profile = random.pick(['recoverable', 'corrupt', 'odd', 'occasional', 'frequent'] as const)
  const countsOnOneRun = profile === 'recoverable' || profile === 'odd'
  const modes = countsOnOneRun
    ? (['gate', 'report'] as const)
    : (['gate', 'gate-if-worse', 'report'] as const)
  const mode = random.pick<FaultPlan['mode']>(modes)
  const service = { skewMs: skewOf(seed), apiKey: `sk-fault/${seed}+0123456789` }
  return {
    seed,
    profile,
    apiKey: service.apiKey,
    agents: agentsOf(profile, mode, random),
    named: random.chance(0.5),
    mode,
    // The oracle for these two counts on one run per agent.
    retries: countsOnOneRun ? 0 : random.pick([0, 0, 1] as const),
    // With a short timeout, a busy machine could cut off an answer that the oracle counts as received.
    timeoutSeconds: countsOnOneRun ? 600 : random.whole(4, 8),
    onPullRequest: random.chance(0.3),
    slots: random.pick([1, 3, Number.POSITIVE_INFINITY]),
    listShape: random.pick(['items', 'array']),
    outages: outagesOf(profile, random),
    faultFor: faultsOf(profile, seed, service),
  }
}

/** In `gate-if-worse`, every earlier run passed: whatever fails now is worse. */
function agentsOf(profile: Profile, mode: FaultPlan['mode'], random: Random): FaultPlan['agents'] {
  const choices = scenariosOf(profile, random)
  return Array.from({ length: random.whole(1, 3) }, (_, index) => {
    const scenario = random.pick(choices)
    const tests = scenario === 'no-tests' ? 0 : random.whole(4, 8)
    return {
      name: `Agent ${'ABC'.charAt(index)}`,
      uuid: `${String(index).repeat(8)}-0000-4000-8000-000000000000`,
      scenario,
      parameters: { tests, durationMs: random.whole(0, 1500) },
      ...(mode === 'gate-if-worse' && {
        history: Array.from({ length: 6 }, () => ({ scenario: 'all-pass' }) as const),
      }),
    }
  })
}

function scenariosOf(profile: Profile, random: Random): readonly ScenarioName[] {
  switch (profile) {
    case 'recoverable':
      return random.pick([['all-pass'], PLAIN_SCENARIOS])
    case 'corrupt':
      return DOUBTFUL_SCENARIOS
    case 'odd':
      return random.pick([['all-pass'], DOUBTFUL_SCENARIOS])
    case 'occasional':
    case 'frequent':
      return random.pick([['all-pass'], PLAIN_SCENARIOS, ALL_SCENARIOS])
    default:
      return profile satisfies never
  }
}

/** A recoverable outage starts before the first request and ends before any retry limit. */
function outagesOf(profile: Profile, random: Random): FaultPlan['outages'] {
  if (profile === 'corrupt' || profile === 'odd' || random.chance(0.6)) return []
  if (profile === 'recoverable') return [{ fromMs: 0, toMs: random.whole(500, 2000) }]
  const often = random.pick([1, 1, 3, 6])
  return Array.from({ length: often }, () => {
    const fromMs = random.whole(0, 5000)
    return { fromMs, toMs: fromMs + random.pick([100, 500, 2000, 60_000]) }
  })
}

function faultsOf(profile: Profile, seed: number, service: Service): FaultPlan['faultFor'] {
  switch (profile) {
    case 'recoverable':
      return recoverableFaults(seed, service)
    case 'corrupt':
      return corruptingFaults(seed)
    case 'odd':
      return oddAnswers(seed, service)
    case 'occasional':
      return burstFaults(seed, service, 0.2)
    case 'frequent':
      return burstFaults(seed, service, 0.6)
    default:
      return profile satisfies never
  }
}

/** Every third poll succeeds, and so do retries of everything else. */
function recoverableFaults(seed: number, service: Service): FaultPlan['faultFor'] {
  return ({ kind, nth }, subject) => {
    const random = randomOf(seed, `${kind} ${subject} ${nth}`)
    const succeeds = kind === 'poll' ? nth % 3 === 0 : nth > 1
    if (succeeds || random.chance(0.4)) return undefined
    if (kind === 'launch') return safeRefusal({ random, ...service })
    return mildFault({ random, ...service })
  }
}

function corruptingFaults(seed: number): FaultPlan['faultFor'] {
  return ({ kind, nth }, subject) => {
    const random = randomOf(seed, `${kind} ${subject} ${nth}`)
    if ((kind !== 'poll' && kind !== 'details') || random.chance(0.4)) return undefined
    return { kind: 'rewrite', change: (body) => corrupted(body, random) }
  }
}

/** Some agents get odd answers only, the others now and then. */
function oddAnswers(seed: number, { apiKey }: Service): FaultPlan['faultFor'] {
  return ({ kind, nth }, subject) => {
    const probability = randomOf(seed, `odd ${subject}`).pick([0.3, 1])
    const random = randomOf(seed, `${kind} ${subject} ${nth}`)
    if ((kind !== 'poll' && kind !== 'details') || !random.chance(probability)) return undefined
    return { kind: 'rewrite', change: (body) => oddAnswer(body, random, apiKey) }
  }
}

/** Faults come in bursts of up to four requests. */
function burstFaults(seed: number, service: Service, probability: number): FaultPlan['faultFor'] {
  // Otherwise most plans would end before the first launch.
  const selectionSucceeds = randomOf(seed, 'selection').chance(0.8)
  return ({ kind, nth }, subject) => {
    if (selectionSucceeds && (kind === 'list' || kind === 'resolve')) return undefined
    const length = randomOf(seed, `${kind} ${subject}`).whole(1, 4)
    const random = randomOf(seed, `${kind} ${subject} burst ${Math.ceil(nth / length)}`)
    return random.chance(probability) ? wildFault({ random, ...service }) : undefined
  }
}

function skewOf(seed: number): number {
  return randomOf(seed, 'skew').pick([0, 0, -3_600_000, 3_600_000, 86_400_000 * 365])
}
