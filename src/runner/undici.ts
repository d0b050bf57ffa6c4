// Stands in for the package undici in the bundle (see "paths" in tsconfig.json): the two things that the toolkit uses of it.
// Node has undici's fetch built in; the whole package a second time would be a third of the bundle.
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'

export { ProxyAgent }
export const fetch = globalThis.fetch
