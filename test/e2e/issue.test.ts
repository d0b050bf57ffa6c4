// The living issue about the default branch.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import type { StepOptions } from '../support/runner/run-step.ts'
import { AGENT, BROKEN, flakyAgent } from './flaky-agent.ts'
import { createHarness, type Harness, warningsOf } from './harness.ts'
import { asks, COPY, start as startWithFiles } from './tests-in-files.ts'

const BOT = 'github-actions[bot]'
/** GITHUB_SHA of a nightly job. */
const MAIN = 'b'.repeat(40)
const repository = { id: 1, full_name: 'acme/shop', default_branch: 'main', owner: { login: 'acme' } }
const nightly = { eventName: 'schedule', event: { schedule: '17 3 * * *', repository } }
const pushed = { eventName: 'push', event: { ref: 'refs/heads/main', after: MAIN, repository } }
const agent = (scenario: 'all-pass' | 'one-fails' | 'fails-as-run', name = 'Alpha'): SimulatedAgent => ({
  ...{ name, scenario, parameters: { tests: 2, durationMs: 0 } },
})
const red = agent('one-fails', 'Red')
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const accepted = () => ({ with: { accept: `Red / Password reset mail does not arrive until ${tomorrow()}` } })
const ofPrompts = (prompts: Readonly<Record<string, string>>): SimulatedAgent[] =>
  Object.entries(prompts).map(([name, system_prompt]) => ({
    ...{ name, scenario: 'prompted', parameters: { durationMs: 0 }, config: { system_prompt } },
  }))
const green = agent('all-pass', 'Green')
const title = 'Agent tests on main: failing'

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
const commentsOn = ({ github }: Pick<Harness, 'github'>, number = 100) =>
  github.comments(number).map(({ body }) => body)

describe.concurrent('the issue', () => {
  it('follows a test over twelve nights', async (context) => {
    const harness = await start(context, [flakyAgent({ breaks: { [BROKEN]: 11 } })])
    const accept = `${AGENT} / ${BROKEN} until ${tomorrow()}`
    const told = []
    for (let at = 1; at <= 12; at += 1) {
      const more = at < 12 ? {} : { accept }
      const { outputs } = await night(harness, 1000 + at, AGENT, { with: { mode: 'gate-if-worse', ...more } })
      const [{ state = '', title: shownTitle = '', body = '' } = {}, ...others] = harness.github.issues.all
      const line = /^⚠️ This issue stays open: .*$/m.exec(body)?.[0] ?? null
      told.push([outputs['verdict'], state, shownTitle, line, others.length])
    }
    const line = `⚠️ This issue stays open: "${BROKEN}" has not passed.`
    expect(told).toEqual([
      ['failed', 'open', title, null, 0],
      ['failed', 'open', title, null, 0],
      ...Array.from({ length: 9 }, () => ['passed', 'open', title, line, 0]),
      ['passed', 'closed', title, null, 0],
    ])
    expect(commentsOn(harness)).toEqual([
      expect.stringMatching(/passed, or are accepted \(\[Workflow run\]\(.*1012\)\)\.$/),
    ])
  }, 240_000)

  it('is one while a test of main fails, over 20 nights and pushes of three workflows, with one comment for each new test', async (context) => {
    const [main, other] = ['Support bot', COPY]
    const harness = await startWithFiles(
      context,
      {},
      { agents: ofPrompts({ [main]: 'Hello.', [other]: 'Hello. Bye.' }) },
    )
    const patterns = (agents: readonly string[], pattern: string) => ({
      agents: agents.join(),
      tests: agents.map((name) => `${name}: agent-tests/${pattern}`).join('\n'),
    })
    const all = patterns([main, other], '*.yml')
    const quick = patterns([main, other], 'quick.yml')
    const one = patterns([other], '*.yml')
    harness.write('.git/HEAD', MAIN)
    const { issues } = harness.github
    const file = (names: string, failing: string) =>
      [...names].map((name) => asks(name, failing.includes(name) ? 'Bye' : 'Hello')).join('')
    // The tests that fail in the first agent, the open issues and all comments after the job.
    const jobs = [
      [all, '', [], 0],
      [all, 'A', [100], 0],
      [one, 'A', [100], 0],
      [all, 'AB', [100], 1],
      [quick, 'B', [100], 1],
      [all, 'B', [100], 1],
      [all, 'A', [100], 1],
      [one, 'A', [100], 1],
      [quick, 'A', [100], 1],
      [all, '', [], 2],
      [quick, '', [], 2],
      [all, 'B', [100], 2],
      [quick, 'B', [100], 2],
      [all, '', [], 3],
      [quick, 'A', [100], 3],
      // A person closes it.
      [all, 'A', [], 3],
      [all, 'AC', [101], 3],
      [one, 'AC', [101], 3],
      [quick, '', [101], 3],
      [all, '', [], 4],
    ] as const
    const found = []
    for (const [at, [inputs, failing]] of jobs.entries()) {
      harness.write('agent-tests/quick.yml', file('AX', failing))
      harness.write('agent-tests/slow.yml', file('BC', failing))
      const [issue] = issues.all
      // A person who triages it.
      if (at === 5) issues.edit(100, { title: 'Refunds', body: `Owner: Dana\r\n\r\n${issue?.body}` })
      if (at === 15) issues.edit(100, { state: 'closed' })
      const event = inputs === quick ? pushed : nightly
      const step = { ...event, env: { ...fastTime(5), GITHUB_RUN_ID: String(1001 + at) } }
      await harness.run({ issue: 'true', ...inputs }, step)
      const open = issues.all.filter(({ state }) => state === 'open').map(({ number }) => number)
      found.push([inputs, failing, open, commentsOn(harness).length + commentsOn(harness, 101).length])
      if (at === 4) expect(issues.all[0]?.body).toContain('stays open: "B" was not run here.')
    }
    expect(found).toEqual(jobs)
    expect(issues.all[0]).toMatchObject({
      title: 'Refunds',
      body: expect.stringMatching(/^Owner: Dana\n\n<!--/),
    })
  }, 240_000)

  it('is opened by a failure, edited in place, and closed with one comment once its tests are over', async (context) => {
    const harness = await start(context)
    const first = await night(harness, 1001, 'Red')
    expect(shown(harness)).toEqual([{ number: 100, state: 'open', title }])
    expect(first.log).toMatch(/Issue created: http.*\/issues\/100/)
    const [issue] = harness.github.issues.all
    expect(issue?.body).toMatch(
      /^<!-- agent-tests:\w{32} run:1001 attempt:1 tests:[0-9a-f]{14} names:[\w+/=]+ -->\n### ❌ Failed: /,
    )
    await night(harness, 1002, 'Red')
    expect(harness.github.issues.all[0]?.body).toContain('run:1002')
    expect(commentsOn(harness)).toEqual([])
    const last = await night(harness, 1003, 'Red', accepted())
    expect(shown(harness)).toEqual([{ number: 100, state: 'closed', title }])
    expect(last.log).toContain('Issue closed: ')
    expect(commentsOn(harness)).toEqual([expect.stringMatching(/^The tests of this issue passed, .*\.$/)])
    await night(harness, 1004, 'Green')
    expect(harness.github.issues.all).toHaveLength(1)
  })

  it('says another failing test in a comment, unless it is locked', async (context) => {
    const harness = await start(context, [red, { ...red, name: 'Other' }])
    await night(harness, 1001, 'Red')
    harness.github.issues.edit(100, { locked: true })
    const step = await night(harness, 1002, 'Red, Other')
    expect(warningsOf(step)).toEqual([])
    expect(harness.github.issues.all[0]?.body).toContain('· Other')
    expect(commentsOn(harness)).toEqual([])
  })

  it('says in a comment that another test fails, though as many do as before', async (context) => {
    const harness = await start(context, [red, { ...red, name: 'Other' }])
    await night(harness, 1001, 'Red')
    const [before] = shown(harness)
    for (const [at, agents] of ['Other', 'Other', 'Red', 'Red, Other'].entries())
      await night(harness, 1002 + at, agents)
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

  it('that a person closed stays closed: only a test that it does not name opens another one', async (context) => {
    const harness = await start(context, [red, { ...red, name: 'Other' }])
    await night(harness, 1001, 'Red')
    harness.github.issues.edit(100, { state: 'closed' })
    const same = await night(harness, 1002, 'Red')
    expect(same.log).toMatch(/because a person closed the one about all that fails: http.*\/100/)
    expect(shown(harness)).toMatchObject([{ state: 'closed' }])
    await night(harness, 1003, 'Red, Other')
    expect(shown(harness)).toMatchObject([{ state: 'closed' }, { number: 101, state: 'open' }])
  })

  it('is left alone by a job that has a pull request', async (context) => {
    const harness = await start(context)
    harness.github.pullRequests.set(7, { number: 7 })
    const { log } = await night(harness, 1001, 'Red', { with: { 'pull-request': '7' } })
    expect(harness.github.issues.all).toEqual([])
    expect(log).toContain('No issue was written, because this job has a pull request.')
  })

  it.for([
    ['of the event', MAIN, 200, true],
    ['of the newest main, which the checkout found', 'd'.repeat(40), 200, true],
    ['of another branch', 'e'.repeat(40), 200, false],
    ['of main, as far as GitHub says', 'd'.repeat(40), 403, false],
  ] as const)('is written for files of the commit %s', async ([, commit, status, isWritten], context) => {
    const failing = asks('A', 'Bye')
    const agents = ofPrompts({ 'Support bot': 'Hello.' })
    const harness = await startWithFiles(context, { 'agent-tests/a.yml': failing }, { agents })
    harness.github.branches.set('main', 'd'.repeat(40)).set('develop', 'e'.repeat(40))
    harness.github.faults.push(({ path }) =>
      status !== 200 && path.endsWith('/branches-where-head') ? { status, body: {} } : undefined,
    )
    harness.write('.git/HEAD', commit)
    const { log } = await harness.run({ issue: 'true' }, nightly)
    expect(harness.github.issues.all).toHaveLength(isWritten ? 1 : 0)
    if (!isWritten) expect(log).toContain('because this job does not test the newest commit of the default')
    const asked = harness.github.journal.filter(({ path }) => path.endsWith('/branches-where-head'))
    expect(asked).toHaveLength(commit === MAIN ? 0 : 1)
  })

  it('of a newer run is left alone by an older one, also once it is closed', async (context) => {
    const harness = await start(context)
    await night(harness, 1002, 'Red')
    const warnings = async (id: number, agents: string) =>
      warningsOf(await night(harness, id, agents)).map(({ message }) => message)
    expect(await warnings(1001, 'Green')).toEqual([expect.stringMatching(/newer workflow run: http/)])
    await night(harness, 1003, 'Red', accepted())
    expect(await warnings(1001, 'Red')).toEqual([expect.stringMatching(/newer workflow run: http/)])
    expect(shown(harness)).toMatchObject([{ state: 'closed' }])
  })

  it('of two jobs that created one at once is the first one, which takes the tests of the second', async (context) => {
    const harness = await start(context, [red, { ...red, name: 'Other' }, green])
    await night(harness, 1001, 'Other')
    const [{ body = '' } = {}] = harness.github.issues.all
    harness.github.issues.remove(100)
    await night(harness, 1002, 'Red')
    harness.github.issues.add({ number: 105, user: BOT, title, body })
    const step = await night(harness, 1003, 'Green')
    expect(shown(harness)).toMatchObject([
      { number: 100, state: 'open' },
      { number: 105, state: 'closed' },
    ])
    expect(step.log).toMatch(/Issue updated: http.*\/100/)
    await night(harness, 1004, 'Red', accepted())
    expect(shown(harness)).toMatchObject([{ state: 'open' }, { state: 'closed' }])
  })

  it('is neither one of another author nor a pull request', async (context) => {
    const harness = await start(context)
    await night(harness, 1001, 'Red')
    const [{ body = '' } = {}] = harness.github.issues.all
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
        /HTTP 410\)\. Check that it was not deleted, and that issues are enabled in the settings of the repository\.$/,
      ),
    ])
    harness.github.faults.push(({ path }) =>
      path.includes('/issues')
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : undefined,
    )
    expect(await warning(1002)).toEqual([expect.stringContaining('has `permissions: issues: write`')])
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
    if (!isWritten) expect(step.log).toContain('No issue was written, because this job does not')
  })

  it('needs no request unless it is asked for', async (context) => {
    const harness = await start(context)
    await night(harness, 1001, 'Red', { with: { issue: 'false' } })
    expect(issueRequests(harness)).toEqual([])
  })
})
