// What ends a job before anything is launched.
import { describe, expect, it } from 'vitest'
import { runStep } from '../support/runner/run-step.ts'
import { APP_URL, createWorld } from './world.ts'

const alpha = { name: 'Support bot', scenario: 'all-pass', parameters: { durationMs: 300 } } as const

describe('selection', () => {
  it('reports every unknown name at once, with the nearest existing one, and launches nothing', async () => {
    const world = await createWorld({ agents: [alpha] })
    const step = await world.run({ with: { agents: 'support bot\nNobody at all' } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '0', passed: '0', failed: '0', verdict: 'inconclusive' })
    expect(step.log).toContain('agent "support bot": no agent with that name in this org')
    expect(step.log).toContain('agent "Nobody at all": no agent with that name in this org')
    expect(step.log).toMatch(/did you mean "Support bot"/i)
    expect(world.requests().some((request) => request.endsWith('/run'))).toBe(false)
    expect(world.comments()[0]).toContain('no agent with that name in this org')
  })

  it('says that authentication failed, in gate mode as a failure', async () => {
    const world = await createWorld({ agents: [alpha] })
    const step = await world.run({ with: { 'api-key': 'a-key-that-nobody-issued' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain('authentication failed (HTTP 401)')
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.raw.replace(/^::add-mask::.*$/m, '')).not.toContain('a-key-that-nobody-issued')
    expect(world.comments()[0]).toContain('authentication failed (HTTP 401)')
  })

  it('succeeds in report mode whatever the service did', async () => {
    const world = await createWorld({ agents: [alpha] })
    const step = await world.run({ with: { 'api-key': 'a-key-that-nobody-issued', mode: 'report' } })
    expect(step.exitCode).toBe(0)
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('authentication failed (HTTP 401)')
  })

  it('calls an empty workspace an error', async () => {
    const world = await createWorld({ agents: [] })
    const step = await world.run()
    expect(step.exitCode).toBe(1)
    expect(step.log).toMatch(/no agents/i)
  })
})

describe('invalid inputs', () => {
  const valid = { 'api-key': 'key-0123456789', 'base-url': 'http://127.0.0.1:9', 'app-url': APP_URL }

  it.each([
    ['api-key', '', 'GitHub withholds secrets'],
    ['mode', 'gates', '"gates"'],
    ['poll-interval', '0', '"0"'],
    ['poll-interval', '2.5', '"2.5"'],
    ['timeout', '-1', '"-1"'],
    ['timeout', 'soon', '"soon"'],
    ['base-url', 'ftp://files', '"ftp://files"'],
    ['base-url', 'api.acme.test', '"api.acme.test"'],
    ['base-url', 'https://api.agent-tests.example', 'placeholder'],
    ['app-url', 'https://app.agent-tests.example/x', 'placeholder'],
    ['agents', ',,', '",,"'],
  ])(
    '%s: %j is one annotation that names it, before any request, in any mode',
    async (name, value, words) => {
      const step = await runStep({ with: { ...valid, mode: 'report', [name]: value } })
      expect(step.exitCode).toBe(1)
      expect(step.annotations).toHaveLength(1)
      expect(step.annotations[0]?.level).toBe('error')
      expect(step.annotations[0]?.message).toContain(`Input "${name}"`)
      expect(step.annotations[0]?.message).toContain(words)
    },
  )

  it('are all reported together, and nothing is asked of the service', async () => {
    const world = await createWorld({ agents: [alpha] })
    const step = await world.run({ with: { 'api-key': '', mode: 'x', 'poll-interval': 'y', timeout: 'z' } })
    expect(step.annotations.map(({ message }) => /"([a-z-]+)"/.exec(message)?.[1])).toEqual([
      'api-key',
      'mode',
      'poll-interval',
      'timeout',
    ])
    expect(world.requests()).toEqual([])
  })
})
