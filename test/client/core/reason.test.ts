import { describe, expect, it } from 'vitest'
import { issuesOf, reasonOf } from '../../../src/client/core/reason.ts'

describe('reasonOf', () => {
  it.each([
    ['a text as detail', { detail: 'Agent not found' }, 'Agent not found'],
    ['an endpoint error', { error: 'no such agent' }, 'no such agent'],
    [
      'an object with an error and a list',
      { detail: { error: 'Tests not linked', test_uuids: ['t-1'] } },
      'Tests not linked; test_uuids: t-1',
    ],
    ['a list without a message', { detail: { not_found: ['A'] } }, 'not_found: A'],
    [
      'a list of issues',
      {
        detail: [
          { loc: ['body', 'names', 0], msg: 'must be a string' },
          { loc: [], msg: 'too many' },
        ],
      },
      'body.names[0]: must be a string; too many',
    ],
    ['an error with a message', { error: { message: 'Not configured', code: 7 } }, 'Not configured'],
    ['a reason', { reason: 'Not configured' }, 'Not configured'],
    ['a msg', { msg: 'Not configured' }, 'Not configured'],
    [
      'a list of errors',
      { errors: [{ message: 'Not ready' }, { message: 'Too old' }] },
      'Not ready; Too old',
    ],
    ['errors as texts', { errors: ['Not ready', 'Too old'] }, 'Not ready; Too old'],
    [
      'errors by fields',
      { title: 'Bad', errors: { name: ['is taken', 'is long'] } },
      'name: is taken,is long',
    ],
    ['errors with fields', { message: 'No', errors: [{ field: 'a', message: 'is old' }] }, 'No; a: is old'],
    ['errors of JSON:API', { errors: [{ status: '400', title: 'Bad', detail: 'Not ready' }] }, 'Not ready'],
    ['a list', [{ message: 'Not ready' }], 'Not ready'],
    ['a title without more', { title: 'Not ready', status: 400 }, 'Not ready'],
    [
      'a message that is a list',
      { message: ['a is missing', 'b is old'], error: 'Bad Request' },
      'a is missing; b is old',
    ],
    ['an empty message beside an error', { error: 'Bad Request', message: '' }, 'Bad Request'],
    ['one of OAuth', { error: 'invalid_grant', error_description: 'Not ready' }, 'Not ready'],
    ['one of AWS', { __type: 'ValidationException', Message: 'Not ready' }, 'Not ready'],
    ['one of a function', { errorMessage: 'Not ready', errorType: 'Error' }, 'Not ready'],
    ['one of a gateway', { fault: { faultstring: 'Not ready', detail: { errorcode: 'a.b' } } }, 'Not ready'],
    ['one of JSend', { status: 'error', data: { message: 'Not ready' } }, 'Not ready'],
    [
      'a text by fields',
      { errors: { name: 'is taken', age: { message: 'is odd' } } },
      'name: is taken; age: is odd',
    ],
    ['a list as error', { error: ['Not ready', 'Too old'] }, 'Not ready; Too old'],
    ['the same twice', { error: { message: 'Not ready', errors: [{ message: 'Not ready' }] } }, 'Not ready'],
    ['errors without words', { errors: [{ code: 7 }] }, '{"errors":[{"code":7}]}'],
    ['nothing known', { detail: { why: 7 } }, '{"detail":{"why":7}}'],
    ['plain text', 'Internal Server Error', 'Internal Server Error'],
    ['text around white space', '  no \n', 'no'],
    ['no page', '\n<!doctype html><html>…', 'an HTML page instead of a reason'],
    ['none in an empty body', ' ', null],
    ['300 characters of a body without one', { x: 'y'.repeat(400) }, `{"x":"${'y'.repeat(294)}…`],
  ])('reads %s', (_, body, reason) => {
    expect(reasonOf(body)).toBe(reason)
  })

  it('cuts what is longer than 2,000 characters, and no character in two', () => {
    const reason = reasonOf({ detail: `${'x'.repeat(1999)}😀${'y'.repeat(50)}` }) ?? ''
    expect(reason.length).toBeLessThanOrEqual(2001)
    expect(reason.isWellFormed()).toBe(true)
    expect(reason.endsWith('…')).toBe(true)
  })
})

describe('issuesOf', () => {
  const issue = (path: string, message: string) => ({ path, message, type: null })

  it('reads the issues of a 422', () => {
    const body = {
      detail: [
        { loc: ['body', 'agent_names', 2], msg: 'must be a string', type: 'string_type', input: 7 },
        { loc: ['query', 'limit'], msg: 'must be positive', type: 'greater_than' },
      ],
    }
    expect(issuesOf(body)).toEqual([
      {
        ...issue('body.agent_names[2]', 'must be a string'),
        type: 'string_type',
      },
      { ...issue('query.limit', 'must be positive'), type: 'greater_than' },
    ])
  })

  it('reads a refused save', () => {
    const validation_issues = [
      { field: 'questions[0].branch_id', message: 'is unknown' },
      { field: 'questions.12.options', message: 'are missing' },
      { message: 'is odd' },
    ]
    expect(issuesOf({ validation_issues })).toEqual([
      issue('questions[0].branch_id', 'is unknown'),
      issue('questions.12.options', 'are missing'),
      issue('', 'is odd'),
    ])
  })

  it('reads rejected form data, a map from field to what is wrong with it', () => {
    const invalid_fields = {
      age: { value: 'x', normalized_value: null, error: 'not a number', source: 'user' },
      city: null,
      'Tel. no.': 'too short',
    }
    expect(issuesOf({ error: 'invalid values', invalid_fields })).toEqual([
      issue('age', 'not a number'),
      issue('city', 'invalid values'),
      issue('Tel. no.', 'too short'),
    ])
  })

  it('reads entries of other shapes', () => {
    expect(issuesOf({ detail: ['age', null, {}] })).toEqual([issue('', 'age'), issue('', 'rejected')])
  })

  it.each([null, 'text', [], {}, { detail: 'text' }, { detail: { message: 'x' } }])(
    'finds none in %j',
    (body) => {
      expect(issuesOf(body)).toEqual([])
    },
  )
})
