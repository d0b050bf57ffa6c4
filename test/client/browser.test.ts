// The client in a browser: bundled without anything of Node, calling the open routes of the voice-form service.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ReceivedRequest, sendJson, serve } from './test-server.ts'

const CHROMIUM = '/usr/bin/chromium'

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/client/index.ts', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'agentTests',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

const answers: Readonly<Record<string, unknown>> = {
  '/offer': { sdp: 'v=0', type: 'answer' },
  '/api/v1/agents/a/public': { id: 'a', title: 'Intake', questions: [{ label: 'Age?' }] },
  '/api/v1/data/a/c': { form_data: { age: 41 }, form_status: 'open' },
  '/api/v1/agents/a/conversations/c/form_data': { form_data: { age: 42 }, form_status: 'open' },
}

/** The service as browsers need it: it allows other origins. */
const startService = () =>
  serve((response, { method, url }) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type')
    response.setHeader('access-control-allow-methods', 'GET, POST, PATCH')
    if (method === 'OPTIONS') response.writeHead(204).end()
    else if (url === '/redirected/offer') response.writeHead(302, { location: '/offer' }).end()
    else sendJson(response, answers[url], url in answers ? 200 : 404)
  })

it('bundles for browsers without a module of Node', async () => {
  const code = await bundle()
  expect(code).not.toMatch(/\brequire\(|from ['"]node:/)
})

async function inPage(script: string): Promise<unknown> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(await emptyPage())
  await page.addScriptTag({ content: await bundle() })
  return page.evaluate(script)
}

async function emptyPage(): Promise<string> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${Object(server.address()).port}`
}

const sent = (requests: readonly ReceivedRequest[]) =>
  requests.filter(({ method }) => method !== 'OPTIONS').map(({ method, url, body }) => [method, url, body])

// Where there is no browser, only CI has to have one.
const browserIsThere = existsSync(CHROMIUM) || process.env['CI'] === 'true'
if (!browserIsThere)
  console.warn(`Not tested in a browser: ${CHROMIUM} is missing (apt-get install chromium).`)

describe.runIf(browserIsThere)('in Chromium', () => {
  it('calls the four open routes', { timeout: 60_000 }, async () => {
    const service = await startService()
    const result = await inPage(`(async () => {
      const client = agentTests.createVoiceFormClient({ baseUrl: ${JSON.stringify(service.url)}, maxRetries: 0 })
      return [
        await client.offer({ sdp: 'v=0', type: 'offer', request_data: { agentId: 'a' } }),
        await client.agents.getPublic('a'),
        await client.formData.get('a', 'c'),
        await client.formData.update('a', 'c', { updates: { age: 42 } }),
      ]
    })()`)
    expect(result).toEqual(Object.values(answers))
    expect(sent(service.requests)).toEqual([
      ['POST', '/offer', '{"sdp":"v=0","type":"offer","request_data":{"agentId":"a"}}'],
      ['GET', '/api/v1/agents/a/public', ''],
      ['GET', '/api/v1/data/a/c', ''],
      ['PATCH', '/api/v1/agents/a/conversations/c/form_data', '{"updates":{"age":42}}'],
    ])
  })

  it('explains errors that the browser hides', { timeout: 60_000 }, async () => {
    const service = await startService()
    const messages = await inPage(`(async () => {
      const messageOf = (baseUrl) =>
        agentTests.createVoiceFormClient({ baseUrl, maxRetries: 0 }).offer({ sdp: '', type: 'offer' }).catch(({ message }) => message)
      return [await messageOf(${JSON.stringify(`${service.url}/redirected`)}), await messageOf('http://127.0.0.1:1')]
    })()`)
    expect(messages).toEqual([
      expect.stringContaining('redirected to an address that the browser hides'),
      expect.stringContaining('the connection broke before a response arrived (Failed to fetch)'),
    ])
  })
})
