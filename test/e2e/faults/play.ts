// Plays one schedule: the bundle as a process against the simulator behind the front, and all that is known of it afterwards.
import { setTimeout as wait } from 'node:timers/promises'
import { startSimulator } from '../../../simulator/src/index.ts'
import { startGitHub } from '../../support/github/github.ts'
import { type RunningStep, type StepResult, startStep } from '../../support/runner/run-step.ts'
import { APP_URL, PULL_REQUEST, pullRequestEvent } from '../world.ts'
import { type Front, type FrontJournalEntry, type FrontRequest, ownAddress, startFront } from './front.ts'
import type { Schedule } from './schedule.ts'
import type { UpstreamAnswer } from './upstream.ts'

export interface Played {
  readonly step: StepResult
  readonly journal: readonly FrontJournalEntry[]
  /** Ids of the runs that the service really started, by the agent's id. */
  readonly started: ReadonlyMap<string, readonly string[]>
  readonly comments: readonly string[]
  /** The process did not end by itself. */
  readonly stuck: boolean
}

/** Beyond the timeout: the last look at a run, its details, and the comment. */
const PATIENCE_MS = 60_000

export async function play(schedule: Schedule): Promise<Played> {
  const { agents, slots, listShape, apiKey } = schedule
  const simulator = await startSimulator({ agents, concurrency: slots, listShape, apiKey })
  const started = new Map<string, string[]>()
  const firstRequest = Promise.withResolvers<void>()
  const front = await startFront({
    upstream: simulator.url,
    host: ownAddress(schedule.seed % 65_536),
    rules: [
      (request) => {
        firstRequest.resolve()
        return schedule.fateOf(request, subjectOf(request, started))
      },
    ],
    onAnswer: (request, answer) => noteLaunch(started, request, answer),
  })
  const github = schedule.onPullRequest ? await startGitHub() : null
  const ended = new AbortController()
  const outages = schedule.outages.map((outage) =>
    closePort(front, outage, { begun: firstRequest.promise, ended: ended.signal }),
  )
  try {
    const running = startStep({
      eventName: github === null ? 'push' : 'pull_request',
      event: pullRequestEvent,
      with: inputsOf(schedule, front.url),
      ...(github === null
        ? {}
        : {
            githubToken: github.token,
            env: { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl },
          }),
    })
    const { step, stuck } = await endOf(running, schedule.timeoutSeconds * 1000 + PATIENCE_MS)
    const comments = github?.comments(PULL_REQUEST).map(({ body }) => body) ?? []
    return { step, stuck, journal: front.journal, started, comments }
  } finally {
    ended.abort()
    firstRequest.resolve()
    await Promise.all(outages)
    front.shut('at once')
    await simulator.close()
    await github?.close()
  }
}

function inputsOf(schedule: Schedule, baseUrl: string): Record<string, string> {
  return {
    'api-key': schedule.apiKey,
    'base-url': baseUrl,
    'app-url': APP_URL,
    agents: schedule.named ? schedule.agents.map(({ name }) => name).join('\n') : '',
    mode: schedule.mode,
    'poll-interval': '1',
    timeout: String(schedule.timeoutSeconds),
  }
}

async function endOf(running: RunningStep, withinMs: number): Promise<{ step: StepResult; stuck: boolean }> {
  let stuck = false
  const timer = setTimeout(() => {
    stuck = true
    running.kill('SIGKILL')
  }, withinMs)
  const step = await running.result
  clearTimeout(timer)
  return { step, stuck }
}

/** The id of the agent that a request is about, as far as it is about one. */
function subjectOf({ kind, path }: FrontRequest, started: Played['started']): string {
  if (kind === 'launch') return path.split('/').at(-2) ?? ''
  const taskId = path.split('/').at(-1) ?? ''
  return [...started].find(([, taskIds]) => taskIds.includes(taskId))?.[0] ?? ''
}

function noteLaunch(started: Map<string, string[]>, request: FrontRequest, { status, body }: UpstreamAnswer) {
  if (request.kind !== 'launch' || status !== 200) return
  const agent = subjectOf(request, started)
  const { task_id: taskId } = JSON.parse(body.toString()) as { task_id: string }
  started.set(agent, [...(started.get(agent) ?? []), taskId])
}

async function closePort(
  front: Front,
  { fromMs, toMs }: Schedule['outages'][number],
  { begun, ended }: { begun: Promise<void>; ended: AbortSignal },
): Promise<void> {
  const sleep = (ms: number) => wait(ms, undefined, { signal: ended }).catch(() => undefined)
  if (fromMs > 0) await begun.then(() => sleep(fromMs))
  if (ended.aborted) return
  front.shut('at once')
  await sleep(toMs - fromMs)
  // Another outage may have opened it already.
  if (!ended.aborted) await front.open().catch(() => undefined)
}
