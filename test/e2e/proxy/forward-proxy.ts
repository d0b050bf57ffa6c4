// A forward proxy as its own process, for which every host name under `.test` is this machine.
// Prints its port, then a line for each request.
import type { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Server } from 'proxy-chain'

const thisMachine: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

const proxy = new Server({
  host: '127.0.0.1',
  port: 0,
  prepareRequestFunction({ hostname, port }) {
    console.log(`${hostname}:${port}`)
    return hostname.endsWith('.test') ? { dnsLookup: thisMachine as typeof lookup } : {}
  },
})
await proxy.listen()
console.log(proxy.port)
