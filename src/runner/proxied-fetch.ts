// The global fetch, led through the proxy that HTTP(S)_PROXY and NO_PROXY name: fetch by itself heeds neither.
import { HttpClient } from '@actions/http-client'

export function createProxiedFetch(): typeof fetch {
  const proxies = new HttpClient(undefined, [], { keepAlive: true })
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const dispatcher = proxies.getAgentDispatcher(url)
    return fetch(input, dispatcher === undefined ? init : Object.assign({}, init, { dispatcher }))
  }
}
