// The results as JUnit XML for test reporters: a suite per agent, a case per test.
import type { AgentResult, GateOutcome, TestResult } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { firstReason, wholeReason } from './test-reason.ts'
import { counted } from './units.ts'
import { cutLine } from './untrusted-text.ts'
import { describeAbort } from './verdict-reasons.ts'
import { element, openTag, text } from './xml.ts'

const NAME_LENGTH = 300
const MESSAGE_LENGTH = 500
const REASON_LENGTH = 20_000

/** A test case; `result` is null if it passed. */
interface Case {
  readonly name: string
  readonly latencyMs: number | null
  readonly result: CaseResult | null
}

interface CaseResult {
  readonly kind: 'failure' | 'error' | 'skipped'
  readonly message: string
  /** The reason kind, for `failure` and `error`. */
  readonly type?: string
  readonly details?: string
}

/** In chunks, one per agent, so that 100,000 tests need not fit into one string. */
export function* junitXml(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const { title, appUrl } = context
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `${openTag('testsuites', { name: attribute(title), time: seconds(outcome.durationMs) })}\n`
  if (outcome.abortReason !== null) {
    const { headline, details, remedy } = describeAbort(outcome.abortReason)
    const result = {
      kind: 'error',
      message: headline,
      type: outcome.abortReason.kind,
      details: [...details, remedy].join('\n'),
    } as const
    yield suite(title, 0, [{ name: 'All agents', latencyMs: null, result }])
  }
  for (const result of outcome.results) yield agentSuite(result, appUrl)
  yield '</testsuites>\n'
}

function agentSuite(result: AgentResult, appUrl: string): string {
  const { agent, run } = result
  const cases = (run?.tests ?? []).map(testCase)
  const agentCase = caseOfAgent(result)
  if (agentCase !== null) cases.unshift(agentCase)
  return suite(agent.name, run?.durationMs ?? 0, cases, run === null ? null : runLink(appUrl, run.taskId))
}

function suite(
  name: string,
  durationMs: number,
  cases: readonly Case[],
  runUrl: string | null = null,
): string {
  const having = (kind: CaseResult['kind']) => cases.filter(({ result }) => result?.kind === kind).length
  const attributes = {
    name: attribute(name),
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(durationMs),
  }
  const properties =
    runUrl === null ? '' : element('properties', {}, element('property', { name: 'run', value: runUrl }))
  const content = cases.map((each) => caseElement(each, name)).join('\n')
  return `${element('testsuite', attributes, `${properties}\n${content}\n`)}\n`
}

/** What concerns the agent as a whole, as a test case of its own, because reporters show only test cases. */
function caseOfAgent(result: AgentResult): Case | null {
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed': {
      const known = result.run.tests.filter(({ status }) => status === 'failed').length
      const more = (result.run.counts?.failed ?? known) - known
      if (more <= 0) return null
      const details = result.run.detailsError?.message ?? 'The service counted them, but did not list them.'
      const message = counted(more, 'more failing test')
      return {
        name: 'Tests that are not listed',
        latencyMs: null,
        result: { kind: 'failure', message, type: 'failed', details },
      }
    }
    case 'inconclusive': {
      const { sentence, remedy } = describeReason(result.reason, result.run)
      const details = `${sentence}\n${remedy}`
      return {
        name: 'Result of the agent',
        latencyMs: null,
        result: { kind: 'error', message: sentence, type: result.reason.kind, details },
      }
    }
    case 'skipped':
      return {
        name: 'Result of the agent',
        latencyMs: null,
        result: { kind: 'skipped', message: result.reason },
      }
    default:
      return result satisfies never
  }
}

function testCase(test: TestResult): Case {
  const name = test.name ?? test.id ?? '(test without a name)'
  return { name, latencyMs: test.latencyMs, result: caseResult(test) }
}

function caseResult(test: TestResult): CaseResult | null {
  switch (test.status) {
    case 'passed':
      return null
    case 'failed':
      return {
        kind: 'failure',
        message: firstReason(test) ?? 'The test failed.',
        type: 'failed',
        details: wholeReason(test),
      }
    case 'unanswered':
      return {
        kind: 'error',
        message: test.reasoning ?? 'The agent or an evaluator could not be reached.',
        type: 'unanswered',
        details: test.reasoning ?? '',
      }
    case 'not-run':
      return { kind: 'skipped', message: 'The run ended before this test.' }
    case 'pending':
      return { kind: 'skipped', message: 'The service reported no result.' }
    default:
      return test.status satisfies never
  }
}

function caseElement({ name, latencyMs, result }: Case, suiteName: string): string {
  const attributes = {
    name: attribute(name),
    classname: attribute(suiteName),
    time: seconds(latencyMs ?? 0),
  }
  if (result === null) return element('testcase', attributes)
  const { kind, message, type, details } = result
  const described = { message: attribute(message, MESSAGE_LENGTH), ...(type === undefined ? {} : { type }) }
  return element('testcase', attributes, element(kind, described, text(details ?? '', REASON_LENGTH)))
}

function attribute(value: string, maxLength = NAME_LENGTH): string {
  return cutLine(value, maxLength)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
