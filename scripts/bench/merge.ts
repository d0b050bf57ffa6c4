// The merge of the results files of 256 jobs with 100 agents each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { agentResult, verdictOf } from '../../src/gate/verdict.ts'
import { resultsJson } from '../../src/report/results-json.ts'
import { lateRefund, sampleTest } from '../../test/fixtures/sample-conversations.ts'
import { sampleContext, sampleRun } from '../../test/fixtures/sample-outcome.ts'
import { type BundleRun, runBundle } from './bundle.ts'
import type { Subject } from './measure.ts'

export interface MergeMeasurement extends BundleRun {
  readonly testsPerAgent: number
}

const PARTS = 256
const AGENTS = 100

/** One test fails in each part. */
function resultsFile(part: number, testsPerAgent: number): string {
  const results = Array.from({ length: AGENTS }, (_, agent) => {
    const tests = Array.from({ length: testsPerAgent }, (_, index) => {
      const id = `${part}-${agent}-${index}`
      return agent + index === 0
        ? { ...lateRefund, baseline: null }
        : sampleTest(`Answers question ${index}`, { id, uuid: id, latencyMs: 900, cost: 0.001 })
    })
    const ref = { uuid: `agent-${part}-${agent}`, name: `Agent ${part}/${agent}` }
    return agentResult(ref, sampleRun(`run-${part}-${agent}`, tests), null)
  })
  const verdict = verdictOf('report', results, null, null)
  const outcome = { verdict, results, abortReason: null, comparison: null, trends: [], durationMs: 60_000 }
  const context = { ...sampleContext, mode: 'report' as const, title: `Agent tests (${part})` }
  return [...resultsJson(outcome, context)].join('')
}

/** @throws if the merged verdict is not the one that the files have */
export async function measureMerge(testsPerAgent: number, subject: Subject): Promise<MergeMeasurement> {
  console.error(`merging ${PARTS} parts with ${AGENTS} agents and ${testsPerAgent} tests each …`)
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-bench-'))
  try {
    for (let part = 0; part < PARTS; part += 1) {
      mkdirSync(join(folder, `${part}`))
      writeFileSync(join(folder, `${part}`, 'results.json'), resultsFile(part, testsPerAgent))
    }
    const inputs = { path: folder, expect: `${PARTS}` }
    const action = new URL('../../merge/', import.meta.url)
    const run = await runBundle({
      ...subject,
      bundle: join(dirname(subject.bundle), 'merge.js'),
      action,
      inputs,
    })
    const { total, failed } = run.outputs
    if (Number(failed) !== PARTS || Number(total) !== PARTS * AGENTS * testsPerAgent)
      throw new Error(`${PARTS} tests fail, the bundle says ${failed} of ${total}`)
    return { ...run, testsPerAgent }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
