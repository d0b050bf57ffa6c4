import Bottleneck from 'bottleneck'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainCommentError } from '../../src/github/comment-error.ts'
import { createOctokit } from '../../src/github/octokit.ts'
import { json, networkError, type Scripted, scriptedFetch } from './scripted-fetch.ts'

const TOKEN = 'ghs_0123456789abcdefghijABCDEFGHIJ'
const anybody = { fromFork: false, byDependabot: false, token: TOKEN }
const fork = { ...anybody, fromFork: true }
const dependabot = { ...anybody, byDependabot: true }

const writeLimits = { write: new Bottleneck.Group(), notifications: new Bottleneck.Group() }

/** What Octokit throws for a comment with this response. */
async function thrown(response: () => Scripted): Promise<unknown> {
  const { fetch } = scriptedFetch(response)
  const octokit = createOctokit({
    token: TOKEN,
    apiUrl: 'https://api.acme.test',
    fetch,
    secondMs: 1,
    writeLimits,
  })
  const comment = { owner: 'acme', repo: 'shop', issue_number: 7, body: 'text' }
  return octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', comment).then(
    () => 'no error',
    (error: unknown) => error,
  )
}

const page = (status: number, text: string) => () =>
  new Response(text, { status, headers: { 'content-type': 'text/html' } })

describe('a response with an error', () => {
  const integration = { message: 'Resource not accessible by integration' }
  const tooLong = { message: 'Body is too long (maximum is 65536 characters)' }

  test.each([
    [401, { message: 'Bad credentials' }, {}, anybody, /github-token/],
    [403, integration, {}, anybody, /permissions: pull-requests: write/],
    [403, integration, {}, fork, /from forks.*read-only.*workflow_run/],
    [403, integration, {}, dependabot, /Dependabot.*permissions: pull-requests: write/],
    [403, { message: 'Unable to create comment because issue is locked.' }, {}, anybody, /locked.*unlock/],
    [403, { message: 'Unable to create comment because issue is locked.' }, {}, fork, /locked.*unlock/],
    [
      403,
      { message: 'no' },
      { 'x-github-sso': 'required; url=https://github.com/orgs/acme/sso' },
      anybody,
      /single sign-on/,
    ],
    [
      403,
      { message: 'Blocked by policy' },
      {},
      anybody,
      /HTTP 403: “Blocked by policy”.*pull-requests: write/,
    ],
    [
      403,
      { message: 'API rate limit exceeded for installation' },
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000000' },
      fork,
      /rate limit.*exceeded.*after 2027-01-15T08:00:00/,
    ],
    [
      403,
      { message: 'You have exceeded a secondary rate limit.' },
      {},
      fork,
      /rate limit.*exceeded.*in a few minutes/,
    ],
    [429, {}, { 'retry-after': '90000' }, anybody, /rate limit.*exceeded.*HTTP 429.*in 90000 s/],
    [404, { message: 'Not Found' }, {}, anybody, /HTTP 404.*can read the repository/],
    [
      410,
      { message: 'This issue was deleted' },
      {},
      anybody,
      /disabled or the pull request was deleted.*HTTP 410/,
    ],
    [
      422,
      { message: 'Validation Failed', errors: [tooLong] },
      {},
      anybody,
      /too long.*HTTP 422.*job summary/,
    ],
    [
      422,
      { message: 'Validation Failed', errors: [{ message: 'spam' }] },
      {},
      anybody,
      /Validation Failed: spam/,
    ],
    [413, '<html>', {}, anybody, /too long.*HTTP 413/],
    [500, {}, {}, anybody, /server error.*HTTP 500.*githubstatus/],
    [503, 'unavailable', {}, anybody, /server error.*HTTP 503/],
    [418, { message: 'teapot' }, {}, anybody, /HTTP 418: “teapot”/],
  ])('%d %j with %j for %j', async (status, body, headers, context, expected) => {
    const error = await thrown(typeof body === 'string' ? page(status, body) : json(status, body, headers))
    expect(explainCommentError(error, context)).toMatch(expected)
  })

  test('that is the page of a proxy is not quoted', async () => {
    const error = await thrown(page(451, '<html><body>::error::blocked</body></html>'))
    expect(explainCommentError(error, anybody)).toMatch(/rejected the request \(HTTP 451\)/)
  })
})

describe('no response', () => {
  test.each([
    ['ECONNREFUSED', /could not be reached \(ECONNREFUSED\).*HTTPS_PROXY/],
    ['ENOTFOUND', /could not be reached \(ENOTFOUND\)/],
    ['UND_ERR_CONNECT_TIMEOUT', /did not respond in time/],
    ['ETIMEDOUT', /did not respond in time/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /certificate.*SELF_SIGNED_CERT_IN_CHAIN.*NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate.*NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', /certificate/],
  ])('because of %s', async (code, expected) => {
    const error = await thrown(networkError(code))
    expect(explainCommentError(error, fork)).toMatch(expected)
  })
})

test.each([
  ['a tunnel', 'Proxy response (403) !== 200 when HTTP Tunneling', /proxy refused.*HTTP 403.*HTTPS_PROXY/],
  ['a request', 'Proxy Authentication Required (407)', /proxy refused.*HTTP 407.*HTTPS_PROXY/],
])('a proxy that refuses %s is named', async (_, message, expected) => {
  const error = await thrown(() => new TypeError('fetch failed', { cause: new Error(message) }))
  expect(explainCommentError(error, anybody)).toMatch(expected)
})

describe('any other error', () => {
  test.each([
    ['an error', new Error('out of\nideas.'), /could not be written: out of ideas\.$/],
    ['an error without a message', new Error(), /an error without a message/],
    ['no error at all', undefined, /an error without a message/],
  ])('%s', (_, error, expected) => {
    expect(explainCommentError(error, anybody)).toMatch(expected)
  })

  test('one that is its own cause', () => {
    const error = new Error('round')
    error.cause = error
    expect(explainCommentError(error, anybody)).toMatch(/round\.$/)
  })
})

describe('every sentence', () => {
  test.each([
    ['token', `Headers.append: "token ${TOKEN}" is an invalid header value.`],
    ['bearer', 'bad value "Bearer 40charactersofanenterpriseservertoken00"'],
    ['fine-grained', 'used github_pat_11ABCDEFG0_abcdefghijklmnop here'],
  ])('does not contain the token (%s)', async (_, message) => {
    const token = /ghs_\w+|40char\w+|11ABC\w+/
    expect(message).toMatch(token)
    expect(explainCommentError(new Error(message), anybody)).not.toMatch(token)
    const refused = await thrown(json(403, { message }))
    expect(explainCommentError(refused, anybody)).not.toMatch(token)
  })

  test.each([
    ['as it is', 'opaque-token.0123'],
    ['with an invisible character in it', 'opaque-\u200btoken.0123'],
    ['at the limit of the length', `${'x'.repeat(295)}opaque-token.0123`],
  ])('does not contain a token of unknown form, %s', async (_, echoed) => {
    const error = await thrown(json(403, { message: `no ${echoed}` }))
    const sentence = explainCommentError(error, { ...anybody, token: 'opaque-token.0123' })
    expect(sentence).toContain('HTTP 403')
    expect(sentence.replace(/\p{C}/gu, '')).not.toContain('opaque')
  })

  test('is one line of bounded length, whatever GitHub sends', async () => {
    const error = await thrown(json(403, { message: `a\r\n\u001b[31mb${'\u{1f600}'.repeat(9_000)}` }))
    const sentence = explainCommentError(error, anybody)
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    expect(sentence.length).toBeLessThan(600)
  })

  test('exists for anything that can be thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (error) => {
        expect(explainCommentError(error, anybody)).toMatch(
          /^The comment on the pull request could not be written: .+\.$/,
        )
      }),
    )
  })
})
