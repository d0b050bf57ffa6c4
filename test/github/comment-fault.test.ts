import fc from 'fast-check'
import nock from 'nock'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { explainCommentFault } from '../../src/github/comment-fault.ts'
import { createOctokit } from '../../src/github/octokit.ts'

const API = 'https://api.github.com'
const PATH = '/repos/acme/shop/issues/7/comments'
const TOKEN = 'ghs_0123456789abcdefghijABCDEFGHIJ'
const anybody = { fromFork: false, byDependabot: false }
const fork = { fromFork: true, byDependabot: false }
const dependabot = { fromFork: false, byDependabot: true }

beforeAll(() => {
  vi.stubEnv('GITHUB_API_URL', API)
  vi.stubEnv('no_proxy', '*')
  nock.disableNetConnect()
})
afterEach(() => nock.cleanAll())
afterAll(() => nock.restore())

/** What Octokit throws when GitHub's side is as prepared. */
async function thrown(prepare: (call: nock.Interceptor) => nock.Scope): Promise<unknown> {
  prepare(nock(API).post(PATH)).persist()
  const octokit = await createOctokit({ token: TOKEN, retryBaseMs: 1 })
  const call = { owner: 'acme', repo: 'shop', issue_number: 7, body: 'text' }
  return octokit.rest.issues.createComment(call).then(
    () => 'no error',
    (error: unknown) => error,
  )
}

describe('a refusal of GitHub', () => {
  const integration = { message: 'Resource not accessible by integration' }
  const tooLong = { message: 'Body is too long (maximum is 65536 characters)' }

  test.each([
    [401, { message: 'Bad credentials' }, {}, anybody, /github-token/],
    [403, integration, {}, anybody, /permissions: pull-requests: write/],
    [403, integration, {}, fork, /comes from a fork.*only read.*workflow_run/],
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
      /limits the rate.*after 2027-01-15T08:00:00/,
    ],
    [
      403,
      { message: 'You have exceeded a secondary rate limit.' },
      {},
      fork,
      /limits the rate.*in some minutes/,
    ],
    [429, {}, { 'retry-after': '90000' }, anybody, /limits the rate.*HTTP 429.*in 90000 s/],
    [404, { message: 'Not Found' }, {}, anybody, /HTTP 404.*may see the repository/],
    [410, { message: 'This issue was deleted' }, {}, anybody, /HTTP 410/],
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
    [500, {}, {}, anybody, /fault of its own.*HTTP 500.*githubstatus/],
    [503, 'unavailable', {}, anybody, /fault of its own.*HTTP 503/],
    [418, { message: 'teapot' }, {}, anybody, /HTTP 418: “teapot”/],
  ])('%d %j with %j for %j', async (status, body, headers, context, expected) => {
    const error = await thrown((call) => call.reply(status, body, headers))
    expect(explainCommentFault(error, context)).toMatch(expected)
  })

  test('with a page of a proxy is not quoted', async () => {
    const page = '<html><body>::error::blocked</body></html>'
    const error = await thrown((call) => call.reply(451, page, { 'content-type': 'text/html' }))
    expect(explainCommentFault(error, anybody)).toMatch(/refused \(HTTP 451\)/)
  })
})

describe('no answer', () => {
  test.each([
    ['ECONNREFUSED', /could not be reached \(ECONNREFUSED\).*HTTPS_PROXY/],
    ['ENOTFOUND', /could not be reached \(ENOTFOUND\)/],
    ['UND_ERR_CONNECT_TIMEOUT', /did not answer in time/],
    ['ETIMEDOUT', /did not answer in time/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /certificate.*SELF_SIGNED_CERT_IN_CHAIN.*NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate.*NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', /certificate/],
  ])('because of %s', async (code, expected) => {
    const error = await thrown((call) => call.replyWithError(Object.assign(new Error('no'), { code })))
    expect(explainCommentFault(error, fork)).toMatch(expected)
  })
})

describe('any other error', () => {
  test.each([
    ['an error', new Error('out of\nideas.'), /could not be written: out of ideas\.$/],
    ['an error without a message', new Error(), /an error without a message/],
    ['no error at all', undefined, /an error without a message/],
  ])('%s', (_, error, expected) => {
    expect(explainCommentFault(error, anybody)).toMatch(expected)
  })

  test('one that goes round in circles', () => {
    const error = new Error('round')
    error.cause = error
    expect(explainCommentFault(error, anybody)).toMatch(/round\.$/)
  })
})

describe('every sentence', () => {
  test.each([
    ['token', `Headers.append: "token ${TOKEN}" is an invalid header value.`],
    ['bearer', 'bad value "Bearer 40charactersofanenterpriseservertoken00"'],
    ['fine-grained', 'used github_pat_11ABCDEFG0_abcdefghijklmnop here'],
  ])('is free of the token (%s)', async (_, message) => {
    const token = /ghs_\w+|40char\w+|11ABC\w+/
    expect(message).toMatch(token)
    expect(explainCommentFault(new Error(message), anybody)).not.toMatch(token)
    const refused = await thrown((call) => call.reply(403, { message }))
    expect(explainCommentFault(refused, anybody)).not.toMatch(token)
  })

  test('is one line of bounded length, whatever GitHub says', async () => {
    const error = await thrown((call) =>
      call.reply(403, { message: `a\r\n\u001b[31mb${'\u{1f600}'.repeat(9_000)}` }),
    )
    const sentence = explainCommentFault(error, anybody)
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    expect(sentence.length).toBeLessThan(600)
  })

  test('comes for anything that can be thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (error) => {
        expect(explainCommentFault(error, anybody)).toMatch(
          /^The comment on the pull request could not be written: .+\.$/,
        )
      }),
    )
  })
})
