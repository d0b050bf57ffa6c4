// The results as JUnit XML for test reporters: a suite per agent, a case per listed test.
// Retries as in the Surefire schema: `flakyFailure` in a case that passed in the end, `rerunFailure` after a `failure`.

import { junitKind } from '../results/causes.ts'
import { reasonText } from '../results/evidence.ts'
import { webLink } from '../results/links.ts'
import type { Overview, TestOfAgent } from '../results/overview.ts'
import { problemWords, stepFor } from '../results/problems.ts'
import { asSentence, plain } from '../results/sentence.ts'
import { type Story, storyText } from '../results/story.ts'
import { allTexts, shownAttempt } from '../results/test-texts.ts'
import { isFlaky, type ResultsAgent, type ResultsAttempt, type ResultsTest } from '../schema.ts'
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
export function* junitXml({ results, story, cases }: Overview): Iterable<string> {
  const { title, agents } = results
  const time = seconds(agents.flatMap(({ run }) => run?.tests ?? []))
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${openTag('testsuites', { name: title, time })}\n`
  const nameIn = uniqueNames()
  const cause = jobProblem(story)
  if (cause !== null) yield suite(nameIn, title, [{ name: 'All agents', kind: 'error', content: cause }])
  const note = story.leftOut
  const byAgent = Map.groupBy(cases, ({ agent }) => agent)
  for (const agent of agents) {
    const run = webLink(agent.run?.url ?? null)
    yield suite(nameIn, agent.name, [...(byAgent.get(agent) ?? []).map(testCase), ...problemCases(agent)], {
      ...(run && { run }),
      ...(note && { note }),
    })
  }
  yield '</testsuites>\n'
}

/** A job that did not pass must not look green, even if no test and no agent is red. */
function jobProblem(story: Story): string | null {
  const { verdict, agentTotals, decision } = story.results
  const endedEarly = decision.endedEarly !== null
  if (verdict === 'passed' || (!endedEarly && agentTotals.failed + agentTotals.inconclusive > 0)) return null
  const { advice, facts } = story.headline
  return problemElement('error', `${advice} ${plain(facts)}`, verdict, storyText(story).join('\n'))
}

type NameIn = (className: string, name: string) => string

/** With a number behind a name that its class already has, as it is shown: reporters such as GitLab's keep one case of each. */
function uniqueNames(): NameIn {
  const lastNumbers = new Map<string, number>()
  return (className, name) => {
    const whole = cutLine(name, ATTRIBUTE_LENGTH) || '(test without a name)'
    const keyOf = (shown: string) => JSON.stringify([cutLine(className, ATTRIBUTE_LENGTH), shown])
    let number = lastNumbers.get(keyOf(whole)) ?? 0
    let shown = whole
    do {
      number += 1
      const behind = number === 1 ? '' : ` (${number})`
      shown = `${cutLine(whole, ATTRIBUTE_LENGTH - behind.length)}${behind}`
    } while (lastNumbers.has(keyOf(shown)))
    lastNumbers.set(keyOf(whole), number)
    lastNumbers.set(keyOf(shown), 1)
    return shown
  }
}

function suite(
  nameIn: NameIn,
  name: string,
  cases: readonly Case[],
  properties: Readonly<Record<string, string>> = {},
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
  const listed = Object.entries(properties).map(([name, value]) => element('property', { name, value }))
  const lines = cases.map((each) => `\n${caseElement({ ...each, name: nameIn(name, each.name) }, name)}`)
  return `${openTag('testsuite', attributes)}${listed.length === 0 ? '' : element('properties', {}, listed.join(''))}${lines.join('')}\n</testsuite>\n`
}

/** An agent's problem has a case of its own, whatever its tests did. */
function problemCases({ name: agent, outcome, problem: why }: ResultsAgent): Case[] {
  if (why === null) return []
  const name = 'Result of the agent'
  const { sentence } = problemWords(why)
  const message = `${cutLine(agent, ATTRIBUTE_LENGTH)} ${plain(sentence)}`
  if (outcome === 'skipped') return [{ name, kind: 'skipped', content: element('skipped', { message }) }]
  return [
    {
      name,
      kind: 'error',
      content: problemElement('error', message, why.kind, `${message}\n${plain(asSentence(stepFor(why)))}`),
    },
  ]
}

function testCase({ test, text }: TestOfAgent): Case {
  const { cause, latencyMs, attempts, source } = test
  const name = test.name ?? test.id
  const what = plain(text)
  const details = [what, ...allTexts(test).map((text) => text.join(': '))].join('\n')
  const message = reasonText(test)
  const kind = junitKind(test)
  const common = { name, source, latencyMs, kind }
  if (kind === 'passed') {
    const failed = isFlaky(test) ? attempts.filter((attempt) => attempt.status !== 'passed') : []
    return { ...common, content: failed.map((attempt) => attemptElement('flaky', attempt)).join('') }
  }
  if (kind === 'skipped') {
    const why = [what, message].filter(Boolean).join(': ')
    return { ...common, content: element('skipped', { message: why }, xmlText(details)) }
  }
  const isFailure = kind === 'failure'
  const others = attempts.filter((attempt) => attempt !== shownAttempt(test))
  const reruns = isFailure ? others.map((attempt) => attemptElement('rerun', attempt)) : []
  const problem = problemElement(kind, message || what, cause, details)
  return { ...common, content: [problem, ...reruns].join('') }
}

function attemptElement(prefix: 'flaky' | 'rerun', { status, reasoning, url }: ResultsAttempt): string {
  const kind = status === 'failed' ? 'Failure' : 'Error'
  const message = reasoning ?? `The attempt ended as ${status}.`
  // The message has the reason, unless it is cut there.
  const rest = message.length > ATTRIBUTE_LENGTH || message.includes('\n') ? `${message}\n` : ''
  const trace = element('stackTrace', {}, xmlText(`${rest}${url}`))
  return element(`${prefix}${kind}`, { message, type: status }, trace)
}

function problemElement(kind: 'failure' | 'error', message: string, type: string, details: string): string {
  return element(kind, { message, type }, xmlText(details))
}

function caseElement({ name, latencyMs = null, source = null, content }: Case, suiteName: string): string {
  const place = source === null ? {} : { file: source.file, line: source.line }
  const attributes = { name, classname: suiteName, ...place, time: seconds([{ latencyMs }]) }
  return element('testcase', attributes, content)
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

function xmlText(value: string): string {
  return escapeMarkup(cutText(value, DETAILS_LENGTH).text)
}
