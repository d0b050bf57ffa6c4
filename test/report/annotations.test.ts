import { describe, expect, it } from 'vitest'
import type { EarlyEnd } from '../../src/gate/model.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { overviewOf } from '../../src/results/overview.ts'
import type { Results } from '../../src/schema.ts'
import { hostileResults, hostileScenarios, hostileTexts } from '../fixtures/hostile-texts.ts'
import { billing, booking, overdue, support, thousandAgents } from '../fixtures/sample-agents.ts'
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
  annotationsOf(overviewOf(resultsOf(outcome(results, 1), { mode })))
const ofScenario = (name: string) => annotationsOf(overviewOf(resultsOfScenario(name)))
const titles = (name: string) => ofScenario(name).map(({ level, title }) => `${level}: ${title}`)

describe('annotations', () => {
  it('are none when everything passed', () => {
    expect(annotations([billing])).toEqual([])
  })

  it('are none of a copy beside its original, which needs no tests of its own', () => {
    const copy = agentOf('Billing helper (preview)', { kind: 'spare-copy', original: 'Billing helper' }, null)
    expect(annotations([billing, copy])).toEqual([])
  })

  it('are the story of the job, then each agent; no message repeats its title', () => {
    const [story, ...agents] = annotations([billing, support])
    expect(story).toEqual({
      level: 'error',
      title: '❌ Do not merge: 2 of 30 tests in Support bot failed',
      message: expect.stringMatching(
        /^❌ Refuses .*: nothing to compare it with .*\n❌ Hands .*\nNext: Read .*fix Support bot/,
      ),
    })
    expect(agents).toEqual([
      {
        level: 'error',
        title: 'Support bot: 2 tests (nothing to compare with)',
        message: expect.stringMatching(
          /^- Refuses a refund after 30 days: Refunds end .*\n- Hands an angry customer over to a person: The .*\nhttps:\/\/app\.example\.com\/tests\?tab=runs&runId=/,
        ),
      },
    ])
  })

  it('have the differing arguments of a tool call, not those that are as expected', () => {
    expect(annotations([booking])[1]?.message).toContain(
      '- Cancels with a full refund before the deadline: refund: expected "full", got "none"\n',
    )
  })

  it('say what was tested', () => {
    expect(ofScenario('one-broke')[0]?.message).toMatch(
      /\nThis job tested the deployed agents: unless you deployed this pull request, it is not the cause\.$/,
    )
  })

  it('of invalid inputs are one each, at the line that is wrong, with that line', () => {
    const message = 'tests/a*b*.yml:5: the service has no evaluator "Corectness"'
    const lines = ['  5 |   - name: Corectness']
    const endedEarly: EarlyEnd = {
      kind: 'wrong-inputs',
      issues: [{ input: 'tests', file: 'tests/a*b*.yml', line: 5, message, lines }],
    }
    expect(annotationsOf(overviewOf(resultsOf(outcome([], 1, { endedEarly }))))).toEqual([
      {
        ...{ level: 'error', title: 'Invalid input', file: 'tests/a*b*.yml', line: 5 },
        message: `Input "tests": ${message}\n${lines[0]}`,
      },
    ])
  })

  it('stand in the file that was tested in place of the configuration', () => {
    const override = overriding({ model: null, system_prompt: 'prompts/bot.md' })
    const files = annotations([{ ...booking, override }, overdue]).map(({ title, file }) => [title, file])
    expect(files.slice(1)).toEqual([
      ['Booking assistant: 1 test (nothing to compare with)', 'prompts/bot.md'],
    ])
  })

  it.each(['a\u001b[31m.yml', 'a\u202egpj.yml', 'a\u2066b.yml', 'a\u0007.yml'])(
    'have no place in a file whose path is not shown as it is: %j',
    (file) => {
      const tests = [testResult('A', { source: sourceIn(file, 3) })]
      const override = overriding({ system_prompt: file })
      const all = annotations([failed('Bot', 1, tests), { ...booking, override }])
      expect(all.flatMap((each) => [each.file ?? [], each.line ?? []].flat())).toEqual([])
      expect(all.map(({ title }) => title)).toContain('Bot: A')
    },
  )

  it('have no place in a file that the tested commit lacks', () => {
    const placesOf = (committed: boolean) => {
      const source = sourceIn('made.yml', 3, { committed })
      return annotations([failed('Bot', 1, [testResult('A', { source })])])
        .map(({ file }) => file)
        .filter((file) => file !== undefined)
    }
    expect([placesOf(true), placesOf(false)]).toEqual([['made.yml'], []])
  })

  it('show five tests of an agent and count the rest', () => {
    const tests = Array.from({ length: 8 }, (_, index) => testResult(`T${index + 1}`))
    const only = annotations([failed('Bot', 9, tests)])[1]
    expect(only?.message).toMatch(/^- T1\n- T2\n- T3\n- T4\n- T5\n… and 3 more tests\nhttps/)
  })

  it('say an outage once: in the story', () => {
    for (const name of ['stopped-after-errors', 'agents-down', 'cannot-run', 'all-timed-out'])
      expect(titles(name)).toHaveLength(1)
    expect(ofScenario('cannot-run')[0]?.message).toContain('(HTTP 400)')
    const lines = ofScenario('half-unanswered').flatMap(({ message }) => message.split('\n'))
    expect(lines.filter((line) => line.includes('HTTP 503'))).toHaveLength(1)
  })

  it.each<[string, EarlyEnd, string]>([
    ['a refused key', { kind: 'key', status: 401, reason: null, withheld: false }, 'error'],
    ['an unknown agent', { kind: 'names', unknown: [{ name: 'Bot', nearest: null }], same: [] }, 'error'],
    ['a key that nobody set', { kind: 'key', status: null, reason: null, withheld: false }, 'error'],
    ['a key that GitHub withholds', { kind: 'key', status: null, reason: null, withheld: true }, 'warning'],
  ])('of %s in mode report', (_, endedEarly, level) => {
    const results = resultsOf(outcome([], 1, { endedEarly }), { mode: 'report' })
    expect(annotationsOf(overviewOf(results)).map((each) => each.level)).toEqual([level])
  })

  it.each([
    ['not-worse', []],
    ['passed-on-retry', []],
    // The agent with the most failing tests first, as in the comment.
    ['worse', ['error: Order agent: 1 test (probably broke)', 'error: Support bot: 1 test (probably broke)']],
    ['could-not-retry', ['error: Support bot: 1 test (unclear)']],
  ])('of scenario %s are, after the story: %j', (name, expected) => {
    expect(titles(name).slice(1)).toEqual(expected)
  })

  it('are errors for what blocks, warnings for what does not, and in mode report', () => {
    expect(titles('few-runs')).toEqual(['warning: ⚠️ You can merge: 1 of 30 tests perhaps broke'])
    expect(JSON.stringify(ofScenario('worse'))).not.toMatch(/Looks up|Explains|Offers/)
    const inReport = annotations([support, overdue], 'report').map(({ level }) => level)
    expect(new Set(inReport)).toEqual(new Set(['warning']))
  })

  it('are ten errors at most and nine warnings, the last saying how many more', () => {
    const drafts = Array.from({ length: 11 }, (_, index) => skipped(`Draft ${index + 1}`, 'No tests linked.'))
    const all = annotations([...thousandAgents(), ...drafts])
    const errors = all.filter(({ level }) => level === 'error')
    const warnings = all.filter(({ level }) => level === 'warning')
    // GitHub keeps ten warnings: one is left for a comment that could not be written.
    expect([errors.length, warnings.length]).toEqual([10, 9])
    expect(errors[9]?.title).toBe('Store assistant 9: 10 tests (nothing to compare with) (and 991 more)')
    expect(warnings[8]?.title).toBe('Draft 9: skipped (and 2 more)')
  })

  it('say why tests have no reasons', () => {
    expect(ofScenario('details-missing')[1]?.message).toContain(
      'could not be read: HTTP 503: upstream unavailable',
    )
  })

  it('stay below what GitHub shows and never lack a name, whatever the texts are', () => {
    const results = [...hostileTexts, 'long '.repeat(200_000)].flatMap((text) =>
      hostileScenarios.map((name) => hostileResults(name, text)),
    )
    for (const { title, message } of results.flatMap((each) => annotationsOf(overviewOf(each)))) {
      expect(title.length).toBeLessThanOrEqual(200)
      expect(message.length).toBeLessThanOrEqual(4096)
      expect(title).not.toMatch(/[\r\n\u001B\u2028\u202E]|^: /)
    }
  })
})
