// The results files of random jobs: what the gate writes is read back as it was, and no change of a failing test makes it pass.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { GateOutcome } from '../src/gate/results.ts'
import { mergeParts } from '../src/merge.ts'
import { resultsJson } from '../src/report/results-json.ts'
import { outcomeOf } from '../src/results-outcome.ts'
import { sampleContext } from './fixtures/sample-outcome.ts'
import { runAgents, type Setting } from './gate/gate-harness.ts'
import { earlierRuns, type Suite, suite } from './gate/suites.ts'

const folder = mkdtempSync(join(tmpdir(), 'roundtrip-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A test with its attempts in this job, and in the earlier runs; null for a new one. */
interface Test {
  readonly marks: string
  readonly before: string | null
}
const testOf: fc.Arbitrary<Test> = fc.oneof(
  { arbitrary: fc.constant({ marks: '+', before: '' }), weight: 16 },
  { arbitrary: fc.constantFrom({ marks: '-', before: '' }, { marks: '-', before: '-----' }), weight: 1 },
  {
    arbitrary: fc.record({
      marks: fc.constantFrom('+', '-', '-', '-+', '--+', '---+', '?', '?+', '?-', '-?+'),
      before: fc.constantFrom('', '', '', '-', '-+-', '----', '------', '----------', null),
    }),
    weight: 2,
  },
)
const agentOf = fc.record({
  tests: fc.oneof<fc.MaybeWeightedArbitrary<Test[]>[]>(
    { arbitrary: fc.array(testOf, { minLength: 1, maxLength: 30 }), weight: 6 },
    { arbitrary: fc.array(fc.constant({ marks: '-', before: '' }), { minLength: 9 }), weight: 1 },
  ),
  runs: fc.constantFrom(0, 1, 3, 10, 10, 10),
})
type Agent = typeof agentOf extends fc.Arbitrary<infer T> ? T : never

const setting = fc.record(
  {
    mode: fc.constantFrom('gate', 'report', 'gate-if-worse', 'gate-if-worse'),
    retries: fc.integer({ min: 0, max: 5 }),
    timeoutSeconds: fc.constantFrom(3, 30, 1800, 1800, 1800, 1800),
    cancelledAt: fc.constantFrom(2, 8, 15, 9999, 9999, 9999),
  },
  { requiredKeys: ['mode', 'retries', 'timeoutSeconds'] },
) satisfies fc.Arbitrary<Setting>

async function runJob(agents: readonly Agent[], job: Setting, name: string): Promise<GateOutcome> {
  const scripts = agents.map(({ tests, runs }, index) => {
    const named = tests.map((each, number) => ({ ...each, name: `test ${number}` }))
    const known = named.filter(({ before }) => before !== null)
    const failures: Suite = Object.fromEntries(known.map(({ name, before }) => [name, before ?? '']))
    const history = earlierRuns(runs, Object.keys(failures), failures)
    const now = Object.fromEntries(named.map(({ name, marks }) => [name, marks]))
    return [`${name}-${index}`, suite(now, { history })] as const
  })
  return runAgents(Object.fromEntries(scripts), job)
}

const textOf = (outcome: GateOutcome, mode: Setting['mode'] = 'gate') =>
  [...resultsJson(outcome, { ...sampleContext, mode })].join('')

let cases = 0
function write(...texts: readonly string[]): string {
  cases += 1
  const path = join(folder, `${cases}`)
  mkdirSync(path)
  for (const [index, text] of texts.entries()) writeFileSync(join(path, `${index}.json`), text)
  return path
}

const rank = ({ verdict }: Pick<GateOutcome, 'verdict'>) =>
  ['passed', 'inconclusive', 'failed'].indexOf(verdict.status)

const job = fc.tuple(fc.array(agentOf, { minLength: 1, maxLength: 2 }), setting)

it('the file of any job is read, merged, and merged again to its verdict', async () => {
  const seen = { passed: 0, failed: 0, inconclusive: 0 }
  const classes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(job, job, async (one, two) => {
      const jobs = [await runJob(...one, 'one'), await runJob(...two, 'two')] as const
      const texts = [textOf(jobs[0], one[1].mode), textOf(jobs[1], two[1].mode)]
      for (const [index, text] of texts.entries()) {
        const { contradictory, outcome } = outcomeOf(JSON.parse(text))
        expect([contradictory, outcome.verdict]).toEqual([false, jobs[index]?.verdict])
        seen[outcome.verdict.status] += 1
        for (const [name, count] of Object.entries(outcome.comparison?.classes ?? {}))
          if (count > 0) classes.add(name)
      }
      const renamed = texts.map((text, index) => text.replaceAll('"run-', `"run-${index}-`))
      const paths = write(...renamed)
      const merged = await mergeParts({ paths: [paths], expected: 2, mode: 'gate' })
      const { abortReason } = merged.outcome
      const problems = abortReason?.kind === 'parts' ? abortReason.problems.map(({ kind }) => kind) : []
      expect(problems).toEqual(jobs.flatMap((each) => (each.abortReason === null ? [] : 'incomplete')))
      expect(rank(merged.outcome)).toBe(Math.max(...jobs.map(rank)))
      const again = textOf(merged.outcome, merged.report.mode)
      const read = outcomeOf(JSON.parse(again))
      expect([read.contradictory, read.outcome.verdict]).toEqual([false, merged.outcome.verdict])
    }),
    { numRuns: 300 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20)
  expect(classes.size).toBe(6)
})

type File = ReturnType<typeof JSON.parse>

const attempt = { taskId: 'x', url: '', reasoning: null, latencyMs: null, costUsd: null }

/** Changes of a failing test, and of what is told of all of them. */
const CHANGES: Readonly<Record<string, (test: File, file: File) => void>> = {
  ...Object.fromEntries(
    ['passed', 'flaky', 'unanswered', 'not-run', 'pending'].map((status) => [
      `status ${status}`,
      (test: File) => Object.assign(test, { status }),
    ]),
  ),
  ...Object.fromEntries(
    ['known-failure', 'new', 'flaky', 'unreliable', 'undetermined'].map((name) => [
      `class ${name}`,
      (test: File, file: File) => {
        if (test.baseline === null) return
        if (file.comparison !== null) {
          file.comparison.classes[test.baseline.class] -= 1
          file.comparison.classes[name] += 1
        }
        test.baseline.class = name
      },
    ]),
  ),
  'no class': (test) => Object.assign(test, { baseline: null }),
  'one more attempt, which passed': (test) => {
    test.attempts = [...test.attempts, { ...attempt, status: 'passed' }]
  },
  'flaky without an attempt that passed': (test) => {
    test.status = 'flaky'
    test.attempts = [
      { ...attempt, status: 'failed' },
      { ...attempt, status: 'unanswered' },
    ]
  },
  'more failures in its history': ({ baseline }) => {
    if (baseline !== null) baseline.failures = baseline.runs
  },
  'no history': ({ baseline }) => {
    if (baseline !== null) Object.assign(baseline, { failures: 0, runs: 0 })
  },
  'counts without failures': (_test, file) => {
    for (const { run } of file.agents)
      if (run?.counts) Object.assign(run.counts, { passed: run.counts.total, failed: 0 })
  },
  'totals without failures': (_test, { totals }) =>
    Object.assign(totals, { passed: totals.total, failed: 0 }),
  'no classes that block': (_test, { comparison }) => {
    if (comparison !== null) Object.assign(comparison.classes, { broken: 0, undetermined: 0 })
  },
  'a count of failures that does not block': (_test, { comparison }) => {
    if (comparison !== null) comparison.failureCount.blocks = false
  },
}

it('a change of a failing test, or of what sums it up, never turns a failed verdict into passed', async () => {
  const changed = new Map(Object.keys(CHANGES).map((name) => [name, 0]))
  await fc.assert(
    fc.asyncProperty(job, async ([agents, setting]) => {
      const outcome = await runJob(agents, setting, 'one')
      if (outcome.verdict.status !== 'failed') return
      const text = textOf(outcome, setting.mode)
      for (const [name, change] of Object.entries(CHANGES)) {
        const file = JSON.parse(text)
        const tests: File[] = file.agents.flatMap(({ run }: File) => run?.tests ?? [])
        const failing = tests.filter(({ status }) => status === 'failed')
        const test = failing.find(({ baseline }) => baseline?.class === 'broken') ?? failing[0]
        if (test !== undefined) change(test, file)
        if (JSON.stringify(file) !== JSON.stringify(JSON.parse(text)))
          changed.set(name, (changed.get(name) ?? 0) + 1)
        file.verdict = 'passed'
        for (const agent of file.agents) if (agent.problem === null) agent.outcome = 'passed'
        expect([name, outcomeOf(file).outcome.verdict.status]).not.toEqual([name, 'passed'])
      }
    }),
    { numRuns: 300 },
  )
  expect([...changed].filter(([, count]) => count < 5)).toEqual([])
})
