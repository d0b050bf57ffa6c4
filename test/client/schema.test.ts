import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  boolean,
  count,
  flag,
  identifier,
  lenient,
  list,
  listOrEmpty,
  nullish,
  number,
  object,
  open,
  openEnum,
  parserOf,
  row,
  status,
  strictList,
  text,
} from '../../src/client/schema.ts'

describe('a parser', () => {
  const parse = parserOf(open({ name: z.string(), rows: z.array(open({ count: z.int() })) }))

  it('gives the value back, with the keys that it does not know', () => {
    const answer = { name: 'A', rows: [{ count: 1, added: 'later' }], since: 2027 }
    expect(parse(answer)).toEqual({ ok: true, value: answer })
  })

  it('says where each issue is, what was expected, and what was there', () => {
    const parsed = parse({ rows: [{ count: 1 }, { count: 'two' }, null, []] })
    expect(parsed).toMatchObject({
      ok: false,
      issues: [
        { path: 'name', message: 'expected string, got nothing', loc: ['name'] },
        { path: 'rows[1].count', message: 'expected number, got string', loc: ['rows', 1, 'count'] },
        { path: 'rows[2]', message: 'expected object, got null' },
        { path: 'rows[3]', message: 'expected object, got array' },
      ],
    })
  })

  it('never quotes what it refuses', () => {
    expect(JSON.stringify(parse({ name: { secret: 'hunter2' }, rows: 'hunter2' }))).not.toContain('hunter2')
  })
})

describe('strict fields', () => {
  it.each(['', '.', '..', '\ud800', 5, null])('%j is not an ID', (id) => {
    expect(parserOf(identifier)(id)).toMatchObject({ ok: false })
  })

  it('accept a status that a service has added, but only a string', () => {
    const parse = parserOf(open({ status: status<'done'>() }))
    expect(parse({ status: 'archived' })).toEqual({ ok: true, value: { status: 'archived' } })
    const issue = { path: 'status', message: 'expected string, got number', type: null, loc: ['status'] }
    expect(parse({ status: 1 })).toEqual({ ok: false, issues: [issue] })
  })

  it('accept a missing or null count where it may be missing, but no odd one', () => {
    const parse = parserOf(open({ passed: nullish(count) }))
    for (const body of [{}, { passed: null }, { passed: 3 }])
      expect(parse(body)).toEqual({ ok: true, value: body })
    for (const passed of ['3', -1, 1.5]) expect(parse({ passed })).toMatchObject({ ok: false })
  })
})

describe('lenient fields', () => {
  it('turn an odd value into null and leave a missing one missing', () => {
    const parse = parserOf(open({ cost: number, name: text, kind: openEnum<'a'>(), inputs: object }))
    expect(parse({ cost: '1', name: {}, kind: 1, inputs: [] })).toEqual({
      ok: true,
      value: { cost: null, name: null, kind: null, inputs: null },
    })
    expect(parse({})).toEqual({ ok: true, value: {} })
  })

  it('drop odd entries of lists', () => {
    const parse = parserOf(open({ rows: list(open({ id: identifier })), names: listOrEmpty(z.string()) }))
    expect(parse({ rows: [{ id: 'a' }, 5, null, {}], names: ['x', 1] })).toEqual({
      ok: true,
      value: { rows: [{ id: 'a' }], names: ['x'] },
    })
    expect(parse({ rows: 'none' })).toEqual({ ok: true, value: { rows: null, names: [] } })
  })

  it('are read in place in rows, and rows in rows', () => {
    const inner = row({ passed: boolean })
    const parse = parserOf(
      open({ rows: list(row({ name: text, output: lenient(inner), results: list(inner) })) }),
    )
    const rows = [
      { name: 'a', output: { passed: true }, results: [{ passed: 1 }, 'odd'], added: 'later' },
      { name: 1, output: null },
      { output: 'odd', results: {} },
      null,
      [],
    ]
    expect(parse({ rows })).toEqual({
      ok: true,
      value: {
        rows: [
          { name: 'a', output: { passed: true }, results: [{ passed: null }], added: 'later' },
          { name: null, output: null },
          { output: null, results: null },
        ],
      },
    })
  })

  it('reject lists of more than 100,000 entries, which would need too much memory', () => {
    const parse = parserOf(open({ rows: list(z.unknown()), ids: nullish(strictList(z.unknown())) }))
    const long = new Array(100_001).fill(0)
    const message = 'expected at most 100000 entries, got array'
    expect(parse({ rows: long })).toMatchObject({ ok: false, issues: [{ path: 'rows', message }] })
    expect(parse({ ids: long })).toMatchObject({ ok: false, issues: [{ path: 'ids', message }] })
  })

  it.each([
    [true, true],
    ['true', true],
    [1, true],
    ['timeout', true],
    [false, false],
    ['false', false],
    [null, false],
    [0, false],
    ['', false],
  ])('read the switch %j as %s', (error, expected) => {
    expect(parserOf(open({ error: flag }))({ error })).toEqual({ ok: true, value: { error: expected } })
  })
})
