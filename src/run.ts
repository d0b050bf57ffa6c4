// Runs the gate as the inputs say, with the client of the service and the clock. Action and command line share it.
import { randomUUID } from 'node:crypto'
import {
  ContractError,
  createEvaluationClient,
  isClientError,
  type ResponsePromise,
  systemClock,
} from './client/index.ts'
import { createRedactor } from './client/redactor.ts'
import type { AcceptedTest } from './gate/accept.ts'
import type { BaselineFile } from './gate/compare/earlier-runs.ts'
import { runGate } from './gate/gate.ts'
import type { AgentResult, GateOutcome } from './gate/model.ts'
import type { Effects, GateService, Result } from './gate/service.ts'
import type { Inputs } from './inputs/inputs.ts'
import { createProxiedFetch } from './runner/fetch.ts'

/** The most requests in flight; the client lowers it while responses slow down. */
const CONCURRENCY = 8

/** `files`: what `inputs.baseline` stands for. `cutOff`: earlier runs from then on are no baseline; milliseconds since 1970, or infinite. */
export interface Earlier {
  readonly files: readonly BaselineFile[]
  readonly cutOff: number
}

export function runTests(
  inputs: Inputs,
  { files, cutOff }: Earlier,
  { emit, signal }: Pick<Effects, 'emit' | 'signal'>,
): Promise<GateOutcome> {
  // Without the key, which the gate does not need.
  const plan = {
    agentNames: inputs.agents,
    controlNames: inputs.control,
    overrides: inputs.override,
    mode: inputs.mode,
    pollIntervalSeconds: inputs.pollIntervalSeconds,
    timeoutSeconds: inputs.timeoutSeconds,
    retries: inputs.retries,
    maxTests: inputs.maxTests,
    accept: inputs.accept,
    details: inputs.details === 'all' ? inputs.details : ('failing' as const),
    baselineCutOff: cutOff,
    baselineFiles: inputs.baseline.length === 0 ? null : files,
  }
  const service = evaluationService(inputs)
  return runGate(plan, { service, clock: systemClock, random: Math.random, newId: randomUUID, emit, signal })
}

export function outcomeWarnings(
  inputs: Pick<Inputs, 'accept' | 'agents' | 'baseline'>,
  outcome: GateOutcome,
): string[] {
  return [...baselineWarnings(inputs, outcome), ...acceptWarnings(inputs, outcome)]
}

/** A warning if no file of the input `baseline` contains any of the tested agents; a few may be new. */
function baselineWarnings(
  { baseline }: Pick<Inputs, 'baseline'>,
  { earlierRuns, comparison }: GateOutcome,
): string[] {
  const isNothing = comparison !== null && earlierRuns.length > 0
  if (baseline.length === 0 || !isNothing || earlierRuns.some(({ runs }) => runs.length > 0)) return []
  return [
    'Input "baseline": its files contain none of the tested agents, so nothing was compared. Give the file of a job that tested them, unless all of them are new.',
  ]
}

/** What to do about lines of the input `accept` that are out of date. */
function acceptWarnings(
  { accept, agents }: Pick<Inputs, 'accept' | 'agents'>,
  { results, abortReason }: GateOutcome,
): string[] {
  if (abortReason !== null) return []
  return accept.flatMap((line) => {
    const result = results.find(({ agent, override }) =>
      [agent.name, override?.original.name].includes(line.agent),
    )
    // The legs of a matrix share their lines.
    if (result === undefined && agents.length > 0 && !line.expired) return []
    const warning = acceptWarning(line, result)
    const text = JSON.stringify(`${line.agent} / ${line.test} until ${line.until}`)
    return warning === null ? [] : [`Input "accept": ${text} ${warning}`]
  })
}

const CORRECT_NAME = 'Remove this line, or correct the name; case and spaces matter.'

function acceptWarning(
  { test: name, expired }: AcceptedTest,
  result: AgentResult | undefined,
): string | null {
  const tests = result?.run?.tests ?? []
  const statuses = tests.filter((test) => test.name === name).map((test) => test.status)
  const status = statuses.find((each) => each !== 'passed') ?? statuses[0]
  if (expired)
    return status === undefined || status === 'passed'
      ? 'has expired. Remove this line.'
      : 'has expired, so the test blocks again. Correct the test or the agent, and remove this line.'
  if (result === undefined) return `matches none of the tested agents. ${CORRECT_NAME}`
  if (status === 'passed') return 'is not needed any more, because the test passed. Remove this line.'
  if (statuses.length > 1)
    return `accepts ${statuses.length} tests of this name. Rename them in the service, so that each has its own.`
  const isComplete = result.outcome === 'passed' || (result.outcome === 'failed' && !result.reason)
  if (status !== undefined || !isComplete) return null
  return `matches no test of this agent. ${CORRECT_NAME}`
}

/** The client's methods, with every error of theirs as a value. */
export function evaluationService({ baseUrl, apiKey }: Pick<Inputs, 'baseUrl' | 'apiKey'>): GateService {
  const secrets = new Set<string>()
  let redactor = createRedactor([apiKey])
  const access = { baseUrl, apiKey, secrets, fetch: createProxiedFetch(process.env) }
  const client = createEvaluationClient({ ...access, concurrency: CONCURRENCY, adaptiveConcurrency: true })
  // A verification takes minutes, in which other requests do not wait.
  const { verifyConnection } = createEvaluationClient(access)
  return {
    list: (options) => asResult(client.listAgents(options)),
    resolve: (names, options) => asResult(client.resolveAgents(names, options)),
    launch: (agentUuid, testUuids, options) =>
      asResult(client.runAgentTests(agentUuid, { ...options, test_uuids: testUuids ?? undefined })),
    getRun: (taskId, options) => asResult(client.getRun(taskId, options)),
    history: (agentUuid, options) => asResult(client.listRuns(agentUuid, options)),
    getAgent: (agentUuid, options) => asResult(fresh(client.getAgent(agentUuid, options))),
    updateAgent: (agentUuid, config, options) => asResult(client.updateAgent(agentUuid, { config }, options)),
    verifyConnection: (agentUuid, options) => asResult(verifyConnection(agentUuid, options)),
    addSecrets(more) {
      for (const secret of more) secrets.add(secret)
      redactor = createRedactor([apiKey, ...secrets])
    },
    redact: (text) => redactor(text),
    listTests: (agentUuid, options) => asResult(client.listAgentTests(agentUuid, options)),
  }
}

/** A response from a cache is an error that passes. */
async function fresh<T>(promise: ResponsePromise<T>): Promise<T> {
  const { data, response } = await promise.withResponse()
  const age = response.headers.get('age') ?? '0'
  if (Number(age) === 0) return data
  const line = { method: 'GET', url: 'the agent' }
  throw new ContractError(line, `a cache answered (Age: ${age})`, { transient: true, issues: [] })
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
