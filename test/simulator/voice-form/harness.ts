// A voice-form simulator with a manual clock, and short methods to send it requests.
import { onTestFinished } from 'vitest'
import { startVoiceFormSimulator, type VoiceFormOptions } from '../../../simulator/src/index.ts'
import { type Reply, startOfClock } from '../serving.ts'

export async function startVoiceForm(options: VoiceFormOptions = {}) {
  let now = startOfClock
  const simulator = await startVoiceFormSimulator({ now: () => now, ...options })
  onTestFinished(() => simulator.close())
  const bearer = { authorization: `Bearer ${simulator.apiKey}` }

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: object = bearer,
  ): Promise<Reply> {
    const response = await fetch(simulator.url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    simulator,
    send,
    get: (path: string) => send('GET', `/api/v1${path}`),
    /** As a browser calls it. */
    open: (method: string, path: string, body?: unknown) => send(method, path, body, {}),
    idOf: (title: string) => simulator.agents.find((agent) => agent.title === title)?.id ?? 'no such agent',
    advance(ms: number) {
      now += ms
    },
  }
}
