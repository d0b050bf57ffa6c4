import { expect, it } from 'vitest'
import { evaluationDescription } from './description.ts'
import { services } from './every-method.ts'
import { requestViolations } from './violations.ts'

it.each(services)('the description of the $name is OpenAPI 3.1', async ({ description }) => {
  expect(await description.violations()).toEqual([])
})

it.each<[string, string, RequestInit]>([
  ['another path', 'is not POST', {}],
  ['a missing key', 'no key', { headers: { 'content-type': 'application/json' } }],
  ['an unknown query parameter', 'unknown query', {}],
  ['a body of another shape', '#/names breaks', { body: '{"names":"A"}' }],
  ['a body that is not said to be JSON', 'to be JSON', { headers: { 'x-api-key': 'key' } }],
])('the violations of a request are found: %s', async (what, violation, init) => {
  const description = evaluationDescription()
  const operation = description.operations.find(({ id }) => id === 'agents.resolve') ?? expect.fail()
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const path = { 'another path': '/a', 'an unknown query parameter': '?x=1' }[what] ?? ''
  const url = `http://service/agents/resolve${path}`
  const request = new Request(url, { method: 'POST', headers, body: '{"names":["A"]}', ...init })
  expect((await requestViolations(request, operation, description)).join('\n')).toContain(violation)
})
