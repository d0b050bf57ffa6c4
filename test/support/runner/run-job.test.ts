// A job, step by step: what runs, in which environment, and what it comes to.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { root } from './metadata.ts'
import { type JobPlan, runJob } from './run-job.ts'
import type { Workflow } from './workflow.ts'

/** Plays the only job of a workflow that consists of this. */
function play(job: string, plan: Partial<JobPlan> = {}) {
  const folder = mkdtempSync(`${tmpdir()}/agent-tests-job-`)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const indented = job.replace(/^/gm, '    ')
  return runJob({
    workflow: parse(`env: { LEVEL: workflow, COLOUR: red }\njobs:\n  job:\n${indented}`) as Workflow,
    job: 'job',
    eventName: 'push',
    event: {},
    githubToken: 'tok-0815',
    folderOf: () => null,
    workspace: folder,
    temp: folder,
    ...plan,
  })
}

const expression = (text: string) => `\${{ ${text} }}`

describe.skipIf(process.platform === 'win32')('a job (its scripts are for bash)', () => {
  it('ends with the first step that fails, but for those that ask for it', async () => {
    const { conclusion, steps } = await play(`
steps:
  - run: 'true'
  - run: exit 3
  - run: 'true'
  - if: always()
    run: 'true'
  - if: failure()
    run: 'true'
  - if: '!cancelled()'
    run: 'true'`)
    expect(conclusion).toBe('failure')
    expect(steps.map(({ outcome }) => outcome)).toEqual([
      'success',
      'failure',
      'skipped',
      'success',
      'success',
      'success',
    ])
  })

  it('goes on after a step that may fail, whose outcome later steps can see', async () => {
    const { conclusion, steps } = await play(`
steps:
  - id: shaky
    continue-on-error: true
    run: exit 1
  - run: echo "$SEEN"
    env: { SEEN: "${expression('steps.shaky.outcome')} ${expression('steps.shaky.conclusion')}" }`)
    expect(conclusion).toBe('success')
    expect(steps[1]?.result?.log).toBe('failure success')
  })

  it('gives a script the nearest env, and what earlier steps have set', async () => {
    const { steps } = await play(`
env: { LEVEL: job }
steps:
  - run: echo "SIZE=large" >> "$GITHUB_ENV"
  - run: echo "$LEVEL $COLOUR $SIZE"
    env: { LEVEL: step }
  - run: echo "$LEVEL $COLOUR $SIZE"`)
    expect(steps.slice(1).map(({ result }) => result?.log)).toEqual(['step red large', 'job red large'])
  })

  it('hands outputs on, and hides secrets', async () => {
    const { outputs, steps } = await play(
      `
outputs: { sum: "${expression('steps.add.outputs.sum')}" }
steps:
  - id: add
    run: echo "sum=$((1 + 1))" >> "$GITHUB_OUTPUT"; echo "$KEY"
    env: { KEY: "${expression('secrets.KEY')}" }`,
      { contexts: { secrets: { KEY: 's3cret-0815' } } },
    )
    expect(outputs).toEqual({ sum: '2' })
    expect(steps[0]?.result?.log).toBe('***')
  })

  it('does not start where its condition does not hold', async () => {
    const job = `needs: before\nsteps: [{ run: 'true' }]`
    const after = (result: string) => ({ contexts: { needs: { before: { result } } } })
    expect((await play(job, after('failure'))).conclusion).toBe('skipped')
    expect((await play(`if: always()\n${job}`, after('failure'))).conclusion).toBe('success')
    expect((await play(`if: github.event_name == 'schedule'\n${job}`)).conclusion).toBe('skipped')
  })

  it('skips actions of other repositories, which count as a success', async () => {
    const { conclusion, steps } = await play(
      `
steps:
  - uses: someone/something@v1
    with: { level: "${expression('matrix.level')}" }`,
      { matrix: { level: 3 } },
    )
    expect(conclusion).toBe('success')
    expect(steps[0]).toMatchObject({ outcome: 'success', inputs: { level: '3' }, outputs: {}, result: null })
  })

  it('runs post steps at its end: what an action has left behind is gone then', async () => {
    const { steps } = await play('steps: [{ id: simulator, uses: ./simulator }]', {
      folderOf: () => new URL('simulator/', root),
    })
    const answers = () => fetch(`${steps[0]?.outputs['base-url']}/agents`).then(Boolean, () => false)
    await vi.waitUntil(async () => !(await answers()), { timeout: 10_000 })
  })
})
