import { describe, expect, it } from 'vitest'
import { ConversationLimit } from '../../src/gate/runs/conversations.ts'
import { lastReplied } from '../fixtures/baselines.ts'
import { type SampleTest, test as testResult } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const refund = resultsOfScenario('all-details').agents[0]?.run?.tests[0] ?? expect.fail()
const lateRefund: SampleTest = {
  ...lastReplied({ ...refund, outcome: 'failed' }, 'Refunds end after 30 days.'),
  edits: [{ what: 'question', before: 'I want a refund.', now: 'I want my money back.' }],
}

const [NULL, QUOTES] = ['null', '""']
const saying = (id: string, characters: number, outcome: 'passed' | 'failed' = 'failed') =>
  testResult(id, { outcome, reply: 'x'.repeat(characters + NULL.length - QUOTES.length) })

describe('the limit of conversations', () => {
  const kept = (limit: ConversationLimit, ...tests: readonly ReturnType<typeof saying>[]) =>
    limit.applyTo(tests).flatMap(({ id, reply }) => (reply === null ? [] : id))

  it('keeps the first ones up to so many characters, and none after them', () => {
    const limit = new ConversationLimit(10)
    expect(kept(limit, saying('a', 4), saying('b', 6))).toEqual(['a', 'b'])
    expect(limit.isExceeded).toBe(false)
    expect(kept(limit, saying('c', 0), saying('d', 1), saying('e', 0))).toEqual(['c'])
    expect(limit.isExceeded).toBe(true)
    expect(kept(limit, saying('f', 1))).toEqual([])
  })

  it('keeps those of tests that did not pass, if it cannot keep all of a run', () => {
    const run = [saying('a', 4, 'passed'), saying('b', 4), saying('c', 4, 'passed')]
    expect(kept(new ConversationLimit(9), ...run)).toEqual(['a', 'b'])
    expect(kept(new ConversationLimit(5), ...run)).toEqual(['b'])
  })

  it('counts every text', () => {
    const { question, criteria, evaluators, attempts, edits } = lateRefund
    const texts = [
      ...question.map(({ content }) => content),
      ...criteria.map(({ text }) => text),
      ...evaluators.map(({ reasoning }) => reasoning),
      ...attempts.flatMap(({ reply, reasoning }) => [reply, reasoning]),
      ...edits.flatMap(({ before, now }) => [before, now]),
      lateRefund.earlier?.lastPassed?.reply,
    ]
    const characters = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    for (const [max, isExceeded] of [
      [3 * characters, false],
      [characters - 1, true],
    ] as const) {
      const limit = new ConversationLimit(max)
      limit.applyTo([lateRefund])
      expect(limit.isExceeded).toBe(isExceeded)
    }
  })

  it('leaves names, outcomes and verdicts of evaluators', () => {
    const [cut] = new ConversationLimit(0).applyTo([lateRefund])
    const { name, outcome, error, latencyMs } = lateRefund
    expect(cut).toMatchObject({ name, outcome, error, latencyMs })
    expect(cut?.evaluators.map(({ evaluator, passed }) => [evaluator, passed])).toEqual([
      ['Policy', false],
      ['Tone', true],
      ['Helpfulness', null],
    ])
    expect(cut?.attempts.map((attempt) => attempt.status)).toEqual(Array(5).fill('failed'))
    expect(cut?.edits).toEqual([{ what: 'question', before: null, now: null }])
    expect(cut?.earlier).toMatchObject({ runs: 10, lastPassed: { url: expect.any(String), reply: null } })
    const { reply, reasoning, criteria, evaluators } = lateRefund
    for (const text of [reply, reasoning, criteria[0]?.text, evaluators[0]?.reasoning])
      expect(JSON.stringify(cut)).not.toContain(text)
  })
})
