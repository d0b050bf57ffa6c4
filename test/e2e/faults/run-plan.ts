// Runs the bundle under a fault plan, behind the fault proxy, and collects everything that the oracle needs.
import { setTimeout as wait } from 'node:timers/promises'
import { type Simulator, startSimulator } from '../../../simulator/src/index.ts'
import { startGitHub } from '../../support/github/github.ts'
import { type RunningStep, type StepResult, startStep } from '../../support/runner/run-step.ts'
import { BROKEN } from '../flaky-agent.ts'
import { APP_URL, callService, PULL_REQUEST, pathOf, pullRequestEvent } from '../harness.ts'
import type { FaultPlan, PlannedEdit } from './fault-plan.ts'
import {
  type FaultProxy,
  ownAddress,
  type ProxyJournalEntry,
  type ProxyRequest,
  startFaultProxy,
} from './fault-proxy.ts'
import type { UpstreamResponse } from './upstream.ts'

export interface StartedRun {
  readonly taskId: string
  /** Which of the agent's launches started it, from 1. */
  readonly launch: number
  /** How many tests were named; null for all linked ones. */
  readonly named: number | null
  /** Whether the edit of the plan came before it. */
  readonly isAfterEdit: boolean
}

export interface PlanResult {
  readonly step: StepResult
  readonly journal: readonly ProxyJournalEntry[]
  /** The runs that the service started, by agent id. */
  readonly started: ReadonlyMap<string, readonly StartedRun[]>
  /** The complete answers that the client received about a run, by task id. */
  readonly answers: ReadonlyMap<string, readonly string[]>
  /** Complete answers to launches. */
  readonly launchAnswers: readonly string[]
  readonly comments: readonly string[]
  /** The process had to be killed. */
  readonly stuck: boolean
}

/** Time after the timeout for the last poll, the details and the comment. */
const GRACE_MS = 180_000

export async function runPlan(plan: FaultPlan): Promise<PlanResult> {
  const { control, slots, listShape, serverVersion, apiKey } = plan
  const agents = control === null ? plan.agents : [...plan.agents, control]
  const simulator = await startSimulator({ agents, concurrency: slots, listShape, serverVersion, apiKey })
  const started = new Map<string, StartedRun[]>()
  const answers = new Map<string, string[]>()
  const launchAnswers: string[] = []
  let [retries, isEdited] = [0, false]
  const firstRequest = Promise.withResolvers<void>()
  const faultProxy = await startFaultProxy({
    upstream: simulator.url,
    host: ownAddress(plan.seed % 65_536),
    rules: [
      async (request) => {
        firstRequest.resolve()
        if (request.kind === 'launch' && request.body.includes('test_uuids')) retries += 1
        if (!isEdited && retries > 0 && retries === plan.edit?.retry) {
          isEdited = true
          await makeEdit(simulator, plan.edit)
        }
        return plan.faultFor(request, subjectOf(request, started))
      },
    ],
    onResponse: (request, response) => noteLaunch(started, request, response, isEdited),
    onReceived(request, body) {
      if (request.kind === 'launch') launchAnswers.push(body)
      if (request.kind === 'poll' || request.kind === 'details') add(answers, taskIdOf(request), body)
    },
  })
  const github = plan.onPullRequest ? await startGitHub() : null
  const ended = new AbortController()
  const outages = plan.outages.map((outage) =>
    closePort(faultProxy, outage, { begun: firstRequest.promise, ended: ended.signal }),
  )
  try {
    const running = startStep({
      eventName: github === null ? 'push' : 'pull_request',
      event: pullRequestEvent,
      with: inputsOf(plan, faultProxy.url),
      ...(github === null
        ? {}
        : {
            githubToken: github.token,
            env: { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl },
          }),
    })
    const { step, stuck } = await endOf(running, plan.timeoutSeconds * 1000 + GRACE_MS)
    const comments = github?.comments(PULL_REQUEST).map(({ body }) => body) ?? []
    return { step, stuck, journal: faultProxy.journal, started, answers, launchAnswers, comments }
  } finally {
    ended.abort()
    firstRequest.resolve()
    await Promise.all(outages)
    faultProxy.close()
    await simulator.close()
    await github?.close()
  }
}

function inputsOf(plan: FaultPlan, baseUrl: string): Record<string, string> {
  return {
    'api-key': plan.apiKey,
    'base-url': baseUrl,
    'app-url': APP_URL,
    agents: plan.named ? plan.agents.map(({ name }) => name).join('\n') : '',
    control: plan.control?.name ?? '',
    mode: plan.mode,
    // Beside a control, it would be an error.
    retries: plan.control === null ? String(plan.retries) : '',
    'poll-interval': '1',
    timeout: String(plan.timeoutSeconds),
  }
}

async function endOf(running: RunningStep, timeoutMs: number): Promise<{ step: StepResult; stuck: boolean }> {
  let stuck = false
  const timer = setTimeout(() => {
    stuck = true
    running.kill('SIGKILL')
  }, timeoutMs)
  const step = await running.result
  clearTimeout(timer)
  return { step, stuck }
}

/** Id of the agent that a request is about, or empty. */
function subjectOf(request: ProxyRequest, started: PlanResult['started']): string {
  const [, agent] = /^\/agent-tests\/agent\/([^/]+)/.exec(request.path) ?? []
  if (agent !== undefined) return agent
  const polled = taskIdOf(request)
  return [...started].find(([, runs]) => runs.some(({ taskId }) => taskId === polled))?.[0] ?? ''
}

function taskIdOf({ path }: ProxyRequest): string {
  return path.split('/').at(-1) ?? ''
}

function noteLaunch(
  started: Map<string, StartedRun[]>,
  request: ProxyRequest,
  { status, body }: UpstreamResponse,
  isAfterEdit: boolean,
) {
  if (request.kind !== 'launch' || status !== 200) return
  const agent = subjectOf(request, started)
  const { task_id: taskId } = JSON.parse(body.toString()) as { task_id: string }
  const { test_uuids: uuids } = JSON.parse(request.body) as { readonly test_uuids?: readonly string[] }
  add(started, agent, { taskId, launch: request.nth, named: uuids?.length ?? null, isAfterEdit })
}

async function makeEdit(simulator: Simulator, { what }: PlannedEdit): Promise<void> {
  if (what !== 'test')
    return simulator.editEvaluator('correctness', what === 'strict evaluator' ? 'strict' : 'lenient')
  const path = await pathOf(simulator, '/tests', BROKEN)
  const config = { history: [{ role: 'user', content: 'Hi!' }], evaluation: { type: 'response' } }
  if (path !== null) await callService(simulator, 'PUT', path, { config })
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}

async function closePort(
  faultProxy: FaultProxy,
  { fromMs, toMs }: FaultPlan['outages'][number],
  { begun, ended }: { begun: Promise<void>; ended: AbortSignal },
): Promise<void> {
  const sleep = (ms: number) => wait(ms, undefined, { signal: ended }).catch(() => undefined)
  if (fromMs > 0) await begun.then(() => sleep(fromMs))
  if (ended.aborted) return
  faultProxy.close()
  await sleep(toMs - fromMs)
  // An overlapping outage may have reopened it.
  if (!ended.aborted) await faultProxy.reopen().catch(() => undefined)
}
