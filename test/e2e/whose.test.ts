// Whose doing a failing test is said to be, on the bundle: of what was tested, and of nothing else.
import { describe, expect, it, type TestContext } from 'vitest'
import { createHarness, HEAD_SHA, PULL_REQUEST, pullRequestEvent } from './harness.ts'
import { ALL, bots, COPY, HANDOVER, PROMPT, start } from './prompt-of-main.ts'

const shown = (text: string) => text.replaceAll(/[\u2066-\u2069\u200B]/g, '')

/** Main has a prompt, #6 breaks it, and #7, the last one of the group, changes another file. */
async function mergeGroup(test: TestContext, inputs: Readonly<Record<string, string>>) {
  const harness = await start(test, ALL)
  const base = harness.push({ [PROMPT]: ALL })
  const six = harness.github.git.commit({ [PROMPT]: HANDOVER }, [base])
  const commit = harness.github.git.commit({ [PROMPT]: HANDOVER, 'README.md': 'New.' }, [six])
  harness.checkOutCommit(commit, { [PROMPT]: HANDOVER })
  harness.github.pullRequests.set(PULL_REQUEST, pullRequestEvent.pull_request)
  const head_ref = `refs/heads/gh-readonly-queue/main/pr-${PULL_REQUEST}-${'a'.repeat(40)}`
  const event = {
    merge_group: { head_ref, head_sha: commit, base_sha: base },
    repository: pullRequestEvent.repository,
  }
  const step = await harness.run(inputs, { eventName: 'merge_group', event })
  return { step, report: harness.report() }
}

describe.concurrent('a group of two pull requests', () => {
  it.for<[mode: string, inputs: Readonly<Record<string, string>>]>([
    ['that is compared with a control', {}],
    ['in mode gate', { mode: 'gate' }],
  ])('%s is what reports speak of', async ([, inputs], test) => {
    const { step, report } = await mergeGroup(test, inputs)
    expect(step.outputs['verdict']).toBe('failed')
    for (const text of [report, shown(step.summary), shown(step.log), step.outputs['headline'] ?? '']) {
      expect(text).not.toMatch(/this pull request|pull request's|(?:this|your) change/i)
    }
    expect(report).toMatch(/this (?:merge )?group/)
  })
})

const fails = { scenario: 'one-fails', parameters: { durationMs: 100, tests: 4 } } as const

it.concurrent('a deployment is named by its commit, and not as if it were without the files', async (test) => {
  const harness = await createHarness({ agents: [{ name: 'Support bot', ...fails }] }, test.onTestFinished)
  harness.github.pullRequests.set(PULL_REQUEST, pullRequestEvent.pull_request)
  const step = await harness.run({
    ...{ eventName: 'deployment_status', event: { deployment: { sha: HEAD_SHA } } },
    with: { 'pull-request': String(PULL_REQUEST) },
  })
  const [report = ''] = harness.comments().map(shown)
  for (const text of [report, shown(step.summary)]) {
    expect(text).toContain(`the deployment of \`${HEAD_SHA.slice(0, 7)}\``)
    expect(text).not.toMatch(/as deployed|without your files/)
  }
})

it.concurrent('the agents that are as deployed are named where another has the prompt of the pull request', async (test) => {
  const agents = [...bots(ALL), { name: 'Sales bot', ...fails }]
  const harness = await start(test, ALL, { agents })
  harness.push({ [PROMPT]: ALL })
  harness.checkOut({ [PROMPT]: HANDOVER }, { [PROMPT]: HANDOVER })
  await harness.run({ mode: 'gate', agents: `${COPY}\nSales bot` })
  expect(harness.report()).toMatch(/Sales bot as deployed/)
  expect(harness.report()).not.toContain(`${COPY} as deployed`)
})
