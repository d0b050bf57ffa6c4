// examples/export-conversations.mjs as a process, against the simulator.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startVoiceFormSimulator, type VoiceFormOptions } from '../../../simulator/src/index.ts'

const example = fileURLToPath(new URL('../../../examples/export-conversations.mjs', import.meta.url))
const client = new URL('../../../src/client/index.ts', import.meta.url)

/** `agent-tests-client` is this repository's source. */
const resolveClient = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (name, context, next) =>
      name === 'agent-tests-client' ? { url: '${client.href}', shortCircuit: true } : next(name, context),
  })
`)}`

async function run(args: readonly string[], apiKey: string) {
  const env = { PATH: process.env['PATH'] ?? '', VOICE_FORM_API_KEY: apiKey }
  const child = spawn(process.execPath, ['--import', resolveClient, example, ...args], { env })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  return { stdout, stderr, exitCode: child.exitCode }
}

async function start(options: VoiceFormOptions = {}) {
  const simulator = await startVoiceFormSimulator(options)
  onTestFinished(() => simulator.close())
  return simulator
}

describe('the export of conversations', () => {
  it('has a line for each conversation of all agents, over all pages', async () => {
    const { url, apiKey } = await start()
    const { stdout, stderr, exitCode } = await run([url, '2020-01-01'], apiKey)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    const [header, ...lines] = stdout.trimEnd().split('\r\n')
    expect(header).toBe(
      'agent,conversation,status,time,seconds,source,birth_date,full_name,kilometres,liked,remarks,service,takes_medicine',
    )
    expect(lines).toHaveLength(75)
    expect(lines.filter((line) => line.startsWith('Garage booking,'))).toHaveLength(12)
    // An apostrophe and a comma; quotes in a name.
    expect(stdout).toContain(',"O’Neill, Sam",')
    expect(stdout).toContain(',"Zoë ""Zo"" Park",')
  })

  it('starts at the date', async () => {
    const now = () => Date.UTC(2026, 10, 20, 12)
    const { url, apiKey } = await start({ now })
    const { stdout } = await run([url, '2026-11-20'], apiKey)
    const times = stdout
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[3])
    expect(times.length).toBeGreaterThan(2)
    expect(times.length).toBeLessThan(10)
    for (const time of times) expect(time).toMatch(/^2026-11-20T/)
  })

  it('contains no formulas', async () => {
    const name = '=HYPERLINK("https://evil.example")'
    const agents = [
      {
        title: '@SUM(A1)',
        questions: [{ label: 'Name?', type: 'single-select', name: 'name', options: [name] }],
      },
    ]
    const { url, apiKey } = await start({ agents })
    const { stdout } = await run([url, '2020-01-01'], apiKey)
    expect(stdout).toContain("'@SUM(A1),")
    expect(stdout).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  })

  it.skipIf(process.platform === 'win32')('ends without an error if its reader does', async () => {
    const { url, apiKey } = await start()
    const env = { PATH: process.env['PATH'] ?? '', VOICE_FORM_API_KEY: apiKey }
    const child = spawn(process.execPath, ['--import', resolveClient, example, url, '2020-01-01'], { env })
    child.stdout.destroy()
    const [stderr, exitCode] = await Promise.all([
      text(child.stderr),
      new Promise((resolve) => child.once('exit', resolve)),
    ])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  it('says in a line what went wrong, and nothing else', async () => {
    const { url } = await start()
    const refused = await run([url, '2020-01-01'], 'vf_live_0123456789abcdef')
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^Error: GET http:\/\/127\.0\.0\.1\S+: HTTP 401.*\n$/)
    const misspelt = await run(['voice.acme.test', '2020-01-01'], 'vf_live_0123456789abcdef')
    expect(misspelt).toEqual({ exitCode: 1, stdout: '', stderr: 'Error: baseUrl is not an http(s) URL\n' })
  })

  it('needs an address, a date and a key', async () => {
    const { stderr, exitCode } = await run(['https://voice.example', 'yesterday'], 'some-key-0123456789')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('Usage:')
  })
})
