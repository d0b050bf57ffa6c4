import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import * as runner from '../../src/runner/workflow-commands.ts'
import { createFolder } from '../support/folders.ts'

/** What is printed meanwhile. */
function printed(say: () => void): string[] {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  say()
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  return lines
}

describe('a workflow command', () => {
  test('has the syntax of the runner', () => {
    expect(
      printed(() => {
        runner.error('Input "mode": no', { title: 'Invalid input' })
        runner.warning('slow')
        runner.mask('sk-0123')
        runner.startGroup('Launch')
        runner.endGroup()
      }),
    ).toEqual([
      '::error title=Invalid input::Input "mode": no',
      '::warning::slow',
      '::add-mask::sk-0123',
      '::group::Launch',
      '::endgroup::',
    ])
  })

  test.each([
    ['line breaks', 'a\r\nb\rc\nd', 'a%0D%0Ab%0Dc%0Ad'],
    ['percent signs', '100%0A', '100%250A'],
    ['another command', 'a\n::add-mask::b', 'a%0A::add-mask::b'],
  ])('is one line whatever its message: %s', (_, text, escaped) => {
    const say = [runner.error, runner.warning, runner.startGroup, runner.mask]
    expect(printed(() => say.forEach((each) => void each(text)))).toEqual(
      ['error', 'warning', 'group', 'add-mask'].map((name) => `::${name}::${escaped}`),
    )
  })

  test('escapes its title and its file', () => {
    const annotation = { title: 'a::b,file=c\n', file: 'b,c:1.yml', line: 7 }
    expect(printed(() => runner.error('d', annotation))).toEqual([
      '::error title=a%3A%3Ab%2Cfile=c%0A,file=b%2Cc%3A1.yml,line=7::d',
    ])
  })
})

describe('a file of the runner', () => {
  test('has one output for each value, whatever the value', (context) => {
    const file = `${createFolder({ output: 'step=1\n' }, context)}/output`
    vi.stubEnv('GITHUB_OUTPUT', file)
    runner.setOutput('headline', 'a\nverdict=passed')
    runner.setOutput('total', 7)
    vi.unstubAllEnvs()
    expect(readFileSync(file, 'utf8')).toMatch(
      /^step=1\nheadline<<(end-\S{36})\na\nverdict=passed\n\1\ntotal<<(end-\S{36})\n7\n\2\n$/,
    )
  })

  test('is not missed where the runner has none', () => {
    vi.stubEnv('GITHUB_OUTPUT', undefined)
    vi.stubEnv('GITHUB_STEP_SUMMARY', undefined)
    expect(
      printed(() => {
        runner.setOutput('total', 7)
        runner.addToSummary('7 tests')
      }),
    ).toEqual([])
    vi.unstubAllEnvs()
  })
})
