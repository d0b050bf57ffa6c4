import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import {
  startSimulator,
  startVoiceFormSimulator,
  type VoiceFormSimulator,
} from '../../simulator/src/index.ts'
import { VERSION } from '../../src/client/index.ts'
import { hasBrowser } from '../page/pages.ts'
import { CLOSED_PORT } from '../support/closed-port.ts'
import { nodesOf } from '../support/nodes.ts'
import { methodsOf, services } from './contract/every-method.ts'
import { startGenerated } from './contract/generated-service.ts'
import { methodExamples, programOf } from './examples.ts'
import { runInChromium } from './in-chromium.ts'
import { compile, documentedPrograms, root } from './installed-package.ts'

const run = promisify(execFile)
const installed = inject('installed')

const inside = (name: string) => join(installed.folder, 'node_modules', name)
const manifestOf = (name: string) => JSON.parse(readFileSync(join(inside(name), 'package.json'), 'utf8'))
const NAMES = ['agent-tests', 'agent-tests-client'] as const

describe('the packages', () => {
  it('hold what they are for, and nothing else', () => {
    const files = ['CHANGELOG.md', 'cli.js', 'commands.js', 'licenses.txt', 'report-page.html', 'schema']
    const ofAll = ['LICENSE', 'README.md', 'package.json']
    expect(readdirSync(inside('agent-tests')).sort()).toEqual([...files, ...ofAll].sort())
    expect(readdirSync(inside('agent-tests-client')).sort()).toEqual([...ofAll, 'lib'].sort())
    const modules = globSync('**/*.ts', { cwd: join(root, 'src/client') }).map((file) => file.slice(0, -3))
    const lib = globSync('**/*.*', { cwd: join(inside('agent-tests-client'), 'lib') })
    expect(lib.sort()).toEqual(modules.flatMap((name) => [`${name}.d.ts`, `${name}.js`]).sort())
    const titles = NAMES.map((name) => readFileSync(join(inside(name), 'README.md'), 'utf8').split('\n')[0])
    expect(titles).toEqual(['# The command line', '# The client'])
  })

  it('take little space: the client at most 200 kB', () => {
    const files = readdirSync(inside('agent-tests-client'), { recursive: true, withFileTypes: true })
    const sizes = files.map((file) => (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
  })

  it.each([
    ['isClientError', 1_000],
    ['fromUnixSeconds', 1_000],
    ['createVoiceFormClient', 70_000],
  ])('give a bundler what %s needs, and nothing else', async (name, most) => {
    const contents = `import { ${name} } from 'agent-tests-client'; console.log(${name})`
    const stdin = { contents, resolveDir: installed.folder }
    const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false })
    const [text = ''] = outputFiles.map((file) => file.text)
    expect(text.length).toBeLessThan(most)
    expect(text, 'has the other client').not.toContain('X-API-Key')
  })

  it('state one version everywhere', () => {
    const repository = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const versions = [repository, ...NAMES.map(manifestOf)].map(({ version }) => version)
    expect(versions).toEqual([VERSION, VERSION, VERSION])
  })

  it('depend on nothing, but the client on zod', () => {
    expect(NAMES.map((name) => Object.keys(manifestOf(name).dependencies ?? {}))).toEqual([[], ['zod']])
    const others = ['.bin', '.package-lock.json', '@types']
    const found = readdirSync(join(installed.folder, 'node_modules')).filter((name) => !others.includes(name))
    expect(found.sort()).toEqual([...NAMES, 'zod'])
  })
})

/** Of every operation, and the one that the example of `request` calls. */
const routesOf = ({ description }: (typeof services)[number]) =>
  [...description.operations.map(({ method, path }) => `${method} ${path}`), 'GET /health'].sort()
const examplesOf = ({ name }: (typeof services)[number]) => `${name.replace(' service', '')}-examples.js`

/** Calls the functions of docs/client.md on both simulators: `node functions.js <evaluation URL> <key> <voice-form URL> <key>`. */
const functionCalls = `
import { type AgentBody, createEvaluationClient, createVoiceFormClient } from 'agent-tests-client'
import { runsAround } from './function-0.js'
import { save } from './function-1.js'
import { runsWith } from './function-2.js'

const [, , evaluationUrl = '', evaluationKey = '', voiceFormUrl = '', voiceFormKey = ''] = process.argv
const evaluation = createEvaluationClient({ baseUrl: evaluationUrl, apiKey: evaluationKey })
const [agent] = await evaluation.agents.list().toArray()
if (agent === undefined) throw new Error('no agent')
const { task_id } = await evaluation.agents.run(agent.uuid)
const { data, response } = await evaluation.runs.get(task_id).withResponse()
console.log(data.status, response.status, response.requestId)
const fake = runsWith(await evaluation.runs.get(task_id))
console.log((await fake.get(task_id).withResponse()).data.task_id === task_id)
console.log(JSON.stringify(await runsAround(evaluation, agent.uuid, task_id)).includes(task_id))

const voiceForm = createVoiceFormClient({ baseUrl: voiceFormUrl, apiKey: voiceFormKey })
const [row] = await voiceForm.agents.list().toArray()
if (row === undefined) throw new Error('no agent')
const body: AgentBody = { title: 'Visits', questions: [{ question: 'When?', response_type: 'date' }] }
await save(voiceForm, row.id, body)
console.log((await voiceForm.agents.get(row.id)).title)
await save(voiceForm, row.id, { ...body, scripts: { outro_incomplete: 'Call again.' } })
await save(voiceForm, 'unknown', body)
`

describe('a program with the package', () => {
  let voiceForm: VoiceFormSimulator

  beforeAll(async () => {
    voiceForm = await startVoiceFormSimulator()
    const [evaluation = '', voice = '', ...functions] = documentedPrograms()
    // A further one has to be called above.
    expect(functions).toHaveLength(3)
    compile(installed.folder, {
      // test/repo/commands.test.ts runs it.
      evaluation,
      voice: voice.replace('https://voice.acme.test', voiceForm.url),
      ...Object.fromEntries(functions.map((program, index) => [`function-${index}`, program])),
      functions: functionCalls,
      'evaluation-examples': programOf('evaluation'),
      'voice-form-examples': programOf('voice-form'),
    })
  })
  afterAll(() => voiceForm.close())

  it.each(['typescript', 'typescript-5.4'])(
    'is compiled by %s, and without the types of any platform',
    (compiler) => {
      const folder = join(installed.folder, compiler)
      mkdirSync(folder)
      const examples = programOf('evaluation')
      compile(folder, { examples }, { compiler })
      const program = `import { createEvaluationClient } from 'agent-tests-client'
      export const client = createEvaluationClient({ baseUrl: 'https://a.test', apiKey: 'key' })
      export const names = client.agents.list({ headers: { a: 'b' } }).toArray().then((all) => all.map(({ name }) => name))`
      const bare = join(folder, 'bare')
      mkdirSync(bare)
      compile(bare, { program }, { compiler, lib: ['es2022'], types: [] })
    },
  )

  it('loads no declarations of zod', async () => {
    const folder = join(installed.folder, 'declarations')
    mkdirSync(folder)
    const program = `import { createEvaluationClient, createVoiceFormClient } from 'agent-tests-client'
      export const create = [createEvaluationClient, createVoiceFormClient]`
    compile(folder, { program })
    const list = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--listFilesOnly']
    const { stdout } = await run(process.execPath, list)
    const loaded = [...stdout.matchAll(/node_modules\/([^@/]+)\//g)].map(([, name]) => name)
    expect(loaded).toContain('agent-tests-client')
    expect(loaded).not.toContain('zod')
  })

  it.each(['nodenext', 'node20'])('is imported by a CommonJS file in TypeScript with module %s', (module) => {
    const folder = join(installed.folder, `commonjs-${module}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}')
    const program = `import { isClientError } from 'agent-tests-client'\nexport const no = isClientError(1)`
    compile(folder, { program }, { module })
    expect(readFileSync(join(folder, 'program.js'), 'utf8')).toContain('require("agent-tests-client")')
  })

  it('has its types for bundlers, too', () => {
    const folder = join(installed.folder, 'bundler')
    mkdirSync(folder)
    const program = `import { isClientError } from 'agent-tests-client'\nexport const no: boolean = isClientError(1)`
    compile(folder, { program }, { module: 'preserve', moduleResolution: 'bundler' })
  })

  it('is compiled by the documented command, also beside a tsconfig.json', async () => {
    const [program = ''] = documentedPrograms()
    const folder = join(installed.folder, 'documented')
    mkdirSync(folder)
    writeFileSync(join(folder, 'start.mts'), program)
    writeFileSync(join(folder, 'tsconfig.json'), '{}')
    const text = readFileSync(join(root, 'docs/client.md'), 'utf8')
    const command = /`npx tsc ([^`]+)`/.exec(text)?.[1]?.split(' ') ?? []
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...command], { cwd: folder })
    expect(readdirSync(folder)).toContain('start.mjs')
  })

  it('prints one line of code before an error that it does not catch', async () => {
    const script = `import { createEvaluationClient } from 'agent-tests-client'
      const options = { baseUrl: '${CLOSED_PORT}', apiKey: 'example-key-0123456789', maxRetries: 0 }
      await createEvaluationClient(options).agents.get('a')`
    const failed = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: installed.folder,
    }).catch(Object)
    const before = failed.stderr.slice(0, failed.stderr.indexOf('NetworkError: GET '))
    expect(before.split('\n').map((line: string) => line.trim())).toEqual([
      expect.stringMatching(/^file:.*\.js:\d+$/),
      expect.stringMatching(/^.{1,110}$/),
      '^',
      '',
      '',
    ])
  })

  it('knows the errors of a second copy of the package', async () => {
    cpSync(inside('agent-tests-client'), join(installed.folder, 'copy'), { recursive: true })
    const script = `import { isClientError } from 'agent-tests-client'
      import { createEvaluationClient, NetworkError } from './copy/lib/index.js'
      const options = { baseUrl: '${CLOSED_PORT}', apiKey: 'example-key-0123456789', maxRetries: 0 }
      const error = await createEvaluationClient(options).agents.get('a').catch((error) => error)
      const likeness = Object.assign(new Error(error.message), { name: error.name, kind: error.kind })
      console.log(error instanceof NetworkError, isClientError(error), isClientError(likeness), JSON.stringify(error))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: installed.folder,
    })
    expect(stdout).toMatch(/^true true false \{"method":"GET",/)
  })

  it('has an example for every method', () => {
    const methods = services.flatMap(({ client }) => methodsOf(client)).map((name) => name.split('.').at(-1))
    expect(new Set(methodExamples().map(({ method }) => method))).toEqual(new Set(methods))
  })

  it('reads calls from the voice-form service', async () => {
    const env = { VOICE_FORM_API_KEY: voiceForm.apiKey }
    const { stdout, stderr } = await run(process.execPath, ['voice.js'], { cwd: installed.folder, env })
    expect(stderr).toBe('')
    expect(stdout).toMatch(
      /^((Clinic intake|Garage booking|Customer survey) \d{4}-\d\d-\d\dT[\d:.]+Z \{[^}]*\}\n){9,}$/,
    )
  })

  it.each(['current', 'documented'] as const)(
    'runs the functions of the document on both services, if they are %s',
    async (serverVersion) => {
      const own = await startSimulator({ serverVersion })
      const ownVoiceForm = await startVoiceFormSimulator()
      onTestFinished(async () => {
        await own.close()
        await ownVoiceForm.close()
      })
      const services = [own.url, own.apiKey, ownVoiceForm.url, ownVoiceForm.apiKey]
      const { stdout, stderr } = await run(process.execPath, ['functions.js', ...services], {
        cwd: installed.folder,
      })
      expect(stdout).toMatch(/^(queued|in_progress|done) 200 null\ntrue\ntrue\nVisits\n$/)
      expect(stderr).toBe('scripts.outro_incomplete: Set outro as well.\n404 Agent not found\n')
    },
  )

  describe.each(nodesOf(22, 24, 26))('on Node $version', ({ path }) => {
    it.each(services)('calls every method of the $name', async (service) => {
      const generated = await startGenerated(service)
      const { stdout, stderr } = await run(path, [examplesOf(service), generated.url], {
        cwd: installed.folder,
      })
      expect(stderr).toBe('')
      expect(stdout).not.toBe('')
      expect([...generated.answered].sort()).toEqual(routesOf(service))
    })

    it('is loaded by CommonJS programs, and shares a signal among many calls without a warning', async () => {
      const script = `
        const { createEvaluationClient, VERSION } = require('agent-tests-client')
        const fetch = async () => Response.json({ task_id: 'r', status: 'queued' })
        const client = createEvaluationClient({ baseUrl: 'http://a.test', apiKey: 'example-key-0123456789', fetch })
        const { signal } = new AbortController()
        const calls = Array.from({ length: 50 }, () => client.agents.run('a', { signal, timeoutMs: 60_000 }))
        const imported = import('agent-tests-client')
        Promise.all([imported, ...calls]).then(([{ VERSION: same }]) => console.log(VERSION, same))`
      const { stdout, stderr } = await run(path, ['--input-type=commonjs', '-e', script], {
        cwd: installed.folder,
      })
      expect({ stdout, stderr }).toEqual({ stdout: `${VERSION} ${VERSION}\n`, stderr: '' })
    })
  })

  it.runIf(hasBrowser).each(services)('calls every method of the $name in Chromium', async (service) => {
    const generated = await startGenerated(service)
    const program = `import './${examplesOf(service)}'`
    expect(await runInChromium(program, installed.folder, generated.url)).not.toEqual([])
    expect([...generated.answered].sort()).toEqual(routesOf(service))
  })
})
