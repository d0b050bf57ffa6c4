// Every documented endpoint has a method, which asks as documented; the tables in docs/client.md say which.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { methodsOf, services } from './every-method.ts'
import { sampleId } from './recorded-answers.ts'
import { requestViolations } from './violations.ts'

const text = readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8')

interface Row {
  readonly method: string
  readonly path: string
  readonly methods: readonly string[]
  readonly open: boolean
}

/** The rows of the table under `### … service`. */
function tableOf(service: string): Row[] {
  const section = text.split(/^### /m).find((each) => each.toLowerCase().startsWith(service)) ?? ''
  return [...section.matchAll(/^\| `([A-Z]+) ([^`]+)` \| (.+) \|$/gm)].map(
    ([, method = '', path = '', client = '']) => ({
      method,
      path,
      methods: [...client.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      open: client.endsWith('(open)'),
    }),
  )
}

/** `agents.list` of a client. */
function member(client: object, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), client)
}

describe.each(services)('$name', ({ name, description, client, calls }) => {
  const rows = tableOf(name)

  it.each(description.operations)('has a method for $method $path', ({ id, method, path, open }) => {
    expect(member(client, id)).toBeTypeOf('function')
    const row = rows.find((each) => each.method === method && each.path === path)
    expect(row?.methods).toContain(id)
    expect(row?.open).toBe(open)
  })

  it('has no other row and no other method', () => {
    expect(rows).toHaveLength(description.operations.length)
    const own = methodsOf(client).filter((each) => each !== 'request')
    expect(rows.flatMap(({ methods }) => methods).sort()).toEqual(own.sort())
  })

  it.each(calls)('is asked for $id as it is described', async ({ id, call }) => {
    const requests: Request[] = []
    const fetch = async (url: string, init: RequestInit) => {
      requests.push(new Request(url, init))
      return Response.json({ task_id: sampleId, status: 'done' })
    }
    // What the client makes of the answer does not matter here.
    await call({ fetch, maxRetries: 0 }).catch(() => undefined)
    const operation = description.operations.find((each) => each.id === id) ?? expect.fail(id)
    const [first = expect.fail('nothing was sent'), ...others] = requests
    for (const request of [first, ...others])
      expect(await requestViolations(request, operation, description)).toEqual([])
  })
})
