// A forward proxy as its own process, for which every host name under `.test` is this machine.
// Prints its port, then a line for each request. Arguments: `--port`, `--user name:password`.
import type { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { parseArgs } from 'node:util'
import { Server } from 'proxy-chain'

const { port, user } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    user: { type: 'string' },
  },
}).values

const thisMachine: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

const proxy = new Server({
  host: '127.0.0.1',
  port: Number(port),
  prepareRequestFunction({ hostname, port, username, password }) {
    console.log(`${hostname}:${port}`)
    const known = user === undefined || user === `${username}:${password}`
    const isTest = hostname.endsWith('.test')
    return { requestAuthentication: !known, ...(isTest && { dnsLookup: thisMachine as typeof lookup }) }
  },
})
await proxy.listen()
console.log(proxy.port)
