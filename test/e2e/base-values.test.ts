// What a failing test of a copy is compared with, on the bundle: the text that the base of the change has, also where the agent on the service
// has another one.

import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { configOf, HEAD_SHA, pullRequestEvent, tally } from './harness.ts'
import { ALL, bots, COPY, HANDOVER, PROMPT, REFUNDS, start } from './prompt-of-main.ts'
import { resultsOf, testsOf } from './results-file.ts'

type Step = Parameters<typeof testsOf>[0]

const ASKS_PRIVACY = 'Does not reveal other customers'
const ASKS_REFUNDS = 'Refuses a refund after 30 days'
const causes = (step: Step) =>
  Object.fromEntries(
    testsOf(step)
      .filter(({ failed }) => failed)
      .map(({ name, cause }) => [name, cause]),
  )
const controls = (step: Step) => resultsOf(step).agents.map(({ control }) => control?.name)
const WITHOUT = `${COPY} without the change`
const withoutPrivacy = `${REFUNDS} ${HANDOVER}`

/** Main has lost what the service still has. */
async function startBehind(test: TestContext, more: Parameters<typeof start>[2] = {}) {
  const harness = await start(test, ALL, more)
  harness.push({ [PROMPT]: withoutPrivacy })
  return harness
}

describe.concurrent('where main has another prompt than the service', () => {
  it('a pull request of another file is not blamed for it: with skip-unchanged, nothing runs', async (test) => {
    const harness = await startBehind(test)
    harness.checkOut({ [PROMPT]: withoutPrivacy, 'README.md': 'New.' })
    const skipped = await harness.run({ 'skip-unchanged': 'true' })
    expect(skipped.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '0' })
    expect(tally(harness)).toEqual({ 'POST /agents/resolve': 1, 'GET /agents/…': 2 })
    expect(harness.report()).toContain(
      'Skipped: this pull request changes neither Support bot nor its tests.',
    )
    const step = await harness.run({ title: 'all' })
    expect(step.outputs).toMatchObject({ verdict: 'passed', failed: '1', 'executed-tests': '8' })
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'older' })
    expect(harness.report()).toContain(
      `**${ASKS_PRIVACY}** failed once; this pull request does not change what it tests.`,
    )
    expect(harness.report()).toContain(
      `Tested with main's \`system_prompt\` (${PROMPT} of \`3f1c9a7\`), which this pull request does not change.`,
    )
    expect(harness.report()).toMatch(
      /main's prompts\/support-bot\.md differs from Support bot's: \[publish it, or bring it to the repository\]\(.*\/docs\/recipes\.md#publish-a-prompt\)\./,
    )
    expect(harness.report()).toContain('If the failing tests pass on Support bot, duplicate it again')
  })

  it('one that breaks another test is blamed for that one alone, and the log tells both sides apart', async (test) => {
    const harness = await startBehind(test)
    harness.checkOut({ [PROMPT]: HANDOVER })
    const step = await harness.run()
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1', 'executed-tests': '20' })
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'older', [ASKS_REFUNDS]: 'yours' })
    expect(controls(step)).toEqual([WITHOUT])
    expect(step.log).toContain(`▶ ${WITHOUT}: `)
    expect(harness.report()).toContain("| 6 of 6 | 0 of 4 | probably this pull request's prompt |")
  })

  it('one that repairs it is green, and one that takes that back from main is red', async (test) => {
    const harness = await startBehind(test)
    harness.checkOut({ [PROMPT]: ALL })
    expect((await harness.run()).outputs).toMatchObject({ verdict: 'passed', failed: '0' })
    await harness.publish(withoutPrivacy)
    harness.push({ [PROMPT]: ALL })
    harness.checkOut({ [PROMPT]: withoutPrivacy })
    const step = await harness.run({ title: 'back' })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'yours' })
    expect(harness.report()).toContain(
      `**${ASKS_PRIVACY}** failed 5 of 5, without the change 0 of 3; probably this pull request's prompt.`,
    )
  })

  it('a group of a merge queue is not blamed for it', async (test) => {
    const harness = await startBehind(test)
    harness.checkOut({ [PROMPT]: withoutPrivacy, 'README.md': 'New.' })
    const head = `gh-readonly-queue/main/pr-7-${'a'.repeat(40)}`
    const merge_group = {
      head_ref: `refs/heads/${head}`,
      head_sha: '',
      base_sha: harness.github.branches.get('main'),
    }
    const commit = harness.github.git.commit({ [PROMPT]: withoutPrivacy, 'README.md': 'New.' }, [
      merge_group.base_sha ?? '',
    ])
    harness.checkOutCommit(commit)
    const event = {
      merge_group: { ...merge_group, head_sha: commit },
      repository: pullRequestEvent.repository,
    }
    const step = await harness.run({}, { eventName: 'merge_group', event })
    expect(step.outputs).toMatchObject({ verdict: 'passed', failed: '1', 'executed-tests': '8' })
    expect(step.log).toMatch(
      /the base branch's `system_prompt` \(.*\), which this merge group does not change/,
    )
  })

  it('four jobs at once on one copy count only runs of their own sides', async (test) => {
    const harness = await startBehind(test)
    harness.checkOut({ [PROMPT]: HANDOVER })
    const steps = await Promise.all(
      [1, 2, 3, 4].map((nth) => harness.run({ title: `${nth}`, comment: 'false' })),
    )
    const known = steps.filter(({ outputs }) => outputs['verdict'] !== 'inconclusive')
    expect(known.length).toBeGreaterThan(0)
    for (const step of known) {
      expect(step.outputs['verdict']).toBe('failed')
      expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'older', [ASKS_REFUNDS]: 'yours' })
    }
    for (const step of steps) expect(causes(step)[ASKS_PRIVACY]).not.toBe('yours')
  })
})

describe.concurrent('where main has the prompt of the service', () => {
  it('the original is the control, with the requests of before', async (test) => {
    const harness = await start(test, ALL)
    harness.push({ [PROMPT]: `${ALL}\n` })
    harness.checkOut({ [PROMPT]: withoutPrivacy })
    const step = await harness.run()
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'yours' })
    expect(controls(step)).toEqual(['Support bot'])
    expect(harness.report()).toContain("without the change 0 of 3; probably this pull request's prompt.")
    expect(harness.report()).not.toContain('differs from')
    expect(tally(harness)).toMatchObject({ 'PUT /agents/…': 5, 'POST /agent-tests/agent/…/run': 8 })
    const asked = harness.github.journal.filter(
      ({ path }) => path.includes('/git/') || path.includes('/compare/'),
    )
    expect(asked).toHaveLength(6)
  })

  it('a test that fails on a copy that lacks something is not the doing of a pull request of another file', async (test) => {
    const harness = await start(test, withoutPrivacy)
    harness.push({ [PROMPT]: withoutPrivacy })
    harness.checkOut({ [PROMPT]: withoutPrivacy, 'README.md': 'New.' })
    const step = await harness.run()
    expect(step.outputs).toMatchObject({ verdict: 'passed', 'executed-tests': '8' })
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'older' })
    expect(harness.report()).not.toContain('differs from')
  })
})

describe.concurrent('the original is compared with', () => {
  const NEW = 'prompts/v3.md'
  const override = `${COPY}: { system_prompt: { file: ${NEW} } }`

  it('where the workflow of the pull request names another file that main has', async (test) => {
    const harness = await start(test, ALL)
    harness.push({ [PROMPT]: ALL, [NEW]: withoutPrivacy, '.github/workflows/ci.yml': PROMPT })
    harness.checkOut({ [PROMPT]: ALL, [NEW]: withoutPrivacy, '.github/workflows/ci.yml': NEW })
    const step = await harness.run({ override, 'skip-unchanged': 'true' })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(controls(step)).toEqual(['Support bot'])
  })

  it('unless the workflow is that of the default branch', async (test) => {
    const harness = await start(test, ALL)
    harness.push({ [PROMPT]: withoutPrivacy, '.github/CODEOWNERS': 'a' })
    harness.checkOut({ [PROMPT]: withoutPrivacy, '.github/CODEOWNERS': 'b' })
    const step = await harness.run({}, { eventName: 'pull_request_target' })
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'older' })
    expect(step.outputs['executed-tests']).toBe('8')
  })

  it('where the pull request moves a link to a file that main has', async (test) => {
    const harness = await start(test, ALL)
    const files = { 'prompts/v2.md': ALL, [NEW]: withoutPrivacy }
    harness.push({ ...files, [PROMPT]: { link: 'v2.md' } })
    harness.checkOut({ ...files, [PROMPT]: { link: 'v3.md' } })
    rmSync(join(harness.workspace, PROMPT), { force: true })
    symlinkSync('v3.md', join(harness.workspace, PROMPT))
    const step = await harness.run()
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(controls(step)).toEqual(['Support bot'])
  })

  it.for<[string, string | Buffer]>([
    [
      'a pointer of Git LFS',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 40\n`,
    ],
    ['no UTF-8', Buffer.from('Caf\xe9', 'latin1')],
    ['nothing', ' \n'],
  ])('where the base has %s in the file', async ([, before], test) => {
    const harness = await start(test, ALL)
    harness.push({ [PROMPT]: before })
    harness.checkOut({ [PROMPT]: withoutPrivacy })
    const step = await harness.run()
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'yours' })
    expect(controls(step)).toEqual(['Support bot'])
    expect(await configOf(harness.simulator, COPY)).toMatchObject({ system_prompt: withoutPrivacy })
  })

  it('where a step of the job wrote the file, or the pull request adds it', async (test) => {
    const harness = await startBehind(test)
    harness.checkOut({ [PROMPT]: withoutPrivacy }, { [PROMPT]: `${withoutPrivacy} Rendered.` })
    expect(controls(await harness.run())).toEqual(['Support bot'])
    harness.checkOut({ [PROMPT]: withoutPrivacy, [NEW]: withoutPrivacy })
    expect(controls(await harness.run({ override, title: 'new' }))).toEqual(['Support bot'])
  })

  it('on a push, as before', async (test) => {
    const harness = await startBehind(test)
    harness.checkOutCommit(harness.github.branches.get('main') ?? '', { [PROMPT]: withoutPrivacy })
    const event = {
      after: harness.github.branches.get('main'),
      ref: 'refs/heads/main',
      repository: pullRequestEvent.repository,
    }
    const step = await harness.run({}, { eventName: 'push', event })
    expect(controls(step)).toEqual(['Support bot'])
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'yours' })
  })
})

describe.concurrent('also', () => {
  it('what main has at another path is taken back in no job that skips', async (test) => {
    const harness = await start(test, withoutPrivacy)
    harness.push({ 'prompts/v2.md': ALL })
    harness.checkOut({ [PROMPT]: withoutPrivacy })
    const step = await harness.run({ 'skip-unchanged': 'true' })
    expect(step.outputs['executed-tests']).not.toBe('0')
    expect(step.log).toContain('Nothing is skipped as unchanged')
  })

  it('a base that GitHub does not give leaves failing tests undecided, and is no reason to skip', async (test) => {
    const harness = await start(test, withoutPrivacy)
    harness.push({ [PROMPT]: withoutPrivacy })
    harness.checkOut({ [PROMPT]: withoutPrivacy, 'README.md': 'New.' })
    harness.github.faults.push(({ path }) =>
      path.includes('/git/')
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : undefined,
    )
    const step = await harness.run({ 'skip-unchanged': 'true' })
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', 'executed-tests': '8' })
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'undecided' })
    expect(step.log).toContain('Nothing is skipped as unchanged')
    expect(harness.report()).toMatch(/could not be compared .*HTTP 403.*permissions: contents: read/)
  })

  it('a branch that is older than what was published is compared with its own base, and nothing is said of main', async (test) => {
    const harness = await start(test, ALL)
    const old = harness.push({ [PROMPT]: withoutPrivacy })
    harness.push({ [PROMPT]: ALL })
    const head = harness.github.git.commit({ [PROMPT]: HANDOVER }, [old], HEAD_SHA)
    harness.checkOutCommit(head, { [PROMPT]: HANDOVER })
    const step = await harness.run()
    expect(causes(step)).toEqual({ [ASKS_PRIVACY]: 'older', [ASKS_REFUNDS]: 'yours' })
    expect(harness.report()).not.toContain('differs from')
  })

  it('a copy on which nothing passes is inconclusive, whoever changed its prompt', async (test) => {
    const config = { system_prompt: withoutPrivacy }
    const parameters = { tests: 3, failing: 3, durationMs: 0 }
    const none = { scenario: 'one-fails', parameters, config } as const
    const harness = await start(test, ALL, {
      agents: [
        { name: COPY, ...none },
        { name: 'Support bot', ...none },
      ],
    })
    harness.push({ [PROMPT]: withoutPrivacy })
    harness.checkOut({ [PROMPT]: withoutPrivacy })
    const step = await harness.run()
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(step.log).toContain('passed no test')
  })

  it('a job of a copy and another agent compares each with its own control', async (test) => {
    const others = ['Billing', 'Billing in production'].map(
      (name) => ({ name, scenario: 'one-fails', parameters: { tests: 3, durationMs: 0 } }) as const,
    )
    const harness = await start(test, ALL, {
      agents: [...bots(ALL), ...others],
    })
    harness.push({ [PROMPT]: withoutPrivacy })
    harness.checkOut({ [PROMPT]: HANDOVER })
    const step = await harness.run({
      agents: `Billing\n${COPY}`,
      control: 'Billing in production\nSupport bot',
    })
    expect(controls(step)).toEqual(['Billing in production', WITHOUT])
    expect(causes(step)).toMatchObject({ [ASKS_PRIVACY]: 'older', [ASKS_REFUNDS]: 'yours' })
  })
})
