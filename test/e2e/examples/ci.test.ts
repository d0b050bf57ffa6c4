// Plays examples/ci/ as pasted: the commands of other CI systems and the git hook, with the command line of this repository.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { parse } from 'yaml'
import { VERSION } from '../../../src/client/core/version.ts'
import { type CommandLine, commandLine, createCommandLine, quick, startCommand } from '../../cli/harness.ts'
import { createRepository } from '../../repo/repositories.ts'
import { writeFiles } from '../../support/folders.ts'
import { homepage, publisher, root } from '../../support/runner/metadata.ts'
import { BROKEN, flakyAgent } from '../flaky-agent.ts'

const folder = new URL('examples/ci/', root)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const release = `${homepage.origin}/${publisher}/releases/download/v${VERSION}/agent-tests-${VERSION}.tgz`

const PACKAGE = 'the package'

/** `curl` downloads the package of the release, and `npx` starts the command line of this repository, if asked for that package. */
async function createMachine(test: TestContext, ...failing: readonly string[]) {
  const agents = ['Support bot', 'Booking assistant'].map((name) =>
    failing.includes(name) ? { ...flakyAgent({ breaks: { [BROKEN]: 11 } }), name } : quick(name),
  )
  return machineFor(await createCommandLine(test, commandLine, agents))
}

function machineFor(line: CommandLine) {
  const bin = join(line.folder, 'bin')
  writeFiles(bin, {
    curl: `#!/bin/sh\ncase "$*" in *" --output agent-tests-${VERSION}.tgz ${release}") printf '%s' '${PACKAGE}' > agent-tests-${VERSION}.tgz ;; *) exit 9 ;; esac\n`,
    npx: NPX,
  })
  const env = {
    AGENT_TESTS_API_KEY: line.simulator.apiKey,
    AGENT_TESTS_BASE_URL: line.simulator.url,
    AGENT_TESTS_APP_URL: line.simulator.url,
    PATH: [bin, process.env['PATH']].join(delimiter),
    HOME: line.folder,
  }
  return { ...line, env }
}

const [node, script] = commandLine
const NPX = `#!/bin/bash
case "$1 $2 $3" in "--yes --ignore-scripts ./agent-tests-${VERSION}.tgz") shift 3 ;; *) exit 9 ;; esac
exec '${node}' '${script}' "$@" --poll-interval 1
`

interface Recipe {
  readonly script: (text: string) => string
  readonly variables: (text: string) => Readonly<Record<string, string>>
  /** Files and folders that the CI system keeps. */
  readonly kept: (text: string) => readonly string[]
}

const recipes = {
  'gitlab-ci.yml': {
    script: (text) => parse(text)['agent-tests'].script.join('\n'),
    variables: (text) => parse(text)['agent-tests'].variables,
    kept: (text) => {
      const { paths, reports } = parse(text)['agent-tests'].artifacts
      return [...paths, reports.junit]
    },
  },
  'circleci.yml': {
    script: (text) => parse(text).jobs['agent-tests'].steps[0].run.command,
    variables: (text) => parse(text).jobs['agent-tests'].environment,
    kept: (text) => {
      const steps: readonly Record<string, { readonly path?: string }>[] =
        parse(text).jobs['agent-tests'].steps
      return steps.flatMap((step) => Object.values(step).flatMap(({ path }) => path ?? []))
    },
  },
  Jenkinsfile: {
    script: (text) => /sh '''(.*?)'''/s.exec(text)?.[1] ?? '',
    variables: (text) =>
      Object.fromEntries(
        [...text.matchAll(/^ +(\w+) = '(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
      ),
    kept: (text) => [...text.matchAll(/(?:testResults|artifacts): '([^'*]+)/g)].map(([, path = '']) => path),
  },
} as const satisfies Readonly<Record<string, Recipe>>

type Name = keyof typeof recipes
const names: readonly Name[] = ['gitlab-ci.yml', 'circleci.yml', 'Jenkinsfile']

/** Runs the commands of an example, in which somebody has put this checksum. */
function runExample(
  name: Name,
  { env, folder: cwd }: ReturnType<typeof machineFor>,
  checksum = sha256(PACKAGE),
) {
  const { script, variables } = recipes[name]
  const text = read(name)
  const job = { ...env, ...variables(text), SHA256: checksum }
  return startCommand('sh', ['-e', '-c', script(text)], { cwd, env: job }).result
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('every file is played', () => {
  expect(readdirSync(folder).sort()).toEqual([...names, 'pre-push'].sort())
})

describe.skipIf(process.platform === 'win32').concurrent.each(['circleci.yml', 'Jenkinsfile'] as const)(
  '%s',
  (name) => {
    it.for([
      ['passes', [], 0],
      ['fails', ['Support bot'], 1],
    ] as const)('%s with the agents, and keeps files that exist', async ([, failing, exitCode], test) => {
      const machine = await createMachine(test, ...failing)
      const result = await runExample(name, machine)
      expect(result).toMatchObject({ exitCode, stderr: '' })
      expectKept(name, machine)
    })
  },
)

describe.skipIf(process.platform === 'win32').concurrent('gitlab-ci.yml', () => {
  it.for([
    ['passes', 'Refunds end after 30 days.', 0],
    ['fails', 'Be rude.', 1],
  ] as const)('%s with the prompt and the tests of the merge request', async ([, prompt, exitCode], test) => {
    const prompted = { scenario: 'prompted', parameters: { durationMs: 0 } } as const
    const agents = ['Support bot', 'Support bot (preview)'].map((name) => ({ ...prompted, name }))
    const machine = machineFor(await createCommandLine(test, commandLine, agents))
    cpSync(new URL('examples/agent-tests', root), join(machine.folder, 'agent-tests'), { recursive: true })
    const [, path = '', override = ''] = /# (\S+) says .*\n((?:# {3}.*\n)+)/.exec(read('gitlab-ci.yml')) ?? []
    writeFiles(machine.folder, {
      [path]: override.replaceAll(/^# {3}/gm, ''),
      'prompts/support-bot.md': prompt,
    })
    const result = await runExample('gitlab-ci.yml', machine)
    expect(result).toMatchObject({ exitCode, stderr: '' })
    expectKept('gitlab-ci.yml', machine)
    const check = startCommand(node, [script, 'tests', 'check'], { cwd: machine.folder, env: machine.env })
    expect(await check.result).toMatchObject({ exitCode: 0 })
  })
})

it.skipIf(process.platform === 'win32').concurrent.for(names)(
  '%s runs nothing of a package with another checksum',
  async (name, test) => {
    const machine = await createMachine(test)
    const result = await runExample(name, machine, sha256('another package'))
    expect(result.exitCode).toBe(1)
    expect(`${result.stdout}${result.stderr}`).toContain(`agent-tests-${VERSION}.tgz: FAILED`)
    expect(machine.simulator.journal).toEqual([])
  },
)

function expectKept(name: Name, { folder }: CommandLine) {
  const kept = recipes[name].kept(read(name))
  expect(kept.filter((path) => path.endsWith('.xml'))).toEqual(['agent-tests-report/junit.xml'])
  expect(kept.length).toBeGreaterThan(1)
  for (const path of kept) expect(existsSync(join(folder, path))).toBe(true)
  expect(readdirSync(join(folder, 'agent-tests-report')).sort()).toEqual([
    'junit.xml',
    'report.html',
    'results.json',
  ])
}

it.skipIf(process.platform === 'win32')(
  "gitlab-ci.yml fits GitLab's schema, which finds errors",
  async (test) => {
    const program = new URL('node_modules/gitlab-ci-local/dist/index.js', root).pathname
    const lint = (text: string) => {
      const { folder: cwd } = createRepository(test, { '.gitlab-ci.yml': text })
      const env = { PATH: process.env['PATH'] ?? '', HOME: cwd }
      return startCommand(process.execPath, [program, '--list'], { cwd, env }).result
    }
    const text = read('gitlab-ci.yml')
    expect((await lint(text)).exitCode).toBe(0)
    expect((await lint(text.replace('expose_as', 'expose'))).exitCode).toBe(1)
  },
)

describe.skipIf(process.platform === 'win32').concurrent('pre-push', () => {
  async function createClone(test: TestContext, ...failing: readonly string[]) {
    const machine = await createMachine(test, ...failing)
    const repository = createRepository(test, { 'prompts/support.md': 'Be polite.\n', 'README.md': 'Shop\n' })
    const [node, script] = commandLine
    repository.write({
      'node_modules/.bin/agent-tests': `#!/bin/sh\nexec '${node}' '${script}' "$@" --poll-interval 1\n`,
    })
    repository.git('push', 'origin', 'HEAD')
    repository.git('remote', 'set-head', 'origin', '--auto')
    repository.write({ '.git/hooks/pre-push': read('pre-push') })
    const push = (...args: readonly string[]) => {
      const env = { ...process.env, ...machine.env }
      return startCommand('git', ['push', ...args], { cwd: repository.folder, env: env as never }).result
    }
    const requests = () => machine.simulator.journal.length
    return { ...repository, push, requests }
  }

  it.for([
    ['passes', [], 0],
    ['fails', ['Support bot'], 1],
  ] as const)('%s with the agents if a prompt changes', async ([, failing, exitCode], test) => {
    const clone = await createClone(test, ...failing)
    clone.write({ 'prompts/support.md': 'Be brief.\n' })
    clone.commit('Shorten')
    const result = await clone.push('origin', 'HEAD')
    expect(result.exitCode).toBe(exitCode)
    expect(result.stdout).toContain('2 agents to test')
    expect(clone.requests()).toBeGreaterThan(0)
  })

  it('tests a new branch if it changes a prompt', async (test) => {
    const clone = await createClone(test, 'Support bot')
    clone.git('checkout', '--quiet', '-b', 'shorter')
    expect((await clone.push('origin', 'shorter')).exitCode).toBe(0)
    expect(clone.requests()).toBe(0)
    clone.git('checkout', '--quiet', '-b', 'briefer')
    clone.write({ 'prompts/support.md': 'Be brief.\n' })
    clone.commit('Shorten')
    expect((await clone.push('origin', 'briefer')).exitCode).toBe(1)
  })

  it('says what to do if the package is not installed', async (test) => {
    const clone = await createClone(test)
    rmSync(join(clone.folder, 'node_modules'), { recursive: true })
    clone.write({ 'prompts/support.md': 'Be brief.\n' })
    clone.commit('Shorten')
    const result = await clone.push('origin', 'HEAD')
    expect(result.exitCode).toBe(1)
    expect(result.stderr).toContain('agent-tests is not installed')
    expect(clone.requests()).toBe(0)
  })

  it('makes no request for other changes, and for deleted branches', async (test) => {
    const clone = await createClone(test, 'Support bot')
    clone.write({ 'README.md': 'The shop\n' })
    clone.commit('Rename')
    expect((await clone.push('origin', 'HEAD', 'HEAD:refs/heads/old')).exitCode).toBe(0)
    expect((await clone.push('origin', ':old')).exitCode).toBe(0)
    expect(clone.requests()).toBe(0)
  })
})
