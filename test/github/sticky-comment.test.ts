import { describe, expect, test } from 'vitest'
import {
  always,
  bodies,
  comments,
  isCreation,
  isList,
  isViewer,
  marked,
  OTHER_ID,
  once,
  seed,
  sent,
  upsert,
  useGitHub,
  viewerOfComments,
} from './sticky-harness.ts'

useGitHub()

describe('a first run', () => {
  test('creates one comment with the marker as its first line', async () => {
    const result = await upsert('Passed')
    expect(bodies()).toEqual([marked('Passed')])
    const [comment] = comments()
    expect(result).toEqual({ kind: 'created', url: expect.stringContaining(`#issuecomment-${comment?.id}`) })
  })

  test('reads every page before it creates one', async () => {
    for (let n = 0; n < 250; n += 1) seed(`comment ${n}`, 'ada')
    expect((await upsert('Passed')).kind).toBe('created')
    expect(comments()).toHaveLength(251)
    const pages = sent('GET').map(({ query }) => `${query['page']}×${query['per_page']}`)
    expect(pages.slice(0, 3)).toEqual(['undefined×100', '2×100', '3×100'])
  })
})

describe('a later run', () => {
  test('edits the comment in place', async () => {
    const comment = seed(marked('Failed', { runId: 99 }))
    const result = await upsert('Passed')
    expect(result).toEqual({ kind: 'updated', url: expect.stringContaining(`#issuecomment-${comment.id}`) })
    expect(bodies()).toEqual([marked('Passed')])
  })

  test.each([101, 250])('finds the comment at position %d', async (position) => {
    for (let n = 1; n < position; n += 1) seed(`comment ${n}`, 'ada')
    const comment = seed(marked('Failed', { runId: 99 }))
    for (let n = position; n < 250; n += 1) seed(`comment ${n}`, 'ada')
    expect((await upsert('Passed')).kind).toBe('updated')
    expect(sent('PATCH').map(({ path }) => path)).toEqual([`/repos/acme/shop/issues/comments/${comment.id}`])
    expect(comments()).toHaveLength(250)
  })

  test('leaves the comments of other jobs alone', async () => {
    seed(marked('voice', { runId: 99 }, OTHER_ID))
    expect((await upsert('Passed')).kind).toBe('created')
    expect(bodies()).toEqual([marked('voice', { runId: 99 }, OTHER_ID), marked('Passed')])
  })

  test('writes nothing if the body is the same, whatever its line breaks', async () => {
    seed(`${marked('Passed\non two lines').replaceAll('\n', '\r\n')}\r\n`)
    expect((await upsert('Passed\non two lines  \n')).kind).toBe('unchanged')
    expect([...sent('PATCH'), ...sent('POST'), ...sent('DELETE')]).toEqual([])
  })

  test('updates the marker of an unchanged text, so that no run in between can overwrite it', async () => {
    seed(marked('Passed', { runId: 98 }))
    expect((await upsert('Passed', { runId: 100 })).kind).toBe('updated')
    expect((await upsert('Failed', { runId: 99 })).kind).toBe('superseded')
    expect(bodies()).toEqual([marked('Passed')])
  })
})

describe('an older run', () => {
  test.each([
    ['of a lower id', { runId: 101, runAttempt: 1 }],
    ['of a lower attempt', { runId: 100, runAttempt: 2 }],
  ])('%s leaves the newer text alone', async (_, newer) => {
    const comment = seed(marked('newer', newer))
    const result = await upsert('older')
    expect(result).toEqual({
      kind: 'superseded',
      url: expect.stringContaining(`#issuecomment-${comment.id}`),
    })
    expect(bodies()).toEqual([marked('newer', newer)])
  })

  test('compares ids as numbers', async () => {
    seed(marked('older', { runId: 99 }))
    expect((await upsert('newer', { runId: 1_000 })).kind).toBe('updated')
  })
})

describe('other people’s comments', () => {
  test.each(['eve', 'eve[bot]', 'github-actions'])(
    'with our marker, by %s, are neither edited nor trusted',
    async (user) => {
      seed(marked('forged', { runId: 999_999 }), user)
      expect((await upsert('Passed')).kind).toBe('created')
      expect((await upsert('Failed', { runId: 101 })).kind).toBe('updated')
      expect(bodies()).toEqual([marked('forged', { runId: 999_999 }), marked('Failed', { runId: 101 })])
      expect(sent('DELETE')).toEqual([])
    },
  )

  test('without an author are ignored', async () => {
    once(isList, () => ({ status: 200, body: [{ id: 1, html_url: '', user: null, body: marked('ghost') }] }))
    expect((await upsert('Passed')).kind).toBe('created')
  })

  test('that quote ours are ignored, even by the same author', async () => {
    seed(`> ${marked('quoted', { runId: 99 })}`)
    expect((await upsert('Passed')).kind).toBe('created')
  })
})

describe('the author', () => {
  function viewerIs(login: string): void {
    always(isViewer, () => ({ status: 200, body: { data: { viewer: { login } } } }))
  }

  test.each([
    ['a person', 'ada', 'ada'],
    ['a bot by its full login', 'release[bot]', 'release[bot]'],
  ])('may be %s', async (_, viewer, author) => {
    viewerIs(viewer)
    seed(marked('Failed', { runId: 99 }), author)
    seed(marked('Failed', { runId: 99 }))
    expect((await upsert('Passed')).kind).toBe('updated')
    expect(bodies()).toEqual([marked('Passed'), marked('Failed', { runId: 99 })])
  })

  test('is not an app that has the name of a person', async () => {
    viewerIs('dana')
    viewerOfComments('dana')
    seed(marked('of the app', { runId: 99 }), 'dana[bot]')
    expect((await upsert('Passed')).kind).toBe('created')
    expect((await upsert('Failed', { runId: 101 })).kind).toBe('updated')
    expect(bodies()).toEqual([marked('of the app', { runId: 99 }), marked('Failed', { runId: 101 })])
  })

  test.each([
    ['is refused', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['returns errors', { status: 200, body: { data: null, errors: [{ message: 'no' }] } }],
    ['has no login', { status: 200, body: { data: { viewer: { login: 7 } } } }],
    ['returns the page of a proxy', { status: 200, body: '<html>' }],
    ['fails', { status: 502 }],
  ])('is assumed to be the bot of the workflow if the query for the viewer %s', async (_, fault) => {
    always(isViewer, () => fault)
    seed(marked('Failed', { runId: 99 }))
    expect((await upsert('Passed')).kind).toBe('updated')
  })

  const unknown = { status: 403, body: { message: 'Resource not accessible' } }

  test('is asked by REST if GraphQL does not answer', async () => {
    always(isViewer, ({ path }) => (path === '/user' ? { status: 200, body: { login: 'ada' } } : unknown))
    seed(marked('Failed', { runId: 99 }), 'ada')
    expect((await upsert('Passed')).kind).toBe('updated')
  })

  test.each([
    ['if unknown', unknown],
    ['spelled otherwise by GraphQL', { status: 200, body: { data: { viewer: { login: 'acme-app' } } } }],
  ])('%s, is learned from the new comment, so that every run ends with one comment', async (_, fault) => {
    always(isViewer, () => fault)
    viewerOfComments('acme-app[bot]')
    seed(marked('forged', { runId: 999 }), 'mallory')
    const first = await upsert('run 100')
    for (const runId of [101, 102]) {
      const { kind, url } = await upsert(`run ${runId}`, { runId })
      expect({ kind, url }).toEqual({ kind: 'updated', url: first.url })
    }
    expect(bodies()).toEqual([marked('forged', { runId: 999 }), marked('run 102', { runId: 102 })])
  })
})

test('a list without an end is not read without an end', async () => {
  always(isList, () => ({ status: 200, headers: { link: '</comments?page=2>; rel="next"' }, body: [] }))
  await expect(upsert('Passed')).rejects.toThrow('more than 30 pages')
  expect(sent('GET')).toHaveLength(31)
  expect(sent('POST')).toEqual([])
})

test.each([
  ['https://github.com/a/b/pull/7#issuecomment-1', 'https://github.com/a/b/pull/7#issuecomment-1'],
  ['https://x.test/\n::error::a##[error]b', 'https://x.test/::error::a##%5Berror]b'],
  ['javascript:alert(1)', ''],
  [7, ''],
])('the address of a comment is safe to print: %j', async (html_url, url) => {
  const user = { login: 'github-actions[bot]' }
  always(isCreation, () => ({ status: 201, body: { id: 1, html_url, user, body: '' } }))
  expect(await upsert('Passed')).toEqual({ kind: 'created', url })
})
