// From a request to its response: the route, the key, the handler. Shared by all services.

/** A request's body, as far as it could be read. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'malformed'; readonly value: string }

/** Whether a request carries the right key, and how a wrong one was sent; the key itself goes no further. */
export type KeyState = 'right' | 'wrong' | 'wrong-bearer' | 'missing'

export interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: KeyState
  readonly body: RequestBody
}

export interface HttpResponse {
  readonly status: number
  readonly contentType: string
  readonly headers?: ResponseHeaders
  readonly body: Buffer
}

/** Headers of responses, by name in lower case. */
type ResponseHeaders = Readonly<Record<string, string>>

export function json(value: unknown, status = 200): HttpResponse {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify(value)) }
}

/** An uncaught exception of the service. */
export function crash(): HttpResponse {
  return { status: 500, contentType: 'text/plain; charset=utf-8', body: Buffer.from('Internal Server Error') }
}

/** The service ends before it answers. */
export const dropped: HttpResponse = { status: 0, contentType: '', body: Buffer.alloc(0) }

/** Thrown by handlers to refuse a request with this status and JSON body. */
export class HttpError extends Error {
  readonly status: number
  readonly body: object
  readonly headers: ResponseHeaders

  constructor(status: number, body: object, headers: ResponseHeaders = {}) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export interface RouteRequest {
  /** A parameter of the route's path, decoded. */
  readonly param: (name: string) => string
  readonly query: URLSearchParams
  readonly body: RequestBody
}

export interface Route {
  readonly method: string
  /** With parameters in braces, as in `/agents/{agent_uuid}`. */
  readonly path: string
  readonly handle: (request: RouteRequest) => HttpResponse | Promise<HttpResponse>
  /** Needs no key. */
  readonly open?: boolean
}

/** Responds to every request: handlers throw {@link HttpError} to refuse one. */
export function createRouter(
  routes: readonly Route[],
  keyErrors: Readonly<Record<Exclude<KeyState, 'right'>, HttpError>>,
) {
  return async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      const { route, params } = findRoute(routes, request)
      if (!route.open && request.key !== 'right') throw keyErrors[request.key]
      return await route.handle({
        param: (name) => params.get(name) ?? '',
        query: request.query,
        body: request.body,
      })
    } catch (error) {
      if (error instanceof HttpError) return { ...json(error.body, error.status), headers: error.headers }
      throw error
    }
  }
}

function findRoute(routes: readonly Route[], { method, path }: HttpRequest) {
  const matching = routes.flatMap((route) => {
    const params = match(route.path, path)
    return params === null ? [] : { route, params }
  })
  const found = matching.find(({ route }) => route.method === method)
  if (found !== undefined) return found
  const allow = matching.map((each) => each.route.method).join(', ')
  throw matching.length > 0
    ? new HttpError(405, { detail: 'Method Not Allowed' }, { allow })
    : new HttpError(404, { detail: 'Not Found' })
}

/** The parameters of a path that matches a route's pattern, or null. */
function match(pattern: string, path: string): Map<string, string> | null {
  const expected = pattern.split('/')
  const segments = path.split('/')
  if (expected.length !== segments.length) return null
  const params = new Map<string, string>()
  for (const [i, name] of expected.entries()) {
    const segment = segments[i] ?? ''
    if (name.startsWith('{') && segment !== '') params.set(name.slice(1, -1), decode(segment))
    else if (name !== segment) return null
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
