// What goes over the wire between a client and a service, written down as it passes.

export interface Exchange {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** Parsed; undefined where none was sent. */
  readonly body: unknown
  readonly status: number
  /** Parsed. */
  readonly responseBody: unknown
}

/** A fetch that really fetches, and adds every exchange to the list. */
export function recordingFetch(exchanges: Exchange[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const sent = await request.clone().text()
    const response = await fetch(request)
    const responseBody: unknown = JSON.parse(await response.clone().text())
    exchanges.push({
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: sent === '' ? undefined : JSON.parse(sent),
      status: response.status,
      responseBody,
    })
    return response
  }
}
