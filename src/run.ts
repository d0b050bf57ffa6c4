// Runs the gate as the inputs say, with the client of the service and the clock. Action and command line share it.
import { createEvaluationClient, isClientError, systemClock } from './client/index.ts'
import type { BaselineFile } from './gate/baseline.ts'
import { type GateEffects, type GatePlan, runGate } from './gate/gate.ts'
import type { GateOutcome } from './gate/results.ts'
import type { GateService, Result } from './gate/service.ts'
import type { Inputs } from './inputs.ts'
import { createProxiedRequest } from './runner/fetch.ts'

/** The most requests in flight; the client lowers it while responses slow down. */
const CONCURRENCY = 8

/** `files`: what `inputs.baseline` stands for. `cutOff`: earlier runs from then on are no baseline; milliseconds since 1970. */
export interface EarlierRuns extends Pick<GatePlan, 'trends'> {
  readonly files: readonly BaselineFile[]
  readonly cutOff: number
}

/** Never rejects. */
export function runInputs(
  inputs: Inputs,
  { files, cutOff, trends }: EarlierRuns,
  { emit, signal }: Pick<GateEffects, 'emit' | 'signal'>,
): Promise<GateOutcome> {
  const { agents, mode, pollIntervalSeconds, timeoutSeconds, retries, maxTests, details } = inputs
  const plan = {
    agentNames: agents,
    mode,
    pollIntervalSeconds,
    timeoutSeconds,
    retries,
    maxTests,
    details,
    baselineCutOff: cutOff,
    baselineFiles: inputs.baseline.length === 0 ? null : files,
    trends,
  }
  const service = evaluationService(inputs)
  return runGate(plan, { service, clock: systemClock, random: Math.random, emit, signal })
}

/** A warning if no file of the input `baseline` contains any of the tested agents; a few may be new. */
export function baselineWarnings(
  { baseline }: Pick<Inputs, 'baseline'>,
  { comparison }: GateOutcome,
): string[] {
  const agents = comparison?.agents ?? []
  if (
    baseline.length === 0 ||
    agents.length === 0 ||
    agents.some(({ runs, error }) => runs.length > 0 || error !== null)
  )
    return []
  return [
    'Input "baseline": its files contain none of the tested agents, so nothing was compared. Give the file of a job that tested them, unless all of them are new.',
  ]
}

/** The client's methods, with every error of theirs as a value. */
function evaluationService({ baseUrl, apiKey }: Inputs): GateService {
  const client = createEvaluationClient({
    baseUrl,
    apiKey,
    fetch: createProxiedRequest(process.env),
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
      if (isClientError(error)) return { ok: false, error }
      throw error
    },
  )
}
