import { describe, expect, it } from 'vitest'
import { callText, compareCalls, differingCalls } from '../../src/results/tool-calls.ts'

const call = (tool: string, given: object | null) => ({
  tool,
  arguments: given === null ? null : JSON.stringify(given),
})

describe('expected tool calls beside those that were made', () => {
  it('have their arguments in the expected order, and those that the service calls wrong are marked', () => {
    const order = {
      id: { match_type: 'exact', value: '7' },
      note: { match_type: 'llm_judge', criteria: 'kind' },
    }
    const [refund] = compareCalls({
      expectedToolCalls: [call('refund', { order, amount: 3, why: { match_type: 'any' } })],
      toolCalls: [call('refund', { why: 'late', extra: 1, order: { id: '8', note: 'Hi' }, amount: 3 })],
      reasoning:
        'Tool call arguments mismatch:\n  ❌ order.id: expected 7, got 8\n  ✅ order.note\n  ✅ amount',
    })
    expect(refund?.badge).toBeNull()
    expect(
      refund?.rows.map(({ name, expected, called, differs }) => [name, expected, called, differs]),
    ).toEqual([
      ['order', JSON.stringify(order), '{"id":"8","note":"Hi"}', true],
      ['amount', '3', '3', false],
      ['why', 'anything', '"late"', false],
      ['extra', null, '1', false],
    ])
  })

  it('are paired by tool, one by one; what has no pair says so', () => {
    const compared = compareCalls({
      expectedToolCalls: [call('find', { id: 1 }), call('find', { id: 2 }), call('finish', null)],
      toolCalls: [call('search', null), call('find', { id: 1 }), call('find', { id: 3 })],
      reasoning: 'Tool call arguments mismatch:\n❌ id: expected 2, got 3',
    })
    expect(
      compared.map(({ tool, badge, rows }) => [tool, badge, rows.map(({ differs }) => differs)]),
    ).toEqual([
      ['find', null, [false]],
      ['find', null, [true]],
      ['finish', 'Not called', []],
      ['search', 'Not expected', []],
    ])
  })

  it('accept any arguments if none are expected, and show those that are no object whole', () => {
    const rowsOf = (expected: string | null, called: string | null) =>
      compareCalls({
        expectedToolCalls: [{ tool: 'find', arguments: expected }],
        toolCalls: [{ tool: 'find', arguments: called }],
        reasoning: null,
      })[0]?.rows.map((row) => [row.name, row.expected, row.called])
    expect(rowsOf(null, '{"id":1}')).toEqual([['id', 'anything', '1']])
    expect(rowsOf('[1]', 'not JSON')).toEqual([['arguments', '[1]', 'not JSON']])
  })

  it('are in lines with the arguments that differ, and whole if none is known to', () => {
    const calls = {
      expectedToolCalls: [call('refund', { amount: 3, id: 7 }), call('finish', { ok: true })],
      toolCalls: [call('refund', { amount: 4, id: 7 }), call('search', { q: 'a' })],
    }
    expect(differingCalls({ ...calls, reasoning: '❌ amount: expected 3, got 4' })).toEqual({
      expected: ['refund(amount: 3, …)', 'finish(ok: true)'],
      called: ['refund(amount: 4, …)', 'search(q: "a")'],
    })
    expect(differingCalls({ ...calls, reasoning: null }).called).toEqual([
      'refund(amount: 4, id: 7)',
      'search(q: "a")',
    ])
  })
})

it.each([
  [null, ''],
  ['not JSON', 'arguments: not JSON'],
  ['[1]', 'arguments: [1]'],
  ['null', 'arguments: null'],
  ['{"order":"7","by":{"mail":true},"at":null}', 'order: "7", by: {"mail":true}, at: null'],
  ['{"n":{"match_type":"exact","value":3}}', 'n: 3'],
  ['{"n":{"match_type":"exact"}}', 'n: nothing'],
  ['{"n":{"match_type":"any"}}', 'n: anything'],
  ['{"why":{"match_type":"llm_judge","criteria":"says that it was late"}}', 'why: says that it was late'],
  ['{"why":{"match_type":"llm_judge"}}', 'why: anything that the evaluator accepts'],
])('a call with arguments %s reads refund(%s)', (given, text) => {
  expect(callText({ tool: 'refund', arguments: given })).toBe(`refund(${text})`)
})
