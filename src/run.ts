// What action and command line share: reads the files of inputs, runs the gate as the inputs say, and makes its outcome results.
import { randomUUID } from 'node:crypto'
import { placeOf } from './change/files.ts'
import { systemClock } from './client/core/clock.ts'
import { evaluationService } from './evaluation-service.ts'
import { type GateOutcome, type JobContext, runGate } from './gate/gate.ts'
import type { GatePlan } from './gate/model.ts'
import { withoutConversation, withoutText } from './gate/runs/conversations.ts'
import { type Effects, withoutReason } from './gate/service.ts'
import { type Inputs, inputErrors } from './inputs/inputs.ts'
import { type Override, readOverrides } from './inputs/override.ts'
import { type Terms, termsOfJobs, workspaceReader } from './inputs/workspace.ts'
import { runsLink } from './results/links.ts'
import type { InputIssue, Results, ResultsAgent } from './schema.ts'
import type { TestsInput } from './test-files/input.ts'

type ReadFiles =
  | { readonly override: readonly Override[]; readonly tests: Extract<TestsInput, { ok: true }> }
  | { readonly errors: readonly InputIssue[] }

/** The files that the inputs `override` and `tests` name. */
export async function readFiles(inputs: Inputs, workspace: string, terms = termsOfJobs): Promise<ReadFiles> {
  const override = readOverrides(inputs.override, {
    readFile: workspaceReader(workspace, terms),
    inRepository: (file) => placeOf(file, workspace).path,
  })
  const tests = await readTestFiles(inputs, workspace, terms)
  if ('value' in override && tests.ok) return { override: override.value, tests }
  const ofOverride = 'error' in override ? inputErrors('override', override) : []
  return { errors: [...ofOverride, ...(tests.ok ? [] : tests.errors)] }
}

/** Its code is loaded only where the input is set. */
async function readTestFiles(
  { tests, agents, details }: Pick<Inputs, 'tests' | 'agents' | 'details'>,
  workspace: string,
  terms: Terms,
): Promise<TestsInput> {
  if (tests === '') return { ok: true, files: [], repositoryIn: null, planWith: () => null }
  const { readTestsInput } = await import('./test-files/input.ts')
  return readTestsInput(tests, agents, workspace, { terms, hidesTexts: details === 'none' })
}

/**
 * @param cutOffs since when earlier runs may hold the change
 * @param tests what agents run in place of their linked tests
 */
export function runTests(
  inputs: Omit<Inputs, 'override'> & Pick<GatePlan, 'override'>,
  cutOffs: GatePlan['cutOffs'],
  tests: GatePlan['tests'],
  { emit, signal, unresolvedMs }: Pick<Effects, 'emit' | 'signal'> & Pick<GatePlan, 'unresolvedMs'>,
): Promise<GateOutcome> {
  const { apiKey, githubToken, ...withoutSecrets } = inputs
  const plan: GatePlan = {
    ...withoutSecrets,
    runUrl: (taskId) => runsLink(inputs.appUrl, taskId),
    tests,
    unresolvedMs,
    cutOffs,
  }
  const service = evaluationService(inputs)
  return runGate(plan, { service, clock: systemClock, random: Math.random, newId: randomUUID, emit, signal })
}

/** @param details `none`: no text of a conversation, and none that may quote one. Names, verdicts, causes of errors and links stay. */
export function toResults(outcome: GateOutcome, job: JobContext, details: Inputs['details']): Results {
  const { version, ...found } = outcome
  // In the order of the file.
  const whole = { version, ...job, ...found }
  if (details !== 'none') return whole
  const { decision } = outcome
  const { endedEarly: ended } = decision
  const endedEarly =
    ended?.kind === 'tests-not-made' ? { ...ended, error: withoutReason(ended.error) } : ended
  const tests = decision.changes?.tests.map((test) => ({ ...test, edits: test.edits.map(withoutText) }))
  const changes = decision.changes && { ...decision.changes, tests: tests ?? [] }
  return {
    ...whole,
    conversationsLeftOut: false,
    decision: { ...decision, changes, endedEarly },
    agents: outcome.agents.map(withoutConversations),
  }
}

function withoutConversations({ run, ...agent }: ResultsAgent): ResultsAgent {
  const tests = (run?.tests ?? []).map((test) => ({
    ...withoutConversation(test),
    error: test.error && { ...test.error, message: '' },
  }))
  return { ...agent, run: run && { ...run, tests } }
}
