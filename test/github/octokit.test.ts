import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createOctokit, type Octokit } from '../../src/github/octokit.ts'
import { json, networkError, page, type ScriptedFetch, scriptedFetch } from './scripted-fetch.ts'

const TOKEN = 'ghs_0123456789abcdefghij'
const empty = json(200, [])
const place = { owner: 'acme', repo: 'shop', issue_number: 7 }

/** Waits and timeouts since the start of the test, in milliseconds; a timeout ends when the test aborts it. */
const time = vi.hoisted(() => ({
  waits: [] as number[],
  timeouts: [] as { ms: number; controller: AbortController }[],
  /** Called when a wait begins; by default, it ends at once. */
  onWait: () => {},
}))

vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number, _: undefined, { signal }: { signal: AbortSignal }) => {
    time.waits.push(ms)
    time.onWait()
    signal.throwIfAborted()
  },
}))
vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
  const controller = new AbortController()
  time.timeouts.push({ ms, controller })
  return controller.signal
})

beforeEach(() => {
  time.waits = []
  time.timeouts = []
  time.onWait = () => {}
})

function expire(ms: number): void {
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  for (const { controller } of time.timeouts.filter((timeout) => timeout.ms === ms)) controller.abort(reason)
}

function client({ fetch }: ScriptedFetch, signal = new AbortController().signal): Octokit {
  return createOctokit({ token: TOKEN, apiUrl: 'https://api.acme.test', fetch }, { signal, budgetMs: 45_000 })
}

/** The comments, or the error. */
function list(octokit: Octokit): Promise<unknown> {
  return octokit.paginate(octokit.rest.issues.listComments, place).catch((error: unknown) => error)
}

function create(octokit: Octokit): Promise<unknown> {
  const created = octokit.rest.issues.createComment({ ...place, body: 'text' })
  return created.then(
    ({ data }) => data,
    (error: unknown) => error,
  )
}

const saying = (text: string) => ({ message: expect.stringContaining(text) })

test('a request goes to the address of the API with the token', async () => {
  const github = scriptedFetch(empty)
  await list(client(github))
  const [request] = github.requests
  expect(request?.url).toBe('https://api.acme.test/repos/acme/shop/issues/7/comments')
  expect(request?.headers.get('authorization')).toBe(`token ${TOKEN}`)
})

test.each(['', ' ', 'two parts', 'line\nend', 'schlüssel'])(
  'the token %j is refused without quoting it',
  (token) => {
    const access = { token, apiUrl: 'https://api.acme.test', fetch }
    expect(() => createOctokit(access, { signal: new AbortController().signal })).toThrow(
      /^the github-token is empty or contains whitespace or non-ASCII characters$/,
    )
  },
)

describe('another host gets neither token nor text', () => {
  const other = 'https://evil.test/comments?page=2'

  test.each([other, 'http://api.acme.test/', 'https://api.acme.test:444/'])(
    'as the next page: %s',
    async (next) => {
      const github = scriptedFetch(json(200, [], { link: `<${next}>; rel="next"` }))
      expect(await list(client(github))).toMatchObject(saying('leads to another address'))
      expect(github.requests).toHaveLength(1)
    },
  )

  test.each([301, 302, 307, 308])('as the target of a redirect (%d)', async (status) => {
    const github = scriptedFetch(json(status, {}, { location: other }))
    expect(await create(client(github))).toMatchObject(saying('leads to another address'))
    expect(github.requests).toHaveLength(1)
  })
})

test.each([301, 302, 307, 308])('a redirect on the same host is followed once (%d)', async (status) => {
  const moved = json(status, {}, { location: '/repositories/1/comments' })
  const github = scriptedFetch(moved, json(201, { id: 1 }))
  expect(await create(client(github))).toEqual({ id: 1 })
  const sent = github.requests.map(({ method, url, body }) => `${method} ${url} ${body}`)
  expect(sent).toEqual([
    'POST https://api.acme.test/repos/acme/shop/issues/7/comments {"body":"text"}',
    'POST https://api.acme.test/repositories/1/comments {"body":"text"}',
  ])
  expect(await create(client(scriptedFetch(moved)))).toMatchObject(saying('leads to another address'))
})

describe('retries', () => {
  const broken = () => {
    const start = (controller: ReadableStreamDefaultController) =>
      controller.error(new TypeError('terminated'))
    return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } })
  }
  const transient = [
    ['a 500', json(500, {})],
    ['a 502', page(502, '<html>')],
    ['a lost connection', networkError('read ECONNRESET')],
    ['a body that breaks off, which is no empty list', broken],
  ] as const

  test.each(transient)('follow %s, twice', async (_, response) => {
    const github = scriptedFetch(response, response, json(200, [{ id: 1 }]))
    expect(await list(client(github))).toEqual([{ id: 1 }])
    expect(time.waits).toEqual([1000, 4000])
  })

  test('end after the second one', async () => {
    const github = scriptedFetch(json(502, {}))
    expect(await list(client(github))).toMatchObject({ status: 502 })
    expect(github.requests).toHaveLength(3)
  })

  test.each([401, 403, 404, 422, 429])('do not follow a %d', async (status) => {
    const github = scriptedFetch(json(status, {}, { 'retry-after': '1' }))
    expect(await list(client(github))).toMatchObject({ status })
    expect(github.requests).toHaveLength(1)
  })

  test.each(transient)('never create a second comment after %s', async (_, response) => {
    const github = scriptedFetch(response)
    expect(await create(client(github))).toMatchObject({ status: expect.any(Number) })
    expect(github.requests).toHaveLength(1)
  })
})

describe('a request that takes too long', () => {
  const hanging = () => {
    setImmediate(expire, 15_000)
    return 'hang' as const
  }

  test('is retried', async () => {
    const github = scriptedFetch(hanging, empty)
    expect(await list(client(github))).toEqual([])
  })

  test('each time ends with an error that says so', async () => {
    const github = scriptedFetch(hanging)
    expect(await list(client(github))).toMatchObject(saying('did not respond within 15 seconds'))
    expect(github.requests).toHaveLength(3)
  })
})

describe('no request follows', () => {
  test.each([
    ['during a request', () => 'hang' as const],
    ['during a wait', json(502, {})],
  ])('an abort, nor the end of the budget: %s', async (_, response) => {
    const job = new AbortController()
    for (const [end, message] of [
      [() => job.abort('SIGINT'), 'the job was cancelled'],
      [() => expire(45_000), 'GitHub did not respond in time'],
    ] as const) {
      const github = scriptedFetch(() => {
        if (response() === 'hang') setImmediate(end)
        return response()
      })
      time.onWait = end
      const octokit = client(github, message.startsWith('the job') ? job.signal : undefined)
      expect(await list(octokit)).toMatchObject(saying(message))
      expect(await create(octokit)).toMatchObject(saying(message))
      expect(github.requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
    }
  })
})

test.each([
  ['a page', page(200, '<html>')],
  ['empty', () => new Response(null)],
  ['null', json(200, null)],
])('a response that is %s is an error that names a proxy', async (_, response) => {
  expect(await list(client(scriptedFetch(response)))).toMatchObject(saying('check whether a proxy responds'))
})

test('nothing that GitHub sends is printed', async () => {
  const printed = vi.spyOn(console, 'warn').mockReturnValue()
  await list(client(scriptedFetch(json(200, [], { deprecation: 'true', sunset: '##[error]pwned' }))))
  expect(printed).not.toHaveBeenCalled()
})
