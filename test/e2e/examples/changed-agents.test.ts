// The example that tests only the agents that a pull request changes, in a checkout of its merge commit.
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { describe, expect, it, type TestContext } from 'vitest'
import { quick } from '../../cli/harness.ts'
import { createRepository } from '../../repo/repositories.ts'
import { createWorkflowHarness, example, gateSteps } from './workflow-harness.ts'

const workflow = example('changed-agents')

/**
 * As `checkout` leaves it: the merge commit of the pull request and its parents.
 * @param files null for those that the pull request removes
 */
function checkOut(
  test: TestContext,
  workspace: string,
  files: Readonly<Record<string, string | null>>,
  depth = 2,
): void {
  const repository = createRepository(test, {
    'agents/support/prompt.md': 'Be polite.\n',
    'agents/booking/prompt.md': 'Be quick.\n',
    'agents/shared.md': 'Never lie.\n',
  })
  repository.git('checkout', '-b', 'change')
  for (const [path, text] of Object.entries(files)) {
    if (text === null) repository.git('rm', path)
    else repository.write({ [path]: text })
    repository.commit(`Change ${path}`)
  }
  repository.git('checkout', 'main')
  repository.write({ 'agents/booking/notes.md': 'Another pull request.\n' })
  repository.commit('Merge another pull request')
  repository.git('merge', '--no-ff', '--message', 'Merge', 'change')
  repository.git('push', 'origin', 'main')
  const { folder } = repository
  execFileSync('git', ['clone', '--quiet', '--depth', String(depth), `file://${folder}`, `${folder}/clone`])
  cpSync(`${folder}/clone`, workspace, { recursive: true })
}

describe.skipIf(process.platform === 'win32').concurrent('changed-agents', () => {
  it.for<[string, string, string | undefined]>([
    ['one', 'agents/support/prompt.md', 'Support bot'],
    ['another', 'agents/booking/tools/book.json', 'Booking assistant'],
    ['all that depend on a file', 'agents/shared.md', 'Support bot, Booking assistant'],
    ['none', 'README.md', undefined],
  ])('tests %s: %s', async ([, path, agents], test) => {
    const harness = await createWorkflowHarness(test, [quick('Support bot'), quick('Booking assistant')])
    checkOut(test, harness.workspace, { [path]: 'Changed.\n', 'docs/how.md': 'Explained.\n' })
    const result = await harness.run(workflow, 'agents')
    expect(result.conclusion).toBe('success')
    const [gate] = gateSteps(result)
    expect(gate?.inputs['agents']).toBe(agents)
    const summaries = result.steps.map((step) => step.result?.summary ?? '').join('')
    expect(summaries.includes('Nothing to test.')).toBe(agents === undefined)
    if (agents === undefined) expect(harness.simulator.journal).toEqual([])
  })

  it('tests the agents of a folder that is removed', async (test) => {
    const harness = await createWorkflowHarness(test, [quick('Support bot')])
    checkOut(test, harness.workspace, { 'agents/support/prompt.md': null })
    const [gate] = gateSteps(await harness.run(workflow, 'agents'))
    expect(gate?.inputs['agents']).toBe('Support bot')
  })

  it.for(['support/', 'shared.md'])('fails if a path is mistyped: agents/%s', async (path, test) => {
    const harness = await createWorkflowHarness(test)
    checkOut(test, harness.workspace, { 'README.md': 'Changed.\n' })
    const text = JSON.stringify(workflow).replace(`agents/${path}`, `agent/${path}`)
    const result = await harness.run(JSON.parse(text), 'agents')
    expect(result.conclusion).toBe('failure')
    expect(gateSteps(result)).toEqual([])
    const message = `AGENTS names agent/${path}, which is not in the repository.`
    expect(JSON.stringify(result.steps)).toContain(message)
  })

  it('tests all agents if git cannot compare', async (test) => {
    const harness = await createWorkflowHarness(test, [quick('Support bot'), quick('Booking assistant')])
    checkOut(test, harness.workspace, { 'README.md': 'Changed.\n' }, 1)
    const [gate] = gateSteps(await harness.run(workflow, 'agents'))
    expect(gate?.inputs['agents']).toBe('Support bot,Booking assistant,Support bot, Booking assistant')
  })
})
