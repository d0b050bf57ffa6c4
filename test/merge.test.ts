import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GateOutcome, nothingRan } from '../src/gate/gate.ts'
import { type Merged, type MergePlan, mergeParts } from '../src/merge.ts'
import { plain } from '../src/results/sentence.ts'
import { summarize } from '../src/results/summary.ts'
import type { Results, ResultsTest } from '../src/schema.ts'
import { attempts } from './fixtures/baselines.ts'
import { agentOf, outcome as outcomeOf, resultsOf, run, runUrl, test, uuid } from './fixtures/samples.ts'
import { resultsOfScenario, scenarios } from './fixtures/scenarios.ts'
import { createFolder } from './support/folders.ts'

/** Writes the parts as `download-artifact` does, a folder each, and merges them. */
async function merge(
  parts: Readonly<Record<string, string>>,
  plan: Partial<MergePlan> = {},
): Promise<Results> {
  return (await merged(parts, plan)).results
}

function merged(parts: Readonly<Record<string, string>>, plan: Partial<MergePlan>): Promise<Merged> {
  const files = Object.entries(parts).map(([name, text]) => [`${name}/results.json`, text])
  const folder = createFolder(Object.fromEntries(files))
  const expected = Object.keys(parts)
  const facts = { title: 'Agent tests', headSha: null, pullRequest: null, workflowRunUrl: null }
  return mergeParts({ paths: [folder], expected, mode: 'gate', ...facts, ...plan })
}

/** A job of one agent, with a test per outcome. */
function outcome(agent: string, ...outcomes: readonly ResultsTest['outcome'][]): GateOutcome {
  const tests = outcomes.map((each, index) => {
    const of = test(`Test ${index}`, { outcome: each })
    return each === 'flaky' ? { ...of, attempts: attempts(of, 'failed', 'passed') } : of
  })
  return outcomeOf([agentOf(agent, null, run(agent, { tests }))], 60_000)
}
const textOf = (given: GateOutcome) => JSON.stringify(resultsOf(given))

const passed = textOf(outcome('Ada', 'passed', 'flaky'))
const failed = textOf(outcome('Bob', 'passed', 'failed'))

describe('merged parts', () => {
  it('have the results of all, their sums, and the worst verdict', async () => {
    const merged = await merge({ a: passed, b: failed })
    expect(merged).toMatchObject({
      verdict: 'failed',
      totals: { total: 4, passed: 3, failed: 1, flaky: 1 },
      agentTotals: { passed: 1, failed: 1, inconclusive: 0, skipped: 0 },
      title: 'Agent tests (2 parts)',
      mode: 'gate',
    })
    expect(merged.agents.map(({ name }) => name)).toEqual(['Ada', 'Bob'])
  })

  it('have no more conversations than one job', async () => {
    const saying = (agent: string) => {
      const results = JSON.parse(textOf(outcome(agent, 'failed')))
      results.agents[0].run.tests[0].reply = 'x'.repeat(16_000_000)
      return JSON.stringify(results)
    }
    const both = await merge({ a: saying('Ada'), b: saying('Bob') })
    expect(both.agents.map(({ run }) => run?.tests[0]?.reply?.length)).toEqual([16_000_000, undefined])
    expect(both.conversationsLeftOut).toBe(true)
  })

  it('tell of a test that several parts change once', async () => {
    const changing = (agent: string, ...names: readonly string[]) => {
      const results = JSON.parse(textOf(outcome('Ada', 'passed')))
      const of = { agent, what: 'removed', before: null, file: 'a.yml', line: 1, commit: 'c0ffee', edits: [] }
      const tests = names.map((name) => ({ ...of, name }))
      results.decisions[0].changes = { known: true, isGroup: false, reason: null, tests }
      results.agents[0].run.taskId = agent + names.join()
      return JSON.stringify(results)
    }
    const { decisions } = await merge({
      a: changing('Ada', 'A', 'B'),
      b: changing('Ada', 'B', 'C'),
      c: changing('Bob', 'A'),
    })
    expect(decisions.map(({ changes }) => changes?.tests.map(({ name }) => name))).toEqual([
      ['A', 'B'],
      ['C'],
      ['A'],
    ])
  })

  it('pass if all pass', async () => {
    const merged = await merge({ a: passed, b: textOf(outcome('Bob', 'passed')) }, { expected: 2 })
    expect([merged.verdict, summarize(merged).lines]).toEqual(['passed', []])
  })

  it('tell agents of the same name apart, and link each to its own web application', async () => {
    const run = uuid('run of Ada')
    const other = textOf(outcome('Ada', 'failed')).replaceAll(
      'https://app.example.com',
      'https://other.test/w/1',
    )
    const merged = await merge({ a: passed, b: other.replaceAll(run, 'run-b') })
    expect(merged.agents.map(({ name, run }) => [name, run?.url])).toEqual([
      ['Ada (a)', runUrl(run)],
      ['Ada (b)', 'https://other.test/w/1/tests?tab=runs&runId=run-b'],
    ])
  })

  it('keep what each compared, and merge again', async () => {
    const sample = JSON.stringify(resultsOfScenario('all-details'))
    const merged = await merge({ a: sample, b: sample.replaceAll('"taskId":"', '"taskId":"b-') })
    expect(merged).toMatchObject({
      mode: 'gate',
      decisions: [
        { part: 'a', compared: { tests: 5, before: { passed: 41, total: 50 } } },
        { part: 'b', compared: { tests: 5 } },
      ],
    })
    const again = await merge({ all: JSON.stringify(merged) })
    expect(again).toEqual({ ...merged, title: 'Agent tests (1 part)' })
  })

  it('take from the start of the first to the end of the last', async () => {
    const at = (time: string, text: string) => JSON.stringify({ ...JSON.parse(text), startedAt: time })
    const merged = await merge({
      a: at('2026-11-20T08:05:00Z', passed),
      b: at('2026-11-20T08:00:00Z', failed),
      c: at('tomorrow', textOf(outcome('Eve', 'passed'))),
    })
    expect(merged).toMatchObject({ startedAt: '2026-11-20T08:00:00.000Z', durationMs: 360_000 })
  })
})

describe('merging a single file', () => {
  // Of a thousand agents, it takes seconds to compare them.
  it.each(Object.keys(scenarios).filter((name) => name !== 'thousand-agents'))(
    'changes the title, and what blocks where its job left that to the merge: %s',
    async (name) => {
      const results: Results = JSON.parse(JSON.stringify(resultsOfScenario(name)))
      const merged = await merge({ only: JSON.stringify(results) })
      // The mode is that of the merging job.
      const gated = results.mode === 'report' ? resultsOfScenario(name, { mode: 'gate' }) : results
      expect(merged).toEqual({
        ...JSON.parse(JSON.stringify(gated)),
        title: 'Agent tests (1 part)',
        mode: merged.mode,
      })
    },
  )

  it('keeps what a lost retry has cost, which its tests do not show', async () => {
    const given = outcome('Ada', 'failed', 'passed')
    const text = textOf({ ...given, executedTests: 2, costUsd: 1.5 })
    expect(await merge({ a: text })).toMatchObject({ executedTests: 2, costUsd: 1.5 })
  })
})

describe('parts that cannot be used make the verdict inconclusive, and are named', () => {
  const changed = (text: string, changes: object) => JSON.stringify({ ...JSON.parse(text), ...changes })
  const ofCommit = (headSha: string | null) =>
    changed(textOf(outcome(`Eve ${headSha}`, 'passed')), { headSha })
  const rerunOf = (text: string) => changed(text, { title: 'other', workflowRunUrl: null })
  const old = changed(passed, { version: 1 })
  it.each<[string, Record<string, string>, Partial<MergePlan>, string, RegExp]>([
    ['missing by name', { a: passed }, { expected: ['a', 'b'] }, '1 missing part', /^Part "b" is missing\./],
    [
      'missing by number',
      { a: passed },
      { expected: 3 },
      '2 missing parts',
      /^1 part found \(a\), 3 expected\./,
    ],
    ['nothing at all', {}, { expected: ['a'] }, '1 missing part', /^Part "a" is missing\./],
    [
      'a path without files',
      {},
      { paths: ['no/such/folder/*'], expected: 1 },
      '1 missing part',
      /matches no file\. Check that the job ran and uploaded its results file\.$/,
    ],
    [
      'not expected',
      { a: passed, b: failed },
      { expected: ['a'] },
      '1 unexpected part',
      /^Part "b" is not listed/,
    ],
    [
      'more than expected',
      { a: passed, b: failed },
      { expected: 1 },
      '1 unexpected part',
      /^2 parts found \(.*\), 1 expected\./,
    ],
    ['empty', { a: passed, b: '' }, {}, '1 unreadable part', /^Part "b" is unreadable: .*not JSON/],
    ['cut short', { a: passed, b: failed.slice(0, 500) }, {}, '1 unreadable part', /^Part "b" is unreadable/],
    [
      'no results file',
      { a: passed, b: '{"hello":"world"}' },
      {},
      '1 unreadable part',
      /is not a results file/,
    ],
    ['of another version', { a: passed, b: old }, {}, '1 unreadable part', /results file of version 1/],
    [
      'of another commit',
      { a: passed, b: ofCommit('b2'), c: ofCommit(null) },
      {},
      '1 mismatched part',
      /^Part "b" is of another commit \(b2\) than part "a"/,
    ],
    [
      'of another commit than the event',
      { a: ofCommit('b2') },
      { headSha: 'c3' },
      '1 mismatched part',
      /^Part "a" is of another commit \(b2\) than this job \(c3\)/,
    ],
    [
      'of the same run',
      { a: passed, b: rerunOf(passed) },
      {},
      '1 duplicate part',
      /^Part "b" is a duplicate/,
    ],
    [
      'twice, so that the number is right',
      { a: passed, b: passed },
      { expected: 2 },
      '1 duplicate part',
      /are of the same job/,
    ],
  ])('%s', async (_what, parts, plan, found, detail) => {
    const merged = await merge(parts, plan)
    expect(plain(summarize(merged).headline.facts)).toContain(parts['b'] === failed ? 'failed' : found)
    expect(merged.decisions.at(-1)?.endedEarly).toMatchObject({
      kind: 'parts',
      problems: [{ message: expect.stringMatching(detail) }],
    })
    expect(merged.verdict).toBe(parts['b'] === failed ? 'failed' : 'inconclusive')
    // A wrong input does not make the tests run again.
    const next = plain(summarize(merged).next.flat())
    expect(next.includes('no test has to run again')).toBe(
      /unexpected|duplicate/.test(found) || Object.keys(parts).length === 0,
    )
  })

  it('without a commit, only as a warning', async () => {
    const { results, warnings } = await merged({ a: ofCommit('b2'), b: ofCommit(null) }, { headSha: 'b2' })
    expect(results.verdict).toBe('passed')
    expect(warnings).toEqual([expect.stringMatching(/^Part "b" does not say which commit it tested\./)])
    expect((await merged({ a: ofCommit(null) }, {})).warnings).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('out of reach', async () => {
    const loop = join(createFolder(), 'loop.json')
    symlinkSync(loop, loop)
    const merged = await merge({}, { paths: [loop], expected: 1 })
    expect(merged.verdict).toBe('inconclusive')
    expect(plain(summarize(merged).headline.facts)).toMatch(/1 (unreadable|missing) part/)
  })

  it('ended early', async () => {
    const cancelled = nothingRan('report', { kind: 'cancelled', hasStarted: false }, 0, 0)
    const merged = await merge({ a: passed, b: textOf(cancelled), c: textOf(cancelled) })
    expect(merged.decisions.map(({ part, endedEarly }) => [part, endedEarly?.kind])).toEqual([
      ['a', undefined],
      ['b', 'cancelled'],
      ['c', 'cancelled'],
    ])
    expect(merged.verdict).toBe('inconclusive')
    expect(summarize(merged).above.lines.map(({ text }) => plain(text))).toEqual([
      'The job was cancelled: in part "b", not all agents had a result by then.',
      'The job was cancelled: in part "c", not all agents had a result by then.',
    ])
    expect(plain(summarize(merged).headline.facts)).toContain('the job was cancelled in 2 parts')
  })
})
