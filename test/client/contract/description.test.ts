import { describe, expect, it } from 'vitest'
import { evaluationDescription, voiceFormDescription } from './description.ts'
import type { Exchange } from './recording-fetch.ts'
import { violationsOf } from './violations.ts'

describe.each([
  ['evaluation', evaluationDescription()],
  ['voice-form', voiceFormDescription()],
])('the description of the %s service', (_, description) => {
  it('is OpenAPI 3.1', async () => {
    expect(await description.violations()).toEqual([])
  })
})

describe('the violations of an exchange', () => {
  const fine: Exchange = {
    method: 'POST',
    url: new URL('http://service/agents/resolve'),
    headers: new Headers({ 'x-api-key': 'key', 'content-type': 'application/json' }),
    body: { names: ['A'] },
    status: 200,
    responseBody: { resolved: {}, not_found: ['A'] },
  }
  const violations = (changes: Partial<Exchange>) =>
    violationsOf({ ...fine, ...changes }, evaluationDescription(), 'x-api-key')

  it('finds nothing where all is as described', async () => {
    expect(await violations({})).toEqual([])
  })

  it.each<[string, Partial<Exchange>, string]>([
    ['an unknown path', { url: new URL('http://service/agent/resolve') }, 'no such operation'],
    ['an unknown method', { method: 'DELETE' }, 'no such operation'],
    ['a missing key', { headers: new Headers({ 'content-type': 'application/json' }) }, 'no key'],
    ['an unknown query parameter', { url: new URL('http://service/agents/resolve?x=1') }, 'unknown query'],
    ['a missing body', { body: undefined }, 'no body'],
    ['a body of another shape', { body: { names: 'A' } }, '#/names breaks'],
    ['a body that is not said to be JSON', { headers: new Headers({ 'x-api-key': 'key' }) }, 'to be JSON'],
    ['a status that is not described', { status: 418 }, 'not described'],
    ['a response of another shape', { responseBody: { resolved: { A: 'short' } } }, 'breaks'],
  ])('finds %s', async (_, changes, violation) => {
    expect((await violations(changes)).join('\n')).toContain(violation)
  })

  it('finds a key on an open route and a query value of the wrong type', async () => {
    const read = { method: 'GET', body: undefined }
    const open = { ...read, url: new URL('http://service/public-api/openapi.json') }
    expect((await violations(open)).join('\n')).toContain('a key on an open route')
    const run = { ...read, url: new URL('http://service/agent-tests/run/r?compact=often') }
    expect((await violations(run)).join('\n')).toContain('#/components')
  })
})
