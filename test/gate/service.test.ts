import { expect, test } from 'vitest'
import { isRefused, serviceError } from '../../src/gate/service.ts'
import { brokenConnection, http, invalid, refusedConnection, timedOut } from './responses.ts'

test.each([
  [http(503, 'overloaded'), { kind: 'http', reason: 'overloaded', status: 503, code: null }, false],
  [http(500, 'see https://app.test/x?key=SECRET'), { reason: 'see https://app.test' }, false],
  [invalid, { kind: 'validation', reason: 'path.task_id: not a UUID', status: 422, code: null }, false],
  [brokenConnection, { kind: 'network', reason: null, status: null, code: 'ECONNRESET' }, false],
  [refusedConnection, { kind: 'network', reason: null, status: null, code: 'ECONNREFUSED' }, true],
  [timedOut, { kind: 'timeout', reason: null, status: null, code: null }, false],
])('of an error, the report has what it says: %#', (result, expected, isRefusal) => {
  expect(result.ok || serviceError(result.error)).toMatchObject(expected)
  expect(result.ok || isRefused(result.error)).toBe(isRefusal)
})
