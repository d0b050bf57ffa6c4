// What only a terminal shows: links to runs, colors, and options where the action has inputs.
import { describe, expect, it } from 'vitest'
import { linePrinter } from '../../src/cli/display.ts'
import { resultsLines } from '../../src/report/log.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

function printed(scenario: string, env: Record<string, string>, isTTY = true): string {
  let text = ''
  const write = (part: string | Uint8Array) => {
    text += String(part)
    return true
  }
  linePrinter({ write, isTTY, columns: 60, rows: 24 }, env)(resultsLines(resultsOfScenario(scenario)))
  return text
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

  it.each([
    [{}, true, true],
    [{ NO_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
    [{}, false, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false, true],
  ] as const)('has colors, with %j, on a terminal: %j: %j', (env, isTTY, colors) => {
    expect(printed('one-fails', { ...env }, isTTY).includes('\u001B[31m')).toBe(colors)
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
