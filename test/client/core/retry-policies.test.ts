// Which methods are sent again after a transient error, and which must not be: a second launch costs money.
import { describe, expect, it } from 'vitest'
import { type ClientOptions, createEvaluationClient } from '../../../src/client/index.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { services, settings } from '../contract/every-method.ts'
import { skipWaits } from '../skip-waits.ts'

/** Of any endpoint: how it is asked, and how often. */
const requests = [
  ['GET', undefined, 6],
  ['POST', undefined, 1],
  ['DELETE', undefined, 1],
  ['POST', 'read', 6],
] as const

describe.each(services)('$name', ({ description, calls }) => {
  const methods = description.operations.map(({ id, method }) => {
    const times = method === 'GET' || id === 'agents.resolve' ? 6 : 1
    return { id, times }
  })

  it.each(methods)('sends $id $times times to a service that is out of order', ({ id, times }) =>
    expectTimes(
      times,
      (options) => calls.find((each) => each.id === id)?.call(options),
      id === 'verifyConnection' ? 150_000 : 30_000,
    ),
  )
})

it.each(requests)('sends a %s with retry %s %i times', (method, retry, times) =>
  expectTimes(times, (options) =>
    createEvaluationClient({ ...settings, ...options }).request(method, '/x', { retry }),
  ),
)

async function expectTimes(
  times: number,
  call: (options: Partial<ClientOptions>) => Promise<unknown> | undefined,
  timeoutMs = 30_000,
): Promise<void> {
  const clock = createManualClock()
  let sent = 0
  const fetch = async () => {
    sent += 1
    return Response.json({}, { status: 502 })
  }
  const outcome = Promise.resolve(call({ clock, fetch, random: () => 0 }))
  const settled = expect(outcome).rejects.toMatchObject({ status: 502 })
  await skipWaits(clock, outcome, timeoutMs)
  await settled
  expect(sent).toBe(times)
}
