import { describe, expect, it } from 'vitest'
import {
  AbortedError,
  HttpError,
  isClientError,
  ResponseError,
  TimeoutError,
  ValidationError,
} from '../../src/client/errors.ts'

const line = { method: 'GET', url: 'https://api.test/agents' }

describe('an HttpError', () => {
  it.each([408, 425, 429, 500, 502, 503, 504, 599])('of status %i may pass', (status) => {
    expect(new HttpError(line, status, null, null).transient).toBe(true)
  })

  it.each([301, 400, 401, 403, 404, 409, 410, 422])('of status %i will not pass', (status) => {
    expect(new HttpError(line, status, null, null).transient).toBe(false)
  })

  it('says what was asked, the status and the reason', () => {
    const error = new HttpError(line, 400, 'not verified', null)
    expect(error.message).toBe('GET https://api.test/agents: HTTP 400: not verified')
    expect(error).toMatchObject({ name: 'HttpError', kind: 'http', status: 400, reason: 'not verified' })
  })
})

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

describe('a TimeoutError', () => {
  it('says the time in seconds', () => {
    expect(new TimeoutError(line, { timeoutMs: 1500, maybeReceived: true }).message).toContain(
      'no response within 1.5 s',
    )
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
