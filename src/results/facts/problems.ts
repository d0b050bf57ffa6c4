// Why an agent, its tests or its history have no clear result, or the job ended early, and what to do: once, from the gate's reasons.
import type {
  AbortReason,
  InconclusiveReason,
  RunResult,
  ServiceError,
  TestError,
  Without,
} from '../../gate/model.ts'
import { runLink, runsLink } from '../links.ts'
import type { JobProblem, Problem, Remedy } from '../schema.ts'

/** @param run the run as last seen; null if there is none */
export function problemOf(reason: InconclusiveReason, run: RunResult | null, appUrl: string): Problem {
  const list = reason.kind === 'maybe-launched' ? runsLink(appUrl) : null
  return { ...factsOf(reason, run), url: run === null ? list : runLink(appUrl, run.taskId) }
}

type PlainProblem = Without<Problem, 'url'>

function factsOf(reason: InconclusiveReason, run: RunResult | null): PlainProblem {
  switch (reason.kind) {
    case 'cannot-run':
      return { ...reason, next: cannotRun(reason.error) }
    case 'not-launched':
      return { ...reason, next: laterErrorNext(reason.error) }
    case 'timed-out':
      return timedOut(reason, run)
    case 'tests-not-run':
      return { ...reason, next: reason.total === 0 ? 'link-tests' : 'configure-tests' }
    case 'unfinished-tests':
      return { ...reason, next: unansweredNext(run) }
    case 'aborted': {
      const state = run === null ? 'not-started' : run.status === 'queued' ? 'queued' : 'running'
      return { ...reason, state, next: run === null ? 'rerun' : 'let-finish' }
    }
    case 'override':
      return { ...reason, next: OVERRIDE_NEXT[reason.why] ?? 'check-preview' }
    default:
      return { ...reason, next: NEXT[reason.kind] }
  }
}

/** Where the kind alone says what to do. */
const NEXT = {
  'maybe-launched': 'look-for-run',
  'max-tests': 'raise-max-tests',
  'run-ended': 'open-run',
  unreadable: 'open-run',
  contradictory: 'open-run',
  'internal-error': 'report-bug',
  names: 'correct-names',
  'wrong-override': 'correct-override',
  'no-agents': 'create-agent',
} as const satisfies Partial<Record<Problem['kind'], Remedy>>

const OVERRIDE_NEXT: Readonly<Record<string, Remedy>> = {
  unsupported: 'update-for-override',
  shared: 'queue-jobs',
  'no-tests': 'link-tests',
  'tests-missing': 'rerun',
}

function timedOut(
  reason: Extract<InconclusiveReason, { kind: 'timed-out' }>,
  run: RunResult | null,
): PlainProblem {
  const { lastError } = reason
  const of = (state: Extract<Problem, { kind: 'timed-out' }>['state'], next: Remedy): PlainProblem => {
    return { ...reason, state, next }
  }
  if (run === null) return of('not-started', 'raise-timeout')
  // The run may have ended long ago: raising the timeout would not help.
  if (lastError !== null) return of('unread', 'open-run')
  return run.status === 'queued' ? of('queued', 'free-queue') : of('running', 'raise-timeout')
}

/** What to do if tests ended without an answer, by whose error it was; most important first. */
export const NO_ANSWER_NEXT: Readonly<Record<TestError['kind'], Remedy>> = {
  agent: 'check-agent',
  model: 'check-model',
  evaluator: 'check-evaluator',
  service: 'rerun-later',
  test: 'correct-tests',
  'not-run': 'open-run',
  unknown: 'open-run',
}

function unansweredNext(run: RunResult | null): Remedy {
  const kinds = new Set(run?.tests.map(({ error }) => error?.kind))
  const [, next] = Object.entries(NO_ANSWER_NEXT).find(([kind]) => kinds.has(kind as TestError['kind'])) ?? []
  return next ?? 'open-run'
}

/** The two refusals that the service is known to give need different actions. */
function cannotRun({ reason }: ServiceError): Remedy {
  const text = reason ?? ''
  return /no tests/i.test(text) ? 'link-tests' : /connection/i.test(text) ? 'verify-connection' : 'make-ready'
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
function errorNext({ kind, status, code }: ServiceError): Remedy {
  if (kind === 'network') return CERTIFICATE.test(code ?? '') ? 'set-certificate' : 'check-address'
  if (status === 401 || status === 403) return 'check-key'
  const isOutage = status === 429 || (status ?? 0) >= 500
  if (kind === 'aborted') return 'rerun'
  return isOutage ? 'rerun-later' : 'check-address'
}

/** If earlier requests worked, so that the address and the network are right. */
function laterErrorNext(error: ServiceError): Remedy {
  const next = errorNext(error)
  if (error.kind === 'contract') return 'update'
  return next === 'check-key' ? next : 'rerun-later'
}

/** Why a run history could not be used. */
export function historyProblem(error: ServiceError): Problem {
  const isOfVersion = error.status === 404 || error.kind === 'contract' || error.kind === 'history'
  const next = isOfVersion ? 'use-baseline-files' : laterErrorNext(error)
  return { kind: 'no-history', error, next, url: null }
}

/** Why the job ended early. @param started whether any run was started */
export function jobProblem(reason: AbortReason, started: boolean): JobProblem {
  return { ...reason, next: jobNext(reason, started), url: null }
}

function jobNext(reason: AbortReason, started: boolean): Remedy {
  switch (reason.kind) {
    case 'key':
      return reason.status === null ? 'provide-key' : 'check-key'
    case 'unreachable':
      return errorNext(reason.error)
    case 'cancelled':
      return started ? 'let-finish' : 'rerun'
    default:
      return NEXT[reason.kind]
  }
}
