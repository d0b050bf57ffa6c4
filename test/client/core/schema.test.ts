import { describe, expect, it } from 'vitest'
import {
  boolean,
  count,
  flag,
  flagOrOff,
  identifier,
  lenient,
  list,
  listOrEmpty,
  name,
  nullish,
  number,
  object,
  parserOf,
  record,
  type Schema,
  strictList,
  string,
  text,
} from '../../../src/client/core/schema.ts'

/** A parser of an object with one field. */
const parserOfField = <T>(field: Schema<T>) => parserOf(record<{ field: T }>({ field }))
const read = <T>(field: Schema<T>, given: unknown) => {
  const parsed = parserOfField(field)({ field: given })
  return parsed.ok ? parsed.value.field : parsed.issues
}

describe('a parser', () => {
  const row = record<{ count: number }>({ count })
  const parse = parserOf(
    record<{ name: string; rows: { count: number }[] }>({ name: string, rows: strictList(row) }),
  )

  it('says where each issue is, what was expected, and what was there', () => {
    const parsed = parse({ rows: [{ count: 1 }, { count: 'two' }, null, []] })
    expect(parsed).toMatchObject({
      ok: false,
      issues: [
        { path: 'name', message: 'expected text, got nothing' },
        { path: 'rows[1].count', message: 'expected number, got text' },
        { path: 'rows[2]', message: 'expected object, got null' },
        { path: 'rows[3]', message: 'expected object, got list' },
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

  it('accept a missing or null count where it may be missing, but no odd one', () => {
    const parse = parserOf(record<{ passed?: number | null | undefined }>({ passed: nullish(count) }))
    for (const body of [{}, { passed: null }, { passed: 3 }])
      expect(parse(body)).toEqual({ ok: true, value: body })
    for (const passed of ['3', -1, 1.5]) expect(parse({ passed })).toMatchObject({ ok: false })
  })
})

describe('lenient fields', () => {
  it.each<[string, Schema<unknown>, unknown]>([
    ['number', number, '1'],
    ['number', number, Number.POSITIVE_INFINITY],
    ['text', text, {}],
    ['boolean', boolean, 1],
    ['object', object, []],
    ['list', list(string), 'none'],
    ['record', lenient(record<{ id: string }>({ id: identifier })), { id: 1 }],
  ])('turn an odd value into null: %s', (_, schema, odd) => {
    expect(read(schema, odd)).toBeNull()
  })

  it('give a name and a switch that callers need, also where the service leaves them out', () => {
    const parse = parserOf(record<{ name: string; error: boolean }>({ name, error: flagOrOff }))
    expect(parse({})).toEqual({ ok: true, value: { name: '', error: false } })
    expect(parse({ name: null, error: 1 })).toEqual({ ok: true, value: { name: '', error: true } })
  })

  it('drop odd entries of lists', () => {
    const row = record<{ id: string }>({ id: identifier })
    expect(read(list(row), [{ id: 'a' }, 5, null, {}])).toEqual([{ id: 'a' }])
    expect(read(listOrEmpty(string), ['x', 1])).toEqual(['x'])
    expect(read(listOrEmpty(string), undefined)).toEqual([])
    expect(read(listOrEmpty(string), 'none')).toEqual([])
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
  ])('read the switch %j as %s', (given, expected) => {
    expect(read(flag, given)).toBe(expected)
    expect(read(flagOrOff, given)).toBe(expected)
  })
})
