// A fault plan, derived from a seed: the agents, the action's inputs, and what goes wrong when.
import type { ServerVersion } from '../../../simulator/src/index.ts'
import type { Fault } from './fault.ts'
import type { RequestKind } from './fault-proxy.ts'
import { corrupted, withoutRows } from './payload-corruptor.ts'
import {
  fallingSilent,
  type PlannedAgent,
  type Profile,
  planAgents,
  planControl,
  profiles,
} from './plan-agents.ts'
import { type Random, randomOf } from './random.ts'
import { type FaultContext, mildFault, safeRefusal, transientError, wildFault } from './random-faults.ts'

export interface FaultPlan {
  readonly seed: number
  readonly profile: Profile
  readonly apiKey: string
  readonly agents: readonly PlannedAgent[]
  /** Of the only agent. */
  readonly control: PlannedAgent | null
  /** Whether the input `agents` lists the agents. */
  readonly named: boolean
  readonly mode: 'gate' | 'gate-if-worse' | 'report'
  /** Rounds in which failing tests run again. */
  readonly retries: 0 | 1 | 2
  readonly timeoutSeconds: number
  readonly onPullRequest: boolean
  readonly edit: PlannedEdit | null
  readonly slots: number
  readonly listShape: 'items' | 'array'
  readonly serverVersion: ServerVersion
  /** When the port is closed, in milliseconds after the first request; from 0: already before it. */
  readonly outages: readonly { readonly fromMs: number; readonly toMs: number }[]
  /** @param subject id of the agent that the request is about, or empty */
  faultFor(request: { readonly kind: RequestKind; readonly nth: number }, subject: string): Fault | undefined
}

/** What somebody does on the service just before this launch of tests that ran before. */
export interface PlannedEdit {
  readonly retry: number
  readonly what: 'lenient evaluator' | 'strict evaluator' | 'test'
}

type Service = Omit<FaultContext, 'random'>

function modesOf(profile: Profile): readonly FaultPlan['mode'][] {
  if (profile === 'flaky' || profile === 'outages') return ['gate', 'gate-if-worse', 'gate-if-worse']
  const modes = ['gate', 'report'] as const
  return profile === 'recoverable' ? modes : [...modes, 'gate-if-worse']
}

export function faultPlan(seed: number): FaultPlan {
  const random = randomOf(seed, 'schedule')
  // In turn, so that few plans have all of them.
  const profile = profiles[seed % profiles.length] ?? 'corrupt'
  const mode = random.pick(modesOf(profile))
  // Drawn apart, so that plans without a control are what they were.
  const controlled = randomOf(seed, 'control')
  const hasControl = profile === 'flaky' && mode === 'gate-if-worse' && controlled.chance(0.7)
  const agents = planAgents(profile, mode === 'gate-if-worse', random)
  const control = hasControl ? planControl(controlled) : null
  const candidate = agents.slice(0, 1)
  // Drawn last, so that the controls are what they were.
  const fallsSilent = hasControl && controlled.chance(0.4)
  const alone = fallsSilent ? candidate.map((each) => fallingSilent(each, controlled)) : candidate
  const service = { skewMs: skewOf(seed), apiKey: `sk-fault/${seed}+0123456789` }
  return {
    seed,
    profile,
    apiKey: service.apiKey,
    agents: hasControl ? alone : agents,
    control,
    named: random.chance(0.5) || hasControl,
    mode,
    // The oracle counts on one run per agent there.
    retries: profile === 'recoverable' ? 0 : random.pick(profile === 'flaky' ? [1, 2] : [0, 0, 1]),
    timeoutSeconds: timeoutOf(profile, random),
    onPullRequest: random.chance(0.3),
    edit: editOf(profile, randomOf(seed, 'edit')),
    slots: random.pick([1, 3, Number.POSITIVE_INFINITY]),
    listShape: random.pick(['items', 'array']),
    // Where errors are counted as failures, or flagged.
    serverVersion: profile === 'outages' ? random.pick(['current', 'newer']) : 'newer',
    outages: outagesOf(profile, random),
    faultFor: faultsOf(profile, seed, service),
  }
}

function editOf(profile: Profile, random: Random): PlannedEdit | null {
  if (profile === 'recoverable' || random.chance(0.4)) return null
  const what = random.pick(['lenient evaluator', 'strict evaluator', 'test'] as const)
  return { retry: random.whole(1, 3), what }
}

function timeoutOf(profile: Profile, random: Random): number {
  // With a short timeout, a busy machine could cut off an answer that the oracle counts as received.
  if (profile === 'recoverable') return 600
  if (profile === 'outages') return random.pick([15, 90, 90])
  return random.whole(4, 8) + (profile === 'flaky' ? 6 : 0)
}

/** A recoverable outage starts before the first request and ends before any retry limit. */
function outagesOf(profile: Profile, random: Random): FaultPlan['outages'] {
  if (['corrupt', 'flaky', 'outages'].includes(profile) || random.chance(0.6)) return []
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
    case 'flaky':
      return randomOf(seed, 'faults').pick([corruptingFaults(seed), burstFaults(seed, service, 0.15)])
    case 'outages':
      return lostLaunches(seed, service)
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
    const short = randomOf(seed, `short ${kind} ${subject} ${nth}`)
    if (kind === 'details' && short.chance(0.25))
      return { kind: 'rewrite', change: (body) => withoutRows(body, short) }
    if ((kind !== 'poll' && kind !== 'details') || random.chance(0.4)) return undefined
    return { kind: 'rewrite', change: (body) => corrupted(body, random) }
  }
}

/** Launches get lost, whether they started a run or not; some reads need a retry. */
function lostLaunches(seed: number, service: Service): FaultPlan['faultFor'] {
  return ({ kind, nth }, subject) => {
    const random = randomOf(seed, `${kind} ${subject} ${nth}`)
    if (kind === 'launch') return random.chance(0.3) ? transientError(random) : undefined
    return nth === 1 && random.chance(0.2) ? mildFault({ random, ...service }) : undefined
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
