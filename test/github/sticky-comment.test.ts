// The comment on one pull request of a fake GitHub, a pull request per test.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/client/core/clock.ts'
import { formatMarker, type Marker, NO_ISSUE, parseBody } from '../../src/github/marker.ts'
import { StickyComment } from '../../src/github/sticky-comment.ts'
import {
  type GitHub,
  type GitHubFault,
  type GitHubRequest,
  type StoredComment,
  startGitHub,
} from '../support/github/github.ts'

const BOT = 'github-actions[bot]'
const NOTICE = 'On their way.'
const noSignal = new AbortController().signal

const ours = { commentId: 'a'.repeat(32), runId: 100, runAttempt: 1 }
const otherJob = { commentId: 'b'.repeat(32) }

let github: GitHub
let issueNumber = 0
let journalStart = 0

beforeAll(async () => {
  github = await startGitHub()
})
beforeEach(nextPullRequest)
afterEach(() => {
  github.faults.length = 0
})
afterAll(() => github.close())

function nextPullRequest(): void {
  issueNumber += 1
  journalStart = github.journal.length
}

/** As a call of the action sees it, by default in run 100, attempt 1. */
function sticky(run: Partial<Marker> = {}): StickyComment {
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  return new StickyComment(access, { owner: 'acme', repo: 'shop', issueNumber, ...ours, ...run })
}

const write = async (text: string, run?: Partial<Marker>) =>
  (await sticky(run).write(text, { creates: true, signal: noSignal })) ?? expect.fail('not written')
const announce = (run?: Partial<Marker>) => sticky(run).announce(NOTICE, noSignal)

const seedBody = (body: string, user = BOT) => github.seed(issueNumber, { user, body })

/** A comment of an earlier call, by default by run 99. */
function seed(text: string, by: Partial<Marker> = {}, user = BOT): StoredComment {
  return seedBody(
    `${formatMarker({ ...ours, runId: 99, isNotice: false, issue: NO_ISSUE, ...by })}\n${text}`,
    user,
  )
}

const comments = () => github.comments(issueNumber)
/** The texts below markers and notices, oldest comment first. */
const texts = () => comments().map(({ body }) => parseBody(body)?.text ?? body)
const urlOf = ({ id }: { readonly id: number }) => expect.stringContaining(`#issuecomment-${id}`)

/** The requests of this test about comments. */
const sent = (method: string) =>
  github.journal.slice(journalStart).filter((entry) => entry.method === method && !isViewer(entry))

type Kind = (request: GitHubRequest) => boolean
const isViewer: Kind = ({ path }) => path === '/graphql'
const isList: Kind = ({ method }) => method === 'GET'
const isEdit: Kind = ({ method }) => method === 'PATCH'
const isCreation: Kind = (request) => request.method === 'POST' && !isViewer(request)

function always(matches: Kind, fault: GitHubFault): void {
  github.faults.push((request) => (matches(request) ? fault : undefined))
}

describe('a first run', () => {
  test('creates one comment with the marker as its first line', async () => {
    const written = await write('Passed')
    const [comment] = comments()
    expect(comment?.body).toMatch(/^<!-- agent-tests:\w{32} run:100 attempt:1 -->\nPassed$/)
    expect([written, comments().length]).toEqual([{ kind: 'created', url: urlOf(comment ?? { id: 0 }) }, 1])
  })

  test('accepts a text of the length that it names, also in place of another call, and no longer one', async () => {
    const { maxCharacters } = sticky()
    expect((await write('x'.repeat(maxCharacters))).kind).toBe('created')
    expect((await write('x'.repeat(maxCharacters))).kind).toBe('replaced')
    await expect(write('x'.repeat(65_536))).rejects.toThrow(/too long/)
  })
})

describe('a later run', () => {
  test.each([101, 250])('edits the comment in place, also at position %d', async (position) => {
    for (let n = 1; n < position; n += 1) seedBody(`comment ${n}`, 'ada')
    const comment = seed('Failed')
    for (let n = position; n < 250; n += 1) seedBody(`comment ${n}`, 'ada')
    expect(await write('Passed')).toEqual({ kind: 'updated', url: urlOf(comment) })
    expect(sent('GET').map(({ query }) => query['per_page'])).toEqual(['100', '100', '100'])
    expect(sent('PATCH').map(({ path }) => path)).toEqual([`/repos/acme/shop/issues/comments/${comment.id}`])
    expect(comments()).toHaveLength(250)
  })

  test('leaves the comments of other jobs alone', async () => {
    seed('voice', otherJob)
    expect((await write('Passed')).kind).toBe('created')
    expect(texts()).toEqual(['voice', 'Passed'])
  })
})

test('an older run leaves the result of a newer one alone, and says where it is', async () => {
  const comment = seed('newer', { runId: 1_000 })
  expect(await write('older')).toEqual({ kind: 'superseded', url: urlOf(comment) })
})

test('in any order of calls, no result of a newer run is replaced, and no other of the same run silently', async () => {
  const steps = fc.array(
    fc.record({
      runId: fc.constantFrom(100, 101),
      runAttempt: fc.constantFrom(1, 2),
      isAnnouncement: fc.boolean(),
    }),
    { minLength: 2, maxLength: 8 },
  )
  const property = fc.asyncProperty(steps, async (made) => {
    nextPullRequest()
    for (const [index, { isAnnouncement, ...run }] of made.entries()) {
      const before = texts()
      if (isAnnouncement) {
        await announce(run)
        expect(texts()).toEqual(before)
        continue
      }
      const warning = /^### ⚠️ Do not merge yet: another call .* Set `title` in each call\.\n\n/
      const ageOf = (shown = '') => Number.parseInt(shown.replace(warning, ''), 10)
      const text = `${run.runId * 10 + run.runAttempt} ${index}`
      const { kind } = await write(text, run)
      if (kind === 'superseded') expect(texts()).toEqual(before)
      else {
        expect(texts().map((shown) => shown.replace(warning, ''))).toEqual([text])
        expect(warning.test(texts()[0] ?? '')).toBe(kind === 'replaced')
        if (before.length > 0) expect(ageOf(before[0])).toBeLessThanOrEqual(ageOf(text))
        expect(kind === 'replaced').toBe(ageOf(before[0]) === ageOf(text))
      }
    }
  })
  await fc.assert(property, { numRuns: 60 })
})

test.each([
  ['✅ Good to merge: B', '❌ Do not merge: A', '### ❌ Another call: Do not merge: A\n\nAnother call'],
  ['⚠️ Do not merge yet: B', '❌ Another call: Do not merge: A', '### ❌ Another call: Do not merge: A\n'],
  ['❌ Do not merge: B', '✅ Good to merge: A', '### ❌ Do not merge: B\n\nAnother call'],
  ['⚠️ Do not merge yet: B', '✅ Good to merge: A', '### ⚠️ Do not merge yet: B\n\nAnother call'],
  ['✅ Good to merge: B', '⚠️ Do not merge yet: A', '### ⚠️ Another call: Do not merge yet: A\n'],
  ['✅ Good to merge: B', '✅ Good to merge: A', '### ⚠️ Do not merge yet: another call'],
])('of two calls of a run, %s behind %s, the worse headline is the only one', async (own, other, start) => {
  await write(`### ${other}\n\nText of A\n`)
  await write(`### ${own}\n\nText of B\n`)
  const [shown = ''] = texts()
  expect(shown.startsWith(start)).toBe(true)
  expect(shown.match(/^### /gm)).toHaveLength(1)
  expect(shown).toContain('Set `title` in each call.')
  expect(shown).toContain('\n\nText of B\n')
  if (!start.includes(own)) expect(shown).toContain(`**This call:** ${own}\n`)
})

describe('other people’s comments', () => {
  test.each(['eve', 'eve[bot]', 'github-actions'])(
    'with our marker, by %s, are neither edited nor trusted',
    async (user) => {
      seed('forged', { runId: 999_999 }, user)
      await announce()
      expect((await write('Passed')).kind).toBe('created')
      expect((await write('Failed', { runId: 101 })).kind).toBe('updated')
      expect(texts()).toEqual(['forged', 'Failed'])
    },
  )

  test.each([null, undefined, {}])('without an author are ignored: %j', async (user) => {
    const { id, body } = seed('ghost')
    always(isList, { status: 200, body: [{ id, html_url: '', user, body }] })
    expect((await write('Passed')).kind).toBe('created')
  })

  test('that quote ours are ignored, even by the same author', async () => {
    const { body } = seed('quoted', {}, 'ada')
    seedBody(`> ${body}`)
    expect((await write('Passed')).kind).toBe('created')
  })
})

describe('the author', () => {
  test.each(['ada', 'release[bot]'])('is the owner of the token: %s', async (login) => {
    always(isViewer, { status: 200, body: { data: { viewer: { login } } } })
    seed('Failed')
    seed('Failed', {}, login)
    expect((await write('Passed')).kind).toBe('updated')
    expect(texts()).toEqual(['Failed', 'Passed'])
  })

  test.each([
    ['is refused', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['returns errors', { status: 200, body: { data: null, errors: [{ message: 'no' }] } }],
    ['refuses with 200', { status: 200, body: { errors: [{ type: 'RATE_LIMITED', message: 'Later.' }] } }],
    ['has no login', { status: 200, body: { data: { viewer: { login: 7 } } } }],
    ['returns the page of a proxy', { status: 200, body: '<html>' }],
    ['fails', { status: 502 }],
  ])('is assumed to be the bot of the workflow if the query for it %s', async (_, fault) => {
    always(isViewer, fault)
    seed('Failed')
    expect((await write('Passed')).kind).toBe('updated')
  })
})

describe('an announcement', () => {
  const parts = () => comments().map(({ body }) => body.split('\n').slice(1))

  test('is shown above the folded text of the comment until the results replace it', async () => {
    seed('Failed\n\n| a | b |')
    const fold = ['', '<details>', '<summary>Earlier result</summary>', '', 'Failed', '', '| a | b |']
    for (const run of [{ runId: 100 }, { runId: 101 }]) {
      await announce(run)
      expect(parts()).toEqual([[NOTICE, ...fold, '', '</details>']])
    }
    expect((await write('Passed', { runId: 101 })).kind).toBe('updated')
    expect(parts()).toEqual([['Passed']])
  })

  test.each([
    ['has the results of the same run', { runId: 100 }, 'Failed'],
    ['has no room for it', {}, 'x'.repeat(65_400)],
    ['is of another job', otherJob, 'Failed'],
  ])('is not written if the comment %s', async (_, by, text) => {
    seed(text, by)
    await announce()
    expect(texts()).toEqual([text])
    expect(sent('PATCH')).toEqual([])
  })

  test('creates no comment', async () => {
    await announce()
    expect(comments()).toEqual([])
  })
})

describe('an error is thrown, and nothing is created', () => {
  test.each([401, 403, 404, 422])('%d of the list', async (status) => {
    always(isList, { status, body: {} })
    await expect(write('Passed')).rejects.toMatchObject({ details: { status } })
    expect(sent('POST')).toEqual([])
  })

  test('of the edit', async () => {
    seed('Failed')
    always(isEdit, { status: 403, body: {} })
    await expect(write('Passed')).rejects.toMatchObject({ details: { status: 403 } })
    await expect(announce()).rejects.toMatchObject({ details: { status: 403 } })
    expect(sent('POST')).toEqual([])
  })

  test('of the creation, which is not tried again', async () => {
    always(isCreation, { status: 502 })
    await expect(write('Passed')).rejects.toMatchObject({ details: { status: 502 } })
    expect(sent('POST')).toHaveLength(1)
  })
})
