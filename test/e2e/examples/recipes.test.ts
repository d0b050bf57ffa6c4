// Snippets of docs/recipes.md, as printed, in a job.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { parse } from 'yaml'
import type { SimulatedAgent } from '../../../simulator/src/index.ts'
import { quick } from '../../cli/harness.ts'
import { publisher, root } from '../../support/runner/metadata.ts'
import type { Step } from '../../support/runner/workflow.ts'
import { createWorkflowHarness, gateSteps } from './workflow-harness.ts'

const document = readFileSync(new URL('docs/recipes.md', root), 'utf8').replaceAll('\r\n', '\n')

const hasJq = process.env['CI'] === 'true' || spawnSync('jq', ['--version']).status === 0
if (!hasJq) console.log('Skipped: the recipe for a badge. Install jq.')

/** The YAML below a heading. */
function recipe(heading: string): string {
  const section = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return /^```yaml\n(.*?)^```$/ms.exec(section)?.[1] ?? expect.fail(heading)
}

const onPush = {
  eventName: 'push',
  event: { ref: 'refs/heads/main', repository: { default_branch: 'main' } },
}

/** A job with these inputs, and with further steps. */
async function job(
  test: TestContext,
  agents: readonly SimulatedAgent[],
  { inputs = {}, steps = [] }: { readonly inputs?: object; readonly steps?: readonly Step[] },
) {
  const harness = await createWorkflowHarness(test, agents)
  const action: Step = {
    ...{ id: 'agents', uses: `${publisher}@v1` },
    with: {
      'api-key': `\${{ secrets.AGENT_TESTS_API_KEY }}`,
      'base-url': 'https://evaluation.acme.test',
      'app-url': 'https://app.acme.test',
      ...inputs,
    },
  }
  const workflow = { on: 'push', jobs: { agents: { 'runs-on': 'ubuntu-latest', steps: [action, ...steps] } } }
  const secrets = { AGENT_TESTS_API_KEY: harness.simulator.apiKey, GIST_TOKEN: 'token-of-dana' }
  return { harness, result: await harness.run(workflow, 'agents', { ...onPush, contexts: { secrets } }) }
}

describe.skipIf(process.platform === 'win32').concurrent('recipes (their jobs are for Linux)', () => {
  it('a twin that fails like its control is green, and one that is worse is red', async (test) => {
    const inputs = { mode: 'gate-if-worse', ...parse(recipe('Prove the gate')) }
    const twin = { scenario: 'one-fails', parameters: { tests: 8, durationMs: 0 } } as const
    const control = { ...twin, name: 'Support bot' }
    const same = await job(test, [{ ...twin, name: 'Support bot (twin)' }, control], { inputs })
    expect(gateSteps(same.result)[0]?.outputs).toMatchObject({ verdict: 'passed', failed: '1' })
    const worse = quick('Support bot (twin)', 'one-fails')
    const other = await job(test, [worse, quick('Support bot')], { inputs })
    expect(gateSteps(other.result)[0]?.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
  })

  it.skipIf(!hasJq).for([
    ['all-pass', 'success', '✅ Passed: all 8 tests passed', 'green'],
    ['one-fails', 'failure', '❌ Failed: 1 of 8 tests failed', 'red'],
  ] as const)('a badge of %s', async ([scenario, conclusion, message, color], test) => {
    const steps = parse(recipe('Show a badge')) as Step[]
    const agent: SimulatedAgent = { name: 'Support bot', scenario, parameters: { tests: 8, durationMs: 0 } }
    const { harness, result } = await job(test, [agent], { steps })
    expect(result.conclusion).toBe(conclusion)
    const file = join(harness.workspace, 'badge.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...{ schemaVersion: 1, label: 'agent tests', message, color },
    })
    expect(harness.toolCalls()).toEqual(['gh gist edit 5f1c0e7d9a --filename badge.json badge.json'])
  })
})
