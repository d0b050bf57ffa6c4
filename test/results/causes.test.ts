// Whose error it is that tests have no verdict.
import { describe, expect, it } from 'vitest'
import { causes } from '../../src/results/causes.ts'
import type { ResultsTest } from '../../src/results/schema.ts'

type Kind = NonNullable<ResultsTest['error']>['kind']

/** Agents of which so many tests ended in this error. */
const causesOf = (kind: Kind, detail: string | null, agents: Readonly<Record<string, number>>) =>
  causes(
    Object.entries(agents).map(([name, tests]) => ({
      name,
      tests: Array.from({ length: tests }, () => ({
        status: 'unanswered',
        error: { kind, detail, message: '' },
      })),
    })),
  )
const named = (names: string) => Object.fromEntries([...names].map((name) => [name, 2]))

describe('the cause of tests without a verdict', () => {
  it.each<[Kind, string | null, Readonly<Record<string, number>>, string[]]>([
    ['agent', 'HTTP 503', named('A'), ['A could not be reached (HTTP 503)']],
    ['agent', null, named('AB'), ['A and B could not be reached']],
    ['agent', 'HTTP 503', named('ABC'), ['A, B and C could not be reached (HTTP 503)']],
    ['agent', 'HTTP 503', named('ABCDE'), ['A, B, C and 2 more agents could not be reached (HTTP 503)']],
    ['agent', 'its reply is no JSON', named('A'), ['A could not be understood (its reply is no JSON)']],
    ['model', 'timed out', named('A'), ["A's model gave no reply (timed out)"]],
    ['model', 'timed out', named('AB'), ['the models of A and B gave no reply (timed out)']],
    ['evaluator', 'HTTP 503', { A: 1, B: 2 }, ['the evaluator of 3 tests could not be reached (HTTP 503)']],
    [
      'test',
      'no evaluator',
      { A: 1, B: 2 },
      ['1 test of A is defective (no evaluator)', '2 tests of B are defective (no evaluator)'],
    ],
    ['unknown', 'boom', named('AB'), ['4 tests of A and B could not be run or evaluated']],
    ['not-run', null, named('A'), []],
    ['left-out', null, named('A'), []],
  ])('is of kind %s, with %s, in %o', (kind, detail, agents, expected) => {
    expect(causesOf(kind, detail, agents)).toEqual(expected)
  })

  it('is unknown of tests that failed, or whose error is unknown', () => {
    const error = { kind: 'agent', detail: null, message: '' } as const
    const tests = [
      { status: 'failed', error },
      { status: 'unanswered', error: null },
    ] as const
    expect(causes([{ name: 'A', tests }])).toEqual([])
  })
})
