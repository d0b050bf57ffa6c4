// What to do about each problem: one of the twelve steps, with what the problem puts into its sentence. What is longer is in the documents.
import type { ServiceError } from '../schema.ts'
import { code, input, type Sentence, say } from './sentence.ts'
import type { Slots, Step, StepKind } from './steps.ts'

/** Headings of docs/troubleshooting.md. */
type Topic =
  | 'API keys'
  | 'Before a matrix'
  | 'Copies and previews'
  | 'Earlier runs'
  | 'Invalid inputs'
  | 'Models and evaluators'
  | 'Names of agents'
  | 'Runs that never end'
  | 'Self-hosted services, proxies and certificates'
  | 'Where to ask'

function step(kind: StepKind, what?: Sentence | ((slots: Slots) => Sentence), topic?: Topic): Step {
  return {
    kind,
    ...(what && { what: typeof what === 'function' ? what : () => what }),
    ...(topic && { see: { document: 'docs/troubleshooting.md', heading: topic } }),
  }
}

const correct = (what: Sentence | ((slots: Slots) => Sentence), topic?: Topic) =>
  step('correct-inputs', what, topic)

export const remedies = {
  rerun: step('rerun'),
  'report-bug': step('rerun', undefined, 'Where to ask'),
  'await-model': step('rerun', [' once the model answers again']),
  'rerun-later': step('rerun-later'),
  'open-run': step('open-run'),
  'look-for-run': step('open-run', ({ link }) => [link('the list of runs')]),
  'raise-timeout': step('raise', ({ timeout }) => say`${timeout}, which includes time in the queue`),
  'free-queue': step(
    'raise',
    ({ timeout }) => say`${timeout}, which includes time in the queue`,
    'Runs that never end',
  ),
  'raise-max-tests': step('raise', [input('max-tests')]),
  'correct-tests': step('correct-tests'),
  'configure-tests': step(
    'correct-tests',
    ({ agents, link }) => say`${link('configure the tests')} of ${agents} or unlink them`,
  ),
  'link-tests': step('correct-tests', ({ agents, link }) => say`${link('link tests')} to ${agents}`),
  'check-agent': step('repair'),
  'try-by-hand': step('repair', ({ agents }) => say`try ${agents} by hand`),
  'check-model': step(
    'repair',
    ({ agents }) => say`check the model of ${agents} and its API key`,
    'Models and evaluators',
  ),
  'check-evaluator': step('repair', ["check the evaluator's model and its API key"], 'Models and evaluators'),
  'verify-connection': step('repair', ({ agents }) => say`verify the connection of ${agents}`),
  'make-ready': step('repair', ({ agents }) => say`make ${agents} ready to run`),
  'check-preview': step(
    'repair',
    ({ agents }) => say`check that the preview of ${agents} is deployed, and answers at ${code('agent_url')}`,
    'Copies and previews',
  ),
  'ask-maintainer': {
    ...step('correct-inputs', ['a maintainer can start the tests']),
    see: { document: 'docs/recipes.md', heading: 'Forks and Dependabot' },
  },
  'correct-inputs': step('correct-inputs', undefined, 'Invalid inputs'),
  'check-chosen-model': correct(({ toFix }) => say`check the model that ${toFix} names`),
  'check-key': correct(
    say`check the API key: it has to be the key itself, of this workspace, and not a path, ${code('op://…')} or ${code('undefined')}`,
    'API keys',
  ),
  'provide-key': correct(
    say`save a key as a secret, and pass that secret as ${input('api-key')}`,
    'API keys',
  ),
  'correct-names': correct(
    [
      'correct these names: commas or lines separate them; case, spaces, quotes and brackets are part of a name',
    ],
    'Names of agents',
  ),
  'make-copy': correct(
    ['duplicate the original in the web application and give the copy this name, or correct the name'],
    'Names of agents',
  ),
  'leave-out': correct(
    ({ agents }) => say`take ${agents} out of ${input('agents')}: the key is of another workspace`,
  ),
  'create-agent': correct(['create an agent and link tests to it, or use the API key of another workspace']),
  'check-address': correct(
    say`check that ${input('base-url')} is the address of the API, and that this machine can reach it, perhaps through a proxy (${code('HTTPS_PROXY')})`,
    'Self-hosted services, proxies and certificates',
  ),
  'check-path': correct(
    say`correct the path of ${input('base-url')}: a server answers there, but not with the API of the service`,
  ),
  'try-http': correct(
    say`check ${input('base-url')}: the server may speak ${code('http')} alone, and not ${code('https')}`,
  ),
  'set-certificate': correct(
    say`name the certificate file of a private authority in ${code('NODE_EXTRA_CA_CERTS')}`,
    'Self-hosted services, proxies and certificates',
  ),
  'correct-type': correct(say`correct the ${code('type')} of these tests, or which agent runs them`),
  update: correct(['use the latest version of agent-tests']),
  'read-pull-request': correct(['do what the warning of this job about the pull request says']),
  'use-control': correct(
    say`set ${input('control')} to the same agent without the change, or ${input('mode', 'gate')}`,
    'Earlier runs',
  ),
  'set-control': correct(say`set ${input('mode', 'gate-if-worse')} to compare the copy with its original`),
  'correct-control': correct(
    ({ agents }) =>
      say`list the controls in the order of ${input('agents')}, or link the failing tests to ${agents}`,
  ),
  'list-agents': correct(say`list the agents to test in ${input('agents')}`),
  'test-unchanged': correct(say`leave out ${input('skip-unchanged')} to test it all the same`),
  'queue-jobs': correct(
    ({ agents }) => say`let the jobs that use ${agents} wait for one another, or give each its own copy`,
    'Copies and previews',
  ),
  'correct-override': correct(
    say`correct ${input('override')}, or make a new copy of the agent`,
    'Copies and previews',
  ),
  'update-for-override': correct(say`update the service, or leave out ${input('override')}`),
  'update-for-tests': correct(['update the service, or let the key read evaluators and create tests']),
  'shorten-test': correct(['make that test shorter, or let the proxy or firewall pass it']),
  'restart-service': correct(['ask the operators of the service to restart it'], 'Before a matrix'),
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
