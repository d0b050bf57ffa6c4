import { describe, expect, it } from 'vitest'
import { dotted, issuesOf, reasonOf } from '../../src/client/reason.ts'

describe('reasonOf', () => {
  it.each([
    ['a text as detail', { detail: 'Agent not found' }, 'Agent not found'],
    ['an endpoint error', { error: 'no such agent' }, 'no such agent'],
    [
      'an object with a message and a list',
      { detail: { message: 'Unknown agents', not_found: ['A', 'B'] } },
      'Unknown agents; not_found: A,B',
    ],
    [
      'an object with an error and a list',
      { detail: { error: 'Tests not linked', test_uuids: ['t-1'] } },
      'Tests not linked; test_uuids: t-1',
    ],
    [
      'an object with a code, a message and a list',
      { detail: { code: 'clash', message: 'Names exist', conflicting_names: ['x'] } },
      'Names exist; conflicting_names: x',
    ],
    ['a list without a message', { detail: { not_found: ['A'] } }, 'not_found: A'],
    [
      'a list of issues',
      { detail: [{ loc: ['body', 'names', 0], msg: 'must be a string', type: 'string_type' }] },
      'body.names[0]: must be a string',
    ],
    ['an error with a message', { error: { message: 'Not configured', code: 7 } }, 'Not configured'],
    ['a reason', { reason: 'Not configured' }, 'Not configured'],
    ['a msg', { msg: 'Not configured' }, 'Not configured'],
    ['a msg as detail', { detail: { msg: 'Not configured' } }, 'Not configured'],
    ['nothing known', { detail: { why: 7 } }, '{"detail":{"why":7}}'],
    ['an empty object', {}, '{}'],
    ['plain text', 'Internal Server Error', 'Internal Server Error'],
    ['text around white space', '  no \n', 'no'],
  ])('reads %s', (_, body, reason) => {
    expect(reasonOf(body)).toBe(reason)
  })

  it('does not recite a page', () => {
    expect(reasonOf('\n<!doctype html><html>…')).toBe('an HTML page instead of a reason')
  })

  it('finds none only in an empty body', () => {
    expect(reasonOf(' ')).toBeNull()
  })

  it('shows at most 300 characters of a body without one', () => {
    expect(reasonOf({ x: 'y'.repeat(400) })).toBe(`{"x":"${'y'.repeat(294)}…`)
  })

  it('cuts what is longer than 2,000 characters, and no character in two', () => {
    const reason = reasonOf({ detail: `${'x'.repeat(1999)}😀${'y'.repeat(50)}` }) ?? ''
    expect(reason.length).toBeLessThanOrEqual(2001)
    expect(reason.isWellFormed()).toBe(true)
    expect(reason.endsWith('…')).toBe(true)
  })
})

describe('issuesOf', () => {
  it('reads the issues of a 422', () => {
    const body = {
      detail: [
        { loc: ['body', 'agent_names', 2], msg: 'must be a string', type: 'string_type', input: 7 },
        { loc: ['query', 'limit'], msg: 'must be positive', type: 'greater_than' },
      ],
    }
    expect(issuesOf(body)).toEqual([
      {
        path: 'body.agent_names[2]',
        message: 'must be a string',
        type: 'string_type',
        loc: ['body', 'agent_names', 2],
      },
      { path: 'query.limit', message: 'must be positive', type: 'greater_than', loc: ['query', 'limit'] },
    ])
  })

  it('reads a refused save', () => {
    const validation_issues = [
      { field: 'scripts.outro', message: 'is missing' },
      { field: 'questions[0].branch_id', message: 'is unknown' },
      { field: 'questions.12.options', message: 'are missing' },
      { message: 'is odd' },
    ]
    expect(issuesOf({ validation_issues })).toEqual([
      { path: 'scripts.outro', message: 'is missing', type: null, loc: ['scripts', 'outro'] },
      {
        path: 'questions[0].branch_id',
        message: 'is unknown',
        type: null,
        loc: ['questions', 0, 'branch_id'],
      },
      {
        path: 'questions[12].options',
        message: 'are missing',
        type: null,
        loc: ['questions', 12, 'options'],
      },
      { path: '', message: 'is odd', type: null, loc: [] },
    ])
  })

  it('reads rejected form data, a map from field to what is wrong with it', () => {
    const invalid_fields = {
      age: { value: 'x', normalized_value: null, error: 'not a number', source: 'user' },
      name: 'too long',
      city: null,
      'Tel. no.': 'too short',
    }
    expect(issuesOf({ error: 'invalid values', invalid_fields })).toEqual([
      { path: 'age', message: 'not a number', type: null, loc: ['age'] },
      { path: 'name', message: 'too long', type: null, loc: ['name'] },
      { path: 'city', message: 'invalid values', type: null, loc: ['city'] },
      { path: 'Tel. no.', message: 'too short', type: null, loc: ['Tel. no.'] },
    ])
  })

  it('reads entries of other shapes', () => {
    expect(issuesOf({ detail: ['age', null, {}] })).toEqual([
      { path: '', message: 'age', type: null, loc: [] },
      { path: '', message: 'rejected', type: null, loc: [] },
    ])
  })

  it.each([null, 'text', [], {}, { detail: 'text' }, { detail: { message: 'x' } }])(
    'finds none in %j',
    (body) => {
      expect(issuesOf(body)).toEqual([])
    },
  )
})

describe('dotted', () => {
  it.each([
    [[], ''],
    [['body'], 'body'],
    [['body', 'names', 0, 'first'], 'body.names[0].first'],
    [[0, 'name'], '[0].name'],
  ])('writes %j as %j', (path, text) => {
    expect(dotted(path)).toBe(text)
  })
})
