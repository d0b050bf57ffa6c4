import { describe, expect, it } from 'vitest'
import { callDifferences, compareToolCalls, differenceText } from '../../src/report/tool-calls.ts'

const call = (tool: string, given: unknown = {}) => ({ tool, arguments: JSON.stringify(given) })
const texts = (expected: Parameters<typeof callDifferences>[0], actual: typeof expected) =>
  callDifferences(expected, actual).map(differenceText)

describe('differences of tool calls', () => {
  it('name the argument, whatever the order of arguments', () => {
    const expected = [call('book', { departure: '2026-12-28', seats: 2 })]
    expect(texts(expected, [call('book', { seats: 2, departure: '2026-12-27' })])).toEqual([
      'book: departure: expected "2026-12-28", got "2026-12-27"',
    ])
    expect(texts(expected, [call('book', { seats: 2, departure: '2026-12-28' })])).toEqual([])
  })

  it('are none between many equal calls, which are paired in their order', () => {
    const calls = Array.from({ length: 30_000 }, (_, index) => call(index % 2 ? 'find' : 'look', index))
    expect(texts(calls, calls)).toEqual([])
    expect(texts(calls, [...calls, call('find', 7)])).toEqual(['find: called unexpectedly with 7'])
  })

  it('name nested, missing and additional arguments', () => {
    const expected = [call('book', { who: { name: 'Ada' }, tags: ['a', 'b'], gone: 1 })]
    expect(texts(expected, [call('book', { who: { name: 'Bob' }, tags: ['a', 'c'], new: null })])).toEqual([
      'book: who.name: expected "Ada", got "Bob"',
      'book: tags[1]: expected "b", got "c"',
      'book: gone: expected 1, got nothing',
      'book: new: expected nothing, got null',
    ])
  })

  it('name calls that are missing or were not expected', () => {
    expect(texts([call('a', {}), call('b', { x: 1 })], [call('a', {}), call('c', { y: 2 })])).toEqual([
      'b: not called, expected with {"x":1}',
      'c: called unexpectedly with {"y":2}',
    ])
  })

  it('are none if nothing was expected', () => {
    expect(callDifferences([], [call('a', {})])).toEqual([])
  })

  it('compare arguments that are no JSON as text', () => {
    const plain = (text: string | null) => [{ tool: 'a', arguments: text }]
    expect(texts(plain('x'), plain('y'))).toEqual(['a: arguments: expected x, got y'])
    expect(texts(plain(null), plain('{}'))).toEqual([])
  })

  it('survive arguments nested 5,000 levels deep, prototype keys, and a megabyte', () => {
    const deep = (value: number) => ({
      tool: 'a',
      arguments: `${'['.repeat(5000)}${value}${']'.repeat(5000)}`,
    })
    expect(callDifferences([deep(1)], [deep(2)])).toHaveLength(1)
    const odd = { tool: 'a', arguments: '{"__proto__":{"x":1},"constructor":2}' }
    expect(callDifferences([odd], [odd])).toEqual([])
    expect(texts([odd], [call('a', {})])).toHaveLength(2)
    const long = (text: string) => ({ tool: 'a', arguments: JSON.stringify(text.repeat(1_000_000)) })
    expect(callDifferences([long('x')], [long('y')])).toHaveLength(1)
  })
})

describe('compared tool calls', () => {
  it('have every argument, nested ones by their path', () => {
    const expected = { from: 'A', date: '2026-12-28', notify: { email: true, sms: true }, ids: [1, 2] }
    const actual = { from: 'A', date: '2026-12-27', notify: { email: true }, ids: [1, 3], extra: 1 }
    const [compared] = compareToolCalls([call('book', expected)], [call('book', actual)])
    expect(compared?.status).toBe('different')
    expect(compared?.fields.map(({ path, status }) => `${path}: ${status}`)).toEqual([
      'from: same',
      'date: different',
      'notify.email: same',
      'notify.sms: missing',
      'ids[0]: same',
      'ids[1]: different',
      'extra: unexpected',
    ])
  })

  it('are paired by tool, in their order', () => {
    const expected = [call('get', { id: 1 }), call('pay'), call('get', { id: 2 })]
    const actual = [call('get', { id: 1 }), call('get', { id: 2 }), call('log')]
    expect(compareToolCalls(expected, actual).map(({ tool, status }) => `${tool}: ${status}`)).toEqual([
      'get: same',
      'pay: missing',
      'get: same',
      'log: unexpected',
    ])
    expect(compareToolCalls([], actual).map(({ status }) => status)).toEqual(['made', 'made', 'made'])
  })

  it('tell empty arguments, texts and numbers apart', () => {
    const [compared] = compareToolCalls([call('a', { x: '1', y: {} })], [call('a', { x: 1, y: [] })])
    expect(compared?.fields).toEqual([
      { path: 'x', expected: '"1"', actual: '1', status: 'different' },
      { path: 'y', expected: '{}', actual: '[]', status: 'different' },
    ])
    expect(compareToolCalls([call('a')], [{ tool: 'a', arguments: null }])).toMatchObject([
      { status: 'same', fields: [] },
    ])
  })

  it('have one field for what is nested too deeply', () => {
    const deep = { tool: 'a', arguments: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}` }
    expect(compareToolCalls([deep], [deep])).toMatchObject([
      { status: 'same', fields: [{ path: 'a.a.a.a.a.a.a.a' }] },
    ])
  })
})
