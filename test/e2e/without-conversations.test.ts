// `details: none`: voice agents hear personal data, so no report has a text of a conversation, or a reason that may quote one.
import { expect, it } from 'vitest'
import { everythingWritten } from './everything-written.ts'
import { createHarness } from './harness.ts'
import { resultsOf } from './results-file.ts'

it('no report has texts of conversations, and all have names, verdicts and links', async ({
  onTestFinished,
}) => {
  const parameters = { durationMs: 200 }
  const harness = await createHarness(
    {
      agents: [
        { name: 'Alpha', scenario: 'two-fail', parameters },
        { name: 'Beta', scenario: 'tool-call-failure', parameters },
      ],
    },
    onTestFinished,
  )
  const whole = await harness.run({ with: { retries: '1' }, env: { GITHUB_RUN_ID: '1' } })
  const tests = resultsOf(whole).agents.flatMap(({ run }) => run?.tests ?? [])
  const texts = tests.flatMap(({ reasoning, reply, question, evaluators, toolCalls, attempts }) => [
    ...[reasoning, reply, ...question.map(({ content }) => content)],
    ...[...evaluators, ...attempts].map((each) => each.reasoning),
    ...toolCalls.map((call) => call.arguments),
  ])
  const said = [...new Set(texts.filter((text) => text !== null && text.length > 3))]
  expect(said.length).toBeGreaterThan(5)

  const step = await harness.run({ with: { retries: '1', details: 'none' }, env: { GITHUB_RUN_ID: '2' } })
  const written = everythingWritten(step, harness)
  expect(said.filter((text) => text !== null && written.includes(text))).toEqual([])
  expect(step.outputs).toMatchObject({ verdict: 'failed', failed: whole.outputs['failed'] })
  const [comment = ''] = harness.comments()
  for (const { name, evaluators } of tests.filter(({ outcome }) => outcome === 'failed'))
    for (const text of [
      name,
      ...evaluators.filter(({ passed }) => passed === false).map(({ evaluator }) => evaluator),
    ])
      expect(comment).toContain(text)
  expect(comment).toContain('">Open the run</a></summary>')
})
