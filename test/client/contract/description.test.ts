import { describe, expect, it } from 'vitest'
import { evaluationDescription } from './description.ts'
import { services } from './every-method.ts'
import { requestViolations } from './violations.ts'

it.each(services)('the description of the $name is OpenAPI 3.1', async ({ description }) => {
  expect(await description.violations()).toEqual([])
})

describe('the violations of a request', () => {
  const description = evaluationDescription()
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const violations = async (path: string, init: RequestInit) => {
    const operation = description.operations.find(({ id }) => id === 'resolveAgents') ?? expect.fail()
    const request = new Request(`http://service${path}`, { method: 'POST', headers, ...init })
    return (await requestViolations(request, operation, description)).join('\n')
  }
  const body = '{"names":["A"]}'

  it('finds nothing where all is as described', async () => {
    expect(await violations('/agents/resolve', { body })).toBe('')
  })

  it.each<[string, string, RequestInit, string]>([
    ['another path', '/agents/resolve/a', { body }, 'is not POST /agents/resolve'],
    ['another method', '/agents/resolve', { method: 'PUT', body }, 'is not POST /agents/resolve'],
    ['a missing key', '/agents/resolve', { body, headers: { 'content-type': 'application/json' } }, 'no key'],
    ['an unknown query parameter', '/agents/resolve?x=1', { body }, 'unknown query'],
    ['a missing body', '/agents/resolve', {}, 'no body'],
    ['a body of another shape', '/agents/resolve', { body: '{"names":"A"}' }, '#/names breaks'],
    [
      'a body that is not said to be JSON',
      '/agents/resolve',
      { body, headers: { 'x-api-key': 'key' } },
      'to be JSON',
    ],
  ])('finds %s', async (_, path, init, violation) => {
    expect(await violations(path, init)).toContain(violation)
  })
})
