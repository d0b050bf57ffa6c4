// Errors that end the job before anything is launched.
import { describe, expect, it } from 'vitest'
import { createFolder } from '../support/folders.ts'
import { runStep } from '../support/runner/run-step.ts'
import { everythingWritten } from './everything-written.ts'
import { APP_URL, createHarness } from './harness.ts'

const alpha = { name: 'Support bot', scenario: 'all-pass', parameters: { durationMs: 300 } } as const

it('reports all unknown names at once, suggests the nearest name, and launches nothing', async (context) => {
  const agents = [alpha, { ...alpha, name: 'Sales bot ' }]
  const harness = await createHarness({ agents }, context.onTestFinished)
  const step = await harness.run({ with: { agents: 'support bot\nNobody at all\nSales bot' } })
  expect(step.exitCode).toBe(1)
  expect(step.outputs).toMatchObject({ total: '0', passed: '0', failed: '0', verdict: 'inconclusive' })
  expect(step.log).toContain('agent "support bot": no agent with that name in this org')
  expect(step.log).toContain('agent "Nobody at all": no agent with that name in this org')
  expect(step.log).toMatch(/did you mean "Support bot"/i)
  expect(step.log).toContain(
    'did you mean "Sales bot "? An input cannot begin or end with a space: rename the agent',
  )
  expect(harness.requests().some((request) => request.endsWith('/run'))).toBe(false)
  expect(harness.comments()[0]).toContain('no agent with that name in this org')
})

describe.concurrent('invalid inputs', () => {
  const valid = { 'api-key': 'key-0123456789', 'base-url': 'http://127.0.0.1:9', 'app-url': APP_URL }

  it('an input that is not declared, near one that is, ends the job before any request', async (context) => {
    const harness = await createHarness({ agents: [alpha] }, context.onTestFinished)
    const step = await harness.run({ with: { agent: alpha.name }, env: { INPUT_REGION: 'eu' } })
    expect(step.exitCode).toBe(1)
    expect(step.annotations.map(({ message }) => message)).toEqual([
      'Input "agent": there is no such input. Did you mean "agents"?',
    ])
    expect(harness.requests()).toEqual([])
  })

  it('a prompt that nobody evaluated ends the job before any request', async (context) => {
    const harness = await createHarness({ agents: [alpha] }, context.onTestFinished)
    const override = 'Support bot (preview): { system_prompt: $(cat prompts/bot.md) }'
    const step = await harness.run({
      workspace: createFolder({ 'prompts/bot.md': 'Be polite.' }, context),
      with: { override },
    })
    expect(step.exitCode).toBe(1)
    expect(step.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        'system_prompt is nothing but an expression that nobody evaluated. Write the text itself, or { file: … } with a file that has it.',
      ),
    ])
    expect(harness.requests()).toEqual([])
  })

  it('a key that was pasted with its name ends the job before any request, and is masked', async (context) => {
    const harness = await createHarness({ agents: [alpha] }, context.onTestFinished)
    const key = harness.simulator.apiKey
    const step = await harness.run({ with: { 'api-key': `API_KEY="${key}"`, agents: key } })
    expect(step.exitCode).toBe(1)
    expect(step.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('Input "api-key": it is no key: it contains "\\"". Set it to the key itself'),
      'Input "agents": it contains the API key. Expected the key in "api-key" only.',
    ])
    expect(harness.requests()).toEqual([])
    expect(step.raw).toContain(`::add-mask::${key}\n`)
    expect(everythingWritten(step, harness)).not.toContain(key)
  })

  it('a key that is too short is not masked, which would make the log unreadable', async () => {
    const step = await runStep({ with: { ...valid, 'api-key': 'e' } })
    expect(step.exitCode).toBe(1)
    expect(step.raw).not.toContain('::add-mask::e')
    expect(step.log).toContain('it has 1 character. Expected 8 to 1,024.')
  })

  it('fail with annotations, also in mode report, and their values stay as they are in the summary, as code, so that the runner can mask a secret among them', async () => {
    const retries = '0123456789abcdef<b>_octocat_</b>\n```'
    const step = await runStep({ with: { ...valid, mode: 'report', retries } })
    expect(step.exitCode).toBe(1)
    expect(step.annotations).toMatchObject([
      { level: 'error', message: expect.stringContaining('Input "retries": ') },
    ])
    const [heading = ''] = step.summary.split('\n')
    expect(heading).toBe('### ❌ Report only, but this job fails: the inputs are wrong')
    expect(step.summary).toMatch(
      /^- ❌ `retries`: ```` 0123456789abcdef<b>_octocat_<\/b>.* ```` is not valid\. /m,
    )
  })

  it.for([
    ['gate', 1],
    // Mode report promises not to fail the job.
    ['report', 0],
    // Forks and Dependabot get no secrets, and nobody has to correct anything.
    ['report', 0, { head: { repo: { id: 2 } }, base: { repo: { id: 1 } } }],
  ] as const)(
    'api-key: empty is an annotation; mode %s exits with %i',
    async ([mode, exitCode, fork], context) => {
      const harness = await createHarness({ agents: [alpha] }, context.onTestFinished)
      const event = fork && { event: { pull_request: { number: 7, ...fork } } }
      const step = await harness.run({ with: { 'api-key': '', mode }, ...event })
      expect(step.exitCode).toBe(exitCode)
      expect(step.outputs['verdict']).toBe(mode === 'report' ? 'inconclusive' : undefined)
      expect(step.annotations.map((each) => each.level)).toEqual([fork ? 'warning' : 'error'])
      expect(step.annotations[0]?.message).toMatch(
        fork ? /GitHub leaves `api-key` empty .*Next: a maintainer can /s : /api-key.* is empty/,
      )
      expect(harness.requests()).toEqual([])
    },
  )
})
