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

describe('comments', () => {
  test('are created, listed and edited', async () => {
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
    expect((await call(github, 'PATCH', `${one}0`, { body: 'third' })).status).toBe(404)
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
})
