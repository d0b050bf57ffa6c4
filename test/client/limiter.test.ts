import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../src/client/limiter.ts'

function createTasks() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    task: (name: string) => () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    },
    async end(name: string) {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('a limiter', () => {
  it('starts so many at once and the rest in order, as places become free', async () => {
    const { started, task, end } = createTasks()
    const inTurn = createLimiter(2)
    const results = ['a', 'b', 'c', 'd'].map((name) => inTurn(task(name)))
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    await end('c')
    await end('d')
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('leaves nothing at a signal once the task has begun', async () => {
    const { task, end } = createTasks()
    const inTurn = createLimiter(1)
    const { signal } = new AbortController()
    inTurn(task('running'))
    inTurn(task('waiting'), signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await end('running')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('gives the place of a failed task on', async () => {
    const { started, task } = createTasks()
    const inTurn = createLimiter(1)
    const failing = inTurn(() => Promise.reject(new Error('no')))
    inTurn(task('next'))
    await expect(failing).rejects.toThrow('no')
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual(['next'])
  })

  it('never holds anybody up without a bound', () => {
    const { started, task } = createTasks()
    const inTurn = createLimiter(Number.POSITIVE_INFINITY)
    for (let i = 0; i < 100; i += 1) inTurn(task(String(i)))
    expect(started).toHaveLength(100)
  })

  it('lets an aborted one through at once, and keeps its bound afterwards', async () => {
    const { started, task, end } = createTasks()
    const inTurn = createLimiter(1)
    const stop = new AbortController()
    inTurn(task('running'))
    inTurn(task('aborted while waiting'), stop.signal)
    inTurn(task('patient'))
    stop.abort()
    inTurn(task('aborted before'), stop.signal)
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual(['running', 'aborted before', 'aborted while waiting'])
    await end('aborted while waiting')
    await end('aborted before')
    expect(started).not.toContain('patient')
    await end('running')
    expect(started).toContain('patient')
  })
})
