// The input `override` on the bundle: what is written to a copy of an agent before each launch, and which runs count.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import type { Fixture, SimulatedAgent, Simulator, Verification } from '../../simulator/src/index.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { everythingWritten } from './everything-written.ts'
import { createHarness, type HarnessOptions, tally } from './harness.ts'
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

async function configOf({ url, apiKey, agents }: Simulator, name: string) {
  const uuid = agents.find((agent) => agent.name === name)?.uuid
  const response = await fetch(`${url}/agents/${uuid}`, { headers: { 'x-api-key': apiKey } })
  const { config }: { readonly config: Record<string, unknown> } = await response.json()
  return config
}

describe.concurrent('a copy', () => {
  it('is tested with the prompt of a file, and the original stays as it is', async (test) => {
    const workspace = mkdtempSync(join(tmpdir(), 'workspace-'))
    test.onTestFinished(() => rmSync(workspace, { recursive: true }))
    mkdirSync(join(workspace, 'prompts'))
    writeFileSync(join(workspace, 'prompts/bot.md'), 'Be rude.')
    const harness = await start(test, { agents: ownKind })
    const before = await configOf(harness.simulator, 'Support bot')
    const failed = await harness.run('system_prompt: { file: prompts/bot.md }', {}, { workspace })
    expect(failed.outputs).toMatchObject({ verdict: 'failed', failed: '3', 'executed-tests': '8' })
    writeFileSync(join(workspace, 'prompts/bot.md'), GOOD)
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

  /** Its only test fails: the agent writes this in its reply and its tool call. */
  const echoing = (name: string, agent_headers: unknown, echoed: string): readonly SimulatedAgent[] => {
    const test = { name, message: `Why ${echoed}?`, expectation: 'is short', reply: 'Yes.' }
    const wrongCall = { tool: 'evaluation', arguments: { evaluation: echoed } }
    const cases: Fixture['cases'] = [
      { kind: 'reply', ...test, wrongReply: echoed, failureReason: `says ${echoed}` },
      {
        kind: 'tool-call',
        ...test,
        name: `${name}, a call`,
        expectedCall: { tool: 'other', arguments: {} },
        wrongCall,
      },
    ]
    const parameters = { tests: 2, failing: 2, durationMs: 0 }
    return connected([], 'mixed').map((agent) => ({
      ...agent,
      parameters,
      fixture: { cases },
      config: agent.config ? { ...agent.config, agent_headers } : agent.config,
    })) as SimulatedAgent[]
  }

  it('keeps all names, also where a header has the same text', async (test) => {
    const name = 'bookings: case 1'
    const headers = {
      'X-Source': 'evaluation',
      'X-Kind': 'test_case',
      'X-Status': 'in_progress',
      'X-Tenant': 'bookings',
      'X-Case': name,
      'X-Agent': AGENT,
    }
    const harness = await start(test, { agents: echoing(name, headers, 'test_case') })
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const accept = [name, `${name}, a call`].map((each) => `${AGENT} / ${each} until ${until}`).join('\n')
    const step = await harness.run(`agent_url: "${URL}"`, { accept })
    expect(step.outputs).toMatchObject({ verdict: 'passed', failed: '2' })
    expect(testNamed(step, name)).toMatchObject({ reply: '***', question: [{ content: 'Why ***?' }] })
    const { toolCalls } = testNamed(step, `${name}, a call`)
    expect(toolCalls).toEqual([{ tool: 'evaluation', arguments: '{"evaluation":"***"}' }])
    expect(harness.comments().at(-1)).toContain(AGENT)
  })

  it('shows nothing of a header that its agent repeats decoded', async (test) => {
    const echoed = 't0kenOfProduction'
    const headers = { Authorization: `Basic ${btoa(`customer:${echoed}`)}` }
    const harness = await start(test, { agents: echoing('Asks', headers, echoed) })
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

const run = 'POST /agent-tests/agent/…/run'
const written = (harness: Parameters<typeof tally>[0]) => tally(harness)['PUT /agents/…'] ?? 0

describe.concurrent('nothing is written', () => {
  it.for<[string, SimulatedAgent[], string, string]>([
    ['if a run does not read the key', [...ownKind], `agent_url: "${URL}"`, 'its runs do not read'],
    [
      'if a run of a connection does not read the key',
      [...connected()],
      'system_prompt: a',
      'its runs do not read',
    ],
    [
      'if it is of another type',
      [{ ...ownKind[0], type: 'connection' } as SimulatedAgent, ...ownKind.slice(1)],
      'system_prompt: a',
      'another type than its original',
    ],
    [
      'if a number is too large',
      [ownKind[0], { ...ownKind[1], config: { system_prompt: '', n: 2 ** 60 } }] as SimulatedAgent[],
      'system_prompt: a',
      'cannot be copied exactly',
    ],
    ['without the original', [...ownKind.slice(0, 1)], 'system_prompt: a', 'agent "Support bot": no agent'],
  ])('%s', async ([, agents, patch, text], test) => {
    const harness = await start(test, { agents })
    const step = await harness.run(patch)
    expect(step.conclusion).toBe('failure')
    expect(step.log).toContain(text)
    expect([written(harness), tally(harness)[run]]).toEqual([0, undefined])
  })

  it.skipIf(process.platform === 'win32')('if a file is a link to one of .git', async (test) => {
    const harness = await start(test, { agents: ownKind })
    const workspace = mkdtempSync(join(tmpdir(), 'workspace-'))
    test.onTestFinished(() => rmSync(workspace, { recursive: true }))
    mkdirSync(join(workspace, '.git'))
    writeFileSync(join(workspace, '.git/config'), 'extraheader = AUTHORIZATION: basic dG9rZW4')
    symlinkSync('.git/config', join(workspace, 'prompt.md'))
    const step = await harness.run('system_prompt: { file: prompt.md }', {}, { workspace })
    expect(step.log).toContain('file "prompt.md" is under .git')
    expect([step.conclusion, harness.requests()]).toEqual(['failure', []])
  })

  it('to a service that is too old', async (test) => {
    const harness = await start(test, { agents: ownKind, serverVersion: 'older' })
    const step = await harness.run('system_prompt: a')
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('override needs a newer service')
    expect(tally(harness)[run]).toBeUndefined()
  })
})
