// What is removed from error texts of agents and services, and what has to stay.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/client/core/redactor.ts'
import { errorExcerpt } from '../../src/gate/error-text.ts'
import { redactedTest } from '../../src/gate/runs/read-run.ts'
import { headerSecrets } from '../../src/gate/secrets.ts'
import { test as testNamed } from '../fixtures/samples.ts'

describe('an error text', () => {
  test.each([
    [
      'Could not connect to agent at https://bot.test:8443/a/SECRET?x=SECRET: refused',
      'Could not connect to agent at https://bot.test:8443: refused',
    ],
    ['at wss://bot.test/SECRET.', 'at wss://bot.test.'],
    ['postgres://app:SECRET@db.test:5432/shop failed', 'postgres://db.test:5432 failed'],
    ['redis://:SECRET@cache.test', 'redis://cache.test'],
    ["at 'HTTP://user:SECRET@bot.test/a?b=c#d': x", "at 'http://bot.test': x"],
    ['at http://[SECRET', 'at http://***'],
    ['postgres://app:SEC/RET@db.test/shop', 'postgres://***'],
    [String.raw`{"url": "https:\/\/bot.test\/SECRET"}`, '{"url": "https://bot.test"}'],
    ['to=https%3A%2F%2Fapp%3ASECRET%40bot.test%2FSECRET%3Fkey%3DSECRET', 'to=https://bot.test'],
    ['to=https%253A%252F%252Fbot.test%252FSECRET', 'to=https://bot.test'],
    [
      'Max retries exceeded with url: /hook?token=SECRET (refused)',
      'Max retries exceeded with url: *** (refused)',
    ],
    [`GET https://bot.test/a?q="two words"&token=SECRET failed`, 'GET https://bot.test failed'],
    ['GET https://bot.test/a?q=two words&token=SECRET failed', 'GET https://bot.test failed'],
    ['at http://[::1]:80/SECRET', 'at http://[::1]:80'],
  ])('shows of an address no more than the host: %s', (text, shown) => {
    expect(errorExcerpt(text)).toBe(shown)
  })

  test.each([
    ['api_key=SECRET', 'api_key=***'],
    ['API_KEY: SECRET', 'API_KEY: ***'],
    ['x-api-key: SECRET, next', 'x-api-key: ***, next'],
    ['apikey=SECRET', 'apikey=***'],
    ['ApiKey: SECRET', 'ApiKey: ***'],
    ["{'accessToken': 'SECRET with words'}", "{'accessToken': '***'}"],
    [String.raw`{\"client_secret\": \"SECRET\"}`, String.raw`{\"client_secret\": \"***\"}`],
    ['DB_PASSWORD = SECRET', 'DB_PASSWORD = ***'],
    ['passwd:SECRET', 'passwd:***'],
    ['Authorization: Bearer sk-SECRET', 'Authorization: Bearer ***'],
    ["'authorization': 'Basic SECRET'", "'authorization': 'Basic ***'"],
    ["{b'password': b'SECRET'}", "{b'password': ***'}"],
    ["api_key=SecretStr('SECRET')", "api_key=***')"],
    ['Authorization: Token token="SECRET"', 'Authorization: Token ***"'],
    ['password: ["SECRET"]', 'password: ***"]'],
    ['"private_key": "---\nSECRET\n---"', '"private_key": "***"'],
    ['password=&quot;SECRET&quot;', 'password=&quot;***&quot;'],
    [String.raw`\u0022password\u0022:\u0022SECRET\u0022`, String.raw`\u0022password\u0022:\u0022***\u0022`],
    ['{"password"=>"SECRET"}', '{"password"=>"***"}'],
    ['password%3DSECRET&x', 'password%3D***&x'],
    ['token=SECRET0123456789', 'token=***'],
    ['key: SECRET0123456789', 'key: ***'],
    ['sent Bearer SECRET_12345', 'sent Bearer ***'],
    ['sent Basic U0VDUkVUOlNFQ1JFVA==', 'sent Basic ***'],
    ['Incorrect API key provided: sk-proj-SECRET.', 'Incorrect API key provided: ***.'],
    ['ghs_SECRET github_pat_SECRET xoxb-SECRET AKIASECRET eyJSECRET.eyJSECRET.x', '*** *** *** *** ***'],
  ])('hides a value, and keeps its name: %s', (text, shown) => {
    expect(errorExcerpt(text)).toBe(shown)
  })

  test.each([
    "KeyError: 'refund'",
    'max_tokens: 4096',
    'JSON key: name',
    "Unexpected token: '<'",
    'Basic plan exceeded',
    'Basic authentication.',
    'Agent returned HTTP 503: overloaded',
    'What is 1/2? Nobody knows.',
    'monkey: banana',
    'risk-averse',
    'The key: "a".',
    'at 10:30 on 2026-11-23',
  ])('stays as it is: %s', (text) => {
    expect(errorExcerpt(text)).toBe(text)
  })

  test('has nothing of an address but its host, whatever is around it', () => {
    const part = fc.stringMatching(/^[a-z0-9/?#@:%&=.~_-]{0,20}$/)
    fc.assert(
      fc.property(part, part, part, (before, path, after) => {
        const text = `${before} https://bot.test/SECRET${path} ${after} http://[SECRET`
        expect(errorExcerpt(text)).not.toContain('SECRET')
      }),
    )
  })

  test('is cut after it was redacted, so that no half of a secret stays', () => {
    expect(errorExcerpt(`${'x'.repeat(290)} api_key=SECRET`)).toBe(`${'x'.repeat(290)} api_key=*…`)
  })

  test('is read in time, however long and odd', () => {
    const signs = ['a', '/', '\\', '"', "'", ' ', '-', '%25', '?a b&']
    const names = ['key', 'https://', 'token=', 'key=a(', 'password=&quot;', 'authorization: a ']
    for (const part of [...signs, ...names])
      expect(errorExcerpt(part.repeat(100_000)).length).toBeLessThanOrEqual(301)
  })
})

describe('of headers', () => {
  const shown = (headers: unknown, text: string) => createRedactor(headerSecrets(headers))(text)

  test.each<[unknown, string]>([
    // Long enough, or with a digit or a sign.
    [{ 'X-A': 'sixteen-of-these' }, 'sixteen-of-these'],
    [{ 'X-A': '8letters' }, '8letters'],
    [{ 'X-A': 'of_words' }, 'of_words'],
    [{ 'X-A': 12345678 }, '12345678'],
    // By the name of the header.
    [{ 'X-Api-Key': 'abcdefgh' }, 'abcdefgh'],
    [{ ACCESSTOKEN: 'abcdefgh' }, 'abcdefgh'],
    [{ 'X-Client-Secret': 'abcdefgh' }, 'abcdefgh'],
    [{ Authorization: 'Bearer abcdefgh' }, 'abcdefgh'],
    // Structured.
    [{ Authorization: 'Token token="abcdefgh"' }, 'abcdefgh'],
    [{ Authorization: 'Token token="two words of it"' }, 'two words of it'],
    [{ Authorization: 'Signature keyId="a",signature="s1gnature=="' }, 's1gnature=='],
    [{ Authorization: 'ApiKey id:s3cret-of-it' }, 's3cret-of-it'],
    [{ Authorization: `Basic ${btoa('customer:abcdefgh')}` }, 'customer:abcdefgh'],
    [{ Authorization: `Basic ${btoa('customer:abcdefgh')}` }, 'abcdefgh'],
    [{ Authorization: `Basic ${btoa('sk_live_1234:')}` }, 'sk_live_1234'],
    [{ 'X-A': 'a=1&token=s3cret-of-it' }, 's3cret-of-it'],
    [{ 'X-A': 'session="Bearer s3cret-of-it"' }, 's3cret-of-it'],
    [{ 'X-A': 'password=user:abcdefgh' }, 'abcdefgh'],
    [{ 'X-A': 'user=a&password=abcdefgh' }, 'abcdefgh'],
    [{ Cookie: 'a=1; session=s3cret-of-it' }, 's3cret-of-it'],
    [{ 'X-A': '{"a":[{"b":"s3cret-of-it"}]}' }, 's3cret-of-it'],
    [{ 'X-A': '{"password":"abcdefgh"}' }, 'abcdefgh'],
    // However they are stored.
    ['X-Api-Key: abcdefgh', 'abcdefgh'],
    ['X-A: a\nAuthorization: Bearer abcdefgh\n', 'abcdefgh'],
    ['{"X-Api-Key":"abcdefgh"}', 'abcdefgh'],
    [['X-Api-Key: abcdefgh'], 'abcdefgh'],
    [[['X-Api-Key', 'abcdefgh']], 'abcdefgh'],
    [[{ name: 'X-Api-Key', value: 'abcdefgh' }], 'abcdefgh'],
    [{ 'X-Api-Key': ['other', 'abcdefgh'] }, 'abcdefgh'],
    [{ 'X-Api-Key': { current: 'abcdefgh' } }, 'abcdefgh'],
    [{ more: { 'X-Api-Key': 'abcdefgh' } }, 'abcdefgh'],
  ])('%j, nobody sees %s', (headers, secret) => {
    expect(shown(headers, `<${secret}>`)).toBe('<***>')
  })

  test.each<[unknown, string]>([
    [{ 'X-Source': 'evaluation', 'X-Tenant': 'bookings' }, 'evaluation of bookings'],
    [{ 'X-Tenant': 'the bookings' }, 'bookings'],
    [{ Authorization: 'Negotiate abc' }, 'We negotiate the Authorization.'],
    [{ Authorization: 'Signature algorithm="x",signature="y"' }, 'The signature and its algorithm.'],
    [{ 'Content-Type': 'application/json', Accept: 'text/html, application/json' }, 'application/json'],
    [[['User-Agent', 'acme-tests/12.3']], 'acme-tests/12.3'],
    ['Accept: application/json', 'application/json'],
    [[{ name: 'Authorization', value: 'a' }], 'Authorization'],
    [{ 'X-Api-Key': 'short' }, 'short'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('%j, everybody sees %s', (headers, text) => {
    expect(shown(headers, text)).toBe(text)
  })

  test('whatever they are, they are read in time', () => {
    for (const part of ['a=', 'a:', '"', "'", ' ', '\n', '&', '{', 'Basic ', 'a=b&', 'a b="c", '])
      for (const headers of [part.repeat(30_000), { Authorization: part.repeat(30_000) }])
        expect(headerSecrets(headers).length).toBeLessThan(200_000)
  })

  test('are found however deep they are nested', () => {
    const [before, after] = ['{"a":['.repeat(20_000), ']}'.repeat(20_000)]
    const value = `${before}"s3cret-of-it"${after}`
    for (const headers of [value, { 'X-A': value }, { 'X-A': JSON.parse(value) }])
      expect(shown(headers, 's3cret-of-it')).toBe('***')
  })
})

describe('a test', () => {
  const redact = createRedactor(['s3cret-value', '12345678', 'evaluation'])
  const withText = (text: string) =>
    testNamed('evaluation', {
      reasoning: text,
      reply: text,
      toolCalls: [{ tool: 'evaluation', arguments: JSON.stringify({ evaluation: text, n: 12345678 }) }],
      expectedToolCalls: [{ tool: 'evaluation', arguments: text }],
      question: [{ role: 'evaluation', content: text }],
      criteria: [{ evaluator: 'evaluation', text }],
    })

  test('has no secret in a text, and its names, roles and fields as they are', () => {
    expect(redactedTest(withText('of s3cret-value'), redact)).toMatchObject({
      name: 'evaluation',
      reasoning: 'of ***',
      reply: 'of ***',
      toolCalls: [{ tool: 'evaluation', arguments: '{"evaluation":"of ***","n":"***"}' }],
      expectedToolCalls: [{ tool: 'evaluation', arguments: 'of ***' }],
      question: [{ role: 'evaluation', content: 'of ***' }],
      criteria: [{ evaluator: 'evaluation', text: 'of ***' }],
    })
  })

  test('has no secret in the part of an error that is shown, even if the rest is cut off', () => {
    const error = { kind: 'agent', detail: null, message: `${'x'.repeat(290)} s3cret-value` } as const
    const redacted = redactedTest({ ...withText(''), outcome: 'unanswered', error }, redact)
    const message = `${'x'.repeat(290)} ***`
    expect(redacted).toMatchObject({ error: { message }, reasoning: message })
  })
})
