import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../simulator/src/index.ts'
import type { JsonService } from './contract/json-service.ts'
import { startVoiceForm, voiceFormKey } from './contract/voice-form-service.ts'
import {
  compile,
  documentedPrograms,
  type InstalledPackage,
  installedNodes,
  installPackage,
} from './installed-package.ts'

const run = promisify(execFile)
let installed: InstalledPackage

beforeAll(() => {
  installed = installPackage()
}, 300_000)
afterAll(() => rmSync(installed.folder, { recursive: true, force: true }))

describe('the package', () => {
  const inside = () => join(installed.folder, 'node_modules/agent-tests')

  it('holds the client and nothing else', () => {
    expect(readdirSync(inside()).sort()).toEqual(['LICENSE', 'README.md', 'build', 'package.json'])
    expect(readdirSync(join(inside(), 'build'))).toEqual(['client'])
    const files = readdirSync(join(inside(), 'build/client'))
    const modules = files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -3))
    expect(modules).toContain('index')
    expect(files.sort()).toEqual(modules.flatMap((name) => [`${name}.d.ts`, `${name}.js`]).sort())
  })

  it('depends on zod alone', () => {
    const { dependencies } = JSON.parse(readFileSync(join(inside(), 'package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toEqual(['zod'])
    const others = ['.package-lock.json', '@types']
    const found = readdirSync(join(installed.folder, 'node_modules')).filter((name) => !others.includes(name))
    expect(found.sort()).toEqual(['agent-tests', 'zod'])
  })

  it('is found in order by publint', async () => {
    const { messages } = await publint({ pkgDir: inside(), pack: false, strict: true })
    const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(inside(), 'package.json'), 'utf8'))
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
  })
})

describe('a program with the package', () => {
  let simulator: Simulator
  let voiceForm: JsonService

  beforeAll(async () => {
    simulator = await startSimulator({
      agents: [{ name: 'Support bot', scenario: 'two-fail', parameters: { durationMs: 0 } }],
    })
    voiceForm = await startVoiceForm()
    const [evaluation = '', voice = '', saving = ''] = documentedPrograms()
    compile(installed.folder, {
      evaluation: evaluation.replace('https://evaluation.acme.test', simulator.url),
      voice: voice.replace('https://voice.acme.test', voiceForm.url),
      saving,
    })
  }, 60_000)
  afterAll(() => Promise.all([simulator.close(), voiceForm.close()]))

  describe.each(installedNodes())('on Node $version', ({ path }) => {
    it('runs tests on the evaluation service', async () => {
      const env = { AGENT_TESTS_API_KEY: simulator.apiKey }
      const { stdout, stderr } = await run(path, ['evaluation.js'], { cwd: installed.folder, env })
      expect(stderr).toBe('')
      expect(stdout).toMatch(/^2 of \d+ tests failed\n(- .+: .+\n){2}$/)
    })

    it('reads calls from the voice-form service', async () => {
      const env = { VOICE_FORM_KEY: voiceFormKey }
      const { stdout, stderr } = await run(path, ['voice.js'], { cwd: installed.folder, env })
      expect(stderr).toBe('')
      expect(stdout).toMatch(/^((Intake|Survey|Callback) \d{4}-\d\d-\d\dT[\d:.]+Z \{.*\}\n){15}$/)
    })
  })
})
