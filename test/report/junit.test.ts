import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { junitXml } from '../../src/report/junit.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { attempts, comparedOutcome, judged } from '../fixtures/baselines.ts'
import { hostileResults, hostileScenarios, hostileTexts } from '../fixtures/hostile-texts.ts'
import { cancelBooking, lateRefund, notRun, unanswered } from '../fixtures/sample-tests.ts'
import {
  besidePassing,
  failed,
  inconclusive,
  outcome,
  passed,
  resultsOf,
  run,
  type SampleAgent,
  skipped,
  test as testResult,
} from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8')

const xmlOf = (results: Results) => [...junitXml(storyOf(results))].join('')
const xmlOfScenario = (name: string) => xmlOf(resultsOfScenario(name))
const xmlOfAgents = (...results: SampleAgent[]) => xmlOf(resultsOf(outcome(results, 94_000)))

async function errorsOf(...documents: readonly string[]) {
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema, maxMemoryPages: 4096 })
  return errors.map(({ message }) => message)
}

/** What reporters count, as dorny/test-reporter and mikepenz/action-junit-report do: test cases by their first child. */
function totalsOf(xml: string) {
  const cases = xml.match(/<testcase [^>]*?(?:\/>|>.*?<\/testcase>)/gs) ?? []
  const having = (element: string) => cases.filter((each) => each.includes(`<${element} `)).length
  const red = cases.filter((each) => /<(?:failure|error) /.test(each)).length
  return { tests: cases.length, red, skipped: having('skipped') }
}

describe('the JUnit file', () => {
  it('of every scenario is as its schema says, whatever the texts are', async () => {
    const hostile = hostileTexts.flatMap((text) => hostileScenarios.map((name) => hostileResults(name, text)))
    expect(await errorsOf(...Object.keys(scenarios).map(xmlOfScenario), ...hostile.map(xmlOf))).toEqual([])
  })

  it('is refused by the schema if it is not JUnit', async () => {
    expect(await errorsOf('<testsuites name="a" time="1"><testsuite/></testsuites>')).not.toEqual([])
    expect(await errorsOf('<testsuites name="a\u0001" time="1"/>')).not.toEqual([])
  })

  it.each(Object.keys(scenarios))('has attributes that agree with its cases in scenario %s', (name) => {
    const suites = xmlOfScenario(name).match(/<testsuite .*?<\/testsuite>/gs) ?? []
    for (const suite of suites) {
      const [, tests, failures, errors, skipped] =
        /tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(suite)?.map(Number) ?? []
      expect(totalsOf(suite)).toEqual({ tests, red: (failures ?? 0) + (errors ?? 0), skipped })
    }
  })

  it('has a suite per agent and a case per test, with the time that the tests took', () => {
    const tests = [
      cancelBooking,
      unanswered,
      notRun,
      testResult('Fine', { outcome: 'passed', latencyMs: 900 }),
    ]
    const xml = xmlOfAgents(failed('Booking assistant', 4, tests))
    expect(xml).toContain(
      '<testsuite name="Booking assistant" tests="5" failures="1" errors="3" skipped="0" time="2.110">',
    )
    expect(xml).toContain('<testcase name="Fine" classname="Booking assistant" time="0.900"/>')
    expect(xml).toContain(
      '<failure message="refund: expected &quot;full&quot;, got &quot;none&quot;" type="new">not compared, because this run is incomplete (failed once)\nWhy it failed: refund: ',
    )
    expect(xml).toContain('\nAsked (message 1 of 1, user): Please')
    expect(xml).toContain(
      '<error message="Agent request timed out (60s)" type="no-result">error of the agent (timed out)',
    )
    expect(xml).toContain('<error message="not run, because the run ended first" type="no-result">')
  })

  it.each<[string, string[], string[]]>([
    ['the same', ['A', 'A', 'A'], ['A', 'A (2)', 'A (3)']],
    ['numbered already', ['A (2)', 'A', 'A', 'A'], ['A (2)', 'A', 'A (3)', 'A (4)']],
    ['other spaces', ['a b', ' a  b', 'a\u00a0b', 'a\tb\n'], ['a b', 'a b (2)', 'a b (3)', 'a b (4)']],
    ['invisible characters', ['ab', 'a\u200bb', 'a\u00adb'], ['ab', 'ab (2)', 'ab (3)']],
    ['no names', ['', ' '], ['(test without a name)', '(test without a name) (2)']],
  ])('gives no two cases of a class one name: %s', (_, names, shown) => {
    const tests = names.map((name) => testResult(name, { outcome: 'passed' }))
    const xml = xmlOfAgents(passed('Bot', names.length, { tests }))
    expect(Array.from(xml.matchAll(/<testcase name="(.*?)" classname="Bot"/g), ([, name]) => name)).toEqual(
      shown,
    )
  })

  it('gives none to long names, and to those of agents of one name, either', () => {
    const tests = ['x', 'y', 'z'].map((end) => testResult(`${'a '.repeat(300)}${end}`, { outcome: 'passed' }))
    const xml = xmlOfAgents(...['Bot', 'Bot ', 'Other'].map((name) => passed(name, 3, { tests })))
    const cases = [...xml.matchAll(/<testcase (name="(.*?)" classname=".*?")/g)]
    expect(cases).toHaveLength(9)
    expect(new Set(cases.map(([, each]) => each))).toHaveProperty('size', 9)
    for (const [, , name] of cases) expect(name?.length).toBeLessThanOrEqual(500)
  })

  it('shows every attempt of flaky and failing tests', () => {
    const flaky = {
      ...lateRefund,
      outcome: 'flaky',
      attempts: attempts(lateRefund, 'failed', 'passed'),
    } as const
    const bot = failed('Bot', 2, [flaky, judged({ ...lateRefund, name: 'Broken' }, 'broke')])
    const xml = xmlOf(resultsOf(comparedOutcome([bot], 94_000)))
    expect(xml).toMatch(
      /<testcase name="Refuses[^>]*><flakyFailure message="The reply grants[^>]*type="failed"><stackTrace>The reply grants[^<]*\nhttps:\S+<\/stackTrace><\/flakyFailure><\/testcase>/,
    )
    expect(xml).toMatch(
      /type="changed">the agent probably changed after 20 Nov \(failed 5 of 5, before 0 of 10\)\n/,
    )
    expect(xml.match(/<rerunFailure /g)).toHaveLength(4)
    expect(xml).toContain('tests="2" failures="1" errors="0"')
  })

  it('has an accepted failure as skipped, with what it says, and another that does not block as a failure', () => {
    const accepted = { until: '2026-12-03', expired: false }
    const tests = [
      judged({ ...lateRefund, accepted }, 'failed-before'),
      judged({ ...lateRefund, name: 'Expired', accepted: { ...accepted, expired: true } }, 'failed-before'),
      judged({ ...lateRefund, name: 'Older' }, 'failed-before'),
      { ...unanswered, accepted },
      { ...lateRefund, name: 'Flaky', outcome: 'flaky', accepted } as const,
    ]
    const xml = xmlOf(resultsOf(comparedOutcome([failed('Bot', 5, tests)], 94_000)))
    expect(xml).toMatch(
      /<testcase name="Refuses[^>]*><skipped message="accepted until 3 Dec: Refunds end after [^"]*">accepted until 3 Dec\nWhy it failed [^<]*\nAsked [^<]*<\/skipped><\/testcase>/,
    )
    expect(xml).toMatch(/<testcase name="Expired"[^>]*><failure /)
    expect(xml).toMatch(/<testcase name="Older"[^>]*><failure /)
    expect(xml).toContain(' tests="5" failures="2" errors="1" skipped="1"')
  })

  it('has the failures of a job in which too many tests failed at once as failures, not as unjudged', () => {
    const xml = xmlOfScenario('many-small-breaks')
    expect(xml.match(/<failure [^>]*type="undecided"/g)).toHaveLength(9)
  })

  it('is red for agents without a result, and has skipped agents as skipped', () => {
    const stuck = run('Stuck', { status: 'in_progress' })
    const reason = { kind: 'timed-out', timeoutSeconds: 60, state: 'running', lastError: null } as const
    const xml = xmlOfAgents(
      inconclusive('Stuck', reason, stuck),
      skipped('Draft', 'No tests linked.'),
      passed('Fine', 3),
    )
    expect(xml).toContain('<testsuite name="Stuck" tests="1" failures="0" errors="1" skipped="0"')
    expect(xml).toContain('type="timed-out">Stuck ')
    expect(xml).toContain('<testsuite name="Draft" tests="1" failures="0" errors="0" skipped="1"')
    expect(xml).toContain(
      '<skipped message="Draft cannot run (skipped, HTTP 400: &quot;No tests linked.&quot;)"/>',
    )
    expect(xml).toContain('<testsuite name="Fine" tests="3" failures="0" errors="0" skipped="0"')
  })

  it('has a case for the problem of an agent, whatever its tests did', () => {
    const report = run('Stuck', { tests: besidePassing([unanswered], 2) })
    const unfinished = inconclusive('Stuck', { kind: 'unfinished-tests', tests: 1, whose: 'agent' }, report)
    expect(xmlOfAgents(unfinished)).toContain('tests="3" failures="0" errors="2"')
    const xml = xmlOfScenario('timed-out-beside-a-failure')
    expect(xml).toContain('<testsuite name="Support bot" tests="7" failures="1" errors="1"')
    expect(xml).toContain('type="timed-out">Support bot ')
  })

  it('says why nothing ran', () => {
    const xml = xmlOfScenario('authentication-failed')
    expect(xml).toContain('<testsuite name="Agent tests" tests="1" failures="0" errors="1"')
    expect(xml).toContain(
      '<error message="Do not merge yet: authentication failed (HTTP 401)" type="inconclusive">',
    )
  })

  it('is red if the verdict is, and nothing else', () => {
    const inconclusive = outcome([skipped('Draft', 'No tests linked')], 1)
    const headline = 'Do not merge yet: no agent was tested; 1 agent skipped'
    expect(inconclusive.verdict).toBe('inconclusive')
    expect(xmlOf(resultsOf(inconclusive))).toContain(
      `<error message="${headline}" type="inconclusive">${headline}\n`,
    )
  })
})
