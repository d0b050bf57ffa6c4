import { describe, expect, test } from 'vitest'
import type { ServiceError } from '../../src/gate/results.ts'
import { type Result, serviceError } from '../../src/gate/service.ts'
import { brokenConnection, http, invalid, notJson, timedOut } from './responses.ts'

const unknown = { reason: null, status: null, code: null }

describe('an error of the service, as reports get it,', () => {
  test.each<[string, Result<never>, Omit<ServiceError, 'message'>]>([
    [
      'a refusal',
      http(404, 'Task not found'),
      { ...unknown, kind: 'http', status: 404, reason: 'Task not found' },
    ],
    ['a refusal without a reason', http(500), { ...unknown, kind: 'http', status: 500 }],
    [
      'an invalid request',
      invalid,
      { ...unknown, kind: 'validation', status: 422, reason: 'path.task_id: not a UUID' },
    ],
    ['a broken connection', brokenConnection, { ...unknown, kind: 'network', code: 'ECONNRESET' }],
    ['no response in time', timedOut, { ...unknown, kind: 'timeout' }],
    ['a response that is not JSON', notJson, { ...unknown, kind: 'contract' }],
  ])('is complete for %s', (_, result, error) => {
    expect(result.ok ? null : serviceError(result.error)).toEqual({ ...error, message: expect.any(String) })
  })
})
