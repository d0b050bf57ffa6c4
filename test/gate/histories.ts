// Runs of a history, and the run to compare with them, from the few fields that matter.
import type { EarlierRun } from '../../src/client/index.ts'
import { runResult } from '../../src/gate/read-run.ts'
import type { AgentResult } from '../../src/gate/results.ts'
import { row } from './answers.ts'

export const ada = { uuid: 'ada', name: 'Ada' }

/** Names of tests, each with whether it passed. */
export type Verdicts = Readonly<Record<string, boolean | null>>

export function earlierRun(uuid: string, verdicts: Verdicts, fields: Partial<EarlierRun> = {}): EarlierRun {
  const results = Object.entries(verdicts).map(([name, passed]) => ({ name, passed }))
  const having = (verdict: boolean) => results.filter(({ passed }) => passed === verdict).length
  return {
    uuid,
    status: 'done',
    total_tests: results.length,
    passed: having(true),
    failed: having(false),
    results,
    ...fields,
  }
}

/** What became of an agent whose run ended with these verdicts. */
export function resultOf(verdicts: Verdicts, agent = ada): AgentResult & { outcome: 'passed' | 'failed' } {
  const results = Object.entries(verdicts).map(([name, passed]) => row(name, passed))
  const having = (verdict: boolean) => results.filter(({ passed }) => passed === verdict).length
  const counts = { total: results.length, passed: having(true), failed: having(false) }
  const run = runResult(
    { task_id: `run-${agent.uuid}`, status: 'done', results },
    { counts, durationMs: 1000 },
  )
  return { outcome: counts.failed > 0 ? 'failed' : 'passed', agent, run }
}
