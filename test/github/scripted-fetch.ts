// GitHub's side of a connection, response by response, for tests of errors and of time: no sockets.

/** One response, an error to reject with, or `hang`: nothing until the request is aborted. */
export type Scripted = Response | Error | 'hang'

/** Each request gets the next of `responses`, and the last one again after the end. */
export function scriptedFetch(...responses: readonly (() => Scripted)[]) {
  const requests: { readonly url: string; readonly headers: Headers }[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    const scripted = responses[Math.min(requests.length, responses.length - 1)]?.() ?? 'hang'
    const { headers, signal } = init ?? {}
    requests.push({ url: String(url), headers: new Headers(headers) })
    return new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (scripted instanceof Error) reject(scripted)
      else if (scripted !== 'hang') resolve(scripted)
    })
  }
  return { fetch, requests }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): () => Response {
  return () => Response.json(body, { status, headers })
}

export function page(status: number, html: string): () => Response {
  return () => new Response(html, { status, headers: { 'content-type': 'text/html' } })
}

/** What fetch rejects with if there is no response. */
export function networkError(message: string, code = ''): () => Error {
  return () => new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
}
