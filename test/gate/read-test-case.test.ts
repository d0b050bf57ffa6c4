import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTestCase, toolCall } from '../../src/gate/read-test-case.ts'

const unknown = { question: [], criteria: [], expectedToolCalls: [] }

describe('what an agent was asked', () => {
  const turns = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello!' },
  ]
  test.each<[string, unknown, object]>([
    ['is its history', { history: turns }, turns],
    ['is its messages on other servers', { messages: turns }, turns],
    ['is its input', { input: 'Where is my order?' }, [{ role: 'user', content: 'Where is my order?' }]],
    ['is its history rather than its input', { history: turns, input: 'x' }, turns],
    ['is its input if the history is empty', { history: [], input: 'x' }, [{ role: 'user', content: 'x' }]],
    [
      'leaves out turns without text',
      { history: [{ role: 'user', content: ' ' }, { role: 'tool' }, 7, null, { content: 'Hi' }] },
      [{ role: 'user', content: 'Hi' }],
    ],
  ])('%s', (_, testCase, question) => {
    expect(readTestCase(testCase).question).toEqual(question)
  })

  test('is all of its turns', () => {
    const history = Array.from({ length: 50 }, (_, index) => ({ role: 'user', content: `${index}` }))
    expect(readTestCase({ history }).question).toEqual(history)
  })
})

describe('what was expected', () => {
  test('is criteria, as text or with a description or name', () => {
    const criteria = ['Polite', { description: 'Correct' }, { name: 'Short' }, 7, {}]
    expect(readTestCase({ evaluation: { criteria } }).criteria).toEqual(['Polite', 'Correct', 'Short'])
    expect(readTestCase({ criteria: 'Polite' }).criteria).toEqual(['Polite'])
  })

  test('is tool calls, by tool or name', () => {
    const tool_calls = [{ tool: 'find', arguments: { id: 7 } }, { name: 'hang_up' }, { other: 1 }, null]
    expect(readTestCase({ evaluation: { type: 'tool_call', tool_calls } }).expectedToolCalls).toEqual([
      { tool: 'find', arguments: '{"id":7}' },
      { tool: 'hang_up', arguments: null },
    ])
  })

  test('is all of each', () => {
    const read = readTestCase({
      criteria: Array.from({ length: 50 }, String),
      tool_calls: Array.from({ length: 50 }, () => ({ tool: 'find' })),
    })
    expect([read.criteria.length, read.expectedToolCalls.length]).toEqual([50, 50])
  })
})

test('nothing is known of a test case that is anything else', () => {
  for (const testCase of [undefined, null, 7, 'text', true, [], {}])
    expect(readTestCase(testCase)).toEqual(unknown)
})

test('no test case throws', () => {
  const fields = fc.dictionary(
    fc.constantFrom('history', 'messages', 'input', 'evaluation', 'criteria', 'tool_calls'),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(fields, (testCase) => {
      const { question, criteria, expectedToolCalls } = readTestCase(testCase)
      for (const { role, content } of question)
        expect([typeof role, typeof content]).toEqual(['string', 'string'])
      for (const each of criteria) expect(typeof each).toBe('string')
      for (const { tool } of expectedToolCalls) expect(typeof tool).toBe('string')
    }),
  )
})

describe('the arguments of a tool call', () => {
  test.each([
    [undefined, null],
    [null, null],
    ['{"as": "it came"}', '{"as": "it came"}'],
    [{ a: [1] }, '{"a":[1]}'],
    [0, '0'],
  ])('%j are shown as %j', (given, shown) => {
    expect(toolCall('find', given)).toEqual({ tool: 'find', arguments: shown })
  })

  test('that are nested too deeply cost nothing but themselves', () => {
    let nested: unknown = 1
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested]
    expect(toolCall('find', nested).arguments).toContain('nested too deeply')
  })
})
