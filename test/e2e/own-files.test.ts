// "The folder dist/ is the whole program": which files of code the bundle and the packed command line load, with packages of somebody
// else in every folder where Node looks for them.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, inject, it, type TestContext } from 'vitest'
import { createCommandLine, quick } from '../cli/harness.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { startArtifacts } from '../support/github/artifacts.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { root } from '../support/runner/metadata.ts'
import { runStep } from '../support/runner/run-step.ts'
import { createHarness } from './harness.ts'
import { byName, startProxy } from './proxy/routes.ts'
import { asks, FILE, start, withPrompt, worse } from './tests-in-files.ts'

const inputs = { 'api-key': 'sk-0123456789' }
const PACKAGES = ['picomatch', 'undici', 'zod', 'commander', '@actions/core']
/** In the home, Node looks into both. */
const theirs = Object.fromEntries(
  ['node_modules', '.node_modules'].flatMap((folder) =>
    PACKAGES.map((name) => [`${folder}/${name}/index.js`, 'throw new Error("code of somebody else")']),
  ),
)

/** Notes names of packages that a process asks for, even in vain, and the addresses of all files of code that it loads. */
const noteInto = (file: string) => `
  import { appendFileSync } from 'node:fs'
  import { isBuiltin, registerHooks } from 'node:module'
  const note = (text) => appendFileSync(${JSON.stringify(file)}, text + '\\n')
  registerHooks({
    resolve(name, context, next) {
      if (/^[^./]/.test(name) && !URL.canParse(name) && !isBuiltin(name)) note(name)
      return next(name, context)
    },
    load(url, context, next) {
      if (!url.startsWith('node:')) note(url)
      return next(url, context)
    },
  })
`

/** The environment of a process whose home has packages, too. @param program the folder whose files it may load */
function watch(program: string, test: TestContext) {
  const home = createFolder(theirs, test)
  const notes = join(home, 'notes')
  const hooks = `--import "data:text/javascript,${encodeURIComponent(noteInto(notes))}"`
  const folder = `${pathToFileURL(program)}/`
  return {
    env: { HOME: home, USERPROFILE: home, NODE_OPTIONS: `${hooks} ${fastTime(5).NODE_OPTIONS}` },
    /** Relative to the program's folder where they are in it. */
    loaded: () => {
      const noted = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
      const files = noted.filter((each) => !each.startsWith('data:'))
      return [...new Set(files.map((each) => each.replace(folder, '')))].sort()
    },
  }
}

/** The action in a folder of its own, below packages of somebody else. */
function copyAction(test: TestContext) {
  const folder = join(createFolder(theirs, test), 'action')
  for (const name of ['dist', 'action.yml'])
    cpSync(fileURLToPath(new URL(name, root)), join(folder, name), { recursive: true })
  const dist = join(folder, 'dist')
  return { dist, action: pathToFileURL(`${folder}/`), ...watch(dist, test) }
}

it.concurrent.for([
  ["await import('picomatch').catch(() => {})", '/node_modules/picomatch/index.js'],
  ["createRequire(import.meta.url)('picomatch')", '/node_modules/picomatch/index.js'],
  ["createRequire(import.meta.url)('../../node_modules/zod/index.js')", '/node_modules/zod/index.js'],
  ["try { createRequire(import.meta.url)('nowhere') } catch {}", 'nowhere'],
] as const)('a bundle is caught with %s', async ([code, found], test) => {
  const { action, dist, env, loaded } = copyAction(test)
  writeFiles(dist, { 'index.js': `import { createRequire } from 'node:module'\n${code}` })
  await runStep({ action, with: inputs, env })
  expect(loaded()).toContainEqual(expect.stringMatching(RegExp(`${found}$`)))
})

it.concurrent('the bundle loads its own files only, with invalid inputs and in a job that uses all of them', async (test) => {
  const { action, dist, env, loaded } = copyAction(test)
  expect(await runStep({ action, with: inputs, env })).toMatchObject({ exitCode: 1 })
  const [artifacts, proxy] = await Promise.all([startArtifacts(), startProxy()])
  test.onTestFinished(() => artifacts.close())
  test.onTestFinished(() => proxy.stop())
  const harness = await start(test, { ...theirs, [FILE]: asks('Refund', '30 days') })
  const throughProxy = byName(harness, { ...artifacts.env, ...env, HTTP_PROXY: proxy.url })
  const step = await harness.run(
    { ...withPrompt('30 days'), ...worse, ...throughProxy.with, 'upload-page': 'true' },
    { action, env: throughProxy.env },
  )
  expect(step.outputs).toMatchObject({ verdict: 'passed', 'page-url': expect.any(String) })
  expect(loaded()).toEqual(readdirSync(dist).filter((file) => file.endsWith('.js')))
})

it.concurrent('a job without a pull request loads nothing of Octokit', async (test) => {
  const { action, dist, env, loaded } = copyAction(test)
  const harness = await createHarness({ agents: [quick('Support bot')] }, test.onTestFinished)
  const step = await harness.run({ action, eventName: 'push', env, with: { comment: 'false' } })
  expect(step.outputs).toMatchObject({ verdict: 'passed' })
  const files = readdirSync(dist).filter((file) => file.endsWith('.js'))
  const octokit = files.filter((file) =>
    readFileSync(join(dist, file), 'utf8').includes('plugin-paginate-rest'),
  )
  expect(octokit).toHaveLength(1)
  expect(loaded().filter((file) => octokit.includes(file))).toEqual([])
})

it.concurrent('all commands of the packed command line load its own files only', async (test) => {
  const program = join(createFolder(theirs, test), 'node_modules/agent-tests')
  cpSync(join(inject('installed').folder, 'node_modules/agent-tests'), program, { recursive: true })
  const cli = [process.execPath, join(program, 'cli.js')] as const
  const { command, folder, simulator } = await createCommandLine(test, cli, [quick('Support bot')])
  writeFiles(folder, { ...theirs, [FILE]: asks('Refund', '30 days') })
  const { env, loaded } = watch(program, test)
  const { url, apiKey } = simulator
  const key = { AGENT_TESTS_API_KEY: apiKey, AGENT_TESTS_BASE_URL: url, AGENT_TESTS_APP_URL: url }
  const reports = ['--json', 'results.json', '--junit', 'junit.xml', '--markdown', 'report.md']
  for (const args of [
    ['run', '--agents', 'Support bot', ...reports],
    ['report', 'results.json', '--no-open'],
    ['agents'],
    ['tests', 'pull', 'Support bot', '--to', 'pulled'],
    ['tests', 'check', FILE],
  ])
    expect(await command(args, { ...env, ...key }).result).toMatchObject({ exitCode: 0, stderr: '' })
  const served = command(['simulator'], env)
  await served.printed(/http:/)
  served.child.kill()
  await served.result
  expect(loaded()).toEqual(['cli.js', 'commands.js'])
})
