import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createOctokit, type Octokit } from '../../src/github/octokit.ts'
import { json, networkError, page, type ScriptedFetch, scriptedFetch } from './scripted-fetch.ts'

const TOKEN = 'ghs_0123456789abcdefghij'
const empty = json(200, [])
const place = { owner: 'acme', repo: 'shop', issue_number: 7 }

/** Waits since the start of the test, in milliseconds, and the timeouts, which end when the test aborts them. */
const time = vi.hoisted(() => ({
  waits: [] as number[],
  timeouts: [] as AbortController[],
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
vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
  const controller = new AbortController()
  time.timeouts.push(controller)
  return controller.signal
})

beforeEach(() => {
  Object.assign(time, { waits: [], timeouts: [], onWait: () => {} })
})

function client({ fetch }: ScriptedFetch, signal = new AbortController().signal): Octokit {
  return createOctokit({ token: TOKEN, apiUrl: 'https://api.acme.test/v3', fetch }, { signal })
}

/** The comments, or the error. */
function list(octokit: Octokit): Promise<unknown> {
  return octokit.paginate(octokit.rest.issues.listComments, place).catch((error: unknown) => error)
}

function create(octokit: Octokit): Promise<unknown> {
  const created = octokit.rest.issues.createComment({ ...place, body: 'text' })
  return created.catch((error: unknown) => error)
}

const saying = (text: string) => ({ message: expect.stringContaining(text) })

test('a request goes to the address of the API with the token', async () => {
  const github = scriptedFetch(empty)
  await list(client(github))
  const [request] = github.requests
  expect(request?.url).toBe('https://api.acme.test/v3/repos/acme/shop/issues/7/comments')
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

test.each(['https://evil.test/comments?page=2', 'http://api.acme.test/', 'https://api.acme.test:444/'])(
  'a next page at another origin is not read: %s',
  async (next) => {
    const github = scriptedFetch(json(200, [], { link: `<${next}>; rel="next"` }), empty)
    expect(await list(client(github))).toMatchObject(saying('leads to another address'))
    expect(github.requests).toHaveLength(1)
  },
)

describe('retries', () => {
  const broken = () => {
    const start = (controller: ReadableStreamDefaultController) => {
      controller.enqueue(new TextEncoder().encode('[]'))
      controller.error(new TypeError('terminated'))
    }
    return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } })
  }
  const binary = () => new Response('[]', { headers: { 'content-type': 'application/octet-stream' } })
  const transient = [
    ['a 500', json(500, {}), { status: 500 }],
    ['a 502', page(502, '<html>'), { status: 502 }],
    ['a lost connection', networkError('read ECONNRESET'), { status: 500 }],
    ['a body that breaks off', broken, saying('is not JSON')],
    ['a page', page(200, '<html>'), saying('check whether a proxy responds')],
    ['an empty body', () => new Response(null), saying('is not JSON')],
    ['null', json(200, null), saying('is not JSON')],
    ['a file', binary, saying('is not JSON')],
  ] as const

  test.each(transient)('follow %s, twice', async (_, response, error) => {
    const github = scriptedFetch(response, response, json(200, [{ id: 1 }]))
    expect(await list(client(github))).toEqual([{ id: 1 }])
    expect(time.waits).toEqual([1000, 4000])
    const permanent = scriptedFetch(response)
    expect(await list(client(permanent))).toMatchObject(error)
    expect(permanent.requests).toHaveLength(3)
  })

  test.each(transient)('never create a second comment after %s', async (_, response, error) => {
    const github = scriptedFetch(response)
    expect(await create(client(github))).toMatchObject(error)
    expect(github.requests).toHaveLength(1)
  })

  test.each([401, 403, 404, 422, 429])('do not follow a %d', async (status) => {
    const github = scriptedFetch(json(status, {}, { 'retry-after': '1' }))
    expect(await list(client(github))).toMatchObject({ status })
    expect(github.requests).toHaveLength(1)
  })

  test('follow a request that takes too long', async () => {
    const hanging = () => {
      const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
      setImmediate(() => time.timeouts.at(-1)?.abort(reason))
      return 'hang' as const
    }
    expect(await list(client(scriptedFetch(hanging, empty)))).toEqual([])
  })
})

test.each([
  ['during a request', () => 'hang' as const],
  ['during a wait', json(502, {})],
])('no request follows a cancellation %s', async (_, response) => {
  const job = new AbortController()
  const cancel = () => job.abort('SIGINT')
  time.onWait = cancel
  const github = scriptedFetch(() => {
    if (response() === 'hang') setImmediate(cancel)
    return response()
  })
  expect(await list(client(github, job.signal))).toMatchObject(saying('the job was cancelled'))
  expect(github.requests).toHaveLength(1)
})
