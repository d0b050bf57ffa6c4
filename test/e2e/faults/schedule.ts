// One schedule of faults, all of it told by a number: the agents, how the action is called, and what goes wrong when.
import { type ScenarioName, type SimulatedAgent, scenarios } from '../../../simulator/src/index.ts'
import type { Disturbance } from './disturbance.ts'
import { type FateOptions, mildFate, safeRefusal, wildFate } from './fates.ts'
import type { RequestKind } from './front.ts'
import { spoilt } from './malice.ts'
import { type Random, randomOf } from './random.ts'

/**
 * `gentle`: only what the action has to survive without a trace. `garbled`: answers in time, and wrong in one place.
 * The others: anything at all, seldom or most of the time.
 */
export type Temper = 'gentle' | 'garbled' | 'rough' | 'stormy'

export interface Schedule {
  readonly seed: number
  readonly temper: Temper
  readonly apiKey: string
  readonly agents: readonly (SimulatedAgent & { readonly uuid: string })[]
  /** Called with the agents' names, as against for all agents. */
  readonly named: boolean
  readonly mode: 'gate' | 'report'
  readonly timeoutSeconds: number
  readonly onPullRequest: boolean
  readonly slots: number
  readonly listShape: 'items' | 'array'
  /** When the port is closed, in milliseconds from the first request; with 0 it is closed before that, too. */
  readonly outages: readonly { readonly fromMs: number; readonly toMs: number }[]
  /** @param subject the agent that the request is about; empty for all of them */
  fateOf(
    request: { readonly kind: RequestKind; readonly nth: number },
    subject: string,
  ): Disturbance | undefined
}

const PLAIN_SCENARIOS = ['all-pass', 'one-fails', 'two-fail'] as const
/** Each is one spoilt value away from looking like another. */
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

type Service = Omit<FateOptions, 'random'>

export function scheduleOf(seed: number): Schedule {
  const random = randomOf(seed, 'schedule')
  const temper = random.pick(['gentle', 'garbled', 'rough', 'stormy'] as const)
  const service = { skewMs: skewOf(seed), apiKey: `sk-fault/${seed}+0123456789` }
  return {
    seed,
    temper,
    apiKey: service.apiKey,
    agents: agentsOf(temper, random),
    named: random.chance(0.5),
    mode: random.pick(['gate', 'report']),
    timeoutSeconds: temper === 'gentle' ? 120 : random.whole(4, 8),
    onPullRequest: random.chance(0.3),
    slots: random.pick([1, 3, Number.POSITIVE_INFINITY]),
    listShape: random.pick(['items', 'array']),
    outages: outagesOf(temper, random),
    fateOf: fatesOf(temper, seed, service),
  }
}

function agentsOf(temper: Temper, random: Random): Schedule['agents'] {
  const choices = scenariosOf(temper, random)
  return Array.from({ length: random.whole(1, 3) }, (_, index) => {
    const scenario = random.pick(choices)
    const tests = scenario === 'no-tests' ? 0 : random.whole(4, 8)
    return {
      name: `Agent ${'ABC'.charAt(index)}`,
      uuid: `${String(index).repeat(8)}-0000-4000-8000-000000000000`,
      scenario,
      parameters: { tests, durationMs: random.whole(0, 1500) },
    }
  })
}

function scenariosOf(temper: Temper, random: Random): readonly ScenarioName[] {
  switch (temper) {
    case 'gentle':
      return random.pick([['all-pass'], PLAIN_SCENARIOS])
    case 'garbled':
      return DOUBTFUL_SCENARIOS
    case 'rough':
    case 'stormy':
      return random.pick([['all-pass'], PLAIN_SCENARIOS, ALL_SCENARIOS])
    default:
      return temper satisfies never
  }
}

/** A gentle one is over before anybody gives up: then no request was under way when the port closed. */
function outagesOf(temper: Temper, random: Random): Schedule['outages'] {
  if (temper === 'garbled' || random.chance(0.6)) return []
  if (temper === 'gentle') return [{ fromMs: 0, toMs: random.whole(500, 2000) }]
  const often = random.pick([1, 1, 3, 6])
  return Array.from({ length: often }, () => {
    const fromMs = random.whole(0, 5000)
    return { fromMs, toMs: fromMs + random.pick([100, 500, 2000, 60_000]) }
  })
}

function fatesOf(temper: Temper, seed: number, service: Service): Schedule['fateOf'] {
  switch (temper) {
    case 'gentle':
      return gentleFates(seed, service)
    case 'garbled':
      return garbledFates(seed)
    case 'rough':
      return unkindFates(seed, service, 0.2)
    case 'stormy':
      return unkindFates(seed, service, 0.6)
    default:
      return temper satisfies never
  }
}

/** Of three polls in a row one is left in peace, and so are repeats of everything else. */
function gentleFates(seed: number, service: Service): Schedule['fateOf'] {
  return ({ kind, nth }, subject) => {
    const random = randomOf(seed, `${kind} ${subject} ${nth}`)
    const restrained = kind === 'poll' ? nth % 3 === 0 : nth > 1
    if (restrained || random.chance(0.4)) return undefined
    if (kind === 'launch') return safeRefusal({ random, ...service })
    return mildFate({ random, ...service })
  }
}

function garbledFates(seed: number): Schedule['fateOf'] {
  return ({ kind, nth }, subject) => {
    const random = randomOf(seed, `${kind} ${subject} ${nth}`)
    if ((kind !== 'poll' && kind !== 'details') || random.chance(0.4)) return undefined
    return { kind: 'rewrite', change: (body) => spoilt(body, random) }
  }
}

/** Faults come in bursts: one decision stands for up to four requests. */
function unkindFates(seed: number, service: Service, probability: number): Schedule['fateOf'] {
  // Else most schedules would end before anything was launched.
  const sparesSelection = randomOf(seed, 'selection').chance(0.8)
  return ({ kind, nth }, subject) => {
    if (sparesSelection && (kind === 'list' || kind === 'resolve')) return undefined
    const length = randomOf(seed, `${kind} ${subject}`).whole(1, 4)
    const random = randomOf(seed, `${kind} ${subject} burst ${Math.ceil(nth / length)}`)
    return random.chance(probability) ? wildFate({ random, ...service }) : undefined
  }
}

function skewOf(seed: number): number {
  return randomOf(seed, 'skew').pick([0, 0, -3_600_000, 3_600_000, 86_400_000 * 365])
}
