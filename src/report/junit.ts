// The results as JUnit XML for test reporters: a suite per agent, a case per listed test.
// Retries as in the Surefire schema: `flakyFailure` in a case that passed in the end, `rerunFailure` after a `failure`.

import { junitKind } from '../results/causes.ts'
import { evidenceTexts, reasonText, shownAttempt } from '../results/evidence.ts'
import { headlineText } from '../results/headline.ts'
import { webLink } from '../results/links.ts'
import type { Overview, TestOfAgent } from '../results/overview.ts'
import { problemWords, stepFor } from '../results/problems.ts'
import { asSentence, plain } from '../results/sentence.ts'
import { isFlaky, type ResultsAgent, type ResultsAttempt, type ResultsTest } from '../schema.ts'
import { firstLines } from './log.ts'
import { cutLine, cutText, escapeMarkup } from './untrusted-text.ts'

const ATTRIBUTE_LENGTH = 500
const DETAILS_LENGTH = 20_000

interface Case {
  readonly name: string
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** XML; empty for a test that passed at once. */
  readonly content: string
  readonly latencyMs?: number | null
  readonly source?: ResultsTest['source']
}

/** Suite by suite, because all of them may be longer than a string can be. */
export function* junitXml(overview: Overview): Iterable<string> {
  const { results, story, cases } = overview
  const { title, agents } = results
  const time = seconds(agents.flatMap(({ run }) => run?.tests ?? []))
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${openTag('testsuites', { name: title, time })}\n`
  const nameIn = uniqueNames()
  const cause = jobProblem(overview)
  if (cause !== null) yield suite(nameIn, title, [{ name: 'All agents', kind: 'error', content: cause }])
  const byAgent = Map.groupBy(cases, ({ agent }) => agent)
  for (const agent of agents) {
    const ofAgent = [...(byAgent.get(agent) ?? []).map(testCase), ...problemCases(agent)]
    yield suite(nameIn, agent.name, ofAgent, { run: webLink(agent.run?.url ?? null), note: story.leftOut })
  }
  yield '</testsuites>\n'
}

/** A job that did not pass must not look green, even if no test and no agent is red. */
function jobProblem(overview: Overview): string | null {
  const { results, story } = overview
  const { verdict, agentTotals, decision } = results
  const isRed = decision.endedEarly === null && agentTotals.failed + agentTotals.inconclusive > 0
  if (verdict === 'passed' || isRed) return null
  const message = headlineText(story.headline)
  return element('error', { message, type: verdict }, xmlText([message, ...firstLines(overview)]))
}

type NameIn = (className: string, name: string) => string

/** With a number behind a name that its class already has, as it is shown: reporters such as GitLab's keep one case of each. */
function uniqueNames(): NameIn {
  const lastNumbers = new Map<string, number>()
  return (className, name) => {
    const whole = cutLine(name, ATTRIBUTE_LENGTH) || '(test without a name)'
    const keyOf = (shown: string) => JSON.stringify([cutLine(className, ATTRIBUTE_LENGTH), shown])
    for (let number = (lastNumbers.get(keyOf(whole)) ?? 0) + 1; ; number += 1) {
      const behind = number === 1 ? '' : ` (${number})`
      const shown = `${cutLine(whole, ATTRIBUTE_LENGTH - behind.length)}${behind}`
      if (lastNumbers.has(keyOf(shown))) continue
      lastNumbers.set(keyOf(whole), number).set(keyOf(shown), 1)
      return shown
    }
  }
}

function suite(
  nameIn: NameIn,
  name: string,
  cases: readonly Case[],
  properties: Readonly<Record<string, string | null>> = {},
): string {
  const having = (kind: Case['kind']) => cases.filter((each) => each.kind === kind).length
  const attributes = {
    name,
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(cases),
  }
  const known = Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : element('property', { name, value }),
  )
  const first = known.length === 0 ? '' : element('properties', {}, known.join(''))
  const lines = cases.map((each) => `\n${caseElement(name, nameIn(name, each.name), each)}`)
  return `${openTag('testsuite', attributes)}${first}${lines.join('')}\n</testsuite>\n`
}

/** An agent's problem has a case of its own, whatever its tests did. */
function problemCases({ name: agent, outcome, problem: why }: ResultsAgent): Case[] {
  if (why === null) return []
  const name = 'Result of the agent'
  const message = `${cutLine(agent, ATTRIBUTE_LENGTH)} ${plain(problemWords(why).sentence)}`
  if (outcome === 'skipped') return [{ name, kind: 'skipped', content: element('skipped', { message }) }]
  const details = [message, plain(asSentence(stepFor(why)))]
  const content = element('error', { message, type: why.kind }, xmlText(details))
  return [{ name, kind: 'error', content }]
}

function testCase({ test, text: words }: TestOfAgent): Case {
  const { cause, attempts, latencyMs, source } = test
  const kind = junitKind(test)
  const common = { name: test.name ?? test.id, kind, latencyMs, source }
  if (kind === 'passed') {
    const failed = isFlaky(test) ? attempts.filter(({ status }) => status !== 'passed') : []
    return { ...common, content: failed.map((attempt) => attemptElement('flaky', attempt)).join('') }
  }
  const [text, reason] = [plain(words), reasonText(test)]
  const details = xmlText([text, ...evidenceTexts(test, true)])
  if (kind === 'skipped') {
    const message = [text, reason].filter(Boolean).join(': ')
    return { ...common, content: element('skipped', { message }, details) }
  }
  const others = kind === 'failure' ? attempts.filter((attempt) => attempt !== shownAttempt(test)) : []
  const reruns = others.map((attempt) => attemptElement('rerun', attempt))
  const problem = element(kind, { message: reason || text, type: cause }, details)
  return { ...common, content: [problem, ...reruns].join('') }
}

function attemptElement(prefix: 'flaky' | 'rerun', { status, reasoning, url }: ResultsAttempt): string {
  const kind = status === 'failed' ? 'Failure' : 'Error'
  const message = reasoning ?? `The attempt ended as ${status}.`
  // The message has the reason, unless it is cut there.
  const rest = message.length > ATTRIBUTE_LENGTH || message.includes('\n') ? [message] : []
  const trace = element('stackTrace', {}, xmlText([...rest, url]))
  return element(`${prefix}${kind}`, { message, type: status }, trace)
}

function caseElement(classname: string, name: string, { latencyMs = null, source = null, content }: Case) {
  const place = source === null ? {} : { file: source.file, line: source.line }
  return element('testcase', { name, classname, ...place, time: seconds([{ latencyMs }]) }, content)
}

/** The time that the tests themselves took, without waiting in the service's queue. */
function seconds(tests: readonly Pick<Case, 'latencyMs'>[]): string {
  return (tests.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0) / 1000).toFixed(3)
}

type Attributes = Readonly<Record<string, string | number>>

/** @param content XML, from `element` or `text` */
function element(name: string, attributes: Attributes, content = ''): string {
  if (content === '') return openTag(name, attributes).replace(/>$/, '/>')
  return `${openTag(name, attributes)}${content}</${name}>`
}

function openTag(name: string, attributes: Attributes): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(`${value}`)}"`)
  return `<${name}${list.join('')}>`
}

/** On one line: parsers read a line break in an attribute as a space. */
function attribute(value: string): string {
  return escapeMarkup(cutLine(value, ATTRIBUTE_LENGTH))
}

function xmlText(lines: readonly string[]): string {
  return escapeMarkup(cutText(lines.join('\n'), DETAILS_LENGTH).text)
}
