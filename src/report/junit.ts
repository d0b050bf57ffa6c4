// The results as JUnit XML for test reporters: a suite per agent, a case per listed test.
// Retries as in the Surefire schema: `flakyFailure` in a case that passed in the end, `rerunFailure` after a `failure`.

import type { TestOfAgent } from '../results/agent-views.ts'
import { junitKind } from '../results/causes.ts'
import { evidenceTexts, reasonText, shownAttempt } from '../results/evidence.ts'
import { headlineText } from '../results/headline.ts'
import { webLink } from '../results/links.ts'
import { problemWords, stepFor } from '../results/problems.ts'
import { asSentence, plain } from '../results/sentence.ts'
import type { Story } from '../results/story.ts'
import { isFlaky, type ResultsAgent, type ResultsTest } from '../schema.ts'
import { firstLines } from './log.ts'
import { cutLine, cutText, escapeMarkup } from './untrusted-text.ts'

const ATTRIBUTE_LENGTH = 500
const DETAILS_LENGTH = 20_000

interface Case {
  readonly name: string
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** Why, unless it passed: in few words, as one word, and as lines. */
  readonly message: string
  readonly type: string
  readonly details: readonly string[]
  /** Its other attempts. */
  readonly attempts?: readonly string[]
  /** None for a problem of an agent or of the job. */
  readonly test?: ResultsTest
}

/** Suite by suite, because all of them may be longer than a string can be. */
export function* junitXml(story: Story): Iterable<string> {
  const { results, cases } = story
  const { title, agents } = results
  const time = seconds(agents.flatMap(({ run }) => run?.tests ?? []))
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${attribute(title)}" time="${time}">\n`
  const named = uniqueNames()
  const ofJob = jobProblem(story)
  if (ofJob.length > 0) yield suite(title, named(title, ofJob), [])
  const byAgent = Map.groupBy(cases, ({ agent }) => agent)
  for (const agent of agents) {
    const ofAgent = [...(byAgent.get(agent) ?? []).map(testCase), ...agentProblem(agent)]
    const known = { run: webLink(agent.run?.url ?? null), note: story.leftOut }
    const properties = Object.entries(known).flatMap(([name, value]) =>
      value === null ? [] : element('property', { name, value }),
    )
    yield suite(agent.name, named(agent.name, ofAgent), properties)
  }
  yield '</testsuites>\n'
}

/** A job that did not pass must not look green, even if no test and no agent is red. */
function jobProblem(story: Story): Case[] {
  const { results } = story
  const { verdict, agentTotals, decision } = results
  const isRed = decision.endedEarly === null && agentTotals.failed + agentTotals.inconclusive > 0
  if (verdict === 'passed' || isRed) return []
  const message = headlineText(story.headline)
  const details = [message, ...firstLines(story)]
  return [{ name: 'All agents', kind: 'error', message, type: verdict, details }]
}

/** An agent's problem has a case of its own, whatever its tests did. */
function agentProblem({ name, outcome, problem }: ResultsAgent): Case[] {
  if (problem === null) return []
  const kind = outcome === 'skipped' ? 'skipped' : 'error'
  const message = `${cutLine(name, ATTRIBUTE_LENGTH)} ${plain(problemWords(problem).sentence)}`
  const details = kind === 'skipped' ? [] : [message, plain(asSentence(stepFor(problem)))]
  return [{ name: 'Result of the agent', kind, message, type: problem.kind, details }]
}

function testCase({ test, text: words }: TestOfAgent): Case {
  const kind = junitKind(test)
  const [text, reason] = [plain(words), reasonText(test)]
  return {
    name: test.name ?? test.id,
    kind,
    message: kind === 'skipped' ? [text, reason].filter(Boolean).join(': ') : reason || text,
    type: test.cause,
    details: kind === 'passed' ? [] : [text, ...evidenceTexts(test, true)],
    attempts: kind === 'failure' || isFlaky(test) ? otherAttempts(test) : [],
    test,
  }
}

/** Of a flaky test, those that did not pass; of a failed one, all but the one that is shown. */
function otherAttempts(test: ResultsTest): string[] {
  const prefix = isFlaky(test) ? 'flaky' : 'rerun'
  const shown = shownAttempt(test)
  const others = test.attempts.filter((each) => (isFlaky(test) ? each.status !== 'passed' : each !== shown))
  return others.map(({ status, reasoning, url }) => {
    const message = reasoning ?? `The attempt ended as ${status}.`
    const trace = element('stackTrace', {}, xmlText([message, url]))
    return element(`${prefix}${status === 'failed' ? 'Failure' : 'Error'}`, { message, type: status }, trace)
  })
}

/** With a number behind a name that its class already has, as it is shown: reporters such as GitLab's keep one case of each. */
function uniqueNames() {
  const lastNumbers = new Map<string, number>()
  const nameIn = (className: string, name: string) => {
    const whole = cutLine(name, ATTRIBUTE_LENGTH) || '(test without a name)'
    const keyOf = (shown: string) => `${cutLine(className, ATTRIBUTE_LENGTH)}\n${shown}`
    let shown = whole
    while (lastNumbers.has(keyOf(shown))) {
      const number = (lastNumbers.get(keyOf(whole)) ?? 1) + 1
      lastNumbers.set(keyOf(whole), number)
      const behind = ` (${number})`
      shown = `${cutLine(whole, ATTRIBUTE_LENGTH - behind.length)}${behind}`
    }
    lastNumbers.set(keyOf(shown), 1)
    return shown
  }
  return (className: string, cases: readonly Case[]): Case[] =>
    cases.map((each) => ({ ...each, name: nameIn(className, each.name) }))
}

function suite(name: string, cases: readonly Case[], properties: readonly string[]): string {
  const having = (kind: Case['kind']) => cases.filter((each) => each.kind === kind).length
  const counts = { failures: having('failure'), errors: having('error'), skipped: having('skipped') }
  const time = seconds(cases.flatMap(({ test }) => test ?? []))
  const first = properties.length === 0 ? '' : element('properties', {}, properties.join(''))
  const content = [first, ...cases.map((each) => caseElement(name, each)), ''].join('\n')
  return `${element('testsuite', { name, tests: cases.length, ...counts, time }, content)}\n`
}

function caseElement(classname: string, { name, kind, message, type, details, attempts = [], test }: Case) {
  const why = kind === 'skipped' ? { message } : { message, type }
  const problem = kind === 'passed' ? '' : element(kind, why, xmlText(details))
  const place = test?.source ? { file: test.source.file, line: test.source.line } : {}
  const attributes = { name, classname, ...place, time: seconds(test ? [test] : []) }
  return element('testcase', attributes, [problem, ...attempts].join(''))
}

/** The time that the tests themselves took, without waiting in the service's queue. */
function seconds(tests: readonly Pick<ResultsTest, 'latencyMs'>[]): string {
  return (tests.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0) / 1000).toFixed(3)
}

/** @param content XML */
function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(`${value}`)}"`)
  const start = `<${name}${list.join('')}`
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`
}

/** On one line: parsers read a line break in an attribute as a space. */
function attribute(value: string): string {
  return escapeMarkup(cutLine(value, ATTRIBUTE_LENGTH))
}

function xmlText(lines: readonly string[]): string {
  return escapeMarkup(cutText(lines.join('\n'), DETAILS_LENGTH).text)
}
