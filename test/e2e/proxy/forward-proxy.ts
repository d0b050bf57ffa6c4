// A forward proxy as its own process, for which every host name is this machine.
// Prints its port, then a line for each request. Arguments: `--user name:password`, `--refuse` to refuse everything.
import type { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { parseArgs } from 'node:util'
import { RequestError, Server } from 'proxy-chain'

const { user, refuse } = parseArgs({
  options: { user: { type: 'string' }, refuse: { type: 'boolean', default: false } },
}).values

const thisMachine: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

const proxy = new Server({
  host: '127.0.0.1',
  port: 0,
  prepareRequestFunction({ hostname, port, username, password }) {
    console.log(`${hostname}:${port}`)
    if (refuse) throw new RequestError('This proxy allows nothing.', 403)
    const known = user === undefined || user === `${username}:${password}`
    return { requestAuthentication: !known, dnsLookup: thisMachine as typeof lookup }
  },
})
await proxy.listen()
console.log(proxy.port)
