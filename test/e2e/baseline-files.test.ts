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
    const agent = { ...flakyAgent({ breaks: { [BROKEN]: 4 } }), history: [] }
    const harness = await createHarness({ agents: [agent] }, context.onTestFinished)
    for (const name of ['one', 'two', 'three']) {
      const { files, exitCode } = await harness.run({ with: { mode: 'report', timeout: '240' } })
      expect(exitCode).toBe(0)
      writeFileSync(join(folder, `${name}.json`), files.find(isResults) ?? '')
    }
    const step = await harness.run({
      with: { mode: 'gate-if-worse', timeout: '240', baseline: join(folder, '*.json') },
      event: openedAnHourAgo(),
    })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1', 'previous-pass-rate': '100.0' })
    expect(tally(harness)).not.toHaveProperty('GET /agent-tests/agent/…/runs')
    expect(harness.comments().at(-1)).toContain('passed all of its last 3 runs')
  })

  it('is a warning if the files contain none of the agents: they may be new', async (context) => {
    const file = join(temporaryFolder(context), 'results.json')
    const other = { name: 'Other', scenario: 'all-pass', parameters: { tests: 3 } } as const
    const agents = [{ ...other, name: 'New' }, other]
    const harness = await createHarness({ agents }, context.onTestFinished)
    const { files } = await harness.run({ with: { mode: 'report', agents: 'Other' } })
    writeFileSync(file, files.find(isResults) ?? '')
    const gate = (names: string) =>
      harness.run({ with: { mode: 'gate-if-worse', baseline: file, agents: names, comment: 'false' } })
    const [alone, both] = [await gate('New'), await gate('New, Other')]
    expect([alone.exitCode, both.exitCode]).toEqual([0, 0])
    expect(alone.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('contain none of the tested agents'),
    ])
    expect(both.annotations).toEqual([])
  })

  it.for([
    ['matches no file', null],
    ['is not ours', '{"tests": []}'],
    ['has another version', '{"version": 1, "agents": []}'],
    ['is cut short', '{"version": 2, "agents": ['],
  ] as const)('is an error before any request if a file %s', async ([, content], context) => {
    const file = join(temporaryFolder(context), 'results.json')
    if (content !== null) writeFileSync(file, content)
    const harness = await createHarness({ agents: [flakyAgent({})] }, context.onTestFinished)
    const step = await harness.run({ with: { mode: 'gate-if-worse', baseline: file } })
    expect(step.exitCode).toBe(1)
    const errors = step.commands.filter(({ name }) => name === 'error').map(({ data }) => data)
    expect(errors).toEqual([expect.stringContaining('Input "baseline"')])
    expect(errors[0]).toContain('results.json')
    expect(harness.requests()).toEqual([])
  })
})
