// Plays examples/ci/ as pasted: the commands of other CI systems and the git hook, with the command line of this repository.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { parse } from 'yaml'
import { type CommandLine, commandLine, createCommandLine, quick, startCommand } from '../../cli/harness.ts'
import { createRepository } from '../../repo/repositories.ts'
import { writeFiles } from '../../support/folders.ts'
import { root } from '../../support/runner/metadata.ts'
import { npxWith } from './workflow-harness.ts'

const folder = new URL('examples/ci/', root)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** `npx` in the PATH starts the command line of this repository, if asked for a release of it. */
async function createMachine(test: TestContext, ...failing: readonly string[]) {
  const agents = ['Support bot', 'Booking assistant'].map((name) =>
    quick(name, failing.includes(name) ? 'one-fails' : 'all-pass'),
  )
  const line = await createCommandLine(test, commandLine, agents)
  const bin = join(line.folder, 'bin')
  writeFiles(bin, { npx: npxWith('"$@" --poll-interval 1') })
  const env = {
    AGENT_TESTS_API_KEY: line.simulator.apiKey,
    PATH: [bin, process.env['PATH']].join(delimiter),
    HOME: line.folder,
  }
  return { ...line, env }
}

/** With the address of the simulator. */
const readFor = ({ simulator }: CommandLine, name: string) =>
  read(name).replace(/https:\/\/(evaluation|app)\.acme\.test/g, simulator.url)

interface Recipe {
  readonly script: (text: string) => string
  /** Files and folders that the CI system keeps. */
  readonly kept: (text: string) => readonly string[]
}

const recipes: Readonly<Record<string, Recipe>> = {
  'gitlab-ci.yml': {
    script: (text) => parse(text)['agent-tests'].script.join('\n'),
    kept: (text) => {
      const { paths, reports } = parse(text)['agent-tests'].artifacts
      return [...paths, reports.junit]
    },
  },
  'circleci.yml': {
    script: (text) => parse(text).jobs['agent-tests'].steps[0].run.command,
    kept: (text) => {
      const steps: readonly Record<string, { readonly path?: string }>[] =
        parse(text).jobs['agent-tests'].steps
      return steps.flatMap((step) => Object.values(step).flatMap(({ path }) => path ?? []))
    },
  },
  Jenkinsfile: {
    script: (text) => /sh '''(.*?)'''/s.exec(text)?.[1] ?? '',
    kept: (text) => [...text.matchAll(/(?:testResults|artifacts): '([^'*]+)/g)].map(([, path = '']) => path),
  },
}

it('every file is played', () => {
  expect(readdirSync(folder).sort()).toEqual([...Object.keys(recipes), 'pre-push'].sort())
})

describe.skipIf(process.platform === 'win32').concurrent.each(Object.entries(recipes))(
  '%s',
  (name, recipe) => {
    it.for([
      ['passes', [], 0],
      ['fails', ['Booking assistant'], 1],
    ] as const)('%s with the agents, and keeps files that exist', async ([, failing, exitCode], test) => {
      const machine = await createMachine(test, ...failing)
      const { env, folder: cwd } = machine
      const text = readFor(machine, name)
      const result = await startCommand('sh', ['-e', '-c', recipe.script(text)], { cwd, env }).result
      expect(result).toMatchObject({ exitCode, stderr: '' })
      const kept = recipe.kept(text)
      expect(kept.filter((path) => path.endsWith('.xml'))).toEqual(['agent-tests/junit.xml'])
      expect(kept.length).toBeGreaterThan(1)
      for (const path of kept) expect(existsSync(join(cwd, path))).toBe(true)
      expect(readdirSync(join(cwd, 'agent-tests')).sort()).toEqual([
        'junit.xml',
        'report.html',
        'results.json',
      ])
    })
  },
)

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
    repository.write({ '.git/hooks/pre-push': readFor(machine, 'pre-push') })
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
