import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestResult } from '../src/gate/results.ts'
import { verdictOf } from '../src/gate/verdict.ts'
import { type Merged, type MergePlan, mergeParts } from '../src/merge.ts'
import { resultsJson } from '../src/report/results-json.ts'
import { outcomeOfTests as outcome, resultsText as textOf } from './fixtures/results-texts.ts'
import { sampleContext, sampleOutcome } from './fixtures/sample-outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'merge-'))
afterAll(() => rmSync(folder, { recursive: true }))

let cases = 0
/** Writes the parts as `download-artifact` does, a folder each, and merges them. */
function merge(parts: Readonly<Record<string, string>>, plan: Partial<MergePlan> = {}): Promise<Merged> {
  cases += 1
  const root = join(folder, `${cases}`)
  mkdirSync(root)
  for (const [name, text] of Object.entries(parts)) {
    const path = join(root, name, 'results.json')
    mkdirSync(dirname(path))
    writeFileSync(path, text)
  }
  return mergeParts({ paths: [root], expected: Object.keys(parts), mode: 'gate', ...plan })
}

function problemsOf({ outcome: { abortReason } }: Merged): readonly string[] {
  return abortReason?.kind === 'parts' ? abortReason.problems.map(({ kind, part }) => `${kind} ${part}`) : []
}

const passed = textOf(outcome('Ada', 'passed', 'flaky'))
const failed = textOf(outcome('Bob', 'passed', 'failed'))

describe('merged parts', () => {
  it('have the results of all, their sums, and the worst verdict', async () => {
    const merged = await merge({ a: passed, b: failed })
    expect(problemsOf(merged)).toEqual([])
    expect(merged.outcome.verdict).toEqual({
      status: 'failed',
      totals: { total: 4, passed: 3, failed: 1 },
      flaky: 1,
      agents: { passed: 1, failed: 1, inconclusive: 0, skipped: 0 },
    })
    expect(merged.outcome.results.map(({ agent }) => agent.name)).toEqual(['Ada', 'Bob'])
    expect(merged.report).toMatchObject({ title: 'Agent tests (2 parts)', mode: 'gate' })
  })

  it('pass if all pass', async () => {
    const merged = await merge({ a: passed, b: textOf(outcome('Bob', 'passed')) }, { expected: 2 })
    expect(merged.outcome.verdict.status).toBe('passed')
    expect(merged.outcome.abortReason).toBeNull()
  })

  it('tell agents of the same name apart, and link each to its own web application', async () => {
    const other = textOf(outcome('Ada', 'failed'), 'b', 'https://other.test/w/1').replaceAll(
      'run-Ada',
      'run-b',
    )
    const { outcome: merged, report } = await merge({ a: passed, b: other })
    expect(merged.results.map(({ agent }) => agent.name)).toEqual(['Ada (a)', 'Ada (b)'])
    const { agents } = JSON.parse([...resultsJson(merged, { ...sampleContext, ...report })].join(''))
    expect(agents.map(({ run }: { run: { url: string } }) => run.url)).toEqual([
      'https://app.agent-tests.dev/tests?tab=runs&runId=run-Ada',
      'https://other.test/w/1/tests?tab=runs&runId=run-b',
    ])
  })

  it('are compared together in mode gate-if-worse, and merge again', async () => {
    const sample = textOf(sampleOutcome)
    const twice = { a: sample, b: sample.replaceAll('"run-', '"b-') }
    const { outcome: merged, report } = await merge(twice)
    expect(report.mode).toBe('gate-if-worse')
    expect(merged.comparison).toMatchObject({
      comparedTests: 12,
      before: { passed: 102, total: 120 },
      classes: { broken: 2, 'known-failure': 2, flaky: 2, undetermined: 2 },
    })
    expect(merged.comparison?.agents.map(({ agent }) => agent.name)).toContain('Support bot (b)')
    const again = await merge({ all: [...resultsJson(merged, { ...sampleContext, ...report })].join('') })
    expect(problemsOf(again)).toEqual([])
    expect(again.outcome.verdict).toEqual(merged.verdict)
  })

  it('take from the start of the first to the end of the last', async () => {
    const at = (time: string, text: string) => JSON.stringify({ ...JSON.parse(text), startedAt: time })
    const { outcome: merged, report } = await merge({
      a: at('2026-11-20T08:05:00Z', passed),
      b: at('2026-11-20T08:00:00Z', failed),
      c: at('tomorrow', textOf(outcome('Eve', 'passed'))),
    })
    expect([merged.durationMs, report.now]).toEqual([360_000, Date.UTC(2026, 10, 20, 8, 6)])
  })
})

describe('parts that cannot be used make the verdict inconclusive, and are named', () => {
  const changed = (text: string, changes: object) => JSON.stringify({ ...JSON.parse(text), ...changes })
  const ofCommit = (headSha: string | null) =>
    changed(textOf(outcome(`Eve ${headSha}`, 'passed')), { headSha })
  const rerunOf = (text: string) => changed(text, { title: 'other', workflowRunUrl: null })
  const old = passed.replace('"version": 2', '"version": 1')
  it.each<[string, Record<string, string>, Partial<MergePlan>, string[]]>([
    ['missing by name', { a: passed }, { expected: ['a', 'b'] }, ['missing b']],
    ['missing by number', { a: passed }, { expected: 3 }, ['missing null']],
    ['nothing at all', {}, { expected: ['a'] }, ['missing a']],
    ['a path without files', {}, { paths: [join(folder, 'nowhere/*')], expected: 1 }, ['missing null']],
    ['not expected', { a: passed, b: failed }, { expected: ['a'] }, ['unexpected b']],
    ['more than expected', { a: passed, b: failed }, { expected: 1 }, ['unexpected null']],
    ['empty', { a: passed, b: '' }, {}, ['unreadable b']],
    ['cut short', { a: passed, b: failed.slice(0, 500) }, {}, ['unreadable b']],
    ['no results file', { a: passed, b: '{"hello":"world"}' }, {}, ['unreadable b']],
    ['of another version', { a: passed, b: old }, {}, ['unreadable b']],
    ['of another commit', { a: passed, b: ofCommit('b2'), c: ofCommit(null) }, {}, ['mismatched b']],
    ['of the same run', { a: passed, b: rerunOf(passed) }, {}, ['duplicate b']],
    ['the same file twice', { a: passed, b: passed }, {}, ['duplicate b']],
    ['twice, so that the number is right', { a: passed, b: passed }, { expected: 2 }, ['duplicate b']],
  ])('%s', async (_what, parts, plan, problems) => {
    const merged = await merge(parts, plan)
    expect(problemsOf(merged)).toEqual(problems)
    expect(merged.outcome.verdict.status).toBe(
      Object.values(parts).includes(failed) && parts['b'] === failed ? 'failed' : 'inconclusive',
    )
  })

  it.skipIf(process.platform === 'win32')('out of reach', async () => {
    const loop = join(folder, 'loop.json')
    symlinkSync(loop, loop)
    const tooLong = join(folder, 'x'.repeat(300))
    const merged = await merge({}, { paths: [join(folder, 'lo*.json'), loop, tooLong], expected: 2 })
    expect(problemsOf(merged)).toEqual(['unreadable loop', `unreadable ${'x'.repeat(300)}`])
  })

  it('ended early', async () => {
    const abortReason = { kind: 'signal', signal: 'SIGTERM' } as const
    const verdict = verdictOf('report', [], abortReason, null)
    const cancelled = { verdict, results: [], abortReason, comparison: null, trends: [], durationMs: 0 }
    const merged = await merge({ a: passed, b: textOf(cancelled), c: textOf(cancelled) })
    expect(problemsOf(merged)).toEqual(['incomplete b', 'incomplete c'])
    expect(merged.outcome.verdict.status).toBe('inconclusive')
  })
})

it('a merged verdict is never better than that of any part', async () => {
  const order = ['passed', 'inconclusive', 'failed']
  const statuses = fc.array(
    fc.constantFrom<TestResult['status']>('passed', 'flaky', 'failed', 'unanswered', 'not-run', 'pending'),
    { maxLength: 4 },
  )
  const forged = fc.record(
    {
      verdict: fc.constantFrom('passed', 'failed', 'inconclusive'),
      totals: fc.constant({ total: 1, passed: 1, failed: 0, flaky: 0 }),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(statuses, forged), { minLength: 1, maxLength: 4 }), async (parts) => {
      const files = parts.map(([tests, changes], index) => {
        const honest = outcome(`Agent ${index}`, ...tests)
        return { honest, text: JSON.stringify({ ...JSON.parse(textOf(honest)), ...changes }) }
      })
      const merged = await merge(Object.fromEntries(files.map(({ text }, index) => [`p${index}`, text])))
      const rank = order.indexOf(merged.outcome.verdict.status)
      for (const { honest, text } of files) {
        expect(rank).toBeGreaterThanOrEqual(order.indexOf(honest.verdict.status))
        expect(rank).toBeGreaterThanOrEqual(order.indexOf(JSON.parse(text).verdict))
      }
    }),
    { numRuns: 50 },
  )
})
