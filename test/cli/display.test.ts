// What only the command line says: options where the action has inputs.
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { linePrinter } from '../../src/cli/display.ts'
import { resultsLines } from '../../src/report/log.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

function printed(scenario: string): string {
  const output = new PassThrough()
  linePrinter(output)(resultsLines(resultsOfScenario(scenario, { pullRequest: null })))
  return String(output.read())
}

describe('the end of a run', () => {
  it('names options, not inputs', () => {
    expect(printed('service-unreachable')).toContain(
      'Check that `--base-url` is the address of the service API',
    )
    expect(printed('timed-out')).toMatch(/raise `--timeout`/)
  })

  it('speaks of a command, not of a job', () => {
    const text = ['cancelled', 'every-reason'].map((scenario) => printed(scenario)).join('')
    expect(text).toContain('the command was interrupted')
    expect(text).toContain('run it again')
    expect(text).not.toMatch(/(?:the|this) job /i)
  })
})
