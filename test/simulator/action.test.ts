// simulator/action.yml as the runner runs it: the committed bundle, its step and its post step.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { createFolder } from '../support/folders.ts'
import { root } from '../support/runner/metadata.ts'
import { runStep } from '../support/runner/run-step.ts'

const action = new URL('simulator/', root)

/** The simulator's step; its post step runs with the end of the test. */
async function startSimulator(inputs: Readonly<Record<string, string>> = {}) {
  const temp = createFolder()
  const step = await runStep({ action, with: inputs, temp })
  const end = () => runStep({ action, with: inputs, state: step.state, temp })
  const headers = { 'X-API-Key': step.outputs['api-key'] ?? '' }
  const ask = (path: string) => fetch(`${step.outputs['base-url']}${path}`, { headers })
  return { step, end, ask, temp }
}

function hasEnded({ ask }: { readonly ask: (path: string) => Promise<Response> }): Promise<boolean> {
  const isRefused = () =>
    ask('/agents').then(
      () => false,
      () => true,
    )
  return vi.waitUntil(isRefused, { timeout: 10_000 })
}

describe('the step', () => {
  it('leaves a running service behind and ends at once', async () => {
    const { step, ask } = await startSimulator()
    expect(step.conclusion).toBe('success')
    const answer = await ask('/agents')
    expect(await answer.json()).toMatchObject({ items: expect.any(Array) })
  })

  it('serves the agents of its input, and says what they do', async () => {
    const agents = 'Support bot: two-fail tests=3 duration-ms=100\n\n  Team A: booking: all-pass\r\n'
    const { step, ask } = await startSimulator({ agents })
    const answer = await ask('/agents')
    expect(await answer.json()).toMatchObject({
      items: [{ name: 'Support bot' }, { name: 'Team A: booking' }],
    })
    expect(step.lines).toContain('  Support bot: two tests fail')
  })

  it.each([
    ['agents', 'Support bot: flaky rate=2', 'Input "agents": rate must be a number from 0 to 1, not "2"'],
    ['agents', 'Support bot: all-pass\nSupport bot: one-fails', 'Support bot'],
    ['concurrency', 'none', 'Input "concurrency": Expected a whole number of at least 1'],
    ['port', '80a', 'Input "port": Expected a whole number from 0 to 65535.'],
  ])('fails, says why and leaves nothing behind if "%s" is %j', async (input, value, words) => {
    const { step, temp } = await startSimulator({ [input]: value })
    expect(step.conclusion).toBe('failure')
    const message = expect.stringContaining(words)
    expect(step.annotations).toEqual([{ level: 'error', title: 'The simulator could not start', message }])
    expect(step.outputs).toEqual({})
    expect(readdirSync(temp)).toEqual([])
  })
})

describe('a step whose port is in use', () => {
  it('says why it fails, and its post step starts nothing, although the port is free by then', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const { step, end } = await startSimulator({ port: String(port) })
    expect(step.conclusion).toBe('failure')
    expect(step.annotations[0]?.message).toMatch(/^Input "port": .*EADDRINUSE.* Choose another one/)
    await new Promise((resolve) => other.close(resolve))
    const post = await end()
    expect(post).toMatchObject({ conclusion: 'success', log: '', outputs: {} })
    await expect(fetch(`http://127.0.0.1:${port}/agents`)).rejects.toThrow()
  })
})

describe('the service', () => {
  it('ends with the post step', async () => {
    const started = await startSimulator()
    const post = await started.end()
    expect(post.conclusion).toBe('success')
    await hasEnded(started)
  })

  it("ends without the post step, once the runner has emptied the job's temporary folder", async () => {
    const started = await startSimulator()
    rmSync(started.temp, { recursive: true })
    await hasEnded(started)
    expect((await started.end()).conclusion).toBe('success')
  })
})

it('the bundle of the gate contains nothing of the simulator', () => {
  const onlyTheSimulatorSays = 'the run stays in progress forever, half done'
  const gate = readdirSync(new URL('dist/', root)).map((name) => read(`dist/${name}`))
  expect(gate.join('\n')).not.toContain(onlyTheSimulatorSays)
  expect(read('simulator/dist/index.js')).toContain(onlyTheSimulatorSays)
})

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}
