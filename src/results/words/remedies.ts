// What to do, a sentence per remedy: it continues "Next:", and names the agents that it is about.
import type { Remedy } from '../../schema.ts'
import { code, type Sentence, say } from './sentence.ts'

const RERUN = 'then re-run this job'

/** @param agents the names, or words for them */
type Row = (agents: Sentence) => Sentence

const rows: Readonly<Record<Remedy, Row>> = {
  'fix-agent': (agents) => say`fix ${agents}. If a reply is right, correct its test instead.`,
  'see-default-branch': (agents) =>
    say`see whether the default branch fails, too. If it does not, fix ${agents}.`,
  'check-evaluator-edit': (agents) =>
    say`see whether the new version of the evaluator is right. If it is, fix ${agents}.`,
  'look-into-tests': (agents) =>
    say`read the failing replies. If one is wrong, fix ${agents}; if it is right, correct its test.`,
  'check-agent': (agents) => say`check that requests to ${agents} succeed, ${RERUN}.`,
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
    say`look for the run of ${agents} in the list of runs before you re-run this job: a second run costs again.`,
  'raise-timeout': (agents) =>
    say`raise ${code('timeout')}, which includes time in the queue, or test fewer agents at once; ${agents} needed longer. Delete a run that does not move.`,
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
    say`save the API key as a secret, and pass it as ${code('api-key')}. On pull requests from forks and from Dependabot, GitHub withholds secrets.`,
  'correct-names': () => ['correct these names; case and spaces matter. No run was started.'],
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
  'let-finish': () => [
    'open the runs to see their results: those that were started continue on the service.',
  ],
  'correct-control': (agents) =>
    say`list the controls in the order of ${code('agents')}, or link the failing tests to ${agents}.`,
  'check-preview': (agents) =>
    say`check the preview of ${agents}: its deployment, ${code('agent_url')} and ${code('agent_headers')}, ${RERUN}.`,
  'queue-jobs': (agents) =>
    say`let the jobs that use ${agents} wait for one another (${code('concurrency')} with ${code('queue: max')}), or give each its own copy.`,
  'correct-override': () =>
    say`correct ${code('override')}, or make a new copy of the agent ("Duplicate"). Nothing was changed.`,
  'update-for-override': () =>
    say`update the service, or test the agents as they are, without ${code('override')}.`,
  'list-agents': () =>
    say`make the skipped agents ready to run, or list only the agents to test in ${code('agents')}. Skipped agents do not count.`,
}

const THE_AGENT: Sentence = ['the agent']

export function remedyText(remedy: Remedy, agents: Sentence = THE_AGENT): Sentence {
  return rows[remedy](agents.length === 0 ? THE_AGENT : agents)
}
