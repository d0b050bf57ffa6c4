// An evaluation service that follows a script on a manual clock, and keeps a journal of what it was asked.
import {
  AbortedError,
  type CallOptions,
  type LaunchedRun,
  type TestRun,
  TimeoutError,
} from '../../src/client/index.ts'
import type { GateService, Result } from '../../src/gate/service.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import { answer, failure, launched } from './answers.ts'

/** An answer, with the milliseconds that it takes where that is not "at once". */
export type Reply<T> = Result<T> | { readonly afterMs: number; readonly reply: Result<T> }

/** One agent: its uuid is its name in the script, its run is called `run-<uuid>`. */
export interface AgentScript {
  /** `queued` at once where it is not told. */
  readonly launch?: Reply<LaunchedRun>
  /** Answers of the polls, one after the other; the last one stays. */
  readonly polls?: readonly Reply<TestRun>[]
  /** The read of all rows of an ended run; the last poll's answer where it is not told. */
  readonly rows?: Reply<TestRun>
  /** The read of the failing tests' details; the last poll's answer where it is not told. */
  readonly details?: Reply<TestRun>
}

export interface Call {
  readonly agent: string
  readonly what: 'launch' | 'poll' | 'rows' | 'details'
  readonly atMs: number
  readonly timeoutMs: number | undefined
  readonly maxRetries: number | undefined
}

export type ScriptedService = Pick<GateService, 'launch' | 'getRun'> & { readonly calls: readonly Call[] }

/** What the client gives each request at the most. */
const REQUEST_TIMEOUT_MS = 30_000

export function scriptedService(
  agents: Readonly<Record<string, AgentScript>>,
  clock: ManualClock,
): ScriptedService {
  const startedAt = clock.now()
  const calls: Call[] = []

  function note(agent: string, what: Call['what'], { timeoutMs, maxRetries }: CallOptions): void {
    calls.push({ agent, what, atMs: clock.now() - startedAt, timeoutMs, maxRetries })
  }

  return {
    calls,
    async launch(agentUuid, options) {
      note(agentUuid, 'launch', options)
      const launch = await given(agents[agentUuid]?.launch ?? launched, options, clock)
      return launch.ok ? answer({ ...launch.value, task_id: `run-${agentUuid}` }) : launch
    },
    async getRun(taskId, { compact, onlyFailed, ...options }) {
      const agent = taskId.replace(/^run-/, '')
      const what = readOf(compact, onlyFailed)
      note(agent, what, options)
      const polls = calls.filter((call) => call.agent === agent && call.what === 'poll').length
      const read = await given(replyTo(agents[agent] ?? {}, what, polls), options, clock)
      return read.ok ? answer({ ...read.value, task_id: taskId }) : read
    },
  }
}

function readOf(compact: boolean | undefined, onlyFailed: boolean | undefined): 'poll' | 'rows' | 'details' {
  if (compact) return onlyFailed ? 'poll' : 'rows'
  if (onlyFailed) return 'details'
  throw new Error('nobody reads the passed tests with all that belongs to them')
}

function replyTo(script: AgentScript, what: 'poll' | 'rows' | 'details', polls: number): Reply<TestRun> {
  const poll = script.polls?.[polls - 1] ?? script.polls?.at(-1) ?? answer({ task_id: '', status: 'queued' })
  return what === 'poll' ? poll : (script[what] ?? poll)
}

/** Keeps the client's promises: an aborted call and one that takes too long end in errors of their own. */
async function given<T>(reply: Reply<T>, options: CallOptions, clock: ManualClock): Promise<Result<T>> {
  const { signal, timeoutMs = Number.POSITIVE_INFINITY } = options
  const request = { method: 'GET', url: 'https://service.test/path' }
  if (signal?.aborted) return failure(new AbortedError(request, false, signal.reason))
  if ('ok' in reply) return reply
  const limitMs = Math.min(timeoutMs, REQUEST_TIMEOUT_MS)
  await clock.sleep(Math.min(reply.afterMs, limitMs), signal)
  if (signal?.aborted) return failure(new AbortedError(request, true, signal.reason))
  if (reply.afterMs <= limitMs) return reply.reply
  return failure(new TimeoutError(request, { timeoutMs: limitMs, maybeReceived: true }))
}
