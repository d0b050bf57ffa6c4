// The input `baseline`: results files of earlier jobs in place of the run history.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { BROKEN, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness, tally } from './harness.ts'

const isResults = (file: string) => file.startsWith('{"version"')

function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-baseline-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe.concurrent('the input baseline', () => {
  it('compares with the results files of earlier jobs, without a request for the history', async (context) => {
    const folder = temporaryFolder(context)
    // No history of its own: without the files, the broken test would be new.
    const agent = { ...flakyAgent({ breaks: { [BROKEN]: 3 } }), history: [] }
    const harness = await createHarness({ agents: [agent] }, context.onTestFinished)
    for (const name of ['one', 'two']) {
      const { files } = await harness.run({ with: { mode: 'report', timeout: '240' } })
      writeFileSync(join(folder, `${name}.json`), files.find(isResults) ?? '')
    }
    const step = await harness.run({
      with: { mode: 'gate-if-worse', timeout: '240', baseline: join(folder, '*.json') },
      event: openedAnHourAgo(),
    })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(tally(harness)).not.toHaveProperty('GET /agent-tests/agent/…/runs')
    expect(harness.comments().at(-1)).toContain('passed all of its last 2 runs')
  })

  it('is a warning if the files contain none of the agents: they may be new', async (context) => {
    const file = join(temporaryFolder(context), 'results.json')
    const other = { name: 'Other', scenario: 'all-pass', parameters: { tests: 3 } } as const
    const agents = [{ ...other, name: 'New' }, other]
    const harness = await createHarness({ agents }, context.onTestFinished)
    const { files } = await harness.run({ with: { mode: 'report', agents: 'Other' } })
    writeFileSync(file, files.find(isResults) ?? '')
    const step = await harness.run({
      with: { mode: 'gate-if-worse', baseline: file, agents: 'New', comment: 'false' },
    })
    expect(step.exitCode).toBe(0)
    expect(step.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('contain none of the tested agents'),
    ])
  })
})
