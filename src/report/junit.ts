// The results as JUnit XML, as test reporters read it: a suite per agent, a case per test.
import type { Element } from 'xast'
import { toXml } from 'xast-util-to-xml'
import type { AgentResult, GateOutcome, TestResult } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { describeProblem } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { firstReason, wholeReason } from './test-reason.ts'
import { counted } from './units.ts'
import { xmlText } from './untrusted-text.ts'
import { describeAbort } from './verdict-reasons.ts'

const NAME_LENGTH = 300
const MESSAGE_LENGTH = 500
const REASON_LENGTH = 20_000
const ROOT_END = '</testsuites>'

/** The file in pieces, one per agent, so that a hundred thousand cases need not stand in one string. */
export function* junitXml(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const root = element('testsuites', { name: context.title, time: seconds(outcome.durationMs) })
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(root).slice(0, -ROOT_END.length)}\n`
  if (outcome.abortReason !== null) {
    const { headline, details, remedy } = describeAbort(outcome.abortReason)
    const error = complaint('error', headline, {
      type: outcome.abortReason.kind,
      text: [...details, remedy].join('\n'),
    })
    yield `${toXml(suite(context.title, 0, [testCase({ suiteName: context.title, name: 'All agents', result: error })]))}\n`
  }
  for (const result of outcome.results) yield `${toXml(agentSuite(result, context.appUrl))}\n`
  yield `${ROOT_END}\n`
}

function agentSuite(result: AgentResult, appUrl: string): Element {
  const { agent, run } = result
  const cases = (run?.tests ?? []).map((test) => caseOfTest(test, agent.name))
  const own = caseOfAgent(result)
  if (own !== null) cases.unshift(own)
  const properties =
    run === null ? [] : [element('property', { name: 'run', value: runLink(appUrl, run.taskId) })]
  return suite(agent.name, run?.durationMs ?? 0, cases, properties)
}

function suite(name: string, durationMs: number, cases: Element[], properties: Element[] = []): Element {
  const having = (kind: string) =>
    String(
      cases.filter(({ children }) =>
        children.some((child) => child.type === 'element' && child.name === kind),
      ).length,
    )
  const attributes = {
    name,
    tests: String(cases.length),
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(durationMs),
  }
  const head = properties.length === 0 ? [] : [element('properties', {}, properties)]
  return element('testsuite', attributes, [...head, ...cases])
}

/** What is to be said of an agent as a whole, as a case of its own: reporters show cases only. */
function caseOfAgent(result: AgentResult): Element | null {
  const named = (name: string, complaintOfAgent: Element) =>
    testCase({ suiteName: result.agent.name, name, result: complaintOfAgent })
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed': {
      const known = result.run.tests.filter(({ status }) => status === 'failed').length
      const more = (result.run.counts?.failed ?? known) - known
      if (more <= 0) return null
      const text = result.run.detailsError?.message ?? 'The service counted them, but did not list them.'
      const message = counted(more, 'more failing test')
      return named('Tests that are not listed', complaint('failure', message, { type: 'failed', text }))
    }
    case 'inconclusive': {
      const { sentence, remedy } = describeProblem(result.reason, result.run)
      return named(
        'Result of the agent',
        complaint('error', sentence, { type: result.reason.kind, text: `${sentence}\n${remedy}` }),
      )
    }
    case 'skipped':
      return named('Result of the agent', element('skipped', { message: result.reason }))
    default:
      return result satisfies never
  }
}

function caseOfTest(test: TestResult, suiteName: string): Element {
  const name = test.name ?? test.id ?? '(test without a name)'
  return testCase({ suiteName, name, latencyMs: test.latencyMs, result: caseResult(test) })
}

function caseResult(test: TestResult): Element | null {
  switch (test.status) {
    case 'passed':
      return null
    case 'failed':
      return complaint('failure', firstReason(test) ?? 'The test failed.', {
        type: 'failed',
        text: wholeReason(test),
      })
    case 'unanswered':
      return complaint('error', test.reasoning ?? 'The agent or a judge could not be reached.', {
        type: 'unanswered',
        text: test.reasoning ?? '',
      })
    case 'not-run':
      return element('skipped', { message: 'The run ended before this test.' })
    case 'pending':
      return element('skipped', { message: 'The service gave no verdict.' })
    default:
      return test.status satisfies never
  }
}

interface CaseFields {
  readonly suiteName: string
  readonly name: string
  readonly latencyMs?: number | null
  /** Null for a case that passed. */
  readonly result: Element | null
}

function testCase({ suiteName, name, latencyMs, result }: CaseFields): Element {
  const attributes = { name, classname: suiteName, time: seconds(latencyMs ?? 0) }
  return element('testcase', attributes, result === null ? [] : [result])
}

function complaint(
  kind: 'failure' | 'error',
  message: string,
  { type, text }: { readonly type: string; readonly text: string },
): Element {
  const children = [{ type: 'text', value: xmlText(text, REASON_LENGTH) } as const]
  return { ...element(kind, { message, type }), children }
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: Element[] = [],
): Element {
  const safe = Object.entries(attributes).map(([key, value]) => [key, xmlAttribute(key, value)])
  return { type: 'element', name, attributes: Object.fromEntries(safe), children }
}

/** Parsers read a line break in an attribute as a space. */
function xmlAttribute(key: string, value: string): string {
  return xmlText(
    value.replace(/\s+/g, ' '),
    key === 'message' || key === 'value' ? MESSAGE_LENGTH : NAME_LENGTH,
  )
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
