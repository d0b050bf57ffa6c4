// The living issue about the default branch.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import type { StepOptions } from '../support/runner/run-step.ts'
import { AGENT, BROKEN, flakyAgent } from './flaky-agent.ts'
import { createHarness, type Harness, warningsOf } from './harness.ts'

const BOT = 'github-actions[bot]'
const repository = { id: 1, full_name: 'acme/shop', default_branch: 'main', owner: { login: 'acme' } }
const nightly = { eventName: 'schedule', event: { schedule: '17 3 * * *', repository } }
const agent = (scenario: 'all-pass' | 'one-fails' | 'fails-as-run', name = 'Alpha'): SimulatedAgent => ({
  ...{ name, scenario, parameters: { tests: 2, durationMs: 0 } },
})
const red = agent('one-fails', 'Red')
const green = agent('all-pass', 'Green')

/** One night, of the agents that `agents` names. */
const night = (harness: Harness, runId: number, agents: string, step: Partial<StepOptions> = {}) =>
  harness.run({
    ...nightly,
    ...step,
    with: { issue: 'true', agents, timeout: '240', ...step.with },
    env: { GITHUB_RUN_ID: String(runId), ...step.env },
  })

const start = (context: TestContext, agents: readonly SimulatedAgent[] = [red, green]) =>
  createHarness({ agents, concurrency: 8 }, context.onTestFinished)

const shown = ({ github }: Harness) =>
  github.issues.all.map(({ number, state, title }) => ({ number, state, title }))
const issueRequests = ({ github }: Harness) => github.journal.filter(({ path }) => path.includes('/issues'))
const commentsOn = ({ github }: Harness, number = 100) => github.comments(number).map(({ body }) => body)

describe.concurrent('the issue', () => {
  it('follows a test over twelve nights', async (context) => {
    const harness = await start(context, [flakyAgent({ breaks: { [BROKEN]: 11 } })])
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const accept = `${AGENT} / ${BROKEN} until ${until}`
    const told = []
    for (let at = 1; at <= 12; at += 1) {
      const more = at < 12 ? {} : { accept }
      const { outputs } = await night(harness, 1000 + at, AGENT, { with: { mode: 'gate-if-worse', ...more } })
      const [{ state = '', title = '', body = '' } = {}, ...others] = harness.github.issues.all
      const line = /^⚠️ This issue stays open: .*$/m.exec(body)?.[0] ?? null
      told.push([outputs['verdict'], state, title.replace(/.* tests? /, ''), line, others.length])
    }
    const line = expect.stringMatching(new RegExp(`open: "${BROKEN}" has failed since \\d+ \\w{3}\\.$`))
    expect(told).toEqual([
      ['failed', 'open', 'broke', null, 0],
      ['failed', 'open', 'failed', null, 0],
      ...Array.from({ length: 8 }, () => ['passed', 'open', 'failed', line, 0]),
      // None of its ten earlier runs passed.
      ['passed', 'open', 'failed', `⚠️ This issue stays open: "${BROKEN}" has not passed.`, 0],
      ['passed', 'closed', 'failed', null, 0],
    ])
    expect(commentsOn(harness)).toEqual([
      expect.stringMatching(
        /^\*\*Now:\*\* 1 of \d+ tests? failed \(\[Workflow run\]\(.*1002\)\)\. Failing: "[^"]+"\.$/,
      ),
      expect.stringMatching(/are accepted, or are gone \(\[Workflow run\]\(.*1012\)\)\.$/),
    ])
  }, 240_000)

  it('is opened by a failure, edited in place, and closed with one comment once its tests are over', async (context) => {
    const harness = await start(context)
    const first = await night(harness, 1001, 'Red')
    const title = expect.stringMatching(/^Agent tests on main: 1 of \d+ tests? failed$/)
    expect(shown(harness)).toEqual([{ number: 100, state: 'open', title }])
    expect(first.log).toMatch(/Issue created: http.*\/issues\/100/)
    const [issue] = harness.github.issues.all
    expect(issue?.body).toMatch(
      /^<!-- agent-tests:\w{32} run:1001 attempt:1 tests:[0-9a-f]{14} -->\n### ❌ Failed: /,
    )
    await night(harness, 1002, 'Red')
    expect(harness.github.issues.all[0]?.body).toContain('run:1002')
    expect(commentsOn(harness)).toEqual([])
    const last = await night(harness, 1003, 'Green')
    expect(shown(harness)).toEqual([{ number: 100, state: 'closed', title }])
    expect(last.log).toContain('Issue closed: ')
    expect(commentsOn(harness)).toEqual([expect.stringMatching(/^The tests of this issue passed, .*\.$/)])
    await night(harness, 1004, 'Green')
    expect(harness.github.issues.all).toHaveLength(1)
  })

  it('says another title in a comment, unless it is locked', async (context) => {
    const harness = await start(context, [red, { ...red, name: 'Other' }])
    await night(harness, 1001, 'Red')
    await night(harness, 1002, 'Red, Other')
    expect(commentsOn(harness)).toEqual([expect.stringMatching(/^\*\*Now:\*\* .* failed in both agents/)])
    harness.github.issues.edit(100, { locked: true })
    const step = await night(harness, 1003, 'Red')
    expect(warningsOf(step)).toEqual([])
    expect(harness.github.issues.all[0]?.title).not.toContain('agents')
    expect(commentsOn(harness)).toHaveLength(1)
  })

  it('says in a comment that another test fails, though as many do as before', async (context) => {
    const harness = await start(context, [red, { ...red, name: 'Other' }])
    await night(harness, 1001, 'Red')
    const [before] = shown(harness)
    await night(harness, 1002, 'Other')
    await night(harness, 1003, 'Other')
    expect(shown(harness)).toEqual([before])
    expect(commentsOn(harness)).toEqual([
      expect.stringMatching(/^\*\*Now:\*\* 1 of .*1002\)\)\. Failing: ".+"\.$/),
    ])
  })

  it.for([
    ['an inconclusive job', { with: { agents: 'Ends' } }],
    ['an invalid input', { with: { mode: 'gatee' } }],
  ] as const)('stays as it is after %s', async ([, step], context) => {
    const harness = await start(context, [red, agent('fails-as-run', 'Ends')])
    await night(harness, 1001, 'Red')
    const before = harness.github.issues.all
    await night(harness, 1002, 'Red', step)
    expect(harness.github.issues.all).toEqual(before)
  })

  it.skipIf(process.platform === 'win32')('is not opened by a job that is cancelled', async (context) => {
    const hangs = { name: 'Hangs', scenario: 'hangs' } as const
    const harness = await start(context, [red, hangs])
    const inputs = { issue: 'true', agents: 'Red, Hangs', timeout: '240' }
    const step = harness.start({ ...nightly, with: inputs })
    await step.logged(/Red: failed/)
    step.kill('SIGTERM')
    const { outputs, log } = await step.result
    expect([outputs['verdict'], harness.github.issues.all]).toEqual(['failed', []])
    expect(log).toContain('The issue was left as it is, because this job has no clear result.')
  })

  it('that a person closed stays closed: the next failure opens another one', async (context) => {
    const harness = await start(context)
    await night(harness, 1001, 'Red')
    harness.github.issues.edit(100, { state: 'closed' })
    await night(harness, 1002, 'Red')
    expect(shown(harness)).toMatchObject([{ state: 'closed' }, { number: 101, state: 'open' }])
    harness.github.issues.remove(101)
    await night(harness, 1003, 'Red')
    expect(shown(harness)).toHaveLength(2)
  })

  it('of a newer run is left alone by an older one, also once it is closed', async (context) => {
    const harness = await start(context)
    await night(harness, 1002, 'Red')
    const warnings = async (id: number, agents: string) =>
      warningsOf(await night(harness, id, agents)).map(({ message }) => message)
    expect(await warnings(1001, 'Green')).toEqual([expect.stringMatching(/newer workflow run: http/)])
    await night(harness, 1003, 'Green')
    expect(await warnings(1001, 'Red')).toEqual([expect.stringMatching(/newer workflow run: http/)])
    expect(shown(harness)).toMatchObject([{ state: 'closed' }])
  })

  it('of two jobs that create one at once is the first one', async (context) => {
    const harness = await start(context)
    await night(harness, 1001, 'Red')
    const [{ body = '', title = '' } = {}] = harness.github.issues.all
    harness.github.issues.remove(100)
    harness.github.issues.add({ number: 99, user: 'dana', title, body: 'Another' })
    harness.github.faults.push(({ method, path }) => {
      if (method === 'POST' && path.endsWith('/issues') && harness.github.issues.all.length === 1)
        harness.github.issues.add({ number: 50, user: BOT, title, body })
      return undefined
    })
    const step = await night(harness, 1002, 'Red')
    expect(shown(harness)).toMatchObject([
      { number: 99, state: 'open' },
      { number: 50, state: 'open' },
      { number: 102, state: 'closed' },
    ])
    expect(step.log).toMatch(/Issue updated: http.*\/50/)
    expect(harness.github.issues.all[1]?.body).toContain('run:1002')
  })

  it('is neither one of another author nor a pull request', async (context) => {
    const harness = await start(context)
    await night(harness, 1001, 'Red')
    const [{ body = '', title = '' } = {}] = harness.github.issues.all
    harness.github.issues.remove(100)
    harness.github.issues.add({ number: 7, user: 'mallory', title, body })
    harness.github.issues.add({ number: 8, user: BOT, title, body, isPullRequest: true })
    await night(harness, 1002, 'Green')
    expect(shown(harness)).toMatchObject([
      { number: 7, state: 'open' },
      { number: 8, state: 'open' },
    ])
  })

  it('is a warning with its remedy if issues are disabled or refused', async (context) => {
    const harness = await start(context)
    harness.github.issues.areDisabled = true
    const warning = async (id: number) => {
      const step = await night(harness, id, 'Red')
      expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'failed'])
      return warningsOf(step).map(({ message }) => message)
    }
    expect(await warning(1001)).toEqual([
      expect.stringMatching(
        /HTTP 410\)\. Enable issues in the settings of the repository, or remove the input "issue"\.$/,
      ),
    ])
    harness.github.faults.push(({ path }) =>
      path.includes('/issues')
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : undefined,
    )
    expect(await warning(1002)).toEqual([
      expect.stringContaining('Add `permissions: issues: write` to the job'),
    ])
  })

  it.for([
    ['push', { ref: 'refs/heads/main', after: 'a'.repeat(40) }, true],
    ['push', { ref: 'refs/heads/change', after: 'a'.repeat(40) }, false],
    ['workflow_dispatch', { ref: 'refs/heads/main' }, true],
    ['workflow_dispatch', { ref: 'refs/heads/change' }, false],
    ['repository_dispatch', { action: 'deployed' }, true],
    ['workflow_run', { workflow_run: {} }, false],
  ] as const)('on %s %j: %j', async ([eventName, event, isWritten], context) => {
    const harness = await start(context)
    const step = await night(harness, 1001, 'Red', { eventName, event: { ...event, repository } })
    expect(harness.github.issues.all).toHaveLength(isWritten ? 1 : 0)
    if (!isWritten) expect(step.log).toContain('No issue was written, because the event of this job')
  })

  it('needs no request unless it is asked for', async (context) => {
    const harness = await start(context)
    await night(harness, 1001, 'Red', { with: { issue: 'false' } })
    expect(issueRequests(harness)).toEqual([])
  })
})
