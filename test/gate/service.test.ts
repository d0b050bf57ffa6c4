import { describe, expect, test } from 'vitest'
import type { ServiceError } from '../../src/gate/results.ts'
import { type Result, serviceError } from '../../src/gate/service.ts'
import { brokenConnection, http, invalid, notJson, timedOut } from './answers.ts'

const silent = { reason: null, status: null, code: null }

describe('a fault as the reports know it', () => {
  test.each<[string, Result<never>, Omit<ServiceError, 'message'>]>([
    [
      'a refusal',
      http(404, 'Task not found'),
      { ...silent, kind: 'http', status: 404, reason: 'Task not found' },
    ],
    ['a refusal without words', http(500), { ...silent, kind: 'http', status: 500 }],
    [
      'a request that did not validate',
      invalid,
      { ...silent, kind: 'validation', status: 422, reason: 'path.task_id: not a UUID' },
    ],
    ['a broken connection', brokenConnection, { ...silent, kind: 'network', code: 'ECONNRESET' }],
    ['no answer in time', timedOut, { ...silent, kind: 'timeout' }],
    ['an answer that is no JSON', notJson, { ...silent, kind: 'contract' }],
  ])('is whole for %s', (_, answer, fault) => {
    expect(answer.ok ? null : serviceError(answer.error)).toEqual({ ...fault, message: expect.any(String) })
  })
})
