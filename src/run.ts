// Runs the gate as the inputs say, with the client of the service and the clock. Action and command line share it.
import { createEvaluationClient, isClientError, systemClock } from './client/index.ts'
import { type GatePlan, runGate } from './gate/gate.ts'
import type { BaselineFile } from './gate/history.ts'
import type { GateOutcome } from './gate/results.ts'
import type { Effects, GateService, Result } from './gate/service.ts'
import type { Inputs } from './inputs.ts'
import { createProxiedFetch } from './runner/fetch.ts'

/** The most requests in flight; the client lowers it while responses slow down. */
const CONCURRENCY = 8

/** `files`: what `inputs.baseline` stands for. `cutOff`: earlier runs from then on are no baseline; milliseconds since 1970. */
export interface Earlier extends Pick<GatePlan, 'trends'> {
  readonly files: readonly BaselineFile[]
  readonly cutOff: number
}

export function runTests(
  inputs: Inputs,
  { files, cutOff, trends }: Earlier,
  { emit, signal }: Pick<Effects, 'emit' | 'signal'>,
): Promise<GateOutcome> {
  // Without the key, which the gate does not need.
  const { agents, control, mode, pollIntervalSeconds, timeoutSeconds, retries, maxTests, details, baseline } =
    inputs
  const plan = {
    agentNames: agents,
    controlNames: control,
    mode,
    pollIntervalSeconds,
    timeoutSeconds,
    retries,
    maxTests,
    details,
    baselineCutOff: cutOff,
    baselineFiles: baseline.length === 0 ? null : files,
    trends,
  }
  const service = evaluationService(inputs)
  return runGate(plan, { service, clock: systemClock, random: Math.random, emit, signal })
}

/** A warning if no file of the input `baseline` contains any of the tested agents; a few may be new. */
export function baselineWarnings(
  { baseline }: Pick<Inputs, 'baseline'>,
  { earlierRuns, comparison }: GateOutcome,
): string[] {
  const isNothing = comparison !== null && earlierRuns.length > 0
  if (baseline.length === 0 || !isNothing || earlierRuns.some(({ runs }) => runs.length > 0)) return []
  return [
    'Input "baseline": its files contain none of the tested agents, so nothing was compared. Give the file of a job that tested them, unless all of them are new.',
  ]
}

/** The client's methods, with every error of theirs as a value. */
export function evaluationService({ baseUrl, apiKey }: Pick<Inputs, 'baseUrl' | 'apiKey'>): GateService {
  const client = createEvaluationClient({
    baseUrl,
    apiKey,
    fetch: createProxiedFetch(process.env),
    concurrency: CONCURRENCY,
    adaptiveConcurrency: true,
  })
  return {
    list: (options) => asResult(client.listAgents(options)),
    resolve: (names, options) => asResult(client.resolveAgents(names, options)),
    launch: (agentUuid, testUuids, options) =>
      asResult(client.runAgentTests(agentUuid, { ...options, test_uuids: testUuids ?? undefined })),
    getRun: (taskId, options) => asResult(client.getRun(taskId, options)),
    history: (agentUuid, options) =>
      asResult(
        client
          .listRuns(agentUuid, options)
          .withResponse()
          .then(({ data, response }) => ({ ...data, serviceTime: timeOf(response.headers.get('date')) })),
      ),
  }
}

function asResult<T>(answer: Promise<T>): Promise<Result<T>> {
  return answer.then(
    (value) => ({ ok: true, value }),
    (error: unknown): Result<T> => {
      if (isClientError(error)) return { ok: false, error }
      throw error
    },
  )
}

function timeOf(httpDate: string | null): number | null {
  const time = Date.parse(httpDate ?? '')
  return Number.isNaN(time) ? null : time
}
