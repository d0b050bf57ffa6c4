// Which methods are sent again after a transient error, and which must not be: a second launch costs money.
import { describe, expect, it } from 'vitest'
import { type ClientOptions, createEvaluationClient, createVoiceFormClient } from '../../src/client/index.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { evaluationDescription, voiceFormDescription } from './contract/description.ts'
import { evaluationCalls, voiceFormCalls } from './contract/every-method.ts'
import { skipWaits } from './skip-waits.ts'

const apiKey = 'secret-key-0123456789'
const services = [
  {
    name: 'evaluation',
    operations: evaluationDescription().operations,
    call: (id: string, options: ClientOptions) =>
      evaluationCalls[id]?.(createEvaluationClient({ ...options, apiKey })),
  },
  {
    name: 'voice-form',
    operations: voiceFormDescription().operations,
    call: (id: string, options: ClientOptions) => voiceFormCalls[id]?.(createVoiceFormClient(options)),
  },
]

describe.each(services)('$name', ({ operations, call }) => {
  const methods = operations.map(({ id, method }) => {
    const times = method === 'GET' || id === 'resolveAgents' ? 6 : 1
    return { id, times }
  })

  it.each(methods)('sends $id $times times to a service that is out of order', async ({ id, times }) => {
    const clock = createManualClock()
    let requests = 0
    const fetch = async () => {
      requests += 1
      return Response.json({}, { status: 502 })
    }
    const outcome = Promise.resolve(call(id, { baseUrl: 'https://a.test', clock, fetch, random: () => 0 }))
    const settled = expect(outcome).rejects.toMatchObject({ status: 502 })
    await skipWaits(clock, outcome, id === 'verifyConnection' ? 150_000 : 30_000)
    await settled
    expect(requests).toBe(times)
  })
})
