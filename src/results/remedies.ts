// What to do about problems and failing tests, and where: the words behind names that problems.ts and next.ts choose from.
import type { ServiceError } from '../schema.ts'
import { firstFew } from './format.ts'
import { agentList, code, either, input, joined, type Piece, type Sentence, say } from './sentence.ts'

/** At the run or the list of runs, in the workflow run, or on the page of the agent's tests. */
export type Target = 'run' | 'runs' | 'workflow' | 'tests' | null

/** The names of the agents take its place. */
export const AGENT_NAMES: Piece = { kind: 'strong', text: 'the agents' }
/** The files of the tests take its place. */
export const TEST_FILES: Piece = { kind: 'strong', text: 'the files of the tests' }
const FILES_NAMED = 3
/** Its value of today stands behind it. */
export const TIMEOUT = input('timeout')
const AGAIN = ['re-run this job', 'run it again'] as const
export const RERUN = either(...AGAIN)
/** With a link to the job. */
export const RERUN_THERE = toTarget(...AGAIN)

export const remedies = {
  ...leadingTo('tests', {
    'check-evaluator-edit': say`see whether the new version of the evaluator is right. If it is, fix ${AGENT_NAMES}; if not, ${toTarget('undo it')}.`,
    'check-test-edit': say`see whether the edit of the test is right. If it is, fix ${AGENT_NAMES}; if not, ${toTarget('undo it')}.`,
    'look-into-tests': say`read the failing replies: fix ${AGENT_NAMES} or ${toTarget('correct the tests')}.`,
    'correct-tests': say`${toTarget('correct the tests')} of ${AGENT_NAMES}, then ${RERUN}.`,
    'configure-tests': say`${toTarget('configure the tests')} of ${AGENT_NAMES} or unlink them, then ${RERUN}.`,
    'link-tests': say`${toTarget('link tests')} to ${AGENT_NAMES}, then ${RERUN}.`,
  }),
  ...leadingTo('run', {
    'open-run': say`open ${toTarget('the run')} of ${AGENT_NAMES}: it may have a result, or say why not. Otherwise, ${RERUN}.`,
    'check-service': say`check that the service is up, then open ${toTarget('the run')} of ${AGENT_NAMES}: it may have a result. Otherwise, ${RERUN}.`,
  }),
  ...leadingTo('runs', {
    'look-for-run': say`look for runs of ${AGENT_NAMES} in ${toTarget('the list of runs')} before you ${RERUN}: another run costs again.`,
    'free-queue': say`open ${toTarget('the oldest run in progress')}: if it has been running for hours, delete it. Otherwise, raise ${TIMEOUT}, which includes time in the queue.`,
  }),
  ...leadingTo('workflow', {
    'check-agent': say`check that requests to ${AGENT_NAMES} succeed, then ${RERUN_THERE}.`,
    'answer-in-time': say`check that requests to ${AGENT_NAMES} are answered in time, then ${RERUN_THERE}.`,
    'await-model': say`${RERUN_THERE} once the model answers again.`,
    'check-model': say`check the model of ${AGENT_NAMES} and its API key, then ${RERUN_THERE}.`,
    'check-evaluator': say`check the evaluator's model and its API key, then ${RERUN_THERE}.`,
    'verify-connection': say`verify the connection of ${AGENT_NAMES}, then ${RERUN_THERE}.`,
    'make-ready': say`make ${AGENT_NAMES} ready to run, then ${RERUN_THERE}.`,
    rerun: say`${RERUN_THERE}.`,
    'rerun-cancelled': say`${RERUN_THERE}. Runs that were started continue on the service.`,
    'rerun-later': say`${RERUN_THERE} later. If the error persists, report it to the operators of the service.`,
    'report-bug': say`${RERUN_THERE}. If it happens again, report it with ${either('the log of this job', 'this output')}.`,
    'check-preview': say`check the preview of ${AGENT_NAMES}: its deployment, ${code('agent_url')} and ${code('agent_headers')}, then ${RERUN_THERE}.`,
  }),
  ...leadingTo(null, {
    'raise-timeout': say`raise ${TIMEOUT}, which includes time in the queue, or test fewer agents at once.`,
    'raise-max-tests': say`raise ${input('max-tests')}, or test fewer agents.`,
    'check-key': [
      'check the API key: it may be mistyped, revoked or of another workspace. You can create one in the workspace settings of the service.',
    ],
    'provide-key': say`save the API key as a secret, and pass that secret as ${input('api-key')}. If there is one, correct its name in the workflow.`,
    'ask-maintainer': [
      'a maintainer can start the tests: see "Forks and Dependabot" in docs/recipes.md of agent-tests.',
    ],
    'correct-names': say`correct these names${either(say` in ${input('agents')}, ${input('control')} or ${input('override')}`)}; case and spaces matter.`,
    'leave-out': say`take ${AGENT_NAMES} out of ${input('agents')}: it belongs to another workspace.`,
    'create-agent': ['create an agent and link tests to it, or use the API key of another workspace.'],
    'check-address': say`check that ${input('base-url')} is the address of the service API, not of its web application, and that this machine can reach it. If it needs a proxy, set ${code('HTTPS_PROXY')} and ${code('NO_PROXY')}${either(say`; in a workflow, in the ${code('env:')} of the job`)}.`,
    'try-http': say`check ${input('base-url')}: the server may speak ${code('http')} alone, and not ${code('https')}.`,
    'set-certificate': say`if the service uses a private certificate authority, set ${code('NODE_EXTRA_CA_CERTS')} to its certificate file.${either(say` In a workflow, set it in the ${code('env:')} of the job; inside the step it has no effect.`)}`,
    update: say`${RERUN} with the latest version of agent-tests.`,
    'read-pull-request': say`do what the warning of this job about the pull request says, then ${RERUN}.`,
    'use-control': say`set ${input('control')} to the same agent without the change, or ${input('mode', 'gate')}.`,
    'list-agents': say`make the skipped agents ready to run, or list only the agents to test in ${input('agents')}.`,
    'test-unchanged': say`without ${input('skip-unchanged')}, it is tested all the same.`,
    'bring-history': [
      'run the tests every night, as nightly-report.yml of the examples does: what fails can then be compared.',
    ],
    'set-control': say`set ${input('mode', 'gate-if-worse')} to compare the copy with its original.`,
    'correct-control': say`list the controls in the order of ${input('agents')}, or link the failing tests to ${AGENT_NAMES}.`,
    'queue-jobs': say`let the jobs that use ${AGENT_NAMES} wait for one another${either(say` (${code('concurrency')} with ${code('queue: max')})`)}, or give each its own copy.`,
    'update-for-override': say`update the service, or test the agents as they are, without ${input('override')}.`,
    'correct-override': say`correct ${input('override')}, or make a new copy of the agent ("Duplicate"). Nothing was changed.`,
    'correct-test-files': ['correct these files. Nothing was run.'],
    'update-for-tests': say`update the service, or let the key read evaluators and create tests; without ${input('tests')}, the linked tests run. Nothing was run.`,
    'shorten-test': ['make that test shorter, or let the proxy or firewall pass it. Nothing was run.'],
    'restart-service': [
      'ask the operators of the service to restart it: several jobs that make the same tests at once can lock its database. Then let one job make new tests before the others. Nothing was run.',
    ],
  }),
}

/** Problems of the same remedy are one next step. */
export type Remedy = keyof typeof remedies

function leadingTo<Name extends string>(target: Target, words: Readonly<Record<Name, Sentence>>) {
  const rows = Object.entries<Sentence>(words).map(([name, sentence]) => [name, { target, sentence }])
  return Object.fromEntries(rows) as Readonly<Record<Name, { target: Target; sentence: Sentence }>>
}

/** These words of a remedy lead to its place. @param command what a command says in place of them */
export function toTarget(text: string, command = text): Piece {
  return { kind: 'link', text, command, url: '' }
}

/** @param names of the agents, if anybody names them. @param url of the target, if it has one */
export function completed(
  sentence: Sentence,
  names: readonly string[],
  url: string | null,
  files: readonly string[] = [],
): Sentence {
  const agents = names.length === 0 ? ['the agent'] : agentList(names)
  return sentence.flatMap((piece) => {
    if (piece === AGENT_NAMES) return agents
    if (piece === TEST_FILES) return joined(firstFew(files, FILES_NAMED, code))
    if (typeof piece === 'string' || piece.kind !== 'link') return [piece]
    return [url === null ? either(piece.text, piece.command ?? piece.text) : { ...piece, url }]
  })
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
export function errorRemedy({ kind, status, code }: ServiceError): Remedy {
  if (kind === 'network' && code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'try-http'
  if (kind === 'network') return CERTIFICATE.test(code ?? '') ? 'set-certificate' : 'check-address'
  if (status === 401 || status === 403) return 'check-key'
  if (kind === 'aborted') return 'rerun'
  return status === 429 || (status ?? 0) >= 500 ? 'rerun-later' : 'check-address'
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
export function laterErrorRemedy(error: ServiceError): Remedy {
  if (error.kind === 'contract') return 'update'
  return errorRemedy(error) === 'check-key' ? 'check-key' : 'rerun-later'
}
