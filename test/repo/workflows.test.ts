// Lints workflows, actions and examples, and checks rules that the linter does not have.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { publisher } from '../support/runner/metadata.ts'
import { findingsOfGitHub } from './linters.ts'
import { actionFiles, allWorkflows, examples, jobsOf, ownWorkflows, stepsOf } from './workflow-files.ts'

it('the linter finds errors', async () => {
  const { path, text } = examples.find((example) => example.path.endsWith('/outputs.yml')) ?? expect.fail()
  const broken = text.replace('pass-rate: 95', 'pass-raate: 95').replace('steps.agents.', 'steps.agent.')
  expect(await findingsOfGitHub({ path: `broken/${path}`, text: broken })).toEqual([
    expect.stringContaining('agent'),
    expect.stringContaining('pass-raate'),
  ])
})

describe.each(allWorkflows)('$path', (file) => {
  it("passes GitHub's language service", async () => {
    expect(await findingsOfGitHub(file)).toEqual([])
  })

  it('pins third-party actions by commit, followed by the version', () => {
    expect(unpinnedActions(file)).toEqual([])
  })

  it('reads only existing outputs', () => {
    const ids = stepsOf(file).filter(({ step }) => step.id !== undefined && isOwnAction(step.uses))
    const read = [...file.text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)]
    const missing = read.filter(([, id, output = '']) => {
      const uses = ids.find(({ step }) => step.id === id)?.step.uses
      return uses !== undefined && !outputsOf(uses).includes(output)
    })
    expect(missing.map(([words]) => words)).toEqual([])
  })

  it('names each secret, so that a job gets no others', () => {
    expect(file.text).not.toMatch(/\$\{\{[^}]*\bsecrets(?!\.\w)/)
  })

  it('has no expression in a script, which would allow script injection', () => {
    const scripts = stepsOf(file).filter(({ step }) => step.run?.includes('${{'))
    expect(scripts.map(({ path }) => path)).toEqual([])
  })
})

describe.each(actionFiles)('$path', (file) => {
  it('pins third-party actions by commit, followed by the version', () => {
    expect(unpinnedActions(file)).toEqual([])
  })

  it("passes GitHub's language service", async () => {
    expect(await findingsOfGitHub(file)).toEqual([])
  })
})

describe.each([...ownWorkflows, ...examples].flatMap(jobsOf))('$path', ({ path, job, workflow }) => {
  const steps = job.steps ?? []

  it('has a time limit, or calls a workflow that has one', () => {
    expect(job.uses ?? job['timeout-minutes']).toBeTruthy()
  })

  it('runs on a system that GitHub has', () => {
    expect(job.uses ?? job['runs-on']).toMatch(
      /^(ubuntu|windows|macos)-latest$|^\$\{\{ matrix\.os \}\}$|^\.\//,
    )
  })

  it('limits the permissions of its token', () => {
    expect(job.permissions ?? workflow.permissions).toBeTypeOf('object')
  })

  it('does not persist the token in the checkout unless it pushes', () => {
    const mayPush = Object(job.permissions).contents === 'write'
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(mayPush || checkouts.every((step) => step.with?.['persist-credentials'] === false)).toBe(true)
  })

  it('runs no code of the registry or the checkout with write access to contents', () => {
    // Somebody who may write starts it by hand, or by a tag. Its script imports nothing of the registry.
    const byHand = { workflow_dispatch: {}, push: { tags: ['facts-*'] } }
    const isByHand =
      path === '.github/workflows/github-facts.yml: facts' && isDeepStrictEqual(workflow.on, byHand)
    const mayWrite = Object(job.permissions).contents === 'write' && !isByHand
    const scripts = steps.filter(({ run = '' }) => /\b(npm|npx|node|make)\b/.test(run))
    expect(mayWrite ? scripts : []).toEqual([])
  })
})

it.each(allWorkflows)('$path grants no permissions at the top level', ({ workflow }) => {
  expect(workflow.permissions ?? {}).toEqual({})
})

it('no workflow, and no snippet of a document, passes on secrets that it does not name', () => {
  const files = globSync(['.github/workflows/*.yml', 'examples/*.yml', 'README.md', 'docs/*.md'])
  expect(files.filter((path) => readFileSync(path, 'utf8').includes('secrets: inherit'))).toEqual([])
})

it('Dependabot groups what the bundles consist of, by the names that the registry has', () => {
  const sources = globSync('src/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
  const imports = sources.flatMap((text) => [
    ...text.matchAll(/(?:from |import\()'(?!node:)((?:@[\w-]+\/)?[a-z][\w-]*)/g),
  ])
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = imports.map(([, name = '']) => /^npm:(.+)@/.exec(devDependencies[name])?.[1] ?? name)
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'))
  const bundler = '@vercel/ncc'
  expect(updates[0].groups.bundled.patterns.toSorted()).toEqual([...new Set([...names, bundler])].sort())
})

describe("this repository's workflows", () => {
  it('have one check that needs every job of CI', () => {
    const ci = ownWorkflows.find(({ path }) => path.endsWith('/ci.yml'))?.workflow.jobs
    const { ci: last, ...others } = ci ?? {}
    expect(last?.if).toBe('always()')
    expect(last?.needs).toEqual(Object.keys(others))
  })
})

function unpinnedActions({ text }: { readonly text: string }): string[] {
  const lines = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line))
  const thirdParty = lines.filter((line) => !isOwnAction(line.split('uses: ')[1]))
  return thirdParty.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
}

function isOwnAction(uses: string | undefined): boolean {
  return uses !== undefined && (uses.startsWith('./') || uses.startsWith(publisher))
}

function outputsOf(uses: string): string[] {
  const folder = uses.replace(publisher, '.').replace(/^\.\/?|@.*$/g, '')
  const text = actionFiles.find(({ path }) => path === posix.join(folder, 'action.yml'))?.text ?? ''
  return [...text.slice(text.indexOf('\noutputs:')).matchAll(/^ {2}([\w-]+):$/gm)].map(
    ([, name = '']) => name,
  )
}
