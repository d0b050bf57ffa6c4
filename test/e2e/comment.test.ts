// The comment on the pull request: one, edited in place, and never somebody else's.
import { describe, expect, it, type TestContext } from 'vitest'
import { createFolder } from '../support/folders.ts'
import type { StepOptions } from '../support/runner/run-step.ts'
import { createHarness, type Harness, HEAD_SHA, PULL_REQUEST, warningsOf } from './harness.ts'

const agents = [{ name: 'Alpha', scenario: 'one-fails', parameters: { durationMs: 200, tests: 2 } }] as const
const writes = (harness: Harness) =>
  harness.github.journal.filter(({ method, path }) => method !== 'GET' && path.includes('/comments'))

describe.concurrent('the comment', () => {
  it('is edited by a second run, also on page 2', async ({ onTestFinished }) => {
    const harness = await createHarness({ agents }, onTestFinished)
    const words = '/docs/reports.md#what-the-words-mean'
    for (let n = 0; n < 120; n += 1) harness.github.seed(PULL_REQUEST, { user: 'dana', body: `Note ${n}` })
    await harness.run()
    expect(harness.comments()).toHaveLength(121)
    expect(harness.comments().at(-1)).toContain(`(https://github.com/acme/agent-tests/blob/v1${words})`)
    await harness.run({ env: { GITHUB_RUN_ID: '1002', GITHUB_ACTION_REPOSITORY: '' } })
    expect(harness.comments()).toHaveLength(121)
    expect(harness.comments().at(-1)).not.toContain(words)
    expect(writes(harness).map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH'])
    expect(harness.comments().at(-1)?.split('\n')[0]).toContain('1002')
    // A server of a company need not have the action's repository.
    await harness.run({ env: { GITHUB_RUN_ID: '1003', GITHUB_SERVER_URL: 'https://github.acme.test' } })
    expect(harness.comments().at(-1)).not.toContain(words)
  })

  it('links the run of each agent, also of many that passed', async ({ onTestFinished }) => {
    const green = Array.from({ length: 12 }, (_, n) => ({
      name: `Green ${n}`,
      scenario: 'all-pass' as const,
      parameters: { durationMs: 0, tests: 1 },
    }))
    const harness = await createHarness({ agents: green, concurrency: 12 }, onTestFinished)
    const linked = (text = '') => new Set(text.match(/(?<=\]\(\S+runId=)[\w-]+/g)).size
    const single = await harness.run({ with: { agents: 'Green 0' } })
    expect([linked(harness.comments()[0]), linked(single.summary)]).toEqual([1, 1])
    const all = await harness.run()
    expect([linked(harness.comments()[0]), linked(all.summary)]).toEqual([12, 12])
  })

  // The runner gives them the same workflow, job and step.
  it('is that of the last of two calls of a workflow run, as of a reusable workflow, unless each has a title or a leg of a matrix', async ({
    onTestFinished,
  }) => {
    const other = { ...agents[0], name: 'Beta' }
    const harness = await createHarness({ agents: [...agents, other], concurrency: 2 }, onTestFinished)
    const warnings = async (inputs: Record<string, string>, step = {}) =>
      warningsOf(await harness.run({ with: inputs, ...step })).map(({ message }) => message)
    expect(await warnings({ agents: 'Alpha' })).toEqual([])
    expect(await warnings({ agents: 'Beta' })).toEqual([expect.stringContaining('its own input "title"')])
    expect(harness.comments()).toEqual([
      expect.stringMatching(
        /### ❌ Do not merge: [^\n]*\n\nAnother call of this workflow run is not shown here\..*Beta/s,
      ),
    ])
    expect(await warnings({ agents: 'Alpha', title: 'Alpha' })).toEqual([])
    expect(await warnings({ agents: 'Alpha' }, { matrix: { model: 'large' } })).toEqual([])
    expect(harness.comments()).toHaveLength(3)
    expect(harness.comments()[2]).toContain('large')
  })

  it('is a warning if the token is empty, for which there is no default', async ({ onTestFinished }) => {
    const harness = await createHarness({ agents }, onTestFinished)
    const step = await harness.run({ githubToken: '' })
    expect([step.outputs['verdict'], harness.comments()]).toEqual(['failed', []])
    expect(warningsOf(step)).toMatchObject([{ message: expect.stringContaining('github-token is empty') }])
  })

  it('is written for failures only if asked, and then updated when they are gone', async ({
    onTestFinished,
  }) => {
    const green = { ...agents[0], name: 'Green', scenario: 'all-pass' } as const
    const options = { agents: [green, { ...agents[0], name: 'Red' }] }
    const harness = await createHarness(options, onTestFinished)
    const run = (agents: string, id: string) =>
      harness.run({ with: { agents, comment: 'failures' }, env: { GITHUB_RUN_ID: id } })
    const first = await run('Green', '1')
    expect(harness.comments()).toEqual([])
    expect(first.log).toContain('No comment was written, because the verdict is "passed"')
    await run('Red', '2')
    expect(harness.comments()).toEqual([expect.stringContaining('### ❌ Do not merge')])
    await run('Green', '3')
    expect(harness.comments()).toEqual([expect.stringContaining('### ✅ Good to merge')])
  })
})

describe.concurrent('the comment of a job with invalid inputs', () => {
  const green = { ...agents[0], scenario: 'all-pass' } as const
  const invalid = { mode: 'gatee' }
  const ended = async (onTestFinished: TestContext['onTestFinished'], step: Partial<StepOptions>) => {
    const harness = await createHarness({ agents: [green] }, onTestFinished)
    await harness.run()
    const after = await harness.run({ env: { GITHUB_RUN_ID: '1002' }, ...step })
    expect(after.exitCode).toBe(1)
    return harness.comments()
  }

  it('says so, with the errors and the commit, in place of the earlier result', async ({
    onTestFinished,
  }) => {
    const [comment = '', ...others] = await ended(onTestFinished, { with: invalid })
    expect(others).toEqual([])
    expect(comment.split('\n')).toEqual(
      expect.arrayContaining([
        '### ❌ Do not merge: nothing was tested',
        '- ❌ `mode`: `gatee` is not valid. Expected `gate`, `gate-if-worse` or `report`.',
      ]),
    )
    expect(comment).toContain(`\`${HEAD_SHA.slice(0, 7)}\``)
    expect(comment).toContain('[Workflow run](')
    expect(comment).not.toContain('Good to merge')
  })

  it('says so of files of tests, too, and its text cannot leave the list', async ({ onTestFinished }) => {
    const files = { 'agent-tests/a.yml': '- name: "``` @dana"\n  expcts: []\n' }
    const workspace = createFolder(files, { onTestFinished })
    const inputs = { agents: 'Alpha', tests: 'agent-tests/*.yml' }
    const [comment = ''] = await ended(onTestFinished, { with: inputs, workspace })
    expect(comment).toContain('Do not merge: nothing was tested')
    expect(comment).toContain('agent-tests/a.yml:')
    expect(comment).not.toContain('@dana')
  })

  it('is left alone by an older run, with an invalid title, and with "comment: false"', async ({
    onTestFinished,
  }) => {
    const cases = [
      { with: invalid, env: { GITHUB_RUN_ID: '1' } },
      { with: { ...invalid, title: 'x'.repeat(300) } },
      { with: { ...invalid, comment: 'false' } },
    ]
    for (const step of cases)
      expect(await ended(onTestFinished, step)).toEqual([expect.stringContaining('### ✅ Good to merge')])
  })

  it('is created on the first push', async ({ onTestFinished }) => {
    const harness = await createHarness({ agents: [green] }, onTestFinished)
    expect((await harness.run({ with: invalid })).exitCode).toBe(1)
    expect(harness.comments()).toEqual([expect.stringContaining('### ❌ Do not merge: nothing was tested')])
  })
})
