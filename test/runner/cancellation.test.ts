import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchSignals } from '../../src/runner/cancellation.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process that a test sends signals to. */
function runner() {
  const signals = new EventEmitter()
  const exitCodes: unknown[] = []
  const exit = (code?: unknown): never => {
    exitCodes.push(code)
    throw new Error('the process has ended')
  }
  const runner = Object.assign(Object.create(process), { on: signals.on.bind(signals), exit })
  return {
    cancellation: watchSignals(runner),
    send: (signal: string) => signals.emit(signal),
    exitCodes,
  }
}

describe.each(['SIGINT', 'SIGTERM'])('%s', (signal) => {
  test('requests the end, with its name as the reason, and 7 s later abandons what is still being written', () => {
    const { cancellation, send, exitCodes } = runner()
    const aborted = () => [cancellation.requested.aborted, cancellation.overdue.aborted]
    expect(aborted()).toEqual([false, false])
    send(signal)
    // The runner waits for 7.5 s.
    vi.advanceTimersByTime(6900)
    expect([...aborted(), cancellation.requested.reason]).toEqual([true, false, signal])
    vi.advanceTimersByTime(100)
    expect([...aborted(), cancellation.overdue.reason]).toEqual([true, true, signal])
    expect(exitCodes).toEqual([])
  })
})

test('without a signal nothing is cancelled', () => {
  const { cancellation } = runner()
  vi.advanceTimersByTime(3_600_000)
  expect([cancellation.requested.aborted, cancellation.overdue.aborted]).toEqual([false, false])
})

describe('a second signal', () => {
  test('is the same one if npx passes it on', () => {
    const { cancellation, send, exitCodes } = runner()
    send('SIGINT')
    vi.advanceTimersByTime(499)
    send('SIGINT')
    expect(cancellation.requested.reason).toBe('SIGINT')
    expect(exitCodes).toEqual([])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('ends the process at once with its own exit code: %s, %i', (signal, exitCode) => {
    const { send, exitCodes } = runner()
    send('SIGINT')
    vi.advanceTimersByTime(500)
    expect(() => send(signal)).toThrow('the process has ended')
    expect(exitCodes).toEqual([exitCode])
  })
})
