// What the gate found becomes, once, the results of all reports.
import { describe, expect, it } from 'vitest'
import { storyOf } from '../src/results/story.ts'
import { toResults } from '../src/run.ts'
import { allDetails } from './fixtures/all-details.ts'
import { context } from './fixtures/samples.ts'
import { resultsOfScenario } from './fixtures/scenarios.ts'
import { storyText } from './results/story-text.ts'

describe('the results of a job', () => {
  const { details: _, ...job } = context

  it('have what the gate found and what only the job knows', () => {
    expect(toResults(allDetails, job, 'failing')).toEqual({ ...allDetails, ...job })
  })

  it('have no text of a conversation, and none that may quote one, with `details: none`', () => {
    const { agents, ...others } = toResults(allDetails, job, 'none')
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
    const [unanswered] = tests.filter(({ cause }) => cause === 'no-result')
    expect(unanswered?.error).toMatchObject({ kind: 'agent', detail: 'timed out', message: '' })
    // What a service or a model says of an error may quote a conversation, too.
    for (const name of ['agent-down', 'model-key-rejected', 'several-causes']) {
      const lines = (details?: 'none') =>
        storyText(storyOf(resultsOfScenario(name, details && { details }))).join('\n')
      const quote = /(?<=HTTP \d+)(?:; | \()"[^"]+"(?=\))/g
      expect(lines()).toMatch(quote)
      expect(lines('none')).toBe(lines().replaceAll(/(?<=HTTP \d+)(?:; "[^"]+"| \("[^"]+"\))/g, ''))
    }
    // Counts, verdicts and causes are the same.
    const { agents: _, ...whole } = toResults(allDetails, job, 'failing')
    expect(others).toEqual(whole)
  })
})
