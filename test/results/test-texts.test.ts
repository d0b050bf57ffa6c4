import { describe, expect, it } from 'vitest'
import { reasonText } from '../../src/results/evidence.ts'
import { allTexts, ratingText } from '../../src/results/test-texts.ts'
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

describe('all texts', () => {
  it('have everything known', () => {
    const whole = allTexts(
      reported({
        question: [{ role: 'user', content: 'Refund order 7.' }],
        toolCalls: [{ tool: 'finish', arguments: null }],
        reply: 'Done.',
        criteria: [
          { evaluator: 'Policy', text: 'Refunds it.' },
          { evaluator: null, text: 'Is brief.' },
        ],
        expectedToolCalls,
        reasoning: 'refund was not called.',
        evaluators: [
          policy,
          binary('Tone', true),
          rating('Clarity', 2, 'Poor'),
          { ...cold, passed: false },
          { ...binary(null, null), valueName: null },
        ],
      }),
    )
    expect(whole).toEqual([
      ['Asked (message 1 of 1, user)', 'Refund order 7.'],
      ['Expected', 'Policy: Refunds it.\nIs brief.'],
      ['Expected calls', 'refund(order: "7")'],
      ['Replied', 'Done.'],
      ['Called', 'finish()'],
      ['Why it failed', 'refund was not called.'],
      ['Evaluator Policy: failed', 'No.'],
      ['Evaluator Tone: passed', '(no reason)'],
      ['Evaluator Clarity: rated 2 of 5, "Poor"', '(no reason)'],
      ['Evaluator Empathy: failed 1 of 5', 'Cold.'],
      ['Evaluator without a name: rated', '(no reason)'],
    ])
  })

  it.each<[string, Partial<ResultsTest>, ReturnType<typeof allTexts>]>([
    ['are none if nothing is known', {}, []],
    ['have no blank reason', { reasoning: ' ' }, []],
    [
      'do not name the only evaluator',
      { criteria: [{ evaluator: 'Policy', text: 'A' }] },
      [['Expected', 'A']],
    ],
    [
      'leave it to evaluators',
      { reasoning: 'Own.', evaluators: [polite] },
      [['Evaluator Tone: passed', 'Polite.']],
    ],
    [
      'say what an evaluator says of tool calls once',
      { reasoning: 'Polite.', evaluators: [polite], expectedToolCalls },
      [
        ['Expected calls', 'refund(order: "7")'],
        ['Called', 'No tool was called.'],
        ['Evaluator Tone: passed', 'Polite.'],
      ],
    ],
    [
      'say a reason of an evaluator and of attempts once',
      {
        evaluators: [policy],
        attempts: ['No.', 'Late.', 'Late.'].map((reasoning, index) => ({
          ...{
            taskId: `${index}`,
            url: 'https://app.example.com',
            status: 'failed',
            latencyMs: null,
            costUsd: null,
          },
          ...{ reasoning, reply: `Reply ${index + 1}` },
        })),
      },
      [
        ['Attempt 1 (failed): replied', 'Reply 1'],
        ['Attempt 2 (failed): replied', 'Reply 2'],
        ['Attempt 2 (failed): why', 'Late.'],
        ['Attempt 3 (failed): replied', 'Reply 3'],
        ['Evaluator Policy: failed', 'No.'],
      ],
    ],
  ])('%s', (_, fields, texts) => {
    expect(allTexts(reported(fields))).toEqual(texts)
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
