// What a job found beside its single tests: what blocked them together, and what ended it early.
import type { GateOutcome, Outcome } from '../../gate/results.ts'
import type { Decision, Results, ResultsAgent } from '../schema.ts'
import { jobProblem } from './problems.ts'

export function decisionOf(
  { comparison, abortReason, results }: GateOutcome,
  mode: Results['mode'],
): Decision {
  const started = results.some(({ run }) => run !== null)
  const hasControl = results.some(({ control }) => control !== undefined)
  return {
    part: null,
    compares: mode !== 'gate-if-worse' ? 'nothing' : hasControl ? 'control' : 'history',
    compared: comparison?.compared ?? null,
    count: comparison?.count ?? null,
    group: comparison?.group ?? null,
    endedEarly: abortReason && jobProblem(abortReason, started),
  }
}

/** What an agent means for the verdict, and how many failing tests of it the service counted, but did not list. */
export function agentGroupOf(
  outcome: Outcome,
  run: ResultsAgent['run'],
  compares: boolean,
): Pick<ResultsAgent, 'group' | 'unlisted'> {
  const tests = run?.tests ?? []
  const listed = tests.filter(({ status }) => status === 'failed').length
  const unlisted = Math.max(0, (run?.counts?.failed ?? 0) - listed)
  const has = (...groups: readonly string[]) => tests.some(({ group }) => groups.includes(group))
  if (has('broken', 'failed') || (unlisted > 0 && !compares)) return { group: 'blocks', unlisted }
  if (outcome === 'failed')
    return { group: has('undetermined') || unlisted > 0 ? 'inconclusive' : 'does-not-block', unlisted }
  return { group: outcome, unlisted }
}
