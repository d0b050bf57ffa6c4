import { describe, expect, it } from 'vitest'
import { evidenceTexts, ratingText, reasonText } from '../../src/results/evidence.ts'
import type { EvaluatorResult, ResultsTest } from '../../src/schema.ts'
import { binary, failed, outcome, rating, resultsOf, test } from '../fixtures/samples.ts'

const reported = (fields: Partial<ResultsTest>) =>
  resultsOf(outcome([failed('Bot', 1, [test('a', fields)])], 1)).agents[0]?.run?.tests[0] ?? expect.fail()

const expectedToolCalls = [{ tool: 'refund', arguments: '{"order":"7"}' }]
const polite = binary('Tone', true, 'Polite.')
const silent = binary('Style', false, ' ')
const policy = binary('Policy', false, 'No.')
const unclear = rating('Clarity', 2, 'Poor', 'Unclear.')
const cold = rating('Empathy', 1, null, 'Cold.')

it.each<[string, Partial<ResultsTest>, string]>([
  ['is of a failing evaluator', { evaluators: [polite, silent, policy] }, 'No.'],
  ['is its name without one', { evaluators: [binary('Policy', false)] }, 'Failed (Policy)'],
  [
    'is of the first rating if there is no other',
    { evaluators: [polite, unclear, cold] },
    'Clarity (2 of 5, "Poor"; the service decides what passes): Unclear.',
  ],
  ['is how tool calls differ', { reasoning: 'Wrong:\n ❌ a\n ✅ b', expectedToolCalls }, 'a'],
  ['is none without any', {}, ''],
])('the reason %s', (_, fields, text) => {
  expect(reasonText(reported(fields))).toBe(text)
})

describe('the evidence as text', () => {
  it('has every message where it is whole, else the last one of the user', () => {
    const question = ['Hi.', 'How can I help?', 'Refund order 7.'].map((content, index) => ({
      role: ['user', 'assistant', 'user'][index] ?? '',
      content,
    }))
    expect(evidenceTexts(reported({ question }))).toEqual(['User, after 2 messages: Refund order 7.'])
    expect(evidenceTexts(reported({ question }), true)).toEqual([
      'Asked (message 1 of 3, user): Hi.',
      'Asked (message 2 of 3, assistant): How can I help?',
      'Asked (message 3 of 3, user): Refund order 7.',
    ])
  })

  it('has why it failed, what was expected and called, and the reply', () => {
    const fields: Partial<ResultsTest> = {
      reply: 'Done.',
      criteria: [
        { evaluator: 'Policy', text: 'Refunds it.' },
        { evaluator: null, text: 'Is brief.' },
      ],
      toolCalls: [{ tool: 'finish', arguments: null }],
      expectedToolCalls,
      reasoning: 'refund was not called.',
      evaluators: [policy, polite, unclear, { ...cold, passed: false }],
    }
    expect(evidenceTexts(reported(fields), true)).toEqual([
      'Why it failed: refund was not called.',
      'Why it failed (Policy): No.',
      'Why it failed (Empathy, 1 of 5): Cold.',
      'Expected: Policy: Refunds it.\nIs brief.',
      'Expected calls: refund(order: "7")',
      'Called: finish()',
      'Reply (failed): Done.',
    ])
  })

  it.each<[string, Partial<ResultsTest>, readonly string[]]>([
    ['is none if nothing is known', {}, []],
    ['has no blank reason', { reasoning: ' ' }, []],
    ['does not name the only evaluator', { criteria: [{ evaluator: 'Policy', text: 'A' }] }, ['Expected: A']],
    [
      'leaves the reason to evaluators',
      { reasoning: 'Own.', evaluators: [policy] },
      ['Why it failed (Policy): No.'],
    ],
  ])('%s', (_, fields, texts) => {
    expect(evidenceTexts(reported(fields))).toEqual(texts)
  })
})

it.each<[Partial<EvaluatorResult>, string | null]>([
  [{ score: null }, null],
  [{}, '3 of 5'],
  [{ scaleMin: 0, valueName: 'Fair' }, '3 of 5, "Fair"'],
  [{ scaleMin: null }, '3 of 5'],
  [{ scaleMin: 2 }, '3 on a scale from 2 to 5'],
  [{ scaleMax: null }, '3'],
])('a rating with %j reads %s', (fields, text) => {
  expect(ratingText({ ...rating('Clarity', 3, null), ...fields })).toBe(text)
})
