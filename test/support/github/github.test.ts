import { afterEach, describe, expect, test } from 'vitest'
import { type GitHub, type GitHubOptions, startGitHub } from './github.ts'

const COMMENTS = '/repos/acme/shop/issues/7/comments'
const running: GitHub[] = []

async function start(options?: GitHubOptions): Promise<GitHub> {
  const github = await startGitHub(options)
  running.push(github)
  return github
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((github) => github.close()))
})

function call(github: GitHub, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${github.url}${path}`, {
    method,
    headers: { authorization: `token ${github.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

test('a pull request is read', async () => {
  const github = await start()
  github.pullRequests.set(7, { number: 7 })
  expect(await (await call(github, 'GET', '/repos/acme/shop/pulls/7')).json()).toEqual({ number: 7 })
  expect((await call(github, 'GET', '/repos/acme/shop/pulls/8')).status).toBe(404)
})

describe('comments', () => {
  test('are created, listed, edited and deleted', async () => {
    const github = await start()
    const created = await call(github, 'POST', COMMENTS, { body: 'first' })
    const comment = await created.json()
    expect(created.status).toBe(201)
    expect(comment).toMatchObject({ body: 'first', user: { login: 'github-actions[bot]', type: 'Bot' } })
    expect(await (await call(github, 'GET', COMMENTS)).json()).toEqual([comment])

    const [stored] = github.comments(7)
    const one = `/repos/acme/shop/issues/comments/${stored?.id}`
    expect(await (await call(github, 'PATCH', one, { body: 'second' })).json()).toMatchObject({
      body: 'second',
    })
    expect(github.comments(7)).toMatchObject([{ user: 'github-actions[bot]', body: 'second' }])
    expect((await call(github, 'DELETE', one)).status).toBe(204)
    expect(github.comments(7)).toEqual([])
    expect((await call(github, 'PATCH', one, { body: 'third' })).status).toBe(404)
    expect((await call(github, 'DELETE', one)).status).toBe(404)
  })

  test('belong to their issue', async () => {
    const github = await start()
    github.seed(8, { user: 'ada', body: 'elsewhere' })
    expect(await (await call(github, 'GET', COMMENTS)).json()).toEqual([])
  })

  test('are listed in pages of 30, at most 100, with links to other pages', async () => {
    const github = await start()
    for (let n = 1; n <= 250; n += 1) github.seed(7, { user: 'ada', body: `comment ${n}` })
    expect(await (await call(github, 'GET', COMMENTS)).json()).toHaveLength(30)
    const second = await call(github, 'GET', `${COMMENTS}?per_page=500&page=2`)
    const bodies = Array.from({ length: 100 }, (_, n) => ({ body: `comment ${n + 101}` }))
    expect(await second.json()).toMatchObject(bodies)
    expect(second.headers.get('link')).toContain(`<${github.url}${COMMENTS}?per_page=100&page=3>; rel="next"`)
    const last = await call(github, 'GET', `${COMMENTS}?per_page=100&page=3`)
    expect(await last.json()).toHaveLength(50)
    expect(last.headers.get('link')).not.toContain('rel="next"')
  })

  test.each([
    [
      'one character too many',
      'x'.repeat(65_537),
      { message: 'Body is too long (maximum is 65536 characters)' },
    ],
    ['only white space', ' \n', { code: 'missing_field', field: 'body' }],
  ])('with %s are rejected with 422', async (_, body, error) => {
    const github = await start()
    const answer = await call(github, 'POST', COMMENTS, { body })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ message: 'Validation Failed', errors: [error] })
    expect(github.comments(7)).toEqual([])
  })

  test('of the maximum length are accepted', async () => {
    const github = await start()
    expect((await call(github, 'POST', COMMENTS, { body: 'x'.repeat(65_536) })).status).toBe(201)
  })
})

describe('the token', () => {
  test('is checked, and never recorded in the journal', async () => {
    const github = await start({ token: 'ghs_right' })
    expect((await fetch(`${github.url}${COMMENTS}`)).status).toBe(401)
    const wrong = await fetch(`${github.url}${COMMENTS}`, { headers: { authorization: 'token ghs_wrong' } })
    expect(await wrong.json()).toMatchObject({ message: 'Bad credentials' })
    await call(github, 'GET', `${COMMENTS}?page=2`)
    expect(github.journal).toMatchObject([
      { authorization: 'missing', status: 401 },
      { authorization: 'wrong', status: 401 },
      { authorization: 'right', status: 200, method: 'GET', path: COMMENTS, query: { page: '2' } },
    ])
    expect(JSON.stringify(github.journal)).not.toMatch(/ghs_/)
  })

  test('determines the viewer', async () => {
    const github = await start({ viewer: 'release-bot[bot]' })
    const answer = await call(github, 'POST', '/graphql', { query: '{ viewer { login } }' })
    expect(await answer.json()).toEqual({ data: { viewer: { login: 'release-bot[bot]' } } })
  })
})

test('has the paths of GitHub Enterprise Server with a base path', async () => {
  const github = await start({ basePath: '/api/v3' })
  expect(new URL(github.url).pathname).toBe('/api/v3')
  expect(new URL(github.graphqlUrl).pathname).toBe('/api/graphql')
  expect((await call(github, 'GET', COMMENTS)).status).toBe(200)
  const headers = { authorization: `token ${github.token}` }
  const outside = await fetch(`${new URL(github.url).origin}${COMMENTS}`, { headers })
  expect(outside.status).toBe(404)
  expect((await fetch(github.graphqlUrl, { method: 'POST', headers })).status).toBe(200)
})
