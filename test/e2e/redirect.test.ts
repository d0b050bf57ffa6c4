// The key is sent to one origin: redirects are errors, plain http is a warning, and an echoing service leaks nothing.
import { describe, expect, it } from 'vitest'
import { everythingWritten } from './everything-written.ts'
import type { RequestKind } from './faults/fault-proxy.ts'
import { startFaultProxy } from './faults/fault-proxy.ts'
import { createHarness } from './harness.ts'

const quick = { durationMs: 300, tests: 3 }
const alpha = { name: 'Alpha', scenario: 'all-pass', parameters: quick } as const

describe.concurrent('redirects are errors, and the key is not sent to their target', () => {
  const cases: readonly (readonly [RequestKind, number])[] = [
    ['list', 301],
    ['launch', 307],
  ]

  it.for(cases)('to another host: %s, %i', async ([kind, status], context) => {
    const harness = await createHarness(
      {
        agents: [alpha],
        faultProxy: {
          rules: [
            (request) =>
              request.kind === kind
                ? { kind: 'answer', status, headers: { location: `${elsewhere.url}/agents?of=you` } }
                : undefined,
          ],
        },
      },
      context.onTestFinished,
    )
    const elsewhere = await startFaultProxy({ upstream: harness.simulator.url, rules: [] })
    context.onTestFinished(() => elsewhere.close('now'))
    const step = await harness.run({ with: { agents: kind === 'resolve' ? 'Alpha' : '', timeout: '20' } })
    expect(elsewhere.journal).toEqual([])
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain(`redirected to ${elsewhere.url}`)
    expect(harness.comments()[0]).toContain('redirected to')
  })
})

describe.concurrent('plain http', () => {
  it('to another host is a warning before any request', async (context) => {
    const harness = await createHarness({ agents: [alpha] }, context.onTestFinished)
    const step = await harness.run({
      with: { 'base-url': 'http://evaluation.acme.test', timeout: '1' },
      // Nothing listens there: no packet leaves this machine.
      env: { HTTP_PROXY: 'http://127.0.0.1:9' },
    })
    const [warning] = step.annotations.filter(({ level }) => level === 'warning')
    expect(warning?.message).toContain('"http://evaluation.acme.test" is plain http')
    const names = step.commands.map(({ name }) => name)
    expect(names.indexOf('warning')).toBeLessThan(names.indexOf('group'))
  })
})

describe.concurrent('the key is not in anything that is written', () => {
  // Some services escape "/" in JSON, and some everything but letters and digits.
  const apiKey = 'sk-live/4f9a+b7c2=e1d8'
  const forms = [
    apiKey,
    apiKey.replaceAll('/', '\\/'),
    apiKey.replace(/[^a-z0-9]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    encodeURIComponent(apiKey),
  ]
  const saidBack = forms.join(' and ')

  it('is masked before anything else is printed', async (context) => {
    const harness = await createHarness({ agents: [alpha], apiKey }, context.onTestFinished)
    const step = await harness.run()
    expect(step.raw.startsWith(`::add-mask::${apiKey}`)).toBe(true)
    expect(step.masks).toContain(apiKey)
  })

  it.for(['two-fail', 'tool-call-failure'] as const)(
    'even if the service echoes it in every text: %s',
    async (scenario, context) => {
      const agent = { name: 'Alpha', scenario, parameters: { ...quick, shared: true } }
      const echo = (body: string) =>
        body.replace(
          /"(name|reasoning|response|value_name|share_token|tool|description)":"/g,
          `$&${saidBack} `,
        )
      const harness = await createHarness(
        {
          agents: [agent],
          apiKey,
          faultProxy: { rules: [() => ({ kind: 'rewrite', change: echo })] },
        },
        context.onTestFinished,
      )
      const step = await harness.run()
      expect(step.outputs['total']).toBeDefined()
      expect(everythingWritten(step, harness)).toContain('***')
      expect(everythingWritten(step, harness)).not.toContain(apiKey)
    },
  )

  const refusals: readonly (readonly [RequestKind, number, string])[] = [
    ['list', 401, `{"detail":"The key ${saidBack} was revoked"}`],
    ['launch', 400, `{"detail":{"message":"no ${saidBack}","keys":["${saidBack}"]}}`],
    ['poll', 200, `${apiKey} is what you sent`],
  ]
  it.for(refusals)('nor if an error body contains it: %s, HTTP %i', async ([kind, status, body], context) => {
    const headers = { location: `https://elsewhere.test/?key=${apiKey}`, 'x-echo': apiKey }
    const harness = await createHarness(
      {
        agents: [{ name: 'Alpha', scenario: 'one-fails', parameters: quick }],
        apiKey,
        faultProxy: {
          rules: [
            (request) => (request.kind === kind ? { kind: 'answer', status, body, headers } : undefined),
          ],
        },
      },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { agents: kind === 'resolve' ? 'Alpha' : '', timeout: '8' } })
    expect(step.exitCode).toBe(1)
    expect(everythingWritten(step, harness)).toContain('***')
    expect(everythingWritten(step, harness)).not.toContain(apiKey)
  })
})
