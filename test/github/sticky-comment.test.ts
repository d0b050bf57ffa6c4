import { describe, expect, test } from 'vitest'
import {
  always,
  call,
  comments,
  isCreation,
  isEdit,
  isList,
  isViewer,
  keyOf,
  noSignal,
  once,
  seed,
  seedBody,
  sent,
  texts,
  useGitHub,
  viewerOfComments,
  voiceKey,
  write,
} from './sticky-harness.ts'

useGitHub()

const urlOf = ({ id }: { readonly id: number }) => expect.stringContaining(`#issuecomment-${id}`)

describe('a first run', () => {
  test('creates one comment with the marker as its first line', async () => {
    const written = await write('Passed')
    const [comment] = comments()
    expect(comments()).toHaveLength(1)
    expect(comment?.body).toMatch(/^<!-- agent-tests:\w{32}:\w{8} run:100 attempt:1 call:\w{8} -->\nPassed$/)
    expect(written).toEqual({ kind: 'created', url: urlOf({ id: comment?.id ?? 0 }), secondOfRun: false })
  })

  test('reads every page before it creates one', async () => {
    for (let n = 0; n < 250; n += 1) seedBody(`comment ${n}`, 'ada')
    expect((await write('Passed')).kind).toBe('created')
    const pages = sent('GET').map(({ query }) => `${query['page']}×${query['per_page']}`)
    expect(pages.slice(0, 3)).toEqual(['undefined×100', '2×100', '3×100'])
  })

  test('accepts a text of the length that it names, and no longer one', async () => {
    const { maxCharacters } = call()
    await expect(write('x'.repeat(maxCharacters + 1))).rejects.toThrow(/too long/)
    expect((await write('x'.repeat(maxCharacters))).kind).toBe('created')
  })
})

describe('a later run', () => {
  test.each([101, 250])('edits the comment in place, also at position %d', async (position) => {
    for (let n = 1; n < position; n += 1) seedBody(`comment ${n}`, 'ada')
    const comment = seed('Failed')
    for (let n = position; n < 250; n += 1) seedBody(`comment ${n}`, 'ada')
    expect(await write('Passed')).toEqual({ kind: 'updated', url: urlOf(comment), secondOfRun: false })
    expect(sent('PATCH').map(({ path }) => path)).toEqual([`/repos/acme/shop/issues/comments/${comment.id}`])
    expect(comments()).toHaveLength(250)
  })

  test('edits it if it now tests other agents', async () => {
    seed('Failed', keyOf('Alpha'))
    expect((await write('Passed', keyOf('Beta'))).kind).toBe('updated')
    expect(texts()).toEqual(['Passed'])
  })

  test('leaves the comments of other jobs alone', async () => {
    seed('voice', voiceKey)
    expect((await write('Passed')).kind).toBe('created')
    expect(texts()).toEqual(['voice', 'Passed'])
  })
})

test.each([
  ['of a lower id', { runId: 101 }],
  ['of a lower id, compared as a number', { runId: 1_000 }],
  ['of a lower attempt', { runAttempt: 2, runId: 100 }],
])('an older run %s leaves the newer text alone', async (_, newer) => {
  const comment = seed('newer', newer)
  expect(await write('older')).toEqual({ kind: 'superseded', url: urlOf(comment), secondOfRun: false })
  expect(texts()).toEqual(['newer'])
})

describe('other people’s comments', () => {
  test.each(['eve', 'eve[bot]', 'github-actions'])(
    'with our marker, by %s, are neither edited nor trusted',
    async (user) => {
      seed('forged', { runId: 999_999 }, user)
      await call().announce('On their way.', noSignal)
      expect((await write('Passed')).kind).toBe('created')
      expect((await write('Failed', { runId: 101 })).kind).toBe('updated')
      expect(texts()).toEqual(['forged', 'Failed'])
      expect(sent('DELETE')).toEqual([])
    },
  )

  test('without an author are ignored', async () => {
    const { id, body } = seed('ghost')
    always(isList, () => ({ status: 200, body: [{ id, html_url: '', user: null, body }] }))
    expect((await write('Passed')).kind).toBe('created')
  })

  test('that quote ours are ignored, even by the same author', async () => {
    const { body } = seed('quoted', {}, 'ada')
    seedBody(`> ${body}`)
    expect((await write('Passed')).kind).toBe('created')
  })
})

describe('the author', () => {
  const viewerIs = (login: unknown) =>
    always(isViewer, () => ({ status: 200, body: { data: { viewer: { login } } } }))

  test.each([
    ['a person', 'ada'],
    ['a bot', 'release[bot]'],
  ])('may be %s', async (_, login) => {
    viewerIs(login)
    seed('Failed', {}, login)
    seed('Failed')
    expect((await write('Passed')).kind).toBe('updated')
    expect(texts()).toEqual(['Passed', 'Failed'])
  })

  test.each([
    ['is refused', { status: 403, body: { message: 'Resource not accessible by integration' } }],
    ['returns errors', { status: 200, body: { data: null, errors: [{ message: 'no' }] } }],
    ['has no login', { status: 200, body: { data: { viewer: { login: 7 } } } }],
    ['returns the page of a proxy', { status: 200, body: '<html>' }],
    ['fails', { status: 502 }],
  ])('is assumed to be the bot of the workflow if the query for it %s', async (_, fault) => {
    always(isViewer, () => fault)
    seed('Failed')
    expect((await write('Passed')).kind).toBe('updated')
  })

  test.each([
    ['if unknown', { status: 403, body: {} }],
    ['spelled otherwise by GraphQL', { status: 200, body: { data: { viewer: { login: 'acme-app' } } } }],
  ])('%s, is learned from the new comment, so that every run ends with one comment', async (_, fault) => {
    always(isViewer, () => fault)
    viewerOfComments('acme-app[bot]')
    seed('forged', { runId: 999 }, 'mallory')
    const { url } = await write('run 100')
    for (const runId of [101, 102])
      expect(await write(`run ${runId}`, { runId })).toMatchObject({ kind: 'updated', url })
    expect(texts()).toEqual(['forged', 'run 102'])
  })

  test('is asked for once per call', async () => {
    seed('Failed')
    const ours = call()
    await ours.announce('On their way.', noSignal)
    await ours.write('Passed', noSignal)
    const requests = sent().map(
      ({ method, path }) => `${method} ${path.split('/').at(-1)?.replace(/\d+/, '…')}`,
    )
    expect(requests.toSorted()).toEqual([
      'GET comments',
      'GET comments',
      'PATCH …',
      'PATCH …',
      'POST graphql',
    ])
  })
})

describe('an announcement', () => {
  const notice = 'New results are on their way.'
  const announce = (runId = 101) => call({ runId }).announce(notice, noSignal)
  const parts = () => comments().map(({ body }) => body.split('\n').slice(1))
  const folded = (...text: string[]) => [
    '',
    '<details>',
    '<summary>Earlier result</summary>',
    '',
    ...text,
    '',
    '</details>',
  ]

  test('is shown above the folded text of the comment until the results replace it', async () => {
    seed('Failed\n\n| a | b |')
    await announce()
    const noticed = expect.stringMatching(`^${notice} <!-- .* run:101 .*-->$`)
    expect(parts()).toEqual([[noticed, ...folded('Failed', '', '| a | b |')]])
    const ours = call({ runId: 102 })
    await ours.announce(notice, noSignal)
    expect(parts()).toEqual([[expect.stringContaining('run:102'), ...folded('Failed', '', '| a | b |')]])
    expect((await ours.write('Passed', noSignal)).kind).toBe('updated')
    expect(parts()).toEqual([['Passed']])
  })

  test('is not written twice, nor in place of that of a newer run', async () => {
    seed('Failed')
    await announce(102)
    const before = comments()
    await announce(101)
    await announce(102)
    expect(comments()).toEqual(before)
  })

  test.each([
    ['has the results of a newer run', { runId: 102 }, 'Failed'],
    ['has the results of the same run', { runId: 101 }, 'Failed'],
    ['has no room for it', {}, 'x'.repeat(65_400)],
    ['is of another job', voiceKey, 'Failed'],
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

  test('that GitHub rejects is an error', async () => {
    seed('Failed')
    always(isEdit, () => ({ status: 403, body: {} }))
    await expect(announce()).rejects.toMatchObject({ status: 403 })
  })
})

describe('a creation whose response is lost', () => {
  test.each([
    ['by a reset', { performed: true, connection: 'reset' } as const],
    ['in mid-body', { performed: true, connection: 'truncated' } as const],
    ['behind a 502', { performed: true, status: 502 }],
  ])('%s is found and not repeated', async (_, fault) => {
    seed('of another call', { runId: 100 })
    once(isCreation, () => fault)
    expect(await write('Passed')).toMatchObject({ kind: 'created', url: urlOf(comments()[1] ?? { id: 0 }) })
    expect(texts()).toEqual(['of another call', 'Passed'])
    expect(sent('POST')).toHaveLength(1)
  })

  test('and that was not performed is an error', async () => {
    once(isCreation, () => ({ status: 502 }))
    await expect(write('Passed')).rejects.toMatchObject({ status: 502 })
    expect(sent('POST')).toHaveLength(1)
  })

  test('is not searched for after an abort', async () => {
    const job = new AbortController()
    always(isCreation, () => {
      job.abort('SIGINT')
      return { connection: 'hang' }
    })
    await expect(call().write('Passed', job.signal)).rejects.toThrow('the job was cancelled')
    expect(sent('GET')).toHaveLength(1)
  })
})

describe('an error response', () => {
  test.each([401, 403, 404, 422])('of the list with %d is thrown, and nothing is created', async (status) => {
    always(isList, () => ({ status, body: {} }))
    await expect(write('Passed')).rejects.toMatchObject({ status })
    expect(sent('POST')).toEqual([])
  })

  test('of the creation is thrown', async () => {
    always(isCreation, () => ({ status: 403, body: {} }))
    await expect(write('Passed')).rejects.toMatchObject({ status: 403 })
    expect(sent('POST')).toHaveLength(1)
  })

  test('of the edit is thrown, and nothing is created', async () => {
    seed('Failed')
    always(isEdit, () => ({ status: 403, body: {} }))
    await expect(write('Passed')).rejects.toMatchObject({ status: 403 })
    expect(sent('POST')).toEqual([])
  })

  test('of the list after creating does not matter', async () => {
    once(isCreation, () => {
      always(isList, () => ({ status: 403, body: {} }))
      return undefined
    })
    expect((await write('Passed')).kind).toBe('created')
  })

  test('that is a proxy’s page is not taken for an empty list', async () => {
    always(isList, () => ({ status: 200, body: '<html>' }))
    await expect(write('Passed')).rejects.toThrow(/proxy/)
    expect(sent('POST')).toEqual([])
  })
})
