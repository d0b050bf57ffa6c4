import { expect, it } from 'vitest'
import { AbortedError, isClientError, ValidationError } from '../../../src/client/core/errors.ts'

const line = { method: 'GET', url: 'https://api.test/agents' }
const errors = [new AbortedError(line, true, 'SIGINT'), new ValidationError(line, 400, [])]
const others = [new Error('other'), new TypeError('fetch failed'), 'text', null, undefined, { kind: 'http' }]

it('isClientError knows every error of the client, and nothing else', () => {
  expect([...errors, ...others].filter(isClientError)).toEqual(errors)
})
