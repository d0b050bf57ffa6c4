// The table of what to do about problems and failing tests, and where. problems.ts, verdicts.ts and next.ts choose a row by its name.
import type { ServiceError } from '../schema.ts'
import { wordFor } from './format.ts'
import { agentList, code, either, input, joined, type Piece, type Sentence, say } from './sentence.ts'

/** At the run or the list of runs, in the workflow run, or on the page of the agent's tests. */
type Target = 'run' | 'runs' | 'workflow' | 'tests' | 'fork-recipe' | 'nightly-example' | null

/** What the words of a step may name. */
export interface Named {
  readonly agents: Sentence
  /** `its dependencies`, `their dependencies` */
  readonly need: string
  /** The files and the input that say what is changed about these agents; none if nothing does. */
  readonly places: readonly Sentence[]
  /** Files of tests. */
  readonly files: Sentence
  readonly tests: number
  /** When something changed: `between 24 and 25 Nov` */
  readonly days: string
  /** The input, or the line in it that accepts the test. */
  readonly accept: Piece
  /** With its value of today. */
  readonly timeout: Sentence
  /** To the target, as far as that has an address. */
  readonly link: (text: string, command?: string) => Piece
  /** To run the job again, with a link to it. */
  readonly rerun: Piece
}

const AGAIN = ['re-run this job', 'run it again'] as const
const RERUN = either(...AGAIN)

export const steps = {
  ...leadingTo('tests', {
    fix: ({ link, ...named }) =>
      say`fix ${toFix(named)}. If the new reply is right, ${link('correct the test')}.`,
    'find-change': ({ agents, need, link }) =>
      say`find out what changed in ${agents} or ${need}. If the new reply is right, ${link('correct the test')}.`,
    compare: readReplies,
    'look-into-tests': readReplies,
    'check-evaluator-edit': ({ agents, link }) =>
      say`if the new version of the evaluator is right, fix ${agents}; else ${link('restore the earlier one')}.`,
    'check-test-edit': ({ agents, link }) =>
      say`if the edit of the test is right, fix ${agents}; else ${link('undo it')}.`,
    'correct-tests': ({ agents, link }) => say`${link('correct the tests')} of ${agents}, then ${RERUN}.`,
    'configure-tests': ({ agents, link }) =>
      say`${link('configure the tests')} of ${agents} or unlink them, then ${RERUN}.`,
    'link-tests': ({ agents, link }) => say`${link('link tests')} to ${agents}, then ${RERUN}.`,
  }),
  ...leadingTo('run', {
    'open-run': ({ agents, link }) =>
      say`open ${link('the run')} of ${agents}: it may have a result, or say why not. Otherwise, ${RERUN}.`,
    'check-service': ({ agents, link }) =>
      say`check that the service is up, then open ${link('the run')} of ${agents}: it may have a result. Otherwise, ${RERUN}.`,
  }),
  ...leadingTo('runs', {
    'look-for-run': ({ agents, link }) =>
      say`look for runs of ${agents} in ${link('the list of runs')} before you ${RERUN}: another run costs again.`,
    'free-queue': ({ link, timeout }) =>
      say`open ${link('the oldest run in progress')}: if it has been running for hours, delete it. Otherwise, raise ${timeout}, which includes time in the queue.`,
  }),
  ...leadingTo('workflow', {
    'try-by-hand': ({ agents, rerun }) => say`try ${agents} by hand, then ${rerun}.`,
    'try-copy': ({ agents }) => say`try ${agents} by hand. If its original works, duplicate that again.`,
    many: onBadDay,
    'bad-day': onBadDay,
    'check-agent': ({ agents, rerun }) => say`check that requests to ${agents} succeed, then ${rerun}.`,
    'answer-in-time': ({ agents, rerun }) =>
      say`check that requests to ${agents} are answered in time, then ${rerun}.`,
    'await-model': ({ rerun }) => say`${rerun} once the model answers again.`,
    'check-model': ({ agents, rerun }) => say`check the model of ${agents} and its API key, then ${rerun}.`,
    'check-evaluator': ({ rerun }) => say`check the evaluator's model and its API key, then ${rerun}.`,
    'verify-connection': ({ agents, rerun }) => say`verify the connection of ${agents}, then ${rerun}.`,
    'make-ready': ({ agents, rerun }) => say`make ${agents} ready to run, then ${rerun}.`,
    rerun: ({ rerun }) => say`${rerun}.`,
    'rerun-cancelled': ({ rerun }) => say`${rerun}. Runs that were started continue on the service.`,
    'rerun-later': ({ rerun }) =>
      say`${rerun} later. If the error persists, report it to the operators of the service.`,
    'report-bug': ({ rerun }) =>
      say`${rerun}. If it happens again, report it with ${either('the log of this job', 'this output')}.`,
    'check-preview': ({ agents, rerun }) =>
      say`check the preview of ${agents}: its deployment, ${code('agent_url')} and ${code('agent_headers')}, then ${rerun}.`,
  }),
  ...leadingTo('fork-recipe', {
    'ask-maintainer': ({ link }) =>
      say`a maintainer can start the tests: see ${link('"Forks and Dependabot" in docs/recipes.md of agent-tests')}.`,
  }),
  ...leadingTo('nightly-example', {
    'bring-history': ({ link }) =>
      say`run the tests ${link('every night')}: what fails can then be compared.`,
  }),
  ...leadingTo(null, {
    'now-and-then': [],
    'not-this-change': [],
    'passed-by': [],
    'fix-or-correct-test': ({ files, ...named }) =>
      say`fix ${toFix(named)}, or what is expected in ${files}.`,
    'failing-since': ({ agents, days, tests, accept }) =>
      say`see what changed in ${agents} ${days}${tests === 0 ? '' : say`; to merge before that is repaired, ${accept}`}.`,
    'accept-longer': ({ tests, accept }) =>
      say`to keep accepting ${wordFor(tests, 'it', 'them')}, extend the date: ${accept}.`,
    'nothing-new': ({ tests }) =>
      say`nothing new to fix: ${tests === 1 ? 'it failed' : say`${tests} tests failed`} before, too.`,
    'accept-older': ({ accept }) => say`to merge anyway, use ${input('mode', 'gate-if-worse')} or ${accept}.`,
    'check-chosen-model': ({ places }) =>
      say`check the model that ${joined(places)} ${wordFor(places.length, 'names', 'name')}.`,
    'raise-timeout': ({ timeout }) =>
      say`raise ${timeout}, which includes time in the queue, or test fewer agents at once.`,
    'raise-max-tests': say`raise ${input('max-tests')}, or test fewer agents.`,
    'check-key': say`check the API key: it may be mistyped, revoked, of another workspace, or not a key but what stands for one: the path of a file, or a reference such as ${code('op://…')}. You can create one in the workspace settings of the service.`,
    'provide-key': say`save the API key as a secret, and pass that secret as ${input('api-key')}. If there is one, correct its name in the workflow.`,
    'correct-names': say`correct these names${either(say` in ${input('agents')}, ${input('control')} or ${input('override')}`)}; case and spaces matter.`,
    'make-copy': say`duplicate the original in the web application, and give the copy this name. If there is one, correct its name${either(say` in ${input('override')}`)}; case and spaces matter.`,
    'list-names': say`write one name a line, or commas between names, without quotes, brackets, ${code('-')}, ${code(';')} or comments; where ${input('agents')} is empty, all agents are tested.`,
    'leave-out': ({ agents }) =>
      say`take ${agents} out of ${input('agents')}: it belongs to another workspace.`,
    'create-agent': ['create an agent and link tests to it, or use the API key of another workspace.'],
    'check-address': say`check that ${input('base-url')} is the address of the service API, not of its web application, that the service is up, and that this machine can reach it. If it needs a proxy, set ${code('HTTPS_PROXY')} and ${code('NO_PROXY')}${either(say`; in a workflow, in the ${code('env:')} of the job`)}.`,
    'check-path': say`correct the path of ${input('base-url')}: a server answers at this address, but not with the service API there.`,
    'try-http': say`check ${input('base-url')}: the server may speak ${code('http')} alone, and not ${code('https')}.`,
    'set-certificate': say`if the service uses a private certificate authority, ${code('NODE_EXTRA_CA_CERTS')} has to name its certificate file, in PEM format.${either(say` In a workflow, it belongs in the ${code('env:')} of the job; a step cannot set it for itself.`)}`,
    update: say`${RERUN} with the latest version of agent-tests.`,
    'read-pull-request': say`do what the warning of this job about the pull request says, then ${RERUN}.`,
    'use-control': say`set ${input('control')} to the same agent without the change, or ${input('mode', 'gate')}.`,
    'list-agents': say`make the skipped agents ready to run, or list only the agents to test in ${input('agents')}.`,
    'test-unchanged': say`without ${input('skip-unchanged')}, it is tested all the same.`,
    'set-control': say`set ${input('mode', 'gate-if-worse')} to compare the copy with its original.`,
    'correct-control': ({ agents }) =>
      say`list the controls in the order of ${input('agents')}, or link the failing tests to ${agents}.`,
    'queue-jobs': ({ agents }) =>
      say`let the jobs that use ${agents} wait for one another${either(say` (${code('concurrency')} with ${code('queue: max')})`)}, or give each its own copy.`,
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

/** What is to be done about a finding. Those of the same step are one next step. */
export type Step = keyof typeof steps

/** Steps about what fails with or without the change. */
export const notOfThisChange: ReadonlySet<Step> = new Set(['not-this-change', 'passed-by'])
/** Nothing is to be done about these, unless they block. */
export const excused: ReadonlySet<Step> = new Set([...notOfThisChange, 'now-and-then'])

/** With `override`, the file or the input, never the copy. */
function toFix({ places, agents }: Pick<Named, 'places' | 'agents'>): Sentence {
  return places.length > 0 ? joined(places) : agents
}

function readReplies({ link, ...named }: Named): Sentence {
  return say`read the failing replies: fix ${toFix(named)} or ${link('correct the tests')}.`
}

function onBadDay({ agents, days, rerun }: Named): Sentence {
  return say`${rerun} later: the model may be having a bad day. If it stays red, see what changed in ${agents} ${days}.`
}

function leadingTo<Name extends string>(target: Target, words: Readonly<Record<Name, Words | Sentence>>) {
  const rows = Object.entries<Words | Sentence>(words).map(([name, each]) => {
    return [name, { target, words: typeof each === 'function' ? each : () => each }]
  })
  return Object.fromEntries(rows) as Readonly<Record<Name, { target: Target; words: Words }>>
}

type Words = (named: Named) => Sentence

/** What these steps ask for: steps that ask for the same are one, in the words of the step of that name, else of the first. */
export const included: Readonly<Partial<Record<Step, Step | 'again'>>> = {
  'free-queue': 'raise-timeout',
  'raise-timeout': 'raise-timeout',
  'await-model': 'again',
  'bad-day': 'again',
  'try-by-hand': 'again',
  'report-bug': 'again',
  rerun: 'again',
  'rerun-cancelled': 'again',
  'rerun-later': 'again',
  update: 'again',
}

/** @param names of the agents, if anybody names them. @param url of the target, if it has one */
export function namedIn(names: readonly string[], url: string | null, timeoutSeconds: number | null): Named {
  const link: Named['link'] = (text, command = text) =>
    url === null ? either(text, command) : { kind: 'link', text, command, url }
  const now = timeoutSeconds === null ? '' : ` (now ${timeoutSeconds} seconds)`
  return {
    agents: names.length === 0 ? ['the agent'] : agentList(names),
    need: names.length > 1 ? 'their dependencies' : 'its dependencies',
    places: [],
    files: [],
    tests: 0,
    days: '',
    accept: input('accept'),
    timeout: say`${input('timeout')}${now}`,
    link,
    rerun: link(...AGAIN),
  }
}

/** What to do about something that is not told of an agent. */
export function stepText(step: Step): Sentence {
  return steps[step].words(namedIn([], null, null))
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
export function errorStep({ kind, status, code }: ServiceError): Step {
  if (kind === 'network' && code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'try-http'
  if (kind === 'network') return CERTIFICATE.test(code ?? '') ? 'set-certificate' : 'check-address'
  if (status === 401 || status === 403) return 'check-key'
  if (status === 404) return 'check-path'
  if (kind === 'aborted') return 'rerun'
  return status === 429 || (status ?? 0) >= 500 ? 'rerun-later' : 'check-address'
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
export function laterErrorStep(error: ServiceError): Step {
  if (error.kind === 'contract') return 'update'
  return errorStep(error) === 'check-key' ? 'check-key' : 'rerun-later'
}
