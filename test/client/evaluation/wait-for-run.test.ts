import { describe, expect, it } from 'vitest'
import { type WaitOptions, waitForRun } from '../../../src/client/evaluation/runs.ts'
import { HttpError, type TestRun } from '../../../src/client/index.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const line = { method: 'GET', url: 'https://api.test/agent-tests/run/r' }
const busy = new HttpError(line, 503, null, null)
const run = (status: string): TestRun => ({ task_id: 'r', status, error: false, is_public: false })

type GetRun = Parameters<typeof waitForRun>[1]
type Poll = Parameters<GetRun>[0] & { readonly atMs: number }

/** Waits for a run with scripted responses; the last one repeats for ever. */
function waiting(script: readonly (TestRun | Error)[], options: WaitOptions = {}) {
  const clock = createManualClock(0)
  const polls: Poll[] = []
  const getRun: GetRun = async (how) => {
    const answer = script[Math.min(polls.length, script.length - 1)]
    polls.push({ ...how, atMs: clock.now() })
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  }
  const requester = {
    clock,
    random: () => 0,
    callHook: (hook, value) => void hook?.(value),
  } satisfies Parameters<typeof waitForRun>[2]
  const outcome = waitForRun(line, getRun, requester, options)
  return { clock, polls, outcome, times: () => polls.map(({ atMs }) => atMs) }
}

describe('waitForRun', () => {
  it('polls at once, then every five seconds, then reads the run as asked', async () => {
    const { clock, polls, outcome, times } = waiting([run('queued'), run('added later'), run('done')], {
      compact: false,
    })
    expect(await clock.finish(outcome)).toEqual(run('done'))
    expect(times()).toEqual([0, 5000, 10_000, 10_000])
    expect(polls.slice(0, 3)).toMatchObject(
      [0, 1, 2].map(() => ({ compact: true, only_failed: true, maxRetries: 0 })),
    )
    expect(polls[3]).toMatchObject({ compact: false, only_failed: undefined })
    expect(polls[3]).not.toHaveProperty('maxRetries')
  })

  it.each(['done', 'failed', 'cancelled'])('ends at %s', async (status) => {
    const { clock, outcome } = waiting([run(status)])
    expect(await clock.finish(outcome)).toEqual(run(status))
  })

  it('does not read again what the last poll has shown', async () => {
    const { clock, outcome, polls } = waiting([run('done')], { compact: true, only_failed: true })
    await clock.finish(outcome)
    expect(polls).toHaveLength(1)
  })

  it('keeps the interval that it is given, and reports every poll', async () => {
    const seen: string[] = []
    const { clock, outcome, times } = waiting([run('queued'), run('in_progress'), run('done')], {
      intervalMs: 250,
      onPoll: ({ status }) => seen.push(status),
    })
    await clock.finish(outcome)
    expect(times()).toEqual([0, 250, 500, 500])
    expect(seen).toEqual(['queued', 'in_progress', 'done'])
  })

  it('ends after half an hour, saying how the run stood', async () => {
    const { clock, outcome } = waiting([run('in_progress')])
    const settled = expect(outcome).rejects.toMatchObject({
      name: 'TimeoutError',
      message: `GET ${line.url}: the run had not ended within 1800 s (in_progress)`,
    })
    await clock.finish(settled)
    expect(clock.now()).toBe(1_800_000)
  })

  it('cuts its last wait and its requests to the time that is left', async () => {
    const { clock, outcome, polls } = waiting([run('queued')], { timeoutMs: 12_000 })
    await clock.finish(expect(outcome).rejects.toThrow('within 12 s (queued)'))
    expect(polls.map(({ timeoutMs }) => timeoutMs)).toEqual([12_000, 7000, 2000])
    expect(clock.now()).toBe(12_000)
  })
})

describe('a transient error while waiting', () => {
  it('makes the service’s own wish count', async () => {
    const { clock, outcome, times } = waiting([new HttpError(line, 429, null, 42_000), run('done')])
    await clock.finish(outcome)
    expect(times()).toEqual([0, 42_000, 42_000])
  })

  it('is waited out, longer each time, and forgotten after a response', async () => {
    const script = [busy, busy, run('queued'), busy, run('done')]
    const { clock, outcome, times } = waiting(script)
    await clock.finish(outcome)
    expect(times()).toEqual([0, 5000, 15_000, 20_000, 25_000, 25_000])
  })

  it('is thrown when it is the tenth in a row', async () => {
    const { clock, outcome, polls } = waiting([busy])
    await clock.finish(expect(outcome).rejects.toBe(busy))
    expect(polls).toHaveLength(10)
  })

  it('that will not pass is thrown at once', async () => {
    const gone = new HttpError(line, 404, 'Task not found', null)
    const { clock, outcome, polls } = waiting([run('queued'), gone])
    await clock.finish(expect(outcome).rejects.toBe(gone))
    expect(polls).toHaveLength(2)
  })
})

describe('the caller’s signal', () => {
  it('ends the wait between two polls', async () => {
    const stop = new AbortController()
    const { clock, outcome, polls } = waiting([run('queued')], { signal: stop.signal })
    const settled = expect(outcome).rejects.toMatchObject({ name: 'AbortedError', cause: 'enough' })
    await clock.advance(6000)
    stop.abort('enough')
    await settled
    expect(polls).toHaveLength(2)
    expect(polls.every(({ signal }) => signal === stop.signal)).toBe(true)
    expect(clock.asleep).toEqual([])
  })
})
