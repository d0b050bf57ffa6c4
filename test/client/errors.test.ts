import { describe, expect, it } from 'vitest'
import {
  AbortedError,
  HttpError,
  isClientError,
  ResponseError,
  ValidationError,
} from '../../src/client/errors.ts'

const line = { method: 'GET', url: 'https://api.test/agents' }

describe('a ValidationError', () => {
  const error = new ValidationError(line, 422, [
    { path: 'body.names[0]', message: 'must be a string', type: null, loc: ['body', 'names', 0] },
    { path: '', message: 'too many', type: null, loc: [] },
  ])

  it('holds every issue and states them all', () => {
    expect(error.issues).toHaveLength(2)
    expect(error.message).toContain('HTTP 422: body.names[0]: must be a string; too many')
  })

  it('is not transient, and no HttpError, so that kinds can be told apart', () => {
    expect(error).not.toBeInstanceOf(HttpError)
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({ name: 'ValidationError', kind: 'validation', transient: false })
  })
})

describe('isClientError', () => {
  it('knows every error of the client', () => {
    expect(isClientError(new AbortedError(line, true, 'SIGINT'))).toBe(true)
    expect(isClientError(new ValidationError(line, 400, []))).toBe(true)
  })

  it.each([new Error('other'), new TypeError('fetch failed'), 'text', null, undefined, { kind: 'http' }])(
    'knows nothing else: %s',
    (value) => {
      expect(isClientError(value)).toBe(false)
    },
  )
})
