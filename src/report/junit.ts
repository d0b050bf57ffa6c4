// The results as JUnit XML for test reporters: a suite per agent, a case per test, so that totals agree with the comment.
// Retries as in the Surefire schema: `flakyFailure` in a case that passed in the end, `rerunFailure` after a `failure`.
import type { AgentResult, Attempt, GateOutcome, RunResult, TestResult } from '../gate/results.ts'
import { appUrlOf, type ReportContext } from './context.ts'
import { describeReason, reasonKind } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { unlistedFailures } from './report-model.ts'
import { historyText, statusTexts } from './test-groups.ts'
import { reasonLines, wholeReason } from './test-reason.ts'
import { cutLine } from './untrusted-text.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'
import { element, openTag, text } from './xml.ts'

const NAME_LENGTH = 300
const MESSAGE_LENGTH = 500
const REASON_LENGTH = 20_000

/** A test case. Its details are made when it is written, because together they may be larger than the results. */
interface Case {
  readonly name: string
  readonly latencyMs: number | null
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** Empty if it passed at once. */
  readonly details: () => string
}

/** In chunks, one per test, so that 100,000 tests need not fit into one string. */
export function* junitXml(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const { title } = context
  const runs = outcome.results.flatMap(({ run }) => run ?? [])
  const time = runs.reduce((sum, run) => sum + testTimeMs(run), 0)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `${openTag('testsuites', { name: attribute(title), time: seconds(time) })}\n`
  const cause = jobProblem(outcome)
  if (cause !== null) {
    const all: Case = { name: 'All agents', latencyMs: null, kind: 'error', details: () => cause }
    yield* suite(title, () => [all], null, '')
  }
  for (const result of outcome.results) yield* agentSuite(result, appUrlOf(result.agent, context))
  yield '</testsuites>\n'
}

/** A job that did not pass must not look green, even if no test and no agent is red. */
function jobProblem(outcome: GateOutcome): string | null {
  const abort = describeAbort(outcome)
  if (abort !== null) {
    const { headline, details, remedy } = abort
    return problem('error', headline, outcome.abortReason?.kind ?? 'aborted', [...details, remedy].join('\n'))
  }
  const { status, agents } = outcome.verdict
  if (status === 'passed' || agents.failed + agents.inconclusive > 0) return null
  const reasons = verdictReasons(outcome).join(', ')
  return problem('error', reasons, status, reasons)
}

function agentSuite(result: AgentResult, appUrl: string): Iterable<string> {
  const { agent, run } = result
  function* cases() {
    let isRed = false
    for (const test of run?.tests ?? []) {
      const each = testCase(test, appUrl)
      isRed ||= each.kind !== 'passed'
      yield each
    }
    const unlisted = unlistedCases(result)
    yield* unlisted
    yield* agentCases(result, isRed || unlisted.some(({ kind }) => kind === 'failure'))
  }
  return suite(agent.name, cases, run, appUrl)
}

/** @param cases made anew for each use: they are counted first, and there may be many */
function* suite(
  name: string,
  cases: () => Iterable<Case>,
  run: RunResult | null,
  appUrl: string,
): Iterable<string> {
  const having = { passed: 0, failure: 0, error: 0, skipped: 0 }
  for (const { kind } of cases()) having[kind] += 1
  const { passed, failure: failures, error: errors, skipped } = having
  const tests = passed + failures + errors + skipped
  const time = seconds(run === null ? 0 : testTimeMs(run))
  yield openTag('testsuite', { name: attribute(name), tests, failures, errors, skipped, time })
  if (run !== null) {
    const property = element('property', { name: 'run', value: runLink(appUrl, run.taskId) })
    yield element('properties', {}, property)
  }
  for (const each of cases()) yield `\n${caseElement(each, name)}`
  yield '\n</testsuite>\n'
}

const MOST_UNLISTED = 10_000

/** Tests that the service counted, but did not list. */
function unlistedCases(result: AgentResult): Case[] {
  const { run } = result
  if (run === null || run.counts === null) return []
  const error = run.detailsError?.message ?? 'The service counted this test, but did not list it.'
  const failed = unlistedFailures(result)
  const listed = run.tests.filter(({ status }) => status === 'passed' || status === 'flaky').length
  const details = () => problem('failure', 'The test failed.', 'failed', error)
  return [
    ...numbered('Failed test that is not listed', failed, 'failure', details),
    ...numbered('Passed test that is not listed', run.counts.passed - listed, 'passed', () => ''),
  ]
}

function numbered(name: string, cases: number, kind: Case['kind'], details: Case['details']): Case[] {
  // The number is the service's word alone: a wrong one must not exhaust the memory.
  const shown = Math.min(Math.max(0, cases), MOST_UNLISTED)
  const numbers = Array.from({ length: shown }, (_, index) => `${index + 1}`)
  const labels = cases > shown && shown > 0 ? [...numbers, `${cases - shown} more`] : numbers
  return labels.map((label) => ({ name: `${name} (${label})`, latencyMs: null, kind, details }))
}

/** An inconclusive agent must not look green: a case of its own says why, unless a test already is red. */
function agentCases(result: AgentResult, isRed: boolean): Case[] {
  const name = 'Result of the agent'
  if (result.outcome === 'skipped') {
    const details = () => element('skipped', { message: attribute(result.reason, MESSAGE_LENGTH) })
    return [{ name, latencyMs: null, kind: 'skipped', details }]
  }
  if (result.outcome !== 'inconclusive' || isRed) return []
  const { sentence, remedy } = describeReason(result.reason, result.run)
  const details = () =>
    problem('error', sentence, attribute(reasonKind(result.reason)), `${sentence}\n${remedy}`)
  return [{ name, latencyMs: null, kind: 'error', details }]
}

function testCase(test: TestResult, appUrl: string): Case {
  const { latencyMs, status } = test
  const name = test.name ?? test.id ?? ''
  switch (status) {
    case 'passed':
      return { name, latencyMs, kind: 'passed', details: () => '' }
    case 'flaky': {
      const failed = test.attempts.filter((attempt) => attempt.status !== 'passed')
      const details = () => failed.map((attempt) => attemptElement('flaky', attempt, appUrl)).join('')
      return { name, latencyMs, kind: 'passed', details }
    }
    case 'failed':
      return { name, latencyMs, kind: 'failure', details: () => failure(test, appUrl) }
    // Reporters show errors as red, which a test without a result has to be.
    case 'unanswered':
    case 'not-run':
    case 'pending': {
      const details = () =>
        problem('error', messageOf(test) || statusTexts[status], status, wholeReason(test))
      return { name, latencyMs, kind: 'error', details }
    }
    default:
      return status satisfies never
  }
}

function failure(test: TestResult, appUrl: string): string {
  const whole = [historyText(test), wholeReason(test)].filter(Boolean).join('\n')
  const message = messageOf(test) || 'The test failed.'
  const type = test.baseline?.class.replace('undetermined', 'failed') ?? 'failed'
  const reruns = test.attempts.slice(1).map((attempt) => attemptElement('rerun', attempt, appUrl))
  return `${problem('failure', message, type, whole)}${reruns.join('')}`
}

function messageOf(test: TestResult): string {
  return reasonLines(test).join('; ')
}

function attemptElement(prefix: 'flaky' | 'rerun', attempt: Attempt, appUrl: string): string {
  const kind = attempt.status === 'failed' ? 'Failure' : 'Error'
  const message = attribute(attempt.reasoning ?? `The attempt ended as ${attempt.status}.`, MESSAGE_LENGTH)
  const trace = text(`${attempt.reasoning ?? ''}\n${runLink(appUrl, attempt.taskId)}`, REASON_LENGTH)
  return element(`${prefix}${kind}`, { message, type: attempt.status }, element('stackTrace', {}, trace))
}

function problem(kind: 'failure' | 'error', message: string, type: string, details: string): string {
  return element(kind, { message: attribute(message, MESSAGE_LENGTH), type }, text(details, REASON_LENGTH))
}

function caseElement({ name, latencyMs, details }: Case, suiteName: string): string {
  const attributes = {
    name: attribute(name) || '(test without a name)',
    classname: attribute(suiteName),
    time: seconds(latencyMs ?? 0),
  }
  return element('testcase', attributes, details())
}

/** The time that the tests themselves took, without waiting in the service's queue. */
function testTimeMs({ tests }: RunResult): number {
  return tests.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0)
}

function attribute(value: string, maxLength = NAME_LENGTH): string {
  return cutLine(value, maxLength)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
