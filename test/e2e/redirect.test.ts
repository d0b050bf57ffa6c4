// The key is sent to one origin: redirects are errors, plain http is a warning, and an echoing service leaks nothing.
import { describe, expect, it } from 'vitest'
import { everythingWritten } from './everything-written.ts'
import { type ProxyRule, type RequestKind, startFaultProxy } from './faults/fault-proxy.ts'
import { createHarness, warningsOf } from './harness.ts'

const quick = { durationMs: 300, tests: 3 }
const alpha = { name: 'Alpha', scenario: 'all-pass', parameters: quick } as const

it.concurrent('a redirect is an error, and the key is not sent to its target', async (context) => {
  const redirect: ProxyRule = ({ kind }) => {
    const headers = { location: `${elsewhere.url}/agents?of=you` }
    return kind === 'launch' ? { kind: 'answer', status: 307, headers } : undefined
  }
  const harness = await createHarness(
    { agents: [alpha], faultProxy: { rules: [redirect] } },
    context.onTestFinished,
  )
  const elsewhere = await startFaultProxy({ upstream: harness.simulator.url, rules: [] })
  context.onTestFinished(() => elsewhere.close())
  const step = await harness.run()
  expect(elsewhere.journal).toEqual([])
  expect(step).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } })
  expect(step.log).toContain(`redirected to ${elsewhere.url}`)
  expect(harness.comments()[0]).toContain('redirected to')
})

it.concurrent('plain http to another host is a warning before any request', async (context) => {
  const harness = await createHarness({ agents: [alpha] }, context.onTestFinished)
  const step = await harness.run({
    with: { 'base-url': 'http://service.acme.test', timeout: '1' },
    // Nothing listens there: no packet leaves this machine.
    env: { HTTP_PROXY: 'http://127.0.0.1:9' },
  })
  expect(warningsOf(step)[0]?.message).toContain('"http://service.acme.test" is plain http')
  const names = step.commands.map(({ name }) => name)
  expect(names.indexOf('warning')).toBeLessThan(names.indexOf('group'))
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

  it('even if the service echoes it in every text; it is masked before anything else is printed', async (context) => {
    const parameters = { ...quick, shared: true }
    const agents = (['two-fail', 'tool-call-failure'] as const).map((scenario) => ({
      name: scenario,
      scenario,
      parameters,
    }))
    const texts = /"(name|reasoning|response|value_name|share_token|tool|description)":"/g
    const echo: ProxyRule = () => ({
      kind: 'rewrite',
      change: (body) => body.replace(texts, `$&${saidBack} `),
    })
    const harness = await createHarness(
      { agents, apiKey, faultProxy: { rules: [echo] } },
      context.onTestFinished,
    )
    const step = await harness.run()
    expect(step.raw.startsWith(`::add-mask::${apiKey}`)).toBe(true)
    expect(step.outputs).toMatchObject({ total: '6', verdict: 'failed' })
    expect(everythingWritten(step, harness)).toContain('***')
    expect(everythingWritten(step, harness)).not.toContain(apiKey)
  })

  it.for<[RequestKind, number, string]>([
    ['list', 401, `{"detail":"The key ${saidBack} was revoked"}`],
    ['launch', 400, `{"detail":{"message":"no ${saidBack}","keys":["${saidBack}"]}}`],
    ['poll', 200, `${apiKey} is what you sent`],
  ])('nor if an error body contains it: %s, HTTP %i', async ([at, status, body], context) => {
    const headers = { location: `https://elsewhere.test/?key=${apiKey}`, 'x-echo': apiKey }
    const refuse: ProxyRule = ({ kind }) =>
      kind === at ? { kind: 'answer', status, body, headers } : undefined
    const harness = await createHarness(
      { agents: [{ ...alpha, scenario: 'one-fails' }], apiKey, faultProxy: { rules: [refuse] } },
      context.onTestFinished,
    )
    const step = await harness.run({ with: { timeout: '8' } })
    expect(step.exitCode).toBe(1)
    expect(everythingWritten(step, harness)).toContain('***')
    expect(everythingWritten(step, harness)).not.toContain(apiKey)
  })
})
