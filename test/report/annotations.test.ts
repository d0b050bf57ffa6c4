import { describe, expect, it } from 'vitest'
import type { EarlyEnd } from '../../src/gate/model.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { hostileResults, hostileScenarios, hostileTexts } from '../fixtures/hostile-texts.ts'
import { billing, booking, overdue, support } from '../fixtures/sample-agents.ts'
import {
  agentOf,
  failed,
  outcome,
  overriding,
  resultsOf,
  type SampleAgent,
  skipped,
  sourceIn,
  test as testResult,
} from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const annotations = (results: readonly SampleAgent[], mode: Results['mode'] = 'gate') =>
  annotationsOf(storyOf(resultsOf(outcome(results, 1), { mode })))
const ofScenario = (name: string) => annotationsOf(storyOf(resultsOfScenario(name)))
const titles = (name: string) => ofScenario(name).map(({ level, title }) => `${level}: ${title}`)
const inFile = (file: string, committed = true) =>
  testResult('A', { source: sourceIn(file, 3, { committed }) })

describe('annotations', () => {
  it('are none when everything passed', () => {
    expect(annotations([billing])).toEqual([])
    const copy = agentOf('Billing helper (preview)', { kind: 'spare-copy', original: 'Billing helper' }, null)
    expect(annotations([billing, copy])).toEqual([])
    expect(['not-worse', 'passed-on-retry', 'unchanged'].flatMap(titles)).toEqual([])
  })

  it('are the notes on agents, if everything else passed', () => {
    expect(annotations([billing, skipped('Draft', 'No tests linked.')])).toEqual([
      {
        level: 'warning',
        title: '✅ Good to merge: all 18 tests passed; 1 agent skipped',
        message: 'Draft cannot run (skipped, HTTP 400: "No tests linked.").',
      },
    ])
  })

  it('are one of the job: what every report says first, then why each test failed', () => {
    const [only, ...others] = annotations([billing, support])
    expect(others).toEqual([])
    expect(only?.title).toBe('❌ Do not merge: 2 of 30 tests failed in Support bot')
    expect(only?.message.split('\n').map((line) => line.slice(0, 60))).toMatchInlineSnapshot(`
      [
        "· This job tested the deployed agents: unless you deployed t",
        "· Next: read each failing reply, then fix Support bot; if th",
        "❌ Refuses a refund after 30 days: failed once, nothing to co",
        "❌ Hands an angry customer over to a person: failed once, not",
        "- Refuses a refund after 30 days: Refunds end after 30 days.",
        "- Hands an angry customer over to a person: The customer ask",
      ]
    `)
  })

  it('have the differing arguments of a tool call, not those that are as expected', () => {
    expect(annotations([booking])[0]?.message).toMatch(
      /\n- Cancels with a full refund before the deadline: refund: expected "full", got "none" https:\S+$/,
    )
  })

  it('of invalid inputs are one each, at the line that is wrong, with that line', () => {
    const message = 'tests/a*b*.yml:5: the service has no evaluator "Corectness"'
    const issue = {
      input: 'tests',
      file: 'tests/a*b*.yml',
      line: 5,
      message,
      lines: ['  5 |   - name: Corectness'],
    }
    const ofIssues = (count: number) => {
      const issues = Array.from({ length: count }, (_, at) => ({ ...issue, line: issue.line + at }))
      const endedEarly: EarlyEnd = { kind: 'wrong-inputs', issues }
      return annotationsOf(storyOf(resultsOf(outcome([], 1, { endedEarly }))))
    }
    expect(ofIssues(1)).toEqual([
      {
        ...{ level: 'error', title: 'Invalid input', file: 'tests/a*b*.yml', line: 5 },
        message: `Input "tests": ${message}\n${issue.lines[0]}`,
      },
    ])
    // GitHub keeps ten.
    expect(ofIssues(12).map(({ line }) => line)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  })

  it('stand in the file that was tested in place of the configuration', () => {
    const override = overriding({ model: null, system_prompt: 'prompts/bot.md' })
    expect(annotations([{ ...booking, override }, overdue]).map(({ file }) => file)).toEqual([
      'prompts/bot.md',
    ])
  })

  it('stand at the line of a test that blocks, if its file is that of the tested commit', () => {
    expect(annotations([failed('Bot', 1, [inFile('tests.yml')])])[1]).toEqual({
      ...{ level: 'error', title: 'Bot: A', file: 'tests.yml', line: 3 },
      message: expect.stringMatching(/^Nothing to compare it with \(failed once\)\.\nhttps:\S+$/),
    })
    expect(annotations([failed('Bot', 1, [inFile('made.yml', false)])])[1]).not.toHaveProperty('file')
  })

  it.each(['a\u001b[31m.yml', 'a\u202egpj.yml', 'a\u2066b.yml', 'a\u0007.yml'])(
    'have no place in a file whose path is not shown as it is: %j',
    (file) => {
      const override = overriding({ system_prompt: file })
      const all = annotations([failed('Bot', 1, [inFile(file)]), { ...booking, override }])
      expect(all.flatMap((each) => [each.file ?? [], each.line ?? []].flat())).toEqual([])
      expect(all.map(({ title }) => title)).toContain('Bot: A')
    },
  )

  it('say why five tests failed', () => {
    const tests = Array.from({ length: 8 }, (_, index) => testResult(`T${index + 1}`, { reasoning: 'No.' }))
    const [only] = annotations([failed('Bot', 9, tests)])
    const lines = only?.message.split('\n').filter((line) => line.startsWith('- '))
    expect(lines?.map((line) => line.replace(/ https:\S+$/, ''))).toEqual(
      [1, 2, 3, 4, 5].map((number) => `- T${number}: No.`),
    )
  })

  it('say an outage once', () => {
    for (const name of ['stopped-after-errors', 'agents-down', 'cannot-run', 'half-unanswered'])
      expect(ofScenario(name)).toEqual([
        expect.objectContaining({
          message: expect.stringMatching(/^(?!.*HTTP [45]\d\d.*HTTP [45]\d\d).*HTTP/s),
        }),
      ])
  })

  it.each<[string, EarlyEnd, string]>([
    ['a refused key', { kind: 'key', status: 401, reason: null, withheld: false }, 'error'],
    ['an unknown agent', { kind: 'names', unknown: [{ name: 'Bot', nearest: null }], same: [] }, 'error'],
    ['a key that nobody set', { kind: 'key', status: null, reason: null, withheld: false }, 'error'],
    ['a key that GitHub withholds', { kind: 'key', status: null, reason: null, withheld: true }, 'warning'],
  ])('of %s in mode report', (_, endedEarly, level) => {
    const results = resultsOf(outcome([], 1, { endedEarly }), { mode: 'report' })
    expect(annotationsOf(storyOf(results)).map((each) => each.level)).toEqual([level])
  })

  it('are warnings of what does not block, and in mode report', () => {
    expect(titles('few-runs')).toEqual([
      'warning: ⚠️ You can merge: 1 of 30 tests perhaps broke in Support bot',
    ])
    expect(annotations([support, overdue], 'report').map(({ level }) => level)).toEqual(['warning'])
  })

  it('stay below what GitHub shows and never lack a name, whatever the texts are', () => {
    const results = [...hostileTexts, 'long '.repeat(200_000)].flatMap((text) =>
      hostileScenarios.map((name) => hostileResults(name, text)),
    )
    for (const { title, message } of results.flatMap((each) => annotationsOf(storyOf(each)))) {
      expect(title.length).toBeLessThanOrEqual(200)
      expect(message.length).toBeLessThanOrEqual(4096)
      expect(title).not.toMatch(/[\r\n\u001B\u2028\u202E]|^: /)
    }
  })
})
