// What to do about a problem, and where.
import type { Problem, ServiceError, TestError } from '../schema.ts'
import type { AnyProblem, NoAnswer, ProblemOf } from './problems.ts'
import { code, type Sentence, say } from './sentence.ts'

export type Place = 'run' | 'runs' | 'workflow' | 'tests' | null
/** What the reader has to do, and where: at the run or the list of runs, in the workflow run, or on the page of the agent's tests. */
export const PLACES = {
  'check-evaluator-edit': 'tests',
  'look-into-tests': 'tests',
  'correct-tests': 'tests',
  'configure-tests': 'tests',
  'link-tests': 'tests',
  'open-run': 'run',
  'let-finish': 'runs',
  'look-for-run': 'runs',
  'free-queue': 'runs',
  'check-agent': 'workflow',
  'answer-in-time': 'workflow',
  'await-model': 'workflow',
  'check-model': 'workflow',
  'check-evaluator': 'workflow',
  'verify-connection': 'workflow',
  'make-ready': 'workflow',
  'raise-timeout': 'workflow',
  'raise-max-tests': 'workflow',
  rerun: 'workflow',
  'rerun-later': 'workflow',
  'report-bug': 'workflow',
  'complete-parts': 'workflow',
  'correct-parts': 'workflow',
  'check-key': null,
  'provide-key': null,
  'ask-maintainer': null,
  'correct-names': null,
  'create-agent': null,
  'check-address': null,
  'set-certificate': null,
  update: null,
  'use-baseline-files': null,
  'list-agents': null,
  'set-control': null,
  'correct-control': null,
  'check-preview': null,
  'queue-jobs': null,
  'update-for-override': null,
  'correct-override': null,
  'correct-test-files': null,
  'update-for-tests': null,
  'rename-test': null,
} as const satisfies Readonly<Record<string, Place>>
/** Problems of the same remedy are one next step. */
export type Remedy = keyof typeof PLACES

/** What to do about a problem. */
export function remedyOf(problem: AnyProblem): Remedy {
  switch (problem.kind) {
    case 'cannot-run':
      return cannotRunRemedy(problem.error)
    case 'not-launched':
      return laterErrorRemedy(problem.error)
    case 'timed-out':
      return TIMED_OUT[problem.state]
    case 'tests-not-run':
      return problem.total === 0 ? 'link-tests' : 'configure-tests'
    case 'unfinished-tests':
      return NO_ANSWER[problem.whose ?? 'unknown']
    case 'no-answer':
      return noAnswerRemedy(problem)
    case 'aborted':
      return problem.state === 'not-started' ? 'rerun' : 'let-finish'
    case 'override':
      return OVERRIDE[problem.why] ?? 'check-preview'
    case 'no-history':
      return historyRemedy(problem.error)
    case 'not-compared':
      return NOT_COMPARED[problem.why]
    case 'key':
      if (problem.status !== null) return 'check-key'
      return problem.withheld ? 'ask-maintainer' : 'provide-key'
    case 'unreachable':
      return errorRemedy(problem.error)
    case 'cancelled':
      return problem.hasStarted ? 'let-finish' : 'rerun'
    case 'tests-not-made':
      return notMadeRemedy(problem)
    case 'parts':
      return partsRemedy(problem)
    default:
      return REMEDIES[problem.kind]
  }
}

/** Where the kind alone says what to do. */
const REMEDIES = {
  'maybe-launched': 'look-for-run',
  'max-tests': 'raise-max-tests',
  'run-ended': 'open-run',
  unreadable: 'open-run',
  contradictory: 'open-run',
  'internal-error': 'report-bug',
  skipped: 'list-agents',
  'wrong-control': 'correct-control',
  names: 'correct-names',
  'wrong-override': 'correct-override',
  'wrong-tests': 'correct-test-files',
  'no-agents': 'create-agent',
} as const satisfies Partial<Record<Problem['kind'], Remedy>>

const OVERRIDE: Readonly<Record<string, Remedy>> = {
  unsupported: 'update-for-override',
  shared: 'queue-jobs',
  'no-tests': 'link-tests',
  'tests-missing': 'rerun',
}

const NOT_COMPARED: Readonly<Record<ProblemOf<'not-compared'>['why'], Remedy>> = {
  copy: 'set-control',
  'no-time': 'look-into-tests',
  'no-cut-off': 'look-into-tests',
}

/** A file under another name, or two of one job: the tests have run, and only the inputs or the files of the merge are wrong. */
function partsRemedy({ problems }: ProblemOf<'parts'>): Remedy {
  const kinds = new Set(problems.map(({ kind }) => kind))
  const isOfJobs = kinds.has('unreadable') || kinds.has('mismatched')
  // A name that is missing, beside one that nobody expects, is a typo.
  const isMissing = kinds.has('missing') && !kinds.has('unexpected')
  return isOfJobs || isMissing ? 'complete-parts' : 'correct-parts'
}

/** A run that could not be read may have ended long ago: raising the timeout would not help. */
const TIMED_OUT: Readonly<Record<ProblemOf<'timed-out'>['state'], Remedy>> = {
  'not-started': 'raise-timeout',
  unread: 'open-run',
  queued: 'free-queue',
  running: 'raise-timeout',
}

/** What to do if tests ended without an answer, by whose error it was. */
const NO_ANSWER: Readonly<Record<TestError['kind'], Remedy>> = {
  agent: 'check-agent',
  model: 'check-model',
  evaluator: 'check-evaluator',
  service: 'rerun-later',
  test: 'correct-tests',
  'not-run': 'open-run',
  unknown: 'open-run',
}

/** A model that is overloaded will answer again; one that does not exist or refuses the key will not. */
function noAnswerRemedy({ whose, detail }: NoAnswer): Remedy {
  const isOutage = /^(?:HTTP (?:429|5\d\d)|no connection|timed out)$/.test(detail ?? '')
  if (whose === 'agent' && detail === 'timed out') return 'answer-in-time'
  return isOutage && (whose === 'model' || whose === 'evaluator') ? 'await-model' : NO_ANSWER[whose]
}

/** The two refusals that the service is known to give need different actions. */
function cannotRunRemedy({ reason }: ServiceError): Remedy {
  const text = reason ?? ''
  return /no tests/i.test(text) ? 'link-tests' : /connection/i.test(text) ? 'verify-connection' : 'make-ready'
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
function errorRemedy({ kind, status, code }: ServiceError): Remedy {
  if (kind === 'network') return CERTIFICATE.test(code ?? '') ? 'set-certificate' : 'check-address'
  if (status === 401 || status === 403) return 'check-key'
  const isOutage = status === 429 || (status ?? 0) >= 500
  if (kind === 'aborted') return 'rerun'
  return isOutage ? 'rerun-later' : 'check-address'
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
function laterErrorRemedy(error: ServiceError): Remedy {
  const remedy = errorRemedy(error)
  if (error.kind === 'contract') return 'update'
  return remedy === 'check-key' ? remedy : 'rerun-later'
}

function notMadeRemedy({ name, error }: ProblemOf<'tests-not-made'>): Remedy {
  if (name !== null || error === null) return 'rename-test'
  // The key works elsewhere: such a service does not let it read or make tests.
  return [403, 404, 405].includes(error.status ?? 0) ? 'update-for-tests' : laterErrorRemedy(error)
}

function historyRemedy(error: ServiceError): Remedy {
  // The key works elsewhere: such a service does not let it read the history.
  const isRefused = error.status === 401 || error.status === 403 || error.status === 404
  return isRefused || error.kind === 'contract' || error.kind === 'history'
    ? 'use-baseline-files'
    : laterErrorRemedy(error)
}

export const RERUN = 'then re-run this job'

/** Each is told the names of the agents, or words for them. */
const remedyRows: Readonly<Record<Remedy, (agents: Sentence) => Sentence>> = {
  'check-evaluator-edit': (agents) =>
    say`see whether the new version of the evaluator is right. If it is, fix ${agents}; if not, undo it.`,
  'look-into-tests': (agents) => say`read the failing replies: fix ${agents} or correct the tests.`,
  'check-agent': (agents) => say`check that requests to ${agents} succeed, ${RERUN}.`,
  'answer-in-time': (agents) => say`check that requests to ${agents} are answered in time, ${RERUN}.`,
  'await-model': () => ['re-run this job once the model answers again.'],
  'check-model': (agents) => say`check the model of ${agents} and its API key, ${RERUN}.`,
  'check-evaluator': () => [`check the evaluator's model and its API key, ${RERUN}.`],
  'correct-tests': (agents) => say`correct the tests of ${agents} in the web application, ${RERUN}.`,
  'configure-tests': (agents) =>
    say`complete the configuration of the tests of ${agents}, or unlink them, ${RERUN}.`,
  'link-tests': (agents) => say`link tests to ${agents}, ${RERUN}.`,
  'verify-connection': (agents) => say`verify the connection of ${agents} in the service, ${RERUN}.`,
  'make-ready': (agents) => say`make ${agents} ready to run, ${RERUN}.`,
  'open-run': (agents) =>
    say`open the run of ${agents}: it may have a result, or say why not. Otherwise, re-run this job.`,
  'look-for-run': (agents) =>
    say`look for runs of ${agents} in the list of runs before you re-run this job: another run costs again.`,
  'raise-timeout': (agents) =>
    say`raise ${code('timeout')}, or test fewer agents at once; ${agents} needed longer.`,
  'free-queue': () =>
    say`open the oldest run in progress: if it has been running for hours, delete it in the web application. Otherwise, raise ${code('timeout')}, which includes time in the queue.`,
  'raise-max-tests': () => say`raise ${code('max-tests')}, or test fewer agents.`,
  rerun: () => ['re-run this job.'],
  'rerun-later': () => [
    're-run this job later, and report the error to the operators of the service if it persists.',
  ],
  'report-bug': () => ['report it with the log of this job, if it happens again when you re-run it.'],
  'check-key': () => [
    'check the API key: it may be mistyped, revoked or of another workspace. You can create a new one in the workspace settings of the service.',
  ],
  'provide-key': () =>
    say`save the API key as a secret, and pass that secret as ${code('api-key')}. If there is one, correct its name in the workflow.`,
  'ask-maintainer': () => [
    'a maintainer can start the tests: see "Forks and Dependabot" in docs/recipes.md of agent-tests.',
  ],
  'correct-names': () => ['correct these names; case and spaces matter.'],
  'create-agent': () => ['create an agent and link tests to it, or use the API key of another workspace.'],
  'check-address': () =>
    say`check that ${code('base-url')} is the address of the service API, not of its web application, and that this machine can reach it. If it needs a proxy, set ${code('HTTPS_PROXY')} and ${code('NO_PROXY')}; in a workflow, in the ${code('env:')} of the job.`,
  'set-certificate': () =>
    say`if the service uses a private certificate authority, set ${code('NODE_EXTRA_CA_CERTS')} to its certificate file. In a workflow, set it in the ${code('env:')} of the job; inside the step it has no effect.`,
  update: () => ['re-run this job with the latest version of agent-tests.'],
  'use-baseline-files': () =>
    say`set ${code('baseline')} to results files of earlier jobs, or ${code('mode')} to ${code('gate')}. Older versions of the service have no run history.`,
  'complete-parts': () => [
    're-run the jobs of the parts that are missing or cannot be used, then this one. On GitHub, choose "Re-run all jobs".',
  ],
  'correct-parts': () =>
    say`correct ${code('expect')} or ${code('path')}, or remove the files that do not belong here, and re-run this job alone: no test has to run again.`,
  'let-finish': () => [
    'open the runs to see their results: those that were started continue on the service.',
  ],
  'set-control': () =>
    say`set ${code('control')} and ${code('mode: gate-if-worse')} to compare the copy with its original.`,
  'correct-control': (agents) =>
    say`list the controls in the order of ${code('agents')}, or link the failing tests to ${agents}.`,
  'check-preview': (agents) =>
    say`check the preview of ${agents}: its deployment, ${code('agent_url')} and ${code('agent_headers')}, ${RERUN}.`,
  'queue-jobs': (agents) =>
    say`let the jobs that use ${agents} wait for one another (${code('concurrency')} with ${code('queue: max')}), or give each its own copy.`,
  'correct-override': () =>
    say`correct ${code('override')}, or make a new copy of the agent ("Duplicate"). Nothing was changed.`,
  'correct-test-files': () => say`correct these files. Nothing was run.`,
  'update-for-tests': () =>
    say`update the service, or let the key read evaluators and create tests; without ${code('tests')}, the linked tests run. Nothing was run.`,
  'rename-test': () => say`rename that test in the web application. Nothing was run.`,
  'update-for-override': () =>
    say`update the service, or test the agents as they are, without ${code('override')}.`,
  'list-agents': () =>
    say`make the skipped agents ready to run, or list only the agents to test in ${code('agents')}. Skipped agents do not count.`,
}

const THE_AGENT: Sentence = ['the agent']

/** The same of a problem of an agent that nobody names. */
export function remedyFor(problem: AnyProblem): Sentence {
  return remedyText(remedyOf(problem))
}

export function remedyText(remedy: Remedy, agents: Sentence = THE_AGENT): Sentence {
  return remedyRows[remedy](agents.length === 0 ? THE_AGENT : agents)
}
