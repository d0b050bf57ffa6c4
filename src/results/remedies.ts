// What to do about each problem: one of the twelve steps, with what the problem puts into its sentence.
import type { ServiceError } from '../schema.ts'
import { code, either, input, type Sentence, say } from './sentence.ts'
import { AGAIN, type Slots, type Step, type StepKind } from './steps.ts'

function step(kind: StepKind, what?: Sentence | ((slots: Slots) => Sentence), see?: Step['see']): Step {
  return {
    kind,
    ...(what && { what: typeof what === 'function' ? what : () => what }),
    ...(see && { see }),
  }
}

const correct = (what: Sentence | ((slots: Slots) => Sentence)) => step('correct-inputs', what)

const RERUN = either(...AGAIN)

export const remedies = {
  'correct-tests': step('correct-tests'),
  'configure-tests': step(
    'correct-tests',
    ({ agents, link }) => say`${link('configure the tests')} of ${agents} or unlink them`,
  ),
  'link-tests': step('correct-tests', ({ agents, link }) => say`${link('link tests')} to ${agents}`),
  'open-run': step('open-run'),
  'look-for-run': step('open-run', ({ link }) => [link('the list of runs')]),
  'free-queue': step('raise', ({ timeout }) => say`${timeout}, which includes time in the queue`, {
    document: 'docs/troubleshooting.md',
    heading: 'Runs that never end',
  }),
  'raise-timeout': step('raise', ({ timeout }) => say`${timeout}, which includes time in the queue`),
  'raise-max-tests': step('raise', [input('max-tests')]),
  'try-by-hand': step('repair', ({ agents }) => say`try ${agents} by hand`),
  'try-copy': step(
    'repair',
    ({ agents }) => say`try ${agents} by hand, duplicate its original again if that works`,
  ),
  'check-agent': step('repair'),
  'answer-in-time': step(
    'repair',
    ({ agents }) => say`check that requests to ${agents} are answered in time`,
  ),
  'check-model': step('repair', ({ agents }) => say`check the model of ${agents} and its API key`),
  'check-evaluator': step('repair', ["check the evaluator's model and its API key"]),
  'verify-connection': step('repair', ({ agents }) => say`verify the connection of ${agents}`),
  'make-ready': step('repair', ({ agents }) => say`make ${agents} ready to run`),
  'check-preview': step(
    'repair',
    ({ agents }) =>
      say`check the preview of ${agents}: its deployment, ${code('agent_url')} and ${code('agent_headers')}`,
  ),
  'await-model': step('rerun', [' once the model answers again']),
  rerun: step('rerun'),
  'rerun-cancelled': step('rerun', ['. Runs that were started continue on the service']),
  'rerun-later': step('rerun-later'),
  'report-bug': step(
    'rerun',
    say`. If it happens again, report it with ${either('the log of this job', 'this output')}`,
  ),
  update: correct(say`${RERUN} with the latest version of agent-tests`),
  'ask-maintainer': step('correct-inputs', ['a maintainer can start the tests'], {
    document: 'docs/recipes.md',
    heading: 'Forks and Dependabot',
  }),
  'check-chosen-model': correct(({ toFix }) => say`check the model that ${toFix} names`),
  'check-key': correct(
    say`check the API key: it may be mistyped, revoked, of another workspace, or not a key but what stands for one: the path of a file, or a reference such as ${code('op://…')}. You can create one in the workspace settings of the service`,
  ),
  'provide-key': correct(
    say`save the API key as a secret, and pass that secret as ${input('api-key')}. If there is one, correct its name in the workflow`,
  ),
  'correct-names': correct(
    say`correct these names${either(say` in ${input('agents')}, ${input('control')} or ${input('override')}`)}; case and spaces matter`,
  ),
  'make-copy': correct(
    say`duplicate the original in the web application, and give the copy this name. If there is one, correct its name${either(say` in ${input('override')}`)}; case and spaces matter`,
  ),
  'list-names': correct(
    say`write one name a line, or commas between names, without quotes, brackets, ${code('-')}, ${code(';')} or comments; where ${input('agents')} is empty, all agents are tested`,
  ),
  'leave-out': correct(
    ({ agents }) => say`take ${agents} out of ${input('agents')}: it belongs to another workspace`,
  ),
  'create-agent': correct(['create an agent and link tests to it, or use the API key of another workspace']),
  'check-address': correct(
    say`check that ${input('base-url')} is the address of the service API, not of its web application, that the service is up, and that this machine can reach it. If it needs a proxy, set ${code('HTTPS_PROXY')} and ${code('NO_PROXY')}${either(say`; in a workflow, in the ${code('env:')} of the job`)}`,
  ),
  'check-path': correct(
    say`correct the path of ${input('base-url')}: a server answers at this address, but not with the service API there`,
  ),
  'try-http': correct(
    say`check ${input('base-url')}: the server may speak ${code('http')} alone, and not ${code('https')}`,
  ),
  'set-certificate': correct(
    say`if the service uses a private certificate authority, ${code('NODE_EXTRA_CA_CERTS')} has to name its certificate file, in PEM format${either(say`. In a workflow, it belongs in the ${code('env:')} of the job; a step cannot set it for itself`)}`,
  ),
  'read-pull-request': correct(
    say`do what the warning of this job about the pull request says, then ${RERUN}`,
  ),
  'use-control': correct(
    say`set ${input('control')} to the same agent without the change, or ${input('mode', 'gate')}`,
  ),
  'list-agents': correct(
    say`make the skipped agents ready to run, or list only the agents to test in ${input('agents')}`,
  ),
  'test-unchanged': correct(say`without ${input('skip-unchanged')}, it is tested all the same`),
  'set-control': correct(say`set ${input('mode', 'gate-if-worse')} to compare the copy with its original`),
  'correct-control': correct(
    ({ agents }) =>
      say`list the controls in the order of ${input('agents')}, or link the failing tests to ${agents}`,
  ),
  'queue-jobs': correct(
    ({ agents }) =>
      say`let the jobs that use ${agents} wait for one another${either(say` (${code('concurrency')} with ${code('queue: max')})`)}, or give each its own copy`,
  ),
  'update-for-override': correct(
    say`update the service, or test the agents as they are, without ${input('override')}`,
  ),
  'correct-override': correct(
    say`correct ${input('override')}, or make a new copy of the agent ("Duplicate"). Nothing was changed`,
  ),
  'correct-test-files': correct(['correct these files. Nothing was run']),
  'update-for-tests': correct(
    say`update the service, or let the key read evaluators and create tests; without ${input('tests')}, the linked tests run. Nothing was run`,
  ),
  'shorten-test': correct(['make that test shorter, or let the proxy or firewall pass it. Nothing was run']),
  'restart-service': correct([
    'ask the operators of the service to restart it: several jobs that make the same tests at once can lock its database. Then let one job make new tests before the others. Nothing was run',
  ]),
} satisfies Readonly<Record<string, Step>>

export type Remedy = keyof typeof remedies

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
export function errorRemedy({ kind, status, code }: ServiceError): Remedy {
  if (kind === 'network' && code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'try-http'
  if (kind === 'network') return CERTIFICATE.test(code ?? '') ? 'set-certificate' : 'check-address'
  if (status === 401 || status === 403) return 'check-key'
  if (status === 404) return 'check-path'
  if (kind === 'aborted') return 'rerun'
  return status === 429 || (status ?? 0) >= 500 ? 'rerun-later' : 'check-address'
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
export function laterErrorRemedy(error: ServiceError): Remedy {
  if (error.kind === 'contract') return 'update'
  return errorRemedy(error) === 'check-key' ? 'check-key' : 'rerun-later'
}
