// Workflows that name their pull request, because their event does not carry it or its time.
import { expect, it } from 'vitest'
import { openedAnHourAgo } from './flaky-agent.ts'
import { createHarness, HEAD_SHA, PULL_REQUEST, tally, warningsOf } from './harness.ts'
import { junitOf, resultsOf } from './results-file.ts'

const DEPLOYED = 'd'.repeat(40)

const inRepository = openedAnHourAgo().pull_request

it.concurrent('the comment is on the named pull request, and tells the tested commit', async (context) => {
  const agent = { name: 'Alpha', scenario: 'one-fails', parameters: { durationMs: 100, tests: 2 } } as const
  const harness = await createHarness({ agents: [agent] }, context.onTestFinished)
  harness.github.pullRequests.set(PULL_REQUEST, inRepository)
  const step = await harness.run({
    eventName: 'deployment_status',
    event: { deployment: { sha: DEPLOYED } },
    with: { 'pull-request': String(PULL_REQUEST), title: 'Billing gate' },
  })
  expect(step.exitCode).toBe(1)
  expect(harness.comments()).toHaveLength(1)
  for (const text of ['Billing gate', DEPLOYED.slice(0, 7)]) expect(harness.comments()[0]).toContain(text)
  expect(resultsOf(step)).toMatchObject({
    pullRequest: PULL_REQUEST,
    headSha: DEPLOYED,
    title: 'Billing gate',
  })
  expect(junitOf(step)).toContain('Billing gate')
  const reads = harness.github.journal.filter(({ path }) => path.endsWith(`/pulls/${PULL_REQUEST}`))
  expect(reads).toHaveLength(1)
})

const queued = {
  merge_group: { head_ref: `refs/heads/gh-readonly-queue/main/pr-${PULL_REQUEST}-${HEAD_SHA}` },
}

it.concurrent.for([
  ['that is named', 'workflow_dispatch', {}, { 'pull-request': String(PULL_REQUEST) }, 1],
  ['in a merge queue', 'merge_group', queued, {}, 0],
] as const)(
  'a pull request %s that cannot be read makes a job that compares with it inconclusive, if a test fails',
  async ([, eventName, event, inputs, warnings], context) => {
    const alpha = { name: 'Alpha', scenario: 'all-pass' } as const
    const beta = { name: 'Beta', scenario: 'one-fails' } as const
    const agents = [alpha, { ...alpha, name: 'Production' }, beta]
    const harness = await createHarness({ agents }, context.onTestFinished)
    const compare = { mode: 'gate-if-worse', ...inputs }
    const step = await harness.run({ eventName, event, with: compare })
    expect(step.exitCode).toBe(1)
    const unread = `Pull request #${PULL_REQUEST} could not be read: GitHub says: Not Found`
    expect(step.outputs['verdict']).toBe('inconclusive')
    expect(
      warningsOf(step)
        .map(({ message }) => message)
        .join(),
    ).toContain(unread)
    expect(tally(harness)['GET /agent-tests/agent/…/runs']).toBe(undefined)
    // The runs of a control are not those of the pull request.
    const controlled = await harness.run({
      eventName,
      event,
      with: { ...compare, agents: 'Alpha', control: 'Production' },
    })
    expect(controlled.exitCode).toBe(0)
    // Mode gate compares nothing then.
    const gated = await harness.run({ eventName, event, with: { ...inputs, agents: 'Beta' } })
    expect(gated).toMatchObject({ exitCode: 1, outputs: { failed: '1' } })
    expect(resultsOf(gated).agents[0]?.baseline?.problem).toEqual({
      kind: 'not-compared',
      why: 'no-cut-off',
    })
    expect(tally(harness)['GET /agent-tests/agent/…/runs']).toBe(undefined)
    expect(gated.log).toContain(unread)
    expect(warningsOf(gated).filter(({ message }) => message.includes(unread))).toHaveLength(warnings)
  },
)
