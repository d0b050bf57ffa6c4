// Selection, runs and verdict against the real service: the gate with its client, its clock, and the log attached.
import * as core from '@actions/core'
import {
  type ClientError,
  createEvaluationClient,
  type EvaluationClient,
  isClientError,
  retryDelayMs,
  systemClock,
} from './client/index.ts'
import { compareWithHistory } from './gate/compare-with-history.ts'
import { comparisonOf } from './gate/comparison.ts'
import type { Comparison, GateOutcome } from './gate/results.ts'
import { type GateRun, runGate } from './gate/run-gate.ts'
import { type Selection, selectAgents } from './gate/select-agents.ts'
import type { GateService, Result } from './gate/service.ts'
import { verdictOf } from './gate/verdict.ts'
import type { Inputs } from './inputs.ts'
import { comparisonLines, eventLines, selectionLine } from './report/log.ts'
import { createProxiedFetch } from './runner/fetch.ts'

/** Requests in flight at once, over all agents: each costs the service a fifth of a second of work. */
const CONCURRENCY = 8
const BACKOFF_CAP_MS = 60_000
/** For one page of one agent's run history, with its repeats. */
const HISTORY_MS = 20_000

/** @param cancelled aborted when the job is cancelled, with the signal's name as its reason */
export async function evaluationGate(inputs: Inputs, cancelled: AbortSignal): Promise<GateOutcome> {
  const startedAt = systemClock.now()
  const service = gateService(
    createEvaluationClient({
      baseUrl: inputs.baseUrl,
      apiKey: inputs.apiKey,
      fetch: createProxiedFetch(process.env),
      concurrency: CONCURRENCY,
    }),
  )
  const selection = await core.group('Select agents', () => select(inputs, service, cancelled))
  const { results, abortReason } = selection.ok
    ? await core.group('Run tests', () => run(selection, inputs, service, cancelled))
    : { results: [], abortReason: selection.abortReason }
  const comparison =
    inputs.mode === 'gate-if-worse' ? await compare({ results, abortReason }, service, cancelled) : null
  const verdict = verdictOf(results, abortReason, comparison)
  return { verdict, results, abortReason, comparison, durationMs: systemClock.now() - startedAt }
}

async function select(inputs: Inputs, service: GateService, signal: AbortSignal): Promise<Selection> {
  const selection = await selectAgents(inputs.agents, service, {
    signal,
    timeoutMs: inputs.timeoutSeconds * 1000,
  })
  if (selection.ok) core.info(selectionLine(selection.agents))
  if (!selection.ok && signal.aborted)
    return { ok: false, abortReason: { kind: 'signal', signal: String(signal.reason) } }
  return selection
}

function run(selection: Selection & { ok: true }, inputs: Inputs, service: GateService, signal: AbortSignal) {
  const { agents, named } = selection
  const { pollIntervalSeconds, timeoutSeconds } = inputs
  return runGate(
    { agents, named, pollIntervalSeconds, timeoutSeconds },
    {
      service,
      clock: systemClock,
      backoffMs: (repeat, firstMs, retryAfterMs) =>
        retryDelayMs(
          repeat,
          { firstMs, capMs: Math.max(BACKOFF_CAP_MS, firstMs) },
          retryAfterMs,
          Math.random(),
        ),
      emit: (event) => {
        for (const line of eventLines(event, inputs.appUrl)) core.info(line)
      },
      signal,
    },
  )
}

/** Nothing is read where all ended before its time: the verdict is out of reach already. */
async function compare(
  { results, abortReason }: GateRun,
  service: GateService,
  signal: AbortSignal,
): Promise<Comparison> {
  if (abortReason !== null) return comparisonOf({ compared: [], withoutHistory: [], unreadable: [] })
  return core.group('Compare with earlier runs', async () => {
    const comparison = await compareWithHistory(results, service, { signal, timeoutMs: HISTORY_MS })
    for (const line of comparisonLines(comparison)) core.info(line)
    return comparison
  })
}

/** The client's methods, with every error of theirs as a plain value. */
function gateService(client: EvaluationClient): GateService {
  return {
    list: (options) => settled(client.listAgents(options)),
    resolve: (names, options) => settled(client.resolveAgents(names, options)),
    launch: (agentUuid, options) => settled(client.runAgentTests(agentUuid, options)),
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
