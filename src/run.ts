// Runs the gate as the inputs say, with the client of the service and the clock. Action and command line share it.
import { randomUUID } from 'node:crypto'
import { createRedactor } from './client/core/redactor.ts'
import {
  type CallOptions,
  ContractError,
  createEvaluationClient,
  isClientError,
  type ResponsePromise,
  systemClock,
  type Test,
} from './client/index.ts'
import { type GateOutcome, type GatePlan, type JobContext, runGate } from './gate/gate.ts'
import type { BaselineFile } from './gate/history/baseline.ts'
import { withoutConversation, withoutText } from './gate/runs/conversations.ts'
import type { Effects, GateService, Result } from './gate/service.ts'
import type { InputError, Inputs } from './inputs/inputs.ts'
import { closestName, didYouMean } from './inputs/names.ts'
import type { AcceptedTest } from './inputs/values.ts'
import type { Terms } from './inputs/workspace.ts'
import { runUrlOf } from './results/links.ts'
import { createProxiedFetch } from './runner/fetch.ts'
import type { Decision, Results, ResultsAgent } from './schema.ts'
import type { Changes, TestsInput } from './test-files/input.ts'

/** The most requests in flight; the client lowers it while responses slow down. */
const CONCURRENCY = 8

/**
 * `files`: what `inputs.baseline` stands for. `cutOff`: earlier runs from then on are no baseline; milliseconds since 1970, or
 * infinite; null if it is not known.
 */
interface EarlierJobs {
  readonly files: readonly BaselineFile[]
  readonly cutOff: number | null
}

export const noPullRequest: Changes = {
  reason: 'no-pull-request',
  isGroup: false,
  isHidden: false,
  repositories: [],
}

/** The input `tests`. Its code is loaded only where it is set. */
export async function readTestFiles(
  { tests, agents, details }: Pick<Inputs, 'tests' | 'agents' | 'details'>,
  workspace: string,
  terms?: Terms,
): Promise<TestsInput> {
  if (tests === '') return { ok: true, files: [], repositories: [], planWith: () => null }
  const { readTestsInput } = await import('./test-files/input.ts')
  const read = readTestsInput(tests, agents, workspace, terms)
  if (read.ok || details !== 'none') return read
  // Without the lines of the files below each message, and without numbers, which may be those of a telephone.
  const errors = read.errors.map((error) => {
    const withoutLines = error.message.replace(/\n {2}\d+ \| .*/g, '')
    const number = /(?<=:\d+: )\S+ is read as (?:the|a) number .*/
    return { ...error, message: withoutLines.replace(number, OTHER_NUMBER) }
  })
  return { ok: false, errors }
}

const OTHER_NUMBER =
  'a number is written in another way than JSON does. For a text, put it in quotes; for a number, write it as JSON does.'

/** @param tests what agents run in place of their linked tests */
export function runTests(
  inputs: Inputs,
  { files, cutOff }: EarlierJobs,
  tests: GatePlan['tests'],
  { emit, signal, unresolvedMs }: Pick<Effects, 'emit' | 'signal'> & Pick<GatePlan, 'unresolvedMs'>,
): Promise<GateOutcome> {
  // Without the key, which the gate does not need.
  const plan: GatePlan = {
    appUrl: inputs.appUrl,
    runUrl: runUrlOf(inputs.appUrl),
    agentNames: inputs.agents,
    controlNames: inputs.control,
    overrides: inputs.override,
    skipUnchanged: inputs.skipUnchanged,
    tests,
    mode: inputs.mode,
    pollIntervalSeconds: inputs.pollIntervalSeconds,
    timeoutSeconds: inputs.timeoutSeconds,
    unresolvedMs,
    retries: inputs.retries,
    maxTests: inputs.maxTests,
    accept: inputs.accept,
    details: inputs.details === 'all' ? inputs.details : 'failing',
    baselineCutOff: cutOff,
    baselineFiles: inputs.baseline.length === 0 ? null : files,
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
  const decisions = outcome.decisions.map((decision) => {
    const tests = decision.changes?.tests.map((test) => ({ ...test, edits: test.edits.map(withoutText) }))
    const changes = decision.changes && { ...decision.changes, tests: tests ?? [] }
    return { ...decision, changes, endedEarly: withoutRequest(decision.endedEarly) }
  })
  return {
    ...whole,
    conversationsLeftOut: false,
    decisions,
    agents: outcome.agents.map(withoutConversations),
  }
}

/** What the service says of tests that it does not make may repeat them. */
function withoutRequest(ended: Decision['endedEarly']): Decision['endedEarly'] {
  if (ended?.kind !== 'tests-not-made' || ended.error === null) return ended
  const message = ended.error.message.replace(/(: HTTP \d+)\b.*| \(it starts with .*/s, '$1')
  return { ...ended, error: { ...ended.error, reason: null, message } }
}

function withoutConversations({ run, ...agent }: ResultsAgent): ResultsAgent {
  const tests = (run?.tests ?? []).map((test) => ({
    ...withoutConversation(test),
    error: test.error && { ...test.error, message: '' },
  }))
  return { ...agent, run: run && { ...run, tests } }
}

export function outcomeWarnings(
  inputs: Pick<Inputs, 'accept' | 'agents' | 'baseline' | 'matrix'>,
  outcome: GateOutcome,
): InputError[] {
  return [
    ...baselineWarnings(inputs, outcome).map((message) => ({ input: 'baseline', message })),
    ...acceptWarnings(inputs, outcome).map((message) => ({ input: 'accept', message })),
  ]
}

/** A warning if no file of the input `baseline` contains any of the tested agents; a few may be new. */
function baselineWarnings({ baseline }: Pick<Inputs, 'baseline'>, { agents }: GateOutcome): string[] {
  const read = agents.flatMap((agent) => agent.baseline ?? [])
  const baselines = read.filter(({ problem }) => problem === null)
  if (baseline.length === 0 || baselines.length === 0 || baselines.some(({ runs }) => runs.length > 0))
    return []
  return [
    'its files contain none of the tested agents, so nothing was compared. Give the file of a job that tested them, unless all of them are new.',
  ]
}

/** What to do about lines of the input `accept` that are out of date. */
function acceptWarnings(
  { accept, agents: listed, matrix }: Pick<Inputs, 'accept' | 'agents' | 'matrix'>,
  { agents, decisions }: GateOutcome,
): string[] {
  if (decisions.some(({ endedEarly }) => endedEarly !== null)) return []
  const hasLegs = Object.keys(matrix ?? {}).length > 0
  return accept.flatMap((line) => {
    const namesOf = ({ name, override }: ResultsAgent) => [name, override?.original.name ?? []].flat()
    const agent = agents.find((each) => namesOf(each).includes(line.agent))
    const names = [line.agent, ...(agent === undefined ? [] : namesOf(agent))]
    const isOfTest = (other: AcceptedTest) => names.includes(other.agent) && other.test === line.test
    if (line.expired && accept.some((other) => !other.expired && isOfTest(other))) return []
    if (agent?.problem?.kind === 'unchanged') return []
    // The legs of a matrix share their lines.
    if (agent === undefined && listed.length > 0 && hasLegs && !line.expired) return []
    const warning =
      agent === undefined && !line.expired
        ? `matches none of the tested agents. ${correctName(line.agent, agents.flatMap(namesOf))}`
        : acceptWarning(line, agent)
    const text = JSON.stringify(`${line.agent} / ${line.test} until ${line.until}`)
    return warning === null ? [] : [`${text} ${warning}`]
  })
}

function correctName(name: string, names: readonly string[]): string {
  const close = closestName(name, names)
  const hint = close === null ? '' : `${didYouMean(name, close)} `
  return `${hint}Remove this line, or correct the name; case and spaces matter.`
}

function acceptWarning(
  { test: name, expired }: AcceptedTest,
  agent: ResultsAgent | undefined,
): string | null {
  const tests = agent?.run?.tests ?? []
  const outcomes = tests.filter((test) => test.name === name).map((test) => test.outcome)
  const outcome = outcomes.find((each) => each !== 'passed') ?? outcomes[0]
  if (expired)
    return outcome === undefined || outcome === 'passed'
      ? 'has expired. Remove this line.'
      : 'has expired, so the test blocks again. Correct the test or the agent, and remove this line.'
  if (outcome === 'passed') return 'is not needed any more, because the test passed. Remove this line.'
  if (outcomes.length > 1)
    return `accepts ${outcomes.length} tests of this name. Rename them in the service, so that each has its own.`
  const isComplete = agent?.outcome === 'passed' || (agent?.outcome === 'failed' && agent.problem === null)
  if (outcome !== undefined || !isComplete) return null
  const names = tests.flatMap((test) => test.name ?? [])
  return `matches no test of this agent. ${correctName(name, names)}`
}

/** A gate reads what was asked in its own runs. */
interface TestReader {
  getTest(uuid: string, options: CallOptions): Promise<Result<Test>>
}

/** The client's methods, with every error of theirs as a value. */
export function evaluationService({
  baseUrl,
  apiKey,
}: Pick<Inputs, 'baseUrl' | 'apiKey'>): GateService & TestReader {
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
    listEvaluators: (options) => asResult(client.listEvaluators(options).then(({ items }) => items)),
    findTests: (q, options) => asResult(withTime(client.tests.list({ ...options, q }))),
    createTests: (body, options) => asResult(client.tests.createMany(body, options)),
    getTest: (uuid, options) => asResult(client.tests.get(uuid, options)),
    updateTest: (uuid, body, options) => asResult(client.tests.update(uuid, body, options)),
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

/** With the time of the response, by this machine's clock if it has none. */
async function withTime<T extends object>(promise: ResponsePromise<T>): Promise<T & { readonly at: number }> {
  const { data, response } = await promise.withResponse()
  return { ...data, at: Date.parse(response.headers.get('date') ?? '') || Date.now() }
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
