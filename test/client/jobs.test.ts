// The five jobs of docs/client.md, as they are printed, by the packed client in an empty project.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { startSimulator, startVoiceFormSimulator } from '../../simulator/src/index.ts'
import { hasBrowser } from '../page/pages.ts'
import { findDeno, nodesOf } from '../support/nodes.ts'
import { services } from './contract/every-method.ts'
import { startGenerated } from './contract/generated-service.ts'
import { runInChromium } from './in-chromium.ts'
import { compile, root } from './installed-package.ts'

const run = promisify(execFile)
const folder = join(inject('installed').folder, 'jobs')
const text = readFileSync(join(root, 'docs/client.md'), 'utf8')
const jobs = [...text.matchAll(/^```ts job\n(.*?)^```$/gms)].map(([, job = '']) => job)
const deno = findDeno()

/** What the jobs need, and a peer of WebRTC that connects to nobody. */
const program = `
import { createEvaluationClient, createVoiceFormClient } from 'agent-tests-client'

export async function all(evaluationUrl: string, evaluationKey: string, voiceFormUrl: string, agentId: string) {
  const evaluation = createEvaluationClient({ baseUrl: evaluationUrl, apiKey: evaluationKey })
  const voiceForm = createVoiceFormClient({ baseUrl: voiceFormUrl })
  const [{ uuid: agentUuid = '' } = {}] = await evaluation.agents.list({ q: 'bot' }).toArray({ limit: 1 })
  const [{ uuid: evaluatorUuid = '' } = {}] = await evaluation.evaluators.list().toArray({ limit: 1 })
  const peer = {
    createOffer: async (): Promise<RTCSessionDescriptionInit> => ({ type: 'offer', sdp: 'v=0' }),
    setLocalDescription: async (_: RTCLocalSessionDescriptionInit) => undefined,
    setRemoteDescription: async ({ type }: RTCSessionDescriptionInit) => console.log('session', type),
  }
${jobs.map((job) => `  {\n${job}  }\n`).join('')}}
`

beforeAll(() => {
  mkdirSync(folder)
  compile(folder, { program }, { lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'] })
})

/** The jobs on both simulators. */
async function started() {
  const evaluation = await startSimulator({
    agents: [{ name: 'Support bot', scenario: 'mixed', parameters: { durationMs: 10 } }],
  })
  const voiceForm = await startVoiceFormSimulator()
  onTestFinished(async () => {
    await evaluation.close()
    await voiceForm.close()
  })
  const agent = voiceForm.agents[0]?.id ?? ''
  const addresses = [evaluation.url, evaluation.apiKey, voiceForm.url, agent]
  return `import { all } from './program.js'\nawait all(${addresses.map((each) => JSON.stringify(each)).join(', ')})`
}

const printed = /^Support bot \S{36}\n\d+ of \d+ passed\n(.+\n)+\S{36}\nsession answer\n$/

it('are five of at most six lines', () => {
  expect(jobs).toHaveLength(5)
  for (const job of jobs) expect(job.trimEnd().split('\n').length).toBeLessThanOrEqual(6)
})

describe.each(nodesOf(22, 24, 26))('on Node $version', ({ path }) => {
  it('run', async () => {
    const script = ['--input-type=module', '-e', await started()]
    const { stdout, stderr } = await run(path, script, { cwd: folder })
    expect(stderr).toBe('')
    expect(stdout).toMatch(printed)
  })
})

it.skipIf(deno === null)('run on Deno', async () => {
  const { stdout } = await run(deno ?? '', ['eval', await started()], { cwd: folder })
  expect(stdout).toMatch(printed)
})

it.runIf(hasBrowser)('run in Chromium', async () => {
  const [evaluation, voiceForm] = await Promise.all(services.map(startGenerated))
  const addresses = [evaluation?.url, 'example-key-0123456789', voiceForm?.url, 'a']
  const start = `import { all } from './program.js'
    await all(${addresses.map((each) => JSON.stringify(each)).join(', ')})`
  const logged = await runInChromium(start, folder, '')
  expect(logged.at(-1)).toBe('session answer')
})
