import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readText } from '../../src/client/response.ts'
import { createProxiedRequest } from '../../src/runner/fetch.ts'

describe('request', () => {
  const text = 'x'.repeat(100_000)
  const respondingWith = async (respond: (response: ServerResponse) => void) => {
    const server = createServer((_, response) => respond(response))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = z.object({ port: z.number() }).parse(server.address())
    return createProxiedRequest({})(`http://127.0.0.1:${port}`, {})
  }

  test.each(['gzip', 'x-gzip'])('unpacks %s', async (encoding) => {
    const response = await respondingWith((out) => {
      out.setHeader('content-encoding', encoding).end(gzipSync(text))
    })
    expect(await readText(response, Infinity)).toEqual({ text, cut: false })
  })

  test.each([
    ['that is none', Buffer.from('{}'), 'Z_DATA_ERROR'],
    ['that is cut short', gzipSync(text).subarray(0, -20), 'Z_BUF_ERROR'],
  ])('rejects gzip %s', async (_, bytes, code) => {
    const response = await respondingWith((out) => out.setHeader('content-encoding', 'gzip').end(bytes))
    await expect(readText(response, Infinity)).rejects.toMatchObject({ code })
  })

  test.each(['identity', 'gzip'])('rejects a body that breaks off (%s)', async (encoding) => {
    const response = await respondingWith((out) => {
      out.writeHead(200, { 'content-encoding': encoding, 'content-length': 1000 })
      out.write(gzipSync(text).subarray(0, 20), () => out.destroy())
    })
    await expect(readText(response, Infinity)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  })

  test.each(['identity', 'gzip'])(
    'closes the connection of a body that nobody reads (%s)',
    async (encoding) => {
      const closed = Promise.withResolvers<void>()
      const response = await respondingWith((out) => {
        out.on('close', closed.resolve).setHeader('content-encoding', encoding).write('begun')
      })
      await response.body.getReader().cancel()
      await closed.promise
    },
  )
})
