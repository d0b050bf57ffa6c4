// Stands in for the package undici in the bundle (see "paths" in tsconfig.json): the two things that the toolkit uses of it.
// Node has undici's fetch built in; the whole package a second time would be a third of the bundle.
import connect from 'undici/lib/api/api-connect.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
import TunnellingAgent from 'undici/lib/dispatcher/proxy-agent.js'

export class ProxyAgent extends TunnellingAgent {
  // By this method the agent asks its proxy for a way; undici's own entry adds it. Here and not beside the class,
  // since a bundler takes a module's other statements for dispensable.
  static {
    Object.assign(Dispatcher.prototype, { connect })
  }
}

export const fetch = globalThis.fetch
