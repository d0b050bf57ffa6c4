// The composition root: walks from the inputs over the gate and its reports to the conclusion of the step.
import * as core from '@actions/core'
import { evaluationGate } from './evaluation-gate.ts'
import type { GateOutcome } from './gate/results.ts'
import type { Inputs, ParsedInputs } from './inputs.ts'
import { publish } from './publish.ts'
import type { Cancellation } from './runner/cancellation.ts'
import { type EnvironmentVariables, readEnvironment } from './runner/environment.ts'

/** What the step ends with. */
export type Conclusion = 'success' | 'failure'

/** Runs the whole action. The verdict decides the conclusion in gate mode; a report that cannot be written does not. */
export async function runAction(
  { inputs, warnings }: ParsedInputs & { ok: true },
  env: EnvironmentVariables,
  cancellation: Cancellation,
): Promise<Conclusion> {
  for (const warning of warnings) core.warning(warning)
  const outcome = await evaluationGate(inputs, cancellation.requested)
  await publish(outcome, { inputs, environment: readEnvironment(env), cancelled: cancellation.overdue })
  return conclusionOf(inputs, outcome)
}

function conclusionOf({ mode }: Inputs, { verdict }: GateOutcome): Conclusion {
  switch (mode) {
    case 'gate':
    case 'gate-if-worse':
      return verdict.status === 'passed' ? 'success' : 'failure'
    case 'report':
      return 'success'
    default:
      return mode satisfies never
  }
}
