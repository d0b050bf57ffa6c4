// What a job found beside its single tests: what blocked them together, and what ended it early.
import type { GateOutcome, Outcome } from '../../gate/model.ts'
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
    sample: comparison?.sample ?? null,
    endedEarly: abortReason && jobProblem(abortReason, started),
  }
}

/** What an agent means for the verdict. */
export function agentGroupOf(outcome: Outcome, run: ResultsAgent['run']): ResultsAgent['group'] {
  const has = (...groups: readonly string[]) =>
    run?.tests.some(({ group }) => groups.includes(group)) === true
  if (has('broken', 'failed')) return 'blocks'
  if (outcome === 'failed') return has('undetermined') ? 'inconclusive' : 'does-not-block'
  return outcome
}
