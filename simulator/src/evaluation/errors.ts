// What can go wrong with a test besides a wrong reply, and how servers of different ages show it.
import type { ServerVersion } from './server-version.ts'

/** In a `reasoning`, by kind. The addresses of agents are whole, as on the real service. */
const reasons = {
  'agent-down': () => 'Agent returned HTTP 503: {"error": "no healthy upstream"}',
  'agent-unreachable': (url: string) => `Could not connect to agent at ${url}: connection refused`,
  'agent-timeout': (url: string) => `Agent request timed out (60s): ${url}, attempt 3 of 3`,
  'agent-crash': (url: string) => `Unexpected error calling agent at ${url}: too many redirects`,
  'agent-not-json': () => 'Agent response is not valid JSON: <html><title>Sign in</title></html>',
  'agent-odd-json': () => "'int' object has no attribute 'get'",
  'model-key-rejected': () =>
    `${NO_REPLY}\n/srv/runner/logs/7/stderr.log: Error code: 401 - {'error': {'message': 'Incorrect API key provided.'}}\n/srv/runner/logs/8/stderr.log: Error code: 429 - {'error': {'message': 'Rate limit of another deployment.'}}`,
  'model-silent': () => NO_REPLY,
  'judge-down': () => "Error code: 503 - {'error': {'message': 'The model is overloaded.'}}",
  'judge-unreachable': () => 'Connection error.',
  'judge-timeout': () => 'Request timed out.',
  'judge-silent': () => 'Unable to generate a response after 3 attempts.',
  'judge-without-model': () =>
    "Error code: 400 - {'error': {'message': 'you must provide a model parameter'}}",
  'judge-garbled': () => 'Expecting value: line 1 column 1 (char 0)',
  'no-evaluators': () => 'This test case names no evaluators, so its reply cannot be judged.',
  'odd-parameter': () => "Tool-call parameter 'order_id': 'match_type' is missing.",
  'no-history': () => "'history'",
  'not-run': () =>
    `Not run: the run stopped after ${ERRORS_IN_A_ROW} test cases in a row failed. Fix the cause and start it again.`,
} satisfies Record<string, (agentUrl: string) => string>

const NO_REPLY = 'LLM inference failed - no response or tool calls returned.'

/** After so many tests in a row without a verdict, a run stops. */
export const ERRORS_IN_A_ROW = 12

/** Why a test has no verdict: agent, its model, a judge, the test itself, or the run stopped before. */
export type ErrorKind = keyof typeof reasons

/** What can go wrong in chosen runs, as users read it. */
export const outages = {
  'agent-down': 'the agent answers HTTP 503',
  'half-down': 'the agent answers HTTP 503 to every second call',
  'agent-unreachable': 'the agent refuses the connection',
  'agent-timeout': 'the agent does not answer in time',
  'agent-crash': "the agent's address redirects without end",
  'agent-not-json': 'the agent answers with an HTML page',
  'agent-odd-json': "the agent's JSON has another shape",
  'model-key-rejected': "the key of the agent's model is rejected",
  'model-silent': "the agent's model sends nothing",
  'judge-down': "the evaluator's model answers HTTP 503",
  'judge-unreachable': "the evaluator's model refuses the connection",
  'judge-timeout': "the evaluator's model does not answer in time",
  'judge-silent': "the evaluator's model sends nothing",
  'judge-garbled': "the evaluator's model does not send JSON",
  'judge-without-model': 'the evaluator has no model',
  'no-evaluators': 'the test names no evaluator',
  'odd-parameter': 'the test does not say how to compare a parameter',
  'no-history': 'the test has no conversation',
} satisfies Record<Exclude<ErrorKind, 'not-run'> | 'half-down', string>

export type OutageKind = keyof typeof outages

export function isOutageKind(word: string): word is OutageKind {
  return Object.hasOwn(outages, word)
}

export function isErrorKind(word: string): word is ErrorKind {
  return Object.hasOwn(reasons, word)
}

/** `unconfigured`: the test has no configuration, so runs leave it out. */
export type Outcome = 'passed' | 'failed' | 'unconfigured' | ErrorKind

export function reasonOf(kind: ErrorKind, agentUrl: string): string {
  return reasons[kind](agentUrl)
}

const defects: readonly Outcome[] = ['no-evaluators', 'odd-parameter', 'no-history']

/** It comes from the test itself, whichever agent runs it. */
export const isOfTest = (outcome: Outcome) => outcome === 'unconfigured' || defects.includes(outcome)

/** The agent or a judge could not be reached. */
export const isUnanswered = (outcome: Outcome) =>
  isErrorKind(outcome) && outcome !== 'not-run' && !isOfTest(outcome)

/**
 * The field `passed` of a test that is over. Current runners give a wrong verdict on errors, and the newest flag
 * most of them. For unanswered tests those send null or false by turns: clients must read neither as a verdict.
 */
export function passedField(outcome: Outcome, version: ServerVersion, position: number): boolean | null {
  if (outcome === 'passed') return true
  if (outcome === 'failed') return false
  if (outcome === 'unconfigured') return null
  if (version !== 'newer' || isOfTest(outcome)) return false
  return outcome === 'not-run' || position % 2 === 0 ? null : false
}

/** Whether the service counts a test as failed. */
export function countsAsFailed(outcome: Outcome, version: ServerVersion): boolean {
  if (version === 'newer' && (isUnanswered(outcome) || outcome === 'not-run')) return false
  return outcome !== 'passed' && outcome !== 'unconfigured'
}
