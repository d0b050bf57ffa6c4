// The client in a browser: bundled without anything of Node. package.test.ts calls every method in one.
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { hasBrowser } from '../page/pages.ts'
import { bundle, runInChromium } from './in-chromium.ts'
import { serve } from './test-server.ts'

const client = fileURLToPath(new URL('../../src/client', import.meta.url))

it('bundles for browsers without a module of Node', async () => {
  const code = await bundle("export * from './index.ts'", client)
  expect(code).not.toMatch(/\brequire\(|from ['"]node:/)
})

it.runIf(hasBrowser)('explains errors that Chromium hides', async () => {
  const service = await serve((response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type')
    if (service.requests.at(-1)?.method === 'OPTIONS') response.writeHead(204).end()
    else response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const program = `import { createVoiceFormClient } from './index.ts'
    for (const baseUrl of [process.argv[2], 'http://127.0.0.1:1']) {
      const { sessions } = createVoiceFormClient({ baseUrl, maxRetries: 0 })
      await sessions.start({ sdp: '', type: 'offer' }).catch(({ message }) => console.log(message))
    }`
  const messages = await runInChromium(program, client, service.url)
  // Chromium asks its cache for nothing, by itself: a header that we add would need the service's permission.
  expect(service.requests.map(({ method, headers }) => [method, headers['cache-control']])).toEqual([
    ['OPTIONS', 'no-cache'],
    ['POST', 'no-cache'],
  ])
  expect(messages).toEqual([
    expect.stringContaining('redirected to an address that the browser hides'),
    expect.stringContaining('the connection broke before a response arrived (Failed to fetch)'),
  ])
})
