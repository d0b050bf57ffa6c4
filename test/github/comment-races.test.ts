// Calls that look alike to GitHub: of one run, as in a reusable workflow that is called twice, and of several runs.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StickyComment } from '../../src/github/sticky-comment.ts'
import {
  call,
  comments,
  isCreation,
  keyOf,
  nextPullRequest,
  noSignal,
  once,
  seed,
  sent,
  texts,
  useGitHub,
  write,
} from './sticky-harness.ts'

useGitHub()

/** Runs the works with one request at a time; `choose` says which of the waiting ones is sent next. */
async function interleave(
  works: readonly ((gated: typeof fetch) => Promise<unknown>)[],
  choose: (waiting: number) => number,
): Promise<void> {
  const waiting: (() => void)[] = []
  let busy = works.length
  const pause = () => {
    busy -= 1
    if (busy > 0 || waiting.length === 0) return
    busy = 1
    waiting.splice(choose(waiting.length), 1)[0]?.()
  }
  const gated: typeof fetch = (url, init) =>
    new Promise((resolve) => {
      waiting.push(() => resolve(fetch(url, init)))
      pause()
    })
  await Promise.all(works.map((work) => work(gated).finally(pause)))
}

const orders = fc.infiniteStream(fc.nat())
const chooserOf = (order: fc.Stream<number>) => (waiting: number) => (order.next().value ?? 0) % waiting
const options = { numRuns: 25 }

describe('a second call of the same run and attempt', () => {
  test('gets its own comment, and the result says so', async () => {
    expect(await write('first')).toMatchObject({ kind: 'created', secondOfRun: false })
    expect(await write('second')).toMatchObject({ kind: 'created', secondOfRun: true })
    expect(texts()).toEqual(['first', 'second'])
  })

  test('leaves a comment that the first one has announced', async () => {
    seed('earlier')
    const first = call()
    await first.announce('On their way.', noSignal)
    expect((await write('second')).kind).toBe('created')
    await first.write('first', noSignal)
    expect(texts()).toEqual(['first', 'second'])
  })

  test('updates its own one in the next run, in any order, and in a partial re-run', async () => {
    await write('red', keyOf('Alpha'))
    await write('green', keyOf('Beta'))
    const secondPush = { runId: 101 }
    expect((await write('green 2', { ...keyOf('Beta'), ...secondPush })).secondOfRun).toBe(false)
    await write('red 2', { ...keyOf('Alpha'), ...secondPush })
    expect(texts()).toEqual(['red 2', 'green 2'])
    await write('green again', { ...keyOf('Beta'), ...secondPush, runAttempt: 2 })
    expect(texts()).toEqual(['red 2', 'green again'])
  })

  test('updates its own one if both test the same, one after the other as in a composite action', async () => {
    for (const runId of [100, 101]) {
      for (const text of ['first', 'second']) {
        const one = call({ runId })
        await one.announce('On their way.', noSignal)
        await one.write(`${text} of ${runId}`, noSignal)
      }
    }
    expect(texts()).toEqual(['first of 101', 'second of 101'])
  })
})

describe('runs that create the comment at the same time', () => {
  const meanwhile = (text: string, runId: number) =>
    once(isCreation, () => {
      seed(text, { runId })
      return undefined
    })

  test('keep the first comment, with the newer text', async () => {
    meanwhile('older', 99)
    const written = await write('newer')
    const [first] = comments()
    expect(written).toMatchObject({ kind: 'updated', url: expect.stringContaining(`-${first?.id}`) })
    expect(texts()).toEqual(['newer'])
    expect(sent('DELETE')).toHaveLength(1)
  })

  test('keep the first comment if it is the newer one', async () => {
    meanwhile('newer', 101)
    expect((await write('older')).kind).toBe('superseded')
    expect(texts()).toEqual(['newer'])
  })

  test('keep both if they test something else', async () => {
    once(isCreation, () => {
      seed('Beta', { ...keyOf('Beta'), runId: 101 })
      return undefined
    })
    await write('Alpha', keyOf('Alpha'))
    expect(texts()).toEqual(['Beta', 'Alpha'])
  })

  test('end with one comment however their requests interleave', async () => {
    const runs = fc.shuffledSubarray([101, 102, 103, 104], { minLength: 2 })
    const property = fc.asyncProperty(runs, orders, async (runIds, order) => {
      nextPullRequest()
      await interleave(
        runIds.map((runId) => (gated) => call({ runId }, gated).write(`run ${runId}`, noSignal)),
        chooserOf(order),
      )
      expect(texts()).toHaveLength(1)
    })
    await fc.assert(property, options)
  })
})

describe('however the requests of a run interleave, each call has its own comment', () => {
  test('if there was none', async () => {
    const hashes = fc.array(fc.constantFrom('Alpha', 'Beta'), { minLength: 2, maxLength: 4 })
    const property = fc.asyncProperty(hashes, orders, async (agents, order) => {
      nextPullRequest()
      const names = agents.map((agent, index) => `${agent} ${index}`)
      const seconds = new Set<string>()
      await interleave(
        agents.map((agent, index) => async (gated) => {
          const { secondOfRun } = await call(keyOf(agent), gated).write(names[index] ?? '', noSignal)
          if (secondOfRun) seconds.add(agent)
        }),
        chooserOf(order),
      )
      expect(texts().toSorted()).toEqual(names.toSorted())
      expect(seconds.size).toBeGreaterThan(0)
    })
    await fc.assert(property, options)
  })

  test('if each tests something else: always the same one', async () => {
    const property = fc.asyncProperty(orders, async (order) => {
      nextPullRequest()
      const agents = ['Alpha', 'Beta', 'Gamma']
      for (const agent of agents) await write('earlier', keyOf(agent))
      await interleave(
        agents.map((agent) => async (gated) => {
          const one = call({ ...keyOf(agent), runId: 101 }, gated)
          await one.announce('On their way.', noSignal)
          await one.write(agent, noSignal)
        }),
        chooserOf(order),
      )
      expect(texts()).toEqual(agents)
    })
    await fc.assert(property, options)
  })

  test('if two test the same, and were announced before they ended', async () => {
    const property = fc.asyncProperty(orders, fc.integer({ min: 1, max: 2 }), async (order, earlier) => {
      nextPullRequest()
      for (let n = 0; n < earlier; n += 1) await write('earlier')
      const gates: (typeof fetch)[] = []
      const pair = [0, 1].map((n) => call({ runId: 101 }, (url, init) => (gates[n] ?? fetch)(url, init)))
      const both = (act: (one: StickyComment, n: number) => Promise<unknown>) =>
        interleave(
          pair.map((one, n) => (gated) => {
            gates[n] = gated
            return act(one, n)
          }),
          chooserOf(order),
        )
      await both((one) => one.announce('On their way.', noSignal))
      await both((one, n) => one.write(`call ${n}`, noSignal))
      expect(texts().toSorted()).toEqual(['call 0', 'call 1'])
    })
    await fc.assert(property, options)
  })
})

test('in any order of calls of several runs, attempts and agents, no text of the same run or a newer one is replaced', async () => {
  const calls = fc.array(
    fc.record({
      runId: fc.constantFrom(100, 101),
      runAttempt: fc.constantFrom(1, 2),
      agent: fc.constantFrom('Alpha', 'Beta'),
      announced: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  )
  const property = fc.asyncProperty(calls, orders, async (made, order) => {
    nextPullRequest()
    const choose = chooserOf(order)
    const open = made.map(({ agent, announced, ...run }, index) => ({
      age: run.runId * 10 + run.runAttempt,
      text: `${run.runId * 10 + run.runAttempt} ${index}`,
      toAnnounce: announced,
      one: call({ ...keyOf(agent), ...run }),
    }))
    while (open.length > 0) {
      const at = choose(open.length)
      const [next] = open.slice(at, at + 1)
      if (next === undefined) break
      const before = texts()
      if (next.toAnnounce) {
        next.toAnnounce = false
        await next.one.announce('On their way.', noSignal)
        expect(texts()).toEqual(before)
        continue
      }
      open.splice(at, 1)
      const { kind } = await next.one.write(next.text, noSignal)
      const protectedTexts = before.filter((text) => Number.parseInt(text, 10) >= next.age)
      expect(texts()).toEqual(expect.arrayContaining(protectedTexts))
      if (kind === 'superseded') expect(Math.max(...before.map(Number.parseFloat))).toBeGreaterThan(next.age)
      else expect(texts()).toContain(next.text)
    }
  })
  await fc.assert(property, { numRuns: 60 })
})
