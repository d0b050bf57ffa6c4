import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { AgentResult } from '../../src/gate/results.ts'
import { junitXml } from '../../src/report/junit.ts'
import { hostileAgent, hostileRefusal } from '../fixtures/hostile-texts.ts'
import { cancelBooking, notRun, unanswered } from '../fixtures/sample-tests.ts'
import {
  failed,
  inconclusive,
  outcome,
  passed,
  run,
  skipped,
  test as testReport,
} from '../fixtures/samples.ts'
import { type Scenario, scenarios } from '../fixtures/scenarios.ts'
import { hostileText } from './hostile-arbitrary.ts'

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8')
const mixed = scenarios['mixed'] ?? expect.fail()

const xmlOf = ({ outcome, context }: Scenario) => [...junitXml(outcome, context)].join('')
const xmlOfAgents = (...results: AgentResult[]) => xmlOf({ ...mixed, outcome: outcome(results, 94_000) })

async function faultsOf(...documents: readonly string[]) {
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema, maxMemoryPages: 4096 })
  return errors.map(({ message }) => message)
}

describe('the JUnit file', () => {
  it('of every scenario is as its schema says', async () => {
    const small = Object.entries(scenarios).filter(([name]) => name !== 'thousand-agents')
    expect(await faultsOf(...small.map(([, scenario]) => xmlOf(scenario)))).toEqual([])
  })

  it('is refused by the schema where it is not JUnit', async () => {
    expect(await faultsOf('<testsuites name="a" time="1"><testsuite/></testsuites>')).not.toEqual([])
    expect(await faultsOf('<testsuites name="a\u0001" time="1"/>')).not.toEqual([])
  })

  it('is valid whatever the texts are', async () => {
    const documents = fc
      .sample(fc.array(hostileText(), { minLength: 1, maxLength: 6 }), 150)
      .map((texts) => xmlOfAgents(...texts.map(hostileAgent), ...texts.map(hostileRefusal)))
    expect(await faultsOf(...documents)).toEqual([])
  })

  it('has a suite per agent and a case per test, with the numbers that reporters show', () => {
    const tests = [
      cancelBooking,
      unanswered,
      notRun,
      testReport('Fine', { status: 'passed', latencyMs: 900 }),
    ]
    const xml = xmlOfAgents(failed('Booking assistant', 4, tests))
    expect(xml).toContain(
      '<testsuite name="Booking assistant" tests="4" failures="1" errors="1" skipped="1" time="40.000">',
    )
    expect(xml).toContain('<testcase name="Fine" classname="Booking assistant" time="0.900"/>')
    expect(xml).toContain('<failure message="Tool calls do not match. - expected: ')
    expect(xml).toContain('type="failed">Tool calls do not match.\n- expected: cancel_booking(')
    expect(xml).toContain(
      '<error message="The agent could not be reached: no answer within 60 s, three times."',
    )
    expect(xml).toContain('<skipped message="The run ended before this test."/>')
  })

  it('shows agents without a result as errors, and skipped ones as skipped', () => {
    const stuck = run('Stuck', { status: 'in_progress' })
    const xml = xmlOfAgents(
      inconclusive('Stuck', { kind: 'timed-out', timeoutSeconds: 60, lastError: null }, stuck),
      skipped('Draft', 'No tests linked.'),
      passed('Fine', 3),
    )
    expect(xml).toContain('<testsuite name="Stuck" tests="1" failures="0" errors="1" skipped="0"')
    expect(xml).toContain('<error message="timed out after 1m: still running" type="timed-out">')
    expect(xml).toContain('<testsuite name="Draft" tests="1" failures="0" errors="0" skipped="1"')
    expect(xml).toContain('<skipped message="No tests linked."/>')
    expect(xml).toContain('<testsuite name="Fine" tests="0" failures="0" errors="0" skipped="0"')
  })

  it('lists at most 10,000 tests that the service only counted', () => {
    const xml = xmlOfAgents(passed('Support bot', 1e15))
    expect(xml.match(/<testcase /g)).toHaveLength(10_001)
    expect(xml).toContain('more)')
  })

  it('is never green where failing tests were counted but not listed', () => {
    const xml = xmlOfAgents(failed('Bot', 9, [], { counts: { total: 9, passed: 7, failed: 2 } }))
    expect(xml).toContain('tests="1" failures="1"')
    expect(xml).toContain('<failure message="2 more failing tests"')
  })

  it('tells why nothing ran', () => {
    const xml = xmlOf(scenarios['authentication-failed'] ?? expect.fail())
    expect(xml).toContain('<testsuite name="Agent tests" tests="1" failures="0" errors="1"')
    expect(xml).toContain('<error message="authentication failed (HTTP 401)" type="authentication">')
  })
})
