import { describe, expect, it } from 'vitest'
import { compareToolCalls } from '../../src/page/tool-call-diff.ts'

const call = (tool: string, args: unknown = null) => ({
  tool,
  arguments: args === null || typeof args === 'string' ? args : JSON.stringify(args),
})
const summary = (calls: ReturnType<typeof compareToolCalls>) =>
  calls.map(({ tool, status }) => `${tool}: ${status}`)

describe('compareToolCalls', () => {
  it('compares arguments one by one, nested ones by their path', () => {
    const expected = call('book', {
      from: 'A',
      date: '2026-12-28',
      notify: { email: true, sms: true },
      ids: [1, 2],
    })
    const actual = call('book', {
      from: 'A',
      date: '2026-12-27',
      notify: { email: true },
      ids: [1, 3],
      extra: 1,
    })
    const [compared] = compareToolCalls([expected], [actual])
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

  it('finds the calls that belong together', () => {
    const expected = [call('get', { id: 1 }), call('pay'), call('get', { id: 2 })]
    const actual = [call('get', { id: 1 }), call('get', { id: 2 }), call('log')]
    expect(summary(compareToolCalls(expected, actual))).toEqual([
      'get: same',
      'pay: missing',
      'get: same',
      'log: unexpected',
    ])
  })

  it('says nothing against calls if nothing is known of what was expected', () => {
    expect(summary(compareToolCalls([], [call('get', { id: 1 })]))).toEqual(['get: made'])
    expect(compareToolCalls([], [])).toEqual([])
  })

  it('takes arguments that are no object as one value', () => {
    expect(compareToolCalls([call('a', 'not json')], [call('a', '{"x":1}')])[0]?.fields).toEqual([
      { path: '', expected: 'not json', actual: null, status: 'missing' },
      { path: 'x', expected: null, actual: '1', status: 'unexpected' },
    ])
    expect(compareToolCalls([call('a', {})], [call('a')])[0]).toEqual({
      tool: 'a',
      status: 'same',
      fields: [],
    })
    expect(compareToolCalls([call('a', { x: {} })], [call('a', { x: [] })])[0]?.status).toBe('different')
  })

  it('tells a text from a number that looks the same', () => {
    const [compared] = compareToolCalls([call('a', { x: '1', y: 'b' })], [call('a', { x: 1, y: 'c' })])
    expect(compared?.fields).toEqual([
      { path: 'x', expected: '"1"', actual: '1', status: 'different' },
      { path: 'y', expected: 'b', actual: 'c', status: 'different' },
    ])
  })

  it('stops at deeply nested arguments', () => {
    const deep = `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`
    const [compared] = compareToolCalls([call('a', deep)], [call('a', deep)])
    expect(compared).toMatchObject({ status: 'same', fields: [{ path: 'a.a.a.a.a.a.a.a' }] })
  })
})
