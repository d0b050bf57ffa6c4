// Composes the action: the gate with its client, clock and log, then everything that is published.
import * as core from '@actions/core'
import { type ClientError, createEvaluationClient, isClientError, systemClock } from './client/index.ts'
import type { BaselineFile } from './gate/baseline.ts'
import type { GateEvent, GatePhase } from './gate/events.ts'
import { type GatePlan, runGate } from './gate/gate.ts'
import type { GateOutcome } from './gate/results.ts'
import type { GateService, Result } from './gate/service.ts'
import { verdictOf } from './gate/verdict.ts'
import { baselineCutOff } from './github/event.ts'
import type { Inputs, ParsedInputs } from './inputs.ts'
import { announce, publish, redactSecrets } from './publish.ts'
import { eventLines } from './report/log-events.ts'
import { redactData } from './report/untrusted-text.ts'
import { readBaselineFiles } from './results-files.ts'
import type { Cancellation } from './runner/cancellation.ts'
import { type EnvironmentVariables, readEnvironment } from './runner/environment.ts'
import { createProxiedFetch } from './runner/fetch.ts'

/** The most requests in flight; the client lowers it while answers slow down. */
const CONCURRENCY = 8

export type Conclusion = 'success' | 'failure'

/** Runs the whole action. A report that cannot be written does not change the conclusion. */
export async function runAction(
  { inputs, warnings }: ParsedInputs & { ok: true },
  env: EnvironmentVariables,
  cancellation: Cancellation,
): Promise<Conclusion> {
  for (const warning of warnings) core.warning(warning)
  const baseline = await readBaselineFiles(inputs.baseline)
  if (!baseline.ok) {
    for (const message of baseline.messages) core.error(message, { title: 'Invalid input' })
    return 'failure'
  }
  const environment = readEnvironment(env)
  const { eventName, payload } = environment
  const cutOff = baselineCutOff(eventName, payload, systemClock.now())
  const context = { inputs, environment, cancelled: cancellation.overdue }
  const announced = announce({ ...context, cancelled: cancellation.requested }).catch(() => undefined)
  const outcome = await runGate(gatePlan(inputs, cutOff, baseline.files), {
    service: evaluationService(inputs),
    clock: systemClock,
    random: Math.random,
    emit: logger(inputs),
    signal: cancellation.requested,
  })
  core.endGroup()
  await announced
  await publish(outcome, context)
  return conclusionOf(inputs, outcome)
}

/** Mode `report` without a key, as on pull requests from forks: says so everywhere, and lets the job succeed. */
export async function publishWithoutKey(
  inputs: Inputs,
  env: EnvironmentVariables,
  cancellation: Cancellation,
): Promise<void> {
  const abortReason = { kind: 'no-key' } as const
  const verdict = verdictOf(inputs.mode, [], abortReason, null)
  const outcome = { verdict, results: [], abortReason, comparison: null, durationMs: 0 }
  await publish(outcome, { inputs, environment: readEnvironment(env), cancelled: cancellation.overdue })
}

function gatePlan(inputs: Inputs, baselineCutOff: number, files: readonly BaselineFile[]): GatePlan {
  const { agents, mode, pollIntervalSeconds, timeoutSeconds, retries } = inputs
  return {
    agentNames: agents,
    mode,
    pollIntervalSeconds,
    timeoutSeconds,
    retries,
    baselineCutOff,
    baselineFiles: inputs.baseline.length === 0 ? null : files,
  }
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

const phaseTitles: Readonly<Record<GatePhase, string>> = {
  select: 'Select agents',
  run: 'Run tests',
  compare: 'Compare with earlier runs',
  retry: 'Retry tests that did not pass',
}

function logger(inputs: Inputs): (event: GateEvent) => void {
  const redact = redactSecrets(inputs)
  return (event) => {
    if (event.type === 'phase') {
      if (event.phase !== 'select') core.endGroup()
      core.startGroup(phaseTitles[event.phase])
    } else for (const line of eventLines(redactData(event, redact), inputs.appUrl)) core.info(line)
  }
}

/** The client's methods, with every error of theirs as a value. */
function evaluationService({ baseUrl, apiKey }: Inputs): GateService {
  const client = createEvaluationClient({
    baseUrl,
    apiKey,
    fetch: createProxiedFetch(process.env),
    concurrency: CONCURRENCY,
    adaptiveConcurrency: true,
  })
  return {
    list: (options) => settled(client.listAgents(options)),
    resolve: (names, options) => settled(client.resolveAgents(names, options)),
    launch: (agentUuid, testUuids, options) =>
      settled(client.runAgentTests(agentUuid, { ...options, testUuids: testUuids ?? undefined })),
    getRun: (taskId, options) => settled(client.getRun(taskId, options)),
    history: (agentUuid, options) => settled(client.listRuns(agentUuid, options)),
  }
}

function settled<T>(answer: Promise<T>): Promise<Result<T>> {
  return answer.then(
    (value) => ({ ok: true, value }),
    (error: unknown): Result<T> => {
      if (isClientError(error)) return { ok: false, error: error satisfies ClientError }
      throw error
    },
  )
}
