// `details: none`: voice agents hear personal data, so no report has a text of a conversation, or a reason that may quote one.
import { expect, it } from 'vitest'
import { createFolder } from '../support/folders.ts'
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
  for (const { name, evaluators } of tests.filter(({ failed }) => failed))
    for (const text of [
      name,
      ...evaluators.filter(({ passed }) => passed === false).map(({ evaluator }) => evaluator),
    ])
      expect(comment).toContain(text)
  expect(comment).toMatch(/Open the run/)
})

const SAID = 'My card is 4111 1111 1111 1111.'
const test = () =>
  `- name: Refund\n  history: [{ role: user, content: "${SAID}" }]\n  evaluators:\n    - { name: Tone }\n`

it.for<[string, string, number, string]>([
  ['an error of a file', test().replace('content', 'contents'), 0, '"contents"'],
  ['another error of a file', test().replace('role: user', 'role: usr'), 0, '"usr"'],
  [
    'a text in place of turns',
    '- name: A\n  history: My card is 4111222233334444\n',
    0,
    'a list, not a text',
  ],
  [
    'a value that JSON writes in another way',
    `${test()}  inputs: { card: +4111222233334444, note: My card }\n`,
    0,
    'the value of "card" is not read as it is written',
  ],
  ['a refusal by the service', test(), 422, 'HTTP 422'],
  ['an answer that repeats the request', test(), 200, 'the response is not JSON'],
])('nor have they texts of tests in %s', async ([_, text, status, said], context) => {
  const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 0 } }] as const
  const repeat = ({ path, body }: { readonly path: string; readonly body: string }) =>
    path === '/tests/bulk'
      ? ({
          kind: 'answer',
          status,
          body: status === 200 ? body.slice(0, -9) : JSON.stringify({ detail: body }),
        } as const)
      : undefined
  const faultProxy = { rules: status === 0 ? [] : [repeat] }
  const harness = await createHarness({ agents, faultProxy }, context.onTestFinished)
  const workspace = createFolder({ 'agent-tests/a.yml': text }, context)
  const inputs = { agents: 'Alpha', tests: 'agent-tests/*.yml' }
  const shown = await harness.run({ workspace, with: inputs })
  expect(everythingWritten(shown, harness)).toContain(status === 200 ? said : 'My card')
  const step = await harness.run({ workspace, with: { ...inputs, details: 'none' } })
  expect(step.exitCode).toBe(1)
  expect(step.log).toContain(said)
  expect(everythingWritten(step, { ...harness, comments: () => [] })).not.toMatch(
    /My card|4111 1111|4111222233334444/,
  )
})
