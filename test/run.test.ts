// What the gate found becomes, once, the results of all reports.
import { describe, expect, it } from 'vitest'
import { inputText } from '../src/inputs/inputs.ts'
import { summarize, summaryText } from '../src/results/summary.ts'
import { outcomeWarnings, toResults } from '../src/run.ts'
import { sampleContext, sampleOutcome, sampleResults } from './fixtures/sample-outcome.ts'
import { resultsOfScenario, scenarios } from './fixtures/scenarios.ts'

describe('the results of a job', () => {
  it('have what the gate found and what only the job knows', () => {
    expect(sampleResults).toEqual({ ...sampleOutcome, ...sampleContext })
    expect(sampleResults).toMatchObject({
      version: 3,
      title: 'Agent tests (staging)',
      verdict: 'failed',
      totals: { total: 24, passed: 21, failed: 2, flaky: 1 },
      startedAt: '2026-11-21T09:30:00.000Z',
      decisions: [{ compares: 'history', compared: { tests: 6 }, count: { blocks: false }, sample: null }],
    })
  })

  it('have no text of a conversation, and none that may quote one, with `details: none`', () => {
    const { agents, ...job } = toResults(sampleOutcome, sampleContext, 'none')
    const besideControl = resultsOfScenario('control-one-broke', { details: 'none' }).agents
    const tests = [...agents, ...besideControl].flatMap(({ run }) => run?.tests ?? [])
    for (const test of tests)
      expect(test).toMatchObject({ reasoning: null, reply: null, question: [], toolCalls: [], criteria: [] })
    const texts = tests.flatMap(({ attempts, control, evaluators }) => [
      ...[...attempts, ...(control?.attempts ?? [])].flatMap(({ reply, reasoning }) => [reply, reasoning]),
      ...evaluators.map(({ reasoning }) => reasoning),
    ])
    expect(texts.filter((text) => text !== null)).toEqual([])
    expect(tests.some(({ control }) => control?.attempts[0]?.status === 'passed')).toBe(true)
    const [unanswered] = tests.filter(({ outcome }) => outcome === 'unanswered')
    expect(unanswered?.error).toMatchObject({ kind: 'agent', detail: 'timed out', message: '' })
    // What a service or a model says of an error may quote a conversation, too.
    for (const name of ['agent-down', 'model-key-rejected', 'several-causes']) {
      const lines = (details?: 'none') =>
        summaryText(summarize(resultsOfScenario(name, details && { details }))).join('\n')
      expect(lines()).toMatch(/HTTP \d+\)?: "/)
      expect(lines('none')).toBe(lines().replace(/(HTTP \d+\)?): "[^"]+"/g, '$1'))
    }
    // Counts, verdicts and causes are the same.
    const { agents: _, ...whole } = sampleResults
    expect(job).toEqual(whole)
  })
})

describe('a warning is', () => {
  const agent = 'Booking assistant'
  const failing = 'Cancels with a full refund before the deadline'
  const passing = 'Moves a booking'
  const correct = 'Remove this line, or correct the name; case and spaces matter.'

  it.each<[string, string, boolean, string[]]>([
    [agent, failing, false, []],
    [
      agent,
      failing,
      true,
      ['has expired, so the test blocks again. Correct the test or the agent, and remove this line.'],
    ],
    [agent, passing, false, ['is not needed any more, because the test passed. Remove this line.']],
    [agent, passing, true, ['has expired. Remove this line.']],
    [agent, 'No such test', false, [`matches no test of this agent. ${correct}`]],
    ['No such agent', failing, false, [`matches none of the tested agents. ${correct}`]],
    ['No such agent', failing, true, ['has expired. Remove this line.']],
  ])('an accepted test that is not needed: %s / %s, expired: %s', (name, test, expired, texts) => {
    const accept = [{ agent: name, test, until: '2026-12-03', expired }]
    const warnings = (agents: string[], matrix: Record<string, string> | null = null) =>
      outcomeWarnings({ accept, agents, baseline: [], matrix }, sampleOutcome).map(inputText)
    const expected = texts.map((text) => `Input "accept": "${name} / ${test} until 2026-12-03" ${text}`)
    expect(warnings([])).toEqual(expected)
    expect(warnings([agent])).toEqual(expected)
    // The legs of a matrix, which list their agents, share the lines.
    expect(warnings([agent], { model: 'large' })).toEqual(name === agent || expired ? expected : [])
  })

  it('a baseline without any of the agents: they may be new', () => {
    const inputs = { accept: [], agents: [], baseline: ['results.json'], matrix: null }
    const warnings = (name: string) => {
      const { outcome } = scenarios[name] ?? expect.fail(name)
      return outcomeWarnings(inputs, outcome).map(inputText)
    }
    expect(warnings('nothing-to-compare-with')).toEqual([
      expect.stringMatching(/^Input "baseline": its files contain none of the tested agents/),
    ])
    expect(warnings('worse')).toEqual([])
  })
})
