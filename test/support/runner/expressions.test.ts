// Tests of the runner emulator: expressions in strings and conditions.
import { describe, expect, it } from 'vitest'
import { holds, interpolate, type JobStatus } from './expressions.ts'

const contexts = {
  github: { event_name: 'pull_request', event: { number: 7, labels: [{ name: 'safe' }, { name: 'docs' }] } },
  matrix: { model: 'small', temperature: 0.5 },
  steps: { gate: { outputs: { verdict: 'failed' }, outcome: 'failure' } },
  needs: { test: { result: 'success' }, gate: { result: 'cancelled' } },
}

const wrapped = (expression: string) => `\${{ ${expression} }}`

describe('an expression in a string', () => {
  it.each([
    ['matrix.temperature', '0.5'],
    ['steps.gate.outputs.verdict', 'failed'],
    ['steps.gate.outputs.missing', ''],
    ["github.event_name == 'push' && 'yes' || 'no'", 'no'],
    ["contains(github.event.labels.*.name, 'safe')", 'true'],
    ["format('{0} of {1}', 1, 2)", '1 of 2'],
    ['toJSON(matrix)', JSON.stringify(contexts.matrix, null, 2)],
  ])('%s', (expression, expected) => {
    expect(interpolate(wrapped(expression), contexts)).toBe(expected)
  })

  it('is replaced within other text, also twice', () => {
    const template = `${wrapped('matrix.model')}-${wrapped('matrix.temperature')}!`
    expect(interpolate(template, contexts)).toBe('small-0.5!')
  })

  it.each(['secret.key', 'nothing()', 'matrix.'])('%s is rejected', (expression) => {
    expect(() => interpolate(wrapped(expression), contexts)).toThrow()
  })
})

describe('a condition', () => {
  it.each<[string | undefined, JobStatus, boolean]>([
    [undefined, 'success', true],
    [undefined, 'failure', false],
    ['always()', 'cancelled', true],
    ['failure()', 'failure', true],
    ['failure()', 'skipped', false],
    ['!cancelled()', 'failure', true],
    ["github.event_name == 'pull_request'", 'success', true],
    ["github.event_name == 'pull_request'", 'failure', false],
    [wrapped("always() && steps.gate.outcome == 'failure'"), 'failure', true],
    ["always() && contains(needs.*.result, 'cancelled')", 'cancelled', true],
    ['steps.gate.outputs.missing', 'success', false],
    ['false', 'success', false],
  ])('%s after %s: %s', (condition, status, expected) => {
    expect(holds(condition, contexts, status)).toBe(expected)
  })
})
