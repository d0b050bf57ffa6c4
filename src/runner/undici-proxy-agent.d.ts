// undici publishes no types for its single files.
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici-types'
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici-types'
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici-types'

  const connect: Dispatcher['connect']
  export default connect
}
