import { describe, expect, it } from 'vitest'
import { callText, ratingText, reasonLines, wholeReason } from '../../src/results/test-texts.ts'
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

describe('the lines of a reason', () => {
  it.each<[string, Partial<ResultsTest>, string[]]>([
    ['are none without one', { evaluators: [binary('Policy', false)] }, []],
    ['are of a failing evaluator', { reasoning: 'Own.', evaluators: [polite, silent, policy] }, ['No.']],
    ['are those of the test before a rating', { reasoning: 'Own.', evaluators: [polite, unclear] }, ['Own.']],
    [
      'are of the first rating if there is no other',
      { evaluators: [polite, unclear, cold] },
      ['Clarity 2 of 5, "Poor": Unclear.'],
    ],
    ['stay together for a reply', { reasoning: 'One.\n\n❌ Two.' }, ['One.\n\n❌ Two.']],
    ['are how tool calls differ', { reasoning: 'Wrong:\n ❌ a\n ✅ b', expectedToolCalls }, [' ❌ a']],
    ['are all that is said of tool calls else', { reasoning: 'a\n \nb', expectedToolCalls }, ['a', 'b']],
  ])('%s', (_, fields, lines) => {
    expect(reasonLines(reported(fields))).toEqual(lines)
  })
})

describe('the whole reason', () => {
  it('has a line for everything known', () => {
    const whole = wholeReason(
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
    expect(whole.split('\n')).toEqual([
      'user: Refund order 7.',
      'Called: finish()',
      'Replied: Done.',
      'Expected: Policy: Refunds it.',
      'Expected: Is brief.',
      'Expected call: refund(order: "7")',
      'refund was not called.',
      'Policy failed: No.',
      'Tone passed',
      'Clarity gave 2 of 5, "Poor"',
      'Empathy failed 1 of 5: Cold.',
      'Evaluator gave no result',
    ])
  })

  it.each<[string, Partial<ResultsTest>, string]>([
    ['is empty if nothing is known', {}, ''],
    ['has no blank reason', { reasoning: ' ' }, ''],
    ['does not name the only evaluator', { criteria: [{ evaluator: 'Policy', text: 'A' }] }, 'Expected: A'],
    ['leaves it to evaluators', { reasoning: 'Own.', evaluators: [polite] }, 'Tone passed: Polite.'],
    [
      'says what an evaluator says of tool calls once',
      { reasoning: 'Polite.', evaluators: [polite], expectedToolCalls },
      'Expected call: refund(order: "7")\nTone passed: Polite.',
    ],
  ])('%s', (_, fields, text) => {
    expect(wholeReason(reported(fields))).toBe(text)
  })
})

it.each([
  [null, ''],
  ['not JSON', 'not JSON'],
  ['7', '7'],
  ['[1]', '[1]'],
  ['null', 'null'],
  ['{"order":"7","by":{"mail":true},"at":null}', 'order: "7", by: {"mail":true}, at: null'],
  ['{"n":{"match_type":"exact","value":3}}', 'n: 3'],
  ['{"n":{"match_type":"exact"}}', 'n: nothing'],
  ['{"n":{"match_type":"any"}}', 'n: anything'],
  ['{"why":{"match_type":"llm_judge","criteria":"says that it was late"}}', 'why: says that it was late'],
  ['{"why":{"match_type":"llm_judge"}}', 'why: anything that the evaluator accepts'],
])('a call with arguments %s reads refund(%s)', (given, text) => {
  expect(callText({ tool: 'refund', arguments: given })).toBe(`refund(${text})`)
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
