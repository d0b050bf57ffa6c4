import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { flag, identifier, nullish, open, openEnum, parserOf } from '../../src/client/schema.ts'

describe('a parser', () => {
  const parse = parserOf(open({ name: z.string(), rows: z.array(open({ count: z.int() })) }))

  it('gives the value back, with the keys that it does not know', () => {
    const answer = { name: 'A', rows: [{ count: 1, added: 'later' }], since: 2027 }
    expect(parse(answer)).toEqual({ ok: true, value: answer })
  })

  it('says of each fault where, what was expected, and what stood there', () => {
    expect(parse({ rows: [{ count: 1 }, { count: 'two' }, null, []] })).toEqual({
      ok: false,
      issues: [
        { path: 'name', message: 'expected string, got nothing' },
        { path: 'rows[1].count', message: 'expected number, got string' },
        { path: 'rows[2]', message: 'expected object, got null' },
        { path: 'rows[3]', message: 'expected object, got array' },
      ],
    })
  })

  it('never quotes what it refuses', () => {
    expect(JSON.stringify(parse({ name: { secret: 'hunter2' }, rows: 'hunter2' }))).not.toContain('hunter2')
  })
})

describe('what schemas are made of', () => {
  it('takes a missing key and null for the same', () => {
    const parse = parserOf(open({ cost: nullish(z.number()) }))
    expect(parse({})).toEqual({ ok: true, value: {} })
    expect(parse({ cost: null })).toEqual({ ok: true, value: { cost: null } })
    expect(parse({ cost: '1' })).toMatchObject({ ok: false })
  })

  it('reads a switch that is null as off, and adds none where it is missing', () => {
    const parse = parserOf(open({ error: flag }))
    expect(parse({ error: true })).toEqual({ ok: true, value: { error: true } })
    expect(parse({ error: null })).toEqual({ ok: true, value: { error: false } })
    expect(parse({})).toEqual({ ok: true, value: {} })
    expect(parse({ error: 'yes' })).toMatchObject({ ok: false })
  })

  it('takes values that a service has added to an enumeration', () => {
    const parse = parserOf(open({ status: openEnum<'done'>() }))
    expect(parse({ status: 'archived' })).toEqual({ ok: true, value: { status: 'archived' } })
    expect(parse({ status: 1 })).toEqual({
      ok: false,
      issues: [{ path: 'status', message: 'expected string, got number' }],
    })
  })

  it.each(['', '.', '..'])('does not take %j for an ID: it would name another path', (id) => {
    expect(parserOf(identifier)(id)).toMatchObject({ ok: false })
  })
})
