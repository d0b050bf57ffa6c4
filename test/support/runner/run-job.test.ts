// Tests of the runner emulator: which steps and jobs run. The examples and the workflows of this repository test the rest.
import { describe, expect, it, vi } from 'vitest'
import { createFolder } from '../folders.ts'
import { holds, type JobStatus } from './expressions.ts'
import { root } from './metadata.ts'
import { runJob } from './run-job.ts'

const expression = (text: string) => `\${{ ${text} }}`

it('a job runs post steps at its end, which stop the simulator', async () => {
  const folder = createFolder()
  const { steps } = await runJob({
    workflow: { on: 'push', jobs: { job: { steps: [{ id: 'simulator', uses: './simulator' }] } } },
    job: 'job',
    eventName: 'push',
    event: {},
    githubToken: 'tok-0815',
    folderOf: () => new URL('simulator/', root),
    workspace: folder,
    temp: folder,
  })
  const answers = () => fetch(`${steps[0]?.outputs['base-url']}/agents`).then(Boolean, () => false)
  await vi.waitUntil(async () => !(await answers()), { timeout: 10_000 })
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
