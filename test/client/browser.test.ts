// The client in a browser: bundled without anything of Node, calling the open routes of the voice-form service.
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startVoiceFormSimulator } from '../../simulator/src/index.ts'
import { hasBrowser } from '../page/pages.ts'
import { bundle, runInChromium } from './in-chromium.ts'
import { serve } from './test-server.ts'

const client = fileURLToPath(new URL('../../src/client', import.meta.url))

it('bundles for browsers without a module of Node', async () => {
  const code = await bundle("export * from './index.ts'", client)
  expect(code).not.toMatch(/\brequire\(|from ['"]node:/)
})

describe.runIf(hasBrowser)('in Chromium', { timeout: 120_000 }, () => {
  const run = async (program: string, address: string) => {
    const code = `import { createVoiceFormClient } from './index.ts'\n${program}`
    const logged = await runInChromium(code, client, address)
    return logged.map((line): unknown => JSON.parse(line))
  }

  it('calls the four open routes without a key', async () => {
    const service = await startVoiceFormSimulator({
      agents: [{ title: 'Intake', questions: [{ label: 'Age?', type: 'number', name: 'age' }] }],
    })
    onTestFinished(() => service.close())
    const agentId = service.agents[0]?.id ?? ''
    const [offer, agent, answers, read] = await run(
      `const { offer, agents, formData } = createVoiceFormClient({ baseUrl: process.argv[2], maxRetries: 0 })
      const request_data = { agentId: '${agentId}', conversation_id: 'c' }
      console.log(JSON.stringify(await offer({ sdp: 'v=0', type: 'offer', request_data })))
      console.log(JSON.stringify(await agents.getPublic('${agentId}')))
      console.log(JSON.stringify(await formData.update('${agentId}', 'c', { updates: { age: 42 } })))
      console.log(JSON.stringify(await formData.get('${agentId}', 'c')))`,
      service.url,
    )
    expect(offer).toMatchObject({ type: 'answer', request_data: { agentId, conversation_id: 'c' } })
    expect(agent).toMatchObject({ id: agentId, title: 'Intake', questions: [{ label: 'Age?' }] })
    expect(answers).toMatchObject({ form_data: { age: 42 }, form_status: {} })
    expect(read).toEqual(answers)
    expect(service.journal.map(({ key }) => key)).toEqual(['missing', 'missing', 'missing', 'missing'])
  })

  it('explains errors that the browser hides', async () => {
    const service = await serve((response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', 'content-type')
      if (service.requests.at(-1)?.method === 'OPTIONS') response.writeHead(204).end()
      else response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const messages = await run(
      `for (const baseUrl of [process.argv[2], 'http://127.0.0.1:1']) {
        const { offer } = createVoiceFormClient({ baseUrl, maxRetries: 0 })
        await offer({ sdp: '', type: 'offer' }).catch(({ message }) => console.log(JSON.stringify(message)))
      }`,
      service.url,
    )
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
})
