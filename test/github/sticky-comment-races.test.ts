import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  always,
  bodies,
  comments,
  deleteComment,
  isAny,
  isCreation,
  isEdit,
  isRemoval,
  marked,
  nextIssue,
  once,
  seed,
  sent,
  upsert,
  useGitHub,
} from './sticky-harness.ts'

useGitHub()

describe('jobs that write at the same time', () => {
  test('end with one comment that holds the newest run’s text', async () => {
    // No comment is created before each of them has listed the comments.
    const waiting: (() => void)[] = []
    always(isCreation, async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 3) for (const proceed of waiting) proceed()
      })
      return undefined
    })
    await Promise.all([101, 103, 102].map((runId) => upsert(`run ${runId}`, { runId })))
    expect(bodies()).toEqual([marked('run 103', { runId: 103 })])
  })

  test('end with one comment however their requests interleave', async () => {
    let stream: fc.Stream<number> | undefined
    always(isAny, async () => {
      await wait(stream?.next().value)
      return undefined
    })
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(8)), async (delays) => {
        nextIssue()
        stream = delays
        await Promise.all([102, 101, 104, 103].map((runId) => upsert(`run ${runId}`, { runId })))
        expect(bodies()).toHaveLength(1)
      }),
      { numRuns: 20 },
    )
  })

  test('with the same run and attempt end with one comment', async () => {
    once(isCreation, () => {
      seed(marked('the other leg'))
      return undefined
    })
    const kept = await upsert('this leg')
    expect(kept.kind).toBe('updated')
    expect(bodies()).toEqual([marked('this leg')])
  })

  test('keep the older comment and move the newer text into it', async () => {
    once(isCreation, () => {
      seed(marked('older', { runId: 99 }))
      return undefined
    })
    const result = await upsert('newer')
    const [comment] = comments()
    expect(result).toEqual({ kind: 'updated', url: expect.stringContaining(`#issuecomment-${comment?.id}`) })
    expect(bodies()).toEqual([marked('newer')])
    expect(sent('DELETE')).toHaveLength(1)
  })

  test('delete an older run’s comment in favor of a newer one’s', async () => {
    once(isCreation, () => {
      seed(marked('newer', { runId: 101 }))
      return undefined
    })
    expect((await upsert('older')).kind).toBe('superseded')
    expect(bodies()).toEqual([marked('newer', { runId: 101 })])
  })

  test('leave a newer text in a later comment to the job that wrote it', async () => {
    seed(marked('oldest', { runId: 98 }))
    seed(marked('older', { runId: 99 }))
    seed(marked('newest', { runId: 101 }))
    expect((await upsert('between')).kind).toBe('superseded')
    expect(bodies()).toEqual([marked('oldest', { runId: 98 }), marked('newest', { runId: 101 })])
  })

  test('may end half-way: the next run deletes what they left', async () => {
    seed(marked('one', { runId: 97 }))
    seed(marked('two', { runId: 99 }))
    seed(marked('two', { runId: 98 }))
    expect((await upsert('Passed')).kind).toBe('updated')
    expect(bodies()).toEqual([marked('Passed')])
  })

  test('ignore a comment that cannot be deleted', async () => {
    seed(marked('one', { runId: 98 }))
    seed(marked('two', { runId: 99 }))
    always(isRemoval, () => ({ status: 403, body: {} }))
    expect((await upsert('Passed')).kind).toBe('updated')
    expect(bodies()).toEqual([marked('Passed'), marked('two', { runId: 99 })])
  })
})

describe('a comment that is deleted', () => {
  test('between list and edit is created again', async () => {
    const comment = seed(marked('Failed', { runId: 99 }))
    once(isEdit, async () => {
      await deleteComment(comment)
      return undefined
    })
    expect((await upsert('Passed')).kind).toBe('created')
    expect(bodies()).toEqual([marked('Passed')])
  })

  test('is created again although a late list still has it', async () => {
    seed(marked('Failed', { runId: 99 }))
    always(isEdit, () => ({ status: 404, body: {} }))
    expect((await upsert('Passed')).kind).toBe('created')
    expect(sent('POST')).toHaveLength(1)
  })
})
