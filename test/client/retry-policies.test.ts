// Which methods are sent again after a transient error, and which must not be: a second launch costs money.
import { describe, expect, it } from 'vitest'
import { type ClientOptions, createEvaluationClient, createVoiceFormClient } from '../../src/client/index.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { evaluationDescription, voiceFormDescription } from './contract/description.ts'
import { evaluationCalls, voiceFormCalls } from './contract/every-method.ts'
import { skipWaits } from './skip-waits.ts'

const apiKey = 'secret-key-0123456789'

/** Of any endpoint: how it is asked, and how often. */
const requests = [
  ['GET', undefined, 6],
  ['POST', undefined, 1],
  ['DELETE', undefined, 1],
  ['POST', 'read', 6],
] as const

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

  it.each(methods)('sends $id $times times to a service that is out of order', ({ id, times }) =>
    expectTimes(times, (options) => call(id, options), id === 'verifyConnection' ? 150_000 : 30_000),
  )
})

it.each(requests)('sends a %s with retry %s %i times', (method, retry, times) =>
  expectTimes(times, (options) =>
    createEvaluationClient({ ...options, apiKey }).request(method, '/x', { retry }),
  ),
)

async function expectTimes(
  times: number,
  call: (options: ClientOptions) => Promise<unknown> | undefined,
  timeoutMs = 30_000,
): Promise<void> {
  const clock = createManualClock()
  let sent = 0
  const fetch = async () => {
    sent += 1
    return Response.json({}, { status: 502 })
  }
  const outcome = Promise.resolve(call({ baseUrl: 'https://a.test', clock, fetch, random: () => 0 }))
  const settled = expect(outcome).rejects.toMatchObject({ status: 502 })
  await skipWaits(clock, outcome, timeoutMs)
  await settled
  expect(sent).toBe(times)
}
