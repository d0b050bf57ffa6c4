// The input `override` on the bundle: what is written to a copy of an agent before each launch, and which runs count.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import type { Fixture, SimulatedAgent, Verification } from '../../simulator/src/index.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { everythingWritten } from './everything-written.ts'
import { configOf, createHarness, type HarnessOptions, tally } from './harness.ts'
import { testNamed } from './results-file.ts'

const AGENT = 'Support bot (preview)'
const FACTOR = 100
const GOOD = 'Refunds: 30 days. Hand over to a colleague. Nothing about other customers.'
const URL = 'https://preview.acme.test/chat?token=t0ken-of-the-preview'

const quick = { parameters: { durationMs: 0 } }
const ownKind: readonly SimulatedAgent[] = [
  { name: AGENT, scenario: 'prompted', ...quick },
  { name: 'Support bot', scenario: 'prompted', ...quick },
]
const connected = (
  verifications: SimulatedAgent['verifications'] = [],
  scenario: SimulatedAgent['scenario'] = 'all-pass',
): readonly SimulatedAgent[] => [
  { name: AGENT, scenario, ...quick, verifications },
  {
    name: 'Support bot',
    scenario,
    ...quick,
    config: {
      agent_url: 'https://bot.acme.test/chat',
      connection_verified: true,
      agent_headers: { Authorization: 'Bearer s3cret-of-production' },
      default_inputs: { tenant: '1nput-of-production' },
    },
  },
]

/** Time runs faster in the bundle and in the verifications of the simulator. */
async function start(test: TestContext, options: HarnessOptions) {
  const sleep = (ms: number) => wait(ms / FACTOR, undefined, { ref: false })
  const harness = await createHarness({ sleep, ...options }, test.onTestFinished)
  const run = (patch: string, more: Readonly<Record<string, string>> = {}, step = {}) =>
    harness.run({
      env: fastTime(FACTOR),
      ...step,
      with: { agents: AGENT, override: `${AGENT}: { ${patch} }`, timeout: '1800', ...more },
    })
  const config = () => configOf(harness.simulator, AGENT)
  return { ...harness, run, config }
}

describe.concurrent('a copy', () => {
  it('is tested with the prompt of a file, and the original stays as it is', async (test) => {
    const workspace = createFolder({ 'prompts/bot.md': 'Be rude.' }, test)
    const harness = await start(test, { agents: ownKind })
    const before = await configOf(harness.simulator, 'Support bot')
    const failed = await harness.run('system_prompt: { file: prompts/bot.md }', {}, { workspace })
    expect(failed.outputs).toMatchObject({ verdict: 'failed', failed: '3', 'executed-tests': '8' })
    writeFiles(workspace, { 'prompts/bot.md': GOOD })
    const passed = await harness.run('system_prompt: { file: prompts/bot.md }', {}, { workspace })
    expect(passed.outputs).toMatchObject({ verdict: 'passed', total: '8' })
    expect(await configOf(harness.simulator, 'Support bot')).toEqual(before)
    expect(await harness.config()).toEqual({
      ...before,
      system_prompt: GOOD,
      agent_tests: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const line = "Tested with this pull request's `system_prompt` (prompts/bot.md)."
    expect(harness.comments().at(-1)).toContain(line)
    expect(everythingWritten(passed, harness)).not.toContain(GOOD)
  })

  const failing = ['unresolved', 'wrong-shape', 'refuses', 'list', 502].map(
    (agent) => ({ agent }) as Verification,
  )
  it('whose preview fails in every way is waited for, and nothing of it is shown', async (test) => {
    const harness = await start(test, { agents: connected([...failing, { agent: 'works' }]) })
    const step = await harness.run(`agent_url: "${URL}"`)
    expect(step.outputs['verdict']).toBe('passed')
    const lines = new Set(step.log.split('\n').filter((line) => line.endsWith('; waiting')))
    const waits = ['not resolved', 'not in the expected form', 'no answer', 'HTTP 502']
    expect([...lines]).toEqual(waits.map((text) => expect.stringContaining(text)))
    const written = everythingWritten(step, harness)
    for (const secret of ['t0ken-of', 's3cret-of', '1nput-of', 'The agent says'])
      expect(written).not.toContain(secret)
  })

  it('keeps what production sends out of all reports, also where the agent repeats it', async (test) => {
    const prompt = `${'x'.repeat(200_000)} ${GOOD}`
    const [copy, original] = ownKind
    const agents = [
      copy,
      { ...original, config: { system_prompt: prompt, agent_headers: { 'X-Token': 'openai/other' } } },
    ]
    const harness = await start(test, { agents: agents as SimulatedAgent[] })
    const step = await harness.run('llm: { model: openai/other }')
    expect(step.outputs['verdict']).toBe('passed')
    expect(await harness.config()).toMatchObject({ system_prompt: prompt, llm: { model: 'openai/other' } })
    const written = everythingWritten(step, harness)
    for (const value of ['xxxxxxxx', 'openai/other']) expect(written).not.toContain(value)
    expect(step.masks).not.toContain('openai/other')
  })

  it('shows nothing of a header that its agent repeats decoded', async (test) => {
    const echoed = 't0kenOfProduction'
    const headers = { Authorization: `Basic ${btoa(`customer:${echoed}`)}` }
    const asked = { message: `Why ${echoed}?`, expectation: 'is short', reply: 'Yes.' }
    const cases: Fixture['cases'] = [
      { kind: 'reply', name: 'Asks', ...asked, wrongReply: echoed, failureReason: `says ${echoed}` },
      {
        ...{ kind: 'tool-call', name: 'Calls', ...asked },
        expectedCall: { tool: 'other', arguments: {} },
        wrongCall: { tool: 'evaluation', arguments: { evaluation: echoed } },
      },
    ]
    const agents = connected([], 'mixed').map(
      (agent): SimulatedAgent => ({
        ...agent,
        parameters: { tests: 2, failing: 2, durationMs: 0 },
        fixture: { cases },
        ...(agent.config && { config: { ...agent.config, agent_headers: headers } }),
      }),
    )
    const harness = await start(test, { agents })
    const step = await harness.run(`agent_url: "${URL}"`)
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '2' })
    expect(await harness.config()).toMatchObject({ agent_headers: headers })
    expect(testNamed(step, 'Asks')).toMatchObject({ reply: '***', question: [{ content: 'Why ***?' }] })
    expect(everythingWritten(step, harness)).not.toContain(echoed)
  })

  it('with an address that is not public is not waited for', async (test) => {
    const harness = await start(test, { agents: connected() })
    const step = await harness.run('agent_url: "http://127.0.0.1/chat"')
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('has a preview whose address the service does not call')
    expect(step.log).not.toContain('waiting')
  })
})

it('without the original, nothing is written', async (test) => {
  const harness = await start(test, { agents: ownKind.slice(0, 1) })
  const step = await harness.run('system_prompt: a')
  expect(step.conclusion).toBe('failure')
  expect(step.log).toContain('agent "Support bot": no agent')
  expect(tally(harness)).toEqual({ 'POST /agents/resolve': 1, 'GET /agents': 1 })
})
