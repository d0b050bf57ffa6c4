// What only the command line says: options where the action has inputs.
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { linePrinter } from '../../src/cli/display.ts'
import { optionWording } from '../../src/cli/input-options.ts'
import { resultsLines } from '../../src/report/log.ts'
import { input, plain, say } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'

function printed(scenario: string): string {
  const output = new PassThrough()
  const overview = storyOf(resultsOfScenario(scenario, { pullRequest: null }))
  linePrinter(output)(resultsLines(overview, optionWording))
  return String(output.read())
}

describe('the end of a run', () => {
  it('names options, not inputs', () => {
    expect(printed('service-unreachable')).toContain('check that `--base-url` is the address of the API')
    expect(printed('timed-out')).toMatch(/raise `--timeout` \(now [\d,]+ seconds, /)
  })

  it('names values as a shell takes them, and never YAML', () => {
    const name = "Bot's / A test until 2026-12-05"
    const text = say`Use ${input('accept', name)}, ${input('retries', '2')} or ${input('mode', 'gate')}.`
    expect(plain(optionWording(text))).toBe(
      "Use `--accept 'Bot'\\''s / A test until 2026-12-05'`, `--retries 2` or `--mode gate`.",
    )
    const texts = Object.keys(scenarios).map((scenario) => printed(scenario))
    expect(texts.join('').match(/`(?!--)[\w-]+: [^`]*`|`env:`|On GitHub/g)).toBeNull()
  })

  it('leaves what tests said as they said it', () => {
    const reply = 'See `retries: 2` in the log of this job.'
    const results = resultsOfScenario('one-fails')
    const agents = results.agents.map(({ run, ...agent }) => ({
      ...agent,
      run: run && { ...run, tests: run.tests.map((test) => ({ ...test, reply })) },
    }))
    const lines = resultsLines(storyOf({ ...results, agents }), optionWording)
    expect(lines).toContain(`  · Reply (failed): ${reply}`)
  })

  it('wraps behind words at the width of a terminal, and leaves addresses whole', () => {
    const url = `https://app.acme.test/${'x'.repeat(40)}`
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 40 })
    const print = linePrinter(output)
    print([`    · One two three four five six seven eight nine ten. ${url}`, 'Short.'])
    expect(String(output.read())).toBe(
      `    · One two three four five six seven\n      eight nine ten.\n      ${url}\nShort.\n`,
    )
  })

  it('speaks of a command, not of a job', () => {
    const text = ['cancelled', 'every-reason'].map((scenario) => printed(scenario)).join('')
    expect(text).toContain('testing was cancelled')
    expect(text).toContain('run it again')
    expect(text).not.toMatch(/(?:the|this) job /i)
  })
})
