// The input `pass-rate`: what blocks, and the verdict.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { poissonBinomialTail } from '../../src/gate/history/failure-count.ts'
import { foundRate, withRate } from '../../src/gate/pass-rate.ts'
import { nothingCompared } from '../../src/gate/runs/retries.ts'
import { finalRun, jobVerdict } from '../../src/gate/verdict.ts'
import type { ResultsAgent, TestChanges } from '../../src/schema.ts'
import { agentOf, run, sourceIn, test as testResult } from '../fixtures/samples.ts'
import { runAgents } from './gate-harness.ts'
import { suite, suiteOf, testNames } from './suites.ts'

const known: TestChanges = { known: 'yes', reason: null, tests: [] }

function judged(atLeast: number, agents: readonly ResultsAgent[], changes: TestChanges | null) {
  const passRate = foundRate(atLeast, agents, changes)
  const found = withRate(passRate, agents, changes)
  return { found, passRate, ...jobVerdict('gate', found, null, { ...nothingCompared, passRate }) }
}

test('of 20 tests that each pass 95% of the time, 90% are missed by chance in one job of 13', () => {
  // Three or more fail.
  expect(1 / poissonBinomialTail(Array(20).fill(0.05), 3)).toBeCloseTo(13.2, 1)
})

const answers = { '+': 'passed', f: 'flaky', '-': 'failed', '?': 'unanswered' } as const
const someTest = fc.record({
  answer: fc.constantFrom('+', '+', '+', '+', 'f', '-', '?'),
  isAccepted: fc.boolean(),
  of: fc.constantFrom('linked', 'linked', 'file', 'made', 'own'),
})
type SomeTest = typeof someTest extends fc.Arbitrary<infer T> ? T : never

function agentWith(tests: readonly SomeTest[], index: number): ResultsAgent {
  const rows = tests.map(({ answer, isAccepted, of }, at) => {
    const outcome = answers[answer as keyof typeof answers]
    const written = { change: of === 'own' ? 'added' : null, committed: of !== 'made' } as const
    const source = of === 'linked' ? null : sourceIn('a.yml', 1, written)
    const accepted = isAccepted ? { until: '2026-12-03', expired: false } : null
    return testResult(`${index} ${at}`, { outcome, source, accepted })
  })
  const agent = agentOf(`Agent ${index}`, null, run(`${index}`, { tests: rows, plannedTests: rows.length }))
  return { ...agent, run: agent.run && finalRun(agent.run, 'gate') }
}

test('the verdict is what every way in which missing tests could end says', () => {
  const jobs = fc.record({
    atLeast: fc.integer({ min: 1, max: 100 }),
    suites: fc.array(fc.array(someTest, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
    isUnknown: fc.boolean(),
    isSilent: fc.boolean(),
  })
  const property = fc.property(jobs, ({ atLeast, suites, isUnknown, isSilent }) => {
    const silent = agentOf('Silent', { kind: 'run-ended', how: 'error' }, null)
    const agents = [...suites.map(agentWith), ...(isSilent ? [silent] : [])]
    const changes = isUnknown ? { ...known, known: 'unknown' as const, reason: 'Not known.' } : known
    const { verdict, found } = judged(atLeast, agents, changes)
    const due = suites.flat().filter(({ isAccepted }) => !isAccepted)
    const mustPass = ({ of }: SomeTest) => of === 'own' || (isUnknown && of === 'file')
    const counted = due.filter((each) => !mustPass(each))
    const passed = counted.filter(({ answer }) => answer === '+' || answer === 'f').length
    const missing = counted.filter(({ answer }) => answer === '?').length
    const ownFails = due.some((each) => each.answer === '-' && mustPass(each))
    const ends = Array.from({ length: missing + 1 }, (_, more) => passed + more)
    const isEnough = (share: number) => share / counted.length >= atLeast / 100 - 1e-9
    const isMissed = !isSilent && counted.length > 0 && !ends.some(isEnough)
    const isOpen = due.some(({ answer }) => answer === '?') || isSilent || due.length === 0
    expect(verdict).toBe(ownFails || isMissed ? 'failed' : isOpen ? 'inconclusive' : 'passed')
    const blocking = found.flatMap(({ run }) => run?.tests ?? []).map(({ blocks }) => blocks)
    const expected = suites
      .flat()
      .map((each) => each.answer === '-' && !each.isAccepted && (isMissed || mustPass(each)))
    expect(blocking).toEqual(expected)
  })
  fc.assert(property, { numRuns: 1_000 })
})

describe("the pull request's own tests", () => {
  const rows = (answer: string, count: number, of: SomeTest['of'] = 'linked') =>
    Array.from({ length: count }, () => ({ answer, of, isAccepted: false }) as SomeTest)
  const verdictOf = (...tests: (readonly SomeTest[])[]) =>
    judged(80, [agentWith(tests.flat(), 0)], known).verdict

  test('neither lower the rate nor raise it', () => {
    const older = [...rows('+', 4), ...rows('-', 1)]
    expect(verdictOf(older)).toBe('passed')
    expect(verdictOf(older, rows('-', 1, 'own'))).toBe('failed')
    const tooFew = [...rows('+', 7), ...rows('-', 2)]
    expect([verdictOf(tooFew), verdictOf(tooFew, rows('+', 20, 'own'))]).toEqual(['failed', 'failed'])
  })

  test('decide alone where nothing else is left to count', () => {
    expect(verdictOf(rows('+', 3, 'own'))).toBe('passed')
    expect(verdictOf(rows('+', 3, 'own'), rows('-', 1, 'own'))).toBe('failed')
    expect(verdictOf(rows('+', 3, 'own'), rows('?', 1, 'own'))).toBe('inconclusive')
  })
})

describe('a job', () => {
  const failing = (count: number, sign: string) =>
    suite(suiteOf(testNames(100), Object.fromEntries(testNames(count).map((name) => [name, sign]))))
  const all = (count: number, sign: string) => runAgents({ ada: failing(count, sign) }, { passRate: 90 })

  test.each([
    [10, '-', 'passed', true],
    [11, '-', 'failed', false],
    [11, '?', 'inconclusive', null],
    [1, '?', 'inconclusive', null],
  ] as const)('of 100 tests, %d of them %s, is %s', async (count, sign, verdict, isMet) => {
    const ran = await all(count, sign)
    const passed = 100 - count
    expect([ran.verdict, ran.decision.passRate]).toEqual([
      verdict,
      { atLeast: 90, passed, total: 100, isMet },
    ])
    const blocking = ran.agents[0]?.run?.tests.filter(({ blocks }) => blocks).length
    expect(blocking).toBe(verdict === 'failed' ? count : 0)
  })

  test('counts the tests of all agents together', async () => {
    const agents = { ada: failing(0, '-'), bob: failing(19, '-') }
    expect((await runAgents(agents, { passRate: 90 })).verdict).toBe('passed')
    expect((await runAgents(agents, { passRate: 91 })).verdict).toBe('failed')
  })
})
