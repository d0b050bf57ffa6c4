import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultsJson } from '../../src/report/results-json.ts'
import type { Results } from '../../src/schema.ts'
import { attempts } from '../fixtures/baselines.ts'
import { failed, outcome, resultsOf, test as testResult } from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { hostileText } from './hostile-arbitrary.ts'

const written = (results: Results) => [...resultsJson(results)].join('')

describe('the results file', () => {
  it.each(Object.keys(scenarios))('holds the results of scenario %s', (name) => {
    const results = resultsOfScenario(name)
    expect(JSON.parse(written(results))).toEqual(results)
  })

  it('has a line for the job, for each agent and for each test', () => {
    const lines = written(resultsOfScenario('all-details')).trimEnd().split('\n')
    expect(lines).toHaveLength(1 + 4 + 3 + 2 + 18 + 1)
    expect(lines[0]).toMatch(/^\{"version":5,"title":"Agent tests",.*"agents":\[$/)
    expect(lines[1]).toMatch(/^\{"uuid":"[^"]*","name":"Support bot",.*"tests":\[$/)
    expect(lines[2]).toMatch(/^\{"id":"case-1",.*"name":"Refuses .*\},$/)
  })

  it('keeps every text as it is, except for lone surrogates', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const test = testResult(text, { reply: text })
        const file = written(resultsOf(outcome([failed(text, 1, [test])], 1)))
        expect(file).not.toMatch(/\\ud[89a-f]/i)
        expect(JSON.parse(file)).toMatchObject({
          agents: [{ name: text.toWellFormed(), run: { tests: [{ reply: text.toWellFormed() }] } }],
        })
      }),
      { examples: [['lone \uD800 surrogate \uDC00 and \uFFFF'], ['</script>\u2028'], ['']] },
    )
  })
})

const [, filter = ''] =
  /jq --compact-output '(.*)' "\$RESULTS"$/m.exec(
    readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8'),
  ) ?? []
const hasJq = process.env['CI'] === 'true' || spawnSync('jq', ['--version']).status === 0
if (!hasJq) console.log('Skipped: the command of reports.md that prints failing tests. Install jq.')

it.skipIf(!hasJq)('is what the command of reports.md prints the attempts of failing tests from', () => {
  const twice = testResult('Twice')
  const tests = [
    testResult('Once'),
    { ...twice, attempts: attempts(twice, 'failed', 'unanswered') },
    testResult('Passes', { outcome: 'passed' }),
  ]
  const input = written(resultsOf(outcome([failed('Support bot', 3, tests)], 1)))
  const { stdout } = spawnSync('jq', ['--compact-output', filter], { input, encoding: 'utf8' })
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(printed.map(({ name, attempts }) => [name, attempts])).toEqual([
    ['Once', ['failed']],
    ['Twice', ['failed', 'unanswered']],
  ])
})
