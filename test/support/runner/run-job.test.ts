// Tests of the runner emulator: which steps of a job run, in which environment, and the job's result.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { holds, type JobStatus } from './expressions.ts'
import { root } from './metadata.ts'
import { type JobPlan, runJob } from './run-job.ts'
import type { Workflow } from './workflow.ts'

/** Runs a workflow with this single job. */
function run(job: string, plan: Partial<JobPlan> = {}) {
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
  it('skips steps after a failure, except those whose condition holds', async () => {
    const { conclusion, steps } = await run(`
steps:
  - run: exit 3
  - run: 'true'
  - if: always()
    run: 'true'`)
    expect(conclusion).toBe('failure')
    expect(steps.map(({ outcome }) => outcome)).toEqual(['failure', 'skipped', 'success'])
  })

  it('continues after a step with continue-on-error, and exposes its outcome', async () => {
    const { conclusion, steps } = await run(`
steps:
  - id: shaky
    continue-on-error: true
    run: exit 1
  - run: echo "$SEEN"
    env: { SEEN: "${expression('steps.shaky.outcome')} ${expression('steps.shaky.conclusion')}" }`)
    expect(conclusion).toBe('success')
    expect(steps[1]?.result?.log).toBe('failure success')
  })

  it('passes the innermost env and GITHUB_ENV of earlier steps to scripts', async () => {
    const { steps } = await run(`
env: { LEVEL: job }
steps:
  - run: echo "SIZE=large" >> "$GITHUB_ENV"
  - run: echo "$LEVEL $COLOUR $SIZE"
    env: { LEVEL: step }
  - run: echo "$LEVEL $COLOUR $SIZE"`)
    expect(steps.slice(1).map(({ result }) => result?.log)).toEqual(['step red large', 'job red large'])
  })

  it('sets outputs and masks secrets', async () => {
    const { outputs, steps } = await run(
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

  it('runs post steps at its end, which stop the simulator', async () => {
    const { steps } = await run('steps: [{ id: simulator, uses: ./simulator }]', {
      folderOf: () => new URL('simulator/', root),
    })
    const answers = () => fetch(`${steps[0]?.outputs['base-url']}/agents`).then(Boolean, () => false)
    await vi.waitUntil(async () => !(await answers()), { timeout: 10_000 })
  })
})

describe('a condition', () => {
  const contexts = {
    github: { event_name: 'pull_request' },
    steps: { gate: { outputs: {}, outcome: 'failure' } },
    needs: { test: { result: 'success' }, gate: { result: 'cancelled' } },
  }

  it.each<[string | undefined, JobStatus, boolean]>([
    [undefined, 'success', true],
    [undefined, 'failure', false],
    ['always()', 'cancelled', true],
    ['failure()', 'failure', true],
    ['failure()', 'skipped', false],
    ['!cancelled()', 'failure', true],
    ["github.event_name == 'pull_request'", 'success', true],
    ["github.event_name == 'pull_request'", 'failure', false],
    [expression("always() && steps.gate.outcome == 'failure'"), 'failure', true],
    ["always() && contains(needs.*.result, 'cancelled')", 'cancelled', true],
    ['steps.gate.outputs.missing', 'success', false],
  ])('%s after %s: %s', (condition, status, expected) => {
    expect(holds(condition, contexts, status)).toBe(expected)
  })

  it('cannot use an unknown context or function', () => {
    for (const unknown of ['secret.key', 'nothing()'])
      expect(() => holds(unknown, contexts, 'success')).toThrow()
  })
})
