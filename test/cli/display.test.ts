// What only the command line shows: links to runs, and options where the action has inputs.
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { linePrinter } from '../../src/cli/display.ts'
import { resultsLines } from '../../src/report/log.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

function printed(scenario: string, env: Record<string, string>, isTTY = true): string {
  const output = Object.assign(new PassThrough(), { isTTY })
  linePrinter(output, env)(resultsLines(resultsOfScenario(scenario)))
  return String(output.read())
}

describe('the end of a run on a terminal', () => {
  it.each([{ VTE_VERSION: '7600' }, { TERM_PROGRAM: 'iTerm.app' }, { FORCE_HYPERLINK: '1' }])(
    'has names as links to the runs: %j',
    (env) => {
      const lines = printed('one-fails', env).split('\n')
      const link =
        /^ {2}· \u001B\]8;;https:\/\/app\.example\.com\/tests\?\S+\u001B\\Support bot\u001B\]8;;\u001B\\$/
      expect(lines.filter((line) => link.test(line))).toHaveLength(1)
    },
  )

  it.each([
    [{}, true],
    [{ VTE_VERSION: '7600', CI: 'true' }, true],
    [{ VTE_VERSION: '7600' }, false],
  ] as const)('has the addresses elsewhere: %j, %j', (env, isTTY) => {
    expect(printed('one-fails', { ...env }, isTTY)).toMatch(
      /\n {2}· Support bot: https:\/\/app\.example\.com\/\S+\n/,
    )
  })

  it('names options, not inputs', () => {
    expect(printed('service-unreachable', {})).toContain(
      'Check that `--base-url` is the address of the service API',
    )
    expect(printed('timed-out', {})).toMatch(/raise `--timeout`/)
  })

  it('speaks of a command, not of a job', () => {
    const text = ['cancelled', 'every-reason'].map((scenario) => printed(scenario, {})).join('')
    expect(text).toContain('Do not merge yet: the command was interrupted')
    expect(text).toContain('run it again')
    expect(text).not.toMatch(/(?:the|this) job /i)
  })
})
