import { describe, expect, test } from 'vitest'
import { GitHubApi } from '../../src/github/api.ts'
import { explainReadError, explainWriteError } from '../../src/github/github-error.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { json, networkError, page, type Scripted, scriptedFetch } from './scripted-fetch.ts'

const TOKEN = 'ghs_0123456789abcdefghijABCDEFGHIJ'
const COMMENT = 'The comment on the pull request'

/** What is thrown for a comment with this response. */
async function thrown(response: () => Scripted, token = TOKEN): Promise<unknown> {
  const { fetch } = scriptedFetch(response)
  const access = { token, apiUrl: 'https://api.acme.test', fetch, clock: createManualClock() }
  const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 1_000 })
  const write = api.write('POST', '/repos/acme/shop/issues/7/comments', { body: 'text' })
  return write.catch((error: unknown) => error)
}

const integration = { message: 'Resource not accessible by integration' }
const rateLimit = { message: 'API rate limit exceeded for installation' }

const written = (error: unknown, isFromFork = false) =>
  explainWriteError(error, COMMENT, 'pull-requests', isFromFork)

test.each([
  ['without the permission', integration, false, /integration \(HTTP 403\)\. .*pull-requests: write`\.$/],
  ['on a fork', integration, true, /from forks.*read-only.*workflow_run/],
  ['for another reason', rateLimit, true, /GitHub says: API rate limit exceeded .*\(HTTP 403\)/],
])('a 403 %s', async (_, body, isFromFork, expected) => {
  expect(written(await thrown(json(403, body)), isFromFork)).toMatch(expected)
})

// GitHub hides what a token may not see.
test.each([403, 404])('a %d names the permission', async (status) => {
  const error = await thrown(json(status, { message: 'No' }))
  const has = 'the job, or the token in the input "github-token", has `permissions:'
  const said = `GitHub says: No (HTTP ${status}).`
  expect(explainReadError(error, 'Its commits', 'contents')).toBe(
    `Its commits could not be read: ${said} Check that ${has} contents: read\`.`,
  )
  expect(explainReadError(error, 'Pull request #7', 'pull-requests', { isNamed: true })).toBe(
    `Pull request #7 could not be read: ${said} Check the input "pull-request", and that ${has} pull-requests: read\`.`,
  )
  expect(explainWriteError(error, 'The issue', 'issues')).toBe(
    `The issue could not be written: ${said} Check that ${has} issues: write\`.`,
  )
})

test.each([
  [401, { message: 'Bad credentials' }, 'Bad credentials'],
  [
    422,
    { message: 'Failed', errors: [{ message: 'Body is too long' }] },
    'Failed: {"message":"Body is too long"}',
  ],
  [503, { message: 'Unavailable' }, 'Unavailable'],
])('a %d is explained in the words of GitHub', async (status, body, words) => {
  const explained = written(await thrown(json(status, body)))
  expect(explained).toContain(`: GitHub says: ${words} (HTTP ${status}).`)
})

test.each([
  [401, 'Check the input "github-token": the token of an app is valid for one hour'],
  [410, 'Check that it was not deleted, and that issues are enabled in the settings of the repository'],
  [429, 'Re-run the job later'],
  [502, 'Re-run the job later'],
])('a %d says what to do, whatever was asked for', async (status, remedy) => {
  const error = await thrown(json(status, { message: 'No' }, { 'retry-after': '3' }))
  expect(written(error)).toContain(`. ${remedy}.`)
  expect(explainReadError(error, 'Pull request #7', 'pull-requests')).toContain(`. ${remedy}.`)
})

test.each([403, 502])("a page, such as a proxy's with %d, is not quoted", async (status) => {
  const error = await thrown(page(status, '<html>::error::blocked, not accessible</html>'))
  expect(written(error)).toContain(`: GitHub responded with HTTP ${status}. `)
})

test.each([
  ['connect ECONNREFUSED 140.82.121.5:443', '', 'connect ECONNREFUSED 140.82.121.5:443'],
  // What Node says of a host with several addresses.
  ['', 'ECONNREFUSED', 'ECONNREFUSED'],
  ['Proxy response (407) !== 200 when HTTP Tunneling', 'UND_ERR_ABORTED', 'Proxy response (407)'],
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
])('without a response, the cause is named, and what to check: %s', async (message, code, expected) => {
  const explained = written(await thrown(networkError(message, code)))
  expect(explained).toContain(expected)
  expect(explained).toMatch(/could not be reached .*HTTPS_PROXY.*NODE_EXTRA_CA_CERTS/)
})

describe('a sentence', () => {
  test.each([
    TOKEN,
    TOKEN.slice(0, 20),
    Array.from(TOKEN, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
    Array.from(TOKEN, (sign) => `&#${sign.charCodeAt(0)};`).join(''),
  ])('does not contain the token, as in %s', async (found) => {
    for (const response of [networkError(`token ${found}`), json(400, { message: `no ${found}!` })])
      expect(written(await thrown(response))).not.toContain(found)
  })

  test('is one line of bounded length, whatever GitHub sends', async () => {
    const error = await thrown(json(400, { message: `a\r\n\u001b[31mb${'\u{1f600}'.repeat(9_000)}` }))
    const sentence = written(error)
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    expect(sentence.length).toBeLessThan(700)
  })

  test('exists for errors of our own', () => {
    expect(written(new TypeError('x is not a function'))).toBe(
      'The comment on the pull request could not be written: TypeError: x is not a function.',
    )
  })
})
