// CI's own jobs, played here before GitHub plays them: the action against the simulator, and what says no.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownWorkflow, setStage } from '../examples/stage.ts'
import { jobOf, matrixLegs } from '../runner/workflow.ts'
import { createRepository } from './repositories.ts'

const ci = ownWorkflow('ci')
const outcomes = (played: Awaited<ReturnType<Awaited<ReturnType<typeof setStage>>['play']>>) =>
  played.steps.map(({ outcome }) => outcome)

describe.skipIf(process.platform === 'win32').concurrent('CI (its scripts are for bash)', () => {
  it('has the action pass, fail and report against the simulator action', async (test) => {
    const stage = await setStage(test)
    const played = await stage.play(ci, 'action', { matrix: { os: 'ubuntu-latest' } })
    expect(played.steps.at(-1)?.result?.log).toContain('failing:   failure failed 2/16')
    expect(outcomes(played)).toEqual(['success', 'success', 'success', 'failure', 'success', 'success'])
    expect(played.conclusion).toBe('success')
  })

  it('says no where an agent that fails would pass the gate', async (test) => {
    const stage = await setStage(test)
    const steps = jobOf(ci, 'action').steps?.map((step) =>
      step.id === 'failing' ? { ...step, with: { ...step.with, agents: 'Billing helper' } } : step,
    )
    const lenient = { ...ci, jobs: { action: { ...jobOf(ci, 'action'), ...(steps && { steps }) } } }
    const played = await stage.play(lenient, 'action', { matrix: { os: 'ubuntu-latest' } })
    expect(played.conclusion).toBe('failure')
  })

  it('has two legs of a matrix, each with a comment of its own', async (test) => {
    const stage = await setStage(test)
    const legs = matrixLegs(jobOf(ci, 'matrix'))
    const played = await Promise.all(legs.map((matrix) => stage.play(ci, 'matrix', { matrix })))
    expect(played.map(({ conclusion }) => conclusion)).toEqual(['success', 'success'])
    expect(stage.comments()).toHaveLength(2)
  })

  it.for([
    ['success', 'success'],
    ['failure', 'failure'],
    ['cancelled', 'failure'],
    ['skipped', 'failure'],
  ])('has one check for all: with a job that is a %s, it is a %s', async ([result, conclusion], test) => {
    const stage = await setStage(test)
    const others = Object.keys(ci.jobs).filter((name) => name !== 'ci')
    const needs = Object.fromEntries(others.map((name) => [name, { result: 'success', outputs: {} }]))
    const contexts = { needs: { ...needs, action: { result, outputs: {} } } }
    expect((await stage.play(ci, 'ci', { contexts })).conclusion).toBe(conclusion)
  })

  describe('dist', () => {
    const built = { 'dist/index.js': 'one', 'simulator/dist/index.js': 'two' }

    it('passes where building changes nothing', async (test) => {
      const [stage, { folder }] = [await setStage(test), createRepository(test, built)]
      const played = await stage.play(ci, 'dist', { workspace: folder })
      expect(played.conclusion).toBe('success')
      expect(outcomes(played).at(-1)).toBe('skipped')
      expect(stage.toolCalls()).toEqual(['npm ci', 'npm run build'])
    })

    it.for(['dist/index.js', 'dist/42.index.js', 'simulator/dist/index.js'])(
      'fails and offers what it has built where %s is not what is committed',
      async (changed, test) => {
        const [stage, repository] = [await setStage(test), createRepository(test, built)]
        repository.write({ [changed]: 'other' })
        const played = await stage.play(ci, 'dist', { workspace: repository.folder })
        expect(played.conclusion).toBe('failure')
        expect(outcomes(played).at(-1)).toBe('success')
      },
    )
  })
})

describe.skipIf(process.platform === 'win32').concurrent('dist for Dependabot', () => {
  const workflow = ownWorkflow('dependabot-dist')
  const BRANCH = 'dependabot/npm_and_yarn/bundled-0815'
  const finished = (change: object = {}) => ({
    eventName: 'workflow_run',
    event: {
      workflow_run: {
        id: 7,
        conclusion: 'failure',
        event: 'pull_request',
        head_branch: BRANCH,
        actor: { login: 'dependabot[bot]' },
        head_repository: { full_name: 'acme/shop' },
        ...change,
      },
    },
  })

  it('commits what CI has built to the branch, that and nothing else, and has CI look at it', async (test) => {
    const stage = await setStage(test)
    const repository = createRepository(test, {
      'dist/index.js': 'old',
      'dist/1.index.js': 'no longer built',
      'simulator/dist/index.js': 'old',
      'package.json': '{}',
    })
    repository.git('switch', '--create', BRANCH)
    repository.git('push', 'origin', BRANCH)
    for (const [path, text] of [
      ['dist', 'new'],
      ['simulator/dist', 'new too'],
    ] as const) {
      mkdirSync(join(stage.temp, 'built', path), { recursive: true })
      writeFileSync(join(stage.temp, 'built', path, 'index.js'), text)
    }
    writeFileSync(join(stage.temp, 'built', 'package.json'), 'has no business here')

    const played = await stage.play(workflow, 'commit', { ...finished(), workspace: repository.folder })
    expect(played.conclusion).toBe('success')
    expect(repository.origin('show', '--format=%s%n%b', '--name-status', BRANCH).split('\n')).toEqual([
      'Rebuild dist',
      '[dependabot skip]',
      '',
      '',
      'D\tdist/1.index.js',
      'M\tdist/index.js',
      'M\tsimulator/dist/index.js',
    ])
    expect(stage.toolCalls()).toEqual([`gh workflow run ci.yml --ref ${BRANCH}`])
  })

  it.for([
    ['CI that succeeded', { conclusion: 'success' }],
    ["a person's pull request", { actor: { login: 'dana' } }],
    ['a fork', { head_repository: { full_name: 'mallory/shop' } }],
    ['a push', { event: 'push' }],
  ] as const)('leaves %s alone', async ([, change], test) => {
    const stage = await setStage(test)
    expect((await stage.play(workflow, 'commit', finished(change))).conclusion).toBe('skipped')
  })
})
